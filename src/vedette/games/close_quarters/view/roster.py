"""What may be chosen for a new game: maps, characters and armies, each with its numbers; and what packs of house profiles hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace
from pydantic import ValidationError

from vedette.campaign import character_files
from vedette.engine.data import Row
from vedette.engine.errors import DataError, VedetteError
from vedette.engine.text import slug
from vedette.games.close_quarters import arms, derived, library, tables
from vedette.games.close_quarters.candidates import first_free
from vedette.games.close_quarters.characters import creating
from vedette.games.close_quarters.characters.carrying import Build
from vedette.games.close_quarters.library import MAKE, MAKES, OF_A_FILE, RowOfFile
from vedette.games.close_quarters.setup import CHARACTER, WEAPON, build, unowned
from vedette.games.close_quarters.state import Character, body_armor, helmets
from vedette.games.close_quarters.tables import RULESET_ID, skills
from vedette.games.close_quarters.view.sheet import HERO, HOME, alone, in_short, read_beginner, sheet
from vedette.kit.setup_resolver import FOR_CHOOSING, NO_ROWS, SetupResolver, offered_names, row_faults
from vedette.kit.words import count
from vedette.view import roster as lists
from vedette.view.packs import PackField, PackKind, Rows
from vedette.view.sheet import Sheet
from vedette.view.vocabulary import Detail, Pip, Token

SIDES = (("colony", "Colony"), ("rebels", "Rebels"))
"""The ids and the usual names of the sides, as in the sample parties."""


def roster(row_of_file: RowOfFile) -> lists.Catalogue:
    def party(units: Sequence[Row]) -> str:
        return count(len(units), "character")

    labels = lists.Labels(_map, _unit, party, partial(_profile, row_of_file), _sheet)
    read = lists.read_roster(RULESET_ID, labels, mission="map")

    def fighters(game: lists.CatalogueItem) -> int:
        sides = game.row.get("sides")
        if not isinstance(sides, list):
            return 0
        return sum(len(lists.units_of(side)) for side in sides if isinstance(side, Mapping))

    return replace(
        read,
        sides=SIDES,
        games=tuple(sorted(read.games, key=fighters)),  # small ones are easier to begin with
        profiles=(*(_career(row_of_file, name) for name in character_files()), *read.profiles),
        of_army=("leader",),
        of_place=("hex", "facing"),
        leader="leader",
        people=True,
        needs=(("D6", "or none: Vedette rolls"),),
        needs_mission=False,
        reference=lambda army: (*read.reference(army), _adjusting()),
    )


def _adjusting() -> lists.Chapter:
    """CQ-TBL-9: what is added to DEX, as far as it is used."""
    used = (row for row in tables.adjustments() if row.part != "none")
    lines = (lists.TableLine(row.when[:1].upper() + row.when[1:], row.dex.replace("-", "−")) for row in used)
    return lists.Chapter("Dexterity adjustments", ("CQ-TBL-9",), tuple(lines))


def _career(row_of_file: RowOfFile, name: str) -> lists.CatalogueItem:
    """A character with a file of their own; one that can't be read says so in its line."""
    id, text = (OF_A_FILE + name, "One of your characters: after the game the file is brought up to date.")
    try:
        row = row_of_file(name) or {}
    except VedetteError as error:
        return lists.CatalogueItem(id, name, str(error))
    return lists.CatalogueItem(id, str(row.get("name") or name), _unit(row), text, row=row)


def _map(row: Row) -> str:
    """How large a map is; what is wrong with its drawing is said where it is chosen."""
    with suppress(ValueError):
        table = library.read_map(row)
        return f"{table['cols']} by {table['rows']} hexes" if "cols" in table and "rows" in table else ""
    return ""


def _unit(row: Row) -> str:
    character = _read(row)
    if character is None:
        return "not complete"
    owned = ", ".join(arms.figures(weapon).name for weapon in character.weapons)
    worn = ", ".join(row.name for row in derived.worn_rows(character))
    experience = f"{character.ep} experience" if character.ep else ""
    return " · ".join(filter(None, (in_short(character), owned, worn, experience)))


def _profile(row_of_file: RowOfFile, row: Row) -> lists.Profile:
    character = _read(row, row_of_file)
    if character is None:
        return lists.Profile()
    attributes = ("str", "dex", "int", "mov")
    return lists.Profile(
        stats=tuple((name.upper(), f"{getattr(character, name)}") for name in attributes),
        details=tuple(_details(character)),
        pips=(Pip(character.str, character.str, name="Hits"),),
        tokens=tuple(_spent(character)),
    )


