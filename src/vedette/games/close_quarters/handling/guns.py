"""What one does to a gun in hand: `reload`, which spans crossbows too, `clear_jam`, `attach_bayonet` (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters.arms import figures, full_ammo, in_hands, skilled
from vedette.games.close_quarters.attacks.to_hit import AUTOMATIC_WEAPONS
from vedette.games.close_quarters.attacks.weapon_checks import LAUNCHER, carried_grenades
from vedette.games.close_quarters.candidates import held, naming, ready_weapons, weapon, weapons
from vedette.games.close_quarters.characters.carrying import without_weapon
from vedette.games.close_quarters.damage.harm import without
from vedette.games.close_quarters.derived import knows
from vedette.games.close_quarters.handling.hands import has_steady_hands
from vedette.games.close_quarters.near import is_engaged
from vedette.games.close_quarters.state import BAYONET, Fight, Weapon
from vedette.games.close_quarters.tables import RELOAD, SPENT
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import (
    action_checks,
    disengaged,
    not_in_hth,
    offered_in,
    undisturbed,
    use_action,
)
from vedette.view.asked import Asked
from vedette.view.forms import Words

COMMANDS = Commands[Fight]()


# --- reloading, spanning crossbows, and clearing jams


def _reloads_left(game: Fight, words: Words) -> str:
    character = game.units[words["by"]]
    weapon = character.weapon(words.get("weapon", ""))
    left = character.items.count(f"{RELOAD}{weapon.type}") if weapon else 0
    return f"{left} reloads left"


def _ready_ones(game: Fight, by: str) -> list[Weapon]:
    """The weapons in his hands; none while he is engaged."""
    return [] if is_engaged(game, by) else in_hands(game.units[by])


def _can_reload(game: Fight, by: str) -> bool:
    """Whether one isn't full, or has to be spanned."""
    return any(
        weapon.ammo < full_ammo(game.units[by], weapon) or weapon.span for weapon in _ready_ones(game, by)
    )


def _can_clear_a_jam(game: Fight, by: str) -> bool:
    return any(weapon.broken == "temporary" for weapon in _ready_ones(game, by))


class Reload(Command):
    """Put a reload into a weapon in hand, or span a crossbow."""

    weapon: Annotated[str, Asked("Weapon", "w", held(lambda arm: bool(arm.rounds)), hint=_reloads_left)]


class ClearJam(Command):
    """Clear the jam of an automatic weapon."""

    weapon: Annotated[str, Asked("Weapon", "w", held(lambda arm: arm.missile))]


def _named(game: Fight, command: Any) -> Weapon | None:
    return game.units[command.by].weapon(command.weapon or "")


# --- reload


@forbids("CQ-ACT-16", reads=("weapon",), alternative="ready it")
def _it_is_in_hand(game: Fight, command: Any) -> str | None:
    """Only what is in hand is reloaded."""
    character, named = game.units[command.by], _named(game, command)
    if named is None or named.id in character.ready:
        return None
    return f"{character.name} doesn't hold that weapon."


@check("CQ-RNG-12", "CQ-NRG-3", reads=("weapon",))
def _there_is_a_reload(game: Fight, command: Any) -> Refusal | None:
    """A reload for each reloading, for a launcher a grenade, which leaves his belt when it is fired.

    Spanning needs none, and a weapon on a pack draws on that first.
    """
    character, named = game.units[command.by], _named(game, command)
    if named is None or named.span:
        return None
    arm = figures(named)
    if full_ammo(character, named) > arm.rounds and named.ammo >= arm.rounds:
        return Refusal(
            "CQ-NRG-3", "It draws on the battery pack: there is nothing to reload.", overridable=False
        )
    if arm.is_a(LAUNCHER):
        none = Refusal("CQ-RNG-12", f"{character.name} has no grenade to load.", overridable=False)
        return None if carried_grenades(character) else none
    if f"{RELOAD}{named.type}" not in character.items:
        rule = "CQ-NRG-3" if arm.is_a("energy") else "CQ-RNG-12"
        return Refusal(rule, f"{character.name} has no reload for that.", overridable=False)
    return None


@fact("{unit} reloads the {type:thing}: {ammo}.", headline="{unit} reloads the {type:thing}")
class Reloaded(Fact):
    unit: str
    type: str
    ammo: int


@fact("{unit} spans the {type:thing}{left:?, {left:# action} to go}.")
class Spanned(Fact):
    """A crossbow is nearer to being spanned; `left` are the actions that it still takes."""

    unit: str
    type: str
    left: int


@COMMANDS.add(
    Reload,
    "Reload",
    naming(weapon=weapon),
    (
        *action_checks("pace", "CQ-ACT-15"),
        not_in_hth,
        disengaged("CQ-ACT-15", "disengage first"),
        _it_is_in_hand,
        _there_is_a_reload,
    ),
    rules=("CQ-ACT-15",),
    key="c",
    offered=offered_in("slot", where=_can_reload),
)
async def reload(play: Play[Fight], command: Reload) -> None:
    """CQ-ACT-15: the weapon is full, or a crossbow nearer to being spanned; lying down only if a save succeeds."""
    use_action(play, command.by)
    if not await has_steady_hands(play, command.by):
        return
    character = play.state.units[command.by]
    named = character.weapon(command.weapon)
    assert named is not None  # it is his own
    if named.span:
        span = named.span - 1
        game = play.state.with_weapon(command.by, named.id, span=span)
        play.commit(game, Spanned(command.by, named.called, span))
        return
    rounds = figures(named).rounds
    items = without(character.items, f"{RELOAD}{named.type}")
    if figures(named).is_a("battery"):
        items = (*items, f"{SPENT}{named.type}")
    game = play.state.with_weapon(command.by, named.id, ammo=rounds).with_unit(command.by, items=items)
    play.commit(game, Reloaded(command.by, named.called, rounds))


