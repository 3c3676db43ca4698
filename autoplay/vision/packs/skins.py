"""Template packs: what the cells of a known Minesweeper look like, and how its program behaves."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import platformdirs

from autoplay.board import Cell
from autoplay.errors import InputError
from autoplay.geometry import Point

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from autoplay.geometry import Grid

STATE_NAMES: dict[Cell, str] = {
    Cell.HIDDEN: "hidden",
    **{Cell(number): str(number) for number in range(9)},
    Cell.FLAG: "flag",
    Cell.QUESTION: "question",
    Cell.MINE: "mine",
    Cell.EXPLODED: "exploded",
    Cell.WRONG_FLAG: "wrong_flag",
}
"""The file name, without a variant, that shows each cell state in a pack."""

_CELL_OF_NAME = {name: cell for cell, name in STATE_NAMES.items()}
_RULES = ("safe", "open", "none")
_SIDES = ("left", "right")


@dataclass(frozen=True, slots=True)
class NewGame:
    """How the next game is started: a key, or a place to click beside the board.

    key: as pyautogui names it, several joined by '+'.
    click: (x, y) from the board's top left corner, x in board widths, y in cell heights;
        (0.5, -1.5) is a face in the middle, one and a half cells above the board.
    confirm: the key that says yes where the program asks whether it is meant.
    """

    key: str | None = None
    click: tuple[float, float] | None = None
    confirm: str | None = None

    def point(self, grid: Grid) -> Point | None:
        """Return the pixel to click on, None where a key does it."""
        if self.click is None:
            return None
        across, down = self.click
        return Point(
            round(grid.left + across * grid.cols * grid.pitch_x),
            round(grid.top + down * grid.pitch_y),
        )


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """One look of a Minesweeper board.

    cell: pixels a side of the pack's plain templates; variants may be larger.
    templates: for each cell state at least one (height, width, 3) uint8 picture, blue green red,
        that shows the whole cell from grid line to grid line.
    hold_ms: how long a click must be held; rules: what the first click promises (safe, open, none),
        None if unknown.
    counter: which of two displays above the board, left or right, counts the mines that are left,
        None where there are none or where programs of this look differ.
    """

    name: str
    source: str
    license: str
    cell: int
    templates: Mapping[Cell, Sequence[NDArray[np.uint8]]] = field(repr=False)
    new_game: NewGame | None = None
    hold_ms: int = 0
    rules: str | None = None
    counter: str | None = None


def skin_folders() -> list[Path]:
    """Return the folders that hold packs, the one that wins on equal names first."""
    user = Path(platformdirs.user_data_dir("autoplay")) / "templates"
    # An installed wheel carries the packs inside the package, a checkout keeps them beside it.
    package = Path(__file__).resolve().parents[2]
    shipped = [package / "templates", package.parent / "templates"]
    return [folder for folder in (user, *shipped) if folder.is_dir()]


def shipped_skins() -> list[Skin]:
    """Load every pack: the user's own and those shipped, by name.

    Raises InputError when one of them is not a pack.
    """
    packs: dict[str, Path] = {}
    for folder in skin_folders():
        for settings in sorted(folder.glob("*/skin.toml")):
            packs.setdefault(settings.parent.name, settings.parent)
    return [load_pack(packs[name]) for name in sorted(packs)]


def load_skin(name: str) -> Skin:
    """Load one pack by name.

    Raises InputError, naming the packs there are, when there is none of that name.
    """
    for folder in skin_folders():
        if (folder / name / "skin.toml").is_file():
            return load_pack(folder / name)
    known = sorted({path.parent.name for f in skin_folders() for path in f.glob("*/skin.toml")})
    raise InputError(f"there is no skin {name!r}; choose one of {', '.join(known)}")


def load_pack(folder: Path) -> Skin:
    """Load the pack in a folder: ``skin.toml`` and ``STATE.png``, ``STATE-WORD.png``.

    Raises InputError when the folder is not a pack.
    """
    settings = _settings(folder / "skin.toml")
    try:
        return Skin(
            name=str(settings["name"]),
            source=str(settings["source"]),
            license=str(settings["license"]),
            cell=int(settings["cell"]),
            templates=_templates(folder),
            new_game=_new_game(settings.get("new_game")),
            hold_ms=int(settings.get("hold_ms", 0)),
            rules=_one_of(_RULES, "rules", settings),
            counter=_one_of(_SIDES, "counter", settings),
        )
    except KeyError as missing:
        raise InputError(f"{folder / 'skin.toml'} lacks {missing}; add it") from None
    except (TypeError, ValueError) as wrong:
        raise InputError(f"{folder / 'skin.toml'}: {wrong}; mend it") from None


def _settings(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path} is no skin description: {error}") from error


def _one_of(allowed: Sequence[str], key: str, settings: Mapping[str, Any]) -> str | None:
    value = settings.get(key)
    if value is not None and value not in allowed:
        raise ValueError(f"{key} is {value!r}, not one of {', '.join(allowed)}")
    return None if value is None else str(value)


def _new_game(value: Mapping[str, Any] | None) -> NewGame | None:
    if value is None:
        return None
    click = value.get("click")
    return NewGame(
        key=value.get("key"),
        click=None if click is None else (float(click[0]), float(click[1])),
        confirm=value.get("confirm"),
    )


def _templates(folder: Path) -> dict[Cell, list[NDArray[np.uint8]]]:
    from autoplay.vision.pixels.pictures import read_pixels

    templates: dict[Cell, list[NDArray[np.uint8]]] = {}
    for path in sorted(folder.glob("*.png")):
        cell = _CELL_OF_NAME.get(path.stem.partition("-")[0])
        if cell is None:
            raise InputError(f"{path} names no cell state; use {', '.join(_CELL_OF_NAME)}")
        templates.setdefault(cell, []).append(read_pixels(path))
    if not templates:
        raise InputError(f"the skin in {folder} holds no pictures; add hidden.png, 0.png and so on")
    return templates
