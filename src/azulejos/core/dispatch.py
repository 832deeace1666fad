"""One function for every game: declared once, implemented by each game, chosen by the state's type.

Compiled code chooses while it is compiled, so the choice costs nothing when it runs. (A function
that closed over a game's functions would do the same, but would not be found again in the
compiler's disk cache.)
"""

import functools
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import types
from numba.core.typing.templates import infer, infer_global, make_overload_template

from azulejos.core.call_trees import Entry

Function = TypeVar("Function", bound=Callable[..., Any])

#: Every game's package, by the dtype of its states and by the compiler's type of a state.
_packages: dict[Any, str] = {}


def states_belong_to(package: str, dtype: np.dtype[Any]) -> None:
    """From now on the modules of `package` answer for states of this dtype."""
    _packages[dtype] = package
    _packages[numba.from_dtype(dtype)] = package


def packages_of(signature: tuple[types.Type, ...]) -> list[str]:
    """The packages of the games whose states occur in the types of a compiled function."""
    told = " ".join(map(str, signature))  # a compound type's name has the names of its parts
    found = {
        p for kind, p in _packages.items() if isinstance(kind, types.Type) and str(kind) in told
    }
    return sorted(found)


class Dispatch:
    """A set of functions that each game's module `part` implements under the same names.

    default: the module that answers for games without such a part, or without one of its functions.
    """

    def __init__(self, part: str, default: str | None = None) -> None:
        self._part = part
        self._default = default
        self._found: dict[Any, ModuleType | None] = {}

    def module_for(self, state_type: Any) -> ModuleType | None:
        """The module that answers for states of this dtype or compiler's type, if there is one."""
        if state_type not in _packages:
            return None
        if state_type not in self._found:
            name: str | None = f"{_packages[state_type]}.{self._part}"
            if find_spec(str(name)) is None:
                name = self._default
            self._found[state_type] = None if name is None else import_module(name)
        return self._found[state_type]

    def implementation(self, state_type: Any, name: str) -> Any:
        """The function of this name that answers for states of a type; None if none does."""
        module = self.module_for(state_type)
        if module is None or hasattr(module, name) or self._default is None:
            return module and getattr(module, name)
        return getattr(import_module(self._default), name)

    def __call__(self, stub: Function) -> Function:
        """Make a declared function call the one of the same name for the state it is given."""
        name = stub.__name__

        @functools.wraps(stub)
        def called_from_python(state: Any, *rest: Any) -> Any:
            chosen = self.implementation(state.dtype, name)
            if chosen is None:
                raise TypeError(f"{name}: not a state of any game that has been imported")
            return chosen(state, *rest)

        @functools.wraps(stub)
        def while_compiling(state: Any, *_rest: Any) -> Any:
            chosen = self.implementation(state, name)
            return None if chosen is None else chosen.py_func

        self._offer_to_compilers(called_from_python, while_compiling)
        return called_from_python  # type: ignore[return-value]

    def _offer_to_compilers(self, stub: Any, choose: Callable[..., Any]) -> None:
        """Numba's `overload`, but on the CPU the chosen function is compiled as a part.

        By itself Numba would compile a copy, optimise it alone, and make another one for callers
        with other options. Other targets compile what is chosen in their own way.
        """
        plain: Any = make_overload_template(  # type: ignore[no-untyped-call]
            stub, choose, {}, strict=True, inline="never"
        )
        found, implementation = self._found, self.implementation

        class Template(plain):  # type: ignore[misc]
            def _get_jit_decorator(self) -> Any:
                compiler = super()._get_jit_decorator()
                return compiler if compiler is not numba.jit else _part_of_chosen

        def _part_of_chosen() -> Callable[[Any], Any]:
            def part_of(function: Any) -> Any:
                entries = (implementation(kind, stub.__name__) for kind in list(found))
                chosen = next(e for e in entries if e is not None and e.py_func is function)
                return chosen.part if isinstance(chosen, Entry) else chosen

            return part_of

        infer(Template)  # type: ignore[no-untyped-call]
        function = types.Function(Template)
        infer_global(stub, function)  # type: ignore[no-untyped-call]
