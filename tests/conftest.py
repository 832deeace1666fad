"""Settings for every test, and the quick ones among them: docs/testing.md."""

import gc
import os
import signal
from pathlib import Path, PurePosixPath

from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

from azulejos.core import compiled

# The same examples in every run, and no clock: a first call may have to compile.
settings.register_profile(
    "azulejos",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("azulejos")

# Tests look at what is printed; whether something had to be compiled just then is not their matter.
compiled.ANNOUNCER.announced = True

# PyTorch's threads wait busily for each other: two in each worker take thirty times as long.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Whoever is started in the background ignores Ctrl-C, and so would all that a test starts, even if
# Ctrl-C is what the test is about. A handler that does nothing stays here: programs start without.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda number, frame: None)

HERE = Path(__file__).parent
#: Folders and files of the quick tier: the rules, the contract every kernel keeps, the search, and
#: the scripts of the pages.
QUICK = {
    *("azul", "azuleo", "search"),
    *("test_facts.py", "test_going_on.py", "test_kernel_contract.py", "test_known.py"),
    *("test_options.py", "test_playthroughs.py", "test_record_head.py", "test_told.py"),
    "web/scripts/test_scripts.py",
}
#: Folders and files that share what is slow to make: one worker runs all of each.
TOGETHER = ("training", "puzzles", "cli/test_compiling.py", "test_distributions.py")


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="the quick tier only (docs/testing.md)")


def pytest_ignore_collect(collection_path, config):
    """With --quick, the other tiers are not even imported."""
    if not config.option.quick or collection_path == HERE:
        return None
    parts = collection_path.relative_to(HERE).parts
    for part_of_tier in QUICK:
        wanted = PurePosixPath(part_of_tier).parts
        shorter = min(len(parts), len(wanted))
        if parts[:shorter] == wanted[:shorter]:
            return None
    return True


def pytest_collection_finish():
    """What all tests need stays to the end: the collector need not look through it each time."""
    gc.collect()
    gc.freeze()


class Together(LoadScopeScheduling):
    """Whoever is free takes the next test, and what shares goes to one worker, first of all."""

    def _split_scope(self, nodeid):
        path = nodeid.removeprefix("tests/")
        return next((shared for shared in TOGETHER if path.startswith(shared)), nodeid)


def pytest_xdist_make_scheduler(config, log):
    return Together(config, log)
