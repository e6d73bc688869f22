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
from vedette.games.close_quarters import arms, candidates, derived, specs, terrain
from vedette.games.close_quarters.attacks.opportunity import WATCHES, can_watch
from vedette.games.close_quarters.characters.checking import ATTRIBUTES
from vedette.games.close_quarters.near import enemies, engaged_by, is_out, side_of
from vedette.games.close_quarters.opening import HEX, ON, hidden_hex, hidden_switch
from vedette.games.close_quarters.state import Fight, Sealed
from vedette.games.close_quarters.tables import check_rows, modifier, number, skills
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.turn import path as paths
from vedette.games.close_quarters.view.board import board, moved
from vedette.kit.remembered import remembered
from vedette.view import fields as ask
from vedette.view.board import Reach
from vedette.view.forms import Filled, FormValidator, Words, bare, graded, open_first, wanted, why_not
from vedette.view.hexes import ARROWS, direction_between, distance, is_hex_name, on_map, vector
from vedette.view.vocabulary import Action, Choice, Detail, Field, Gauge


def initiative(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """By dice, unless a side surprises the others or goes on running."""
    game, words = validator.state, bare("initiative", by)
    ways: dict[str, Words] = {}
    choices = [Choice(ask.NONE, "by dice", validator.validate(words).refusal)]
    for how, label in (("surprise", "by surprise"), ("flee", "by running on")):
        labels = {id: f"{label}: {side.name}" for id, side in game.sides.items()}
        for choice in graded(validator, words, how, labels):
            ways[f"{how} {choice.value}"] = {how: choice.value}
            choices.append(replace(choice, value=f"{how} {choice.value}"))
    field = ask.chosen("how", "Initiative", "i", draft, tuple(choices), default=ask.NONE)
    said, lines = ways.get(str(field.value), {}), []
    for id, side in game.sides.items() if not said else ():
        bonus = derived.initiative_bonus(game, id)
        dice = f"{number('initiative_dice')} die{f' {signed(bonus)}' if bonus else ''}"
        lines.append(Detail(side.name, dice))
    return Filled([field], {**words, **said}, tuple(lines))


def switch_shield(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """On if it is off, off if it is on."""
    return Filled([], {**bare("switch_shield", by), "on": not validator.state.units[by].energy_shield_on})


def check(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """A kind of check, or an attribute; dice and bonus where the table says more. In combat also who of his side makes it."""
    game, who = validator.state, []
    if game.phase != "between":
        own = {name: game.units[name].name for name in game.of(game.units[by].side)}
        likely = game.actor if game.actor in own else by
        who = [ask.chosen("who", "Who", "h", draft, ask.plain(own), default=likely, required=True)]
        by = str(who[0].value)
    rows = {id: row.name for id, row in check_rows().items()}
    kinds = graded(validator, bare("check", by), "kind", rows)
    attributes = ask.plain({id: f"on {label}" for id, label in ATTRIBUTES.items()})
    what = wanted("what", "Check", "c", draft, (*open_first(kinds), *attributes))
    key = "attribute" if what.value in ATTRIBUTES else "kind"
    more: list[Field] = []
    if what.value not in rows or not check_rows()[what.value].dice:
        more.append(ask.numeric("difficulty", "Dice", "d", draft, hint=f"{number('check_dice')}"))
    if key == "attribute":
        known = ask.plain({skill: skills()[skill].name for skill in game.units[by].skills})
        more.append(ask.chosen("skill", "Skill that helps", "k", draft, known, advanced=True))
    more.append(ask.numeric("bonus", "Bonus", "b", draft, advanced=True))
    more.append(ask.typed("why", "What for", "f", draft, advanced=True))
    said = {key: what.value} if what.value is not None else {}
    return Filled([what, *who, *more], {**ask.words_of("check", by, more), **said})


def ready(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """What to take in hand; what goes back to the belt for it, or to the ground.

    Where his hands are full and he doesn't say more, all that he holds goes on the belt, or else to the ground.
    """
    character = validator.state.units[by]
    holds, held = ask.plain(candidates.in_hand(character)), list(character.ready)

    def put_away(draft: ask.Draft) -> list[Field]:
        return [
            ask.several("stow", "Put away", "p", draft, holds),
            ask.several("drop", "Drop", "d", draft, holds),
        ]

    words = ask.words_of("ready", by, put_away(draft))
    silent = bool(held) and "stow" not in words and "drop" not in words
    rooms: dict[str, Words] = {}
    choices: list[Choice] = []
    for id, label in candidates.at_hand(validator.state, by).items():
        tried = [words, {**words, "stow": held}, {**words, "drop": held}] if silent else []
        fitting = (room for room in tried if validator.validate({**room, "weapon": id}).refusal is None)
        rooms[id] = next(fitting, words)
        choices += graded(validator, rooms[id], "weapon", {id: label})
    weapon = wanted("weapon", "Take", "t", draft, open_first(choices))
    fields = [weapon, *put_away(rooms.get(str(weapon.value or ""), words))]
    return Filled(fields, ask.words_of("ready", by, fields))


# --- a move: the way step by step, where he then looks, and what he may still do afterwards


LOWER = {"prone": "prone at the end", "kneeling": "kneeling at the end"}


def move(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """The way, the facing, going down, things on the way, a pursuer, breaking off."""
    game, character = validator.state, validator.state.units[by]
    path, on_the_run = walked(game, by, draft), bool(draft.get("on_the_run"))
    # Things in the hexes of the path; burning grenades too, which may be thrown again.
    hexes = (game.units[by].hex, *path)
    lit = {id: it for id, it in game.map.grenades.items() if it.lit and it.hex and it.hex in hexes}
    burning = {id: f"burning {it.kind} grenade in {it.hex}" for id, it in lit.items()}
    things = {**candidates.lying(game, hexes), **burning}
    picked = ask.text(draft, "pick_up")
    thing = (
        picked if picked in things and not on_the_run else ""
    )  # with the MOV that it takes: none on the run
    fields = [_way(game, by, path, thing, draft), ask.facing(draft, facing_after(game, by, path), "Facing")]
    if character.posture != "prone":  # CQ-MOV-12: down at the end of the move
        lower = graded(validator, {**bare("move", by), "path": path}, "posture", LOWER)
        choices, folded = (Choice(ask.NONE, "no"), *lower), ask.text(draft, "posture") not in LOWER
        fields.append(
            ask.chosen("posture", "Goes down", "o", draft, choices, default=ask.NONE, advanced=folded)
        )
    if things:
        choices = (Choice(ask.NONE, "nothing", none=True), *ask.plain(things))
        field = ask.chosen("pick_up", "Picks up", "k", draft, choices, default=ask.NONE)
        hint = f"a save on DEX and no action, in place of {number('pick_up_cost')} MOV"
        running = ask.toggle("on_the_run", "On the run", "r", draft, hint=hint)
        fields += [field] if field.value == ask.NONE else [field, running]
    if hunters := pursuers(game, by):
        chased = ask.plain({name: game.units[name].name for name in hunters})
        fields.append(wanted("chase", "Flees ahead of", "c", draft, chased))
    if game.options.delay and not character.delayed:
        fields.append(ask.toggle("delay", "Breaks off, and goes on later", "b", draft))
    words = ask.words_of("move", by, fields) | {
        "path": path
    }  # the way is always said, the facing where it changes
    if words.get("facing") == character.facing:
        del words["facing"]
    after = moved(game, by, path, str(words.get("facing", character.facing)), str(words.get("posture", "")))
    lines = [*_lines(game, after, by, path, thing)]
    if character.overwatch and (path or "facing" in words):
        lines.append(Detail("Watch", "it ends (CQ-OPT-13)"))
    spent = tuple(accumulate(paths.hex_costs(game, by, path, thing), initial=character.moved))
    shown = replace(board(after, side=character.side), spent=spent, unit="MOV", reach=_reach(game, by))
    return Filled(fields, words, tuple(lines), shown)


@remembered
def _reach(game: Fight, by: str) -> Mapping[str, Reach]:
    """Where he could go, kept while the form is filled."""
    return {hex: Reach(found.path, found.spent, found.acts) for hex, found in paths.ways(game, by).items()}


def walked(game: Fight, by: str, draft: ask.Draft) -> list[str]:
    """The way of the draft, as far as it hangs together."""
    here, path = game.units[by].hex, []
    for hex in ask.listed_words(draft.get("path")):
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
        nearest = min(seen, key=lambda foe: distance(path[-1], foe))
        return terrain.nearest_direction(vector(path[-1], nearest))
    before = path[-2] if len(path) > 1 else character.hex
    return direction_between(before, path[-1]) or character.facing


def pursuers(game: Fight, by: str) -> list[str]:
    """CQ-INI-5: ahead of whom he may flee whose turn it isn't: those who haven't moved."""
    character = game.units[by]
    if game.options.advanced_initiative or character.side == game.active or character.delayed:
        return []
    return [name for name in game.of(game.active) if not paths.has_moved(game.units[name])]


def _way(game: Fight, by: str, path: list[str], thing: str, draft: ask.Draft) -> Field:
    """Each step with what it leads into: `0304 ↗ 2 MOV, fire`."""
    character = game.units[by]
    here = path[-1] if path else character.hex
    choices: list[Choice] = []
    steps = (
        paths.next_steps(game, by, path, thing=thing, delay=bool(draft.get("delay"))) if character.hex else ()
    )
    for hex, _, spent, why in steps:
        arrow = ARROWS.get(direction_between(here, hex), "")
        label = ", ".join([f"{hex} {arrow} {spent} MOV", *_dangers(game, here, hex)])
        choices.append(Choice(hex, label, why))
    most, mark = (limit(game, by, paths.turn_path(game, by, path)) for limit in (paths.allowance, paths.half))
    spent = character.moved + paths.cost(game, by, path, thing)
    hint, gauge = f"{spent} of {most} MOV, half {mark}", Gauge(spent, most, mark, "MOV")
    return Field(
        "path", "Path", "p", "path", path or None, tuple(choices), hint=hint, start=character.hex, gauge=gauge
    )


def _dangers(game: Fight, here: str, hex: str) -> Iterator[str]:
    """What makes a step from one hex into the next one more than a step."""
    map = game.map
    dangers = {
        "a wall to jump": terrain.hemmed(map, here, hex) and not terrain.barred(map, here, hex),
        "fire": terrain.on_fire(map, hex),
        "gas": terrain.gassed(map, hex),
        "a live grenade": any(grenade.hex == hex and not grenade.lit for grenade in map.grenades.values()),
        "a pit": terrain.jumped_pit(map, hex),
        "deep water": terrain.deep_water(map, hex),
        "ice": terrain.icy(map, hex),
        "bad footing": terrain.bad_footing(map, hex),
    }
    yield from (word for word, there in dangers.items() if there)


def _lines(game: Fight, after: Fight, by: str, path: list[str], thing: str) -> Iterator[Detail]:
    """What he meets, and what he may do then."""
    character = game.units[by]
    if not character.hex:
        return
    met = dict.fromkeys(word for a, b in pairwise((character.hex, *path)) for word in _dangers(game, a, b))
    if met:
        yield Detail("On the way there is", ", ".join(met))
    engaging = engaged_by(after, by)
    if engaging:
        yield Detail("Engaged by", candidates.named(game, engaging))
    # CQ-MOV-3, CQ-ACT-4: which actions so much movement leaves, with the options that are played
    spent, shot = character.moved + paths.cost(game, by, path, thing), "no shot"
    if game.options.move_and_shoot:
        shot = f"shoot at {figure(modifier('moving').value, '+')}, with half the shots (CQ-OPT-15)"
    left = "any action, aiming too"
    if paths.is_run(spent, paths.half(game, by, paths.turn_path(game, by, path))):
        left = "no action: more than half moved (CQ-ACT-2)"
    elif spent > number("pace"):
        quick = " but for a quick throw" if game.options.quick_shot else ""
        left = f"attack, throw, dodge or go down; {shot}, nothing readied{quick}"
    elif spent > number("step"):
        left = f"ready, reload, attack, throw, dodge; {shot}"
    elif spent:
        watch = ", watch a hex" if game.options.opportunity_fire else ""
        left = f"shoot, attack, ready, defend{watch}; no aiming"
    yield Detail("Afterwards", left)


# --- sealed declarations: who may seal what, and what a side has sealed itself; only that side looks at these forms


KINDS = {"shield": "energy shield, on or off", "watch": "a hex that is watched"}

SWITCHED = {True: "on", False: "off"}

STOPPED_BY_SHIELDS = ("energy", "burning", arms.FLAME_THROWER, "incendiary", "molotov")
"""Classes of weapons against which an energy shield stands (CQ-NRG-5, CQ-ARM-11)."""


def sealing_actions(game: Fight, by: str, phase_check: Check[Fight, Any]) -> Iterator[Action]:
    """What a character's side may seal for him, and what it has sealed, to be looked at and shown."""
    side, kinds = game.units[by].side, sealable(game, by)
    if kinds:
        given = SimpleNamespace(do="seal", by=side, unit=by, what=next(iter(kinds)))
        refusal = why_not(specs.COMMANDS, phase_check, game, given)
        yield Action("seal", by, "Seal a declaration", "b", refusal, form=True, secret=True)
    if game.sides[side].sealed:
        yield Action("reveal", by, "What we have sealed", "h", form=True, secret=True)


def sealable(game: Fight, name: str) -> Mapping[str, str]:
    """The kinds of declaration that make sense for a character now."""
    character = game.units[name]
    if game.phase == "between" or game.outcome or is_out(game, name):
        return {}
    broken = character.energy_shield_broken or sealed_shield(game, name)
    fits = {
        "shield": character.energy_shield and not broken,
        "watch": game.options.opportunity_fire and game.phase == "action" and game.actor == name,
    }
    return {kind: label for kind, label in KINDS.items() if fits[kind]}


def sealed_shield(game: Fight, name: str) -> bool:
    """CQ-ARM-15: whether it is kept secret if his shield is on."""
    sealed = game.sides[game.units[name].side].sealed
    return any(entry.what == "shield" and entry.unit == name for entry in sealed)


def seal(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """What kind of declaration, and what it says: neither is shown again."""
    game, character = validator.state, validator.state.units[by]
    fields = [wanted("what", "Declaration", "c", draft, ask.plain(sealable(game, by)))]
    if (
        fields[0].value == "watch"
    ):  # CQ-OPT-13: weapon and way of watching are seen by everybody; the hex is not
        weapons = ask.plain(candidates.ready_weapons(character, can_watch))
        fields.append(wanted("weapon", "Weapon", "g", draft, weapons))
        fields.append(ask.chosen("mode", "How", "o", draft, ask.plain(WATCHES), default="opportunity"))
        secret = ask.hex_field(game.map, HEX, "Hex", "h", draft, hint="four digits, or a click")
        secret = replace(secret, start=character.hex)
    else:  # CQ-ARM-15: on or off, whichever it is now
        switch = ask.plain(SWITCHED)
        secret = ask.chosen(ON, "It is", "i", draft, switch, required=True, hint="from now on")
    words = ask.words_of("seal", character.side, fields) | {"unit": by}
    if secret.value is not None:
        words |= {DECLARATION: {secret.name: secret.value}}
    shown = board(game, side=character.side)
    return Filled([*fields, replace(secret, secret=True)], words, board=shown)


def reveal(validator: FormValidator[Fight], by: str, draft: ask.Draft) -> Filled:
    """What the side has sealed, for its own eyes; nothing is picked beforehand, so that looking shows nobody anything."""
    game, side = validator.state, validator.state.units[by].side
    entries = {entry.id: _told(game, entry).text for entry in game.sides[side].sealed}
    which = ask.chosen("id", "Show everybody", "h", draft, ask.plain(entries), required=True)
    return Filled([which], ask.words_of("reveal", side, [which]))


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


def before_the_dice(game: Fight, words: Mapping[str, Any]) -> Iterator[Detail]:
    """CQ-ARM-15: in an attack with energy or fire, whose sealed shields should be shown before dice are rolled.

    Those whose field may cover the hex of the target or of the attacker.
    """
    character = game.units.get(str(words["by"]))
    if character is None:
        return
    watching = character.overwatch.weapon if words["do"] == "opportunity_fire" and character.overwatch else ""
    weapon = character.weapon(watching or str(words.get("weapon") or ""))
    if weapon is None or not any(arms.figures(weapon).is_a(kind) for kind in STOPPED_BY_SHIELDS):
        return
    target = game.units.get(str(words.get("target") or ""))
    hexes = (character.hex, target.hex if target else str(words.get("hex") or ""))
    ends, bearers = [hex for hex in hexes if on_map(game.map, hex)], {}
    for entry in (entry for side in game.sides.values() for entry in side.sealed):
        bearer = game.units[entry.unit]
        near = bearer.hex and any(distance(bearer.hex, hex) <= number("field_reach") for hex in ends)
        if near and entry.what == "shield":
            bearers[entry.unit] = bearer
    for bearer in bearers.values():
        side = game.sides[bearer.side].name
        yield Detail("Before the dice", f"{side} may show what is sealed for {bearer.name}")
