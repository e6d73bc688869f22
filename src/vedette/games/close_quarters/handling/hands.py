"""What comes into one's hands and leaves them: `ready`, `switch`, `exchange`; and what is done there to a gun: `reload`, `clear_jam`, `attach_bayonet` (section 6.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import CommandError
from vedette.engine.facts import Fact
from vedette.engine.play import Play
from vedette.games.close_quarters import candidates, checks, derived, near
from vedette.games.close_quarters.arms import figures, full_ammo, in_hands, is_small, new_weapon, skilled
from vedette.games.close_quarters.attacks.to_hit import AUTOMATIC_WEAPONS
from vedette.games.close_quarters.attacks.weapon_checks import LAUNCHER, carried_grenades
from vedette.games.close_quarters.characters.carrying import on_belt_and_back, without_weapon
from vedette.games.close_quarters.damage.harm import drop_ready, laid
from vedette.games.close_quarters.state import BAYONET, Character, Dropped, Fight, Weapon, without
from vedette.games.close_quarters.tables import BATTERY, KNIVES, RELOAD, SPENT, STOCKED, item, number
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn import order
from vedette.games.close_quarters.turn import path as paths
from vedette.kit.schema import Ids
from vedette.view.asked import Asked
from vedette.view.forms import Words
from vedette.view.hexes import distance

COMMANDS = Commands[Fight]()

STOWED = ("belt", "slung", "pack", "items")
"""Where a character has what is not in his hands."""


# --- facts


@fact("{unit} readies the {type:thing}.")
class Readied(Fact, frozen=True):
    unit: str
    type: str


@fact("{unit} takes the {type:thing} of {owner}.")
class TookFromBody(Fact, frozen=True):
    unit: str
    owner: str
    type: str


@fact("{unit} puts the {type:thing} away.")
class Stowed(Fact, frozen=True):
    unit: str
    type: str


@fact("{unit} fumbles: nothing comes of it.", moment="fail", headline="{unit} fumbles")
class Fumbled(Fact, frozen=True):
    ahead: ClassVar[str] = "fumbles and nothing comes of it"
    unit: str


@fact("{unit} hands the {type:thing} to {to}.")
class Handed(Fact, frozen=True):
    unit: str
    to: str
    type: str


@fact("{unit} reloads the {type:thing}: {ammo}.", headline="{unit} reloads the {type:thing}")
class Reloaded(Fact, frozen=True):
    unit: str
    type: str
    ammo: int


@fact("{unit} spans the {type:thing}{left:?, {left:# action} to go}.")
class Spanned(Fact, frozen=True):
    """A crossbow is nearer to being spanned; `left` are the actions that it still takes."""

    unit: str
    type: str
    left: int


@fact("{unit} clears the {type:thing}.")
class JamCleared(Fact, frozen=True):
    unit: str
    type: str


@fact("{unit} fixes a bayonet on the {type:thing}.")
class BayonetFixed(Fact, frozen=True):
    unit: str
    type: str


# --- where a thing is


def has(character: Character, thing: str) -> bool:
    """Whether he has a thing, in hand or anywhere about him."""
    return any(thing in getattr(character, place) for place in ("ready", *STOWED))


def lies_here(game: Fight, by: str, thing: str) -> bool:
    return bool(game.units[by].hex) and paths.lies_in(game, thing) == game.units[by].hex


def body_with(game: Fight, by: str, thing: str) -> str:
    """The dead or unconscious figure in his hex that has the thing (decision 20); "" if there is none."""
    there = near.in_hex(game, game.units[by].hex)
    bodies = (other for other in there if other != by and not derived.conscious(game, other))
    return next((other for other in bodies if has(game.units[other], thing)), "")


def type_of(game: Fight, owner: str, thing: str) -> str:
    weapon = game.units[owner].weapon(thing)
    return weapon.type if weapon is not None else thing


# --- things that change hands


def handed(game: Fight, owner: str, to: str, thing: str) -> Fight:
    """The game with a thing of one character in the hands of another; of two of one id the new one is renamed."""
    character, other = game.units[owner], game.units[to]
    lit, weapon = game.map.grenades.get(thing), character.weapon(thing)
    if lit is not None and lit.held == owner:
        return paths.taken(laid(game, owner, thing, other.hex), to, thing)
    place = next(place for place in ("ready", *STOWED) if thing in getattr(character, place))
    left = {place: without(getattr(character, place), thing)}
    if weapon is None:
        return game.with_unit(owner, **left).with_unit(to, ready=(*other.ready, thing))
    got = replace(weapon, id=paths.kept_id(other, owner, thing))
    game = game.with_unit(owner, **left, weapons=character.weapons_but(thing))
    return game.with_unit(to, ready=(*other.ready, got.id), weapons=(*other.weapons, got))


def rearrange(play: Play[Fight], command: Ready | Switch) -> None:
    """He drops things, puts things away on his belt, and takes one in hand; from ground or body he is all rear (CQ-MOV-16).

    What he doesn't hold stays out of it, and what he can't have stays where it is.
    """
    by, thing = command.by, command.weapon
    for one in command.drop:
        if one in play.state.units[by].ready:
            drop_ready(play, by, one)
    for one in command.stow:
        character = play.state.units[by]
        if one in character.ready:
            place = "belt" if character.weapon(one) is not None else "items"
            kept = {place: (*getattr(character, place), one), "ready": without(character.ready, one)}
            play.commit(play.state.with_unit(by, **kept), Stowed(by, type_of(play.state, by, one)))
    game, character = play.state, play.state.units[by]
    if has(character, thing):
        if thing not in character.ready:
            place = next(place for place in STOWED if thing in getattr(character, place))
            left = {place: without(getattr(character, place), thing)}
            game = game.with_unit(by, **left, ready=(*character.ready, thing))
        play.commit(game, Readied(by, type_of(game, by, thing)))
    elif lies_here(game, by, thing):
        paths.take(play, by, thing)
    elif body := body_with(game, by, thing):
        after = handed(game, body, by, thing).with_unit(by, all_rear=True)
        play.commit(after, TookFromBody(by, body, type_of(game, body, thing)))


class _Trial(Play[Fight]):
    """Of which only the state is asked: what changed is not compared, and nothing is told."""

    def commit(self, state: Fight, fact: Fact) -> None:
        self._state = state


async def has_steady_hands(play: Play[Fight], by: str) -> bool:
    """CQ-ACT-5, CQ-HTH-8: lying on the ground, or in a brawl, handling a weapon takes a save; failure costs the action."""
    character = play.state.units[by]
    if not near.is_down(character) and not character.hth:
        return True
    rule = "CQ-HTH-8" if character.hth else "CQ-ACT-5"
    dice, told = number("save_dice"), ": handling a weapon on the ground"
    steady = await checks.saves(play, by, "dex", dice, "ready", rule, told=told)
    if not steady:
        play.emit(Fumbled(by))
    return steady


# --- `ready`: taking a weapon or item in hand, disengaged or in hand-to-hand combat


class Ready(Command):
    """Take a weapon or an item in hand: one's own, or one that lies here."""

    weapon: str = ""
    item: Annotated[str, "instead of a weapon"] = ""
    stow: Annotated[Ids, "what goes back to the belt"] = ()
    drop: Annotated[Ids, "what falls to the ground"] = ()


