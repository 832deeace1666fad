"""Options on what the booklet leaves open: final claims, border pairs, equal plates, board."""

from __future__ import annotations

import numpy as np
import pytest

from azulejos import azuleo, batch, bots, draw
from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.games.azuleo import kernel
from azulejos.nets.features import supports
from azulejos.nets.weights import shipped
from azulejos.search.analysis import Search

from . import slow_rules as slow
from .both import ANGLE, ROW, Rules, gain
from .positions import position
from .strategies import FORTY, FORTY_FOUR, WHOLE

BOARDS = pytest.mark.parametrize("board", [FORTY, FORTY_FOUR, WHOLE], ids=["40", "44", "64"])


@pytest.mark.parametrize(
    ("options", "points", "left"),
    [
        ({"final_claims": False}, [0, 0], 8),
        ({"final_claims": True}, [2, 2], 6),
        ({"final_claims": True, "blockades": 1}, [2, 0], 0),
        ({"final_claims": True, "blockades": None}, [2, 2], None),
    ],
    ids=str,
)
def test_claims_at_the_end(rules: Rules, options, points, left) -> None:
    """Two fields are unplayable when a swap ends the game: the next player claims first."""
    d = position(ROW, turn=1, idle_limit=1, idle=1, **options)
    assert len(slow.unplayable_fields(d)) == 2
    after = rules.after(d, "~" + d["sides"][1]["plates"][0])
    assert after["phase"] == "over"
    assert [side["score"] for side in after["sides"]] == points
    assert after["blockades"] == left


def test_claims_at_the_end_of_a_game_of_teams(rules: Rules) -> None:
    d = position(ROW, players=4, turn=2, idle_limit=1, idle=1, final_claims=True, blockades=1)
    after = rules.after(d, "~" + d["sides"][0]["plates"][0])
    assert [side["score"] for side in after["sides"]] == [0, 2]


#: Beside a cross in the corner, b1 makes one pair at the border and one inside.
CORNER = {"a1": "RYBG"}


def test_border_pairs(rules: Rules) -> None:
    """Without them only the pair inside scores, and lets a cross be laid."""
    for lying in slow.WAYS_TO_LIE:
        for border_pairs in (True, False):
            d = position(
                CORNER,
                hands=[[slow.kind_of(lying)] * 3, ["RYBG", "RYGB", "RBYG"]],
                plates=[["RY", "BG"], ["YB", "YB"]],
                border_pairs=border_pairs,
            )
            made = slow.combinations(d, (0, 1), lying)
            assert len(made) == (2 if border_pairs else 1)
            move = "b1" + lying
            legal = slow.keeps_colour_rule(d, (0, 1), lying) and any(
                slow.pair_shown(combination) in ("RY", "BG") for combination in made
            )
            assert (move in rules.legal(d)) is legal
            if legal:
                pairs = [slow.pair_shown(combination) for combination in made]
                assert gain(rules, d, move) == 2 * sum(pair in ("RY", "BG") for pair in pairs)


@pytest.mark.parametrize(("equal_plates", "points"), [(False, 6), (True, 10)])
def test_equal_plates_score_twice(rules: Rules, equal_plates: bool, points: int) -> None:
    """The red and yellow azuleo of d4: 4 triangles, or 8, and its bonus once."""
    d = position(
        ANGLE,
        hands=[["RYBG"] * 3, ["RYGB"] * 3],
        plates=[["RY", "RY"], ["RB", "RB"]],
        equal_plates=equal_plates,
    )
    assert gain(rules, d, "d4RYBG") == points
    d["sides"][0]["plates"] = ["RY", "RG"]
    d["plate_supply"]["RY"] += 1
    d["plate_supply"]["RG"] -= 1
    assert gain(rules, d, "d4RYBG") == 6  # one of each counts once in any case


@BOARDS
def test_large_boards_have_all_their_fields(board: list[str]) -> None:
    game = azuleo.Game(2, board=board, seed=3, claims="automatic")
    fields = {slow.name(field) for field in slow.all_fields(game.to_dict())}
    number = int(batch.starts("azuleo", board=board, first=0)["fields"][0]) % (1 << 64)
    assert number.bit_count() == len(fields)
    picture = draw.svg(game.to_dict())
    assert all(f'data-field="{name}"' in picture for name in fields)
    assert azuleo.Game.from_text(game.to_text()).to_dict() == game.to_dict()
    while not game.is_over:
        game.play(game.legal_moves()[0])
    assert azuleo.replay(game.record()).to_dict() == game.to_dict()


def test_options_in_one_line() -> None:
    game = azuleo.Game(2, seed=1, final_claims=True, border_pairs=False, equal_plates=True)
    line = game.to_text()
    assert line.endswith("final_claims=true,border_pairs=false,equal_plates=true")
    assert azuleo.Game.from_text(line).options == game.options


def test_games_on_the_usual_board_need_no_more_than_before() -> None:
    """Actions 0 to 912 and, but for three options, the same numbers of an observation."""
    states = batch.starts("azuleo", first=0)
    assert batch.masks(states).shape == (len(states), 913)
    assert batch.observations(states).shape == (len(states), 122)
    assert azuleo.Move.of_action(912).what == "pass"
    wide = batch.starts("azuleo", board=WHOLE, first=0)
    assert batch.masks(wide).shape == (len(wide), kernel.ACTIONS)
    assert batch.observations(wide).shape == (len(wide), kernel.OBSERVATION)


def test_every_action_has_a_move_of_its_own() -> None:
    texts = {str(azuleo.Move.of_action(action)) for action in range(kernel.ACTIONS)}
    assert len(texts) == kernel.ACTIONS
    assert azuleo.Move.parse("h8RYBG").action == 913 + 24 * 27
    assert azuleo.Move.parse("#h8").action == kernel.ACTIONS - 1


@pytest.mark.parametrize(
    "options",
    [{"board": FORTY_FOUR}, {"border_pairs": False}, {"equal_plates": True}],
    ids=["wide", "border", "equal"],
)
def test_networks_judge_only_what_they_have_learnt(options) -> None:
    """The strongest level plays on without them; who searches with them is refused."""
    game = azuleo.Game(2, seed=4, **options)
    assert not supports(np.atleast_1d(game.state))
    player = bots.make("level:10", "azuleo", 5)
    plain = bots.make("level:10@heuristic", "azuleo", 5)
    assert str(player.choose(game, visits=20)) == str(plain.choose(game, visits=20))
    search = Search(kernel, LEARNED_CONFIGS["azuleo"], networks=shipped("azuleo"))
    states = np.frombuffer(bytearray(game.state.tobytes()), kernel.STATE)
    with pytest.raises(ValueError, match="not trained"):
        search.analyse(states, visits=2)
