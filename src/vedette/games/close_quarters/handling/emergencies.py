"""What else is done with an action: fires put out, leaks, edges, ropes, sandbags, going down, a breather (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.games.close_quarters.candidates import (
    a_hex,
    around_him,
    at_somebody,
    by_unit,
    hex_name,
    naming,
    target_of,
)
from vedette.games.close_quarters.characters.carrying import STOWED
from vedette.games.close_quarters.checks import saves
from vedette.games.close_quarters.damage.harm import harm
from vedette.games.close_quarters.derived import knows, tether_length
from vedette.games.close_quarters.handling.hands import not_gone_down
from vedette.games.close_quarters.near import (
    away,
    friends,
    is_able,
    is_down,
    is_enemy,
    is_engaged,
    is_free,
    near,
)
from vedette.games.close_quarters.state import Character, Fight, Wall, without
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.terrain import deep_pit, hemmed, metres, on_fire, pit, wall_on
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.moving import WentDown, into_pit
from vedette.games.close_quarters.turn.order import (
    action_checks,
    disengaged,
    most_moved,
    nonlethal_is_played,
    not_in_hth,
    offered_in,
    undisturbed,
    use_action,
)
from vedette.games.close_quarters.turn.path import AFLAME
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import ARROWS, Direction, area, distance, on_map, step
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- fighting fire


EXTINGUISHER = "fire-extinguisher"


def _somebody_rolls(game: Fight, by: str) -> bool:
    return any(game.units[other].rolling and away(game, by, other) == 1 for other in friends(game, by))


class StopDropRoll(Command):
    """Drop, and roll on the ground till the fire is out."""


def _beside(game: Fight, by: str) -> Mapping[str, str]:
    """Everybody in his hex and the next ones."""
    beside = near(game, by, [name for name in game.units if name != by])
    return {
        name: game.units[name].name for name in beside if game.units[by].hex and away(game, by, name) <= 1
    }


class Help(Command):
    """Beat out the flames on somebody who rolls."""

    target: Annotated[str, Asked("Whom", "h", _beside), Field(description="who rolls on the ground")]


def _aflame(game: Fight, by: str) -> Mapping[str, str]:
    """Who burns beside him; he himself too."""
    burning = {name: other for name, other in game.units.items() if other.burning and game.units[by].hex}
    return {name: other.name for name, other in burning.items() if away(game, by, name) <= 1}


def _fires_around(game: Fight, by: str) -> Mapping[str, str]:
    here = game.units[by].hex
    return {hex: f"fire in {hex}" for hex in (area(here, 1) if here else ()) if hex in game.map.fires}


class Extinguish(Command):
    """Put out the fire on a character or in a hex."""

    target: Annotated[str, Asked("What", "h", _aflame, joined="what")] = ""
    hex: Annotated[
        str, Asked("What", "h", _fires_around, joined="what"), Field(description="instead of a target")
    ] = ""


def _extinguish_understood(game: Fight, command: Extinguish) -> Extinguish:
    """A character or a hex, one of the two."""
    by_unit(game, command)
    if bool(command.target) == bool(command.hex):
        raise CommandError("extinguish: name a character or a hex.")
    if command.target:
        at_somebody(game, command)
    else:
        hex_name(command.hex)
    return command


@forbids("CQ-FIR-6")
def _he_burns(game: Fight, command: Any) -> str | None:
    """Only flames on oneself are rolled out."""
    character = game.units[command.by]
    if character.burning in AFLAME:
        return None
    return f"{character.name} isn't burning in a way that rolling would put out."


# --- fire, leaks, breath


@fact("{unit} drops and rolls: the fire is out when the turn ends.", headline="{unit} drops and rolls")
class Rolls(Fact, frozen=True):
    unit: str


@COMMANDS.add(
    StopDropRoll,
    "Stop, drop and roll",
    by_unit,
    (*action_checks("still", "CQ-FIR-6"), not_in_hth, _he_burns),
    rules=("CQ-FIR-6",),
    key="o",
    offered=offered_in("slot", where=lambda game, by: game.units[by].burning not in ("", "soaked")),
)
async def stop_drop_roll(play: Play[Fight], command: StopDropRoll) -> None:
    """CQ-FIR-6: prone, and the fire is out at the end of the turn."""
    use_action(play, command.by)
    play.commit(play.state.with_unit(command.by, posture="prone", rolling=True), Rolls(command.by))


@forbids("CQ-FIR-6", reads=("target",))
def _the_target_rolls_beside_him(game: Fight, command: Any) -> str | None:
    """Somebody in the next hex who rolls."""
    character, target = game.units[command.by], target_of(game, command)
    if not target:
        return None
    other = game.units[target]
    if other.rolling and character.hex and other.hex and distance(character.hex, other.hex) == 1:
        return None
    return f"{other.name} is not rolling out a fire next to {character.name}."


@COMMANDS.add(
    Help,
    "Help with the flames",
    at_somebody,
    (*action_checks("half", "CQ-ACT-8"), not_in_hth, _the_target_rolls_beside_him),
    rules=("CQ-FIR-6",),
    key="j",
    offered=offered_in("slot", where=_somebody_rolls),
)
async def help_(play: Play[Fight], command: Help) -> None:
    """CQ-FIR-6: with a helper the fire is out at once."""
    use_action(play, command.by)
    _put_out(play, command.by, command.target)


@fact("{by} puts out the flames on {unit}.", moment="gain")
class PutOut(Fact, frozen=True):
    unit: str
    by: str


def _put_out(play: Play[Fight], by: str, target: str) -> None:
    """The target burns no longer."""
    game = play.state.with_unit(target, burning="", burn_turns=0, burn_bonus=0, rolling=False)
    play.commit(game, PutOut(target, by))


@forbids("CQ-ACT-16", alternative="ready it")
def _an_extinguisher_is_in_hand(game: Fight, command: Any) -> str | None:
    """It must be ready."""
    character = game.units[command.by]
    if EXTINGUISHER in character.ready:
        return None
    return f"{character.name} has no fire extinguisher in hand."


@forbids("CQ-FIR-12")
def _it_burns_close_by(game: Fight, command: Any) -> str | None:
    """A burning character or hex within reach."""
    character, target = game.units[command.by], target_of(game, command)
    hex = game.units[target].hex if target else getattr(command, "hex", None) or ""
    if not target and not hex:
        return None
    burns = bool(game.units[target].burning) if target else on_fire(game.map, hex)
    if burns and character.hex and hex and distance(character.hex, hex) <= number("extinguish_range"):
        return None
    return f"Nothing burns there within reach of {character.name}."


@forbids("CQ-GRN-7", reads=("hex",))
def _it_can_be_put_out(game: Fight, command: Any) -> str | None:
    """Nothing puts out an incendiary grenade."""
    fire = game.map.fires.get(command.hex or "")
    return "Incendiary fire can't be put out." if fire is not None and fire.kind == "incendiary" else None


@fact("{by} puts out the fire in {hex:word}.", moment="gain")
class HexPutOut(Fact, frozen=True):
    hex: str
    by: str


@fact("{unit} has used up the extinguisher.")
class ExtinguisherUsedUp(Fact, frozen=True):
    unit: str


@COMMANDS.add(
    Extinguish,
    "Extinguish",
    _extinguish_understood,
    (
        *action_checks("half", "CQ-ACT-8"),
        not_in_hth,
        _an_extinguisher_is_in_hand,
        _it_burns_close_by,
        _it_can_be_put_out,
    ),
    rules=("CQ-FIR-12",),
    key="f",
    offered=offered_in("slot", where=lambda game, by: EXTINGUISHER in game.units[by].ready),
)
async def extinguish(play: Play[Fight], command: Extinguish) -> None:
    """CQ-FIR-12: one extinguisher puts out one fire."""
    use_action(play, command.by)
    character = play.state.units[command.by]
    if EXTINGUISHER in character.ready:
        used_up = play.state.with_unit(command.by, ready=without(character.ready, EXTINGUISHER))
        play.commit(used_up, ExtinguisherUsedUp(command.by))
    if command.target:
        _put_out(play, command.by, command.target)
        return
    play.commit(play.state.off_map("fires", command.hex), HexPutOut(command.hex, command.by))


# --- saving oneself


def _hangs(game: Fight, by: str) -> bool:
    return bool(game.units[by].hanging)


class Patch(Command):
    """Close one leak of one's own spacesuit."""


