"""What follows every command of combat, `pass`, `concede`, and the ends of movement, turn and combat (sections 4 to 6).

And the dangers of staying in fire, in deep water or under a heavy load till then (CQ-FIR-8, CQ-SKL-21, CQ-ENC-4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import dropwhile

from msgspec.structs import replace

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import Command, Commands, bare
from vedette.engine.common import Concede, by_side
from vedette.engine.conditions import conditions_end
from vedette.engine.errors import ForbiddenError
from vedette.engine.facts import Conceded, Fact
from vedette.engine.grammar import agree, at_start, the
from vedette.engine.play import Play
from vedette.engine.requests import Option
from vedette.games.close_quarters.candidates import by_unit
from vedette.games.close_quarters.checks import saves, throws
from vedette.games.close_quarters.damage.blow import end_steps, grenades
from vedette.games.close_quarters.damage.harm import harm
from vedette.games.close_quarters.derived import conscious, encumbrance, knows, order_dex
from vedette.games.close_quarters.near import brawl, in_hex, is_able, is_alive, is_free, is_out
from vedette.games.close_quarters.state import TURN, Character, Fight, Side, Slot, without
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.terrain import deep_water, hemmed, icy, on_fire
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.beginning import PhaseBegan, arrive, beaten, ways_back
from vedette.games.close_quarters.turn.moving import keeps_his_feet
from vedette.games.close_quarters.turn.path import AFLAME, is_run, turn_path, with_halves, would_run
from vedette.kit.sentences import of_the_end
from vedette.view.hexes import neighbours

COMMANDS = Commands[Fight]()


class Pass(Command):
    """A character does nothing, or nothing more."""


class EndMovement(Command):
    """A side has moved; whoever hasn't stands still."""


# --- facts


@fact("{unit:?{unit} moves next|Everybody has moved}.")
class NextToMove(Fact, frozen=True):
    """The next character moves; "" when all have."""

    aside = True
    unit: str


@fact("It is {unit}'s turn.")
class NextToAct(Fact, frozen=True):
    aside = True
    unit: str


@fact("The hand-to-hand combat in {hex:word} is over.", headline="Hand-to-hand combat is over")
class BrawlEnded(Fact, frozen=True):
    hex: str


@fact("Nobody holds {unit} any more.", headline="Nobody holds {unit}")
class HoldEnded(Fact, frozen=True):
    unit: str


@fact("The order passes over those who can't act.")
class SlotsPassed(Fact, frozen=True):
    aside = True


@fact(
    "{outcome:=draw?Nobody can fight any more: a draw|Only {outcome} {outcome:is/are} still able to fight: the combat is over}.",
    moment=of_the_end,
    headline="{outcome:=draw?A draw|Only {outcome} still able to fight}",
)
class CombatWon(Fact, frozen=True):
    """Only one side can fight; "draw" if none can."""

    outcome: str


@fact("{unit} passes.")
class Passed(Fact, frozen=True):
    unit: str


@fact("It is the turn of {side} to move.")
class SideMoves(Fact, frozen=True):
    aside = True
    side: str


@fact("{unit} can't bear the fire, and flees to {hex:word}.", moment="fail")
class FledTheFire(Fact, frozen=True):
    unit: str
    hex: str


@fact("{unit} recovers from the wound: −2 DEX no longer.", moment="gain")
class WoundEased(Fact, frozen=True):
    unit: str


@fact("Turn {round} begins.", headline="Turn {round}")
class TurnBegan(Fact, frozen=True):
    round: int


# --- the game set in motion where a set-up begins in the middle of a turn


