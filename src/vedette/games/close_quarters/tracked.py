"""The state as cases and `vedette state` see it: tracked and derived values by path (CH 3, combat half 4), and tracked values set by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from vedette.engine.checks import Refusal
from vedette.engine.data import Row, Table
from vedette.engine.dice import Modifier
from vedette.engine.errors import CommandError
from vedette.engine.patch import ABSENT, get, put
from vedette.engine.plain import WhenAsked, to_plain
from vedette.engine.plain import faults as told
from vedette.games.close_quarters import arms, derived
from vedette.games.close_quarters.near import engaged_by
from vedette.games.close_quarters.setup import REMEMBERED, WEAPONS, new_faults, row_without
from vedette.games.close_quarters.state import Character, Fight, Weapon
from vedette.games.close_quarters.tables import RULESET_ID
from vedette.games.close_quarters.terrain import solid
from vedette.games.close_quarters.turn.order import pending
from vedette.kit.tracked import must_be_tracked, untracked

TOLD = (
    "round", "phase", "active", "actor", "initiative", "move_order", "order", "last_move", "left_cover", "let_pass",
    "outcome", "settled", "check", "opposed", "sneak", "options", "conditions",
)  # fmt: skip

GRAMS = 1000


def paths(game: Fight) -> Table:
    """All paths of a game as plain data; what is not there yet, or no longer, has no path."""
    sides = {}
    for id, side in game.sides.items():
        # Of what it has sealed, that there is something, and the digest that it is held to (CQ-ARM-15).
        sealed = [row_without(to_plain(one), ("box",)) for one in side.sealed]
        bonus = derived.initiative_bonus(game, id)
        sides[id] = {**to_plain(side), "sealed": sealed, "initiative_bonus": bonus}
    map = to_plain(game.map)
    for living in ("grenades", "dropped"):
        map[living] = {id: row_without(row, REMEMBERED) for id, row in map[living].items()}
    return {
        "ruleset": RULESET_ID,
        **_present({name: to_plain(getattr(game, name)) for name in TOLD}),
        "pending": pending(game),
        "sides": sides,
        "units": WhenAsked(game.units, lambda name: _unit(game, name, game.units[name])),
        "map": map,
    }


def _unit(game: Fight, name: str, character: Character) -> Table:
    engaged = engaged_by(game, name)
    effective: Table = {}  # each with its modifiers (CH 11)
    for attribute, mods in derived.MODS.items():
        effective[f"e_{attribute}"] = derived.effective(game, name, attribute)
        effective[f"e_{attribute}_mods"] = _amounts(mods(game, name))
    return {
        **_present(to_plain(character)),
        "weapons": [_weapon(game, character, weapon) for weapon in character.weapons],
        **effective,
        "full_str": derived.full_str(character),
        "hits_left": derived.hits_left(character),
        "alive": derived.alive(character),
        "conscious": derived.conscious(game, name),
        "load": derived.load_grams(character) / GRAMS,
        "effective_load": float(derived.effective_load(game, name) / GRAMS),
        "encumbrance": derived.encumbrance(game, name).id,
        "slots": derived.slots(character, game.options),
        "defence": to_plain(derived.defence(game, character)),
        "toughness": arms.toughness(character),
        "martial_arts": arms.martial_arts(character),
        "fencing": arms.fencing(game, name),
        "unarmed": arms.unarmed(character),
        "initiative_bonus": derived.own_initiative_bonus(game, name),
        "engaged_by": list(engaged),
        "engaged": bool(engaged),
    }


def _weapon(game: Fight, character: Character, weapon: Weapon) -> Table:
    hit = _amounts(arms.hit_mods(character, weapon))
    return {
        **_present(to_plain(weapon)),
        "skilled": arms.skilled(character, weapon),
        "str_need": arms.str_need(character, weapon),
        "lack": arms.lack(character, weapon),
        "strong_max": arms.strong_max(character, weapon),
        "damage": arms.damage(game, character, weapon),
        "hit": sum(hit.values()),
        "hit_mods": hit,
    }


def _amounts(mods: Iterable[Modifier]) -> dict[str, int]:
    return {modifier.name: int(modifier.value) for modifier in mods}


def _present(told: Table) -> Table:
    return {name: value for name, value in told.items() if value is not None}


# --- tracked values set by hand: which may be, and what they may be; nothing follows but derived values


TRACKED_PATHS = re.compile(
    r"""
    round | active | initiative | move_order | settled | options\.gravity
    | map\.[a-z_]+(\..+)?
    | sides\.[a-z0-9-]+\.(leader|spoils|all_ran|fleeing)
    | units\.[a-z0-9-]+\.(?!name$|side$)[a-z0-9_]+(\.[a-z0-9_-]+)*
    """,
    re.VERBOSE,
)

_FIXED = re.compile(r"units\.[a-z0-9-]+\.weapons\.\d+\.(id|type|damage)")
"""Of a weapon: its id and type, and its damage, which is worked out."""

_ENTRY = re.compile(
    r"units\.[a-z0-9-]+\.(bonuses|dealt)\.[a-z0-9-]+"
    r"|map\.(terrain|pits|fires|clouds|grenades|dropped)\.[a-z0-9-]+"
)
"""Entries of tables, which may be new, and may go again."""

_OF_A_CHARACTER = re.compile(r"units\.([a-z0-9-]+)\.(overwatch|weapons|hits_left)")
"""A watch, which may be set for who keeps none; weapons as a game file writes them; hits, as the table counts them."""

MOST = 1_000_000
"""No number of the table is larger."""


WALLED = "CQ-ENV-11"


def hex_refused(game: Fight, path: str, value: Any) -> Refusal | None:
    """CQ-ENV-11: nobody is put into solid wall."""
    if path.startswith("units.") and path.endswith(".hex") and value and solid(game.map, value):
        return Refusal(WALLED, f"{value} is solid wall.")
    return None


def adjusted(game: Fight, path: str, value: Any) -> Fight:
    """The game with a value set; raises CommandError for a path or a value that makes no sense."""
    return all_adjusted(game, {path: value})


def all_adjusted(game: Fight, values: Row) -> Fight:
    """The game with several values set together: only what comes of them all must make sense."""
    changed = game
    for path, value in values.items():
        changed = _set(changed, path, value)
    wrong = next(new_faults(game, changed), None)
    if wrong is not None:
        raise CommandError(f"{', '.join(values)}: {wrong}.")
    return changed


def _set(game: Fight, path: str, value: Any) -> Fight:
    must_be_tracked(TRACKED_PATHS, path)
    if _FIXED.fullmatch(path):
        raise untracked(path)
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > MOST:
        raise CommandError(f"{path}: {value} is more than any table holds.")
    found = _OF_A_CHARACTER.fullmatch(path)
    name, what = (found[1], found[2]) if found else ("", "")
    if what == "hits_left" and name in game.units:
        # CQ-CHR-14: all hits but these are lethal damage, which is what the state keeps.
        if type(value) is not int:
            raise CommandError(f"{path} must be a whole number.")
        character = game.units[name]
        return put(game, f"units.{name}.damage", character.damage + derived.hits_left(character) - value)
    if not _ENTRY.fullmatch(path):
        now = get(to_plain(game), path)
        begun = value is not None and what == "overwatch"
        if value == ABSENT or now == ABSENT or (now is None and not begun):
            raise CommandError(f"There is no {path} in this game.")
    if what != "weapons":
        return put(game, path, value)
    try:
        rows = WEAPONS.validate_python(value)
    except ValidationError as error:
        raise CommandError(f"{path}: {told(error)[0]}.") from error
    character = game.units[name]
    return game.with_unit(name, weapons=tuple(arms.completed(character, row) for row in rows))
