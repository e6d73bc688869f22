"""What else is done with an action: fires put out, leaks, edges, ropes, sandbags, going down, a breather (section 6.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from vedette.engine.checks import Refusal, WhyNot, forbids
from vedette.engine.commands import Command, Commands, bare
from vedette.engine.facts import Fact
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.engine.readings import told_house_rules
from vedette.games.close_quarters import candidates, checks, near
from vedette.games.close_quarters.characters.carrying import place_of
from vedette.games.close_quarters.damage.harm import harm
from vedette.games.close_quarters.derived import knows, tether_length
from vedette.games.close_quarters.handling.hands import not_gone_down
from vedette.games.close_quarters.state import Fight, Wall, without
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact, figure
from vedette.games.close_quarters.terrain import deep_pit, hemmed, metres, on_fire, pit, wall_on
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.beginning import arrive
from vedette.games.close_quarters.turn.moving import WentDown, into_pit
from vedette.games.close_quarters.turn.path import AFLAME
from vedette.view.asked import Asked
from vedette.view.hexes import ARROWS, Direction, area, distance, on_map, step
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()

EXTINGUISHER, ROPE, SANDBAG = "fire-extinguisher", "rope", "sandbag"

LOWER: Mapping[str, tuple[str, ...]] = {
    "standing": ("kneeling", "prone"), "kneeling": ("prone",), "prone": (), "fallen": ("kneeling", "prone"),
}  # fmt: skip
"""What one may go down to, by the posture one is in; the fallen may pull themselves together."""


# --- what the commands ask


def _beside(game: Fight, by: str) -> Mapping[str, str]:
    """Everybody in his hex and the next ones."""
    others = near.near(game, by, [name for name in game.units if name != by])
    here = [name for name in others if game.units[by].hex and near.away(game, by, name) <= 1]
    return {name: game.units[name].name for name in here}


def _aflame(game: Fight, by: str) -> Mapping[str, str]:
    """Who burns beside him; he himself too."""
    burning = {name: other for name, other in game.units.items() if other.burning and game.units[by].hex}
    return {name: other.name for name, other in burning.items() if near.away(game, by, name) <= 1}


def _fires_around(game: Fight, by: str) -> Mapping[str, str]:
    here = game.units[by].hex
    return {hex: f"fire in {hex}" for hex in (area(here, 1) if here else ()) if hex in game.map.fires}


def _sides(game: Fight, by: str) -> Mapping[str, str]:
    return {side: f"{side} {arrow}" for side, arrow in ARROWS.items()}


class Help(Command):
    """Beat out the flames on somebody who rolls."""

    target: Annotated[str, Asked("Whom", "h", _beside), "who rolls on the ground"]


class Extinguish(Command):
    """Put out the fire on a character or in a hex."""

    target: Annotated[str, Asked("What", "h", _aflame, joined="what")] = ""
    hex: Annotated[str, Asked("What", "h", _fires_around, joined="what"), "instead of a target"] = ""


class Climb(Command):
    """Climb a rope out of a deep pit, towards a hex beside it."""

    to: Annotated[str, Asked("Out into", "h", candidates.around_him), "a hex"]


class LaySandbags(Command):
    """Lay sandbags along one side of one's hex."""

    side: Annotated[
        Direction, Asked("Side", "d", _sides, default=lambda game, words: game.units[words["by"]].facing)
    ]


class Drop(Command):
    """Kneel, or lie down."""

    posture: Annotated[
        Literal["prone", "kneeling"], Asked("Posture", "p", lambda game, by: ("prone", "kneeling"))
    ]


# --- facts


@fact("{unit} drops and rolls: the fire is out when the turn ends.", headline="{unit} drops and rolls")
class Rolls(Fact, frozen=True):
    unit: str


@fact("{by} puts out the flames on {unit}.", moment="gain")
class PutOut(Fact, frozen=True):
    unit: str
    by: str


@fact("{by} puts out the fire in {hex:word}.", moment="gain")
class HexPutOut(Fact, frozen=True):
    hex: str
    by: str


@fact("{unit} has used up the extinguisher.")
class ExtinguisherUsedUp(Fact, frozen=True):
    unit: str


