"""The table as a whole: sides, characters, the map, what lives on it, and who must decide what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from vedette.engine.grammar import at_start, the
from vedette.engine.requests import Request
from vedette.engine.text import joined
from vedette.games.close_quarters.candidates import named, weapon_name
from vedette.games.close_quarters.characters.scenarios import Settlement, earned, left_lying, lying_words
from vedette.games.close_quarters.derived import alive, initiative_bonus, order_dex
from vedette.games.close_quarters.near import is_able, is_alive, is_camp, is_out
from vedette.games.close_quarters.state import Character, Fight, Grenade, Slot
from vedette.games.close_quarters.tables import options, scenarios
from vedette.games.close_quarters.turn.beginning import beaten, ways_back
from vedette.games.close_quarters.turn.order import (
    IN_TURN,
    PHASE_NAMES,
    by_initiative,
    can_act,
    current_slot,
    pending,
)
from vedette.games.close_quarters.turn.path import AFLAME
from vedette.games.close_quarters.view.actions import may
from vedette.games.close_quarters.view.board import board, living_map
from vedette.games.close_quarters.view.cards import State, card, fights, marks
from vedette.games.close_quarters.view.watching import asked_to_fire, may_fire_words
from vedette.kit.words import count
from vedette.view.vocabulary import Mark, Phase, Prompt, Report, SideView, Table, Turn

# --- who must decide what now, in plain words


FIRST = 1
END_OF_MOVEMENT = ("end the movement", "end_movement")


def prompt(game: Fight) -> Prompt:
    """The one who is called upon, and what may be thought of; before all others who may fire at a mover (CQ-OPT-13)."""
    if watchers := asked_to_fire(game):
        text = may_fire_words(game, watchers)
        names = [game.units[name].name for name in watchers]
        decide = f"{joined(names)} {'decide' if names[1:] else 'decides'} first: fire, or let it pass."
        return Prompt(
            game.units[watchers[0]].side, f"{text}.", f"{decide} Everybody else waits for the answer."
        )
    if game.settled and not is_camp(game):
        return _settled(game)
    if game.outcome:
        return Prompt(
            "",
            f"{game.verdict}: settle the scenario.",
            "Or start another combat.",
            keys=(("settle the scenario", "settle"), ("start another combat", "start_combat")),
        )
    match game.phase:
        case "initiative":
            return Prompt(
                "",
                f"Turn {game.round}: roll for the initiative.",
                _initiative_hint(game),
                keys=(("roll for the initiative", "initiative"),),
            )
        case "movement":
            return _to_move(game)
        case "action":
            return _action(game)
        case "retreat":
            return _retreat(game)
        case "end":
            end = f"End turn {game.round}"
            return Prompt("", f"{end}.", _said(_end_of_turn(game)), keys=((end, "end_turn"),))
    return _between(game)


def _said(parts: Iterator[str]) -> str:
    return " ".join(parts)


# --- between combats, initiative


def _between(game: Fight) -> Prompt:
    if is_camp(game):
        return Prompt(
            "", "Between games: spend experience, trade, heal, rest.", "Everything is kept in this file."
        )
    missing = [
        name
        for name, character in game.units.items()
        if is_alive(game, name) and not character.left and not character.hex
    ]
    if missing:
        told = f"Between combats. Not yet deployed: {named(game, missing)}."
        return Prompt("", told, "Put them on the map.", keys=(("Put them on the map", "adjust"),))
    return Prompt(
        "",
        "Start the combat.",
        "Before it: heal, trade, arrange what is carried, place somebody.",
        keys=(("Start the combat", "start_combat"), ("place somebody", "adjust")),
    )


def _settled(game: Fight) -> Prompt:
    """Nothing is waited for any more."""
    hint = "Before the next combat: heal, trade, learn, arrange what is carried, place somebody."
    lying = {thing: one for side in game.sides for thing, one in left_lying(game, side, game.outcome).items()}
    if lying:
        told = "; ".join(lying_words(game, one) for one in lying.values())
        hint = f"Still on the ground, and lost unless somebody takes it up: {told}. {hint}"
    said = f"{game.verdict}. " if game.outcome else ""
    keys = (("takes it up", "collect"), ("place somebody", "adjust"))
    return Prompt("", f"{said}The scenario is settled.", hint, keys=keys)


def _initiative_hint(game: Fight) -> str:
    """Bonuses, and which side may run on."""
    bonuses = [
        f"{side.name} +{initiative_bonus(game, id)}"
        for id, side in game.sides.items()
        if initiative_bonus(game, id)
    ]
    running = [the(game.side_name(id)) for id, side in game.sides.items() if side.all_ran]
    parts = [f"Bonus: {', '.join(bonuses)}."] if bonuses else []
    parts += [f"{at_start(joined(running))} may take the initiative and run on."] if running else []
    return " ".join(parts)


# --- movement


def _to_move(game: Fight) -> Prompt:
    if pending(game) == "end_movement":
        return Prompt("", "Everybody has moved: end the movement.", keys=(END_OF_MOVEMENT,))
    if game.options.advanced_initiative:
        character = game.units[game.actor]
        return Prompt(
            character.side,
            f"{character.name} moves, stands up or passes.",
            _said(_in_movement(game, character.side)),
        )
    left = [name for name in game.of(game.active) if is_able(game, name) and not game.units[name].done]
    who = f"Move: {named(game, left)}." if left else "Nobody is left to move: end the movement."
    keys = (("Move", "move"), END_OF_MOVEMENT)
    return Prompt(game.active, who, _said(_in_movement(game, game.active)), keys=keys)


def _in_movement(game: Fight, side: str) -> Iterator[str]:
    """Who burns, who must run, whose watch may be used, what goes off afterwards."""
    own = [name for name in game.of(side) if is_able(game, name)]
    aflame = [name for name in own if game.units[name].burning in AFLAME and not game.units[name].panic]
    if aflame:
        yield f"{named(game, aflame)} must run, burning, or resist panic."
    if side in game.sides and game.sides[side].fleeing:
        yield "They flee: everybody must run."
    watching = [
        name for name, character in game.units.items() if character.side != side and character.overwatch
    ]
    if watching:
        yield f"Opportunity fire: {', '.join(_watch(game, name) for name in watching)}."
    yield from _due(game, "movement", "this phase")


def _watch(game: Fight, name: str) -> str:
    character = game.units[name]
    return (
        f"{character.name} watches {character.overwatch.hex or 'a sealed hex'}"
        if character.overwatch
        else character.name
    )


def _due(game: Fight, fuse: str, when: str) -> Iterator[str]:
    """Live grenades that go off at the end of a phase."""
    due = [
        grenade
        for grenade in game.map.grenades.values()
        if grenade.fuse == fuse and grenade.due <= game.round
    ]
    if due:
        where = ", ".join(f"{grenade.kind} grenade, {grenade.hex or 'in hand'}" for grenade in due)
        yield f"Goes off at the end of {when}: {where}."


# --- action


def _action(game: Fight) -> Prompt:
    slot = current_slot(game)
    if slot is None:
        return Prompt("", "Nobody is left to act.")
    character = game.units[slot.unit]
    return Prompt(
        character.side, f"{character.name} acts{_which(game, slot)}.", _said(_in_action(game, character))
    )


def _which(game: Fight, slot: Slot) -> str:
    """His place in the order, and which shot it is: ` (DEX 12), shot 2 of 3`."""
    if slot.number == FIRST:
        return f" (DEX {slot.level})"
    last = max(other_slot.number for other_slot in game.slots if other_slot.unit == slot.unit)
    return f" (DEX {slot.level}): shot {slot.number} of {last}"


NEXT = 3
"""Of so many it is told by name who acts after somebody; the order of acting stands beside the map."""


def _in_action(game: Fight, character: Character) -> Iterator[str]:
    """What he has gone so far, who comes after him, who may still defend himself."""
    if character.aim_target:
        yield f"Aiming {character.aim_turns} at {game.units[character.aim_target].name}."
    if character.fired and character.shots:
        yield f"Fires the {weapon_name(character, character.fired).lower()}."
    later = [slot for slot in game.slots[1:] if slot.number == FIRST and can_act(game, slot.unit)]
    if later:
        told = [f"{game.units[slot.unit].name} ({slot.level})" for slot in later[:NEXT]]
        more = f" and {len(later) - NEXT} more" if len(later) > NEXT else ""
        yield f"Then {', '.join(told)}{more}."
    foes = [slot.unit for slot in later if game.units[slot.unit].side != character.side]
    early = [name for name in foes if may(game, "dodge", name) or may(game, "defend", name)]
    if early:
        who = "every enemy still to act" if early == foes and len(foes) > NEXT else named(game, early)
        yield f"Can dodge or defend out of turn: {who}."
    yield from _sealed_shields(game)


def _sealed_shields(game: Fight) -> Iterator[str]:
    """CQ-ARM-15: whose shields are to be shown before dice are rolled against them."""
    entries = [entry for side in game.sides.values() for entry in side.sealed if entry.what == "shield"]
    if entries:
        yield f"Sealed shield: {named(game, [entry.unit for entry in entries])}."


# --- retreats, the end of the turn


def _retreat(game: Fight) -> Prompt:
    if game.actor not in game.units:
        return Prompt("", "Nobody is forced back.")
    character = game.units[game.actor]
    foes = [name for name in beaten(game, game.actor) if ways_back(game, name)]
    told = f"{character.name} may force back: {named(game, foes)}."
    return Prompt(character.side, told, "Or let them stand.", keys=(("let them stand", "pass"),))


def _end_of_turn(game: Fight) -> Iterator[str]:
    """What the end of the turn will bring (section 6.7)."""
    living = {
        name: character
        for name, character in game.units.items()
        if is_alive(game, name) and not character.left
    }
    lit = {grenade.held for grenade in game.map.grenades.values() if grenade.lit}

    def told(said: str, whom: Callable[[str, Character], object]) -> Iterator[str]:
        if names := [name for name, character in living.items() if whom(name, character)]:
            yield f"{said} {named(game, names)}."

    yield from told(
        "Fire hurts", lambda name, character: character.burning or character.hex in game.map.fires
    )
    yield from _due(game, "turn", "this turn")
    yield from told("A lit grenade in the hands of", lambda name, one: name in lit)
    yield from told("Leaks:", lambda name, character: character.leaks)
    yield from told("Adrift:", lambda name, character: character.floating and character.float_speed)
    if game.map.clouds:
        yield "Clouds grow and drift."
    yield from told("Out:", lambda name, one: is_out(game, name))


# --- the table as a whole


FUSES = {"turn": "at the end of this turn", "movement": "after the movement of turn {due}", "lit": "burning"}


def table(game: Fight, request: Request | None) -> Table:
    """Everything at a glance."""
    acting = request.side if request else acting_side(game)
    return Table(
        title=game.title or "Close Quarters",
        round=f"Turn {game.round}" if game.phase != "between" else "",
        phase=phase_name(game),
        sides=tuple(SideView(id, game.side_name(id), _score(game, id), acting == id) for id in game.sides),
        cards=tuple(card(game, name) for name in game.units),
        marks=tuple(_marks(game)),
        prompt=prompt(game),
        active=next(iter(asked_to_fire(game)), game.actor) if fights(game) else "",
        outcome=game.verdict,
        board=None if is_camp(game) else board(game, side=acting_side(game), path=_latest(game)),
        order=() if is_camp(game) else tuple(_order(game)),
        order_by="by DEX",
        phases=PHASES if game.phase in IN_TURN else (),
        phase_at=IN_TURN.index(game.phase) if game.phase in IN_TURN else 0,
    )


PHASES = tuple(Phase(name) for name in ("Initiative", "Movement", "Action", "Retreats", "End"))
"""Those of a turn, as short as a track of them needs."""


def report(game: Fight) -> Report | None:
    """Who did what, what it is worth, and with which wounds; None once it is settled, as nobody counts from there on."""
    if not game.outcome or game.settled or is_camp(game):
        return None
    settled = Settlement(scenarios()[game.options.scenario], game.outcome)
    rows = {
        name: (
            f"{character.tally.hits}",
            f"{character.tally.foes}",
            f"+{earned(character, settled)}",
            _wounds(character),
        )
        for name, character in game.units.items()
    }
    return Report(("hits", "foes", "exp", "hurt"), rows)


def _wounds(character: Character) -> str:
    """Points of damage, of how many that he can take; a dead one says so."""
    return f"{character.damage} of {character.str}" if alive(character) else "dead"


DOING = {"movement": "moves", "action": "acts", "retreat": "presses on"}
"""What whoever is called upon does in a phase."""


def _order(game: Fight) -> Iterator[Turn]:
    """CQ-TRN-3: everybody by when they act, and last who is out of it."""
    levels = {name: order_dex(game, name) for name in by_initiative(game)}
    begun = {name: place for place, name in enumerate(game.order)} if game.phase == "action" else {}
    out = {name: is_out(game, name) for name in levels}
    for name in sorted(levels, key=lambda name: (out[name], begun.get(name, len(begun)), -levels[name])):
        if out[name]:
            yield Turn(name)
        elif fights(game) and name in asked_to_fire(game):
            yield Turn(name, f"{levels[name]}", "may fire", "good")
        elif fights(game) and name == game.actor:
            yield Turn(name, f"{levels[name]}", DOING.get(game.phase, ""))
        else:
            state = _state(game, name)
            yield Turn(name, f"{levels[name]}", state.brief, state.tone)


def _state(game: Fight, name: str) -> State:
    """What is most to be known of him: that he lies where he fell, then his marks, then his posture."""
    posture = game.units[name].posture
    if posture == "fallen":
        return State(posture, "bad")
    return next(marks(game, name), State(posture if posture != "standing" else ""))


def position(game: Fight) -> str:
    """Where the game stands, in a few words."""
    if game.outcome:
        return f"Turn {game.round} · {game.verdict}"
    if game.phase == "between":
        return phase_name(game)
    acting = acting_side(game)
    who = (
        game.units[game.actor].name if game.actor in game.units else game.sides[acting].name if acting else ""
    )
    return " · ".join(part for part in (f"Turn {game.round}", phase_name(game), who) if part)


def phase_name(game: Fight) -> str:
    """The phase as people call it."""
    return PHASE_NAMES[game.phase].capitalize()


def acting_side(game: Fight) -> str:
    """The side to fire, move or act, "" where it is nobody's turn."""
    if watchers := asked_to_fire(game):
        return game.units[watchers[0]].side
    if game.actor in game.units:
        return game.units[game.actor].side
    return game.active if game.active in game.sides else ""


