"""Attribute checks, opposed rolls and sneaking (CQ-CHK-1 to CQ-CHK-11, CH 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field, field_validator

from vedette.engine.checks import Check, Refusal, check, forbids
from vedette.engine.commands import Command, Commands, shown
from vedette.engine.common import by_side
from vedette.engine.dice import Modifier, Remark
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.play import Play
from vedette.engine.text import clean
from vedette.games.close_quarters import checks, terrain
from vedette.games.close_quarters.candidates import Reason, Rolled, by_unit, naming, other_unit
from vedette.games.close_quarters.characters.carrying import SETS
from vedette.games.close_quarters.derived import conscious, effective, encumbrance, knows
from vedette.games.close_quarters.near import enemies
from vedette.games.close_quarters.state import Character, Checked, Fight, Opposed, Sneaked
from vedette.games.close_quarters.tables import CheckRow, Result, armor, check_rows, modifier, number, skills
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.turn.order import offered_in
from vedette.kit.tables import applying
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance

COMMANDS = Commands[Fight]()


Bonus = Annotated[int, Field(ge=-100, le=100)]


# --- attribute checks and opposed rolls


def awake(field: Literal["by", "against"] = "by") -> Check[Fight, Any]:
    """CQ-CHK-1: only the conscious make checks."""

    @forbids("CQ-CHK-1", reads=() if field == "by" else (field,))
    def test(game: Fight, command: Any) -> str | None:
        name = getattr(command, field)
        asleep = name in game.units and not conscious(game, name)
        return f"{game.units[name].name} is not conscious." if asleep else None

    return test


def counted(game: Fight, *names: str) -> Fight:
    """CQ-EXP-2: the game after a check of each of these; between combats it counts for the scenario."""
    for name in names if game.phase == "between" else ():
        tally = game.units[name].tally
        game = game.with_unit(name, tally=replace(tally, checks=tally.checks + 1))
    return game


# --- what a kind of check comes to


class Trial(Struct, frozen=True):
    """A check before it is rolled: dice (0 where none are needed), effective attribute, and what is added to it."""

    dice: int
    attribute: checks.Attribute
    modifiers: tuple[Modifier, ...]
    rules: tuple[str, ...]


def trial(character: Character, row: CheckRow, difficulty: int | None, bonus: int = 0) -> Trial:
    """CQ-CHK-8, CQ-CHK-11: a check of a kind, with the dice and the bonus that his skills bring."""
    # CQ-SKL-26: in nothing but cloth or leather; helmets and shields don't matter.
    light = all(armor()[worn].light for place in SETS if (worn := getattr(character, place)))
    skilled = not row.light_armor or light
    dice = row.dice or difficulty or number("check_dice")
    known = [with_it for skill, with_it in row.dice_with.items() if knows(character, skill)]
    dice = min(known, default=dice) if skilled else dice
    dice -= sum(fewer for skill, fewer in row.fewer.items() if knows(character, skill))
    sure = bool(row.sure_with) and knows(character, row.sure_with)
    of_skill = max(skill_bonus(character, row.skill), skill_bonus(character, row.also)) if skilled else 0
    mods = added(of_skill, bonus)
    return Trial(0 if sure else max(number("least_check_dice"), dice), row.attribute, mods, row.rules)


def skill_bonus(character: Character, skill: str) -> int:
    """CQ-CHK-3, CQ-EXP-10: the bought bonus of a skill that he knows."""
    return character.bonuses.get(skill, 0) if skill in character.skills else 0


def added(of_skill: int, declared: int) -> tuple[Modifier, ...]:
    """CQ-CHK-3: what leads from the effective attribute to the target, only what is not 0."""
    return applying(modifier("skill_bonus", of_skill), modifier("bonus", declared))


async def rolled(
    play: Play[Fight], name: str, tried: Trial, *, why: str, told: str, opposed: Remark | None = None
) -> Result:
    """The check, rolled and read; `opposed`: with what it is compared, if that is all that counts."""
    against = (opposed,) if opposed else ()
    character = play.state.units[name]
    return await checks.check(
        play,
        tried.dice,
        effective(play.state, name, tried.attribute),
        why=why,
        side=character.side,
        rules=tried.rules,
        told=f"{character.name}: {told}",
        modifiers=tried.modifiers,
        remarks=(*against, checks.explained(play.state, name, tried.attribute)),
        compared=opposed is not None,
    )


def check_difficulty(*difficulties: int | None) -> None:
    """CQ-CHK-2: raise CommandError for a number of dice that no check has."""
    least, most = number("difficulty_least"), number("difficulty_most")
    for difficulty in difficulties:
        if difficulty is not None and not least <= difficulty <= most:
            raise CommandError(f"A difficulty is {least} to {most} dice, not {difficulty}.")


class CheckRoll(Command):
    """A check, of a kind or on an attribute."""

    kind: str = ""
    attribute: Annotated[Rolled | None, "of a check without a kind"] = None
    difficulty: Annotated[int | None, "in dice"] = None
    skill: Annotated[str, "that counts for a check without a kind"] = ""
    bonus: Annotated[Bonus, "to the attribute"] = 0
    why: Reason = ""

    _clean = field_validator("why")(clean)


def _understood(game: Fight, command: CheckRoll) -> CheckRoll:
    by_unit(game, command)
    check_difficulty(command.difficulty)
    if command.kind and command.kind not in check_rows():
        raise CommandError(f"There is no kind of check {shown(command.kind)}: {', '.join(check_rows())}.")
    if bool(command.kind) == bool(command.attribute):
        raise CommandError("A check is of a kind, or on an attribute, and not both.")
    if command.skill and command.skill not in skills():
        raise CommandError(f"There is no skill {shown(command.skill)}.")
    if command.kind and check_rows()[command.kind].dice and command.difficulty is not None:
        raise CommandError(f"The dice of this check are fixed: {check_rows()[command.kind].name}.")
    return command


@check("CQ-SKL-9", "CQ-ENC-5", reads=("kind",))
def _what_only_some_can(game: Fight, command: CheckRoll) -> Refusal | None:
    """Some checks need a skill, and moving under a load needs the load."""
    row, one = check_rows().get(command.kind or ""), game.units[command.by]
    if row is not None and row.needs and not knows(one, row.needs):
        return Refusal(row.refusal, f"{one.name} doesn't know {skills()[row.needs].name}.")
    if row and row.needs_encumbrance and encumbrance(game, command.by).id != row.needs_encumbrance:
        return Refusal(row.refusal, f"{one.name}'s load needs no such check.")
    return None


def _margin(success: bool, margin: int) -> str:
    return f"succeeds by {margin}" if success else f"fails by {-margin}"


class CheckMade(Fact, frozen=True):
    """CQ-CHK-1: an attribute check."""

    unit: str
    kind: str
    success: bool
    margin: int
    why: str = ""

    def sentence(self, names: Names) -> str:
        row = check_rows().get(self.kind)
        what = self.why or (row.name.lower() if row else "")
        told = f" ({what})" if what else ""
        return f"{names(self.unit)}'s check{told} {_margin(self.success, self.margin)}."

    def headline(self, names: Names) -> str:
        return f"{names(self.unit)} {_margin(self.success, self.margin)}"

    @property
    def moment(self) -> Moment:
        return "" if self.success else "fail"


@COMMANDS.add(
    CheckRoll,
    "Attribute check",
    _understood,
    (awake(), _what_only_some_can),
    do="check",
    rules=("CQ-CHK-1", "CQ-CHK-2", "CQ-CHK-3", "CQ-CHK-4", "CQ-CHK-8", "CQ-CHK-11"),
    reminders=("CQ-CHK-10", "CQ-SKL-27", "CQ-SKL-40"),
    key="c",
    of_table=True,
    offered=offered_in("between"),
    deliberate=True,
)
async def make_check(play: Play[Fight], command: CheckRoll) -> None:
    """CQ-CHK-1, CQ-CHK-4: one pool against the target; who needs no dice succeeds with a margin of 0 (CQ-SKL-28)."""
    game, name = play.state, command.by
    row, character = check_rows().get(command.kind), game.units[name]
    if row is not None:
        tried = trial(character, row, command.difficulty, command.bonus)
    else:
        mods = added(skill_bonus(character, command.skill), command.bonus)
        dice = command.difficulty or number("check_dice")
        tried = Trial(dice, command.attribute or "int", mods, ("CQ-CHK-1", "CQ-CHK-3"))
    label = row.name.lower() if row else f"check on {tried.attribute.upper()}"
    if tried.dice:
        told = f"{label}, {command.why}" if command.why else label
        result = await rolled(play, name, tried, why="check", told=told)
        game = counted(game, name)
    else:
        value = effective(game, name, tried.attribute)
        target = value + int(sum(mod.value for mod in tried.modifiers))
        result = Result(dice=0, target=target, total=0, success=True, margin=number("success_margin"))
    checked = Checked(
        by=name,
        kind=command.kind,
        dice=result.dice,
        target=result.target,
        total=result.total,
        band=result.band,
        success=result.success,
        margin=result.margin,
        mods={mod.name: int(mod.value) for mod in tried.modifiers},
    )
    made = CheckMade(name, command.kind, result.success, result.margin, command.why)
    play.commit(replace(game, check=checked), made)


# --- opposed rolls


ATTRIBUTES = {"str": "STR", "dex": "DEX", "int": "INT"}


def _everybody_else(game: Fight, by: str) -> Mapping[str, str]:
    return {name: character.name for name, character in game.units.items() if name != by}


class OpposedRoll(Command):
    """Two characters check for themselves, and the higher margin wins."""

    against: Annotated[str, Asked("Against", "g", _everybody_else), "another character"]
    attribute: Annotated[Rolled, Asked("Attribute", "h", lambda game, by: ATTRIBUTES, judged=False)]
    against_attribute: Annotated[
        Rolled, Asked("The other's attribute", "o", lambda game, by: ATTRIBUTES, judged=False)
    ]
    difficulty: Annotated[int | None, Asked("Dice", "d", advanced=True), "in dice"] = None
    against_difficulty: Annotated[int | None, Asked("The other's dice", "i", advanced=True), "in dice"] = None
    bonus: Annotated[Bonus, Asked("Bonus", "b", advanced=True)] = 0
    against_bonus: Annotated[Bonus, Asked("The other's bonus", "u", advanced=True)] = 0


def _opposed_understood(game: Fight, command: OpposedRoll) -> OpposedRoll:
    by_unit(game, command)
    other_unit(game, command.by, command.against)
    check_difficulty(command.difficulty, command.against_difficulty)
    return command


@fact(
    "{unit} against {against}{margins:?, margins {margins:margins}}: {winner:?{winner} wins by {net}|nobody wins}.",
    headline="{winner:?{winner} wins by {net}|Nobody wins}",
    margins=lambda margins: " and ".join(map(figure, margins)),
)
class OpposedRolled(Fact, frozen=True):
    """CQ-CHK-6: an opposed roll with both margins; `winner` is "" on a tie."""

    unit: str
    against: str
    winner: str
    net: int
    margins: tuple[int, ...] = ()


@COMMANDS.add(
    OpposedRoll,
    "Opposed roll",
    _opposed_understood,
    (awake(), awake("against")),
    do="opposed",
    rules=("CQ-CHK-6", "CQ-CHK-7"),
    key="o",
    of_table=True,
    offered=offered_in("between"),
)
async def oppose(play: Play[Fight], command: OpposedRoll) -> None:
    """CQ-CHK-6, CQ-CHK-7: both check, the higher margin wins, also when both fail; equal margins: nobody."""
    own = _side(command.attribute, command.difficulty, command.bonus)
    other = _side(command.against_attribute, command.against_difficulty, command.against_bonus)
    counts = checks.higher_wins()
    by = await rolled(play, command.by, own, why="opposed", told="opposed roll", opposed=counts)
    counts = checks.higher_wins(play.state, command.by, by)
    against = await rolled(play, command.against, other, why="against", told="opposed roll", opposed=counts)
    net = abs(by.margin - against.margin)
    winner = (command.by if by.margin > against.margin else command.against) if net else ""
    opposed = Opposed(
        by_target=by.target,
        by_total=by.total,
        by_margin=by.margin,
        against_target=against.target,
        against_total=against.total,
        against_margin=against.margin,
        winner=winner,
        net=net,
    )
    game = replace(counted(play.state, command.by, command.against), opposed=opposed)
    told = OpposedRolled(command.by, command.against, winner, net, (by.margin, against.margin))
    play.commit(game, told)


def _side(attribute: checks.Attribute, difficulty: int | None, bonus: int) -> Trial:
    return Trial(difficulty or number("check_dice"), attribute, added(0, bonus), ("CQ-CHK-6",))


# --- free rolls


class FreeRoll(Command):
    """A roll that no rule asks for."""

    what: Annotated[str, Field(pattern=r"^[1-9]\d?[dD]6$", description="such as 3d6")]
    why: Reason = ""

    _clean = field_validator("why")(clean)


def free_dice(command: FreeRoll) -> int:
    return int(command.what.lower().partition("d")[0])


def _roll_understood(game: Fight, command: FreeRoll) -> FreeRoll:
    by_side(game, command)
    if free_dice(command) > number("roll_dice_most"):
        raise CommandError(f"A roll has 1 to {number('roll_dice_most')} dice (CQ-CHR-1).")
    return command


@COMMANDS.add(FreeRoll, "Roll", _roll_understood, actor="side", do="roll", rules=("CQ-CHR-1",), common=True)
async def free_roll(play: Play[Fight], command: FreeRoll) -> None:
    """CQ-CHR-1: six-sided dice that no rule asks for, added up."""
    await checks.throw(play, free_dice(command), why=command.why or "Roll", side=command.by)


# --- sneaking past somebody who may hear it


STEALTH = "stealth"


def _listeners(game: Fight, by: str) -> Mapping[str, str]:
    side = game.units[by].side
    return {name: other.name for name, other in game.units.items() if other.side != side}


def _multihexes_away(game: Fight, words: Words) -> int | None:
    by, against = words["by"], words.get("against", "")
    own = game.units[by].hex
    near = own and against in enemies(game, by)
    return terrain.multihexes(distance(own, game.units[against].hex)) if near else None


LISTENING = {"passive": "passive: off guard", "active": "active: on the watch"}


class Sneak(Command):
    """Sneak past a listener."""

    against: Annotated[str, Asked("Past", "p", _listeners), "who may hear"]
    mh: Annotated[
        Annotated[int, Field(ge=0, le=1000)],
        Asked("Multihexes away", "m", default=_multihexes_away, stand_in=lambda game, by: 1),
        "multihexes between them",
    ]
    listening: Annotated[
        Literal["passive", "active"], Asked("The listener", "i", lambda game, by: LISTENING, judged=False)
    ]


@forbids("CQ-SKL-9")
def _knows_stealth(game: Fight, command: Any) -> str | None:
    one = game.units[command.by]
    return None if knows(one, STEALTH) else f"{one.name} doesn't know {skills()[STEALTH].name}."


@fact("{listener} {heard:?hears|doesn't hear} {unit}.", moment=lambda it: "fail" if it.heard else "")
class SneakedPast(Fact, frozen=True):
    """CQ-SKL-25: somebody sneaked past a listener."""

    unit: str
    listener: str
    heard: bool


@COMMANDS.add(
    Sneak,
    "Sneak",
    naming(against=other_unit),
    (awake(), awake("against"), _knows_stealth),
    rules=("CQ-SKL-24", "CQ-SKL-25"),
    key="j",
    of_table=True,
    offered=offered_in(
        "between", where=lambda game, by: any(skill.endswith(STEALTH) for skill in game.units[by].skills)
    ),
)
async def sneak(play: Play[Fight], command: Sneak) -> None:
    """CQ-SKL-25: the sneaker's check; who may hear it checks too, and hears it with the greater margin."""
    game, listener = play.state, command.against
    stealth = trial(game.units[command.by], check_rows()[STEALTH], None)
    mine = await rolled(play, command.by, stealth, why="sneak", told="sneaking")
    # CQ-SKL-24: who is near enough hears failures when he listens; good ears hear more
    hearable = command.mh <= number("sneak_range")
    if hearable:
        listens, failed = command.listening == "active", not mine.success
        keen = knows(game.units[listener], "enhanced-hearing")
        hearable = (listens or failed) if keen else (listens and failed)
    heard, margin = False, 0
    if hearable:
        hearing = trial(game.units[listener], check_rows()["hearing"], number("listen_dice"))
        theirs = await rolled(play, listener, hearing, why="listen", told="listening")
        margin = theirs.margin
        heard = theirs.success and margin > mine.margin
    game = counted(game, command.by, *([listener] if hearable else []))
    game = replace(game, sneak=Sneaked(mine.success, mine.margin, hearable, margin, heard))
    play.commit(game, SneakedPast(command.by, listener, heard))