class PullUp(Command):
    """Pull oneself up over the edge of a pit."""


class LettingGo(Command):
    """Let go of the edge, and fall."""


@forbids("CQ-ENV-19")
def _there_is_a_leak(game: Fight, command: Any) -> str | None:
    """An open leak, and nobody who wrestles with him."""
    character = game.units[command.by]
    if character.hth:
        return f"{character.name} can't patch a suit in hand-to-hand combat."
    return f"{character.name}'s suit doesn't leak." if not character.leaks else None


@fact(
    "{unit} patches a leak: {left:?{left:# leak} left|the suit is tight again}{reading:so}.",
    moment="gain",
    headline="{unit} patches a leak",
)
class Patched(Fact, frozen=True):
    unit: str
    left: int
    reading: Annotated[str, WORDS] = ""


@COMMANDS.add(
    Patch,
    "Patch a leak",
    by_unit,
    (*action_checks("still", "CQ-ENV-19"), _there_is_a_leak),
    rules=("CQ-ENV-19",),
    key="z",
    offered=offered_in("slot", where=lambda game, by: bool(game.units[by].leaks)),
)
async def patch(play: Play[Fight], command: Patch) -> None:
    """CQ-ENV-19: a leak less; with the last one the count of turns ends."""
    use_action(play, command.by)
    character = play.state.units[command.by]
    left = max(0, character.leaks - 1)
    turns = character.leak_turns if left else 0
    game = play.state.with_unit(command.by, leaks=left, leak_turns=turns)
    if left and plays(game, "patched_leak", "spared"):
        game = game.with_unit(command.by, patched=True)
    read = told_house_rules((house_rule(game, "patched_leak"),)) if left else ""
    play.commit(game, Patched(command.by, left, read))


