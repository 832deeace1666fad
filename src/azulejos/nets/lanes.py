"""Sums of products in lanes: sixteen numbers at a time, in the same order on every target.

The compiler may not reorder a sum of floating-point numbers unless it is told that the order does
not matter; but then every processor adds up in its own. Here the order is that of sixteen lanes,
whatever a processor's own vectors are: AVX-512 has all of them in one register, AVX2 in two, and
WebAssembly in four. No product is fused with its addition.

Lengths are multiples of `LANES`.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from azulejos.core.compiled import config

LANES = 16

if config.DISABLE_JIT:

    def add_weighted_rows(rows: Any, chosen: Any, n: int, weights: Any, sums: Any) -> None:
        for at in range(0, len(sums), LANES):
            sums[at : at + LANES] += sum(
                sum(
                    (rows[i, at : at + LANES] * weights[i] for i in chosen[first:n:2]),
                    np.zeros(LANES, np.float32),
                )
                for first in (0, 1)
            )

    def product_with_sum(x: Any, one: Any, other: Any, n: int) -> Any:
        lanes = np.zeros(LANES, np.float32)
        for at in range(0, n, LANES):
            lanes += x[at : at + LANES] * (one[at : at + LANES] + other[at : at + LANES])
        while len(lanes) > 1:
            lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
        return lanes[0]

else:
    _NUMBER, _INDEX = ir.FloatType(), ir.IntType(64)
    _VECTOR = ir.VectorType(_NUMBER, LANES)

    def _array(context: Any, builder: Any, kind: Any, value: Any) -> Any:
        return context.make_array(kind)(context, builder, value)

    def _load(builder: Any, data: Any, at: Any) -> Any:
        """Sixteen numbers from the one at an index on."""
        place = builder.bitcast(builder.gep(data, [at]), _VECTOR.as_pointer())
        return builder.load(place, align=4)

    def _everywhere(builder: Any, number: Any) -> Any:
        """A number in every lane."""
        alone = builder.insert_element(
            ir.Constant(_VECTOR, ir.Undefined), number, ir.Constant(ir.IntType(32), 0)
        )
        zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
        return builder.shuffle_vector(alone, alone, zeros)

    class _Loop:
        """A loop over indexes from 0 while they are below `end`, which carries vectors along."""

        def __init__(self, builder: Any, end: Any, step: int, carried: list[Any]) -> None:
            before = builder.block
            self._builder, self._step = builder, step
            self._head = builder.append_basic_block("lanes.head")
            body = builder.append_basic_block("lanes.body")
            self._after = builder.append_basic_block("lanes.after")
            builder.branch(self._head)
            builder.position_at_end(self._head)
            self.index = builder.phi(_INDEX)
            self.index.add_incoming(ir.Constant(_INDEX, 0), before)
            self.carried = [builder.phi(value.type) for value in carried]
            for phi, value in zip(self.carried, carried, strict=True):
                phi.add_incoming(value, before)
            builder.cbranch(builder.icmp_signed("<", self.index, end), body, self._after)
            builder.position_at_end(body)

        def end(self, carried: list[Any]) -> list[Any]:
            """Close the loop; what was carried is what it was at the last look."""
            builder = self._builder
            following = builder.add(self.index, ir.Constant(_INDEX, self._step))
            self.index.add_incoming(following, builder.block)
            for phi, value in zip(self.carried, carried, strict=True):
                phi.add_incoming(value, builder.block)
            builder.branch(self._head)
            builder.position_at_end(self._after)
            return self.carried

    @intrinsic
    def add_weighted_rows(
        typing_context: Any,  # noqa: ARG001
        rows: Any,
        chosen: Any,
        n: Any,
        weights: Any,
        sums: Any,
    ) -> Any:
        """Add the n chosen rows to sums, row i weighted by ``weights[i]``.

        rows, weights, sums: float32, contiguous; chosen: int16. Rows of even and of odd places in
        `chosen` are added up on their own, so that one addition need not wait for the last.
        """

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds = signature.args
            rows, chosen, weights, sums = (
                _array(context, builder, kinds[i], arguments[i]) for i in (0, 1, 3, 4)
            )
            n = context.cast(builder, arguments[2], kinds[2], types.intp)
            depth = builder.extract_value(sums.shape, 0)
            zero = ir.Constant(_VECTOR, [0.0] * LANES)
            whole = builder.and_(n, ir.Constant(_INDEX, -2))

            def weighted(place: Any, at: Any) -> Any:
                row = builder.sext(builder.load(builder.gep(chosen.data, [place])), _INDEX)
                numbers = _load(builder, rows.data, builder.add(builder.mul(row, depth), at))
                weight = builder.load(builder.gep(weights.data, [row]))
                return builder.fmul(numbers, _everywhere(builder, weight))

            part = _Loop(builder, depth, LANES, [])
            at = part.index
            pairs = _Loop(builder, whole, 2, [zero, zero])
            place = pairs.index
            even, odd = pairs.end(
                [
                    builder.fadd(pairs.carried[0], weighted(place, at)),
                    builder.fadd(
                        pairs.carried[1],
                        weighted(builder.add(place, ir.Constant(_INDEX, 1)), at),
                    ),
                ]
            )
            rest = _Loop(builder, builder.sub(n, whole), 1, [even])
            (even,) = rest.end([builder.fadd(rest.carried[0], weighted(whole, at))])
            total = builder.fadd(_load(builder, sums.data, at), builder.fadd(even, odd))
            place = builder.bitcast(builder.gep(sums.data, [at]), _VECTOR.as_pointer())
            builder.store(total, place, align=4)
            part.end([])
            return context.get_dummy_value()

        return types.none(rows, chosen, n, weights, sums), generate

    @intrinsic
    def product_with_sum(
        typing_context: Any,  # noqa: ARG001
        x: Any,
        one: Any,
        other: Any,
        n: Any,
    ) -> Any:
        """The scalar product of x with the sum of two others, of the first n numbers: float32."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kinds = signature.args
            x, one, other = (
                _array(context, builder, kinds[i], arguments[i]).data for i in range(3)
            )
            n = context.cast(builder, arguments[3], kinds[3], types.intp)
            loop = _Loop(builder, n, LANES, [ir.Constant(_VECTOR, [0.0] * LANES)])
            both = builder.fadd(_load(builder, one, loop.index), _load(builder, other, loop.index))
            product = builder.fmul(_load(builder, x, loop.index), both)
            (lanes,) = loop.end([builder.fadd(loop.carried[0], product)])
            width = LANES
            while width > 1:
                width //= 2
                low, high = (
                    ir.Constant(ir.VectorType(ir.IntType(32), width), list(half))
                    for half in (range(width), range(width, 2 * width))
                )
                lanes = builder.fadd(
                    builder.shuffle_vector(lanes, lanes, low),
                    builder.shuffle_vector(lanes, lanes, high),
                )
            return builder.extract_element(lanes, ir.Constant(ir.IntType(32), 0))

        return types.float32(x, one, other, n), generate
