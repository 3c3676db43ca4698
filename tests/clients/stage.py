"""A private desktop with a busy wallpaper, a second window, and real Minesweeper programs on it."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.desktop.capture import MssScreen
from autoplay.desktop.session import child_environment
from autoplay.desktop.virtual import virtual_display
from autoplay.errors import NoBoardFoundError
from autoplay.geometry import Point
from autoplay.player.parts import BoardReader

SIZE = (1600, 1000)

PATIENCE = 120.0
"""Seconds that a board may take to come up: a busy machine looks long at a desktop without one."""


# Makes a raw picture the root window's background, a few rows in each request.
WALLPAPER = """
import sys
from Xlib import X, display
shown = display.Display()
root = shown.screen().root
width, height = map(int, sys.argv[2:4])
data = open(sys.argv[1], "rb").read()
pixmap = root.create_pixmap(width, height, 24)
gc = pixmap.create_gc()
for y in range(0, height, 20):
    rows = data[4 * width * y : 4 * width * (y + 20)]
    pixmap.put_image(gc, 0, y, width, len(rows) // (4 * width), X.ZPixmap, 24, 0, rows)
root.change_attributes(background_pixmap=pixmap)
root.clear_area(0, 0, width, height)
shown.sync()
"""

# Rows and columns of buttons: the kind of neighbour that is easily taken for a board.
NEIGHBOUR = """
import tkinter
root = tkinter.Tk()
root.title("Sums")
root.geometry("330x420+1230+480")
for row in range(6):
    for col in range(4):
        text = str((7 * row + 3 * col) % 10)
        tkinter.Button(root, text=text, width=4, height=2).grid(row=row, column=col)
tkinter.Text(root, height=5, width=38).grid(row=6, column=0, columnspan=4)
root.mainloop()
"""


HAND = """
import sys, time
from Xlib import display
shown = display.Display()
# A hand does not move in one single step, which the player's next click would undo.
for _ in range(20):
    shown.screen().root.warp_pointer(int(sys.argv[1]), int(sys.argv[2]))
    shown.sync()
    time.sleep(0.01)
"""

DRAG = """
import sys
from Xlib import X, display
program, x, y = map(int, sys.argv[1:])
shown = display.Display()
root = shown.screen().root
listed = root.get_full_property(shown.get_atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
for name in listed.value:
    window = shown.create_resource_object("window", name)
    owner = window.get_full_property(shown.get_atom("_NET_WM_PID"), X.AnyPropertyType)
    if owner is not None and owner.value[0] == program:
        window.configure(x=x, y=y)
shown.sync()
"""

# Moves or enlarges the window that lies on top at a place.
CHANGE = """
import sys
from Xlib import X, display
x, y, dx, dy, grow = map(int, sys.argv[1:])
shown = display.Display()
root = shown.screen().root
listed = root.get_full_property(shown.get_atom("_NET_CLIENT_LIST"), X.AnyPropertyType)
for name in reversed(listed.value):
    window = shown.create_resource_object("window", name)
    size, at = window.get_geometry(), root.translate_coords(window, 0, 0)
    if at.x <= x < at.x + size.width and at.y <= y < at.y + size.height:
        if grow:
            window.configure(width=size.width + grow, height=size.height + grow)
        else:
            window.configure(x=at.x + dx, y=at.y + dy)
        break
shown.sync()
"""

# A window that a person brings to the front; it tells when it is there and when it is clicked.
COVER = """
import sys, tkinter
root = tkinter.Tk()
root.overrideredirect(True)
root.geometry(sys.argv[1])
root.bind("<Button>", lambda event: print("click", flush=True))
root.lift()
root.after(300, lambda: print("shown", flush=True))
root.mainloop()
"""


@dataclass(frozen=True)
class Client:
    """A program to play: what it is called, what it needs and what it shows."""

    name: str
    package: str
    program: str
    arguments: tuple[str, ...]
    rows: int
    cols: int
    mines: int
    files: dict[str, str] = field(default_factory=dict)
    needs_bus: bool = False

    @property
    def path(self) -> str | None:
        """Where the program is; None where its package is not installed."""
        places = f"{os.environ.get('PATH', '')}:/usr/games"
        found = shutil.which(self.program, path=places)
        if self.needs_bus and not shutil.which("dbus-run-session"):
            return None
        return found


def _kmines(level: str, theme: str = "default") -> dict[str, str]:
    theme = f"[KgTheme]\nTheme=themes/{theme}.desktop\n"
    return {".config/kminesrc": f"{theme}\n[KgDifficulty]\nLevel={level}\n"}


# sgt-mines writes its digits in the desktop's font, of which its pack knows only the usual one.
_OTHER_FONT = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <match target="pattern">
    <edit name="family" mode="prepend" binding="strong"><string>DejaVu Serif</string></edit>
  </match>
</fontconfig>
"""

CLIENTS = (
    Client("sgt-mines 9x9", "sgt-puzzles", "sgt-mines", ("9x9n10",), 9, 9, 10),
    Client("sgt-mines 16x16", "sgt-puzzles", "sgt-mines", ("16x16n40",), 16, 16, 40),
    Client("sgt-mines 30x16", "sgt-puzzles", "sgt-mines", ("30x16n99",), 16, 30, 99),
    Client(
        "sgt-mines in another font",
        "sgt-puzzles",
        "sgt-mines",
        ("9x9n10",),
        9,
        9,
        10,
        {".config/fontconfig/fonts.conf": _OTHER_FONT},
    ),
    Client("gnome-mines 8x8", "gnome-mines", "gnome-mines", ("--small",), 8, 8, 10, needs_bus=True),
    Client("kmines easy", "kmines", "kmines", (), 9, 9, 10, _kmines("Easy"), needs_bus=True),
    *(
        Client(f"kmines {name}", "kmines", "kmines", (), 9, 9, 10, _kmines("Easy", theme), True)
        for name, theme in (
            ("classic", "classic"),
            ("green", "green"),
            ("graveyard", "graveyard-mayhem"),
        )
    ),
    Client("kmines medium", "kmines", "kmines", (), 16, 16, 40, _kmines("Medium"), needs_bus=True),
    # It has no board of 9x9: fewer columns than 12 do not hold its counters.
    Client(
        "xdemineur 12x9", "xdemineur", "xdemineur", ("-geometry", "12x9", "-m", "10"), 9, 12, 10
    ),
    Client(
        "xdemineur 30x16", "xdemineur", "xdemineur", ("-geometry", "30x16", "-m", "99"), 16, 30, 99
    ),
)


LARGE = Client("sgt-mines 50x30", "sgt-puzzles", "sgt-mines", ("50x30n250",), 30, 50, 250)


def client_named(name: str) -> Client:
    """Return a client; skips the test where its package is not installed."""
    client = next(client for client in (*CLIENTS, LARGE) if client.name == name)
    if client.path is None:
        pytest.skip(f"install the package {client.package}")
    return client


def busy_wallpaper(width: int, height: int, seed: int = 1) -> np.ndarray:
    """Draw gradients, shapes, stripes and a chequered patch."""
    random = np.random.default_rng(seed)
    across = np.linspace(0, 1, width)[None, :, None]
    down = np.linspace(0, 1, height)[:, None, None]
    ends = random.integers(40, 220, (3, 3))
    picture = ends[0] * (1 - across) + ends[1] * across * (1 - down) + ends[2] * across * down
    picture = np.ascontiguousarray(picture.clip(0, 255).astype(np.uint8))
    for _ in range(160):
        colour = tuple(map(int, random.integers(0, 255, 3)))
        place = tuple(map(int, random.integers(0, (width, height))))
        size = int(random.integers(10, 120))
        if random.random() < 0.5:
            cv2.circle(picture, place, size, colour, int(random.choice([-1, 2, 5])), cv2.LINE_AA)
        else:
            corner = (place[0] + size, place[1] + size // 2)
            cv2.rectangle(picture, place, corner, colour, int(random.choice([-1, 1, 4])))
    for x in range(0, width, 37):
        cv2.line(picture, (x, 0), (x - 300, height), (200, 190, 60), 1, cv2.LINE_AA)
    return picture


@contextmanager
def desktop() -> Iterator[None]:
    """Start a display with openbox, the wallpaper and a second window beside."""
    with virtual_display(*SIZE):
        hang_wallpaper()
        commands = [["openbox"], [sys.executable, "-c", NEIGHBOUR]]
        running = []
        try:
            for command in commands:
                running.append(_start(command, child_environment()))
                time.sleep(0.7)
            yield
        finally:
            for program in reversed(running):
                _end(program)


def hang_wallpaper() -> None:
    """Show the busy wallpaper behind all windows."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder) / "wall"
        raw.write_bytes(cv2.cvtColor(busy_wallpaper(*SIZE), cv2.COLOR_BGR2BGRA).tobytes())
        _act(WALLPAPER, raw, *SIZE)


@contextmanager
def own_home() -> Iterator[str]:
    """Make a home folder for a client, and remove what can be removed of it afterwards.

    What the client's bus has started may have a folder of its own mounted there a moment longer,
    which makes removing fail in ways that are raised though all errors are to be ignored.
    """
    home = tempfile.mkdtemp()
    try:
        yield home
    finally:
        with suppress(OSError):
            shutil.rmtree(home, ignore_errors=True)


@contextmanager
def running(client: Client) -> Iterator[subprocess.Popen[bytes]]:
    """Run a client with a home of its own until the block ends."""
    with own_home() as home:
        for name, text in client.files.items():
            path = Path(home) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        environment = {
            **child_environment(),
            "HOME": home,
            "XDG_CONFIG_HOME": f"{home}/.config",
            "XDG_DATA_HOME": f"{home}/.local/share",
            "XDG_CACHE_HOME": f"{home}/.cache",
            "GSETTINGS_BACKEND": "keyfile",
            "NO_AT_BRIDGE": "1",
            "LANG": "C.UTF-8",
        }
        bus = ["dbus-run-session", "--"] if client.needs_bus else []
        assert client.path is not None
        program = _start([*bus, client.path, *client.arguments], environment)
        try:
            yield program
        finally:
            _end(program)


def wait_for_board(client: Client, screen: MssScreen, reader: BoardReader) -> None:
    """Wait until the client's board is on the screen and stays where it is."""
    until = time.monotonic() + PATIENCE
    shown = None
    while time.monotonic() < until:
        before, shown = shown, screen.grab()
        # A window that is half drawn is searched for ten seconds and more.
        if before is not None and np.array_equal(before.pixels, shown.pixels):
            with suppress(NoBoardFoundError):
                board = reader.read(shown).board
                if (board.rows, board.cols) == (client.rows, client.cols):
                    return
        time.sleep(0.3)
    raise AssertionError(f"{client.name} never showed its board")


def resting_place() -> Point:
    """Return where the pointer harms nothing."""
    return Point(SIZE[0] - 200, 60)


def warp(x: int, y: int) -> None:
    """Move the pointer as a hand would."""
    _act(HAND, x, y)


def move_window(program: int, x: int, y: int) -> None:
    """Move the window of a program (its process id) to a place, as a person would drag it."""
    _act(DRAG, program, x, y)


def change_window(place: Point, dx: int = 0, dy: int = 0, grow: int = 0) -> None:
    """Move the window at a place by about some pixels, or enlarge it."""
    _act(CHANGE, place.x, place.y, dx, dy, grow)


@dataclass
class Cover:
    """A window over another; keeps the clicks it was given."""

    clicks: int = 0


@contextmanager
def covering(board: dict[str, int]) -> Iterator[Cover]:
    """Lay a window over a board until the block ends."""
    place = "{w}x{h}+{x}+{y}".format(**board)
    program = subprocess.Popen(
        [sys.executable, "-c", COVER, place],
        env=child_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    cover = Cover()
    first = ""
    try:
        assert program.stdout is not None
        # A click that was under way already may be the first that it tells.
        first = program.stdout.readline().strip()
        assert first in ("shown", "click"), program.communicate()
        yield cover
    finally:
        program.terminate()
        cover.clicks = (first + program.communicate()[0]).count("click")


def _act(script: str, *arguments: object) -> None:
    """Run a script on the display; a process of its own, as its X library leaves files open."""
    subprocess.run(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**child_environment(), "XAUTHORITY": os.devnull},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def _start(command: list[str], environment: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _end(program: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started."""
    import signal

    try:
        os.killpg(program.pid, signal.SIGTERM)
    except ProcessLookupError:
        return
    try:
        program.wait(5)
    except subprocess.TimeoutExpired:
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()
