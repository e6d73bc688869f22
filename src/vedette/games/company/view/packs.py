"""What a pack of house profiles may hold: Groups, with the points of their traits, and spells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import TypeAdapter

from vedette.engine.data import Row
from vedette.engine.figures import signed
from vedette.games.company.setup import GroupData, SpellData, resolve_unit
from vedette.games.company.tables import RULESET_ID, Order, traits
from vedette.kit.setup_resolver import offered_names, row_faults, unit_faults
from vedette.view.packs import PackField, PackKind, Rows
from vedette.view.vocabulary import Detail

NEVER = ("company",)
"""What belongs to an army."""

APART = "points_apart"
"""The points of a Group without those of its traits, as they are asked for."""


def _profile_faults(row: Row, beside: Rows) -> list[str]:
    given = {key: value for key, value in row.items() if key != "list"}  # a copy of a sample company's
    found = unit_faults(RULESET_ID, GroupData, resolve_unit, given, beside, NEVER)
    least = sum(_priced(row).values())
    if not found and not row.get("reserve") and row["points"] < least:
        found.append(f"points: its traits alone come to {least}")
    return found


def _priced(row: Row) -> Mapping[str, int]:
    given = row.get("traits")
    named = [one for one in given if isinstance(one, str)] if isinstance(given, list) else []
    known = [traits()[one] for one in named if one in traits()]
    return {trait.name: trait.points for trait in known if trait.points}


def _sums(row: Row) -> tuple[Detail, ...]:
    parts = [f"{name} {signed(points)}" for name, points in _priced(row).items()]
    points = row.get("points")
    if not isinstance(points, int) or not parts:
        return ()
    return (Detail("Points", f"{points}: {points - sum(_priced(row).values())}, {', '.join(parts)}"),)


def _opened(row: Row) -> Row:
    """A Group with the points that its traits don't bring."""
    points = row.get("points")
    return {**row, APART: points - sum(_priced(row).values())} if isinstance(points, int) else row


def _closed(row: Row, before: Row) -> Row:
    kept = {key: value for key, value in row.items() if key not in (APART, "points")}
    apart = row.get(APART)
    return {**kept, "points": apart + sum(_priced(row).values())} if isinstance(apart, int) else kept


PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    _profile_faults,
    (
        PackField(APART, "Points, traits apart", required=True),
        PackField("models", "Models"),
        PackField("r", "R", required=True),
        PackField("t", "T", required=True),
        PackField("mo", "MO", unit='"', required=True),
        PackField("me.attack", "ME attacking", hint="hits on so much; without both it has no ME"),
        PackField("me.defend", "ME defending"),
        PackField("mi.hit", "MI", hint="hits on so much; without both it has no MI"),
        PackField("mi.range", "MI range", unit='"'),
        *(
            PackField(f"activation.{order}", f"Order: {order}", hint="at least so much on 2d6")
            for order in get_args(Order)
        ),
        PackField("traits", "Traits", "many", lambda: {id: trait.name for id, trait in traits().items()}),
        PackField(
            "spells", "Spells", "names", lambda: offered_names(RULESET_ID, "spells"), hint="commas between"
        ),
        PackField("reserve", "Reserve", "toggle", hint="out of play until summoned, worth no points"),
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