class Switch(Command):
    """Engaged: drop what is in hand, ready or pick up one weapon that is no missile weapon, or both."""

    weapon: Annotated[str, Asked("Take", "t", candidates.at_hand, after=("drop",), required=True)] = ""
    drop: Annotated[
        Ids,
        Asked(
            "Drop",
            "d",
            candidates.things_in_hand,
            judged=False,
            default=lambda game, words: game.units[words["by"]].ready,
        ),
    ] = ()
    stow: ClassVar[tuple[str, ...]] = ()
    """In contact nothing is put away."""


def _known(game: Fight, *things: str) -> None:
    """Raise CommandError for an id that is neither a weapon nor an item of this game; "" is none at all."""
    for thing in filter(None, things):
        if not paths.is_known(game, thing) and item(thing) is None:
            raise CommandError(f"There is no weapon or item {thing}.")


def _ready_understood(game: Fight, command: Ready) -> Ready:
    candidates.by_unit(game, command)
    if bool(command.weapon) == bool(command.item):
        raise CommandError("ready: name the weapon or the item that is taken in hand.")
    command = command.model_copy(update={"weapon": command.weapon or command.item, "item": ""})
    _known(game, command.weapon, *command.stow, *command.drop)
    return command


def _can_take(game: Fight, by: str) -> bool:
    """Whether there is anything to take in hand, about him or in his hex."""
    one = game.units[by]
    live = any(grenade.hex == one.hex for grenade in game.map.grenades.values())
    here = live or candidates.lying(game, (one.hex,)) or len(near.in_hex(game, one.hex)) > 1
    return bool(one.belt or one.slung or one.pack or one.items or here)


