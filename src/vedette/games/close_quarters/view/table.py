"""The table as a whole: sides, characters, the map, what lives on it, and who must decide what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from vedette.engine.grammar import at_start, the
from vedette.engine.requests import Request
from vedette.engine.text import joined
from vedette.games.close_quarters.candidates import named, weapon_name
from vedette.games.close_quarters.characters.scenarios import Settlement, earned, left_lying, lying_words
from vedette.games.close_quarters.derived import alive, initiative_bonus, order_dex
from vedette.games.close_quarters.near import is_able, is_alive, is_camp, is_out
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import options, scenarios
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn.beginning import beaten, ways_back
from vedette.games.close_quarters.turn.path import AFLAME
from vedette.games.close_quarters.view.actions import may
from vedette.games.close_quarters.view.board import board, living_map
from vedette.games.close_quarters.view.cards import State, card, fights, marks
from vedette.games.close_quarters.view.watching import FIRE, asked_to_fire, may_fire_words
from vedette.kit.words import count
from vedette.view.vocabulary import Mark, Phase, Prompt, Report, SideView, Table, Turn

# --- who must decide what now, in plain words


FIRST = 1

PLACE_SOMEBODY = ("place somebody", "adjust")
PLACE_EVERYBODY = ("place everybody", "place_everyone")

NEXT = 3
"""Of so many it is told by name who acts after somebody; the order of acting stands beside the map."""


def prompt(game: Fight) -> Prompt:
    """The one who is called upon, and what may be thought of; before all others who may fire at a mover (CQ-OPT-13)."""
    if watchers := asked_to_fire(game):
        text = f"{may_fire_words(game, watchers)}."
        names = [game.units[name].name for name in watchers]
        decide = f"{joined(names)} {'decide' if names[1:] else 'decides'} first: fire, or let it pass."
        hint = f"{decide} Everybody else waits for the answer."
        return Prompt(game.units[watchers[0]].side, text, hint, answer=FIRE)
    if game.settled and not is_camp(game):
        hint = "Before the next combat: heal, trade, learn, arrange what is carried, place somebody."
        lying = {
            thing: one for side in game.sides for thing, one in left_lying(game, side, game.outcome).items()
        }
        if lying:
            told = "; ".join(lying_words(game, one) for one in lying.values())
            hint = f"Left on the ground, and lost unless somebody picks it up: {told}. {hint}"
        said = f"{game.verdict}. " if game.outcome else ""
        return Prompt(
            "", f"{said}The scenario is settled.", hint, keys=(("picks it up", "collect"), PLACE_SOMEBODY)
        )
    if game.outcome:
        keys = (("settle the scenario", "settle"), ("start another combat", "start_combat"))
        return Prompt("", f"{game.verdict}: settle the scenario.", "Or start another combat.", keys=keys)
    match game.phase:
        case "initiative":
            told = f"Turn {game.round}: roll for the initiative."
            hints = []
            bonuses = {side.name: initiative_bonus(game, id) for id, side in game.sides.items()}
            if any(bonuses.values()):
                given = ", ".join(f"{name} +{bonus}" for name, bonus in bonuses.items() if bonus)
                hints.append(f"Bonus: {given}.")
            if running := [the(game.side_name(id)) for id, side in game.sides.items() if side.all_ran]:
                hints.append(f"{at_start(joined(running))} may take the initiative and run on.")
            return Prompt("", told, " ".join(hints), keys=(("roll for the initiative", "initiative"),))
        case "movement":
            end = ("end the movement", "end_movement")
            if order.pending(game) == "end_movement":
                return Prompt("", "Everybody has moved: end the movement.", keys=(end,))
            if game.options.advanced_initiative:
                character = game.units[game.actor]
                told = f"{character.name} moves, stands up or passes."
                return Prompt(character.side, told, " ".join(_in_movement(game, character.side)))
            own = game.of(game.active)
            able = (name for name in own if is_able(game, name) and not game.units[name].done)
            left = [name for name in able if may(game, "move", name) or may(game, "stand_up", name)]
            who = f"Move: {named(game, left)}." if left else "Nobody is left to move: end the movement."
            hint = " ".join(_in_movement(game, game.active))
            return Prompt(game.active, who, hint, keys=(("Move", "move"), end))
        case "action":
            slot = order.current_slot(game)
            if slot is None:
                return Prompt("", "Nobody is left to act.")
            character, which = game.units[slot.unit], ""  # with the place in the order, and which shot it is
            if slot.number != FIRST:
                last = max(other.number for other in game.slots if other.unit == slot.unit)
                which = f": shot {slot.number} of {last}"
            told = f"{character.name} acts (DEX {slot.level}){which}."
            return Prompt(character.side, told, " ".join(_in_action(game, character)))
        case "retreat":
            if game.actor not in game.units:
                return Prompt("", "Nobody is forced back.")
            character = game.units[game.actor]
            foes = [name for name in beaten(game, game.actor) if ways_back(game, name)]
            told = f"{character.name} may force back: {named(game, foes)}."
            return Prompt(character.side, told, "Or let them stand.", keys=(("let them stand", "pass"),))
        case "end":
            told = f"End turn {game.round}"
            return Prompt("", f"{told}.", " ".join(_end_of_turn(game)), keys=((told, "end_turn"),))
    if is_camp(game):
        told = "Between games: spend experience, trade, heal, rest."
        return Prompt("", told, "Everything is kept in this file.")
    if missing := [name for name, character in _living(game).items() if not character.hex]:
        told = f"Between combats. Not yet deployed: {named(game, missing)}."
        return Prompt("", told, "Put them on the map.", keys=(("Put them on the map", "place_everyone"),))
    hint = "Before it: place everybody, heal, trade, arrange what is carried."
    return Prompt("", "Start the combat.", hint, keys=(("Start the combat", "start_combat"), PLACE_EVERYBODY))


def _living(game: Fight) -> Mapping[str, Character]:
    return {name: one for name, one in game.units.items() if is_alive(game, name) and not one.left}


def _in_movement(game: Fight, side: str) -> Iterator[str]:
    own = [name for name in game.of(side) if is_able(game, name)]
    aflame = [name for name in own if game.units[name].burning in AFLAME and not game.units[name].panic]
    if aflame:
        yield f"{named(game, aflame)} must run, burning, or resist panic."
    if side in game.sides and game.sides[side].fleeing:
        yield "They flee: everybody must run."
    watching = [
        f"{character.name} watches {character.overwatch.hex or 'a sealed hex'}"
        for character in game.units.values()
        if character.side != side and character.overwatch
    ]
    if watching:
        yield f"Opportunity fire: {', '.join(watching)}."
    yield from _due(game, "movement", "this phase")


def _due(game: Fight, fuse: str, when: str) -> Iterator[str]:
    due = ", ".join(
        f"{grenade.kind} grenade, {grenade.hex or 'in hand'}"
        for grenade in game.map.grenades.values()
        if grenade.fuse == fuse and grenade.due <= game.round
    )
    if due:
        yield f"Goes off at the end of {when}: {due}."


def _in_action(game: Fight, character: Character) -> Iterator[str]:
    """What he has gone so far, who comes after him, who may still defend himself, whose shield is sealed (CQ-ARM-15)."""
    if character.aim_target:
        yield f"Aiming {character.aim_turns} at {game.units[character.aim_target].name}."
    if character.fired and character.shots:
        yield f"Fires the {weapon_name(character, character.fired).lower()}."
    later = [slot for slot in game.slots[1:] if slot.number == FIRST and order.can_act(game, slot.unit)]
    if later:
        told = [f"{game.units[slot.unit].name} ({slot.level})" for slot in later[:NEXT]]
        more = f" and {len(later) - NEXT} more" if len(later) > NEXT else ""
        yield f"Then {', '.join(told)}{more}."
    foes = [slot.unit for slot in later if game.units[slot.unit].side != character.side]
    early = [name for name in foes if may(game, "dodge", name) or may(game, "defend", name)]
    if early:
        who = "every enemy still to act" if early == foes and len(foes) > NEXT else named(game, early)
        yield f"Can dodge or defend out of turn: {who}."
    sealed = (entry for side in game.sides.values() for entry in side.sealed)
    if shields := [entry.unit for entry in sealed if entry.what == "shield"]:
        yield f"Sealed shield: {named(game, shields)}."


def _end_of_turn(game: Fight) -> Iterator[str]:
    lit = {grenade.held for grenade in game.map.grenades.values() if grenade.lit}

    def told(said: str, whom: Callable[[str, Character], object]) -> Iterator[str]:
        if names := [name for name, character in _living(game).items() if whom(name, character)]:
            yield f"{said} {named(game, names)}."

    yield from told("Fire hurts", lambda name, one: one.burning or one.hex in game.map.fires)
    yield from _due(game, "turn", "this turn")
    yield from told("A lit grenade in the hands of", lambda name, one: name in lit)
    yield from told("Leaks:", lambda name, one: one.leaks)
    yield from told("Adrift:", lambda name, one: one.floating and one.float_speed)
    if game.map.clouds:
        yield "Clouds grow and drift."
    yield from told("Out:", lambda name, one: is_out(game, name))


# --- the table as a whole


FUSES = {"turn": "at the end of this turn", "movement": "after the movement of turn {due}", "lit": "burning"}

PHASES = tuple(Phase(name) for name in ("Initiative", "Movement", "Action", "Retreats", "End"))

DOING = {"movement": "moves", "action": "acts", "retreat": "may force"}


def table(game: Fight, request: Request | None) -> Table:
    side, camp, in_turn = acting_side(game), is_camp(game), game.phase in order.IN_TURN
    acting, sides = request.side if request else side, []
    for id in game.sides:
        own = game.of(id)
        able = f"{sum(is_able(game, name) for name in own)}/{len(own)} able"
        sides.append(SideView(id, game.side_name(id), able, acting == id))
    latest = game.last_move.path if game.phase == "movement" and game.last_move is not None else ()
    return Table(
        title=game.title or "Close Quarters",
        round=f"Turn {game.round}" if game.phase != "between" else "",
        phase=phase_name(game),
        sides=tuple(sides),
        cards=tuple(card(game, name) for name in game.units),
        marks=tuple(_marks(game)),
        prompt=prompt(game),
        active=next(iter(asked_to_fire(game)), game.actor) if fights(game) else "",
        outcome=game.verdict,
        board=None if camp else board(game, side=side, path=latest),
        order=() if camp else tuple(_order(game)),
        order_by="by DEX",
        phases=PHASES if in_turn else (),
        phase_at=order.IN_TURN.index(game.phase) if in_turn else 0,
    )


def report(game: Fight) -> Report | None:
    """Who did what, what it is worth, and with which wounds; None once it is settled, as nobody counts from there on."""
    if not game.outcome or game.settled or is_camp(game):
        return None
    settled = Settlement(scenarios()[game.options.scenario], game.outcome)
    rows = {
        name: (
            f"{one.tally.hits}",
            f"{one.tally.foes}",
            f"+{earned(one, settled)}",
            f"{one.damage} of {one.str}" if alive(one) else "dead",
        )
        for name, one in game.units.items()
    }
    return Report(("hits", "foes", "exp", "hurt"), rows)


def _order(game: Fight) -> Iterator[Turn]:
    """CQ-TRN-3: everybody by when they act, and last who is out of it.

    Of who isn't called upon what is most to be known: that he lies where he fell, then his marks, then his posture.
    """
    levels = {name: order_dex(game, name) for name in order.by_initiative(game)}
    begun = {name: place for place, name in enumerate(game.order)} if game.phase == "action" else {}
    out = {name: is_out(game, name) for name in levels}
    for name in sorted(levels, key=lambda name: (out[name], begun.get(name, len(begun)), -levels[name])):
        level, posture = f"{levels[name]}", game.units[name].posture
        if out[name]:
            yield Turn(name)
        elif fights(game) and name in asked_to_fire(game):
            yield Turn(name, level, "may fire", "good")
        elif fights(game) and name == game.actor:
            yield Turn(name, level, DOING.get(game.phase, ""))
        elif posture == "fallen":
            yield Turn(name, level, posture, "bad")
        else:
            state = next(iter(marks(game, name)), State(posture if posture != "standing" else ""))
            yield Turn(name, level, state.brief, state.tone)


def position(game: Fight) -> str:
    if game.outcome:
        return f"Turn {game.round} · {game.verdict}"
    if game.phase == "between":
        return phase_name(game)
    acting = game.sides.get(acting_side(game))
    who = game.units.get(game.actor) or acting
    return " · ".join(filter(None, (f"Turn {game.round}", phase_name(game), who.name if who else "")))


def phase_name(game: Fight) -> str:
    return order.PHASE_NAMES[game.phase].capitalize()


def acting_side(game: Fight) -> str:
    """The side to fire, move or act, "" where it is nobody's turn."""
    for name in (*asked_to_fire(game), game.actor):
        if name in game.units:
            return game.units[name].side
    return game.active if game.active in game.sides else ""


