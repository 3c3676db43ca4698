"""Plays the practice window in every shipped skin, through the command line and pixels alone.

    python -m tests.benchmarks.practice_skins --games 3 --pictures FOLDER

On a private desktop with a busy wallpaper; exits with 1 if some skin is never won, or if a certain
cell ever was a mine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import cv2

from autoplay.desktop.capture import MssScreen
from autoplay.desktop.session import child_environment
from autoplay.vision.packs.skins import shipped_skins
from tests.clients.stage import desktop


def play(skin: str, scale: float, games: int, picture: Path | None) -> list[dict[str, object]]:
    """Return what `autoplay play` says of its games in a window of that skin."""
    window = ["practice", "--skin", skin, "--scale", str(scale), "--rule", "open", "--seed", "1"]
    with tempfile.TemporaryFile("w+") as said:
        shown = subprocess.Popen(
            [sys.executable, "-m", "autoplay", *window], env=child_environment(), stderr=said
        )
        try:
            time.sleep(4)
            player = subprocess.run(
                [sys.executable, "-m", "autoplay", "play", "--games", str(games), "--json"],
                capture_output=True,
                text=True,
                check=False,
                timeout=300,
            )
            if picture is not None:
                screen = MssScreen()
                cv2.imwrite(str(picture), screen.grab().pixels)
                screen.close()
        finally:
            shown.terminate()
            shown.wait()
    print(player.stderr, end="", file=sys.stderr)
    return [json.loads(line) for line in player.stdout.splitlines()]


def main() -> None:
    """Play them all and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--scales", type=float, nargs="+", default=[1.0])
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    failed = False
    print("| skin | scale | games | won | lost | lost on a certain cell | seconds a game |")
    print("|---|---|---|---|---|---|---|")
    with desktop():
        for skin in sorted(skin.name for skin in shipped_skins()):
            for scale in args.scales:
                picture = args.pictures and args.pictures / f"{skin}-{scale}.png"
                results = play(skin, scale, args.games, picture)
                won, lost = (sum(r["result"] == end for r in results) for end in ("won", "lost"))
                certain = sum(bool(r["lost_on_certain"]) for r in results)
                mean = sum(float(str(r["seconds"])) for r in results) / max(1, len(results))
                counts = f"{len(results)} | {won} | {lost} | {certain}"
                print(f"| {skin} | {scale} | {counts} | {mean:.1f} |", flush=True)
                failed |= won == 0 or certain > 0
    sys.exit(failed)


if __name__ == "__main__":
    main()