def _sheet(row: Row) -> Sheet | None:
    character = _read(row)
    if character is None:
        return None
    return replace(sheet(alone(character), HERO), subtitle=in_short(character))


def _read(row: Row, row_of_file: RowOfFile = lambda name: None) -> Character | None:
    """The character of a row or a profile as he begins a game; None where something is wrong with him."""
    words = {key: value for key, value in row.items() if key != "text"}
    try:
        unit = library.written_out(row_of_file, {"id": "unit", **words}, SetupResolver(RULESET_ID), "")
        read = CHARACTER.validate_python(unit)
    except (ValidationError, VedetteError):
        return None
    return None if any(unowned(read)) else build(read, read.id, HOME)


# --- a character for whoever chooses one, and on paper: numbers, weapons, what is ticked off, and the rules behind it all


UNSKILLED = "CQ-SKL-7"
"""What skills with weapons are for."""


def _details(character: Character) -> Iterator[Detail]:
    game, rules = alone(character), tables.explained()

    def behind(kind: str, sorts: Iterable[str]) -> tuple[str, ...]:
        rows = (rules.get(f"{kind}-{sort}") for sort in sorts)
        return tuple(dict.fromkeys(rule for row in rows if row is not None for rule in row.rules))

    for weapon in character.weapons:
        arm, does = arms.figures(weapon), arms.damage_words(game, character, weapon)
        target = derived.e_dex(game, HERO) + int(sum(mod.value for mod in arms.hit_mods(character, weapon)))
        full = arms.full_ammo(character, weapon)
        shots = "/".join(str(shots) for shots in arm.shots if shots) if full else ""
        cells = ("Damage", does), ("Hits on", str(target)), ("Shots", shots), ("Length", arm.length)
        sorts = [arm.use, *(["thrown"] if arm.use == "melee" and arm.thrown else [])]
        sorts += ["automatic"] if any(arm.shots[1:]) else []
        sorts += filter(arm.is_a, (name.removeprefix("weapon-") for name in rules))
        yield Detail(arm.name, f"damage {does}", kind="weapon", rules=behind("weapon", sorts), cells=cells)
    if worn := derived.worn_rows(character):
        kinds = behind("armor", [sort for row in worn for sort in (row.id, row.kind, row.klass)])
        yield Detail("Protected by", ", ".join(row.name for row in worn), rules=kinds)
    if character.shield:
        name = tables.shields()[character.shield].name
        yield Detail("Shield", name, rules=behind("armor", ["shield"]))
    if character.energy_shield:
        name = tables.energy_shields()[character.energy_shield].name
        yield Detail("Energy shield", name, rules=behind("armor", ["energy_shield"]))
    if known := [skills()[skill].name for skill in character.skills if skill in skills()]:
        yield Detail("Skills", ", ".join(known), rules=(UNSKILLED, *behind("skill", character.skills)))


def _spent(character: Character) -> Iterator[Token]:
    used = Counter[str]()
    for weapon in character.weapons:
        arm = arms.figures(weapon)
        if arm.use == "grenade":
            used[arm.name] += 1
        elif weapon.ammo:
            yield Token(f"{arm.name}, {'rounds' if arm.use == 'missile' else 'turns'}", 0, weapon.ammo)
    used.update(row.name for row in map(tables.item, character.items) if row is not None and row.weapon)
    yield from (Token(name, 0, many) for name, many in used.items())


# --- what packs of house profiles may hold


NEVER = (
    "hex", "facing", "posture", "bought", "bonuses", "old_damage", "healed", "status", "tally", "awarded", "handhold",
    "energy_shield_on", "energy_shield_broken",
)  # fmt: skip
"""What belongs to a fight, or to a character who has seen some."""

PURSE = "wealth"


def _built(row: Row, beside: Rows) -> Character:
    """The character of a profile, with the makes of the weapons written out; raises DataError."""
    resolver = SetupResolver(RULESET_ID, beside)
    unit = library.with_makes(
        {key: value for key, value in row.items() if key not in FOR_CHOOSING}, resolver, ""
    )
    if resolver.faults:
        raise DataError([fault.removeprefix(": ") for fault in resolver.faults])
    return read_beginner({key: value for key, value in unit.items() if key != PURSE})


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
    for refusal in creating.build_faults(alone(character), Build(character, purse)):
        yield f"{refusal.rule}: {refusal.sentence.removesuffix('.')}"


