"""Compiling a call tree once, from the function that Python calls down.

Left alone, Numba makes machine code of every function together with all that it calls: what lies at
the end of a chain of ten calls is optimised and translated ten times, and nobody ever calls nine of
the results. Here a function that compiled code calls is a *part*: it is typed and lowered to LLVM's
language, no more. What Python calls is an *entry*: optimised and translated once, with all its
parts. Every function can be both, on demand. Compiling takes half the time; the code is as fast.

It is written against Numba's way to customise its compiler (a pipeline with another last pass) and
its dispatchers; `compiled` is the only user.
"""

from typing import Any

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering


class _PartLibrary(JITCodeLibrary):
    """The LLVM code of a part and of its own parts, neither optimised nor translated."""

    def finalize(self) -> None:
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


class _PartKey:
    """Stands for a part where Numba wants the function's address."""


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """The last pass for a part: it can be called by compiled code, and by nobody else."""

    _name = "azulejos_part_lowering"

    def run_pass(self, state: Any) -> bool:
        context, flags = state.targetctx, state.flags
        state.library = _PartLibrary(context.codegen(), state.func_id.func_qualname)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        super().run_pass(state)
        key = _PartKey()
        context.insert_user_function(key, state.cr.fndesc, [state.library])
        state["cr"] = state.cr._replace(cfunc=key)
        return True


class _PartCompiler(CompilerBase):
    """Numba's own passes, but for the last."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes[:] = [
            (_PartLowering, told) if each is NativeLowering else (each, told)
            for each, told in manager.passes
        ]
        manager.finalize()
        return [manager]


class _Part(CPUDispatcher):
    """A function as compiled code calls it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Numba would compile anew for every literal number that a caller passes."""
        kws = {name: types.unliteral(kind) for name, kind in kws.items()}
        return super().get_call_template([types.unliteral(kind) for kind in args], kws)

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres


class Entry(CPUDispatcher):
    """A compiled function: called from Python it is an entry, from compiled code a part."""

    def __init__(self, py_func: Any, targetoptions: dict[str, Any]) -> None:
        super().__init__(py_func, targetoptions=dict(targetoptions))
        self.part = _Part(py_func, targetoptions=dict(targetoptions), pipeline_class=_PartCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.part.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.part.get_overload(sig)

    def lowered(self, signature: tuple[Any, ...]) -> tuple[str, str, Any]:
        """The function and all that it calls in LLVM's language, not optimised.

        And its name there, and the type of what it returns. signature: its arguments' types.
        """
        self.part.compile(signature)
        compiled: Any = self.part.overloads[signature]
        compiled.library._ensure_finalized()
        text = str(compiled.library.get_llvm_str())
        given = types.unliteral(compiled.signature.return_type)
        return text, str(compiled.fndesc.mangled_name), given

    @property
    def is_compiling(self) -> Any:
        return self._compiling_counter or self.part.is_compiling
