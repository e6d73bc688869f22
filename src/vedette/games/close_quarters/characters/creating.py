"""How a character is made: what skills and sets ask for (CQ-SKL-2 to CQ-SKL-4, CQ-SKL-20), sheets, new characters and their validation (CQ-CHR-17).

Base attributes count, never effective ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids, refusals
from vedette.engine.commands import Command, Commands, bare
from vedette.engine.common import by_side
from vedette.engine.data import Row, Table
from vedette.engine.errors import CommandError, DataError
from vedette.engine.facts import Fact
from vedette.engine.figures import signed
from vedette.engine.play import Play
from vedette.games.close_quarters import arms, derived
from vedette.games.close_quarters.candidates import by_unit
from vedette.games.close_quarters.characters import carrying
from vedette.games.close_quarters.characters.carrying import As, Build, built
from vedette.games.close_quarters.derived import knows, slots
from vedette.games.close_quarters.setup import BUILD, build, new_faults
from vedette.games.close_quarters.state import Character, Fight, Options
from vedette.games.close_quarters.tables import BATTERY, WeaponRow, needed, number, price, skills, weapons
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import between_combats, offered_in
from vedette.kit.schema import Id, read_record
from vedette.view.asked import Asked

COMMANDS = Commands[Fight]()


LITERACY = "literacy"

# --- what a skill asks for, by the rule that does


DEMANDS = ("CQ-SKL-2", "CQ-SKL-3", "CQ-SKL-4", "CQ-SKL-20")
"""The rules by which a skill asks for something."""


def lacking(rule: str, character: Character, skill: str, options: Options) -> Refusal | None:
    """Why somebody can't have a skill by one of the rules that skills have.

    CQ-SKL-2, CQ-SKL-3: the minimum INT; DEX and STR. CQ-SKL-4, CQ-SKL-11: one of the prerequisite skills must be known, or
    one that counts as it. CQ-SKL-20: where few are educated, what is learned from books needs literacy.
    """
    row, found = skills()[skill], ""
    least = {
        "CQ-SKL-2": (("INT", character.int, row.min_int),),
        "CQ-SKL-3": (("DEX", character.dex, row.min_dex), ("STR", character.str, row.min_str)),
    }
    for label, has, needs in least.get(rule, ()):
        if has < needs and not found:
            found = f"{row.name} needs {label} {needs}; {character.name} has {has}."
    if rule == "CQ-SKL-4" and (wanted := needed(row)) and not any(knows(character, it) for it in wanted):
        sort = {"ranged": "any skill with missile weapons", "melee": "any skill with melee weapons"}
        what = sort.get(row.needs_any) or " or ".join(skills()[other].name for other in wanted)
        found = f"{row.name} needs {what}."
    if rule == "CQ-SKL-20" and row.learned and not (options.literate or knows(character, LITERACY)):
        found = f"{row.name} needs {skills()[LITERACY].name} where few are educated."
    return Refusal(rule, found) if found else None


# --- the builder's checks, in their order (CH 17): what a lawful character is

HUMAN, ROBOT = "human", "robot"


def build_faults(game: Fight, build: Build) -> Iterator[Refusal]:
    """Everything that makes a character unlawful, in the order of the builder's checks (CQ-CHR-17)."""
    return refusals(BUILDER_CHECKS, game, build)


def attribute_total(character: Character) -> int:
    """CQ-CHR-4, CQ-EXP-14: STR, DEX and INT, and MOV above 10."""
    return character.str + character.dex + character.int + max(0, character.mov - number("base_mov"))


def points_left(game: Fight, character: Character) -> int:
    """CQ-CHR-4: starting points that a human could still spread; 0 for others, who have none."""
    left = game.options.starting_points - attribute_total(character)
    return max(0, left) if character.species == HUMAN else 0


def build_cost(character: Character) -> int:
    """CQ-CHR-7, CQ-ITM-13: credits for all that he owns, one load of each loaded gun or bow included."""
    loads = [weapons()[weapon.type] for weapon in character.weapons if weapon.ammo > 0]
    paid = sum(row.reload for row in loads if has_loads(row))
    return sum(price(thing) or 0 for thing in carrying.owned(character)) + paid


def has_loads(row: WeaponRow) -> bool:
    """CQ-ITM-13: whether its loads are paid for; batteries come with it."""
    return row.reload > 0 and not row.is_a(BATTERY)


def _is_beginner(build: Build) -> bool:
    """Whether a human beginner's points bind him (CQ-CHR-8)."""
    return build.as_ == "new" and build.character.species == HUMAN


