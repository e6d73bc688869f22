"""The battle report as a page: HTML that needs nothing else, and Markdown."""

from __future__ import annotations

import sys
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element, SubElement, tostring

from msgspec.structs import replace

from vedette.engine import figures
from vedette.engine.data import Row
from vedette.engine.grammar import at_start, the
from vedette.engine.plain import to_plain
from vedette.engine.system import quoted
from vedette.engine.text import visible
from vedette.engine.times import moment
from vedette.view.board_svg import board_css, board_svg, listed_figures
from vedette.view.clock import clock_words
from vedette.view.page_templates import TEMPLATES, page_css
from vedette.view.report import BattleReport

if TYPE_CHECKING:
    from pygal.graph.graph import Graph

MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})
"""What Markdown would take for more than text."""


def report_html(report: BattleReport, replay: str = "") -> str:
    """The whole page; names can't be anything but text in it.

    `replay` is the address of a page with the replay, where it is served with one: then turning points lead there, and
    else they say how to watch them.
    """
    helpers = _helpers(report)
    if report.board is not None:
        names = {side.id: side.name for side in report.sides}
        helpers["map"] = board_svg(report.board, f"The map at the end: {report.title}", names, named=False)
        helpers["figures"] = list(listed_figures(report.board, names))
    return TEMPLATES.get_template("report.html").render(
        **helpers,
        css=page_css(board_css),
        replay=replay,
        strength_chart=strength_chart(report) if report.curve else "",
        score_chart=score_chart(report) if report.points else "",
    )


def report_markdown(report: BattleReport) -> str:
    """The same as Markdown, without the charts and the map."""
    return TEMPLATES.get_template("report.md").render(**_helpers(report))


def report_plain(report: BattleReport) -> object:
    """The same as plain data, for JSON; the map is the state's business."""
    told = to_plain(replace(report, board=None))
    del told["board"]
    return told


def _helpers(report: BattleReport) -> dict[str, object]:
    numbers = {side.id: at for at, side in enumerate(report.sides, 1)}
    return {
        "report": report,
        "save": quoted(report.save) if report.save else "SAVE",
        "round_of": lambda turn: next((told for told in report.rounds if told.tells(turn.n)), None),
        "number_of": lambda side: numbers.get(side, 1),
    }


def _day(time: str) -> str:
    """A day as people write it: `21 March 2025`, or that it is unknown."""
    try:
        day = moment(time)
    except ValueError:  # the first line of a save may hold anything
        return "on an unknown day"
    return f"{day.day} {day:%B %Y}"


TEMPLATES.filters.update(the=the, at_start=at_start, day=_day, clock=clock_words)
TEMPLATES.filters["number"] = figures.number
TEMPLATES.filters["plain"] = lambda text: str(text).translate(MARKS)


# --- charts
#
# Drawn by pygal as SVG that stands in the page. They name classes and no colours, hold no script and no style, and so obey
# the page's policy and its light and dark. Both are told as a table beside them.

WIDTH, HEIGHT = 640, 260  # the units of a chart; it takes the width that it is given
NAME_EVERY = 1 / 6  # the share of the width that the name of a round needs, in the large letters of a phone
USUAL: Row = {
    "js": [], "css": [], "no_prefix": True, "strict": True, "explicit_size": False, "show_legend": False, "width": WIDTH,
    "height": HEIGHT, "disable_xml_declaration": True, "margin": 10, "margin_left": 46, "margin_bottom": 26,
}  # fmt: skip

NOT_IN_A_PAGE = frozenset({"script", "style", "title", "desc"})
UNUSED = frozenset({"titles", "text-overlay", "tooltip-overlay", "legends"})
"""Groups that pygal keeps for its script, and legends: the page has one of its own."""

MARKED_AT, HIGHER = 7, 11
"""How high above nothing the numbers of the turning points stand, in percent, and how much higher one that would hide the one before."""

MARK = 1 / 30  # the share of the width that such a number needs


def strength_chart(report: BattleReport) -> str:
    """What was left of the sides from line to line, in percent; the turning points by their numbers."""
    chart = _pygal().XY(**USUAL, range=(0, 100), show_dots=False, show_y_guides=True, show_x_guides=True)
    last = max(1, report.curve[-1].n if report.curve else 1)
    chart.y_labels = (0, 25, 50, 75, 100)
    chart.xrange = (0, last)
    labels, end = [], -last * NAME_EVERY
    for told in report.rounds:  # where many are short, some have only their number, or nothing
        name = told.name.partition(" of ")[0]
        ways = (name, NAME_EVERY), (name.rpartition(" ")[2], NAME_EVERY / 4), ("", 0)
        label, room = next(way for way in ways if not way[0] or told.first - last * way[1] / 2 >= end)
        end = told.first + last * room / 2 if label else end
        labels.append({"value": told.first, "label": visible(label)})
    chart.x_labels = labels
    for side in report.sides:
        chart.add(side.name, _steps(report, side.id, last))
    marks, before, high = [], 0.0, MARKED_AT
    for turn in report.turning:  # where they follow each other closely, one above the other
        high = high + HIGHER if turn.n - before < MARK * last else MARKED_AT
        before = turn.n
        marks.append((turn.n, high))
    chart.add("turning points", marks, stroke=False, show_dots=True, dots_size=9)
    return _drawn(chart, "How strong the sides were, in percent of what they began with")


def score_chart(report: BattleReport) -> str:
    """The victory points of the sides at the end of every round."""
    chart = _pygal().Bar(**USUAL, show_x_guides=False)
    chart.x_labels = [visible(told.name.partition(" of ")[0]) for told in report.rounds]
    for side in report.sides:
        chart.add(side.name, [told.points.get(side.id, 0) for told in report.rounds])
    scored = [0, *(points for told in report.rounds for points in told.points.values())]
    chart.y_labels = range(min(scored), max(scored) + 1)
    return _drawn(chart, "Victory points of the sides at the end of every round")


@cache
def _pygal() -> Any:
    """The library, which is loaded by the first chart.

    It leaves a finder of the old kind behind, for maps of which we draw none: every import of the process would warn of it.
    """
    import pygal

    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]
    return pygal


def _steps(report: BattleReport, side: str, last: int) -> list[tuple[int, float]]:
    """Strength stays as it is until somebody is hurt, and then falls at once; of what falls in one place the last is drawn."""
    steps: list[tuple[int, float]] = []
    last_in_place = {point.n * WIDTH // last: point for point in report.curve}
    for point in last_in_place.values():
        if steps:
            steps.append((point.n, steps[-1][1]))
        steps.append((point.n, 100 * point.strength[side].share))
    return steps


def _drawn(chart: Graph, title: str) -> str:
    svg: Element = chart.render_tree()
    for parent in list(svg.iter()):
        for child in list(parent):
            kept = isinstance(child.tag, str) and child.tag not in NOT_IN_A_PAGE
            if not kept or UNUSED & set(child.get("class", "").split()):
                parent.remove(child)
    for number, dot in enumerate([group for group in svg.iter("g") if group.get("class") == "dots"], 1):
        dot.set("class", "turns")  # no others have dots
        circle = dot.find("circle")
        if circle is not None:
            at = {"x": circle.get("cx", "0"), "y": circle.get("cy", "0"), "dy": ".35em"}
            SubElement(dot, "text", at).text = str(number)
    svg.attrib.pop("id", None)
    svg.attrib |= {"class": "chart", "role": "img"}
    named = Element("title")
    named.text = title
    svg.insert(0, named)
    return tostring(svg, encoding="unicode")
