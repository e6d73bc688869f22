"""The forms of the turn that are made by hand: the initiative, the energy shield, checks, taking things in hand, moves step by step, and what is sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from vedette.engine.checks import Check
from vedette.engine.errors import CommandError
from vedette.engine.figures import signed
from vedette.engine.hidden_information import DECLARATION
from vedette.games.close_quarters.arms import figures
from vedette.games.close_quarters.attacks.opportunity import WATCHES, can_watch
from vedette.games.close_quarters.candidates import at_hand, in_hand, lying, named, ready_weapons
from vedette.games.close_quarters.characters.checking import ATTRIBUTES
from vedette.games.close_quarters.derived import initiative_bonus
from vedette.games.close_quarters.near import enemies, engaged_by, is_out, side_of
from vedette.games.close_quarters.opening import HEX, ON, hidden_hex, hidden_switch
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Character, Fight, Sealed
from vedette.games.close_quarters.tables import check_rows, modifier, number, skills
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import (
    bad_footing,
    barred,
    deep_water,
    gassed,
    hemmed,
    icy,
    jumped_pit,
    nearest_direction,
    on_fire,
)
from vedette.games.close_quarters.turn.allowance import allowance, cost, half, hex_costs, is_run, turn_path
from vedette.games.close_quarters.turn.path import has_moved, next_steps, ways
from vedette.games.close_quarters.view.board import board, moved
from vedette.kit.remembered import remembered
from vedette.view.board import Board, Reach
from vedette.view.fields import (
    NONE,
    Draft,
    chosen,
    facing,
    hex_field,
    listed_words,
    numeric,
    plain,
    several,
    text,
    toggle,
    words_of,
)
from vedette.view.forms import Filled, FormValidator, Words, bare, graded, open_first, wanted, why_not
from vedette.view.hexes import ARROWS, direction_between, distance, is_hex_name, on_map, vector
from vedette.view.vocabulary import Action, Choice, Detail, Field, Gauge


def initiative(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """By dice, unless a side surprises the others or goes on running."""
    game = validator.state
    words = bare("initiative", by)
    ways: dict[str, tuple[str, str]] = {}
    choices = [Choice(NONE, "by dice", validator.validate(words).refusal)]
    for how, label in (("surprise", "by surprise"), ("flee", "by running on")):
        offered = graded(
            validator, words, how, {id: f"{label}: {side.name}" for id, side in game.sides.items()}
        )
        for choice in offered:
            ways[f"{how} {choice.value}"] = (how, str(choice.value))
            choices.append(Choice(f"{how} {choice.value}", choice.label, choice.why_not))
    field = chosen("how", "Initiative", "i", draft, tuple(choices), default=NONE)
    how, side = ways.get(str(field.value), ("", ""))
    lines = tuple(
        Detail(game.sides[id].name, f"{number('initiative_dice')} die{_plus(initiative_bonus(game, id))}")
        for id in game.sides
        if not how
    )
    return Filled([field], {**words, how: side} if how else words, lines)


def _plus(bonus: int) -> str:
    return f" {signed(bonus)}" if bonus else ""


def switch_shield(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """On if it is off, off if it is on."""
    return Filled([], {**bare("switch_shield", by), "on": not validator.state.units[by].energy_shield_on})


def check(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """A kind of check, or an attribute; dice and bonus where the table says more. In combat also who makes it."""
    who = _who(validator, by, draft)
    by = str(who[0].value) if who else by
    words = bare("check", by)
    kinds = graded(validator, words, "kind", {id: row.name for id, row in check_rows().items()})
    attributes = plain({id: f"on {label}" for id, label in ATTRIBUTES.items()})
    what = wanted("what", "Check", "c", draft, (*open_first(kinds), *attributes))
    key = "attribute" if what.value in ATTRIBUTES else "kind"
    fixed = key == "kind" and what.value in check_rows() and bool(check_rows()[what.value].dice)
    more = [] if fixed else [numeric("difficulty", "Dice", "d", draft, hint=f"{number('check_dice')}")]
    if key == "attribute":
        known = plain({skill: skills()[skill].name for skill in validator.state.units[by].skills})
        more.append(chosen("skill", "Skill that helps", "k", draft, known, advanced=True))
    more += [numeric("bonus", "Bonus", "b", draft, advanced=True), _why(draft)]
    said = {key: what.value} if what.value is not None else {}
    return Filled([what, *who, *more], {**words_of("check", by, more), **said})


def _who(validator: FormValidator[Fight], by: str, draft: Draft) -> list[Field]:
    """Who of his side makes the check."""
    game = validator.state
    if game.phase == "between":
        return []
    own = plain({name: game.units[name].name for name in game.of(game.units[by].side)})
    likely = game.actor if game.actor in [choice.value for choice in own] else by
    return [chosen("who", "Who", "h", draft, own, default=likely, required=True)]


def _why(draft: Draft) -> Field:
    return Field("why", "What for", "f", "text", text(draft, "why") or None, advanced=True)


# --- a thing in hand


def ready(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What to take in hand; what goes back to the belt for it, or to the ground."""
    character = validator.state.units[by]
    stow = several("stow", "Put away", "p", draft, plain(in_hand(character)))
    drop = several("drop", "Drop", "d", draft, plain(in_hand(character)))
    words = words_of("ready", by, [stow, drop])
    offered = at_hand(validator.state, by)
    rooms = {id: _room(validator, words, id, character) for id in offered}
    choices = [
        choice
        for id, label in offered.items()
        for choice in graded(validator, rooms[id], "weapon", {id: label})
    ]
    weapon = wanted("weapon", "Take", "t", draft, open_first(choices))
    made = rooms.get(str(weapon.value or ""), words)
    stow = several("stow", "Put away", "p", made, stow.choices)
    drop = several("drop", "Drop", "d", made, drop.choices)
    fields = [weapon, stow, drop]
    return Filled(fields, words_of("ready", by, fields))


