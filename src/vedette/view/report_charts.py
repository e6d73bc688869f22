"""The charts of a battle report, drawn by pygal as SVG that stands in a page.

They name classes and no colours, hold no script and no style, and so obey the page's policy and its light and dark; what
they look like is in the page. Both are told as a table beside them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from vedette.engine.text import visible
from vedette.view.report import BattleReport

if TYPE_CHECKING:
    from pygal.graph.graph import Graph

WIDTH, HEIGHT = 640, 260
"""The units of a chart; it takes the width that it is given."""

PERCENT = (0, 25, 50, 75, 100)

NAME_EVERY = 1 / 6
"""The share of the width that the name of a round needs, in the large letters of a phone."""

NOT_IN_A_PAGE = frozenset({"script", "style", "title", "desc"})
UNUSED = frozenset({"titles", "text-overlay", "tooltip-overlay", "legends"})
"""Groups that pygal keeps for its script, and legends: the page has one of its own."""

MARKED_AT, HIGHER = 7, 11
"""How high above nothing the numbers of the turning points stand, in percent, and how much higher one that would hide the one before."""

MARK = 1 / 30
"""The share of the width that such a number needs."""


def strength_chart(report: BattleReport) -> str:
    """What was left of the sides from line to line, in percent; the turning points by their numbers."""
    chart = _pygal().XY(**_usual(), range=(0, 100), show_dots=False, show_y_guides=True, show_x_guides=True)
    chart.y_labels = PERCENT
    chart.x_labels = _rounds(report)
    chart.xrange = (0, _last(report))
    for side in report.sides:
        chart.add(side.name, _steps(report, side.id))
    chart.add("turning points", list(_marks(report)), stroke=False, show_dots=True, dots_size=9)
    return _drawn(chart, "How strong the sides were, in percent of what they began with")


def score_chart(report: BattleReport) -> str:
    """The victory points of the sides at the end of every round."""
    chart = _pygal().Bar(**_usual(), show_x_guides=False)
    chart.x_labels = [visible(told.name.partition(" of ")[0]) for told in report.rounds]
    for side in report.sides:
        chart.add(side.name, [told.points.get(side.id, 0) for told in report.rounds])
    chart.y_labels = range(
        max((points for told in report.rounds for points in told.points.values()), default=0) + 1
    )
    return _drawn(chart, "Victory points of the sides at the end of every round")


@cache
def _pygal() -> Any:
    """The library, which is loaded by the first chart.

    It leaves a finder of the old kind behind, for maps of which we draw none: every import of the process would warn of it.
    """
    import pygal

    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]
    return pygal


def _usual() -> dict[str, Any]:
    return {
        "js": [], "css": [], "no_prefix": True, "strict": True, "explicit_size": False, "show_legend": False, "width": WIDTH,
        "height": HEIGHT, "disable_xml_declaration": True, "margin": 10, "margin_left": 46, "margin_bottom": 26,
    }  # fmt: skip


def _last(report: BattleReport) -> int:
    return max(1, report.curve[-1].n if report.curve else 1)


def _steps(report: BattleReport, side: str) -> list[tuple[int, float]]:
    """Strength stays as it is until somebody is hurt, and then falls at once; of what falls in one place the last is drawn."""
    steps: list[tuple[int, float]] = []
    last_in_place = {point.n * WIDTH // _last(report): point for point in report.curve}
    for point in last_in_place.values():
        share = 100 * point.strength[side].share
        if steps:
            steps.append((point.n, steps[-1][1]))
        steps.append((point.n, share))
    return steps


def _marks(report: BattleReport) -> Iterator[tuple[int, int]]:
    """Where the turning points are numbered; where they follow each other closely, one above the other."""
    before, high = 0.0, MARKED_AT
    for turn in report.turning:
        high = high + HIGHER if turn.n - before < MARK * _last(report) else MARKED_AT
        before = turn.n
        yield turn.n, high


def _rounds(report: BattleReport) -> list[dict[str, Any]]:
    """Where rounds begin; where many are short, not every one has its name."""
    labels: list[dict[str, Any]] = []
    free = -1.0
    for told in report.rounds:
        named = told.first >= free
        free = told.first + _last(report) * NAME_EVERY if named else free
        name = told.name.partition(" of ")[0]
        labels.append({"value": told.first, "label": visible(name) if named else ""})
    return labels


def _drawn(chart: Graph, title: str) -> str:
    """The chart as a part of a page: what belongs to a file of its own is taken out."""
    svg: Element = chart.render_tree()
    for parent in list(svg.iter()):
        for child in list(parent):
            kept = isinstance(child.tag, str) and child.tag not in NOT_IN_A_PAGE
            if not kept or UNUSED & set(child.get("class", "").split()):
                parent.remove(child)
    _number(svg)
    svg.attrib.pop("id", None)
    svg.set("class", "chart")
    svg.set("role", "img")
    named = Element("title")
    named.text = title
    svg.insert(0, named)
    return tostring(svg, encoding="unicode")


def _number(svg: Element) -> None:
    """Put a number into each dot: only turning points are dots."""
    dots = [group for group in svg.iter("g") if group.get("class") == "dots"]
    for number, dot in enumerate(dots, 1):
        dot.set("class", "turns")
        circle = dot.find("circle")
        if circle is not None:
            at = {"x": circle.get("cx", "0"), "y": circle.get("cy", "0"), "dy": ".35em"}
            SubElement(dot, "text", at).text = str(number)
