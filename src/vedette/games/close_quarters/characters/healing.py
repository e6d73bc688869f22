"""First aid and waking after a combat, and rest between games (CQ-SKL-36, CQ-SKL-37, CQ-SCN-14, CQ-OPT-5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec.structs import replace

from vedette.engine.checks import Check, Refusal, WhyNot, check, forbids, refusals
from vedette.engine.commands import Command, Commands, bare
from vedette.engine.common import by_side
from vedette.engine.facts import Fact, Moment, Names
from vedette.engine.play import Play
from vedette.games.close_quarters.candidates import Count, anybody_there, naming, other_unit
from vedette.games.close_quarters.characters.carrying import has_kit
from vedette.games.close_quarters.characters.checking import awake
from vedette.games.close_quarters.derived import alive, conscious, knows
from vedette.games.close_quarters.near import is_alive
from vedette.games.close_quarters.state import COMBAT, TURN, Character, Fight
from vedette.games.close_quarters.tables import house_rule, number, plays
from vedette.games.close_quarters.telling import fact
from vedette.games.close_quarters.turn.order import (
    between_combats,
    nobody_who,
    nonlethal_is_played,
    offered_in,
)
from vedette.kit.words import count
from vedette.view.asked import Asked
from vedette.view.vocabulary import Detail

COMMANDS = Commands[Fight]()


# --- first aid after a combat, and rest between games


DOCTOR, MEDIC = "doctor", "medic"


KIT = "medical-kit"


def capacity(game: Fight, healer: Character) -> int:
    """CQ-SKL-36, CQ-SKL-37: the points that a healer can give one patient back in all."""
    if knows(healer, DOCTOR):
        full = has_kit(healer, KIT) or plays(game, "doctor_kit", "three")
        return number("heal_doctor_kit" if full else "heal_doctor")
    return number("heal_medic")


def wounds(patient: Character, kind: str | None) -> tuple[int, int]:
    """What there is to heal: fresh lethal damage, and nonlethal (old wounds are no matter for healers)."""
    fresh = max(0, patient.damage - patient.old_damage)
    return (0 if kind == "nonlethal" else fresh, 0 if kind == "lethal" else patient.nonlethal)


def _patients(game: Fight, by: str) -> Mapping[str, str]:
    own = {name: game.units[name] for name in game.of(game.units[by].side) if is_alive(game, name)}
    return {name: f"{one.name}: {one.damage} of {one.str} lost" for name, one in own.items()}


def _what_he_can(game: Fight, by: str, command: Any) -> Iterator[Detail]:
    yield Detail("Can heal", f"{capacity(game, game.units[by])} points for each patient")


class Heal(Command):
    """Give first aid."""

    patient: Annotated[str, Asked("Patient", "p", _patients)]
    points: Annotated[
        Count | None,
        Asked("Points", "o", advanced=True, hint="as many as possible"),
        "as many as possible by default",
    ] = None
    kind: Annotated[
        Literal["lethal", "nonlethal"] | None,
        Asked("Wounds", "k", lambda game, by: ("lethal", "nonlethal"), judged=False, advanced=True),
    ] = None


_knows_healing = nobody_who(
    "CQ-SKL-9",
    "{} is neither a medic nor a doctor.",
    lambda one: not (knows(one, MEDIC) or knows(one, DOCTOR)),
)


_has_a_kit = nobody_who(
    "CQ-SKL-36", "{} has no medical kit.", lambda one: not (has_kit(one, KIT) or knows(one, DOCTOR))
)
"""A medic needs a medical kit; a doctor can do a little without."""


@check("CQ-SKL-36", "CQ-SKL-37", reads=("patient",))
def _healing_is_open(game: Fight, command: Any) -> Refusal | None:
    """Healers never add up: one patient gets back no more than the acting healer's capacity."""
    character, patient = game.units[command.by], game.units[command.patient]
    left = capacity(game, character) - patient.healed
    if left > 0 and (getattr(command, "points", None) or 0) <= left:
        return None
    most = f"{left} more" if left > 0 else "no more"
    bare = knows(character, DOCTOR) and not has_kit(character, KIT)
    reading = house_rule(game, "doctor_kit") if bare else None
    sentence = f"{character.name} can restore {most} points to {patient.name}."
    return Refusal(_rule(character), sentence, reading=reading)


@check("CQ-SKL-36", "CQ-SKL-37", reads=("patient",))
def _there_is_something_to_heal(game: Fight, command: Any) -> Refusal | None:
    """The dead and the whole aren't healed; nobody heals the dead by agreement."""
    rule, patient = _rule(game.units[command.by]), game.units[command.patient]
    if not alive(patient):
        return Refusal(rule, f"{patient.name} is dead.", overridable=False)
    hurt = any(wounds(patient, getattr(command, "kind", None)))
    return None if hurt else Refusal(rule, f"{patient.name} has nothing that could be treated.")


def _rule(healer: Character) -> str:
    return "CQ-SKL-37" if knows(healer, DOCTOR) else "CQ-SKL-36"


HEALING_CHECKS: tuple[Check[Fight, Any], ...] = (
    between_combats("CQ-SKL-36"), awake(), _knows_healing, _has_a_kit, _healing_is_open, _there_is_something_to_heal,
)  # fmt: skip


