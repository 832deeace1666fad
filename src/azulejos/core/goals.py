"""Goals of games that are played alone, and can come out of reach.

A game in which there is one says so (`Game.has_goal`). Its module `goal` has

- ``can_be_reached(state, *, end, stop) -> Answer``: whether the goal can still be reached with luck
  in all that chance brings; "unknown" where nothing is found until `end` (as perf_counter tells the
  time) or until `stop`, a threading.Event, is set;
- ``OPTIONS``: of a game with this goal.
"""

from typing import Literal

Answer = Literal["yes", "no", "unknown"]
