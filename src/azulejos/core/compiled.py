"""How kernels are compiled, kept on disk, and announced.

Numba compiles a kernel function at its first call and keeps the machine code in a cache folder.
Its cache looks only at the file a function stands in: when a function it *calls* changes in
another file, the old machine code would go on running. So our cache folder carries a hash of
every source file that takes part in compilation: change a rule, and a new folder is used. Within it
a function is found by its place in the package, not on the disk, so that every virtual environment
and every clone of the same sources shares what one of them has compiled. A game that another
package brings has a hash of its own, which is part of the key of whatever is compiled for it: to
install it, or to change it, costs the other games nothing.
"""

import hashlib
import os
import re
import shutil
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import IO, Any, TypeVar

import platformdirs
from numba.core import caching, event
from numba.core import config as numba_config

from azulejos.core import file_lock
from azulejos.core.call_trees import Entry
from azulejos.core.dispatch import packages_of

config: Any = numba_config  # its settings appear only when it runs
Function = TypeVar("Function", bound=Callable[..., Any])

#: The layers that take part in compilation as a whole; of `core` and of a game it is only what is
#: compiled, what makes the compiler do so, and what of the same package they import.
COMPILED_LAYERS = ("nets", "search", "batch", "training")
#: Folders of earlier sources that stay, so that two installed versions do not evict each other.
KEPT_FOLDERS = 4


#: The folder of the package's sources.
PACKAGE = Path(__file__).resolve().parents[1]


def source_hash() -> str:
    """Hash over all kernel sources: 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in kernel_sources():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources() -> list[Path]:
    """Every file that takes part in compilation: all that a kernel may call or freeze."""
    found = {path for layer in COMPILED_LAYERS for path in (PACKAGE / layer).rglob("*.py")}
    for folder in (PACKAGE / "core", *(PACKAGE / "games").iterdir()):
        if folder.is_dir():
            found |= _compiled_of(folder)
    return sorted(found)


@cache
def outside_hash(package: str) -> str:
    """Hash over the sources of a game that is not ours: 16 hexadecimal digits; "" for ours."""
    folder = _folder_of(package)
    if folder is None or folder.is_relative_to(PACKAGE):
        return ""
    digest = hashlib.sha256(package.encode())
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _folder_of(package: str) -> Path | None:
    """Where a package lies; None for a program, whose file Numba itself looks at."""
    found = None if package == "__main__" else find_spec(package)
    return None if found is None or found.origin is None else Path(found.origin).resolve().parent


def _compiled_of(folder: Path) -> set[Path]:
    """A package's modules that are compiled, and those that they import from the package."""
    texts = {path: path.read_text("utf-8") for path in folder.glob("*.py")}
    package = ".".join(("azulejos", *folder.relative_to(PACKAGE).parts))
    due = [path for path, text in texts.items() if re.search("import compiled|numba", text)]
    found: set[Path] = set()
    while due:
        path = due.pop()
        if path not in found:
            found.add(path)
            names = re.findall(rf"^from {re.escape(package)}\.(\w+) ", texts[path], re.M)
            due += [folder / f"{name}.py" for name in names if folder / f"{name}.py" in texts]
    return found


def _open_cache_folder() -> str:
    """The folder for this state of the sources, or "" where nothing can be written."""
    base = Path(config.CACHE_DIR or platformdirs.user_cache_dir("azulejos")) / "azulejos-kernels"
    folder = base / source_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        by_age = sorted((f for f in base.iterdir() if f.is_dir()), key=lambda f: f.stat().st_mtime)
    except OSError:
        return ""
    for stale in by_age[:-KEPT_FOLDERS]:
        shutil.rmtree(stale, ignore_errors=True)
    return str(folder)


CACHE_FOLDER = _open_cache_folder()


class PackageCacheLocator(caching.UserProvidedCacheLocator):
    """Keeps the functions of our package under their place in it, wherever it is installed."""

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        path = Path(py_file).resolve()
        if path.is_relative_to(PACKAGE):
            return ".".join(("azulejos", *path.relative_to(PACKAGE).parent.parts))
        outside: str = super().get_suitable_cache_subpath(py_file)  # type: ignore[no-untyped-call]
        return outside


