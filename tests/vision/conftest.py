"""Golden pictures: every fixtures/<client>/NAME.json beside a NAME.png becomes a case by itself."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from autoplay.desktop.protocols import Frame
from autoplay.vision.pixels.pictures import load_picture

FIXTURES = Path(__file__).parents[2] / "fixtures"


@dataclass(frozen=True)
class Golden:
    """One saved screenshot with its truth."""

    path: Path
    truth: dict[str, Any]

    @property
    def frame(self) -> Frame:
        return _frame(self.path)


@cache
def _frame(path: Path) -> Frame:
    return load_picture(path)


def goldens() -> list[Golden]:
    return [
        Golden(path.with_suffix(".png"), json.loads(path.read_text(encoding="utf-8")))
        for path in sorted(FIXTURES.glob("*/*.json"))
    ]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give tests that ask for `golden` the pictures of boards, for `negative` those without."""
    for argument, wanted in (("golden", True), ("negative", False)):
        if argument in metafunc.fixturenames:
            cases = [g for g in goldens() if (g.truth["board"] is not None) == wanted]
            names = [f"{g.path.parent.name}/{g.path.stem}" for g in cases]
            metafunc.parametrize(argument, cases, ids=names)
