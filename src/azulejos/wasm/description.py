"""What scripts need of a game beside its module: layouts, texts and settings, as plain data.

Everything here is made from what the game and the layers below declare. Words are English and for
developers; pages have catalogues.
"""

import json
from collections.abc import Iterable
from typing import Any

import azulejos
from azulejos.analysis import exploring, hinting, judge, reviewer
from azulejos.analysis.review import KINDS, THRESHOLDS
from azulejos.bots import PLAIN_MS, levels
from azulejos.bots.levels import PLAIN_MCTS, Level
from azulejos.bots.players import NEARLY_ALL, PART_OF_THE_TIME, VISITS_OF_THE_SOLVED
from azulejos.core import default_refusals
from azulejos.core.options import schema
from azulejos.games.spec import GameSpec
from azulejos.nets.network import NO_NETWORKS, Networks
from azulejos.nets.weights import shipped
from azulejos.search.after import MAX_NODES, MIN_NODES, NODES_A_VISIT
from azulejos.search.evaluators import MARGIN_SCALE, MARGIN_WEIGHT, SOLO_SCALE
from azulejos.search.tastes import CANDIDATES
from azulejos.search.tree import LINKS, NUMBERS
from azulejos.wasm.layout import layout_of
from azulejos.wasm.room import MAX_TREES, room_dtype
from azulejos.wasm.weights import places_of


def description(spec: GameSpec) -> bytes:
    """The data file of a game: JSON."""
    return json.dumps(describe(spec), ensure_ascii=False, separators=(",", ":")).encode()


def describe(spec: GameSpec) -> dict[str, Any]:
    """The same as plain data."""
    game, kernel = spec.Game, spec.kernel
    refusals = spec.part("refusals") or default_refusals
    options = spec.part("options")
    return {
        "game": spec.name,
        "title": spec.title,
        "version": azulejos.__version__,
        "layout": {
            "state": layout_of(kernel.STATE),
            "room": layout_of(room_dtype(spec), without=("buffers", "solver", "filling")),
        },
        "actions": [str(move) for move in game.MOVES],
        "spellings": _spellings(spec, "move_spellings", game.MOVES),
        "chance": _chance(spec),
        "phases": list(game.PHASES),
        "players": {"min": spec.min_players, "max": spec.max_players},
        "options": schema(options.OPTIONS if options else ()),
        "facts": [kind._asdict() for kind in game.FACTS],
        "refusals": [
            {
                "code": kind.code,
                "english": kind.english,
                "many": kind.many,
                "parts": list(kind.parts),
            }
            for kind in refusals.REFUSALS
        ],
        "impossible": [
            {"code": why.kind.code, "parts": list(why.parts), "place": why.place}
            for why in refusals.IMPOSSIBLE
        ],
        "part_words": {name: list(words) for name, words in refusals.PART_WORDS.items()},
        **_opponents(spec),
        "judging": _judging(spec),
    }


def networks_of(spec: GameSpec) -> Networks:
    """The networks that a game's levels use in a browser: those that ship, if any do."""
    return shipped(spec.name) if levels.LEARNED_LEVELS[spec.name] else NO_NETWORKS


def _spellings(spec: GameSpec, name: str, values: Iterable[Any]) -> dict[str, int]:
    """Other ways to write a move or a draw, by what they mean."""
    moves = spec.part("moves")
    if not hasattr(moves, name):
        return {}
    usual = {str(value) for value in values}
    found: dict[str, int] = getattr(moves, name)()
    return {text: number for text, number in found.items() if text not in usual}


def _chance(spec: GameSpec) -> dict[str, Any]:
    """How chance is written: by texts of its outcomes, or in groups of letters."""
    game, moves = spec.Game, spec.part("moves")
    told: dict[str, Any] = {"marks": list(game.CHANCE_MARKS), "option": game.CHANCE_OPTION}
    groups = getattr(moves, "CHANCE_GROUPS", None)
    if groups is not None:
        return told | {"groups": groups}
    draws = getattr(moves, "DRAWS", ())
    return told | {
        "texts": [str(draw) for draw in draws],
        "spellings": _spellings(spec, "draw_spellings", draws),
    }


