"""What a pack of house profiles may hold: Groups, with the points of their traits, and spells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import TypeAdapter

from vedette.engine.data import Row
from vedette.engine.figures import signed
from vedette.games.company import building, tables
from vedette.games.company.setup import GroupData, SpellData, edition_faults, resolve_unit
from vedette.games.company.tables import RULESET_ID, Order
from vedette.kit.setup_resolver import (
    FOR_CHOOSING,
    ID,
    SetupResolver,
    offered_names,
    row_faults,
    unit_faults,
)
from vedette.view.packs import PackField, PackKind, Rows
from vedette.view.vocabulary import Detail

NEVER = ("company", "add")
"""What belongs to an army."""

APART = "points_apart"
"""The points of a Group without those of its traits, as they are asked for."""


def _profile_faults(row: Row, beside: Rows) -> list[str]:
    edition = building.edition_of(row)
    if row.get("edition", edition) != edition:
        return [tables.unknown_edition()]
    given = {key: value for key, value in row.items() if key != "list"}  # a copy of a sample company's
    found = unit_faults(RULESET_ID, GroupData, resolve_unit, given, beside, NEVER)
    if found:
        return found
    own = tables.editions()[edition]
    written = {key: value for key, value in given.items() if key not in FOR_CHOOSING}
    unit = GroupData.model_validate(
        resolve_unit({"id": ID, **written}, SetupResolver(RULESET_ID, beside), "")
    )
    found += edition_faults(unit, own.id)
    if own.fighting_strength and unit.r not in own.fighting_strength:
        found.append(f"r: a Group has {' or '.join(map(str, own.fighting_strength))} {own.r} in this edition")
    least = sum(_priced(row).values())
    if not row.get("reserve") and row["points"] < least:
        found.append(f"points: its traits alone come to {least}")
    return found


def _priced(row: Row) -> Mapping[str, int]:
    """What each trait of a Group costs, by its name."""
    edition = building.edition_of(row)
    bought = {one.name: one.points for one in building.specials(row, edition)}
    own = building.listed(row, "traits")
    known = [tables.traits(edition)[one] for one in own if one in tables.traits(edition)]
    return {**{trait.name: trait.points for trait in known if trait.points}, **bought}


def _sums(row: Row) -> tuple[Detail, ...]:
    parts = [f"{name} {signed(points)}" for name, points in _priced(row).items()]
    points = row.get("points")
    if not isinstance(points, int):
        return ()
    apart = points - sum(_priced(row).values())
    told = [Detail("Points", f"{points}: {apart}, {', '.join(parts)}")] if parts else []
    fair = building.fair_price(row, building.edition_of(row))
    if fair is not None and fair != points:
        told.append(Detail("By the rules", f"{fair}: its archetype and its traits (CO-BLD-5)"))
    return tuple(told)


def _opened(row: Row) -> Row:
    """A Group with the points that its traits don't bring."""
    points = row.get("points")
    return {**row, APART: points - sum(_priced(row).values())} if isinstance(points, int) else row


def _closed(row: Row, before: Row) -> Row:
    kept = {key: value for key, value in row.items() if key not in (APART, "points")}
    apart = row.get(APART)
    return {**kept, "points": apart + sum(_priced(row).values())} if isinstance(apart, int) else kept


def _archetypes() -> Mapping[str, str]:
    rows = [row for edition in tables.editions() for row in building.archetypes(edition).values()]
    return {str(row["base"]): str(row["name"]) for row in rows}


def _traits() -> Mapping[str, str]:
    """Those of all editions; a Foe and a bane are asked apart, with their types."""
    known = {id: trait for edition in tables.editions() for id, trait in tables.traits(edition).items()}
    return {id: trait.name for id, trait in known.items() if id in get_args(tables.Trait)}


def _types() -> Mapping[str, str]:
    found = [type for edition in tables.editions() for type in building.types(edition)]
    return {type: type for type in found if type}


def spell_names() -> Mapping[str, str]:
    """The spells of all editions and of the players' own, by their ids."""
    known = {id: spell.name for edition in tables.editions() for id, spell in tables.spells(edition).items()}
    return {**known, **offered_names(RULESET_ID, "spells")}


PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    _profile_faults,
    (
        PackField(
            "edition",
            "Edition",
            "choice",
            lambda: offered_names(RULESET_ID, "editions"),
            hint="the chapter where nothing is said",
        ),
        PackField("base", "Archetype", "choice", _archetypes, hint="of the book or the site"),
        PackField(APART, "Points, traits apart", required=True),
        PackField("models", "Models"),
        PackField("r", "R or FS", required=True, hint="6 or 12 by the book and the site"),
        PackField("resolve", "Resolve", hint="what its tests must reach; R itself in the chapter"),
        PackField("t", "T", required=True),
        PackField("mo", "MO", unit='"', required=True),
        PackField("me.attack", "ME attacking", hint="hits on so much; without it the Group only defends"),
        PackField("me.defend", "ME defending", hint="hits on so much; without both it has no ME"),
        PackField("mi.hit", "MI", hint="hits on so much; without both it has no MI"),
        PackField("mi.range", "MI range", unit='"'),
        *(
            PackField(f"activation.{order}", f"Order: {order}", hint="at least so much on 2d6")
            for order in get_args(Order)
        ),
        PackField("traits", "Traits", "many", _traits),
        PackField("kinds", "Kinds", "names", _types, hint="what a Foe or bane may name, such as undead"),
        PackField("foes", "Foes", "names", _types, hint="commas between"),
        PackField("banes", "Banes", "names", _types, hint="commas between"),
        PackField("spells", "Spells", "names", spell_names, hint="commas between"),
        PackField(
            "reserve", "Reserve", "toggle", hint="out of play at first; worth no points in the chapter"
        ),
    ),
    _sums,
    _opened,
    _closed,
)

_SPELL = TypeAdapter[Any](SpellData)
FOR = {"enemy": "an enemy", "friend": "a friend"}
WHEN = {True: "must be", False: "must not be"}

SPELLS = PackKind(
    "spells",
    "spell",
    "spells",
    lambda row, beside: row_faults(_SPELL, row),
    (
        PackField("target", "Cast on", "choice", lambda: FOR, required=True),
        PackField("self", "Or on itself", "toggle"),
        PackField("range", "Range", unit='"', required=True),
        PackField("sight", "Needs sight", "toggle"),
        PackField("shaken", "Target Shaken", "choice", lambda: WHEN),
        PackField("in_melee", "Target in melee", "choice", lambda: WHEN),
        PackField("dice", "Dice", hint="to hit"),
        PackField("hit", "Hits on"),
        PackField("cover", "Cover counts", "toggle"),
        PackField("test", "Target tests", "toggle", hint="Resilience, not due to lost R"),
        PackField("r", "R back"),
        PackField("ends_shaken", "Ends Shaken", "toggle"),
        PackField("t", "T added", hint="until the start of its side's next turn"),
        PackField("moves", "Target may Move", "toggle"),
    ),
)


def packs() -> tuple[PackKind, ...]:
    return PROFILES, SPELLS
