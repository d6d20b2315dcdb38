"""What a notebook needs: charts that hold, controls, checked parameters, and numbers that stay computed.

The first code cell carries the tag ``parameters`` and nothing but parameters, six at most::

    tenant: str = "blue"  # whose eyes the question is asked with
    k: int = 3  # passages, how many hits to keep

The next one prepares the notebook and checks them. A rule is a type, ``(type, choices)`` or
``(type, low, high)``; write it with literals, so that ``labcore run`` can refuse before a kernel starts::

    import labcore.notebook as lab
    lab.setup()
    lab.parameters.check(globals(), tenant=(str, ["blue", "red"]), k=(int, 1, 10))

A chart is a function in a module of this package that takes records and gives an Altair chart: a computed title
that states the finding, units on the axes, names for views and parameters (else they count up), colours from
``lab.theme``, and every number through ``lab.shown`` (orders through ``lab.in_order``). Interaction inside the
chart needs no kernel; where Python must compute again::

    lab.live_chart(lambda k: my_chart(records, k), k=lab.slider("hits", 1, 10, k))

``lab.say(f"...")`` states a result in words, ``lab.table(rows)`` shows rows, and ``lab.measured(name=value)``
shows numbers that ``labcore run`` also writes to results.json. Then ``labcore notebooks refresh`` runs the
notebook and stores its outputs; the tests find it by itself.
"""

from labcore.notebook import (
    changed_rule,
    citation_gates,
    clocks,
    comparison,
    dayline,
    expired,
    forbidden,
    gates,
    mutation,
    parameters,
    scope,
    strengths,
    theme,
    vectors,
)
from labcore.notebook.controls import choice, live_chart, slider, switch, text
from labcore.notebook.renderer import (
    CHART,
    PAGE_VEGA_LITE,
    VEGA_LITE,
    bundle,
    chart_javascript,
    compiles,
    setup,
    title_of,
)
from labcore.notebook.shown import in_order, shown
from labcore.notebook.words import MEASURED, measured, say, table

__all__ = [
    "CHART",
    "MEASURED",
    "PAGE_VEGA_LITE",
    "VEGA_LITE",
    "bundle",
    "changed_rule",
    "chart_javascript",
    "choice",
    "citation_gates",
    "clocks",
    "comparison",
    "compiles",
    "dayline",
    "expired",
    "forbidden",
    "gates",
    "in_order",
    "live_chart",
    "measured",
    "mutation",
    "parameters",
    "say",
    "scope",
    "setup",
    "shown",
    "slider",
    "strengths",
    "switch",
    "table",
    "text",
    "theme",
    "title_of",
    "vectors",
]
