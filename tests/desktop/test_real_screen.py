"""The real screen and pointer, against a Tk window on a private virtual display."""

import json
import os
import subprocess
import sys

import pytest

from autoplay.desktop.session import has_virtual_display

# One process of its own: pyautogui keeps the display it was imported under for good.
PROGRAM = """
import json, os, subprocess, sys, time
from autoplay.desktop.capture import MssScreen
from autoplay.desktop.pointer import PyautoguiPointer
from autoplay.desktop.protocols import Button
from autoplay.desktop.virtual import virtual_display
from autoplay.geometry import Point, Region

WINDOW = '''
import tkinter
root = tkinter.Tk()
root.overrideredirect(True)
root.geometry("200x150+30+40")
root.configure(background="#2040c0")
def note(text):
    print(text, flush=True)
root.bind("<Button>", lambda e: (note(f"{e.num} {e.x} {e.y}"), root.focus_force()))
root.bind("<Key>", lambda e: note(e.keysym))
root.mainloop()
'''
before = os.environ.get("DISPLAY")
result = {}
with virtual_display(640, 480) as name:
    result["inside"] = os.environ["DISPLAY"] == name
    child = subprocess.Popen([sys.executable, "-c", WINDOW], stdout=subprocess.PIPE, text=True)
    screen, pointer = MssScreen(), PyautoguiPointer()
    result["monitors"] = [[m.x, m.y, m.w, m.h] for m in screen.monitors()]
    blue = [0xC0, 0x40, 0x20]
    deadline = time.time() + 20
    while screen.grab(Region(30, 40, 200, 150)).pixels[75, 100].tolist() != blue:
        assert time.time() < deadline, "the window never showed"
        time.sleep(0.02)
    frame = screen.grab(Region(30, 40, 200, 150))
    result["all_blue"] = bool((frame.pixels == blue).all())
    result["origin"] = [frame.origin.x, frame.origin.y]
    clipped = screen.grab(Region(-50, -50, 100, 100))
    result["clipped"] = [*clipped.pixels.shape, clipped.origin.x]
    pointer.move(Point(300, 200))
    result["position"] = [pointer.position().x, pointer.position().y]
    started = time.perf_counter()
    pointer.click(Point(80, 60))
    pointer.click(Point(81, 61), Button.RIGHT, hold=0.05)
    pointer.click(Point(82, 62), Button.MIDDLE)
    result["slow"] = time.perf_counter() - started > 5
    time.sleep(0.3)
    pointer.press("n")
    result["events"] = [child.stdout.readline().strip() for _ in range(4)]
    child.kill()
    child.wait()
    screen.close()
result["restored"] = os.environ.get("DISPLAY") == before
print(json.dumps(result))
"""


@pytest.mark.display
@pytest.mark.skipif(not has_virtual_display(), reason="install the package xvfb")
def test_it_captures_a_region_and_clicks_where_it_says() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=90
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "inside": True,
        "monitors": [[0, 0, 640, 480]],
        "all_blue": True,
        "origin": [30, 40],
        "clipped": [50, 50, 3, 0],
        "position": [300, 200],
        "slow": False,
        "events": ["1 50 20", "3 51 21", "2 52 22", "n"],
        "restored": True,
    }


@pytest.mark.parametrize("part", ["capture.MssScreen", "pointer.PyautoguiPointer"])
def test_without_a_display_it_says_what_to_do(part: str) -> None:
    module, name = part.split(".")
    program = f"""
from autoplay.desktop.{module} import {name}
from autoplay.errors import UnsuitableMachineError
try:
    {name}()
except UnsuitableMachineError as error:
    print(str(error))
"""
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert "graphical session" in done.stdout
    assert len(done.stdout.splitlines()) == 1
