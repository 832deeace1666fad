"""Compiling a game's kernel to one WebAssembly module.

Numba lowers every export, with all that it calls, to LLVM's language; it optimises nothing, and
knows nothing of the processor it runs on (`ENVIRONMENT`, in a process of its own). Here these
modules are joined, WebAssembly takes the machine's place, everything but the exports becomes
private, and LLVM optimises and translates the whole. The linker of the package ziglang makes a
module of it. The same versions of all these give the same bytes, on whatever machine.
"""

import os
import re
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from azulejos.core.errors import MissingExtra

#: What the compiler is told: no optimisation of its own, no features of this processor.
ENVIRONMENT = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
_TRIPLE = "wasm32-unknown-unknown"
#: All browsers since 2023 have them (Safari was the last, with 16.4).
_FEATURES = "+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
#: The stack, in bytes. No function calls itself; copies of states are the largest that lie there.
_STACK = 1 << 17
#: Where a linear memory's own data end, and the address of the room.
_HEAP, _ROOM = "__heap_base", "room"

#: A square root is an instruction, by whichever name it is asked for; and the room.
_PRELUDE = """
define double @sqrt(double %x) {{
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}}
declare double @llvm.sqrt.f64(double)
@room_of_all = global [{size} x i8] zeroinitializer, align 16
define i32 @room() {{
  ret i32 ptrtoint (ptr @room_of_all to i32)
}}
"""


def build(game: str) -> bytes:
    """The module of a game, compiled in a process of its own."""
    if find_spec("ziglang") is None:
        told = "ziglang, the linker, is not installed: pip install 'azulejos[wasm]' adds it"
        raise MissingExtra(told, name="ziglang")
    done = subprocess.run(
        [sys.executable, "-m", __name__, game],
        env=os.environ | ENVIRONMENT,
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout


def exports_of(module: ModuleType | None) -> dict[str, Any]:
    """The compiled functions that a module itself has for scripts, by name."""
    return {
        name: value
        for name, value in (vars(module) if module else {}).items()
        if hasattr(value, "part") and not name.startswith("_")
        if value.__module__ == getattr(module, "__name__", "")
    }


def _compile(game: str) -> bytes:
    """The module of a game, by the compiler of this process."""
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(_TRIPLE).create_target_machine(
        cpu="generic", features=_FEATURES, opt=3, reloc="static", codemodel="small"
    )
    module, names = _joined(game, str(machine.target_data))
    for value in [*module.functions, *module.global_variables]:
        if not value.is_declaration:
            value.linkage = "external" if value.name in (*names, _ROOM) else "internal"
    module.verify()
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    return _linked(machine.emit_object(module), [*names, _ROOM, _HEAP])


def _joined(game: str, layout: str) -> tuple[Any, list[str]]:
    """All exports of a game as one module of LLVM's, and their names. layout: of data in memory."""
    import llvmlite.binding as llvm
    import numba
    from numba.core import types

    from azulejos import games
    from azulejos.wasm import exports
    from azulejos.wasm.room import room_dtype

    spec = games.spec(game)
    dtype = room_dtype(spec)
    room = numba.from_dtype(dtype)
    functions = exports_of(exports) | exports_of(spec.part("exports"))

    def parsed(text: str) -> Any:
        for_us = re.sub(r"^target (datalayout|triple) .*\n", "", text, flags=re.M)
        head = f'target datalayout = "{layout}"\ntarget triple = "{_TRIPLE}"\n'
        return llvm.parse_assembly(head + for_us)

    whole = parsed(_PRELUDE.format(size=dtype.itemsize))
    for name, function in functions.items():
        numbers = function.py_func.__code__.co_argcount - 1
        signature = (room, *[types.int32] * numbers)
        text, inner, given = function.lowered(signature)
        whole.link_in(parsed(text))
        whole.link_in(parsed(_wrapper(name, inner, given, numbers)))
    return whole, list(functions)


def _wrapper(name: str, inner: str, given: Any, numbers: int) -> str:
    """An export in LLVM's language: whole numbers in, a number out.

    It calls the compiled function as Numba has it: status = inner(result, problem, arguments …).
    given: the type of its result. numbers: how many it takes.
    """
    from numba.core import types

    if isinstance(given, types.Float):
        out, held, convert = "double", "double", "ret double %held"
    elif isinstance(given, types.Integer | types.Boolean):
        bits = 8 if isinstance(given, types.Boolean) else int(str(given)[3:])
        out, held = "i32", f"i{bits}"
        how = "trunc" if bits > 32 else "zext" if bits == 8 else "sext"
        number = f"%number = {how} i{bits} %held to i32\n  ret i32 %number"
        convert = "ret i32 %held" if bits == 32 else number
    else:
        out, held, convert = "void", "ptr", "ret void"
    taken = ", ".join(f"i32 %n{i}" for i in range(numbers))
    passed = "".join(f", i32 %n{i}" for i in range(numbers))
    return f"""
@room_of_all = external global i8
declare i32 @{inner}(ptr, ptr, ptr{", i32" * numbers})
define {out} @{name}({taken}) {{
  %result = alloca {held}
  %problem = alloca ptr
  %status = call i32 @{inner}(ptr %result, ptr %problem, ptr @room_of_all{passed})
  %held = load {held}, ptr %result
  {convert}
}}
"""


def _linked(compiled: bytes, names: list[str]) -> bytes:
    """A module that exports these names, and its memory."""
    with tempfile.TemporaryDirectory() as folder:
        parts, module = Path(folder, "game.o"), Path(folder, "game.wasm")
        parts.write_bytes(compiled)
        subprocess.run(
            [
                *(sys.executable, "-m", "ziglang", "wasm-ld", "--no-entry", "--strip-all"),
                *("--gc-sections", "-z", f"stack-size={_STACK}"),
                *(f"--export={name}" for name in names),
                *(str(parts), "-o", str(module)),
            ],
            check=True,
        )
        return module.read_bytes()


if __name__ == "__main__":
    sys.stdout.buffer.write(_compile(sys.argv[1]))