def set_in_motion(game: Fight, preset: Collection[str]) -> Fight:
    """The game as its first command finds it; `preset` holds the paths that the set-up has set."""
    if "initiative" not in preset:
        game = replace(game, initiative=tuple(game.sides))
    if "move_order" not in preset:
        one_by_one = tuple(name for name in order.by_initiative(game) if is_able(game, name))
        movers = one_by_one if game.options.advanced_initiative else game.initiative
        game = replace(game, move_order=movers)
    game = order.with_began(game, [name for name in game.units if f"units.{name}.began" not in preset])
    game = with_halves(game, [name for name in game.units if f"units.{name}.half" not in preset])
    for name, one in game.units.items():  # CQ-MOV-3
        if f"units.{name}.ran" not in preset:
            game = game.with_unit(name, ran=is_run(one.moved, one.half))
    if game.outcome:
        return game
    if game.phase == "movement":
        started = order.first_to_move(game)
        if game.options.advanced_initiative and "actor" in preset and game.actor in game.units:
            return order.with_actor(game, game.actor)
        return replace(started, active=game.active) if "active" in preset else started
    if game.phase not in ("action", "retreat"):
        return game
    for name, one in game.units.items() if game.phase == "action" else ():
        # CQ-RNG-7: whose aiming is preset has aimed: to defend makes it no longer
        game = game.with_unit(name, aimed=one.aimed or one.aim_turns > 0)
    slots = order.first_slots(game)
    if "order" in preset:
        dex = {name: order_dex(game, name) for name in game.order}
        slots = tuple(Slot(name, order.FIRST, dex[name], dex[name]) for name in game.order)
    game = replace(game, order=tuple(slot.unit for slot in slots), slots=slots)
    if game.phase == "retreat":
        game = replace(game, slots=())
    elif game.actor in game.order:  # who stands before a preset actor has had his turn
        game = replace(game, slots=tuple(dropwhile(lambda slot: slot.unit != game.actor, game.slots)))
    return settled(game)


# --- what follows every command of combat: HTH dissolves, the combat ends, slots and phases go on (section 5)


def settled(game: Fight) -> Fight:
    """The game with the actor whose turn it is next; slots that can't be used are passed over, and so are whole phases.

    Action goes over into retreat after its last slot, retreat into the end when nobody can force one (any more).
    """
    if game.phase == "action":
        slots = tuple(dropwhile(lambda slot: not order.is_usable(game, slot), game.slots))
        if slots:
            return order.with_actor(replace(game, slots=slots), slots[0].unit)
        game = order.with_actor(replace(game, phase="retreat", slots=()), "")
    if game.phase == "retreat":  # the turn of the actor and all after him isn't over (section 6.5)
        left = game.order[game.order.index(game.actor) :] if game.actor in game.order else game.order
        able = (name for name in left if any(ways_back(game, other) for other in beaten(game, name)))
        victor = next(able, "")
        return order.with_actor(game if victor else replace(game, phase="end"), victor)
    return game


# --- the end of the combat


def winner(game: Fight) -> str:
    """CQ-TRN-6: the only side that isn't wholly out, "draw" if there is none, and "" while several fight."""
    fighting = who_fights_on(game)
    return "draw" if not fighting else fighting[0] if len(fighting) == 1 else ""


def who_fights_on(game: Fight, but: str = "") -> list[str]:
    """The sides, but for one, that aren't wholly out of it."""
    return [
        side for side in game.sides if side != but and not all(is_out(game, name) for name in game.of(side))
    ]


def over(game: Fight, outcome: str) -> Fight:
    """The game after its combat: nothing is waited for."""
    return order.with_actor(replace(game, outcome=outcome, slots=()), "")


# --- what follows every command of combat


