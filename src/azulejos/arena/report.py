"""The report on a run as plain data: ratings, scores, meetings, seats, points, failures."""

import math
from collections.abc import Mapping
from statistics import fmean
from typing import Any, NamedTuple

from azulejos.arena import ratings
from azulejos.arena.play import Outcome
from azulejos.arena.results import Deals, Pairing, for_ratings, mean_points, mean_score, pairings
from azulejos.arena.results import whole_deals as whole
from azulejos.arena.schedule import Contest, Key
from azulejos.arena.statistics import Estimate, Sprt, elo_of_score, mean, score_estimate

Findings = dict[str, Any]


class Anchor(NamedTuple):
    """The entrant whose rating is given, and that rating."""

    entrant: int
    elo: float


def findings(
    contest: Contest,
    games: Mapping[Key, Outcome],
    *,
    anchor: Anchor | None = None,
    sprt: Sprt | None = None,
) -> Findings:
    """The report on all finished deals. Intervals are ``[low, high]`` at 95 %, null if unbounded.

    anchor: by default the last entrant, at 0.
    """
    deals = whole(contest, games)
    met = pairings(contest, deals)
    anchor = anchor or Anchor(len(contest.entrants) - 1, 0.0)
    counted = [outcome for games_of_deal in deals.values() for outcome in games_of_deal]
    return {
        "game": contest.game,
        "options": contest.options,
        "ms": contest.ms,
        "visits": contest.visits,
        "seed": contest.seed,
        "games": len(counted),
        "deals": len(deals),
        "games_a_deal": contest.games_a_deal,
        "fair_score": None if contest.sides == 1 else 1 / contest.sides,
        **_standings(contest, deals, met, anchor),
        "meetings": [_meeting(contest, deals, pairing) for pairing in met],
        "seats": _seats(contest, deals),
        "length": _length(counted),
        "sprt": None if sprt is None else _test(met, sprt),
        "failures": _failures(contest, counted),
    }


def _estimate(name: str, estimate: Estimate | None) -> dict[str, Any]:
    """A value and its interval, ready for JSON, which knows no infinity."""
    if estimate is None:
        return {name: None, f"{name}_interval": None}
    value, *interval = (bound if math.isfinite(bound) else None for bound in estimate)
    return {name: value, f"{name}_interval": interval}


# ── Entrants ─────────────────────────────────────────────────────────────────────────────────────


def _standings(
    contest: Contest, deals: Deals, met: list[Pairing], anchor: Anchor
) -> dict[str, Any]:
    names = contest.names
    rated = None
    if any(pairing.scores for pairing in met):
        rated = ratings.fit(for_ratings(len(names), met), anchor.entrant, anchor.elo)
    entrants: list[dict[str, Any]] = []
    for number, name in enumerate(names):
        fixed = number == anchor.entrant
        elo = rated.elo[number] if rated else None
        entrants.append(
            {"name": name, "anchor": fixed and rated is not None}
            | _estimate("elo", elo)
            | ({"elo_interval": None} if fixed else {})
            | _entrant(contest, deals, number)
        )
    entrants.sort(key=lambda entrant: -(entrant["elo"] or 0))
    return {"entrants": entrants, "pseudo_games": rated.pseudo_games if rated else 0}


def _entrant(contest: Contest, deals: Deals, number: int) -> dict[str, Any]:
    """How an entrant did over all its deals."""
    own = [games for games in deals.values() if any(number in game["sides"] for game in games)]
    games = [game for deal in own for game in deal if number in game["sides"]]
    points = [scored for deal in own if (scored := mean_points(deal, number)) is not None]
    seconds = decisions = failures = 0
    for game in games:
        for side, entrant in enumerate(game["sides"]):
            if entrant == number:
                seconds += game["seconds"][side]
                decisions += game["decisions"][side]
                failed = game["failure"] is not None and game["failure"]["side"] == side
                failures += failed
    telling = own if contest.has_winners else []
    scores = [mean_score(deal, number) for deal in telling]
    return {
        "games": len(games),
        **_estimate(
            "score", score_estimate(scores, 1 if contest.sides == 1 else contest.games_a_deal)
        ),
        **_estimate("points", mean(points)),
        "ms_per_move": 1000 * seconds / decisions if decisions else None,
        "failures": failures,
    }