# --- at the edge of a pit


@forbids("CQ-MOV-15", overridable=False)
def _he_hangs(game: Fight, command: Any) -> str | None:
    """Only who clings to the edge of a pit."""
    character = game.units[command.by]
    if character.hanging:
        return None
    return f"{character.name} isn't hanging from an edge."


@fact("{unit} climbs up into {hex:word}.")
class PulledUp(Fact, frozen=True):
    unit: str
    hex: str


@fact("{unit} doesn't get up over the edge.", moment="fail")
class HangsOn(Fact, frozen=True):
    unit: str


@fact("{unit} lets go.")
class LetGo(Fact, frozen=True):
    unit: str


@COMMANDS.add(
    PullUp,
    "Pull up",
    by_unit,
    (*action_checks("half", "CQ-MOV-15"), not_in_hth, _he_hangs),
    rules=("CQ-MOV-15",),
    key="b",
    offered=offered_in("slot", where=_hangs),
)
async def pull_up(play: Play[Fight], command: PullUp) -> None:
    """CQ-MOV-15: a save on STR brings him prone into the hex he clings to; failing costs a point, and he hangs on."""
    use_action(play, command.by)
    character, dice = play.state.units[command.by], number("pull_up_dice")
    if await saves(play, command.by, "str", dice, "pull_up", "CQ-MOV-15", told=" pulls up"):
        game = play.state.with_unit(command.by, hex=character.hanging, hanging="", posture="prone")
        play.commit(game, PulledUp(command.by, character.hanging))
        await arrive(play, command.by, character.hanging)
        return
    play.emit(HangsOn(command.by))
    points, soft = number("pull_up_damage"), play.state.options.nonlethal
    await harm(play, command.by, 0 if soft else points, nonlethal=points if soft else 0)


