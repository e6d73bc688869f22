"""An army on paper: a sheet with boxes to tick for each unit, and a quick reference of the rules that this army uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from msgspec import Struct

from vedette.engine.data import Row
from vedette.engine.ruleset import Ruleset, RuleText
from vedette.engine.state import GameState
from vedette.engine.text import visible
from vedette.view.armies import called, sort_of
from vedette.view.army_lists import written_units
from vedette.view.page_templates import TEMPLATES
from vedette.view.roster import Catalogue, Chapter, Profile, TableLine, units_of
from vedette.view.sheet import WIDTH, Sheet, sheet_text
from vedette.view.vocabulary import Detail, Token

GROUPS = {"": "Special rules", "weapon": "Weapon rules", "ability": "Abilities and spells"}
"""Headings of the rules behind what units have, by the kind of it."""


class Boxes(Struct, frozen=True):
    """A row of boxes to tick, in groups: one for each model that has several hit points. `note` is what a tick costs."""

    label: str
    groups: tuple[int, ...]
    note: str = ""


class UnitPaper(Struct, frozen=True):
    """A unit on paper. `sort` is what it is by its profile, "" where that is its name; `mark` what one unit of an army has."""

    name: str
    sort: str
    mark: str
    profile: Profile
    boxes: tuple[Boxes, ...]
    sheet: Sheet | None

    @property
    def about(self) -> tuple[str, ...]:
        """What stands beside its name."""
        models = f"{self.profile.models} models" if self.profile.models > 1 else ""
        return tuple(part for part in (self.mark and f"★ {self.mark}", self.sort, models) if part)

    @property
    def weapons(self) -> tuple[Detail, ...]:
        """What has numbers of its own: weapons, orders."""
        return tuple(detail for detail in self.profile.details if detail.cells)

    @property
    def columns(self) -> tuple[str, ...]:
        """The heads of the columns of its weapons."""
        return tuple(dict.fromkeys(name for weapon in self.weapons for name, _ in weapon.cells))

    @property
    def words(self) -> tuple[Detail, ...]:
        """What it has besides, in words."""
        return tuple(detail for detail in self.profile.details if not detail.cells)


class ChapterPaper(Struct, frozen=True):
    """A chapter of the quick reference with its rules."""

    title: str
    rules: tuple[RuleText, ...]
    lines: tuple[TableLine, ...] = ()


class Paper(Struct, frozen=True):
    """An army as it is printed; `summary` is what it is in a line."""

    game: str
    name: str
    summary: str
    text: str
    counters: tuple[Boxes, ...]
    units: tuple[UnitPaper, ...]
    chapters: tuple[ChapterPaper, ...]


def army_paper(ruleset: Ruleset[GameState], roster: Catalogue, army: Row) -> Paper:
    """The paper of an army, whether it is legal or not; raises DataError with every fault where it is none at all."""
    edition = str(army.get("edition", ""))
    written = written_units(ruleset, roster, army)
    if edition:
        written = [{**unit, "edition": edition} for unit in written]
    units = tuple(_unit(*rows, roster) for rows in zip(units_of(army), written, strict=True))
    needs = army.get("expansions")
    played = ("", *needs) if isinstance(needs, list) else ("",)
    rules = ruleset.rules_in(edition)
    rules = {id: rule for id, rule in rules.items() if rule.expansion in played}
    profiles = [unit.profile for unit in units]
    return Paper(
        game=ruleset.title,
        name=visible(str(army.get("name") or "Army")),
        summary=roster.words.army(units_of(army)),
        text=" ".join(visible(str(army.get("text", "")).replace("\n", " ")).split()),
        counters=tuple(_counted(token) for token in roster.counters),
        units=units,
        chapters=tuple(_chapters(rules, roster.reference(army), profiles)),
    )


def paper_html(paper: Paper) -> str:
    """The whole page; what stands in the army can't be anything but text in it."""
    return TEMPLATES.get_template("paper.html").render(paper=paper)


# --- a unit