# ── Meetings ─────────────────────────────────────────────────────────────────────────────────────


def _meeting(contest: Contest, deals: Deals, pairing: Pairing) -> dict[str, Any]:
    """The results of one pairing; between two, also the one against the other."""
    names = [contest.names[entrant] for entrant in pairing.entrants]
    number = None if contest.sides == 1 else _number(contest, pairing)
    own = [games for (meeting, _), games in deals.items() if number in (None, meeting)]
    told: dict[str, Any] = {
        "entrants": names,
        "seats": list(pairing.seats),
        "deals": len(pairing.scores),
        "games": len(pairing.scores) * pairing.games_a_deal,
        "scores": [
            {"name": name}
            | _estimate("score", score_estimate(pairing.of(place), pairing.games_a_deal))
            for place, name in enumerate(names)
        ],
    }
    if len(names) == 2:
        told |= _head_to_head(own, pairing)
    return told


def _number(contest: Contest, pairing: Pairing) -> int:
    sitting = [
        entrant
        for entrant, seats in zip(pairing.entrants, pairing.seats, strict=True)
        for _ in range(seats)
    ]
    return contest.meetings.index(tuple(sitting))


def _head_to_head(deals: list[list[Outcome]], pairing: Pairing) -> dict[str, Any]:
    """The first against the second: wins, Elo by this pairing only, and the margin in points."""
    one, other = pairing.entrants
    estimate = score_estimate(pairing.of(0), pairing.games_a_deal)
    elo = estimate and Estimate(*(elo_of_score(bound, pairing.sides) for bound in estimate))
    if pairing.games_a_deal == 1:  # solo games: a deal is won by the better result on it
        results = pairing.of(0)
    else:
        results = [
            game["scores"][game["sides"].index(one)]  # the first has one side only
            for games in deals
            for game in games
        ]
    margins = [
        mine - theirs
        for games in deals
        if (mine := mean_points(games, one)) is not None
        and (theirs := mean_points(games, other)) is not None
    ]
    return {
        "wins": sum(result == 1 for result in results),
        "shared": sum(0 < result < 1 for result in results),
        "losses": sum(result == 0 for result in results),
        **_estimate("elo", elo),
        **_estimate("margin", mean(margins)),
    }


# ── The rest ─────────────────────────────────────────────────────────────────────────────────────


def _seats(contest: Contest, deals: Deals) -> list[dict[str, Any]]:
    """The score of each side of the table, over all entrants that sat there."""
    if contest.sides == 1:
        return []
    return [
        _estimate(
            "score",
            score_estimate(
                [fmean(game["scores"][side] for game in games) for games in deals.values()],
                contest.games_a_deal,
            ),
        )
        for side in range(contest.sides)
    ]


def _length(games: list[Outcome]) -> dict[str, float | None]:
    """Mean moves and rounds of games without a failure."""
    whole_games = [game for game in games if game["failure"] is None]
    rounds = [game["rounds"] for game in whole_games if game["rounds"] is not None]
    return {
        "moves": fmean(game["moves"] for game in whole_games) if whole_games else None,
        "rounds": fmean(rounds) if rounds else None,
    }


def _test(met: list[Pairing], sprt: Sprt) -> dict[str, Any]:
    scores = met[0].of(0)
    ratio = sprt.ratio(scores) if scores else 0.0
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "ratio": ratio,
        "bound": sprt.bound,
        "accepted": sprt.decision(ratio),
    }


def _failures(contest: Contest, games: list[Outcome]) -> list[dict[str, Any]]:
    """Every game lost by a failure, with the reason."""
    return [
        {
            "name": contest.names[game["sides"][game["failure"]["side"]]],
            "meeting": game["meeting"],
            "deal": game["deal"],
            "seating": game["seating"],
            "reason": game["failure"]["reason"],
        }
        for game in games
        if game["failure"] is not None
    ]
