"""What the practice window can be told to do: its menus, its buttons, its keys."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from tkinter import ttk
from typing import TYPE_CHECKING

from autoplay.game.level import LEVELS
from autoplay.game.rules import Rule
from autoplay.vision.packs.skins import shipped_skins

if TYPE_CHECKING:
    from collections.abc import Callable

    from autoplay.game.window import PracticeWindow

BUTTONS_A_ROW = 3

KEYS = (
    "Arrows move the frame, space opens or chords, f flags, c chords. n or F2: next board, "
    "r: same board again, h: hint, b: help-bot, s: one move of the solver, a: let it run, "
    "o: states, t: trace, + and -: size."
)


@dataclass(frozen=True, slots=True)
class Command:
    """One thing the window does: its name, its key, and whether it has a button."""

    label: str
    key: str
    act: Callable[[], None]
    button: bool = False


def commands_of(window: PracticeWindow) -> list[Command]:
    """Return all commands with a key of their own."""
    return [
        Command("Next board", "n", window.next_board),
        Command("Same board again", "r", window.same_board),
        Command("Hint", "h", window.hint, button=True),
        Command("Help-bot", "b", window.help_bot, button=True),
        Command("Step", "s", window.step, button=True),
        Command("Autoplay", "a", window.run, button=True),
        Command("States", "o", lambda: window.switch(window.states), button=True),
        Command("Trace", "t", lambda: window.switch(window.trace), button=True),
        Command("Larger", "+", lambda: window.zoom(5 / 4)),
        Command("Smaller", "-", lambda: window.zoom(4 / 5)),
        Command("Keys", "f1", lambda: window.say(KEYS)),
    ]


def add_buttons(master: tk.Misc, commands: list[Command]) -> ttk.Frame:
    """Build the rows of buttons; the key of each stands on it."""
    frame = ttk.Frame(master, padding=4)
    shown = [command for command in commands if command.button]
    for index, command in enumerate(shown):
        row, column = divmod(index, BUTTONS_A_ROW)
        button = ttk.Button(
            frame, text=f"{command.label} ({command.key})", command=command.act, takefocus=False
        )
        button.grid(row=row, column=column, sticky="ew", padx=1, pady=1)
        frame.columnconfigure(column, weight=1, uniform="buttons")
    return frame


def add_menus(window: PracticeWindow, commands: list[Command]) -> None:
    """Build the menu bar."""
    bar = tk.Menu(window.root)
    by_label = {command.label: command for command in commands}

    def menu(name: str, *labels: str) -> tk.Menu:
        made = tk.Menu(bar, tearoff=False)
        bar.add_cascade(label=name, menu=made, underline=0)
        for label in labels:
            command = by_label[label]
            made.add_command(label=label, accelerator=command.key.upper(), command=command.act)
        return made

    game = menu("Game", "Next board", "Same board again")
    game.add_command(label="Board number...", command=window.ask_seed)
    game.add_command(label="Copy the board as text", command=window.copy_board)
    game.add_separator()
    game.add_command(label="Quit", command=window.close)

    level = menu("Level")
    for name, size in LEVELS.items():
        text = f"{name} ({size.cols}x{size.rows}, {size.mines} mines)"
        level.add_command(label=text, command=lambda size=size: window.change(level=size))  # type: ignore[misc]
    level.add_command(label="Custom...", command=window.ask_level)

    rules = menu("Rules")
    for rule in Rule:
        rules.add_radiobutton(
            label=f"First click: {rule.value}",
            variable=window.rule,
            value=rule.value,
            command=window.change_modes,
        )
    rules.add_separator()
    for label, variable in (
        ("Fair mode", window.fair),
        ("No guessing needed", window.no_guess),
        ("Question marks", window.question_marks),
    ):
        rules.add_checkbutton(label=label, variable=variable, command=window.change_modes)

    help_menu = menu("Solver", "Hint", "Help-bot", "Step", "Autoplay", "Keys")
    for label, variable in (("States", window.states), ("Trace", window.trace)):
        help_menu.add_checkbutton(label=label, variable=variable, command=window.refresh)

    look = menu("Look", "Larger", "Smaller")
    for skin in shipped_skins():
        look.add_radiobutton(
            label=skin.name,
            variable=window.skin,
            value=skin.name,
            command=lambda skin=skin: window.wear(skin),  # type: ignore[misc]
        )
    window.root.configure(menu=bar)


def key_name(event: tk.Event[tk.Misc]) -> str:
    """Return the key of an event as pyautogui names it, ``ctrl+`` before it where that is held."""
    name = {"return": "enter", "kp_enter": "enter", "plus": "+", "minus": "-", "equal": "+"}
    key = name.get(event.keysym.lower(), event.keysym.lower())
    held = int(event.state) & 0x4
    return f"ctrl+{key}" if held else key