def _marks(game: Fight) -> Iterator[Mark]:
    map = living_map(game)
    for id, grenade in map.grenades.items():
        if grenade.lit and id in map.clouds:
            continue  # its cloud is told
        where = f"in {grenade.hex}" if grenade.hex else ""
        where = where or (f"held by {named(game, [grenade.held])}" if grenade.held else "")
        told = ", ".join(filter(None, (where, FUSES[grenade.fuse].format(due=grenade.due))))
        yield Mark(f"grenade-{id}", f"{grenade.kind.capitalize()} grenade", told, objective=False)
    for id, cloud in map.clouds.items():
        where = f"around {cloud.hex}, radius {cloud.radius}, age {cloud.age}"
        yield Mark(f"cloud-{id}", cloud.kind.capitalize(), where, objective=False)
    if map.fires:
        fires = ", ".join(f"{hex} ({fire.kind})" for hex, fire in map.fires.items())
        yield Mark("fires", "Fires", fires, objective=False)
    for id, side in game.sides.items():
        if side.spoils:
            yield Mark(f"spoils-{id}", "Spoils", count(len(side.spoils), "thing"), id, objective=False)
    surroundings = (
        "dark" if map.dark else "",
        "microgravity" if map.microgravity else "",
        map.atmosphere if map.atmosphere != "air" else "",
        f"{map.wind} wind to {map.wind_to}" if map.wind != "none" else "",
        f"gravity {game.options.gravity:g}" if game.options.gravity != 1 else "",
    )
    if any(surroundings):
        yield Mark("place", "The place", ", ".join(filter(None, surroundings)), objective=False)
    on = (id for id in options() if id != "literate" and getattr(game.options, id, None) is True)
    if played := [options()[id].name for id in on]:  # that people can read goes without saying
        yield Mark("options", "Options", ", ".join(played), objective=False)
