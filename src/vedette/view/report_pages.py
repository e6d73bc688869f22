"""The battle report as a page: HTML that needs nothing else, and Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from vedette.view.report import Report

WIDTH, HEIGHT = 900, 260
"""The curve of strength, in its own units."""

MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|"})
"""What Markdown would take for more than text."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What was left of the sides as lines on a field of `WIDTH` by `HEIGHT`: the points of each, and where rounds begin."""

    lines: tuple[tuple[str, str], ...]
    rounds: tuple[tuple[float, str], ...]


def report_html(report: Report) -> str:
    """The whole page; names can't be anything but text in it."""
    page = _templates(escape=True).get_template("report.html")
    return page.render(report=report, curve=curve_of(report), width=WIDTH, height=HEIGHT)


def report_markdown(report: Report) -> str:
    """The same as Markdown, without the curve."""
    return _templates(escape=False).get_template("report.md").render(report=report)


def curve_of(report: Report) -> Curve:
    """The strength of the sides over the game; it falls in steps, where somebody is hurt."""
    step = WIDTH / max(1, len(report.curve))
    lines = []
    for side in report.sides:
        points = []
        for at, point in enumerate(report.curve):
            y = HEIGHT * (1 - point.strength[side.id].share)
            points += [f"{at * step:.1f},{y:.1f}", f"{(at + 1) * step:.1f},{y:.1f}"]
        lines.append((side.name, " ".join(points)))
    names = [point.round for point in report.curve]
    rounds = [(at * step, name) for at, name in enumerate(names) if name and names.index(name) == at]
    return Curve(tuple(lines), tuple(rounds))


@cache
def _templates(*, escape: bool) -> Environment:
    made = Environment(
        loader=PackageLoader("vedette.view", "templates"), autoescape=escape, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    made.filters["plain"] = lambda text: str(text).translate(MARKS)
    return made
