"""From a board to certain cells, probabilities and the move to make; knows no pixels."""

from autoplay.solver.analyser import Analyser, analyse
from autoplay.solver.analysis import Analysis
from autoplay.solver.contradiction import ConflictError
from autoplay.solver.deduction import Deduction, Rule, deduce
from autoplay.solver.layouts import all_layouts, sample_layout
from autoplay.solver.policy import choose
from autoplay.solver.totals import DEFAULT_DENSITY

__all__ = [
    "DEFAULT_DENSITY",
    "Analyser",
    "Analysis",
    "ConflictError",
    "Deduction",
    "Rule",
    "all_layouts",
    "analyse",
    "choose",
    "deduce",
    "sample_layout",
]
