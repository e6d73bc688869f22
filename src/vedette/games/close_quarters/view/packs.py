"""What a pack of house profiles may hold: characters, who keep to the points and credits of beginners, and makes of weapons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from vedette.engine.errors import DataError
from vedette.engine.text import slug
from vedette.games.close_quarters.characters.carrying import Build
from vedette.games.close_quarters.characters.creating import attribute_total, build_faults, cost
from vedette.games.close_quarters.derived import slots
from vedette.games.close_quarters.library import MAKE, MAKES, with_makes
from vedette.games.close_quarters.setup import WeaponData
from vedette.games.close_quarters.state import Character, body_armor, helmets
from vedette.games.close_quarters.tables import (
    RULESET_ID,
    armor,
    energy_shields,
    items,
    shields,
    skills,
    weapons,
)
from vedette.games.close_quarters.view.building.yard import alone, read
from vedette.kit.packs import offered_names, row_faults
from vedette.kit.setup_resolver import FOR_CHOOSING, NO_ROWS, SetupResolver
from vedette.view.packs import PackField, PackKind, Rows
from vedette.view.roster import Row
from vedette.view.vocabulary import Detail

NEVER = (
    "hex", "facing", "posture", "bought", "bonuses", "old_damage", "healed", "status", "tally", "awarded", "handhold",
    "energy_shield_on", "energy_shield_broken",
)  # fmt: skip
"""What belongs to a fight, or to a character who has seen some."""

PURSE = "wealth"


def _written_out(row: Row, beside: Rows) -> tuple[dict[str, Any], list[str]]:
    """A character with the makes of his weapons written out, and those that there are not."""
    resolver = SetupResolver(RULESET_ID, beside)
    unit = with_makes({key: value for key, value in row.items() if key not in FOR_CHOOSING}, resolver, "")
    return unit, [fault.removeprefix(": ") for fault in resolver.faults]


def _built(row: Row, beside: Rows) -> Character:
    """The character of a profile; raises DataError."""
    unit, missing = _written_out(row, beside)
    if missing:
        raise DataError(missing)
    return read({key: value for key, value in unit.items() if key != PURSE})


def _profile_faults(row: Row, beside: Rows) -> Iterator[str]:
    """What makes no sense, and what a beginner may not be (CQ-CHR-17)."""
    yield from (f"{key}: no profile has this" for key in NEVER if key in row)
    purse = row.get(PURSE, 0)
    if not isinstance(purse, int) or isinstance(purse, bool) or not 0 <= purse <= 10_000:
        yield f"{PURSE}: must be a whole number of credits"
        return
    try:
        character = _built(row, beside)
    except DataError as error:
        yield from error.faults
        return
    for refusal in build_faults(alone(character), Build(character, purse)):
        yield f"{refusal.rule}: {refusal.sentence.removesuffix('.')}"


def _sums(row: Row) -> tuple[Detail, ...]:
    """Points, slots and credits, of how many."""
    try:
        character = _built(row, NO_ROWS)
    except (DataError, ValidationError):
        return ()
    options = alone(character).options
    purse = row.get(PURSE)
    spent = cost(character) + (purse if isinstance(purse, int) else 0)
    sums = (
        (("Points", attribute_total(character), options.starting_points),)
        if character.species == "human"
        else ()
    )
    limits = (
        *sums,
        ("Skill slots", slots(character, options), character.int),
        ("Credits", spent, options.starting_credits),
    )
    return tuple(Detail(name, f"{value} of {most}") for name, value, most in limits)


def _make_faults(row: Row, beside: Rows) -> list[str]:
    figures = {key: value for key, value in row.items() if key != "text"}
    never = [
        f"{key}: belongs to one weapon, not to a make" for key in ("ammo", "grip", "broken") if key in row
    ]
    return [*never, *row_faults(WeaponData, figures)]


# --- the weapons of a character as a list of names


def _opened(row: Row) -> Row:
    given = row.get("weapons")
    known = [one for one in given if isinstance(one, Mapping)] if isinstance(given, list) else []
    return {**row, "weapons": [one.get(MAKE) or one.get("type") for one in known]} if known else row


def _closed(row: Row, before: Row) -> Row:
    """Each weapon as it was, and new ones full, under an id of its own."""
    named = row.get("weapons")
    if not isinstance(named, list):
        return row
    given = before.get("weapons")
    left = [one for one in given if isinstance(one, Mapping)] if isinstance(given, list) else []
    made: list[Row] = []
    for name in named:
        old = next((one for one in left if name in (one.get(MAKE), one.get("type"))), None)
        if old is not None:
            left.remove(old)
        made.append(old or _new(str(name), [str(one.get("id")) for one in (*left, *made)]))
    return {**row, "weapons": made}


def _new(name: str, taken: Sequence[str]) -> Row:
    id, number = slug(name) or "weapon", 2
    while id in taken:
        id, number = f"{slug(name)}-{number}", number + 1
    return {"id": id, "type" if name in weapons() else MAKE: name}


def _makes() -> Mapping[Any, str]:
    return offered_names(RULESET_ID, MAKES)


def _names(rows: Mapping[str, Any]) -> Mapping[Any, str]:
    return {id: row.name for id, row in rows.items()}


COMMAS = "commas between"

PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    _profile_faults,
    (
        PackField("str", "STR", required=True),
        PackField("dex", "DEX", required=True),
        PackField("int", "INT", required=True),
        PackField("mov", "MOV"),
        PackField("skills", "Skills", "names", lambda: _names(skills()), hint=COMMAS),
        PackField("weapons", "Weapons", "names", lambda: {**_names(weapons()), **_makes()}, hint=COMMAS),
        PackField("ready", "In hand", "names", hint="ids of weapons and things, commas between"),
        PackField("belt", "On the belt", "names", hint="ids of weapons and things, commas between"),
        PackField("slung", "Slung", "names", hint="ids of weapons and things, commas between"),
        PackField(
            "armor", "Armor", "choice", lambda: _names({id: armor()[id] for id in sorted(body_armor())})
        ),
        PackField(
            "helmet", "Helmet", "choice", lambda: _names({id: armor()[id] for id in sorted(helmets())})
        ),
        PackField("shield", "Shield", "choice", lambda: _names(shields())),
        PackField("energy_shield", "Energy shield", "choice", lambda: _names(energy_shields())),
        PackField("items", "Items", "names", lambda: _names(items()), hint=COMMAS),
        PackField("worn", "Worn", "names", lambda: _names(items()), hint=COMMAS),
        PackField(PURSE, "Credits left"),
    ),
    _sums,
    _opened,
    _closed,
)

LENGTHS = {one: one for one in ("short", "medium", "long")}
HANDS = {1: "one", 2: "two"}


def _types() -> list[Row]:
    """The weapons of the book, each as a make of itself."""
    return [{"id": row.id, "name": row.name, "type": row.id} for row in weapons().values()]


MAKE_KIND = PackKind(
    MAKES,
    "make of a weapon",
    "makes of weapons",
    _make_faults,
    (
        PackField("type", "Like", "choice", lambda: _names(weapons()), required=True),
        PackField("damage", "Damage", "text", hint="as in 2d6-1; of its type without"),
        PackField("damage2", "In two hands", "text"),
        PackField("str_min", "STR needed"),
        PackField("hands", "Hands", "choice", lambda: HANDS),
        PackField("length", "Length", "choice", lambda: LENGTHS),
        PackField("shots", "Shots a turn", "text", hint="single/burst/automatic, as in 2/1/0"),
        PackField("rounds", "Rounds"),
        PackField("kg", "Mass", unit="kg"),
        PackField("skills", "Skills", "names", lambda: _names(skills()), hint=COMMAS),
    ),
    like=_types,
)


def packs() -> tuple[PackKind, ...]:
    """Characters, and makes of weapons."""
    return PROFILES, MAKE_KIND
