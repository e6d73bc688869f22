"""Scenarios, Groups and armies in a line, for whoever sets a game up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace
from pydantic import ValidationError

from vedette.engine.data import Row
from vedette.games.company import building, tables
from vedette.games.company.scoring import award_text
from vedette.games.company.setup import FOR_CHOOSING, GroupData, ScenarioData, read_group
from vedette.games.company.tables import CHAPTER, RULESET_ID, editions, locations, number, spells
from vedette.games.company.view.building import extras, moved
from vedette.games.company.view.reference import chapters
from vedette.kit.setup_resolver import SetupResolver
from vedette.kit.words import count
from vedette.view import roster as lists
from vedette.view.view import when_asked
from vedette.view.vocabulary import Detail, Pip, Token

FIRST_GAMES = ("cold-harvest", "mill-road")
"""The games that are offered first in their editions: they are the simplest ones."""


def roster() -> lists.Catalogue:
    read = lists.read_roster(
        RULESET_ID,
        lists.Labels(
            _scenario, _unit, _army, _profile, sketch=_sketch, goals=_goals, extras=extras, moved=moved
        ),
        mission="scenario",
    )
    games = tuple(sorted(_of_editions(read.games), key=lambda game: game.id not in FIRST_GAMES))
    return replace(
        read,
        editions=tuple(
            lists.CatalogueItem(id, one.name, text=one.text) for id, one in [*editions().items()][::-1]
        ),
        games=games,
        missions=tuple(_scenarios()),
        armies=_of_editions(read.armies),
        profiles=tuple(_profiles(read.profiles)),
        places=tuple(_places()),
        mark=lists.UniqueMark("captain", "Captain", "company"),
        of_army=("companies",),
        of_game=("points", "edition"),
        needs=(("12 D6", "or none: Vedette rolls"),),
        counters=(Token("Half of the points lost", 0, 1, "all test once"), Token("Ambition scored", 0, 1)),
        reference=lambda army: tuple(chapters(read, army)),
        forms=lists.OwnForms(
            when_asked("vedette.games.company.view.army_forms:read"),
            when_asked("vedette.games.company.view.army_forms:table"),
        ),
    )


def _of_editions(items: Sequence[lists.CatalogueItem]) -> tuple[lists.CatalogueItem, ...]:
    return tuple(replace(item, editions=(str(item.row.get("edition", CHAPTER)),)) for item in items)


def _profiles(items: Sequence[lists.CatalogueItem]) -> Iterator[lists.CatalogueItem]:
    """The archetypes, of which Companies are built, before all others."""
    own = {row["id"] for edition in editions() for row in building.archetypes(edition).values()}
    for item in sorted(_of_editions(items), key=lambda item: item.id not in own):
        yield replace(item, group="Archetypes") if item.id in own else item


def _scenarios() -> Iterator[lists.CatalogueItem]:
    """Those of each table, for the editions that name it."""
    for table in dict.fromkeys(one.scenarios for one in editions().values()):
        own = tuple(id for id, one in editions().items() if one.scenarios == table)
        for item in lists.offered_items(RULESET_ID, table, _scenario):
            yield replace(item, editions=own)


def _places() -> Iterator[lists.CatalogueItem]:
    """CO-LOC-1: the locations, with the number that is rolled for each."""
    for edition in editions():
        for id, place in locations(edition).items():
            line = f"on a {place.number}" if place.number else "by choice"
            text = " ".join(filter(None, (place.text, place.rolls, place.each)))
            yield lists.CatalogueItem(id, place.name, line, text, editions=(edition,))


def _read_scenario(row: Row) -> ScenarioData | None:
    try:
        return ScenarioData.model_validate({key: row[key] for key in row if key not in FOR_CHOOSING})
    except ValidationError:
        return None


def _scenario(row: Row) -> str:
    data = _read_scenario(row)
    if data is None:
        return "not complete"
    roll = row.get("roll")
    rolled = ["on a " + " or ".join(str(face) for face in roll)] if isinstance(roll, list) else []
    rounds = [
        f"{closing_data.value} rounds" for closing_data in data.closing if closing_data.when == "rounds"
    ]
    side, chooses, _ = data.first.partition("_chooses")
    begins = f"{side}s choose who begins" if chooses else f"{side}s begin"
    return ", ".join([*rolled, *rounds, begins])


def _sketch(row: Row) -> lists.Sketch | None:
    """The table with who deploys where, objectives and ground, where the scenario says where they are."""
    data = _read_scenario(row)
    if data is None or data.sketch is None:
        return None
    spots = (
        lists.Spot(one.name, one.at, one.side, "" if one.vp is None else f"{one.vp}", one.vp is not None)
        for one in data.sketch.spots
    )
    return lists.Sketch(data.sketch.size, tuple(spots), tuple(data.sketch.terrain))


def _goals(row: Row) -> tuple[lists.Goal, ...]:
    data, who = _read_scenario(row), {"both": "", "attacker": "attackers", "defender": "defenders"}
    if data is None:
        return ()
    return tuple(lists.Goal(award_text(data, one), who[one.role], one.vp, objective=False) for one in data.vp)


def _two_numbers(unit: GroupData, edition: tables.Edition) -> tuple[tuple[str, str], ...]:
    """What a Group can lose and what its tests must reach, in the words of the edition: `R 6 / 3+`, or `FS 6` and `R 3+`."""
    if unit.resolve is None:
        return ((edition.r, f"{unit.r}"),)
    if edition.r == edition.resolve:
        return ((edition.r, f"{unit.r} / {unit.resolve}+"),)
    return (edition.r, f"{unit.r}"), ("R", f"{unit.resolve}+")


def _worth(unit: GroupData, edition: tables.Edition) -> int:
    return unit.points if edition.counts(unit.reserve) else number("summoned_points")


def _unit(row: Row) -> str:
    unit, edition = read_group(row), building.played_in(row)
    if unit is None:
        return "not complete"
    orders = " ".join(f"{order.capitalize()} {value}" for order, value in unit.activation.items())
    stats = [f"{name} {value}" for name, value in _two_numbers(unit, edition)]
    stats += [f"T {unit.t}", f'MO {unit.mo:g}"']
    stats += [f"ME {unit.me.cell}"] if unit.me else []
    stats += [f'MI {unit.mi.hit}+ {unit.mi.range:g}"'] if unit.mi else []
    own = [name for name, _ in building.named_traits(unit, edition.id)] + ["Captain"] * unit.captain
    price = count(unit.points, "point") if edition.counts(unit.reserve) else "reserve"
    return " · ".join(part for part in (price, orders, " ".join(stats), ", ".join(own)) if part)


def _profile(row: Row) -> lists.Profile:
    unit, edition = read_group(row), building.played_in(row)
    if unit is None:
        return lists.Profile(points=0)
    stats = [("pts", str(unit.points) if edition.counts(unit.reserve) else "res")]
    stats += [*_two_numbers(unit, edition), ("T", str(unit.t)), ("MO", f"{unit.mo:g}")]
    stats.append(("ME", unit.me.cell.replace(" ", "") if unit.me else "–"))
    stats.append(("MI", f"{unit.mi.hit}+/{unit.mi.range:g}" if unit.mi else "–"))
    orders = tuple((order.capitalize(), f"{value}+") for order, value in unit.activation.items())
    said = " · ".join(f"{order} {value}+" for order, value in unit.activation.items())
    details = [Detail("Orders", said, rules=("CO-ACT-3", "CO-ACT-4"), cells=orders)]
    if unit.me:
        details.append(Detail("Melee", unit.me.words, rules=("CO-ATK-8",)))
    if unit.mi:
        details.append(Detail("Missiles", unit.mi.words, rules=("CO-SHT-2", "CO-SHT-5")))
    traits = building.named_traits(unit, edition.id)
    details += (Detail(name, named.text, rules=named.rules) for name, named in traits)
    told = {**spells(edition.id), **unit.house_spells}
    everything = spells(edition.id) if "caster" in unit.traits else ()
    for spell in (told[id] for id in unit.known_spells or everything):
        label = f"Spell: {tables.titled(spell)}"
        details.append(Detail(label, spell.text, kind="ability", rules=spell.rules))
    sample = unit.sample or (row.get("id") if "list" in row else "")
    for taunt in tables.taunts(edition.id).values():
        if sample and sample in taunt.by:
            label = f"Taunt: {tables.titled(taunt)}"
            details.append(Detail(label, taunt.text, kind="ability", rules=("CO-TNT-1", "CO-TNT-2")))
    bloodied = Token("Bloodied", 0, 1, f"at {edition.r} {unit.r // number('bloodied_divisor')}")
    pips, tokens = (Pip(unit.r, unit.r, name=edition.r),), (bloodied, Token("Shaken", 0, 1))
    return lists.Profile(unit.models, tuple(stats), tuple(details), pips, tokens, _worth(unit, edition))


def _army(units: Sequence[Row]) -> str:
    data = SetupResolver(RULESET_ID)
    read = ((row, read_group(row, data)) for row in units)
    known = [(unit, building.played_in(row, data)) for row, unit in read if unit]
    points = sum(_worth(unit, edition) for unit, edition in known)
    return f"{count(points, 'point')}, {count(len(units), 'Group')}"
