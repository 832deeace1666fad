"""Hypothesis state machines over the Game: what must hold whatever is played."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from azulejos import azuleo

from . import slow_rules as slow
from .strategies import DRAW_TEXTS, MOVE_TEXTS, games, twin

seeds = st.integers(0, 2**32 - 1)


def everything(game: azuleo.Game) -> tuple[Any, ...]:
    """All that a game shows of itself, down to the bytes of its state."""
    shown = json.dumps([game.to_dict(), game.record()])
    return shown, game.to_text(), game.state.tobytes(), [str(move) for move in game.legal_moves()]


def assert_adds_up(d: slow.Position) -> None:
    """36 crosses, six of a kind, and 18 plates, three of a pair, wherever they are."""
    crosses = Counter(slow.kind_of(c) for row in d["board"] for c in row if c and c != "#")
    plates = Counter(d["plate_supply"]) + Counter(d["discards"])
    for side in d["sides"]:
        crosses.update(side["hand"])
        plates.update(side["plates"])
    crosses.update(d["supply"])
    crosses.update([d["start"]] if d["start"] else [])
    put_down = d.get("pending", {}).get("put_down")  # while its successor is awaited
    if put_down:
        (crosses if len(put_down) == 4 else plates).update([put_down])
    assert crosses == dict.fromkeys(slow.KINDS, 6)
    assert plates == dict.fromkeys(slow.PAIRS, 3)
    blocked = sum(row.count("#") for row in d["board"])
    if d["options"]["mode"] == "fill":
        assert blocked == d["blockades"] == 0
    elif d["blockades"] is not None:
        assert blocked + d["blockades"] == d["options"]["blockades"]


class Play(RuleBasedStateMachine):
    """A game of the package and the same game by the slow rules, side by side."""

    @initialize(chosen=games(), seed=seeds)
    def set_up(self, chosen: dict[str, Any], seed: int) -> None:
        self.game = azuleo.Game(**chosen, seed=seed)
        draws = self.game.record()["moves"]
        self.slow = slow.set_up(**{**chosen, "draws": draws})
        self.past: list[tuple[tuple[Any, ...], slow.Position]] = []

    def play_one(self, rng: Random) -> None:
        """A random legal move, more often a lay than not."""
        moves = self.game.legal_moves()
        laid = [move for move in moves if str(move)[0] in "abcdef"]
        move = rng.choice(laid if laid and rng.random() < 0.7 else moves)
        self.past.append((everything(self.game), self.slow))
        known = len(self.game.record()["moves"])
        player = self.game.turn
        self.game.play(rng.choice([move, str(move)]), player=rng.choice([player, None]))
        record = self.game.record()
        new = record["moves"][known:]
        assert new[0] == str(move)
        assert record["turns"][known:] == [player] + [None] * (len(new) - 1)
        self.slow = slow.after(self.slow, new[0], new[1:])
        assert self.game.to_dict() == self.slow

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=seeds)
    def play(self, seed: int) -> None:
        self.play_one(Random(seed))

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=seeds, moves=st.integers(2, 15))
    def play_on(self, seed: int, moves: int) -> None:
        rng = Random(seed)
        for _ in range(moves):
            if not self.game.is_over:
                self.play_one(rng)

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if not self.past:
                before = everything(self.game)
                with pytest.raises(ValueError, match="nothing"):
                    self.game.undo()
                assert everything(self.game) == before
                return
            self.game.undo()
            before, self.slow = self.past.pop()
            assert everything(self.game) == before

    @rule(texts=st.lists(st.sampled_from(MOVE_TEXTS + DRAW_TEXTS), min_size=1, max_size=8))
    def refuse(self, texts: list[str]) -> None:
        legal = slow.legal_moves(self.slow)
        before = everything(self.game)
        for text in set(texts) - legal:
            with pytest.raises(azuleo.IllegalMove) as error:
                self.game.play(text)
            assert len(str(error.value)) > 10
        assert everything(self.game) == before

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=seeds)
    def refuse_the_wrong_player(self, seed: int) -> None:
        before = everything(self.game)
        for player in {*range(-1, self.slow["players"] + 1)} - {self.game.turn}:
            with pytest.raises(azuleo.IllegalMove):
                self.game.play(Random(seed).choice(self.game.legal_moves()), player=player)
        assert everything(self.game) == before

    @rule(seed=seeds)
    def copies_are_independent(self, seed: int) -> None:
        before = everything(self.game)
        other = self.game.copy()
        assert everything(other) == before
        if not other.is_over:
            other.play(Random(seed).choice(other.legal_moves()))
        elif self.past:
            other.undo()
        assert everything(self.game) == before
        other = self.game.copy()
        if not self.game.is_over:
            self.play_one(Random(seed))
        assert everything(other) == before

    @rule(seed=seeds)
    def forms_come_back(self, seed: int) -> None:
        game = self.game
        d, text, record = game.to_dict(), game.to_text(), game.record()
        assert json.loads(json.dumps(d)) == d
        assert "\n" not in text
        for again in (azuleo.Game.from_dict(d), azuleo.Game.from_text(text)):
            assert again.to_dict() == d
            assert again.to_text() == text
            assert again.legal_moves() == game.legal_moves()
            if not again.is_over:
                again.play(Random(seed).choice(again.legal_moves()))
            assert azuleo.replay(again.record()).record() == again.record()
            assert azuleo.replay(again.record()).to_dict() == again.to_dict()
        replayed = azuleo.replay(json.loads(json.dumps(record)))
        assert replayed.record() == record
        assert replayed.to_dict() == d
        assert isinstance(str(game), str)

    @rule(seed=seeds)
    def views_hide_what_is_hidden(self, seed: int) -> None:
        rng = Random(seed)
        for player in range(self.slow["players"]):
            view = self.game.view(player)
            assert view == slow.view(self.slow, player)
            other = twin(self.slow, player, rng)
            if other["phase"] == "start" or slow.something_fits(other) != self.game.is_over:
                assert azuleo.Game.from_dict(other, seed=seed).view(player) == view

    @invariant()
    def agrees_with_the_slow_rules(self) -> None:
        if not hasattr(self, "game"):
            return
        game = self.game
        d = game.to_dict()
        assert d == self.slow
        assert_adds_up(d)
        texts = [str(move) for move in game.legal_moves()]
        assert len(texts) == len(set(texts))
        assert set(texts) == slow.legal_moves(d)
        assert all(
            azuleo.Move.parse(text) == move
            for text, move in zip(texts, game.legal_moves(), strict=False)
        )
        assert list(game.scores) == slow.scores(d)
        assert list(game.winners) == slow.winners(d)
        assert game.is_over == (game.phase == "over") == (not texts)
        assert (game.phase, game.turn, game.players) == (d["phase"], d["turn"], d["players"])


def test_any_game() -> None:
    run_state_machine_as_test(Play, settings=settings(max_examples=60, stateful_step_count=18))


class ManualDraws(RuleBasedStateMachine):
    """A game on a real table: every draw is given, wrong ones are refused."""

    @initialize(chosen=games())
    def set_up(self, chosen: dict[str, Any]) -> None:
        self.chosen = chosen
        self.game = azuleo.Game(**chosen, draws="manual")
        self.texts: list[str] = []
        self.past: list[tuple[Any, ...]] = []
        sides = slow.number_of_sides(chosen["players"])
        plates = 0 if chosen["mode"] == "fill" else 2 * sides
        self.to_come = ["+"] * 3 * sides + ["%"] * plates + ["+"]
        self.slow: slow.Position | None = None
        self.pending: str | None = None

    def possible(self) -> set[str]:
        """The draws that may be given now, by the slow rules; empty when none is awaited."""
        if self.slow is None:
            drawn = Counter(self.texts)
            kind = self.to_come[len(self.texts)]
            copies = 6 if kind == "+" else 3
            return {t for t in DRAW_TEXTS if t[0] == kind and drawn[t] < copies}
        return set(slow.possible_draws(self.slow, self.pending)) if self.pending else set()

    def step(self, text: str) -> None:
        self.past.append((everything(self.game), self.slow, self.pending))
        self.game.play(text)
        self.texts.append(text)
        if self.slow is None:
            if len(self.texts) == len(self.to_come):
                arguments = {**self.chosen, "draws": self.texts}
                self.slow = slow.set_up(**arguments)
        elif self.pending:
            self.slow, self.pending = slow.after(self.slow, self.pending, [text]), None
        elif slow.possible_draws(self.slow, text):
            self.pending = text
        else:
            self.slow = slow.after(self.slow, text)

    @precondition(lambda self: not self.game.is_over)
    @rule(seed=seeds, steps=st.integers(1, 20))
    def go_on(self, seed: int, steps: int) -> None:
        rng = Random(seed)
        for _ in range(steps):
            if self.game.is_over:
                return
            draws = self.possible()
            legal = {str(move) for move in self.game.legal_moves()}
            if draws:
                assert self.game.phase == "draw"
                assert not legal
                self.step(rng.choice(sorted(draws)))
            else:
                assert self.slow is not None
                assert legal == slow.legal_moves(self.slow)
                self.step(rng.choice(sorted(legal)))

    @rule(texts=st.lists(st.sampled_from(DRAW_TEXTS * 20 + MOVE_TEXTS), min_size=1, max_size=8))
    def refuse(self, texts: list[str]) -> None:
        allowed = self.possible()
        if not allowed and self.slow is not None:
            allowed = slow.legal_moves(self.slow)
        before = everything(self.game)
        for text in set(texts) - allowed:
            with pytest.raises(azuleo.IllegalMove):
                self.game.play(text)
        assert everything(self.game) == before

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            if self.past:
                self.game.undo()
                before, self.slow, self.pending = self.past.pop()
                self.texts.pop()
                assert everything(self.game) == before

    @rule()
    def record_comes_back(self) -> None:
        record = self.game.record()
        assert record["moves"] == self.texts
        assert record["options"]["draws"] == "manual"
        again = azuleo.replay(json.loads(json.dumps(record)))
        assert again.record() == record
        d = self.game.to_dict()
        assert again.to_dict() == d
        assert_adds_up(d)
        for stands in (azuleo.Game.from_dict(d), azuleo.Game.from_text(self.game.to_text())):
            assert stands.to_dict() == d
            assert stands.legal_moves() == self.game.legal_moves()

    @rule(seed=seeds)
    def goes_on_from_a_draw_awaited(self, seed: int) -> None:
        """A position in which a draw is awaited takes the same draw to the same position."""
        draws = sorted(self.possible()) if not self.game.is_over else []
        if draws:
            draw = Random(seed).choice(draws)
            other = azuleo.Game.from_dict(self.game.to_dict())
            other.play(draw)
            self.step(draw)
            assert other.to_dict() == self.game.to_dict()

    @rule()
    def views_of_a_draw_awaited(self) -> None:
        for player in range(self.chosen["players"]):
            d = self.game.to_dict()
            assert self.game.view(player) == slow.view(d, player)

    @invariant()
    def agrees_with_the_slow_rules(self) -> None:
        if getattr(self, "slow", None) is not None and not self.pending:
            assert self.game.to_dict() == self.slow
            assert_adds_up(self.slow)


def test_any_game_with_draws_given() -> None:
    machine = settings(max_examples=60, stateful_step_count=18)
    run_state_machine_as_test(ManualDraws, settings=machine)


@given(st.sampled_from(MOVE_TEXTS))
def test_move_texts_come_back(text: str) -> None:
    move = azuleo.Move.parse(text)
    assert str(move) == text
    assert azuleo.Move.parse(str(move)) == move
    assert hash(azuleo.Move.parse(text)) == hash(move)


def test_different_texts_are_different_moves() -> None:
    assert len({azuleo.Move.parse(text) for text in MOVE_TEXTS}) == len(MOVE_TEXTS)


@pytest.mark.parametrize("text", DRAW_TEXTS)
def test_draw_texts_come_back(text: str) -> None:
    draw = azuleo.Draw.parse(text)
    assert str(draw) == text
    assert azuleo.Draw.parse(str(draw)) == draw
    assert hash(azuleo.Draw.parse(text)) == hash(draw)
