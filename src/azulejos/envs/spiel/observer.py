"""What players know, as text and as numbers: OpenSpiel's observers for both games."""

from typing import Any

from azulejos.core.errors import without_extra

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np
from numpy.typing import NDArray

from azulejos.core.kernel import observe_of

#: Every side whose draws others may not see, as `State.seen` notes them.
EVERY_SIDE = "0123"


class Observer:
    """One way to look at states, as OpenSpiel's ``IIGObservationType`` describes it.

    Without perfect recall it shows the position, with it all that has happened. What a player may
    know is there as numbers too: ``tensor`` is float32, and ``dict`` has its parts by name:
    ``observation`` (OBSERVATION,), as the kernel's `observe` writes it, and with perfect recall
    ``events`` (longest history,), the number of each event + 1, then zeros. The events are numbered
    as the actions are; chance outcomes follow after the last action.
    """

    def __init__(self, kind: Any, observation: int, events: int) -> None:
        """kind: the type. observation, events: how many numbers; 0: there are none for that."""
        self._kind = kind
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        for_one_player = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.public_info and for_one_player and (events or not kind.perfect_recall):
            self.tensor = np.zeros(observation + (events if kind.perfect_recall else 0), np.float32)
            self.dict["observation"] = self.tensor[:observation]
            if kind.perfect_recall:
                self.dict["events"] = self.tensor[observation:]

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player knows of a state into the tensor."""
        if "observation" in self.dict:
            observe_of(state.position.states, player, self.dict["observation"])
        if "events" in self.dict:
            events = state.events_for(state.eyes_of(player))
            self.dict["events"][: len(events)] = np.array(events, np.float32) + 1
            self.dict["events"][len(events) :] = 0

    def string_from(self, state: Any, player: int) -> str:
        """What a player knows of a state, as text."""
        eyes = self._eyes(state, player)
        if self._kind.perfect_recall:
            events = state.events_for(eyes, self._kind.public_info)
            return " ".join([f"p{player}:", *(state.TEXTS[event] for event in events)])
        return state.text_for(eyes) if self._kind.public_info else state.hands_for(eyes)

    def _eyes(self, state: Any, player: int) -> str:
        whose = self._kind.private_info
        if whose == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return EVERY_SIDE
        return state.eyes_of(player) if whose == pyspiel.PrivateInfoType.SINGLE_PLAYER else ""