not_gone_down = order.nobody_who(
    "CQ-ACT-6", "{} went down this turn.", lambda one: one.went_down and not one.hth, "pass"
)
"""Going down was the action; in hand-to-hand combat everybody is down."""


@forbids("CQ-GRN-10", reads=("weapon",))
def _not_a_live_grenade(game: Fight, command: Ready | Switch) -> str | None:
    """A live grenade is left alone; one that only smokes may be taken up."""
    live = lies_here(game, command.by, command.weapon) and paths.is_live(game, command.weapon)
    return "That grenade is live: nobody picks it up." if live else None


@forbids("CQ-HTH-6", reads=("weapon",))
def _it_is_small_in_hth(game: Fight, command: Ready) -> WhyNot:
    """In hand-to-hand combat only a small weapon is drawn, and one that isn't in hand yet."""
    character, thing = game.units[command.by], command.weapon
    if not character.hth or not (has(character, thing) or lies_here(game, command.by, thing)):
        return None
    weapon = character.weapon(thing)
    lying = game.map.dropped.get(thing) or game.map.grenades.get(thing)
    if weapon is None and lying is not None:
        weapon = lying.weapon
        if weapon is None and isinstance(lying, Dropped) and item(lying.type) is None:
            weapon = new_weapon(character, thing, lying.type)
    if weapon is None or not is_small(figures(weapon)):
        return "That is too big for hand-to-hand combat.", "a knife or a pistol"
    return f"{character.name} has that in hand already." if thing in character.ready else None


@forbids("CQ-ACT-5", reads=("weapon",), overridable=False)
def _it_is_at_hand(game: Fight, command: Ready) -> WhyNot:
    """His own and not in hand, or lying in his hex, or on a body there; in hand-to-hand combat bodies are left alone."""
    character, thing = game.units[command.by], command.weapon
    if thing in character.ready and not character.hth:
        return Refusal("CQ-ACT-5", f"{character.name} has that in hand already.")
    there = has(character, thing) or lies_here(game, command.by, thing)
    if there or (not character.hth and body_with(game, command.by, thing)):
        return None
    return f"{character.name} doesn't have that, and it doesn't lie in the same hex."


@forbids("CQ-ACT-5", reads=("stow", "drop"))
def _what_leaves_the_hands_is_there(game: Fight, command: Ready) -> str | None:
    character = game.units[command.by]
    held = all(thing in character.ready for thing in (*command.stow, *command.drop))
    return None if held else f"{character.name} can put away or drop only what is in hand."


def rearranged(game: Fight, command: Ready | Switch) -> Fight:
    """The game as the command would leave it, as far as hands and belt go."""
    play = _Trial(game)
    rearrange(play, command)
    return play.state


def _hands_are_free(game: Fight, command: Ready | Switch) -> Refusal | None:
    """CQ-ITM-1, CQ-WPN-9: two hands hold no more than two hands' worth."""
    return paths.too_much_in_hand(rearranged(game, command).units[command.by])


@forbids("CQ-ITM-2", reads=("weapon", "stow", "drop"), alternative="drop it")
def _the_belt_has_room(game: Fight, command: Ready) -> str | None:
    character = rearranged(game, command).units[command.by]
    full = command.stow and on_belt_and_back(character)[0] > number("belt_most")
    return f"{character.name}'s belt is full." if full else None


