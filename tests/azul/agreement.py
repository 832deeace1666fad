"""Playing the real game and the slow rules side by side."""

from azulejos import azul

from . import slow_rules


def texts(moves):
    return [str(move) for move in moves]


def moves_of(game):
    return set(texts(game.legal_moves()))


def agree(game, d):
    """The game is in the position ``d``, and allows the same moves as the slow rules do."""
    assert game.to_dict() == d
    moves = texts(game.legal_moves())
    assert len(set(moves)) == len(moves), "a legal move is listed twice"
    assert set(moves) == slow_rules.legal_moves(d)


def check(game, d):
    """The game says exactly what the slow rules say of the position ``d``, in every way it can."""
    agree(game, d)
    assert game.phase == d["phase"]
    assert game.turn == d["turn"]
    assert game.round == d["round"]
    assert game.first == d["first"]
    assert game.players == d["players"]
    assert game.wall == d["wall"]
    assert list(game.scores) == [board["score"] for board in d["boards"]]
    assert game.is_over is (d["phase"] == "over")
    assert game.winners == slow_rules.winners(d)


def step(game, d, move):
    """Play a move or a deal on both. Returns the position before the deal, and the one after it.

    Where the game deals by itself, its deal is checked to be one that can happen.
    """
    game.play(move)
    if str(move).startswith("="):
        before_deal = d = slow_rules.after_deal(d, str(move))
    else:
        before_deal = d = slow_rules.after(d, str(move))
    if d["phase"] == "deal" and game.phase != "deal":
        d = slow_rules.after_deal(d, slow_rules.deal_text(game.to_dict()["factories"]))
    agree(game, d)
    return before_deal, d


def play(d, *moves, seed=1):
    """Play from a position. Returns the game, and the position before a deal that came last."""
    game = azul.Game.from_dict(d, seed=seed)
    check(game, d)
    before_deal = d
    for move in moves:
        before_deal, d = step(game, d, move)
        check(game, d)
    return game, before_deal


def everything_to_the_floor(game):
    """Play the offer to its end with everyone taking to the floor line, factories first.

    Returns the position before the deal that follows.
    """
    assert game.phase == "offer", f"there is no offer: the phase is {game.phase!r}"
    d = game.to_dict()
    this_round = game.round
    while game.phase == "offer" and game.round == this_round:
        move = next(m for m in reversed(texts(game.legal_moves())) if m.endswith("F"))
        before_deal, d = step(game, d, move)
    return before_deal


def floor_rounds(players, deals, **options):
    """A game with given deals in which everyone has taken everything to the floor."""
    game = azul.Game(players, first=0, deals="manual", **options)
    for deal in deals:
        game.play(deal)
        everything_to_the_floor(game)
    return game