def _opponents(spec: GameSpec) -> dict[str, Any]:
    """Levels, and how each is searched."""
    learned = levels.LEARNED_LEVELS[spec.name]
    configs = {
        "plain": PLAIN_MCTS,
        "heuristic": levels.HEURISTIC_CONFIGS[spec.name],
        "learned": levels.LEARNED_CONFIGS[spec.name] if learned else None,
        "multiplayer": levels.MULTIPLAYER_CONFIGS[spec.name] if learned else None,
    }
    return {
        "levels": [
            {
                "number": number,
                "name": level.name,
                "manner": level.manner,
                "usual": _search(level),
                "learned": _search(learned[number]) if number in learned else None,
            }
            for number, level in enumerate(levels.LEVELS[spec.name], 1)
        ],
        "usual_level": levels.USUAL_LEVELS[spec.name],
        "configs": {name: config and config._asdict() for name, config in configs.items()},
        "networks": places_of(networks_of(spec)) if learned else None,
        "search": {
            "links": LINKS,
            "numbers": NUMBERS,
            "most_legal": spec.kernel.MAX_LEGAL,
            "trees": MAX_TREES,
            "candidates": CANDIDATES,
            "part_of_the_time": PART_OF_THE_TIME,
            "nearly_all": NEARLY_ALL,
            "visits_of_the_solved": VISITS_OF_THE_SOLVED,
            "plain_ms": PLAIN_MS,
        },
    }


def _judging(spec: GameSpec) -> dict[str, Any]:
    """By which numbers moves and deals are judged, and how finely."""
    trees = {"nodes_a_visit": NODES_A_VISIT, "min_nodes": MIN_NODES, "max_nodes": MAX_NODES}
    return {
        "candidates": judge.CANDIDATES,
        "halving": list(judge.HALVING),
        "batches": judge.BATCHES,
        "least_error": judge.LEAST_ERROR,
        "share_of_a_line": judge.SHARE_OF_A_LINE,
        "least_of_a_line": judge.LEAST_OF_A_LINE,
        "visits_of_a_line": judge.VISITS_OF_A_LINE,
        "longest_line": judge.LONGEST_LINE,
        "positions_a_visit": judge.POSITIONS_A_VISIT,
        "decisions_of_an_ending": judge.DECISIONS_OF_AN_ENDING,
        "replicas": judge.REPLICAS,
        "share_of_a_deal": judge.SHARE_OF_A_DEAL,
        "guesses": judge.GUESSES,
        "purpose": judge.OF_JUDGING,
        "margin_weight": MARGIN_WEIGHT,
        "margin_scale": MARGIN_SCALE,
        "solo_scale": SOLO_SCALE,
        "trees": trees,
        "exploring": {
            "first_visits": exploring.FIRST_VISITS,
            "most_visits": exploring.MOST_VISITS,
            "visits_of_a_tree": exploring.VISITS_OF_A_TREE,
            "first_batch": exploring.FIRST_BATCH,
            "piece": exploring.PIECE,
        },
        "hints": {"visits": hinting.VISITS},
        "reviews": {
            "visits": {
                str(players): reviewer.usual_visits(spec.name, players)
                for players in range(spec.min_players, spec.max_players + 1)
            },
            "samples": reviewer.DEFAULT_SAMPLES,
            "coarser": reviewer.COARSER,
            "coarsest": reviewer.COARSEST,
            "min_visits": reviewer.MIN_VISITS,
            "good": reviewer.GOOD,
            "thresholds": THRESHOLDS,
            "kinds": list(KINDS),
            "long": reviewer.LONG,
        },
    }


def _search(level: Level) -> dict[str, Any]:
    return {
        "visits": level.visits,
        "ms": level.ms,
        "error": level.error,
        "exact": level.exact,
        "taste": level.taste,
        "fondness": level.fondness,
    }
