"""How stored outputs are compared when these notebooks are run by ``pytest --nbval notebooks``."""

import os

# A number that another processor would round otherwise stops the notebook here, not on the other machine.
os.environ["LABCORE_STRICT_ROUNDING"] = "1"


def pytest_collectstart(collector):
    """Leave out a chart's picture: it depends on fonts; the specification with its data is compared."""
    if getattr(collector, "skip_compare", None) is not None:
        collector.skip_compare += ("image/svg+xml",)
