"""The built wheel, installed away from the checkout, reads a picture with the packs inside it."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "fixtures" / "sgt-mines" / "default-9x9-mid.png"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and return the console script of a fresh environment that it is in.

    The environment finds the dependencies where this one has them: none is fetched.
    """
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    done = subprocess.run([*build, str(ROOT)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("autoplay-*.whl")
    venv.create(folder / "fresh", with_pip=False, symlinks=True)
    python = folder / "fresh" / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps"]
    done = subprocess.run(
        [*install, "--no-index", str(wheel)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return python.with_name("autoplay")


def run(program: Path, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    # The environment's own packages first: autoplay is among the dependencies' as well.
    (own,) = program.parent.parent.glob("lib/python*/site-packages")
    paths = [str(own), *(path for path in sys.path if path.endswith("-packages"))]
    return subprocess.run(
        [str(program), *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_it_reads_a_picture_with_its_own_packs(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "read", str(PICTURE), "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    truth = json.loads(PICTURE.with_suffix(".json").read_text())
    assert answer["cells"] == truth["cells"]
    assert answer["skin"] == "sgt-mines"


def test_nothing_of_it_lies_in_the_checkout(installed: Path, tmp_path: Path) -> None:
    program = (
        "import autoplay; from autoplay.vision.packs.skins import load_skin; load_skin('classic');"
    )
    program += "print(autoplay.__file__)"
    done = run(installed.with_name("python"), "-c", program, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert installed.parent.parent in Path(done.stdout.strip()).parents


def test_the_console_script_leaves_with_the_code_of_an_error(
    installed: Path, tmp_path: Path
) -> None:
    done = run(installed, "read", "none.png", folder=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