@fact(
    "{unit} patches a leak: {left:?{left:# leak} left|the suit is tight again}{reading:so}.",
    moment="gain",
    headline="{unit} patches a leak",
)
class Patched(Fact, frozen=True):
    unit: str
    left: int
    reading: Annotated[str, WORDS] = ""


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


@fact("{unit} takes a breather.")
class TakesABreather(Fact, frozen=True):
    unit: str


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


@fact("{unit} lays sandbags {direction:towards} of {hex:word}.", headline="{unit} lays sandbags")
class SandbagsLaid(Fact, frozen=True):
    unit: str
    hex: str
    direction: str


@fact("{unit} {hex:?fastens the tether in {hex:word}|unties the tether}.")
class Tied(Fact, frozen=True):
    unit: str
    hex: str


# --- fires put out, leaks patched


_he_burns = order.nobody_who(
    "CQ-FIR-6", "{} isn't burning in a way that rolling would put out.", lambda one: one.burning not in AFLAME
)


@COMMANDS.add(
    bare("Drop, and roll on the ground till the fire is out."),
    "Stop, drop and roll",
    candidates.by_unit,
    (*order.action_checks("still", "CQ-FIR-6"), order.not_in_hth, _he_burns),
    rules=("CQ-FIR-6",),
    key="o",
    offered=order.in_slot(lambda game, by: game.units[by].burning not in ("", "soaked")),
)
async def stop_drop_roll(play: Play[Fight], command: Command) -> None:
    """CQ-FIR-6: prone, and the fire is out at the end of the turn."""
    order.use_action(play, command.by)
    play.commit(play.state.with_unit(command.by, posture="prone", rolling=True), Rolls(command.by))


def _rolls_beside(game: Fight, by: str, other: str) -> bool:
    return game.units[other].rolling and near.away(game, by, other) == 1


@forbids("CQ-FIR-6", reads=("target",))
def _the_target_rolls_beside_him(game: Fight, command: Help) -> str | None:
    by, other = command.by, command.target
    sentence = f"{game.units[other].name} is not rolling out a fire next to {game.units[by].name}."
    return None if _rolls_beside(game, by, other) else sentence


@COMMANDS.add(
    Help,
    "Help with the flames",
    candidates.at_somebody,
    (*order.action_checks("half", "CQ-ACT-8"), order.not_in_hth, _the_target_rolls_beside_him),
    rules=("CQ-FIR-6",),
    key="j",
    offered=order.in_slot(
        lambda game, by: any(_rolls_beside(game, by, other) for other in near.friends(game, by))
    ),
)
async def help_(play: Play[Fight], command: Help) -> None:
    """CQ-FIR-6: with a helper the fire is out at once."""
    order.use_action(play, command.by)
    _put_out(play, command.by, command.target)


def _put_out(play: Play[Fight], by: str, target: str) -> None:
    game = play.state.with_unit(target, burning="", burn_turns=0, burn_bonus=0, rolling=False)
    play.commit(game, PutOut(target, by))


@forbids("CQ-FIR-12")
def _it_burns_close_by(game: Fight, command: Command) -> str | None:
    character, target = game.units[command.by], candidates.target_of(game, command)
    hex = game.units[target].hex if target else getattr(command, "hex", "")
    burns = game.units[target].burning if target else on_fire(game.map, hex)
    reached = character.hex and hex and distance(character.hex, hex) <= number("extinguish_range")
    if (burns and reached) or not (target or hex):
        return None
    return f"Nothing burns there within reach of {character.name}."


@forbids("CQ-GRN-7", reads=("hex",))
def _it_can_be_put_out(game: Fight, command: Extinguish) -> str | None:
    fire = game.map.fires.get(command.hex)
    return "Incendiary fire can't be put out." if fire is not None and fire.kind == "incendiary" else None


_an_extinguisher_is_in_hand = order.nobody_who(
    "CQ-ACT-16", "{} has no fire extinguisher in hand.", lambda one: EXTINGUISHER not in one.ready, "ready it"
)