async def proceed(play: Play[Fight]) -> None:
    """Let everything that follows by itself happen; between combats, and after one, nothing does."""
    if play.state.phase == "between" or play.state.outcome:
        return
    dissolve_brawls(play)
    for name, character in play.state.units.items():
        holder = character.held_by
        if not holder or character.subdued:
            continue
        # CQ-HTH-11: holders who are out or have gone release the held; the subdued stay subdued.
        gone = character.hth and holder not in brawl(play.state, name)
        if gone or is_out(play.state, holder):
            play.commit(play.state.with_unit(name, held=0, held_by=""), HoldEnded(name))
    game, won = play.state, winner(play.state)
    if won:
        play.commit(over(game, won), CombatWon(won))
    elif game.phase != "movement":
        go_on(play, settled(game))
    elif game.actor:  # CQ-OPT-1: the next one, when he has moved, delays the rest, or can't move any more
        character = game.units[game.actor]
        if character.done or character.delayed or not is_able(game, game.actor):
            after = order.next_to_move(game)
            play.commit(after, NextToMove(after.actor))


def go_on(play: Play[Fight], after: Fight) -> None:
    """The game goes on to another phase or another actor, if so, and says it."""
    before = play.state
    next_one = after.actor if after.actor != before.actor else ""
    if after.phase != before.phase:
        play.commit(after, PhaseBegan(after.phase))
        if next_one:
            play.emit(NextToAct(next_one))
    elif next_one:
        play.commit(after, NextToAct(next_one))
    elif after.slots != before.slots:
        play.commit(after, SlotsPassed())


def dissolve_brawls(play: Play[Fight], *, at_rest: bool = False) -> None:
    """CQ-HTH-3, CQ-HTH-11: a hand-to-hand combat is over if all who still fight are of one side.

    It continues while they strike the subdued; `at_rest`, at the end of the turn or after subduing a foe, they are free
    to go: out of the brawl, and out of every hold, as those who held are out; the conscious lie prone.
    """
    for hex in dict.fromkeys(character.hex for character in play.state.units.values() if character.hth):
        game = play.state
        there = [name for name in in_hex(game, hex) if game.units[name].hth]
        fight_on = [n for n in there if (not is_out(game, n) if at_rest else conscious(game, n))]
        if len({game.units[name].side for name in fight_on}) <= 1:
            freed = {name: replace(game.units[name], hth=False, held=0, held_by="") for name in there}
            freed |= {name: replace(freed[name], posture="prone") for name in there if conscious(game, name)}
            play.commit(game.with_units(freed), BrawlEnded(hex))


# --- doing nothing more: `pass` in action, retreat and movement (section 6.3), and `concede` (section 6)


@check("CQ-TRN-1")
def _one_can_pass_now(game: Fight, command: Pass) -> Refusal | None:
    one_by_one = game.phase == "movement" and game.options.advanced_initiative
    return None if one_by_one else order.in_phase("action", "retreat").test(game, command)


@check("CQ-TRN-3", "CQ-OPT-1")
def _it_is_his_turn(game: Fight, command: Pass) -> Refusal | None:
    rule = "CQ-OPT-1" if game.phase == "movement" else "CQ-TRN-3"
    refused = Refusal(rule, f"It is not {game.units[command.by].name}'s turn.")
    return None if game.actor == command.by else refused


@COMMANDS.add(
    Pass,
    "Pass",
    by_unit,
    (_one_can_pass_now, _it_is_his_turn),
    rules=("CQ-TRN-3", "CQ-TRN-5"),
    key="p",
    ends=True,
    offered=order.offered_in(
        *("movement", "slot", "follow-up", "wrestles", "retreat"),
        where=lambda game, by: game.phase != "movement" or game.options.advanced_initiative,
    ),
    deliberate=True,
)
async def pass_(play: Play[Fight], command: Pass) -> None:
    """He gives up all his slots, forces nobody back, or leaves the movement to the next one. Aiming goes on."""
    game, by = play.state, command.by
    if game.phase == "action":
        game = order.covered(game)
        game = replace(game, slots=tuple(slot for slot in game.slots if slot.unit != by))
    elif game.phase == "retreat":
        game = game.with_unit(by, forced_back=(*game.units[by].forced_back, *beaten(game, by)))
    elif game.actor == by:
        game = order.next_to_move(game)
    play.commit(game, Passed(by))


