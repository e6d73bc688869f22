"""What firing and throwing have in common: drawing, showing oneself, who is hit, and where a thrown thing ends."""

from __future__ import annotations

from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt
from vedette.games.close_quarters.attacks.bursts import bullets, bullets_of
from vedette.games.close_quarters.attacks.grenades import follow_miss, victim
from vedette.games.close_quarters.attacks.hitting import Attacked, roll_to_hit
from vedette.games.close_quarters.attacks.shot_checks import SPEAR_THROWER, carried_spear
from vedette.games.close_quarters.attacks.to_hit import cover_of
from vedette.games.close_quarters.damage.harm import laid, places_without
from vedette.games.close_quarters.damage.microgravity import recoil
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.lookup import weapon
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.weapon import Weapon


def drawn(game: Fight, by: str, id: str) -> Fight:
    """CQ-OPT-10: the game with the weapon in his hand, in place of on his belt or wherever he had it."""
    places = places_without(game.units[by], id)
    return game.with_unit(by, **{**places, "ready": (*places["ready"], id)})


def draw(play: Play[Fight], by: str, id: str) -> None:
    """CQ-OPT-10: a quick shot begins with the weapon on the belt."""
    play.commit(drawn(play.state, by, id), facts.Drew(by, weapon(play.state, by, id).type))


def what_flies(game: Fight, attempt: Attempt) -> Weapon | None:
    """What the attack throws and what then lies somewhere: the weapon itself, or a spear thrower's spear."""
    if attempt.way == "thrown":
        return attempt.weapon
    return carried_spear(game.units[attempt.by]) if attempt.is_a(SPEAR_THROWER) else None


def expose(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-ENV-10: who had to show himself is exposed till the turn ends."""
    if attempt.expose and cover_of(play.state, attempt).exposes:
        exposed = play.state.with_unit(attempt.by, exposed=attempt.expose)
        play.commit(exposed, facts.Exposed(attempt.by, attempt.expose))


async def fire(play: Play[Fight], attempt: Attempt) -> Attacked:
    """Roll to hit, and what comes of it."""
    thing = what_flies(play.state, attempt)
    attacked = await roll_to_hit(play, attempt)
    await take_effect(play, attacked, thing)
    return attacked


async def take_effect(play: Play[Fight], attacked: Attacked, thing: Weapon | None) -> None:
    """Whom a roll to hit hits, or whom a miss threatens. What flies lies where it ends (CQ-AVD-6)."""
    attempt = attacked.attempt
    own, at = play.state.units[attempt.by].hex, attempt.at(play.state)
    if attacked.hit:
        struck = await victim(play, attempt)
        at = play.state.units[struck].hex
        await bullets(play, attempt, struck, bullets_of(attacked), attacked.result)
    elif not attacked.lost:
        at = await follow_miss(play, attacked) or at
    if thing is not None:
        land(play, attempt.by, thing, own if attacked.lost else at)


def land(play: Play[Fight], by: str, thing: Weapon, hex: str) -> None:
    """CQ-AVD-6: what was thrown lies in that hex, unless he has dropped it already."""
    if play.state.units[by].weapon(thing.id) is not None:
        play.commit(laid(play.state, by, thing.id, hex), facts.Landed(thing.type, hex))


async def kick(play: Play[Fight], attempt: Attempt) -> None:
    """CQ-ENV-15: in microgravity a weapon with recoil pushes who fires it."""
    if attempt.weapon is not None:
        await recoil(play, attempt.by, attempt.weapon, attempt.at(play.state))