@COMMANDS.add(
    Extinguish,
    "Extinguish",
    candidates.naming(
        "extinguish: name a character or a hex.", target=candidates.other_unit, hex=candidates.a_hex
    ),
    (
        *order.action_checks("half", "CQ-ACT-8"), order.not_in_hth, _an_extinguisher_is_in_hand, _it_burns_close_by,
        _it_can_be_put_out,
    ),
    rules=("CQ-FIR-12",),
    key="f",
    offered=order.in_slot(lambda game, by: EXTINGUISHER in game.units[by].ready),
)  # fmt: skip
async def extinguish(play: Play[Fight], command: Extinguish) -> None:
    """CQ-FIR-12: one extinguisher puts out one fire."""
    by, held = command.by, play.state.units[command.by].ready
    order.use_action(play, by)
    if EXTINGUISHER in held:
        used_up = play.state.with_unit(by, ready=without(held, EXTINGUISHER))
        play.commit(used_up, ExtinguisherUsedUp(by))
    if command.target:
        _put_out(play, by, command.target)
    else:
        play.commit(play.state.off_map("fires", command.hex), HexPutOut(command.hex, by))


@forbids("CQ-ENV-19")
def _there_is_a_leak(game: Fight, command: Command) -> str | None:
    character = game.units[command.by]
    if character.hth:
        return f"{character.name} can't patch a suit in hand-to-hand combat."
    return None if character.leaks else f"{character.name}'s suit doesn't leak."


@COMMANDS.add(
    bare("Close one leak of one's own spacesuit."),
    "Patch a leak",
    candidates.by_unit,
    (*order.action_checks("still", "CQ-ENV-19"), _there_is_a_leak),
    rules=("CQ-ENV-19",),
    key="z",
    offered=order.in_slot(lambda game, by: game.units[by].leaks),
)
async def patch(play: Play[Fight], command: Command) -> None:
    """CQ-ENV-19: a leak less; with the last one the count of turns ends."""
    order.use_action(play, command.by)
    character = play.state.units[command.by]
    left = max(0, character.leaks - 1)
    game = play.state.with_unit(command.by, leaks=left, leak_turns=character.leak_turns if left else 0)
    if left and plays(game, "patched_leak", "spared"):
        game = game.with_unit(command.by, patched=True)
    read = told_house_rules((house_rule(game, "patched_leak"),)) if left else ""
    play.commit(game, Patched(command.by, left, read))


# --- at the edge of a pit, and a breather


_he_hangs = order.nobody_who(
    "CQ-MOV-15", "{} isn't hanging from an edge.", lambda one: not one.hanging, overridable=False
)
EDGE_CHECKS = (*order.action_checks("half", "CQ-MOV-15"), order.not_in_hth, _he_hangs)
HANGING = order.in_slot(lambda game, by: game.units[by].hanging)


@COMMANDS.add(
    bare("Pull oneself up over the edge of a pit."),
    "Pull up",
    candidates.by_unit,
    EDGE_CHECKS,
    rules=("CQ-MOV-15",),
    key="b",
    offered=HANGING,
)
async def pull_up(play: Play[Fight], command: Command) -> None:
    """CQ-MOV-15: a save on STR brings him prone into the hex he clings to; failing costs a point, and he hangs on."""
    by = command.by
    order.use_action(play, by)
    edge, dice = play.state.units[by].hanging, number("pull_up_dice")
    if await checks.saves(play, by, "str", dice, "pull_up", "CQ-MOV-15", told=" pulls up"):
        play.commit(play.state.with_unit(by, hex=edge, hanging="", posture="prone"), PulledUp(by, edge))
        await arrive(play, by, edge)
        return
    play.emit(HangsOn(by))
    points, soft = number("pull_up_damage"), play.state.options.nonlethal
    await harm(play, by, 0 if soft else points, nonlethal=points if soft else 0)


@COMMANDS.add(
    bare("Let go of the edge, and fall."),
    "Let go",
    candidates.by_unit,
    EDGE_CHECKS,
    rules=("CQ-MOV-15", "CQ-MOV-14"),
    key="g",
    offered=HANGING,
    deliberate=True,
)
async def let_go(play: Play[Fight], command: Command) -> None:
    """CQ-MOV-15, CQ-MOV-14: he falls to the bottom of the pit."""
    order.use_action(play, command.by)
    play.commit(play.state.with_unit(command.by, hanging=""), LetGo(command.by))
    await into_pit(play, command.by, play.state.units[command.by].hex)