def _unit(row: Row, written: Row, roster: Catalogue) -> UnitPaper:
    """A unit by its row in the army, and by the same with its profile written out; equal models share a row of boxes."""
    name, profile = visible(called(row, roster.profiles)), roster.words.profile(written)
    sort = sort_of(row, roster.profiles)
    mark = roster.mark.word if roster.mark is not None and row.get(roster.mark.key) else ""
    boxes = []
    for (label, leader), models in groupby(profile.pips, key=lambda pip: (pip.name, pip.leader)):
        points = tuple(pip.full for pip in models)
        leads = " (leader)" if leader and len(profile.pips) > 1 else ""
        boxes.append(Boxes(f"{label}{leads}", (len(points),) if set(points) == {1} else points))
    boxes += map(_counted, profile.tokens)
    return UnitPaper(name, sort, mark, profile, tuple(boxes), roster.words.sheet(written))


def _counted(token: Token) -> Boxes:
    return Boxes(token.name, (token.limit,), token.effect)


# --- the quick reference


def _chapters(
    rules: Mapping[str, RuleText], chapters: Sequence[Chapter], profiles: Sequence[Profile]
) -> Iterator[ChapterPaper]:
    """The chapters that concern these units; then the rules behind what the units have, each told once."""
    details = [detail for profile in profiles for detail in profile.details]
    used = {rule for detail in details for rule in detail.rules}
    told: set[str] = set()
    if not chapters:  # the game doesn't say what is worth telling
        sections: dict[str, list[str]] = {}
        for id, rule in rules.items():
            sections.setdefault(rule.section, []).append(id)
        chapters = [Chapter(section, tuple(ids)) for section, ids in sections.items()]
    for chapter in chapters:
        if not chapter.when or used.intersection(chapter.when):
            yield from _chapter(chapter.title, chapter.rules, chapter.lines, rules)
            told.update(chapter.rules)
    for kind, title in GROUPS.items():
        behind = {rule for detail in details if detail.kind == kind for rule in detail.rules}
        left = [rule for rule in rules if rule in behind - told]
        yield from _chapter(title, left, (), rules)
        told.update(left)


def _chapter(
    title: str, ids: Sequence[str], lines: Sequence[TableLine], rules: Mapping[str, RuleText]
) -> Iterator[ChapterPaper]:
    played = tuple(rules[id] for id in ids if id in rules)
    kept = tuple(line for line in lines if not line.rules or any(rule in rules for rule in line.rules))
    if played or kept:
        yield ChapterPaper(title, played, kept)


# --- as plain text


def paper_text(paper: Paper) -> str:
    """The whole of it in 80 columns; boxes are brackets."""
    return "\n".join(visible(line).rstrip() for line in _lines(paper)) + "\n"


def _lines(paper: Paper) -> Iterator[str]:
    yield from _headed(paper.name, "=")
    yield from wrap(f"{paper.game} · {paper.summary}", WIDTH)
    yield from wrap(paper.text, WIDTH)
    yield from _ticked(paper.counters)
    for unit in paper.units:
        yield ""
        yield from _headed(" · ".join((unit.name, *unit.about)), "-")
        if unit.profile.stats:
            yield "  ".join(f"{name} {value}" for name, value in unit.profile.stats)
        yield from _ticked(unit.boxes)
        for weapon in unit.weapons:
            yield from _told(
                weapon.label, ", ".join(f"{name} {value}" for name, value in weapon.cells if value)
            )
        for detail in unit.words:
            yield from _told(detail.label, detail.text)
    for chapter in paper.chapters:
        yield ""
        yield from _headed(chapter.title, "-")
        for rule in chapter.rules:
            yield from _told(rule.title, f"{' '.join(rule.text.split())} ({rule.id})")
        for line in chapter.lines:
            yield from _told(line.label, line.value)
    for unit in paper.units:
        if unit.sheet is not None:
            yield ""
            yield from sheet_text(unit.sheet).splitlines()


def _headed(title: str, rule: str) -> tuple[str, str]:
    return title, rule * min(WIDTH, len(title))


def _ticked(rows: Sequence[Boxes]) -> Iterator[str]:
    for row in rows:
        groups = (" ".join(["[_]"] * group) for group in row.groups)
        yield from wrap(f"{row.label}  {'   '.join(groups)}  {row.note}", WIDTH, subsequent_indent="  ")


def _told(label: str, text: str) -> list[str]:
    """What something is; ids of rules stay whole."""
    return wrap(f"{label}: {text}" if text else label, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
