"""How long sight takes on one core: python -m tests.benchmarks.sight_speed [--times N].

A 30x16 sgt-mines board in a busy 1920x1080 desktop: finding it, reading it where it is, reading it
again with ten changed cells; and the same cells by cv2.matchTemplate, one by one. Each figure is
the median of the processor's time for N runs, so that other programs hardly count.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import cv2
import numpy as np

from autoplay.desktop.protocols import Frame
from autoplay.geometry import Point
from autoplay.vision.locate.boards import locate_boards
from autoplay.vision.packs.skins import load_skin
from autoplay.vision.pixels.pictures import load_picture
from autoplay.vision.reader import Reader
from tests.clients.stage import busy_wallpaper

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoplay.vision.reading import Reading

BOARD = Path(__file__).parents[2] / "fixtures" / "sgt-mines" / "default-30x16-mid.png"
CHANGED = 10


def main() -> None:
    """Measure and print one line each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=15)
    times = parser.parse_args().times
    cv2.setNumThreads(1)
    frame = desktop()
    reader = Reader()
    reading = reader.read(frame)
    board = reading.board
    print(f"{board.cols}x{board.rows} {reading.skin} in {frame.pixels.shape[1]}x", end="")
    print(f"{frame.pixels.shape[0]}, milliseconds on one core, median of {times}")
    changed = with_changed_cells(frame, reading)

    def reread_all() -> None:
        # A reading that the reader has not seen last is read anew, every cell of it.
        reader.reread(frame, replace(reading))

    def reread_changed() -> None:
        reader._remember(frame, reading)
        start = time.process_time()
        reader.reread(changed, reading)
        spent.append(time.process_time() - start)

    report("find boards in the whole desktop", median(lambda: locate_boards(frame.pixels), times))
    report("find and read", median(lambda: reader.read(frame), times))
    report("read every cell of a known board", median(reread_all, times))
    spent: list[float] = []
    for _ in range(times):
        reread_changed()
    report(f"read again, {CHANGED} cells changed", statistics.median(spent))
    report("cell by cell with matchTemplate", median(lambda: one_by_one(frame, reading), 3))


def desktop() -> Frame:
    """Paint the board's window into a busy desktop."""
    pixels = busy_wallpaper(1920, 1080)
    window = load_picture(BOARD).pixels[80:560, 40:720]
    pixels[300 : 300 + window.shape[0], 700 : 700 + window.shape[1]] = window
    return Frame(pixels, Point(0, 0))


def with_changed_cells(frame: Frame, reading: Reading) -> Frame:
    """Copy ten cells over ten others of another look."""
    pixels = frame.pixels.copy()
    cells, grid = reading.board.cells, reading.grid
    hidden, ones = np.argwhere(cells == 9)[:CHANGED], np.argwhere(cells == 1)[:CHANGED]
    for target, source in zip(hidden, ones, strict=True):
        to, of = grid.cell(*target), grid.cell(*source)
        pixels[to.y : to.bottom, to.x : to.right] = pixels[of.y : of.bottom, of.x : of.right]
    return replace(frame, pixels=pixels)


def one_by_one(frame: Frame, reading: Reading) -> None:
    """Name every cell as most screen readers do."""
    templates = [
        cv2.resize(picture, (18, 18))
        for variants in load_skin("sgt-mines").templates.values()
        for picture in variants
    ]
    for row in range(reading.board.rows):
        for col in range(reading.board.cols):
            box = reading.grid.cell(row, col)
            cell = frame.pixels[box.y : box.bottom, box.x : box.right]
            max(
                cv2.minMaxLoc(cv2.matchTemplate(cell, template, cv2.TM_CCOEFF_NORMED))[1]
                for template in templates
            )


def median(work: Callable[[], object], times: int) -> float:
    """Return the median processor time of a piece of work in seconds, after one to warm up."""
    work()
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return statistics.median(spent)


def report(what: str, seconds: float) -> None:
    """Print one figure."""
    print(f"{what:36} {1000 * seconds:8.2f}")


if __name__ == "__main__":
    main()