def compiled(function: Function) -> Function:
    """Compile a kernel function: without the GIL, kept on disk, never making an array or an object.

    Nor does it return an array. Functions that allocate nothing are compiled without reference
    counting, which cost a third of search time. With ``NUMBA_DISABLE_JIT=1`` the function is left
    as it is and runs interpreted.
    """
    return _compiled(function, _nrt=False)


def compiled_fast(function: Function) -> Function:
    """`compiled`, and sums of floating-point numbers may be added up in any order."""
    return _compiled(function, _nrt=False, fastmath=True)


def compiled_with_arrays(function: Function) -> Function:
    """`compiled`, for a function that makes arrays of its own."""
    return _compiled(function)


def interpreted(function: Function) -> Function:
    """The Python function beneath a compiled one, to be called where nothing may be compiled."""
    return getattr(function, "py_func", function)


_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
#: Numba's settings belong to all threads, and a server imports one game in each.
_BINDING = threading.Lock()


def _compiled(function: Function, **options: Any) -> Function:
    if config.DISABLE_JIT:
        return function
    if not CACHE_FOLDER:
        return Entry(function, _OPTIONS | options)  # type: ignore[return-value]
    entry = KeptEntry(function, _OPTIONS | options)
    with _BINDING:
        before = config.CACHE_DIR, getattr(config, "CACHE_LOCATOR_CLASSES", "")
        # Only while our own function binds to its cache. (Numba before 0.62 has no other locators.)
        config.CACHE_DIR = CACHE_FOLDER
        config.CACHE_LOCATOR_CLASSES = f"{__name__}.{PackageCacheLocator.__name__}"
        try:
            entry.enable_caching()
        finally:
            config.CACHE_DIR, config.CACHE_LOCATOR_CLASSES = before
    return entry  # type: ignore[return-value]


#: `here` is true in threads that are only to load: they never wait for who compiles.
only_loads = threading.local()


class KeptEntry(Entry):
    """An entry with a cache: of several processes that lack it, one compiles and the others load.

    A match on every core would otherwise compile the same on every core.
    """

    def enable_caching(self) -> None:
        self._cache = _SharedCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        with closing(self._cache.held):
            return super().compile(sig)


class _SharedCache(caching.FunctionCache):
    """Numba's cache of a function. Who does not find it there waits for whoever compiles it."""

    def __init__(self, py_func: Any) -> None:
        super().__init__(py_func)  # type: ignore[no-untyped-call]
        #: What is let go of when compiling has ended, however it did.
        self.held = ExitStack()
        self._lock = Path(CACHE_FOLDER) / f"{py_func.__module__}.{py_func.__qualname__}.lock"

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """A function of another package's game is found only with the sources it was made from."""
        key = super()._index_key(sig, codegen)  # type: ignore[no-untyped-call]
        home = self._py_func.__module__.partition(".")[0]
        packages = {*packages_of(sig), *([] if home == "azulejos" else [home])}
        return (*key, *filter(None, map(outside_hash, sorted(packages))))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None and not getattr(only_loads, "here", False):
            with suppress(OSError):  # the folder cannot be written
                _hold(self.held.enter_context(self._lock.open("ab")))
                found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        return found


def _hold(file: IO[bytes]) -> None:
    """Lock a file until it is closed; tell why that takes long."""
    if not file_lock.try_lock(file):
        ANNOUNCER.tell()
        file_lock.lock(file)


class _Announcer(event.Listener):
    """Says once, on stderr, why the first call takes long.

    announced: whether that is said, or need not be. may_tell: of processes that work together, one
    is to say it.
    """

    announced = False
    may_tell: Callable[[], bool] = staticmethod(lambda: True)

    def on_start(self, event: Any) -> None:
        ours = event.data["dispatcher"].py_func.__module__.startswith("azulejos.")
        if ours and not getattr(only_loads, "here", False):
            self.tell()

    def tell(self) -> None:
        if self.announced:
            return
        self.announced = True
        if self.may_tell():
            print(
                "azulejos: compiling for this machine; the result is kept for the next time …",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        pass


ANNOUNCER = _Announcer()
event.register("numba:compile", ANNOUNCER)  # type: ignore[no-untyped-call]