def _score(game: Fight, side: str) -> str:
    """How many are still able to act, of all."""
    own = game.of(side)
    return f"{sum(is_able(game, name) for name in own)}/{len(own)} able"


def _latest(game: Fight) -> tuple[str, ...]:
    """The latest move of this phase."""
    moving = game.phase == "movement" and game.last_move is not None
    return game.last_move.path if moving and game.last_move else ()


def _marks(game: Fight) -> Iterator[Mark]:
    """What lives on the map and belongs to nobody, and what is special about the place."""
    map = living_map(game)
    for id, grenade in map.grenades.items():
        if grenade.lit and id in map.clouds:
            continue  # its cloud is told
        yield Mark(
            f"grenade-{id}", f"{grenade.kind.capitalize()} grenade", _live(game, grenade), objective=False
        )
    for id, cloud in map.clouds.items():
        where = f"around {cloud.hex}, radius {cloud.radius}, age {cloud.age}"
        yield Mark(f"cloud-{id}", cloud.kind.capitalize(), where, objective=False)
    if map.fires:
        fires = ", ".join(f"{hex} ({fire.kind})" for hex, fire in map.fires.items())
        yield Mark("fires", "Fires", fires, objective=False)
    for id, side in game.sides.items():
        if side.spoils:
            yield Mark(
                f"spoils-{id}",
                "Spoils",
                count(len(side.spoils), "thing"),
                id,
                objective=False,
            )
    if surroundings := ", ".join(_surroundings(game)):
        yield Mark("place", "The place", surroundings, objective=False)
    if played := [row.name for id, row in options().items() if _is_played(game, id)]:
        yield Mark("options", "Options", ", ".join(played), objective=False)


def _live(game: Fight, grenade: Grenade) -> str:
    """Where a live grenade is, and when it goes off."""
    held = f"held by {named(game, [grenade.held])}" if grenade.held else ""
    where = f"in {grenade.hex}" if grenade.hex else held
    return ", ".join(part for part in (where, FUSES[grenade.fuse].format(due=grenade.due)) if part)


def _is_played(game: Fight, option: str) -> bool:
    """Whether an optional rule is on; that people can read goes without saying."""
    return option != "literate" and getattr(game.options, option, None) is True


def _surroundings(game: Fight) -> Iterator[str]:
    map = game.map
    if map.dark:
        yield "dark"
    if map.microgravity:
        yield "microgravity"
    if map.atmosphere != "air":
        yield map.atmosphere
    if map.wind != "none":
        yield f"{map.wind} wind to {map.wind_to}"
    if game.options.gravity != 1:
        yield f"gravity {game.options.gravity:g}"