def _concede_understood(game: Fight, command: Concede) -> Concede:
    if game.phase == "between" or game.outcome:
        raise ForbiddenError("There is no combat to concede.")
    by_side(game, command)
    return command


def what_follows(game: Fight, side: str) -> str:
    """What becomes of it, as the end of a sentence."""
    others = who_fights_on(game, side)
    if len(others) > 1:
        return f"{agree(game.side_name(side), 'it leaves', 'they leave')} the map, and the others fight on"
    won = game.side_name(others[0]) if others else "nobody"
    return f"{the(won)} {agree(won, 'wins', 'win')}"


@COMMANDS.add(
    Concede,
    "Concede",
    _concede_understood,
    actor="side",
    rules=("CQ-TRN-6",),
    common=True,
    key="c",
    of_table=True,
    deliberate=True,
)
async def concede(play: Play[Fight], command: Concede) -> None:
    """CQ-TRN-6: the one other side that fights has won; if more do, this side leaves the map, as if it had moved."""
    game = play.state
    others = who_fights_on(game, command.by)
    if len(others) <= 1:
        won = others[0] if others else ""
        play.commit(over(game, won or "draw"), Conceded(command.by, won))
        return
    left = [name for name in game.of(command.by) if not is_out(game, name)]
    gone = {name: replace(game.units[name], left=True, hex="", hth=False) for name in left}
    play.commit(game.with_units(gone), Conceded(command.by))
    if game.phase == "movement" and game.active == command.by and not game.options.advanced_initiative:
        await side_has_moved(play, command.by)


# --- `end_movement` (section 6.2)


@check("CQ-MOV-1", "CQ-OPT-1")
def _the_side_moves(game: Fight, command: EndMovement) -> Refusal | None:
    """The active side ends its own movement; with `advanced_initiative` any side does, after the last character."""
    if game.options.advanced_initiative:
        if not game.actor:
            return None
        return Refusal("CQ-OPT-1", f"{game.units[game.actor].name} is still to move.", "move or pass")
    if command.by == game.active:
        return None
    active = game.side_name(game.active) if game.active in game.sides else "Nobody"
    return Refusal("CQ-MOV-1", f"{at_start(active)} {agree(active, 'moves', 'move')} now.")


@forbids("CQ-INI-4")
def _the_fleeing_have_run(game: Fight, command: EndMovement) -> str | None:
    for name in _ending(game, command.by):
        one = game.units[name]
        if game.sides[one.side].fleeing and is_able(game, name) and not one.ran:
            return f"{one.name} hasn't run, and the whole side flees."
    return None


@forbids("CQ-FIR-4", alternative="resist panic")
def _the_burning_have_moved(game: Fight, command: EndMovement) -> str | None:
    for name in _ending(game, command.by):
        one, runs = game.units[name], would_run(game, name) and is_able(game, name)
        if runs and not one.moved and one.panic != "calm":
            return f"{one.name} is burning: run, or resist panic first."
    return None


@COMMANDS.add(
    EndMovement,
    "End the movement",
    by_side,
    (order.in_phase("movement"), _the_side_moves, _the_fleeing_have_run, _the_burning_have_moved),
    actor="side",
    rules=("CQ-ENV-8", "CQ-GRN-4", "CQ-DMG-6", "CQ-FIR-8"),
    key="e",
    ends=True,
    offered=order.offered_to_side("movement"),
    deliberate=True,
)
async def end_movement(play: Play[Fight], command: EndMovement) -> None:
    """All others stand still; then the next side moves, or the phase ends."""
    for name in _ending(play.state, command.by):
        character = play.state.units[name]
        still = not character.done and not character.delayed and character.posture == "standing"
        if still and icy(play.state.map, character.hex):  # CQ-ENV-8: he rolls like who moves
            await keeps_his_feet(play, name, ())
    await endure(play, _ending(play.state, command.by))
    if play.state.options.advanced_initiative:
        await _movement_ends(play, command.by)
    else:
        await side_has_moved(play, command.by)