@COMMANDS.add(
    Ready,
    "Ready",
    _ready_understood,
    (
        *order.action_checks("pace", "CQ-ACT-5", hth="CQ-HTH-6"), _it_is_small_in_hth,
        order.disengaged("CQ-ACT-10", "disengage first"), not_gone_down, order.not_fallen, _it_is_at_hand,
        _not_a_live_grenade, _what_leaves_the_hands_is_there,
        check("CQ-ITM-1", "CQ-WPN-9", reads=("weapon", "stow", "drop"))(_hands_are_free), _the_belt_has_room,
    ),
    rules=("CQ-ACT-5", "CQ-HTH-8"),
    key="r",
    offered=order.offered_in(
        "slot",
        "wrestles",
        where=lambda game, by: game.units[by].hth or (not near.is_engaged(game, by) and _can_take(game, by)),
    ),
)  # fmt: skip
async def ready(play: Play[Fight], command: Ready) -> None:
    """CQ-ACT-5, CQ-HTH-8: drop, put away, take in hand; on the ground and in a brawl only if a save succeeds."""
    order.use_action(play, command.by)
    if await has_steady_hands(play, command.by):
        rearrange(play, command)


# --- `switch`: other weapons in contact


def _switch_understood(game: Fight, command: Switch) -> Switch:
    candidates.by_unit(game, command)
    if not (command.weapon or command.drop):
        raise CommandError("switch: say what is dropped, or what is taken in hand.")
    _known(game, *command.drop, command.weapon)
    return command


_he_is_engaged = order.never_while(
    "CQ-ACT-10", "{} isn't engaged.", lambda game, by: not near.is_engaged(game, by), "ready"
)
"""Who isn't engaged readies his weapons at leisure."""


@forbids("CQ-ACT-10", reads=("weapon", "drop"))
def _it_can_be_switched(game: Fight, command: Switch) -> WhyNot:
    """He drops what he holds, and takes what he doesn't: no missile weapon of his own, or what lies in his hex."""
    character, thing = game.units[command.by], command.weapon
    if any(dropped not in character.ready for dropped in command.drop):
        return f"{character.name} can drop only what is in hand."
    if not thing:
        return None
    if thing in character.ready:
        return f"{character.name} has that in hand already."
    own = character.weapon(thing)
    if own is not None and figures(own).missile:
        return "No missile weapon can be readied while engaged."
    if not has(character, thing) and not lies_here(game, command.by, thing):
        sentence = f"{character.name} doesn't have that, and it doesn't lie in the same hex."
        return Refusal("CQ-ACT-10", sentence, overridable=False)
    return None


@COMMANDS.add(
    Switch,
    "Change weapons",
    _switch_understood,
    (
        *order.action_checks("step", "CQ-ACT-10"), order.not_in_hth, _he_is_engaged, not_gone_down,
        order.not_fallen, _it_can_be_switched, _not_a_live_grenade,
        check("CQ-ITM-1", "CQ-WPN-9", reads=("weapon", "drop"))(_hands_are_free),
    ),
    rules=("CQ-ACT-10",),
    key="r",
    offered=order.in_slot(lambda game, by: near.is_engaged(game, by) and _can_take(game, by)),
)  # fmt: skip
async def switch(play: Play[Fight], command: Switch) -> None:
    """CQ-ACT-10: drop, take one weapon in hand, or both."""
    order.use_action(play, command.by)
    rearrange(play, command)


# --- `exchange`: weapons for a friend


def _first_in_hand(game: Fight, by: str) -> str:
    return next(iter(game.units[by].ready), "")


def _in_his_hand(game: Fight, words: Words) -> Mapping[str, str]:
    return candidates.things_in_hand(game, words["partner"]) if "partner" in words else {}


