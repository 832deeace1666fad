"""The rules, search and networks of every game as WebAssembly: for browsers, Deno and Node.

The same Python functions that Numba compiles for the CPU are lowered to LLVM's language, retargeted
and linked to one module a game (`build`). What scripts need beside it is data (`description`) and
the networks (`weights`). The scripts that use all this lie in `js/`.
"""