@COMMANDS.add(
    bare("Rest for a turn; what it recovers comes at the end of it."),
    "Take a breather",
    candidates.by_unit,
    (
        *order.action_checks("still", "CQ-OPT-4"), order.nonlethal_is_played("CQ-OPT-4"),
        order.undisturbed("CQ-OPT-4", "for a breather"),
    ),
    rules=("CQ-OPT-4",),
    key="b",
    offered=order.in_slot(lambda game, by: game.options.nonlethal and not game.units[by].moved),
)  # fmt: skip
async def breather(play: Play[Fight], command: Command) -> None:
    """CQ-OPT-4: he rests; who attacks him has it easier."""
    order.use_action(play, command.by)
    play.commit(play.state.with_unit(command.by, breather=True), TakesABreather(command.by))


# --- ropes, sandbags, a tether, going down


def _is_in_a_deep_pit(game: Fight, by: str) -> bool:
    character = game.units[by]
    return bool(character.hex) and not character.hanging and deep_pit(game.map, character.hex)


def _on_the_rope(game: Fight, by: str, command: Climb | None) -> Iterator[Detail]:
    character = game.units[by]
    deep = pit(game.map, character.hex) if character.hex else 0
    yield Detail("On the rope", f"{character.climbed} of {figure(deep)} m")


@forbids("CQ-MOV-15")
def _he_stands_in_a_deep_pit(game: Fight, command: Command) -> WhyNot:
    """On his feet at the bottom or on the rope, of a pit over 2 m deep; all others are walked out of."""
    character = game.units[command.by]
    if not _is_in_a_deep_pit(game, command.by):
        return Refusal("CQ-MOV-15", f"{character.name} is in no pit over 2 m deep.", overridable=False)
    up = character.posture == "standing"
    return None if up else (f"{character.name} has to stand up before climbing.", "stand up")


@forbids("CQ-MOV-15", overridable=False)
def _there_is_a_rope(game: Fight, command: Command) -> str | None:
    """His own, or one that an able friend holds beside the pit."""
    by = command.by
    for name, holder in game.units.items():
        friend = not near.is_enemy(game, by, name) and near.is_able(game, name)
        above = near.away(game, by, name) == 1 and not deep_pit(game.map, holder.hex)
        if place_of(holder, ROPE) and (name == by or (friend and above)):
            return None
    return "The only way out of a pit over 2 m deep is a rope."


@forbids("CQ-MOV-15", reads=("to",), overridable=False)
def _he_can_get_there(game: Fight, command: Climb) -> str | None:
    here, to = game.units[command.by].hex, command.to
    beside = here and distance(here, to) == 1 and near.is_free(game, to)
    if not here or (beside and not hemmed(game.map, here, to) and not deep_pit(game.map, to)):
        return None
    return f"{game.units[command.by].name} can't get out into {to}."


@COMMANDS.add(
    Climb,
    "Climb the rope",
    candidates.naming(to=candidates.a_hex),
    (
        *order.action_checks("still", "CQ-MOV-15"), order.not_in_hth, _he_stands_in_a_deep_pit,
        _there_is_a_rope, _he_can_get_there,
    ),
    rules=("CQ-MOV-15", "CQ-SKL-28"),
    key="k",
    offered=order.in_slot(_is_in_a_deep_pit),
    moves=True,
    lines=_on_the_rope,
)  # fmt: skip
async def climb(play: Play[Fight], command: Climb) -> None:
    """CQ-MOV-15, CQ-SKL-28: a metre a turn on 2d6 against DEX, two for acrobats, who roll no dice."""
    by, character = command.by, play.state.units[command.by]
    order.use_action(play, by)
    acrobat, dice, rules = knows(character, "acrobatics"), number("rope_dice"), ("CQ-MOV-15", "CQ-SKL-28")
    if not (acrobat or await checks.saves(play, by, "dex", dice, "rope", *rules, told=" on the rope")):
        play.emit(SlippedOnRope(by))
        return
    metres = character.climbed + number("climb_acrobatics" if acrobat else "climb")
    if metres < pit(play.state.map, character.hex):
        play.commit(play.state.with_unit(by, climbed=metres), Climbed(by, metres))
        return
    game = play.state.with_unit(by, climbed=0, hex=command.to, posture="prone")
    play.commit(game, ClimbedOut(by, command.to))
    await arrive(play, by, command.to)


