"""The bots that look at one number at a time."""

from random import Random

import pytest

from autoplay.board import Board, Cell, GameState
from autoplay.bots.naive import OrderedWorkSet, UnorderedWorkSet
from autoplay.bots.registry import bot_factory
from autoplay.game.engine import Game
from autoplay.game.level import BEGINNER, INTERMEDIATE
from autoplay.game.rules import Rule

SINGLE_POINT_BOTS = ("naive-unordered", "naive-ordered", "single-point", "double-set")


@pytest.mark.parametrize("name", SINGLE_POINT_BOTS)
@pytest.mark.parametrize("level", [BEGINNER, INTERMEDIATE], ids=str)
def test_what_a_bot_calls_certain_is_never_a_mine(name, level):
    certain = 0
    for seed in range(150):
        bot = bot_factory(name)(Random(seed))
        game = Game(level, Rule.SAFE, seed)
        game.open(0, 0)
        truth = game.solution()
        while game.state is GameState.PLAYING:
            for move in bot.moves(game.view()):
                if move.certain:
                    assert truth[move.row, move.col] is not Cell.MINE
                    certain += 1
                game.open(move.row, move.col)
                if game.state is not GameState.PLAYING:
                    break
    assert certain > 500


def test_a_proven_mine_is_never_guessed():
    # The 1 at the left has a single hidden neighbour; no rule decides anything else.
    board = Board.from_rows([".2..", "12..", "01.."], mines=3)
    for name in ("single-point", "double-set"):
        for seed in range(50):
            (move, *_) = bot_factory(name)(Random(seed)).moves(board)
            assert not move.certain
            assert (move.row, move.col) != (0, 0), name


def test_all_free_and_all_mines_are_both_used():
    forced = Board.from_rows([".1.", "11.", "00."], mines=1)
    moves = bot_factory("single-point")(Random(1)).moves(forced)
    assert all(move.certain for move in moves)
    assert {(m.row, m.col) for m in moves} == {(0, 2), (1, 2), (2, 2)}


def test_double_set_looks_at_a_number_again_when_a_mark_has_appeared():
    # Nothing can be said of the 1 in the corner before the lower part of the board is opened.
    bot = bot_factory("double-set")(Random(0))
    before = Board.from_rows(["1..", "...", "..."], mines=1)
    assert not bot.moves(before)[0].certain
    after = Board.from_rows(["1..", "1.1", "1.1"], mines=None)
    assert not any(m.certain for m in bot.moves(after))
    decided = Board.from_rows(["1.1", "1.1", "111"], mines=None)
    assert [(m.row, m.col) for m in bot.moves(decided) if m.certain] == [(0, 1)]


def test_double_set_finds_what_single_point_finds():
    for seed in range(60):
        game = Game(INTERMEDIATE, Rule.OPEN, seed)
        game.open(8, 8)
        while game.state is GameState.PLAYING:
            found = [
                {(m.row, m.col) for m in bot_factory(name)(Random(seed)).moves(game.view())}
                for name in ("single-point", "double-set")
            ]
            assert found[0] == found[1]
            for row, col in sorted(found[0]):
                game.open(row, col)


def test_the_work_sets_hold_each_cell_once():
    for work in (OrderedWorkSet(), UnorderedWorkSet(Random(3))):
        for cell in (5, 3, 5, 9, 3):
            work.add(cell)
        taken = [work.take() for _ in range(4)]
        assert sorted(taken[:3]) == [3, 5, 9]
        assert taken[3] is None


def test_the_ordered_work_set_keeps_the_order():
    work = OrderedWorkSet()
    for cell in (5, 3, 9):
        work.add(cell)
    assert [work.take() for _ in range(3)] == [5, 3, 9]