# --- checks 1 to 3: attributes


def low_attributes(character: Character) -> Iterator[Refusal]:
    """CQ-CHR-5: each of STR, DEX and INT that is too low for a starting human, who has at least 8."""
    least = number("least_attribute")
    for label, value in (("STR", character.str), ("DEX", character.dex), ("INT", character.int)):
        if value < least:
            yield Refusal("CQ-CHR-5", f"{character.name} has {label} {value}.", f"{label} {least}")


@check("CQ-CHR-5")
def _attributes_are_high_enough(game: Fight, build: Build) -> Refusal | None:
    return next(low_attributes(build.character), None) if _is_beginner(build) else None


@forbids("CQ-CHR-6")
def _movement_is_high_enough(game: Fight, build: Build) -> WhyNot:
    least, mov = number("base_mov"), build.character.mov
    low = f"{build.name} has MOV {mov}.", f"MOV {least}"
    return low if _is_beginner(build) and mov < least else None


@forbids("CQ-CHR-4")
def _points_are_kept(game: Fight, build: Build) -> str | None:
    total, most = attribute_total(build.character), game.options.starting_points
    over = _is_beginner(build) and total > most
    return f"{build.name} has {total} points; the limit is {most}." if over else None


# --- checks 4 to 8: skills


def _every_skill(rule: str) -> Check[Fight, Build]:
    """What a rule asks for every skill; robots are made with their wits."""

    def test(game: Fight, build: Build) -> Refusal | None:
        one = build.character
        asked = () if rule == "CQ-SKL-2" and one.species == ROBOT else one.skills
        return next(filter(None, (lacking(rule, one, skill, game.options) for skill in asked)), None)

    return Check((rule,), (), test)


@forbids("CQ-SKL-1")
def _slots_suffice(game: Fight, build: Build) -> str | None:
    """Skills take at most INT slots; robots and veterans aren't held to it."""
    taken, character = slots(build.character, game.options), build.character
    if build.as_ == "experienced" or character.species == ROBOT or taken <= character.int:
        return None
    return f"{character.name}'s skills take {taken} slots; the limit is {character.int}."


@forbids("CQ-EXP-10")
def _no_bonus_at_the_start(game: Fight, build: Build) -> str | None:
    if build.as_ == "new" and build.character.bonuses:
        skill = skills()[next(iter(build.character.bonuses))].name
        return f"A beginner has no bonus: {skill}."
    return None


# --- checks 18 and 20: money, practice


@forbids("CQ-CHR-7")
def _credits_suffice(game: Fight, build: Build) -> str | None:
    total, most = build_cost(build.character) + build.purse, game.options.starting_credits
    over = build.as_ == "new" and total > most
    return f"{build.name} comes to {total} credits; the limit is {most}." if over else None


@forbids("CQ-SCN-9")
def _dressed_for_practice(game: Fight, build: Build) -> WhyNot:
    """Practice: no armor and no shield, and only practice or stun weapons in hand."""
    character = build.character
    if game.options.scenario != "practice":
        return None
    shield = character.shield and character.shield_held != "dropped"
    if shield or character.helmet or any(getattr(character, place) for place in carrying.SETS):
        return f"{character.name} wears armor or a shield: not in practice.", "take it off"
    for weapon in arms.in_hands(character):
        arm = arms.figures(weapon)
        stuns = arm.is_a("stuns") and arm.use != "grenade"
        if weapon.quality != "practice" and not stuns:
            return f"This is not a practice weapon: {arm.name}.", "put it away"
    return None


LEARNING: tuple[Check[Fight, Build], ...] = (*map(_every_skill, DEMANDS), _slots_suffice)
"""Checks 4 to 7."""

BUILDER_CHECKS: tuple[Check[Fight, Build], ...] = (
    _attributes_are_high_enough, _movement_is_high_enough, _points_are_kept, *LEARNING, _no_bonus_at_the_start,
    carrying.GRIPS, *carrying.PLACES, _credits_suffice, carrying.LOAD, _dressed_for_practice,
)  # fmt: skip
"""The builder's checks 1 to 20."""


# --- a character shown with every modifier


class Effective(Struct, frozen=True):
    """An attribute and what it comes to: `mods` by the names of the breakdown."""

    attribute: str
    base: int
    value: int
    mods: Mapping[str, int]