def _has_sandbags(game: Fight, by: str) -> bool:
    return bool(place_of(game.units[by], SANDBAG))


@forbids("CQ-ENV-9", reads=("side",), alternative="another side", overridable=False)
def _nothing_stands_there(game: Fight, command: LaySandbags) -> str | None:
    """Between two hexes of the map, where no wall as high stands yet."""
    hex = game.units[command.by].hex
    if hex and not on_map(game.map, step(hex, command.side)):
        return "The map ends there."
    walled = hex and wall_on(game.map, hex, command.side) >= metres("wall_low")
    return "A wall stands there already." if walled else None


_he_has_sandbags = order.never_while(
    "CQ-ACT-5", "{} has no sandbags.", lambda game, by: not _has_sandbags(game, by), overridable=False
)


@COMMANDS.add(
    LaySandbags,
    "Lay sandbags",
    candidates.by_unit,
    (
        *order.action_checks("pace", "CQ-ACT-5"), order.not_in_hth,
        order.disengaged("CQ-ACT-5", "disengage first"), _he_has_sandbags, _nothing_stands_there,
    ),
    rules=("CQ-ENV-9", "CQ-ITM-5"),
    key="j",
    offered=order.in_slot(lambda game, by: _has_sandbags(game, by) and not near.is_engaged(game, by)),
)  # fmt: skip
async def lay_sandbags(play: Play[Fight], command: LaySandbags) -> None:
    """CQ-ENV-9: from now on a wall of half a metre stands there."""
    order.use_action(play, command.by)
    character = play.state.units[command.by]
    game, hex, place = play.state, character.hex, place_of(character, SANDBAG)
    game = game.with_unit(command.by, **{place: without(getattr(character, place), SANDBAG)})
    game = game.with_map(walls=(*game.map.walls, Wall(hex, command.side, metres("wall_low"))))
    play.commit(game, SandbagsLaid(command.by, hex, command.side))


def _has_a_tether(game: Fight, by: str) -> bool:
    """Fastened, or at least one hex of it to fasten; untying needs none."""
    return bool(game.units[by].tether or tether_length(game.units[by]))


_he_has_a_tether = order.never_while(
    "CQ-ENV-18", "{} has no tether.", lambda game, by: not _has_a_tether(game, by), overridable=False
)


@COMMANDS.add(
    bare("Fasten your tether in your hex, or untie it."),
    "Tie or untie the tether",
    candidates.by_unit,
    (*order.action_checks("pace", "CQ-ENV-18"), order.not_in_hth, _he_has_a_tether),
    rules=("CQ-ENV-18",),
    key="i",
    offered=order.in_slot(_has_a_tether),
)
async def tie(play: Play[Fight], command: Command) -> None:
    """CQ-ENV-18: from now on the tether holds at its length, or no longer does."""
    order.use_action(play, command.by)
    character = play.state.units[command.by]
    hex = "" if character.tether else character.hex
    play.commit(play.state.with_unit(command.by, tether=hex), Tied(command.by, hex))


@forbids("CQ-ACT-6", reads=("posture",), alternative="stand_up")
def _it_is_lower(game: Fight, command: Drop) -> str | None:
    character = game.units[command.by]
    already = f"{character.name} is {character.posture} already."
    return None if command.posture in LOWER[character.posture] else already


@COMMANDS.add(
    Drop,
    "Go down",
    candidates.by_unit,
    (
        *order.action_checks("half", "CQ-ACT-6"), order.not_in_hth,
        order.disengaged("CQ-ACT-6", "disengage first"), not_gone_down, _it_is_lower,
    ),
    rules=("CQ-ACT-6",),
    key="k",
    offered=order.in_slot(lambda game, by: not (near.is_down(game.units[by]) or near.is_engaged(game, by))),
    moves=True,
)  # fmt: skip
async def drop(play: Play[Fight], command: Drop) -> None:
    """CQ-ACT-6: he is in that posture."""
    by, posture = command.by, command.posture
    order.use_action(play, by)
    play.commit(play.state.with_unit(by, posture=posture), WentDown(by, posture))
