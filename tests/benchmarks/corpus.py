"""How well saved screenshots with truth are read: python -m tests.benchmarks.corpus FOLDER...

Every NAME.json beside a NAME.png in the folders is the truth of one picture. Says for each client
how many boards were found, cells, states and mine totals read right, how many wrong ones were
called sure, and how many boards were seen where there is none; --without-pack leaves out each
client's own pack, so that its skin is unknown.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from autoplay.board import Board, Cell
from autoplay.errors import NoBoardFoundError
from autoplay.vision.packs.skins import shipped_skins
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader

if TYPE_CHECKING:
    from autoplay.vision.reading import Reading

SURE = 0.95
OFF = 3
"""Pixels by which a board may lie off its truth, which is itself good to about two."""


def main() -> None:
    """Read every picture and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--without-pack", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="show what is not perfect")
    args = parser.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in sorted(p for folder in args.folders for p in folder.rglob("*.json")):
        if not path.with_suffix(".png").is_file():
            continue
        truth = json.loads(path.read_text(encoding="utf-8"))
        client = truth.get("client", path.parent.name)
        result, story = judge(path, truth, client if args.without_pack else None)
        counts[client].update(result)
        if args.verbose and story:
            print(f"{path}: {story}")
    print_table(counts)


def judge(path: Path, truth: dict[str, Any], left_out: str | None) -> tuple[Counter[str], str]:
    """Read one picture; return what is right, and what is wrong in words."""
    skins = [skin for skin in shipped_skins() if skin.name != left_out]
    try:
        reading = Reader(skins).read(load_picture(path.with_suffix(".png")))
    except NoBoardFoundError:
        reading = None
    if truth["board"] is None:
        false = reading is not None
        return Counter(negatives=1, false_boards=int(false)), "false board" if false else ""
    result = Counter(pictures=1, of_cells=truth["rows"] * truth["cols"])
    if reading is None or not _at(reading, truth):
        return result, "no board" if reading is None else f"board at {reading.grid}"
    board = Board.from_rows(truth["cells"])
    wrong = reading.board.cells != board.cells
    unread = reading.board.cells == Cell.UNREADABLE
    state, total = reading.state.value == truth["state"], reading.board.mines
    result.update(
        found=1,
        cells=int((~wrong).sum()),
        unread=int(unread.sum()),
        sure_wrong=int((wrong & ~unread & (reading.confidence > SURE)).sum()),
        state=int(state),
        total=int(total is not None and total == truth["mines_total"]),
        wrong_total=int(total is not None and total != truth["mines_total"]),
        perfect=int(not wrong.any()),
    )
    story = "" if state else f"state {reading.state.value}, not {truth['state']}; "
    if total != truth["mines_total"]:
        story += f"{total} mines, not {truth['mines_total']}; "
    for row, col in np.argwhere(wrong)[:6]:
        story += f"({row}, {col}) {reading.board[row, col].name}, not {board[row, col].name}; "
    return result, story


def _at(reading: Reading, truth: dict[str, Any]) -> bool:
    """Whether the board was found where it is, with its rows and columns."""
    box, board = reading.grid.region, truth["board"]
    off = max(
        abs(box.x - board["x"]),
        abs(box.y - board["y"]),
        abs(box.right - board["x"] - board["w"]),
        abs(box.bottom - board["y"] - board["h"]),
    )
    return off <= OFF and (reading.board.rows, reading.board.cols) == (truth["rows"], truth["cols"])


def print_table(counts: dict[str, Counter[str]]) -> None:
    """Print one line a client and one for all."""
    total: Counter[str] = Counter()
    for count in counts.values():
        total.update(count)
    print(
        f"{'client':14} boards    perfect   state     mines (wrong)  cells right      "
        "unread  sure but wrong  false boards"
    )
    for name, c in [*sorted(counts.items()), ("all", total)]:
        n = c["pictures"]
        share = 100 * c["cells"] / max(1, c["of_cells"])
        print(
            f"{name:14} {c['found']:3}/{n:<5} {c['perfect']:3}/{n:<5} {c['state']:3}/{n:<5} "
            f"{c['total']:3}/{n:<3} ({c['wrong_total']})    {c['cells']:6} {share:7.3f} %  "
            f"{c['unread']:6}  {c['sure_wrong']:6}          "
            f"{c['false_boards']}/{c['negatives']}"
        )


if __name__ == "__main__":
    main()