def _sums(row: Row) -> tuple[Detail, ...]:
    try:
        character = _built(row, NO_ROWS)
    except (DataError, ValidationError):
        return ()
    options, purse = alone(character).options, row.get(PURSE)
    spent = creating.build_cost(character) + (purse if isinstance(purse, int) else 0)
    limits = [
        ("Points", creating.attribute_total(character), options.starting_points),
        ("Skill slots", derived.slots(character, options), character.int),
        ("Credits", spent, options.starting_credits),
    ]
    bound = limits if character.species == "human" else limits[1:]
    return tuple(Detail(name, f"{value} of {most}") for name, value, most in bound)


def _make_faults(row: Row, beside: Rows) -> list[str]:
    figures = {key: value for key, value in row.items() if key != "text"}
    never = [
        f"{key}: belongs to one weapon, not to a make" for key in ("ammo", "grip", "broken") if key in row
    ]
    return [*never, *row_faults(WEAPON, figures)]


# --- the weapons of a character as a list of names


def _given(row: Row) -> list[Row]:
    given = row.get("weapons")
    return [one for one in given if isinstance(one, Mapping)] if isinstance(given, list) else []


def _opened(row: Row) -> Row:
    known = _given(row)
    return {**row, "weapons": [one.get(MAKE) or one.get("type") for one in known]} if known else row


def _closed(row: Row, before: Row) -> Row:
    """Each weapon as it was, and new ones full, under an id of its own."""
    named = row.get("weapons")
    if not isinstance(named, list):
        return row
    left, made = _given(before), list[Row]()
    for name in named:
        old = next((one for one in left if name in (one.get(MAKE), one.get("type"))), None)
        if old is not None:
            left.remove(old)
            made.append(old)
        else:
            taken = [str(one.get("id")) for one in (*left, *made)]
            id = first_free(slug(str(name)) or "weapon", taken)
            made.append({"id": id, "type" if name in tables.weapons() else MAKE: str(name)})
    return {**row, "weapons": made}


def _names(rows: Row) -> dict[Any, str]:
    return {id: row.name for id, row in rows.items()}


def _worn(ids: Iterable[str]) -> Mapping[Any, str]:
    return {id: tables.armor()[id].name for id in sorted(ids)}


COMMAS = "commas between"
THINGS = f"ids of weapons and things, {COMMAS}"

PROFILES = PackKind(
    "profiles",
    "profile",
    "profiles",
    _profile_faults,
    (
        *(PackField(id, id.upper(), required=id != "mov") for id in ("str", "dex", "int", "mov")),
        PackField("skills", "Skills", "names", lambda: _names(skills()), hint=COMMAS),
        PackField(
            "weapons",
            "Weapons",
            "names",
            lambda: _names(tables.weapons()) | offered_names(RULESET_ID, MAKES),
            hint=COMMAS,
        ),
        PackField("ready", "In hand", "names", hint=THINGS),
        PackField("belt", "On the belt", "names", hint=THINGS),
        PackField("slung", "Slung", "names", hint=THINGS),
        PackField("armor", "Armor", "choice", lambda: _worn(body_armor())),
        PackField("helmet", "Helmet", "choice", lambda: _worn(helmets())),
        PackField("shield", "Shield", "choice", lambda: _names(tables.shields())),
        PackField("energy_shield", "Energy shield", "choice", lambda: _names(tables.energy_shields())),
        PackField("items", "Items", "names", lambda: _names(tables.items()), hint=COMMAS),
        PackField("worn", "Worn", "names", lambda: _names(tables.items()), hint=COMMAS),
        PackField(PURSE, "Credits left"),
    ),
    _sums,
    _opened,
    _closed,
)

LENGTHS = {one: one for one in ("short", "medium", "long")}
HANDS = {1: "one", 2: "two"}

MAKE_KIND = PackKind(
    MAKES,
    "make of a weapon",
    "makes of weapons",
    _make_faults,
    (
        PackField("type", "Like", "choice", lambda: _names(tables.weapons()), required=True),
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
    # the weapons of the book, each as a make of itself
    like=lambda: [{"id": row.id, "name": row.name, "type": row.id} for row in tables.weapons().values()],
)


def packs() -> tuple[PackKind, ...]:
    return PROFILES, MAKE_KIND
