"""The second of two pistols, where two pistols count as two weapons (CQ-ATK-14, `two_pistols`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vedette.engine.checks import Refusal, check
from vedette.engine.play import Play
from vedette.games.close_quarters.attacks.attempt import Attempt, Mode
from vedette.games.close_quarters.attacks.commands import Shoot
from vedette.games.close_quarters.attacks.firing import fire, kick
from vedette.games.close_quarters.attacks.melee import fights_with_both
from vedette.games.close_quarters.attacks.weapon_checks import is_whole_in_hand
from vedette.games.close_quarters.derived.arms import figures
from vedette.games.close_quarters.facts import attacks as facts
from vedette.games.close_quarters.near import is_able, is_alive, is_engaged
from vedette.games.close_quarters.state import Character, Fight
from vedette.games.close_quarters.tables import house_rule, plays
from vedette.games.close_quarters.turn.order import has_fallen, in_follow_up
from vedette.games.close_quarters.weapon import Weapon


@dataclass(frozen=True, slots=True)
class SecondShot:
    """The shot of the second pistol, as the checks of loading, target and line see it."""

    do: str
    by: str
    weapon: str
    target: str
    expose: str
    down: str
    mode: Mode = "single"


def second_shot(game: Fight, command: Any) -> Iterator[SecondShot]:
    """The second shot, where there is one."""
    second = getattr(command, "weapon2", "")
    if second:
        target = getattr(command, "target2", "") or getattr(command, "target", "") or ""
        expose, down = getattr(command, "expose", "") or "", getattr(command, "down", "") or ""
        yield SecondShot(command.do, command.by, second, target, expose, down)


@check("CQ-ATK-14", "CQ-SKL-35", reads=("weapon", "weapon2"))
def two_pistols_can_be_fired(game: Fight, command: Any) -> Refusal | None:
    """The second shot comes from another pistol in hand, with the first shot of who isn't engaged."""
    if not command.weapon2:
        return None
    character = game.units[command.by]
    first, second = character.weapon(command.weapon), character.weapon(command.weapon2)
    wrong = _no_pair(character, first, second) or _at_no_time(game, command)
    if wrong or first is None or second is None:
        return Refusal("CQ-ATK-14", wrong)
    if not fights_with_both(character, first, second):
        sentence = f"{character.name} can't use these two weapons together."
        return Refusal("CQ-ATK-14", sentence, also=("CQ-SKL-35",))
    if plays(game, "two_pistols", "yes"):
        return None
    sentence = "The second of two pistols is not fired."
    return Refusal("CQ-ATK-14", sentence, "one pistol", reading=house_rule(game, "two_pistols"))


def _no_pair(character: Character, first: Weapon | None, second: Weapon | None) -> str:
    """Why these are no two pistols that are fired together, if so."""
    if first is None or second is None or first.id == second.id:
        return "The second shot comes from another pistol."
    if not (figures(first).is_a("pistol") and figures(second).is_a("pistol")):
        return "Only two pistols are fired together."
    return "" if is_whole_in_hand(character, second) else "The second shot needs a ready, whole pistol."


def _at_no_time(game: Fight, command: Any) -> str:
    """Why the second pistol isn't fired now, if so."""
    if in_follow_up(game, command.by):
        return "The second pistol is fired with the first shot of the turn only."
    return "Engaged one fires a single shot." if is_engaged(game, command.by) else ""


async def fire_second(play: Play[Fight], command: Shoot, first_hex: str) -> None:
    """CQ-ATK-14, CQ-AUT-7: the second pistol, once, while he can still act and its target is alive."""
    held = play.state.units[command.by].weapon(command.weapon2)
    target = command.target2 or command.target
    if held is None or not can_fire_again(play.state, command.by, held, target):
        return
    left = max(0, held.ammo - 1)
    game = play.state.with_weapon(command.by, held.id, ammo=left)
    play.commit(game, facts.Fired(command.by, target, held.type, 1, left))
    attempt = Attempt(
        by=command.by,
        way="missile",
        weapon=play.state.units[command.by].weapon(held.id),
        target=target,
        expose=command.expose,
        first_hex=first_hex if target != command.target else "",
        second=True,
    )
    await fire(play, attempt)
    await kick(play, attempt)


def can_fire_again(game: Fight, by: str, held: Weapon, target: str) -> bool:
    """Whether he is on his feet and able, with the pistol whole in hand, and the target alive."""
    character = game.units[by]
    ready = is_able(game, by) and not has_fallen(game, character) and is_whole_in_hand(character, held)
    return ready and is_alive(game, target)