class Healed(Fact, frozen=True):
    """Points were given back; `minutes` is how long it took."""

    moment: ClassVar[Moment] = "gain"

    unit: str
    patient: str
    lethal: int
    nonlethal: int
    minutes: int

    def sentence(self, names: Names) -> str:
        parts = [f"{self.lethal} lethal"] if self.lethal or not self.nonlethal else []
        parts += [f"{self.nonlethal} nonlethal"] if self.nonlethal else []
        points = " and ".join(parts)
        whom = "" if self.patient == self.unit else f" {names(self.patient)}"
        treats = f"treats{whom}" if whom else "treats own wounds"
        return f"{names(self.unit)} {treats} for {self.minutes} minutes: {points} points healed."

    def headline(self, names: Names) -> str:
        return f"{names(self.patient)} +{self.lethal + self.nonlethal}"


@COMMANDS.add(
    Heal,
    "Heal",
    naming(patient=anybody_there),
    HEALING_CHECKS,
    rules=("CQ-SKL-36", "CQ-SKL-37"),
    key="j",
    lines=_what_he_can,
    offered=offered_in("between", where=lambda game, by: capacity(game, game.units[by])),
)
async def heal(play: Play[Fight], command: Heal) -> None:
    """CQ-SKL-36, CQ-SKL-37: lethal points first, then nonlethal, as many as are open, or asked for.

    Where the players have agreed to more, the points asked for or the healer's capacity, never more than there is.
    """
    game, by, patient = play.state, command.by, play.state.units[command.patient]
    agreed = any(refusals(HEALING_CHECKS, game, command))
    most = command.points or capacity(game, game.units[by]) - (0 if agreed else patient.healed)
    fresh, bruises = wounds(patient, command.kind)
    lethal = min(most, fresh)
    nonlethal = min(most - lethal, bruises)
    game = game.with_unit(
        command.patient,
        damage=patient.damage - lethal,
        nonlethal=patient.nonlethal - nonlethal,
        healed=patient.healed + lethal + nonlethal,
    )
    play.commit(game, Healed(by, command.patient, lethal, nonlethal, number("heal_minutes")))


@fact("{side} rested: everybody alive is whole again.", moment="gain", headline="{side} rested")
class Rested(Fact, frozen=True):
    side: str


@COMMANDS.add(
    bare("A side rests between games."),
    "Rest",
    by_side,
    (between_combats("CQ-SCN-14"),),
    actor="side",
    rules=("CQ-SCN-14",),
    key="r",
    offered=lambda game, by: game.phase == "between",
)
async def rest(play: Play[Fight], command: Command) -> None:
    """CQ-SCN-14: everybody alive on the side recovers in full, with useless limbs back; only blindness lasts."""
    game = play.state
    for name in game.of(command.by):
        if alive(game.units[name]):
            one = game.units[name].without_marks(COMBAT, TURN)
            blind = tuple(flag for flag in one.status if flag == "blinded")
            one = replace(one, damage=0, nonlethal=0, old_damage=0, healed=0, status=blind)
            game = game.with_units({name: replace(one, arms_lost=(), leg_lost=False)})
    play.commit(game, Rested(command.by))


# --- bringing somebody round after a combat


def minutes_to_wake(character: Character) -> int:
    """CQ-OPT-5: a minute for each point of lethal damage beyond half his STR, begun ones too."""
    divisor = number("recovery_divisor")
    beyond = max(0, character.damage * divisor - character.str)
    return -(-beyond // divisor) * number("wake_minutes")


def roused(game: Fight, name: str) -> Fight:
    """The game in which he has come round, if he can: in such time nonlethal damage is gone."""
    return game.with_unit(name, knocked_out=False, nonlethal=0)


def can_be_woken(game: Fight, name: str) -> bool:
    """Whether he lies unconscious, and would be conscious without nonlethal damage."""
    lies = alive(game.units[name]) and not conscious(game, name)
    return game.options.nonlethal and lies and conscious(roused(game, name), name)


def _sleepers(game: Fight, by: str) -> Mapping[str, str]:
    asleep = {name: one for name, one in game.units.items() if name != by and can_be_woken(game, name)}
    return {name: f"{one.name}: {count(minutes_to_wake(one), 'minute')}" for name, one in asleep.items()}


class Wake(Command):
    """Bring an unconscious character round."""

    patient: Annotated[str, Asked("Patient", "p", _sleepers, judged=False)]


@forbids("CQ-OPT-5", reads=("patient",), overridable=False)
def _the_patient_can_wake(game: Fight, command: Wake) -> WhyNot:
    """Somebody alive who is unconscious, and whose wounds leave enough to wake with."""
    patient = game.units[command.patient]
    if can_be_woken(game, command.patient):
        return None
    if not alive(patient):
        return f"{patient.name} is dead."
    if conscious(game, command.patient):
        return f"{patient.name} is not unconscious."
    return f"{patient.name} is too badly hurt to wake.", "heal first"


@fact(
    "{unit} brings {patient} round{minutes:? in {minutes:# minute}}.",
    moment="gain",
    headline="{unit} brings {patient} round",
    tale="{unit} brought {patient} round",
)
class Roused(Fact, frozen=True):
    """Somebody has come round with help; `minutes` is how long it took."""

    unit: str
    patient: str
    minutes: int


@COMMANDS.add(
    Wake,
    "Bring round",
    naming(patient=other_unit),
    (between_combats("CQ-OPT-5"), awake(), nonlethal_is_played("CQ-OPT-5"), _the_patient_can_wake),
    rules=("CQ-OPT-5",),
    key="j",
    offered=offered_in("between", where=_sleepers),
)
async def wake(play: Play[Fight], command: Wake) -> None:
    """CQ-OPT-5: with somebody's help he comes round, a minute for each point beyond half his STR."""
    minutes = minutes_to_wake(play.state.units[command.patient])
    play.commit(roused(play.state, command.patient), Roused(command.by, command.patient, minutes))