@COMMANDS.add(
    LettingGo,
    "Let go",
    by_unit,
    (*action_checks("half", "CQ-MOV-15"), not_in_hth, _he_hangs),
    rules=("CQ-MOV-15", "CQ-MOV-14"),
    key="g",
    offered=offered_in("slot", where=_hangs),
    deliberate=True,
)
async def let_go(play: Play[Fight], command: LettingGo) -> None:
    """CQ-MOV-15, CQ-MOV-14: he falls to the bottom of the pit."""
    use_action(play, command.by)
    play.commit(play.state.with_unit(command.by, hanging=""), LetGo(command.by))
    await into_pit(play, command.by, play.state.units[command.by].hex)


# --- getting one's breath back


def _may_rest(game: Fight, by: str) -> bool:
    character = game.units[by]
    return game.options.nonlethal and character.moved <= most_moved(character, "still")


class Breather(Command):
    """Rest for a turn; what it recovers comes at the end of it."""


@fact("{unit} takes a breather.")
class TakesABreather(Fact, frozen=True):
    unit: str


@COMMANDS.add(
    Breather,
    "Take a breather",
    by_unit,
    (
        *action_checks("still", "CQ-OPT-4"),
        nonlethal_is_played("CQ-OPT-4"),
        undisturbed("CQ-OPT-4", "for a breather"),
    ),
    rules=("CQ-OPT-4",),
    key="b",
    offered=offered_in("slot", where=_may_rest),
)
async def breather(play: Play[Fight], command: Breather) -> None:
    """CQ-OPT-4: he rests; who attacks him has it easier."""
    use_action(play, command.by)
    play.commit(play.state.with_unit(command.by, breather=True), TakesABreather(command.by))


# --- out of a deep pit on a rope


ROPE, ACROBATICS = "rope", "acrobatics"


def _is_in_a_deep_pit(game: Fight, by: str) -> bool:
    character = game.units[by]
    return bool(character.hex) and not character.hanging and deep_pit(game.map, character.hex)


class Climb(Command):
    """Climb a rope out of a deep pit, towards a hex beside it."""

    to: Annotated[str, Asked("Out into", "h", around_him), Field(description="a hex")]


def _on_the_rope(game: Fight, by: str, command: Any) -> Iterator[Detail]:
    """How far he has climbed."""
    character = game.units[by]
    deep = pit(game.map, character.hex) if character.hex else 0
    yield Detail("On the rope", f"{character.climbed} of {figure(deep)} m")


@forbids("CQ-MOV-15")
def _he_stands_in_a_deep_pit(game: Fight, command: Any) -> WhyNot:
    """On his feet at the bottom or on the rope, of a pit over 2 m deep; all others are walked out of."""
    character = game.units[command.by]
    if character.hex and deep_pit(game.map, character.hex) and not character.hanging:
        if character.posture == "standing":
            return None
        return f"{character.name} has to stand up before climbing.", "stand up"
    return Refusal("CQ-MOV-15", f"{character.name} is in no pit over 2 m deep.", overridable=False)


@forbids("CQ-MOV-15", overridable=False)
def _there_is_a_rope(game: Fight, command: Any) -> str | None:
    """His own, or one that a friend holds beside the pit."""
    if any(has_rope(game, name) for name in (command.by, *helpers(game, command.by))):
        return None
    return "The only way out of a pit over 2 m deep is a rope."


def has_rope(game: Fight, name: str) -> bool:
    """Whether he has a rope with him, wherever he keeps it."""
    return any(ROPE in getattr(game.units[name], place) for place in STOWED)


def helpers(game: Fight, name: str) -> list[str]:
    """Friends who could hold a rope for him: able, and in the next hexes above."""
    own = game.units[name].hex
    return [
        other
        for other, there in game.units.items()
        if other != name
        and not is_enemy(game, name, other)
        and is_able(game, other)
        and there.hex
        and own
        and distance(own, there.hex) == 1
        and not deep_pit(game.map, there.hex)
    ]


@forbids("CQ-MOV-15", reads=("to",), overridable=False)
def _he_can_get_there(game: Fight, command: Any) -> str | None:
    """A free hex next to the pit, that is no such pit itself."""
    character = game.units[command.by]
    if command.to is None or not character.hex:
        return None
    near = distance(character.hex, command.to) == 1 and is_free(game, command.to)
    if near and not hemmed(game.map, character.hex, command.to) and not deep_pit(game.map, command.to):
        return None
    return f"{character.name} can't get out into {command.to}."


