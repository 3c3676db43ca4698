from __future__ import annotations

import random
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autoplay.board import Board, Cell, GameState
from autoplay.errors import InputError
from autoplay.game.engine import Game
from autoplay.game.level import Level
from autoplay.game.rules import Rule


class PlainGame:
    """The rules once more, cell by cell and by the shortest wording; slow on purpose."""

    def __init__(self, rows: int, cols: int, mines: set[tuple[int, int]], marks: bool) -> None:
        self.rows, self.cols, self.mines, self.marks = rows, cols, mines, marks
        self.opened: set[tuple[int, int]] = set()
        self.sign: dict[tuple[int, int], str] = {}

    def around(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        return {
            (r, c)
            for r in range(self.rows)
            for c in range(self.cols)
            if max(abs(r - cell[0]), abs(c - cell[1])) == 1
        }

    def number(self, cell: tuple[int, int]) -> int:
        return len(self.around(cell) & self.mines)

    @property
    def lost(self) -> bool:
        return bool(self.opened & self.mines)

    @property
    def won(self) -> bool:
        return not self.lost and len(self.opened) + len(self.mines) == self.rows * self.cols

    def open_all(self, cells: set[tuple[int, int]]) -> None:
        closed = {(r, c) for r in range(self.rows) for c in range(self.cols)} - self.opened
        closed -= {cell for cell, sign in self.sign.items() if sign == "F"}
        new = cells & closed
        while more := {
            n
            for cell in new - self.mines
            if self.number(cell) == 0
            for n in self.around(cell) & closed - new
        }:
            new |= more
        self.opened |= new

    def act(self, kind: str, cell: tuple[int, int]) -> None:
        if self.won or self.lost:
            return
        if kind == "open":
            self.open_all({cell})
        elif kind == "flag" and cell not in self.opened:
            cycle = [".", "F", "?"] if self.marks else [".", "F"]
            now = cycle.index(self.sign.get(cell, "."))
            self.sign[cell] = cycle[(now + 1) % len(cycle)]
        elif kind == "chord" and cell in self.opened and self.number(cell) > 0:
            flags = {n for n in self.around(cell) if self.sign.get(n) == "F"} - self.opened
            if len(flags) == self.number(cell):
                self.open_all(self.around(cell))

    def symbol(self, cell: tuple[int, int]) -> str:
        mine = cell in self.mines
        if cell in self.opened:
            return "X" if mine else str(self.number(cell))
        sign = self.sign.get(cell, ".")
        if self.won:
            return "F"
        if self.lost and mine and sign != "F":
            return "*"
        if self.lost and not mine and sign == "F":
            return "W"
        return sign

    def rows_of_text(self) -> list[str]:
        return ["".join(self.symbol((r, c)) for c in range(self.cols)) for r in range(self.rows)]


@given(st.data())
def test_the_rules_are_those_of_the_plain_wording(data: st.DataObject) -> None:
    rows, cols = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    cells = st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1))
    mines = data.draw(st.sets(cells, max_size=min(rows * cols - 1, data.draw(st.integers(0, 12)))))
    marks = data.draw(st.booleans())
    game = Game.with_mines(Level(cols, rows, len(mines)), mines, question_marks=marks)
    plain = PlainGame(rows, cols, mines, marks)
    acts = st.tuples(st.sampled_from(["open", "open", "flag", "right flag", "chord"]), cells)
    for wanted, place in data.draw(st.lists(acts, max_size=30)):
        kind, cell = wanted, place
        if kind == "right flag":  # so that chords match more often than chance would have it
            kind, cell = "flag", min(mines, default=cell, key=lambda m: abs(m[0] - place[0]))
        {"open": game.open, "flag": game.toggle_flag, "chord": game.chord}[kind](*cell)
        plain.act(kind, cell)
        assert game.view().to_rows() == plain.rows_of_text()
        assert game.state is (
            GameState.LOST if plain.lost else GameState.WON if plain.won else GameState.PLAYING
        )


@given(st.integers(0, 2**32), st.sampled_from(Rule))
def test_every_view_agrees_with_its_solution(seed: int, rule: Rule) -> None:
    game = Game(Level(7, 6, 8), rule, seed)
    for cell in random.Random(seed).sample(range(42), 42):
        game.open(*divmod(cell, 7))
    view, solution = game.view(), game.solution()
    assert not view.problems()
    assert not solution.problems()
    assert int((solution.cells == Cell.MINE).sum()) == 8
    assert np.array_equal(view.cells[view.numbers], solution.cells[view.numbers])


def test_the_first_click_keeps_what_the_rule_promises() -> None:
    for seed in range(200):
        safe, opening = (
            Game(Level(9, 9, 40), Rule.SAFE, seed),
            Game(Level(9, 9, 40), Rule.OPEN, seed),
        )
        safe.open(4, 4)
        opening.open(4, 4)
        assert safe.state is not GameState.LOST
        assert opening.view()[4, 4] == Cell.N0
    lost = [Game(Level(9, 9, 40), Rule.NONE, seed) for seed in range(200)]
    for game in lost:
        game.open(4, 4)
    assert 50 < sum(game.state is GameState.LOST for game in lost) < 150


def test_flags_laid_before_the_first_click_survive_it() -> None:
    game = Game(Level(9, 9, 0), Rule.SAFE, 1)
    game.toggle_flag(0, 0)
    assert game.mines_left == -1
    game.open(8, 8)
    assert game.state is GameState.PLAYING
    assert game.view()[0, 0] == Cell.FLAG
    assert not game.open(0, 0)
    game.toggle_flag(0, 0)
    assert game.open(0, 0)
    assert game.state is GameState.WON


def test_the_counter_shows_nothing_left_after_a_win() -> None:
    game = Game.with_mines(Level(3, 1, 1), [(0, 0)])
    game.open(0, 2)
    assert game.state is GameState.WON
    assert game.view().to_rows() == ["F10"]
    assert game.mines_left == 0


def test_a_chord_may_explode_more_than_one_mine() -> None:
    game = Game.with_mines(Level(3, 3, 2), [(0, 0), (0, 1)])
    game.open(1, 1)
    game.toggle_flag(2, 2)
    game.toggle_flag(2, 1)
    assert game.chord(1, 1)
    assert game.state is GameState.LOST
    assert game.view().to_rows() == ["XX1", "221", "0WW"]
    assert not game.open(0, 2)


def test_the_largest_blank_board_opens_without_recursion_and_fast() -> None:
    game = Game(Level(500, 500, 1), Rule.OPEN, 3)
    begun = time.perf_counter()
    game.open(250, 250)
    took = time.perf_counter() - begun
    assert int((game.view().cells <= Cell.N8).sum()) >= 249_990
    print(f"500x500 opened in {took:.2f} s")


def test_what_is_not_on_the_board_is_refused() -> None:
    game = Game(Level(9, 5, 3))
    with pytest.raises(InputError, match="no cell at row 5, col 0 on a board of 9x5"):
        game.open(5, 0)
    with pytest.raises(InputError, match="open a cell first"):
        game.solution()
    with pytest.raises(InputError, match="2 mines given"):
        Game.with_mines(Level(9, 5, 3), [(0, 0), (1, 1)])


def test_the_view_is_a_board_of_its_own() -> None:
    game = Game(Level(9, 9, 10), Rule.OPEN, 5)
    before = game.view()
    game.open(4, 4)
    assert before == Board.from_rows(["." * 9] * 9, mines=10)
    assert game.view() != before
