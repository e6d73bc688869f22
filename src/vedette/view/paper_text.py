"""An army on paper as plain text: boxes are brackets; 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from vedette.engine.text import visible
from vedette.view.paper import Boxes, ChapterPaper, Paper, UnitPaper
from vedette.view.sheet_text import sheet_text

WIDTH = 80
BOX = "[_]"


def paper_text(paper: Paper) -> str:
    """The whole of it; it ends with a line break."""
    return "\n".join(visible(line).rstrip() for line in _lines(paper)) + "\n"


def _lines(paper: Paper) -> Iterator[str]:
    yield from _headed(paper.name, "=")
    yield from wrap(f"{paper.game} · {paper.summary}", WIDTH)
    yield from wrap(paper.text, WIDTH)
    yield from _ticked(paper.counters)
    for unit in paper.units:
        yield ""
        yield from _unit(unit)
    for chapter in paper.chapters:
        yield ""
        yield from _chapter(chapter)
    for unit in paper.units:
        if unit.sheet is not None:
            yield ""
            yield from sheet_text(unit.sheet).splitlines()


def _unit(unit: UnitPaper) -> Iterator[str]:
    yield from _headed(" · ".join((unit.name, *unit.about)), "-")
    if unit.profile.stats:
        yield "  ".join(f"{name} {value}" for name, value in unit.profile.stats)
    yield from _ticked(unit.boxes)
    for weapon in unit.weapons:
        yield from _told(weapon.label, ", ".join(f"{name} {value}" for name, value in weapon.cells if value))
    for detail in unit.words:
        yield from _told(detail.label, detail.text)


def _chapter(chapter: ChapterPaper) -> Iterator[str]:
    yield from _headed(chapter.title, "-")
    for rule in chapter.rules:
        yield from _told(rule.title, f"{' '.join(rule.text.split())} ({rule.id})")
    for line in chapter.lines:
        yield from _told(line.label, line.value)


def _headed(title: str, rule: str) -> tuple[str, str]:
    return title, rule * min(WIDTH, len(title))


def _ticked(rows: Sequence[Boxes]) -> Iterator[str]:
    """Rows of boxes, those of each model apart."""
    for row in rows:
        groups = (" ".join([BOX] * group) for group in row.groups)
        yield from wrap(f"{row.label}  {'   '.join(groups)}  {row.note}", WIDTH, subsequent_indent="  ")


def _told(label: str, text: str) -> list[str]:
    """What something is; ids of rules stay whole."""
    return wrap(f"{label}: {text}" if text else label, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