@fact("{unit} is {metres:# metre} up the rope.")
class Climbed(Fact, frozen=True):
    unit: str
    metres: int


@fact("{unit} climbs out into {hex:word}.")
class ClimbedOut(Fact, frozen=True):
    unit: str
    hex: str


@fact("{unit} gets no higher on the rope.", moment="fail")
class SlippedOnRope(Fact, frozen=True):
    unit: str


@COMMANDS.add(
    Climb,
    "Climb the rope",
    naming(to=a_hex),
    (
        *action_checks("still", "CQ-MOV-15"),
        not_in_hth,
        _he_stands_in_a_deep_pit,
        _there_is_a_rope,
        _he_can_get_there,
    ),
    rules=("CQ-MOV-15", "CQ-SKL-28"),
    key="k",
    offered=offered_in("slot", where=_is_in_a_deep_pit),
    moves=True,
    lines=_on_the_rope,
)
async def climb(play: Play[Fight], command: Climb) -> None:
    """CQ-MOV-15, CQ-SKL-28: a metre a turn on 2d6 against DEX, two for acrobats, who roll no dice."""
    use_action(play, command.by)
    character = play.state.units[command.by]
    acrobat = knows(character, ACROBATICS)
    if not acrobat and not await _keeps_hold(play, command.by):
        play.emit(SlippedOnRope(command.by))
        return
    metres = character.climbed + number("climb_acrobatics" if acrobat else "climb")
    if metres < pit(play.state.map, character.hex):
        game = play.state.with_unit(command.by, climbed=metres)
        play.commit(game, Climbed(command.by, metres))
        return
    game = play.state.with_unit(command.by, climbed=0, hex=command.to, posture="prone")
    play.commit(game, ClimbedOut(command.by, command.to))
    await arrive(play, command.by, command.to)


async def _keeps_hold(play: Play[Fight], name: str) -> bool:
    dice, rules = number("rope_dice"), ("CQ-MOV-15", "CQ-SKL-28")
    return await saves(play, name, "dex", dice, "rope", *rules, told=" on the rope")


# --- sandbags, half a metre high


SANDBAG = "sandbag"


def _sides(game: Fight, by: str) -> Mapping[str, str]:
    return {side: f"{side} {arrow}" for side, arrow in ARROWS.items()}


def _ahead(game: Fight, words: Words) -> str:
    return game.units[words["by"]].facing


class LaySandbags(Command):
    """Lay sandbags along one side of one's hex."""

    side: Annotated[Direction, Asked("Side", "d", _sides, default=_ahead)]


def has_sandbags(character: Character) -> bool:
    """Whether he has sandbags with him."""
    return any(SANDBAG in getattr(character, place) for place in STOWED)


def _can_lay_sandbags(game: Fight, by: str) -> bool:
    return has_sandbags(game.units[by]) and not is_engaged(game, by)


@forbids("CQ-ACT-5", overridable=False)
def _he_has_sandbags(game: Fight, command: Any) -> str | None:
    """They are carried."""
    character = game.units[command.by]
    return None if has_sandbags(character) else f"{character.name} has no sandbags."


@forbids("CQ-ENV-9", reads=("side",), alternative="another side", overridable=False)
def _nothing_stands_there(game: Fight, command: Any) -> str | None:
    """Between two hexes of the map, where no wall as high stands yet."""
    character = game.units[command.by]
    if command.side is None or not character.hex:
        return None
    if not on_map(game.map, step(character.hex, command.side)):
        return "The map ends there."
    if wall_on(game.map, character.hex, command.side) >= metres("wall_low"):
        return "A wall stands there already."
    return None


@fact("{unit} lays sandbags {direction:towards} of {hex:word}.", headline="{unit} lays sandbags")
class SandbagsLaid(Fact, frozen=True):
    unit: str
    hex: str
    direction: str


