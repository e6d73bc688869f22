"""The battle report as a page: HTML that needs nothing else, and Markdown."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment
from msgspec.structs import replace

from vedette.engine.grammar import at_start, the
from vedette.engine.plain import to_plain
from vedette.engine.system import quoted
from vedette.engine.times import moment
from vedette.view.board_svg import board_css, board_svg, listed_figures
from vedette.view.clock import clock_words
from vedette.view.page_templates import page_css, page_templates
from vedette.view.report import BattleReport
from vedette.view.report_charts import score_chart, strength_chart

MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})
"""What Markdown would take for more than text."""


def report_html(report: BattleReport, replay: str = "") -> str:
    """The whole page; names can't be anything but text in it.

    `replay` is the address of a page with the replay, where it is served with one: then turning points lead there, and
    else they say how to watch them.
    """
    page = _templates(escape=True).get_template("report.html")
    return page.render(
        **_helpers(report),
        css=page_css(board_css),
        replay=replay,
        strength_chart=strength_chart(report) if report.curve else "",
        score_chart=score_chart(report) if report.points else "",
        **_map(report),
    )


def report_markdown(report: BattleReport) -> str:
    """The same as Markdown, without the charts and the map."""
    return _templates(escape=False).get_template("report.md").render(**_helpers(report))


def report_plain(report: BattleReport) -> object:
    """The same as plain data, for JSON; the map is the state's business."""
    told = to_plain(replace(report, board=None))
    del told["board"]
    return told


def _helpers(report: BattleReport) -> dict[str, object]:
    """What both templates ask of a report."""
    numbers = {side.id: at for at, side in enumerate(report.sides, 1)}
    return {
        "report": report,
        "save": quoted(report.save) if report.save else "SAVE",
        "round_of": lambda turn: next((told for told in report.rounds if told.tells(turn.n)), None),
        "number_of": lambda side: numbers.get(side, 1),
    }


def _map(report: BattleReport) -> dict[str, object]:
    """The map at the end and who is who on it, where the game has one."""
    if report.board is None:
        return {}
    names = {side.id: side.name for side in report.sides}
    svg = board_svg(report.board, f"The map at the end: {report.title}", names, named=False)
    return {"map": svg, "figures": list(listed_figures(report.board, names))}


def _day(time: str) -> str:
    """A day as people write it: `21 March 2025`, or that it is unknown."""
    try:
        day = moment(time)
    except ValueError:  # the first line of a save may hold anything
        return "on an unknown day"
    return f"{day.day} {day:%B %Y}"


@cache
def _templates(*, escape: bool) -> Environment:
    made = page_templates(escape=escape, keep_trailing_newline=True)
    made.filters |= {"the": the, "at_start": at_start}
    made.filters["plain"] = lambda text: str(text).translate(MARKS)
    made.filters["day"] = _day
    made.filters["clock"] = clock_words
    return made
