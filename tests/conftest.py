"""Settings for every test."""

from hypothesis import HealthCheck, settings

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