# --- clear_jam


@forbids("CQ-AUT-10", reads=("weapon",))
def _it_is_jammed(game: Fight, command: Any) -> WhyNot:
    """In hand, broken for a time, and a weapon with bursts or automatic fire."""
    character, named = game.units[command.by], _named(game, command)
    if named is None:
        return None
    if named.id not in character.ready:
        return f"{character.name} doesn't hold that weapon.", "ready it"
    if named.broken != "temporary" or not any(figures(named).shots[1:]):
        return "That is not a jam of an automatic weapon."
    return None


@forbids("CQ-AUT-10", reads=("weapon",))
def _he_knows_how(game: Fight, command: Any) -> str | None:
    """Automatic Weapons; for the machine gun its own skill."""
    character, named = game.units[command.by], _named(game, command)
    if named is None:
        return None
    own = figures(named).is_a("auto_skill_free")
    if skilled(character, named) if own else knows(character, AUTOMATIC_WEAPONS):
        return None
    return f"{character.name} doesn't know how to clear a jam."


@fact("{unit} clears the {type:thing}.")
class JamCleared(Fact):
    unit: str
    type: str


@COMMANDS.add(
    ClearJam,
    "Clear a jam",
    naming(weapon=weapon),
    (
        *action_checks("pace", "CQ-AUT-10"),
        undisturbed("CQ-AUT-10", "to clear a jam"),
        _it_is_jammed,
        _he_knows_how,
    ),
    rules=("CQ-AUT-10",),
    key="j",
    offered=offered_in("slot", where=_can_clear_a_jam),
)
async def clear_jam(play: Play[Fight], command: ClearJam) -> None:
    """CQ-AUT-10: the weapon fires again."""
    use_action(play, command.by)
    named = play.state.units[command.by].weapon(command.weapon)
    assert named is not None  # it is his own
    game = play.state.with_weapon(command.by, named.id, broken="")
    play.commit(game, JamCleared(command.by, named.called))


# --- fixing a bayonet


def _knives(game: Fight, by: str) -> Mapping[str, str]:
    return weapons(game.units[by], ("ready", "belt", "slung", "pack"), lambda arm: arm.is_a("bayonet-knife"))


def _guns_without(game: Fight, by: str) -> Mapping[str, str]:
    guns = ready_weapons(game.units[by], lambda arm: arm.is_a("stocked"))
    fixed = {weapon.id for weapon in game.units[by].weapons if BAYONET in weapon.fitted}
    return {id: label for id, label in guns.items() if id not in fixed}


def _can_fix_a_bayonet(game: Fight, by: str) -> bool:
    return bool(_knives(game, by) and _guns_without(game, by)) and not is_engaged(game, by)


class AttachBayonet(Command):
    """Fix a knife of one's own on a gun in hand."""

    knife: Annotated[str, Asked("Knife", "k", _knives, after=("weapon",))]
    weapon: Annotated[str, Asked("Gun", "g", _guns_without, judged=False)]


@forbids("CQ-POL-11", reads=("weapon",))
def _the_gun_takes_it(game: Fight, command: Any) -> str | None:
    """A gun with a stock, in hand, without a bayonet yet."""
    character = game.units[command.by]
    gun = character.weapon(command.weapon or "")
    if gun is None:
        return None
    if gun.id not in character.ready or not figures(gun).is_a("stocked"):
        return "A bayonet goes on a gun with a stock that is in hand."
    return "A bayonet is fixed on that gun already." if BAYONET in gun.fitted else None


@forbids("CQ-POL-11", reads=("knife",), alternative="a knife")
def _the_knife_fits(game: Fight, command: Any) -> str | None:
    """A fighting knife, dagger or utility knife."""
    knife = game.units[command.by].weapon(command.knife or "")
    if knife is None or figures(knife).is_a("bayonet-knife"):
        return None
    return "That can't be fixed as a bayonet."


@fact("{unit} fixes a bayonet on the {type:thing}.")
class BayonetFixed(Fact):
    unit: str
    type: str


@COMMANDS.add(
    AttachBayonet,
    "Fix bayonet",
    naming(knife=weapon, weapon=weapon),
    (
        *action_checks("pace", "CQ-POL-11"),
        undisturbed("CQ-POL-11", "to fix a bayonet"),
        _the_gun_takes_it,
        _the_knife_fits,
    ),
    rules=("CQ-POL-11",),
    key="b",
    offered=offered_in("slot", where=_can_fix_a_bayonet),
)
async def attach_bayonet(play: Play[Fight], command: AttachBayonet) -> None:
    """CQ-POL-11: the knife leaves his weapons, and hangs on the gun (CH 8)."""
    use_action(play, command.by)
    character = play.state.units[command.by]
    knife, gun = character.weapon(command.knife), character.weapon(command.weapon)
    assert knife is not None  # both are his own
    assert gun is not None
    armed = without_weapon(character, knife.id)
    game = play.state.with_units({command.by: armed})
    game = game.with_weapon(command.by, gun.id, fitted=(*gun.fitted, BAYONET), bayonet=knife.type)
    play.commit(game, BayonetFixed(command.by, gun.called))