class Exchange(Command):
    """Two neighbours of one side change weapons."""

    partner: Annotated[
        str, Asked("With", "p", lambda game, by: candidates.targets(game, by, near.friends_beside(game, by)))
    ]
    give: Annotated[
        str,
        Asked(
            "Gives",
            "g",
            candidates.things_in_hand,
            judged=False,
            default=lambda game, words: _first_in_hand(game, words["by"]),
            stand_in=_first_in_hand,
        ),
        "out of one's own hand",
    ] = ""
    take: Annotated[
        str,
        Asked(
            "Takes",
            "t",
            given=_in_his_hand,
            judged=False,
            after=("partner",),
            default=lambda game, words: next(iter(_in_his_hand(game, words)), ""),
        ),
        "out of the partner's",
    ] = ""


def _exchange_understood(game: Fight, command: Exchange) -> Exchange:
    candidates.by_unit(game, command)
    candidates.other_unit(game, command.by, command.partner)
    if not (command.give or command.take):
        raise CommandError("exchange: say what is given, or what is taken.")
    _known(game, command.give, command.take)
    return command


@forbids("CQ-ACT-17", reads=("partner",))
def _the_two_can_meet(game: Fight, command: Exchange) -> WhyNot:
    """Disengaged neighbours of one side, and the partner has his action left and hasn't moved more than a pace."""
    character, partner = game.units[command.by], game.units[command.partner]
    if near.is_engaged(game, command.by) or near.is_engaged(game, command.partner):
        return "Nobody exchanges weapons while one of the two is engaged."
    if near.is_enemy(game, command.by, command.partner):
        return f"{partner.name} is an enemy."
    if not (character.hex and partner.hex) or distance(character.hex, partner.hex) > 1:
        return f"{partner.name} is not in the next hex."
    free = order.can_act(game, command.partner) and not partner.acted and partner.moved <= number("pace")
    if not free or partner.hth or partner.entangled:
        out = near.is_out(game, command.partner)
        return Refusal("CQ-ACT-17", f"{partner.name} has no action left for that.", overridable=not out)
    return None


@forbids("CQ-ACT-17", reads=("partner", "give", "take"))
def _both_have_it_in_hand(game: Fight, command: Exchange) -> str | None:
    for name, thing in ((command.by, command.give), (command.partner, command.take)):
        if thing and thing not in game.units[name].ready:
            return f"{game.units[name].name} doesn't have that in hand."
    return None


@check("CQ-ITM-1", "CQ-WPN-9", reads=("partner", "give", "take"))
def _both_have_hands_free(game: Fight, command: Exchange) -> Refusal | None:
    for owner, to, thing in _ways(game, command):
        game = handed(game, owner, to, thing)
    own, others = game.units[command.by], game.units[command.partner]
    return paths.too_much_in_hand(own) or paths.too_much_in_hand(others)


def _ways(game: Fight, command: Exchange) -> list[tuple[str, str, str]]:
    """What goes from whom to whom, of that which is there."""
    ways = ((command.by, command.partner, command.give), (command.partner, command.by, command.take))
    return [way for way in ways if way[2] and way[2] in game.units[way[0]].ready]


@COMMANDS.add(
    Exchange,
    "Exchange weapons",
    _exchange_understood,
    (
        *order.action_checks("pace", "CQ-ACT-5"), order.not_in_hth, _the_two_can_meet, _both_have_it_in_hand,
        _both_have_hands_free,
    ),
    rules=("CQ-ACT-17",),
    key="z",
    offered=order.in_slot(
        lambda game, by: any(near.away(game, by, other) == 1 for other in near.friends(game, by))
        and not near.is_engaged(game, by)
    ),
)  # fmt: skip
async def exchange(play: Play[Fight], command: Exchange) -> None:
    """CQ-ACT-17: it takes the action of both."""
    order.use_action(play, command.by)
    order.use_action(play, command.partner)
    for owner, to, thing in _ways(play.state, command):
        type = type_of(play.state, owner, thing)
        play.commit(handed(play.state, owner, to, thing), Handed(owner, to, type))


# --- `reload` and `clear_jam`: loading, spanning crossbows, clearing jams


def _reloads_left(game: Fight, words: Words) -> str:
    character = game.units[words["by"]]
    weapon = character.weapon(words.get("weapon", ""))
    left = character.items.count(f"{RELOAD}{weapon.type}") if weapon else 0
    return f"{left} reloads left"


