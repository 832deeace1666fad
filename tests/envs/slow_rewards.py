"""The three kinds of rewards, written down once more as plainly as can be: slow, and readable."""

from fractions import Fraction


def at_the_end(kind, sides, standings, alone_won):
    """Everybody's reward for a finished game.

    sides: whose side each player is on. standings: what orders each side in the result, higher
    being better. alone_won: for a single side, whether it reached its aim.
    """
    if len(standings) == 1:
        worth = [Fraction(1 if alone_won else -1)]
    else:
        worth = {"win": of_win, "places": of_places}[kind](standings)
    return [float(worth[side]) for side in sides]


def of_win(standings):
    """A win is worth 1, shared among those who win; all together get 0, and so losers pay it."""
    winners = [side for side, standing in enumerate(standings) if standing == max(standings)]
    n = len(standings)
    share = {side: Fraction(1, len(winners)) if side in winners else 0 for side in range(n)}
    return [(n * share[side] - 1) / Fraction(n - 1) for side in range(n)]


def of_places(standings):
    """From 1 for the first place to −1 for the last in equal steps; equals share their places."""
    n = len(standings)
    values = [1 - Fraction(2 * place, n - 1) for place in range(n)]
    worth = []
    for standing in standings:
        first = sum(other > standing for other in standings)
        equal = standings.count(standing)
        worth.append(sum(values[first : first + equal]) / equal)
    return worth
