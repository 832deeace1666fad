"""A copy of a state within compiled code, which allocates nothing: it lies on the stack."""

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic

from azulejos.core.compiled import config

if config.DISABLE_JIT:

    def copy_of(state: Any) -> Any:
        return state.copy()

else:

    @intrinsic
    def copy_of(typing_context: Any, state: Any) -> Any:  # noqa: ARG001
        """A copy of a state, which lasts until the calling function returns.

        A function has room for one from each place where it calls this.
        """

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            kind = context.get_data_type(state)
            room = cgutils.alloca_once(builder, kind)  # type: ignore[no-untyped-call]
            size = context.get_constant(types.intp, state.size)
            cgutils.raw_memcpy(  # type: ignore[no-untyped-call]
                builder, room, builder.bitcast(arguments[0], room.type), size, 1
            )
            return builder.bitcast(room, context.get_value_type(state))

        return state(state), generate
