"""The quick reference that is printed with an army: the chapters of its edition, and the tables that are rolled on or chosen from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from vedette.engine import library
from vedette.engine.data import Row
from vedette.games.company import tables
from vedette.games.company.tables import CHAPTER, RULESET_ID
from vedette.view.roster import Catalogue, Chapter, TableLine


def chapters(roster: Catalogue, army: Row) -> Iterator[Chapter]:
    """Those of `reference.toml`, then the tables of the edition, as far as it has them."""
    edition = str(army.get("edition") or CHAPTER)
    own = tables.editions()[edition]
    yield from roster.reference({**army, "edition": edition})
    rolls = ((_rolled(trait.roll), trait) for trait in tables.captain_traits(edition).values())
    lines = tuple(TableLine(f"{roll} {trait.name}", trait.text, trait.rules) for roll, trait in rolls)
    yield Chapter(f"The Captain's trait, {own.captain_dice}d6", lines=lines)
    spells = [one for one in tables.spells(edition).values() if one.check]
    if spells:
        lines = tuple(TableLine(tables.titled(one), one.text, one.rules) for one in spells)
        yield Chapter(f'Spells, {spells[0].range:g}"', ("CO-SPL-4",), lines, ("CO-MAG-1",))
    given = army.get("companies", ())
    samples = (
        {row.get("list") for row in given if isinstance(row, Mapping)} if isinstance(given, list) else ()
    )
    taunts = [one for one in tables.taunts(edition).values() if one.company in ("", *samples)]
    if taunts:
        lines = tuple(TableLine(tables.titled(one), one.text, ("CO-TNT-1",)) for one in taunts)
        yield Chapter("Taunts", ("CO-TNT-3", "CO-TNT-4"), lines)
    if own.secret:
        ambitions = tables.ambitions(edition).values()
        lines = tuple(TableLine(f"{one.name}, {one.vp} VP", one.text) for one in ambitions)
        yield Chapter("Ambitions", ("CO-AMB-1", "CO-AMB-2", "CO-AMB-3", "CO-AMB-4"), lines)
        rows = library.table(RULESET_ID, own.scenarios)
        lines = tuple(TableLine(_named(row), _worth(roster, row), ("CO-SCN-17",)) for row in rows)
        yield Chapter("Victory points of the scenarios, 1d6", lines=lines)


def _rolled(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _named(scenario: Row) -> str:
    """Its name behind the face that it is rolled with; a dash where it is only chosen."""
    return f"{_rolled(tuple(scenario.get('roll', ()))) or '–'} {scenario['name']}"


def _worth(roster: Catalogue, scenario: Row) -> str:
    """What each side scores in it."""
    by_side = groupby(roster.words.goals(scenario), key=lambda goal: goal.need or "both sides")
    told = (f"{who}: {', '.join(f'{goal.name} ({goal.vp} VP)' for goal in goals)}" for who, goals in by_side)
    return "; ".join(told)
