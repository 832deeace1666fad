"""Puzzles: positions in which one move is clearly the best, found in games of strong players."""

from azulejos.puzzles import words
from azulejos.puzzles.collecting import collect
from azulejos.puzzles.finder import Find, Setting, Try, finds_in_game
from azulejos.puzzles.making import FindsError, MakingFailed, Standing, make, read_finds
from azulejos.puzzles.puzzle import (
    Collection,
    Line,
    Puzzle,
    PuzzleError,
    Wrong,
    shipped,
    with_puzzles,
)

__all__ = [
    "Collection",
    "Find",
    "FindsError",
    "Line",
    "MakingFailed",
    "Puzzle",
    "PuzzleError",
    "Setting",
    "Standing",
    "Try",
    "Wrong",
    "collect",
    "finds_in_game",
    "make",
    "read_finds",
    "shipped",
    "with_puzzles",
    "words",
]
