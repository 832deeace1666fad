"""One function for every game: declared once, implemented by each game, chosen by the state's type.

Compiled code chooses while it is compiled, so the choice costs nothing when it runs. (A function
that closed over a game's functions would do the same, but would not be found again in the
compiler's disk cache.)
"""

import functools
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.extending import overload

Function = TypeVar("Function", bound=Callable[..., Any])


class Dispatch:
    """A set of functions that modules, one for each game, implement under the same names."""

    def __init__(self) -> None:
        self._modules: dict[Any, ModuleType] = {}  # by the compiler's type of a state
        self._by_dtype: dict[np.dtype[Any], ModuleType] = {}

    def register(self, state: np.dtype[Any], module: ModuleType) -> None:
        """From now on `module` answers for states of this dtype."""
        self._modules[numba.from_dtype(state)] = module
        self._by_dtype[state] = module

    def __call__(self, stub: Function) -> Function:
        """Make a declared function call the one of the same name for the state it is given."""
        name = stub.__name__

        @functools.wraps(stub)
        def called_from_python(state: Any, *rest: Any) -> Any:
            module = self._by_dtype.get(state.dtype)
            if module is None:
                raise TypeError(f"{name}: not a state of any game that has been imported")
            return getattr(module, name)(state, *rest)

        @functools.wraps(stub)
        def while_compiling(state: Any, *_rest: Any) -> Any:
            module = self._modules.get(state)
            return None if module is None else getattr(module, name).py_func

        overload(called_from_python)(while_compiling)
        return called_from_python  # type: ignore[return-value]