@COMMANDS.add(
    LaySandbags,
    "Lay sandbags",
    by_unit,
    (
        *action_checks("pace", "CQ-ACT-5"),
        not_in_hth,
        disengaged("CQ-ACT-5", "disengage first"),
        _he_has_sandbags,
        _nothing_stands_there,
    ),
    rules=("CQ-ENV-9", "CQ-ITM-5"),
    key="j",
    offered=offered_in("slot", where=_can_lay_sandbags),
)
async def lay_sandbags(play: Play[Fight], command: LaySandbags) -> None:
    """CQ-ENV-9: from now on a wall of half a metre stands there."""
    use_action(play, command.by)
    game, character = play.state, play.state.units[command.by]
    place = next(place for place in STOWED if SANDBAG in getattr(character, place))
    game = game.with_unit(command.by, **{place: without(getattr(character, place), SANDBAG)})
    wall = Wall(character.hex, command.side, metres("wall_low"))
    game = game.with_map(walls=(*game.map.walls, wall))
    play.commit(game, SandbagsLaid(command.by, character.hex, command.side))


# --- a tether


class Tie(Command):
    """Fasten your tether in your hex, or untie it."""


@forbids("CQ-ENV-18", overridable=False)
def _he_has_a_tether(game: Fight, command: Any) -> str | None:
    """Fastening needs at least one hex of tether; untying needs none."""
    character = game.units[command.by]
    if character.tether or tether_length(character):
        return None
    return f"{character.name} has no tether."


@fact("{unit} {hex:?fastens the tether in {hex:word}|unties the tether}.")
class Tied(Fact, frozen=True):
    unit: str
    hex: str


@COMMANDS.add(
    Tie,
    "Tie or untie the tether",
    by_unit,
    (*action_checks("pace", "CQ-ENV-18"), not_in_hth, _he_has_a_tether),
    rules=("CQ-ENV-18",),
    key="i",
    offered=offered_in(
        "slot", where=lambda game, by: bool(game.units[by].tether or tether_length(game.units[by]))
    ),
)
async def tie(play: Play[Fight], command: Tie) -> None:
    """CQ-ENV-18: from now on the tether holds at its length, or no longer does."""
    use_action(play, command.by)
    character = play.state.units[command.by]
    hex = "" if character.tether else character.hex
    play.commit(play.state.with_unit(command.by, tether=hex), Tied(command.by, hex))


# --- going down as an action


LOWER: Mapping[str, tuple[str, ...]] = {
    "standing": ("kneeling", "prone"),
    "kneeling": ("prone",),
    "prone": (),
    "fallen": ("kneeling", "prone"),
}
"""What one may go down to, by the posture one is in; the fallen may pull themselves together."""


def _postures(game: Fight, by: str) -> tuple[str, ...]:
    return ("prone", "kneeling")


def _can_go_down(game: Fight, by: str) -> bool:
    return not is_down(game.units[by]) and not is_engaged(game, by)


class Drop(Command):
    """Kneel, or lie down."""

    posture: Annotated[Literal["prone", "kneeling"], Asked("Posture", "p", _postures)]


@forbids("CQ-ACT-6", reads=("posture",), alternative="stand_up")
def _it_is_lower(game: Fight, command: Any) -> str | None:
    """Only down; standing up is another action."""
    character = game.units[command.by]
    if command.posture is None or command.posture in LOWER[character.posture]:
        return None
    return f"{character.name} is {character.posture} already."


@COMMANDS.add(
    Drop,
    "Go down",
    by_unit,
    (
        *action_checks("half", "CQ-ACT-6"),
        not_in_hth,
        disengaged("CQ-ACT-6", "disengage first"),
        not_gone_down,
        _it_is_lower,
    ),
    rules=("CQ-ACT-6",),
    key="k",
    offered=offered_in("slot", where=_can_go_down),
    moves=True,
)
async def drop(play: Play[Fight], command: Drop) -> None:
    """CQ-ACT-6: he is in that posture."""
    use_action(play, command.by)
    game = play.state.with_unit(command.by, posture=command.posture)
    play.commit(game, WentDown(command.by, command.posture))