async def endure(play: Play[Fight], names: Iterable[str]) -> None:
    """CQ-FIR-8: characters still in ordinary fire make a check on INT or flee into an adjacent hex without fire.

    That is who began and stays in a burning hex (16.11; burning oil has other rules), and could leave.
    """
    for name in names:
        game, character = play.state, play.state.units[name]
        hex, fire = character.hex, game.map.fires.get(character.hex)
        tied = character.hth or character.hanging or character.floating
        if fire is None or fire.kind != "ordinary" or character.moved or tied or not is_able(game, name):
            continue
        dice, told = number("fire_nerve_dice"), ": staying in the fire"
        if await saves(play, name, "int", dice, "fire_nerve", "CQ-FIR-8", told=told):
            continue
        game = play.state
        free = [to for to in neighbours(hex) if is_free(game, to) and not hemmed(game.map, hex, to)]
        options = tuple(Option(to, to) for to in sorted(free) if not on_fire(game.map, to))
        if not options:
            continue
        why, side = f"Where {character.name} flees from the fire", character.side
        chosen = await play.choose("flee_fire", side=side, options=options, why=why, rules=("CQ-FIR-8",))
        to, game = str(chosen), order.without_aim(play.state, name)
        path = turn_path(game, name, (to,))
        game = game.with_unit(name, hex=to, path=path, moved=1, done=True, overwatch=None)
        play.commit(game, FledTheFire(name, to))
        await arrive(play, name, to)


def _ending(game: Fight, side: str) -> Iterable[str]:
    """Whose movement ends with that of the side: its characters', or everybody's where they move one by one."""
    return tuple(game.units) if game.options.advanced_initiative else game.of(side)


async def side_has_moved(play: Play[Fight], giver: str) -> None:
    """CQ-MOV-1: the next side moves; after the last the phase ends. `giver` is the side that gives the command."""
    side = order.next_side(play.state)
    if side:
        play.commit(replace(play.state, active=side), SideMoves(side))
    else:
        await _movement_ends(play, giver)


async def _movement_ends(play: Play[Fight], giver: str) -> None:
    """CQ-GRN-4, CQ-DMG-6: grenades that are due go off, wounds ease, and the phase of action begins (CQ-TRN-3)."""
    await grenades(play, "movement", giver)
    ease_wounds(play, f"movement-{play.state.round}")
    slots = order.first_slots(play.state, await throw_for_ties(play))
    game = replace(play.state, phase="action", order=tuple(slot.unit for slot in slots), slots=slots)
    go_on(play, settled(replace(game, last_move=None, left_cover={}, let_pass=())))


async def throw_for_ties(play: Play[Fight]) -> Sequence[str]:
    """CQ-TRN-3: if dice settle ties, characters of several sides with the same DEX roll one each, and equal ones again."""
    done: list[str] = []
    if not plays(play.state, "dex_ties", "die"):
        return done
    dex = {n: order_dex(play.state, n) for n in order.by_initiative(play.state) if is_able(play.state, n)}
    groups = [
        [name for name in dex if dex[name] == level] for level in sorted(set(dex.values()), reverse=True)
    ]
    while groups:
        group = groups.pop(0)
        if len({play.state.units[name].side for name in group}) < 2:
            done += group
            continue
        faces: dict[str, int] = {}
        told, readings = " has the same DEX as others: who acts first", (house_rule(play.state, "dex_ties"),)
        for name in group:
            faces[name] = await throws(
                play, name, number("tie_dice"), "tie", "CQ-TRN-3", told=told, readings=readings
            )
        tied = sorted(set(faces.values()), reverse=True)
        groups = [[name for name in group if faces[name] == face] for face in tied] + groups
    return done