class Reload(Command):
    """Put a reload into a weapon in hand, or span a crossbow."""

    weapon: Annotated[
        str, Asked("Weapon", "w", candidates.held(lambda arm: bool(arm.rounds)), hint=_reloads_left)
    ]


class ClearJam(Command):
    """Clear the jam of an automatic weapon."""

    weapon: Annotated[str, Asked("Weapon", "w", candidates.held(lambda arm: arm.missile))]


def _free_ones(game: Fight, by: str) -> list[Weapon]:
    """The weapons in his hands; none while he is engaged."""
    return [] if near.is_engaged(game, by) else in_hands(game.units[by])


@forbids("CQ-ACT-16", reads=("weapon",), alternative="ready it")
def _it_is_in_hand(game: Fight, command: Reload) -> str | None:
    character = game.units[command.by]
    return None if command.weapon in character.ready else f"{character.name} doesn't hold that weapon."


@check("CQ-RNG-12", "CQ-NRG-3", reads=("weapon",))
def _there_is_a_reload(game: Fight, command: Reload) -> Refusal | None:
    """A reload for each reloading, for a launcher a grenade, which leaves his belt when it is fired.

    Spanning needs none, and a weapon on a pack draws on that first.
    """
    character, named = game.units[command.by], candidates.weapon(game, command.by, command.weapon)
    arm = figures(named)
    if named.span:
        return None
    if full_ammo(character, named) > arm.rounds and named.ammo >= arm.rounds:
        on_pack = "It draws on the battery pack: there is nothing to reload."
        return Refusal("CQ-NRG-3", on_pack, overridable=False)
    if arm.is_a(LAUNCHER):
        none = Refusal("CQ-RNG-12", f"{character.name} has no grenade to load.", overridable=False)
        return None if carried_grenades(character) else none
    if f"{RELOAD}{named.type}" not in character.items:
        rule = "CQ-NRG-3" if arm.is_a("energy") else "CQ-RNG-12"
        return Refusal(rule, f"{character.name} has no reload for that.", overridable=False)
    return None


@COMMANDS.add(
    Reload,
    "Reload",
    candidates.naming(weapon=candidates.weapon),
    (
        *order.action_checks("pace", "CQ-ACT-15"), order.not_in_hth,
        order.disengaged("CQ-ACT-15", "disengage first"), _it_is_in_hand, _there_is_a_reload,
    ),
    rules=("CQ-ACT-15",),
    key="c",
    offered=order.in_slot(
        lambda game, by: any(
            weapon.ammo < full_ammo(game.units[by], weapon) or weapon.span for weapon in _free_ones(game, by)
        )
    ),
)  # fmt: skip
async def reload(play: Play[Fight], command: Reload) -> None:
    """CQ-ACT-15: the weapon is full, or a crossbow nearer to being spanned; lying down only if a save succeeds."""
    by = command.by
    order.use_action(play, by)
    if not await has_steady_hands(play, by):
        return
    named = candidates.weapon(play.state, by, command.weapon)
    if named.span:
        span = named.span - 1
        play.commit(play.state.with_weapon(by, named.id, span=span), Spanned(by, named.called, span))
        return
    arm = figures(named)
    items = without(play.state.units[by].items, f"{RELOAD}{named.type}")
    items = (*items, f"{SPENT}{named.type}") if arm.is_a(BATTERY) else items
    game = play.state.with_weapon(by, named.id, ammo=arm.rounds).with_unit(by, items=items)
    play.commit(game, Reloaded(by, named.called, arm.rounds))


@forbids("CQ-AUT-10", reads=("weapon",))
def _it_is_jammed(game: Fight, command: ClearJam) -> WhyNot:
    character, named = game.units[command.by], candidates.weapon(game, command.by, command.weapon)
    if named.id not in character.ready:
        return f"{character.name} doesn't hold that weapon.", "ready it"
    if named.broken != "temporary" or not any(figures(named).shots[1:]):
        return "That is not a jam of an automatic weapon."
    return None


