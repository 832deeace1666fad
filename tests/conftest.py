"""Settings for every test."""

from hypothesis import HealthCheck, settings

# The same examples in every run, and no clock: a first call may have to compile.
settings.register_profile(
    "azulejos",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("azulejos")
