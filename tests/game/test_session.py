from autoplay.board import GameState
from autoplay.game.level import Level
from autoplay.game.rules import Rule
from autoplay.game.session import Session, Settings
from autoplay.move import Move, MoveKind


class SetClock:
    def __init__(self) -> None:
        self.time = 100.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


def play_out(session: Session, *, win: bool) -> None:
    session.act(Move(MoveKind.OPEN, 0, 0))
    solution = session.game.solution()
    for row in range(solution.rows):
        for col in range(solution.cols):
            if solution[row, col].is_number is win:
                session.act(Move(MoveKind.OPEN, row, col))


def test_the_clock_runs_from_the_first_opened_cell_to_the_end() -> None:
    clock = SetClock()
    session = Session(Settings(Level(5, 5, 8), Rule.SAFE), clock)
    session.act(Move(MoveKind.FLAG, 4, 4))
    clock.sleep(7)
    assert session.seconds == 0
    session.act(Move(MoveKind.OPEN, 0, 0))
    clock.sleep(3)
    assert session.seconds == 3
    session.act(Move(MoveKind.FLAG, 4, 4))
    play_out(session, win=True)
    clock.sleep(50)
    assert session.game.state is GameState.WON
    assert session.seconds == 3
    session.restart()
    assert session.seconds == 0


def test_the_score_counts_games_that_ended() -> None:
    clock = SetClock()
    session = Session(Settings(Level(5, 5, 8), Rule.SAFE, seed=4), clock)
    play_out(session, win=True)
    session.new_game()
    play_out(session, win=False)
    session.new_game()
    session.act(Move(MoveKind.OPEN, 0, 0))
    session.new_game()
    assert (session.score.won, session.score.lost) == (1, 1)
    assert session.score.best_seconds == 0
    assert session.settings.seed == 7


def test_the_trace_holds_what_changed_the_board() -> None:
    session = Session(Settings(Level(5, 5, 0), Rule.SAFE))
    assert session.act(Move(MoveKind.FLAG, 1, 1))
    assert not session.act(Move(MoveKind.OPEN, 1, 1))
    assert session.act(Move(MoveKind.OPEN, 0, 0))
    assert not session.act(Move(MoveKind.OPEN, 0, 0))
    assert [(move.kind, move.row) for move in session.trace] == [
        (MoveKind.FLAG, 1),
        (MoveKind.OPEN, 0),
    ]