@forbids("CQ-AUT-10", reads=("weapon",))
def _he_knows_how(game: Fight, command: ClearJam) -> str | None:
    """Automatic Weapons; for the machine gun its own skill."""
    character, named = game.units[command.by], candidates.weapon(game, command.by, command.weapon)
    own = figures(named).is_a("auto_skill_free")
    knows_how = skilled(character, named) if own else derived.knows(character, AUTOMATIC_WEAPONS)
    return None if knows_how else f"{character.name} doesn't know how to clear a jam."


@COMMANDS.add(
    ClearJam,
    "Clear a jam",
    candidates.naming(weapon=candidates.weapon),
    (
        *order.action_checks("pace", "CQ-AUT-10"), order.undisturbed("CQ-AUT-10", "to clear a jam"),
        _it_is_jammed, _he_knows_how,
    ),
    rules=("CQ-AUT-10",),
    reminders=("CQ-SKL-13",),
    key="j",
    offered=order.in_slot(
        lambda game, by: any(weapon.broken == "temporary" for weapon in _free_ones(game, by))
    ),
)  # fmt: skip
async def clear_jam(play: Play[Fight], command: ClearJam) -> None:
    """CQ-AUT-10: the weapon fires again."""
    order.use_action(play, command.by)
    named = candidates.weapon(play.state, command.by, command.weapon)
    game = play.state.with_weapon(command.by, named.id, broken="")
    play.commit(game, JamCleared(command.by, named.called))


# --- `attach_bayonet`


def _knives(game: Fight, by: str) -> Mapping[str, str]:
    places = ("ready", "belt", "slung", "pack")
    return candidates.weapons(game.units[by], places, lambda arm: arm.is_a(KNIVES))


def _guns_without(game: Fight, by: str) -> Mapping[str, str]:
    guns = candidates.ready_weapons(game.units[by], lambda arm: arm.is_a(STOCKED))
    fixed = {weapon.id for weapon in game.units[by].weapons if BAYONET in weapon.fitted}
    return {id: label for id, label in guns.items() if id not in fixed}


class AttachBayonet(Command):
    """Fix a knife of one's own on a gun in hand."""

    knife: Annotated[str, Asked("Knife", "k", _knives, after=("weapon",))]
    weapon: Annotated[str, Asked("Gun", "g", _guns_without, judged=False)]


@forbids("CQ-POL-11", reads=("weapon",))
def _the_gun_takes_it(game: Fight, command: AttachBayonet) -> str | None:
    gun = candidates.weapon(game, command.by, command.weapon)
    if gun.id not in game.units[command.by].ready or not figures(gun).is_a(STOCKED):
        return "A bayonet goes on a gun with a stock that is in hand."
    return "A bayonet is fixed on that gun already." if BAYONET in gun.fitted else None


@forbids("CQ-POL-11", reads=("knife",), alternative="a knife")
def _the_knife_fits(game: Fight, command: AttachBayonet) -> str | None:
    fits = figures(candidates.weapon(game, command.by, command.knife)).is_a(KNIVES)
    return None if fits else "That can't be fixed as a bayonet."


@COMMANDS.add(
    AttachBayonet,
    "Fix bayonet",
    candidates.naming(knife=candidates.weapon, weapon=candidates.weapon),
    (
        *order.action_checks("pace", "CQ-POL-11"), order.undisturbed("CQ-POL-11", "to fix a bayonet"),
        _the_gun_takes_it, _the_knife_fits,
    ),
    rules=("CQ-POL-11",),
    key="b",
    offered=order.in_slot(
        lambda game, by: _knives(game, by) and _guns_without(game, by) and not near.is_engaged(game, by)
    ),
)  # fmt: skip
async def attach_bayonet(play: Play[Fight], command: AttachBayonet) -> None:
    """CQ-POL-11: the knife leaves his weapons, and hangs on the gun (CH 8)."""
    order.use_action(play, command.by)
    by, game = command.by, play.state
    knife, gun = candidates.weapon(game, by, command.knife), candidates.weapon(game, by, command.weapon)
    game = game.with_units({by: without_weapon(game.units[by], knife.id)})
    game = game.with_weapon(by, gun.id, fitted=(*gun.fitted, BAYONET), bayonet=knife.type)
    play.commit(game, BayonetFixed(by, gun.called))
