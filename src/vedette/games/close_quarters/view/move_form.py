"""The form of a move: the way step by step, where he then looks, and what he may still do afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from vedette.engine.record import replace
from vedette.games.close_quarters.candidates import lying, named
from vedette.games.close_quarters.hexes import (
    ARROWS,
    direction_between,
    distance,
    is_hex_name,
    nearest_direction,
    on_map,
    vector,
)
from vedette.games.close_quarters.near import enemies, engaged_by, is_out, side_of
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.tables import modifier, number
from vedette.games.close_quarters.telling import figure
from vedette.games.close_quarters.terrain import (
    bad_footing,
    barred,
    deep_water,
    gassed,
    hemmed,
    icy,
    jumped_pit,
    on_fire,
)
from vedette.games.close_quarters.turn.allowance import allowance, cost, half, hex_costs, is_run, turn_path
from vedette.games.close_quarters.turn.path import has_moved, next_steps, ways
from vedette.games.close_quarters.view.asked import bare, facing, text, wanted
from vedette.games.close_quarters.view.board import board, moved
from vedette.kit.same import Same
from vedette.view.board import Board, Reach
from vedette.view.fields import NONE, Draft, chosen, listed, plain, toggle, words_of
from vedette.view.forms import Filled, FormValidator, Words, graded
from vedette.view.vocabulary import Choice, Detail, Field, Gauge

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
    return replace(
        board(after, side=character.side), spent=tuple(spent), unit="MOV", reach=_reach(Same(game), by)
    )


@lru_cache(maxsize=4)
def _reach(game: Same[Fight], by: str) -> Mapping[str, Reach]:
    """Where he could go, kept while the form is filled."""
    return {hex: Reach(found.path, found.spent, found.acts) for hex, found in ways(game.value, by).items()}


def walked(game: Fight, by: str, draft: Draft) -> list[str]:
    """The way of the draft, as far as it hangs together."""
    here, path = game.units[by].hex, []
    for hex in listed(draft.get("path")):
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


# --- the fields


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
    choices = (Choice(NONE, "nothing"), *plain(things))
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