def ease_wounds(play: Play[Fight], moment: str) -> None:
    """CQ-DMG-6: those whose wounds slow them until that moment (`hurt_until`) are over it."""
    for name, character in play.state.units.items():
        if character.hurt_until == moment:
            status = tuple(flag for flag in character.status if flag != "hurt")
            play.commit(play.state.with_unit(name, hurt_until="", status=status), WoundEased(name))


# --- `end_turn` (section 6.7)


def _is_in_deep_water(game: Fight, name: str) -> bool:
    character = game.units[name]
    return bool(character.hex) and not character.left and deep_water(game.map, character.hex)


async def keep_afloat(play: Play[Fight]) -> None:
    """CQ-SKL-21, CQ-ENC-10: characters who began the turn in deep water and can't swim, or not with their load, may drown.

    Swimmers with the lightest load keep afloat, the unconscious don't; others make a check on DEX. It is a die of damage,
    and armor doesn't count.
    """
    for name in tuple(play.state.units):
        game, character = play.state, play.state.units[name]
        if not (character.in_deep_water and _is_in_deep_water(game, name) and is_alive(game, name)):
            continue
        if conscious(game, name):
            if knows(character, "swimming") and encumbrance(game, name).id == "none":
                continue
            dice, told = number("swim_dice"), ": keeping afloat"
            if await saves(play, name, "dex", dice, "swim", "CQ-SKL-21", told=told):
                continue
        dice = number("drown_dice")
        await harm(play, name, await throws(play, name, dice, "drown", "CQ-SKL-21", told=" is drowning"))


@COMMANDS.add(
    bare("The turn ends."),
    "End the turn",
    by_side,
    (order.in_phase("end"),),
    actor="side",
    rules=("CQ-TRN-7", "CQ-STN-2", "CQ-ENC-4", "CQ-SKL-21", "CQ-ENC-10"),
    key="e",
    of_both=True,
    offered=order.offered_to_side("end"),
    deliberate=True,
)
async def end_turn(play: Play[Fight], command: Command) -> None:
    """CQ-TRN-7: what happens at the end of a turn, in its fixed order; then the next turn begins."""
    await end_steps(play, command.by)
    await keep_afloat(play)
    # CQ-ENC-4: every two minutes a nonlethal point for carrying more than five times STR
    for name, one in play.state.units.items() if not play.state.round % number("strain_turns") else ():
        if is_alive(play.state, name) and not one.left and encumbrance(play.state, name).id == "strained":
            await harm(play, name, 0, nonlethal=number("strain_damage"))
    dissolve_brawls(play, at_rest=True)
    ease_wounds(play, f"end-{play.state.round}")
    conditions_end(play, "turn")
    # Step 11: who ran, the weapons that are ready now, holds and stuns, and all marks of the turn gone. Whether all able
    # characters of a side ran (CQ-INI-4); its flight is over, unless it flees again.
    game, sides, units = play.state, dict[str, Side](), dict[str, Character]()
    for side in game.sides:
        ran = [game.units[unit].ran for unit in game.of(side) if is_able(game, unit)]
        sides[side] = replace(game.sides[side], all_ran=bool(ran) and all(ran), fleeing=False)
    for name, one in game.units.items():
        belt, ready, drawn = one.belt, one.ready, one.hth_ready
        if drawn in belt:  # CQ-HTH-3: the weapon that he drew while he was pulled into HTH is in his hand
            belt, ready = without(belt, drawn), (*ready, drawn)
        units[name] = replace(
            one.without_marks(TURN),
            belt=belt,
            ready=ready,
            hth_ready="",
            stunned=max(0, one.stunned - 1),
            held=max(0, one.held - 1),
            in_deep_water=_is_in_deep_water(game, name),
            ran_burning=one.ran and one.burning in AFLAME and not one.alight_after_run,
        )
    game = replace(order.before_initiative(game, game.round + 1), sides=sides, units=units)
    play.commit(game, TurnBegan(game.round))
