"""Learn an unknown skin: turn boards read without a pack into an ordinary template pack."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import platformdirs

from autoplay.board import Cell
from autoplay.errors import InputError, NoBoardFoundError
from autoplay.vision.packs.skins import STATE_NAMES
from autoplay.vision.pixels.cells import cut_cells
from autoplay.vision.pixels.opencv import cv2
from autoplay.vision.reading import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from autoplay.desktop.protocols import Frame
    from autoplay.vision.reading import Reading

SHEET_NAME = "contact-sheet.jpg"
"""Not a PNG: those in a pack are its templates."""

_LEAST_CONFIDENCE = 0.9
_MOST_VARIANTS = 4
_ALIKE = 9.0
"""Mean difference, in grey levels, up to which two cells are the same picture."""

_TILE = 64
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,40}")


@dataclass(slots=True)
class Lesson:
    """What boards of one look have shown so far: cut cells of every state, the sure ones only.

    side: pixels a side of the templates, that of the first board.
    """

    side: int = 0
    seen: dict[Cell, list[NDArray[np.uint8]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, frame: Frame, reading: Reading) -> None:
        """Take the sure cells of one frame; any number of frames of the same program may follow."""
        grid = reading.grid_in(frame)
        if not self.side:
            self.side = max(8, round((grid.pitch_x + grid.pitch_y) / 2))
        cells = cut_cells(frame.pixels, grid, self.side)
        for row, col in np.argwhere(reading.confidence >= _LEAST_CONFIDENCE).tolist():
            state = reading.board[row, col]
            if state != Cell.UNREADABLE:
                self.seen[state].append(cells[row, col])

    def templates(self) -> dict[Cell, list[NDArray[np.uint8]]]:
        """Return for each state its pictures, the commonest first: noise and strays averaged out.

        Raises NoBoardFoundError when nothing sure was seen.
        """
        if not self.seen:
            raise NoBoardFoundError("no cell was read surely; open some cells and try again")
        return {state: _variants(self.seen[state]) for state in sorted(self.seen)}


def _variants(pictures: Sequence[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    """Group pictures of one state by likeness; return the middle picture of the largest groups.

    Two tones of a checkerboard, or a backdrop that changes over the board, make several.
    """
    stack = np.stack(pictures).astype(np.float32)
    left = np.arange(len(stack))
    groups: list[NDArray[np.intp]] = []
    while left.size:
        apart = np.abs(stack[left] - stack[left[0]]).mean(axis=(1, 2, 3))
        groups.append(left[apart <= _ALIKE])
        left = left[apart > _ALIKE]
    groups.sort(key=len, reverse=True)
    # A look that only one of very many cells has is the pointer's highlight, or a misreading.
    kept = [group for group in groups if len(group) >= max(1, 0.02 * len(stack))]
    return [
        np.asarray(np.median(stack[group], axis=0).round(), np.uint8)
        for group in kept[:_MOST_VARIANTS]
    ]


def save_pack(lesson: Lesson, name: str, folder: Path | None = None) -> Path:
    """Write a lesson as a template pack, with a contact sheet to confirm it; return the folder.

    name: letters a to z, digits and hyphens. folder: where packs lie, the user's own data folder
    where None. A pack of that name is replaced. Raises InputError for a name that cannot be used.
    """
    if not _NAME.fullmatch(name) or name == UNKNOWN:
        raise InputError(f"{name!r} cannot name a skin; use letters a to z, digits and hyphens")
    templates = lesson.templates()
    if folder is None:
        folder = Path(platformdirs.user_data_dir("autoplay")) / "templates"
    pack = folder / name
    pack.mkdir(parents=True, exist_ok=True)
    for old in pack.glob("*.png"):
        old.unlink()
    for state, pictures in templates.items():
        for number, picture in enumerate(pictures):
            stem = STATE_NAMES[state] + (f"-{number + 1}" if number else "")
            _write(pack / f"{stem}.png", picture)
    _write(pack / SHEET_NAME, contact_sheet(templates))
    (pack / "skin.toml").write_text(
        f'name = "{name}"\n'
        'source = "learnt on this machine from a board on its screen"\n'
        'license = "the look belongs to the program it was learnt from; for your own use"\n'
        f"cell = {lesson.side}\n",
        encoding="utf-8",
    )
    return pack


def contact_sheet(templates: dict[Cell, list[NDArray[np.uint8]]]) -> NDArray[np.uint8]:
    """Draw all templates with the names they were given, one state a row: (h, w, 3) uint8."""
    widest = max(len(pictures) for pictures in templates.values())
    sheet = np.full(((_TILE + 8) * len(templates), 130 + (_TILE + 8) * widest, 3), 255, np.uint8)
    for row, (state, pictures) in enumerate(templates.items()):
        top = row * (_TILE + 8) + 4
        label = (8, top + _TILE // 2 + 5)
        cv2.putText(sheet, STATE_NAMES[state], label, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
        for col, picture in enumerate(pictures):
            left = 122 + col * (_TILE + 8)
            large = cv2.resize(picture, (_TILE, _TILE), interpolation=cv2.INTER_NEAREST)
            sheet[top : top + _TILE, left : left + _TILE] = large
    return sheet


def _write(path: Path, picture: NDArray[np.uint8]) -> None:
    _, coded = cv2.imencode(path.suffix, picture)
    path.write_bytes(coded.tobytes())