def _in_words(values: tuple[Effective, ...]) -> str:
    """The attributes as they stand on the sheet."""
    told = []
    for one in values:
        why = ", ".join(f"{name.replace('_', ' ')} {signed(amount)}" for name, amount in one.mods.items())
        told.append(f"{one.attribute.upper()} {one.value}" + (f" ({one.base}, {why})" if why else ""))
    return "; ".join(told)


@fact("{unit}: {values:sheet}.", headline="{unit}: the sheet", sheet=_in_words)
class SheetShown(Fact, frozen=True):
    unit: str
    values: tuple[Effective, ...]


@COMMANDS.add(
    bare("Show the character with every modifier."),
    "Sheet",
    by_unit,
    rules=("CQ-CHR-3",),
    key="i",
    of_table=True,
    offered=offered_in("between"),
)
async def sheet(play: Play[Fight], command: Command) -> None:
    character = play.state.units[command.by]
    values = []
    for attribute, mods in derived.MODS.items():
        amounts = {mod.name: int(mod.value) for mod in mods(play.state, command.by)}
        base = getattr(character, attribute)
        values.append(Effective(attribute, base, base + sum(amounts.values()), amounts))
    play.emit(SheetShown(command.by, tuple(values)))


def beginner(side: str, id: str, character: Row) -> Character:
    """A new character as he is written; raises CommandError where that makes no sense."""
    try:
        data = read_record(BUILD, character)
    except DataError as error:
        raise CommandError(f"create: {error}.") from error
    if data.species == HUMAN and data.bought:
        raise CommandError("create: a new human has bought no skills yet.")
    return build(data, id, side)


class Create(Command):
    """A new character of a side."""

    id: Id
    character: Annotated[Table, "fields as in a game file"]


def _understood(game: Fight, command: Create) -> Create:
    by_side(game, command)
    if command.id in game.units or command.id in game.sides:
        raise CommandError(f"create: the id {command.id} is in use.")
    character = beginner(command.by, command.id, command.character)
    camp = replace(game, phase="between")  # in combat it is a rule that says no, and not the missing hex
    wrong = next(new_faults(camp, camp.with_units({command.id: character})), None)
    if wrong is not None:
        raise CommandError(f"create: {wrong}.")
    return command


@fact(
    "{unit} joins {side}: {cost:# credit} spent, {wealth} left.{unused:? {unused:# starting point} not used.}",
    headline="{unit} joins {side}",
)
class CharacterCreated(Fact, frozen=True):
    """A new character; `unused` starting points could still have been spread."""

    unit: str
    side: str
    cost: int
    wealth: int
    unused: int


@COMMANDS.add(
    Create,
    "Create",
    _understood,
    (between_combats("CQ-CHR-17"),),
    actor="side",
    rules=("CQ-CHR-7", "CQ-CHR-17", "CQ-ITM-13"),
    parts=built(lambda game, command: beginner(command.by, command.id, command.character)),
    part_checks=BUILDER_CHECKS,
)
async def create(play: Play[Fight], command: Create) -> None:
    """CQ-CHR-7: the character joins the side with what is left of the starting credits, never less than 0."""
    game = play.state
    character = beginner(command.by, command.id, command.character)
    spent = build_cost(character)
    joined = replace(character, wealth=max(0, game.options.starting_credits - spent))
    play.commit(
        game.with_units({command.id: joined}),
        CharacterCreated(command.id, command.by, spent, joined.wealth, points_left(game, character)),
    )


class Validate(Command):
    """Check a character by the rules for making one."""

    as_: Annotated[As, Asked("As", "a", lambda game, by: STANDARDS, judged=False)] = Field("new", alias="as")


STANDARDS = {"new": "a new character", "experienced": "an experienced one"}


@fact(
    "{unit} keeps every rule for {as_:=experienced?an experienced|a new} character.{unused:? {unused:# starting point} not used.}",
    headline="{unit} keeps every rule",
)
class CharacterFound(Fact, frozen=True):
    unit: str
    as_: str
    unused: int


@COMMANDS.add(
    Validate,
    "Check the character sheet",
    by_unit,
    (between_combats("CQ-CHR-17"),),
    rules=("CQ-CHR-17",),
    reminders=("CQ-CHR-8",),
    parts=lambda game, command: (Build(game.units[command.by], game.units[command.by].wealth, command.as_),),
    part_checks=BUILDER_CHECKS,
    key="v",
    of_table=True,
    offered=offered_in("between"),
)
async def validate(play: Play[Fight], command: Validate) -> None:
    character = play.state.units[command.by]
    unused = points_left(play.state, character) if command.as_ == "new" else 0
    play.emit(CharacterFound(command.by, command.as_, unused))
