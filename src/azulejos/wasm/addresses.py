"""Arrays that lie at an address in a module's memory, for compiled functions."""

from typing import Any

from numba.core import types
from numba.extending import intrinsic
from numba.np import arrayobj


@intrinsic
def _matrix_at(typing_context: Any, address: Any, rows: Any, columns: Any, number: Any) -> Any:  # noqa: ARG001
    """A matrix that lies there, row by row. number: the class of its numbers, such as np.int32."""
    kind = types.Array(number.dtype, 2, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = [
            context.cast(builder, value, given, types.intp)
            for value, given in zip(arguments[:3], signature.args[:3], strict=True)
        ]
        matrix = context.make_array(kind)(context, builder)
        item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        size = context.get_constant(types.intp, item)
        arrayobj.populate_array(  # type: ignore[no-untyped-call]
            matrix,
            builder.inttoptr(wide[0], context.get_data_type(kind.dtype).as_pointer()),
            wide[1:],
            [builder.mul(wide[2], size), size],
            size,
            None,
        )
        return matrix._getvalue()

    return kind(address, rows, columns, number), generate


@intrinsic
def _words_of(typing_context: Any, records: Any) -> Any:  # noqa: ARG001
    """An array of records as the words they are made of: uint64 (records, words)."""
    kind = types.Array(types.uint64, 2, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        words = context.make_array(kind)(context, builder)
        size = context.get_constant(types.intp, 8)
        n = context.get_constant(types.intp, signature.args[0].dtype.size // 8)
        arrayobj.populate_array(  # type: ignore[no-untyped-call]
            words,
            builder.bitcast(array.data, context.get_data_type(types.uint64).as_pointer()),
            [builder.extract_value(array.shape, 0), n],
            [builder.mul(n, size), size],
            size,
            None,
        )
        return words._getvalue()

    return kind(records), generate


#: An intrinsic's context is Numba's to give.
matrix_at: Any = _matrix_at
words_of: Any = _words_of