def _room(validator: FormValidator[Fight], words: Words, thing: str, character: Character) -> Words:
    """Where his hands are full and he doesn't say more, all that he holds goes on the belt, or else to the ground."""
    if not character.ready or "stow" in words or "drop" in words:
        return words
    held = list(character.ready)
    for room in (words, {**words, "stow": held}, {**words, "drop": held}):
        if validator.validate({**room, "weapon": thing}).refusal is None:
            return room
    return words


# --- a move: the way step by step, where he then looks, and what he may still do afterwards


LOWER = {"prone": "prone at the end", "kneeling": "kneeling at the end"}


def move(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """The way, the facing, going down, things on the way, a pursuer, breaking off."""
    game, character = validator.state, validator.state.units[by]
    path = walked(game, by, draft)
    thing = _thing(game, by, path, draft)
    fields = [
        _way(game, by, path, thing, draft),
        facing(draft, facing_after(game, by, path), "Facing"),
        *_lower(validator, by, path, draft),
        *_picking_up(game, by, path, draft),
        *_chase(validator, by, draft),
    ]
    if game.options.delay and not character.delayed:
        fields.append(toggle("delay", "Breaks off, and goes on later", "b", draft))
    words = _words(game, by, fields, path)
    after = moved(game, by, path, str(words.get("facing", character.facing)), str(words.get("posture", "")))
    turned = bool(path) or "facing" in words
    lines = (*_lines(game, after, by, path, thing), *_ended_watch(game, by, turned=turned))
    return Filled(fields, words, lines, _board(game, after, by, path, thing))


def _board(game: Fight, after: Fight, by: str, path: list[str], thing: str) -> Board:
    """The map with the mover where the path ends, what it costs up to each hex, and where else he could go."""
    character = game.units[by]
    spent = accumulate(hex_costs(game, by, path, thing), initial=character.moved)
    return replace(board(after, side=character.side), spent=tuple(spent), unit="MOV", reach=_reach(game, by))


@remembered
def _reach(game: Fight, by: str) -> Mapping[str, Reach]:
    """Where he could go, kept while the form is filled."""
    return {hex: Reach(found.path, found.spent, found.acts) for hex, found in ways(game, by).items()}


def walked(game: Fight, by: str, draft: Draft) -> list[str]:
    """The way of the draft, as far as it hangs together."""
    here, path = game.units[by].hex, []
    for hex in listed_words(draft.get("path")):
        if not here or not is_hex_name(hex) or not on_map(game.map, hex) or not direction_between(here, hex):
            break
        path.append(hex)
        here = hex
    return path


def facing_after(game: Fight, by: str, path: Sequence[str]) -> str:
    """Where he looks unless he says something else: still at the nearest enemy whom he had in front, else ahead."""
    character = game.units[by]
    if not path or character.floating:
        return character.facing
    foes = [game.units[name].hex for name in enemies(game, by) if not is_out(game, name)]
    seen = [hex for hex in foes if side_of(character, hex) == "front" and hex != path[-1]]
    if seen:
        return nearest_direction(vector(path[-1], min(seen, key=lambda foe: distance(path[-1], foe))))
    before = path[-2] if len(path) > 1 else character.hex
    return direction_between(before, path[-1]) or character.facing


def _way(game: Fight, by: str, path: list[str], thing: str, draft: Draft) -> Field:
    character = game.units[by]
    steps = next_steps(game, by, path, thing=thing, delay=bool(draft.get("delay"))) if character.hex else ()
    here = path[-1] if path else character.hex
    choices = tuple(Choice(hex, _step_words(game, here, hex, spent), why) for hex, _, spent, why in steps)
    most = allowance(game, by, turn_path(game, by, path))
    spent = character.moved + cost(game, by, path, thing)
    mark = half(game, by, turn_path(game, by, path))
    hint, gauge = f"{spent} of {most} MOV, half {mark}", Gauge(spent, most, mark, "MOV")
    return Field(
        "path", "Path", "p", "path", path or None, choices, hint=hint, start=character.hex, gauge=gauge
    )


def _step_words(game: Fight, here: str, hex: str, spent: int) -> str:
    """A step with what it leads into: `0304 ↗ 2 MOV, fire`."""
    way = ARROWS.get(direction_between(here, hex), "")
    return ", ".join([f"{hex} {way} {spent} MOV", *_dangers(game, here, hex)])


def _dangers(game: Fight, here: str, hex: str) -> Iterator[str]:
    """What makes a step from one hex into the next one more than a step."""
    map = game.map
    dangers = {
        "a wall to jump": hemmed(map, here, hex) and not barred(map, here, hex),
        "fire": on_fire(map, hex),
        "gas": gassed(map, hex),
        "a live grenade": any(grenade.hex == hex and not grenade.lit for grenade in map.grenades.values()),
        "a pit": jumped_pit(map, hex),
        "deep water": deep_water(map, hex),
        "ice": icy(map, hex),
        "bad footing": bad_footing(map, hex),
    }
    yield from (word for word, there in dangers.items() if there)


def _lower(validator: FormValidator[Fight], by: str, path: list[str], draft: Draft) -> list[Field]:
    """CQ-MOV-12: down at the end of the move."""
    if validator.state.units[by].posture in ("prone",):
        return []
    choices = graded(validator, {**bare("move", by), "path": path}, "posture", LOWER)
    return [
        chosen(
            "posture",
            "Goes down",
            "o",
            draft,
            (Choice(NONE, "no"), *choices),
            default=NONE,
            advanced=not _said(draft),
        )
    ]


def _said(draft: Draft) -> bool:
    return text(draft, "posture") in LOWER


def _thing(game: Fight, by: str, path: list[str], draft: Draft) -> str:
    """What is picked up, with the MOV that it takes; on the run it takes none."""
    thing = text(draft, "pick_up")
    there = thing in _on_the_way(game, by, path)
    return thing if there and not draft.get("on_the_run") else ""


def _on_the_way(game: Fight, by: str, path: list[str]) -> dict[str, str]:
    """Things in the hexes of the path; burning grenades too, which may be thrown again."""
    hexes = (game.units[by].hex, *path)
    lit = {
        id: f"burning {grenade.kind} grenade in {grenade.hex}"
        for id, grenade in game.map.grenades.items()
        if grenade.lit and grenade.hex in hexes and grenade.hex
    }
    return {**lying(game, hexes), **lit}


def _picking_up(game: Fight, by: str, path: list[str], draft: Draft) -> list[Field]:
    things = _on_the_way(game, by, path)
    if not things:
        return []
    choices = (Choice(NONE, "nothing", none=True), *plain(things))
    field = chosen("pick_up", "Picks up", "k", draft, choices, default=NONE)
    if field.value == NONE:
        return [field]
    hint = f"a save on DEX and no action, in place of {number('pick_up_cost')} MOV"
    return [field, toggle("on_the_run", "On the run", "r", draft, hint=hint)]


def _chase(validator: FormValidator[Fight], by: str, draft: Draft) -> list[Field]:
    """CQ-INI-5: whose turn it isn't may flee ahead of a pursuer who hasn't moved."""
    game, character = validator.state, validator.state.units[by]
    if game.options.advanced_initiative or character.side == game.active or character.delayed:
        return []
    hunters = {
        name: game.units[name].name
        for name in game.of(game.active)
        if not has_moved(game.units[name]) and name != by
    }
    if not hunters:
        return []
    return [wanted("chase", "Flees ahead of", "c", draft, plain(hunters))]


def _words(game: Fight, by: str, fields: list[Field], path: list[str]) -> Words:
    """The way is always said, the facing where it changes."""
    words = words_of("move", by, fields) | {"path": path}
    if words.get("facing") == game.units[by].facing:
        del words["facing"]
    return words


# --- what it comes to


def _lines(game: Fight, after: Fight, by: str, path: list[str], thing: str) -> Iterator[Detail]:
    character = game.units[by]
    if not character.hex:
        return
    met = dict.fromkeys(word for a, b in pairwise((character.hex, *path)) for word in _dangers(game, a, b))
    if met:
        yield Detail("On the way there is", ", ".join(met))
    engaging = engaged_by(after, by)
    if engaging:
        yield Detail("Engaged by", named(game, engaging))
    spent = character.moved + cost(game, by, path, thing)
    yield Detail("Afterwards", _afterwards(game, by, path, spent))


def _ended_watch(game: Fight, by: str, *, turned: bool) -> Iterator[Detail]:
    """CQ-OPT-13: who moves or turns watches no longer."""
    if game.units[by].overwatch and turned:
        yield Detail("Watch", "it ends (CQ-OPT-13)")


def _afterwards(game: Fight, by: str, path: list[str], spent: int) -> str:
    """CQ-MOV-3: which actions so much movement leaves, with the options that are played."""
    if is_run(spent, half(game, by, turn_path(game, by, path))):
        return "no action: more than half moved (CQ-ACT-2)"
    if spent > number("pace"):
        quick = " but for a quick throw" if game.options.quick_shot else ""
        return f"attack, throw, dodge or go down; {_shot_after_moving(game)}, nothing readied{quick}"
    if spent > number("step"):
        return f"ready, reload, attack, throw, dodge; {_shot_after_moving(game)}"
    if not spent:
        return "any action, aiming too"
    watch = ", watch a hex" if game.options.opportunity_fire else ""
    return f"shoot, attack, ready, defend{watch}; no aiming"


def _shot_after_moving(game: Fight) -> str:
    """CQ-ACT-4, CQ-OPT-15: whether one shoots after more than a step."""
    if not game.options.move_and_shoot:
        return "no shot"
    return f"shoot at {figure(modifier('moving').value, '+')}, with half the shots (CQ-OPT-15)"


KINDS = {"shield": "energy shield, on or off", "watch": "a hex that is watched"}

SWITCHED = {True: "on", False: "off"}

STOPPED_BY_SHIELDS = ("energy", "burning", "flame-thrower", "incendiary", "molotov")
"""Classes of weapons against which an energy shield stands (CQ-NRG-5, CQ-ARM-11)."""


# --- sealed declarations: who may seal what, and what a side has sealed itself; only that side looks at these forms


def sealing_actions(game: Fight, by: str, phase_check: Check[Fight, Any]) -> tuple[Action, ...]:
    """What a character's side may seal for him, and what it has sealed, to be looked at and shown."""
    return tuple(_offered(game, by, phase_check))


def _offered(game: Fight, by: str, phase_check: Check[Fight, Any]) -> Iterator[Action]:
    side, kinds = game.units[by].side, sealable(game, by)
    if kinds:
        given = SimpleNamespace(do="seal", by=side, unit=by, what=next(iter(kinds)))
        refusal = why_not(COMMANDS, phase_check, game, given)
        yield Action("seal", by, "Seal a declaration", "b", refusal, form=True, secret=True)
    if game.sides[side].sealed:
        yield Action("reveal", by, "What we have sealed", "h", form=True, secret=True)


def sealable(game: Fight, name: str) -> Mapping[str, str]:
    """The kinds of declaration that make sense for a character now."""
    character = game.units[name]
    if game.phase == "between" or game.outcome or is_out(game, name):
        return {}
    fits = {
        "shield": bool(character.energy_shield)
        and not character.energy_shield_broken
        and not sealed_shield(game, name),
        "watch": game.options.opportunity_fire and game.phase == "action" and game.actor == name,
    }
    return {kind: label for kind, label in KINDS.items() if fits[kind]}


def sealed_shield(game: Fight, name: str) -> bool:
    """CQ-ARM-15: whether it is kept secret if his shield is on."""
    sealed = game.sides[game.units[name].side].sealed
    return any(entry.what == "shield" and entry.unit == name for entry in sealed)


# --- the forms


def seal(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What kind of declaration, and what it says: neither is shown again."""
    character = validator.state.units[by]
    kind = wanted("what", "Declaration", "c", draft, plain(sealable(validator.state, by)))
    said, secret = _watch(validator.state, by, draft) if kind.value == "watch" else _shield(draft)
    fields = [kind, *said, replace(secret, secret=True)]
    words = words_of("seal", character.side, [kind, *said]) | {"unit": by}
    if secret.value is not None:
        words |= {DECLARATION: {secret.name: secret.value}}
    return Filled(fields, words, board=board(validator.state, side=character.side))


def _shield(draft: Draft) -> tuple[list[Field], Field]:
    """CQ-ARM-15: on or off, whichever it is now."""
    return [], chosen(ON, "It is", "i", draft, plain(SWITCHED), required=True, hint="from now on")


def _watch(game: Fight, by: str, draft: Draft) -> tuple[list[Field], Field]:
    """CQ-OPT-13: weapon and way of watching are seen by everybody; the hex is not."""
    character = game.units[by]
    weapon = wanted("weapon", "Weapon", "g", draft, plain(ready_weapons(character, can_watch)))
    mode = chosen("mode", "How", "o", draft, plain(WATCHES), default="opportunity")
    where = hex_field(game.map, HEX, "Hex", "h", draft, hint="four digits, or a click")
    return [weapon, mode], replace(where, start=character.hex)


def reveal(validator: FormValidator[Fight], by: str, draft: Draft) -> Filled:
    """What the side has sealed, for its own eyes; nothing is picked beforehand, so that looking shows nobody anything."""
    game, side = validator.state, validator.state.units[by].side
    entries = {entry.id: _told(game, entry).text for entry in game.sides[side].sealed}
    which = chosen("id", "Show everybody", "h", draft, plain(entries), required=True)
    return Filled([which], words_of("reveal", side, [which]))


def sealed_by(game: Fight, side: str) -> tuple[Detail, ...]:
    """What a side has sealed, for its own eyes."""
    return tuple(_told(game, entry) for entry in game.sides[side].sealed)


def _told(game: Fight, entry: Sealed) -> Detail:
    """A sealed declaration as its own side reads it."""
    name = game.units[entry.unit].name
    try:
        if entry.what == "watch":
            hex = hidden_hex(entry.box, entry.digest)
            return Detail("Sealed", f"{name} watches {hex}", hexes=(hex,))
        return Detail("Sealed", f"{name}: energy shield {SWITCHED[hidden_switch(entry.box, entry.digest)]}")
    except CommandError as error:
        return Detail("Sealed", f"{name}: {error}")


# --- before the dice


def before_the_dice(game: Fight, words: Mapping[str, Any]) -> tuple[Detail, ...]:
    """CQ-ARM-15: in an attack with energy or fire, whose sealed shields should be shown before dice are rolled."""
    if not _meets_shields(game, words):
        return ()
    near = [
        entry for side in game.sides.values() for entry in side.sealed if _stands_between(game, entry, words)
    ]
    sides = {entry.unit: game.sides[game.units[entry.unit].side].name for entry in near}
    return tuple(
        Detail("Before the dice", f"{side} may show what is sealed for {game.units[unit].name}")
        for unit, side in sides.items()
    )


def _meets_shields(game: Fight, words: Mapping[str, Any]) -> bool:
    """Whether the weapon of a command is one that energy shields stop."""
    character = game.units.get(str(words["by"]))
    if character is None:
        return False
    watching = character.overwatch.weapon if words["do"] == "opportunity_fire" and character.overwatch else ""
    weapon = character.weapon(watching or str(words.get("weapon") or ""))
    return weapon is not None and any(figures(weapon).is_a(kind) for kind in STOPPED_BY_SHIELDS)


def _stands_between(game: Fight, entry: Sealed, words: Mapping[str, Any]) -> bool:
    """Whether it is a shield whose field may cover the target's hex, or the attacker's."""
    bearer, target = game.units[entry.unit], game.units.get(str(words.get("target") or ""))
    hexes = (game.units[words["by"]].hex, target.hex if target else str(words.get("hex") or ""))
    covered = (hex for hex in hexes if on_map(game.map, hex) and bearer.hex)
    return entry.what == "shield" and any(
        distance(bearer.hex, hex) <= number("field_reach") for hex in covered
    )
