"""Transports: embarking, disembarking, and the wreck of a destroyed one."""

from itertools import product
from typing import Annotated

from msgspec.structs import replace

from vedette.engine.checks import Refusal, WhyNot, check, forbids
from vedette.engine.commands import Command, Commands
from vedette.engine.errors import CommandError, ForbiddenError
from vedette.engine.facts import Fact
from vedette.engine.marks import WORDS
from vedette.engine.play import Play
from vedette.games.open_fire import candidates, sequence, units
from vedette.games.open_fire.movement import leave
from vedette.games.open_fire.recovery import not_activated, own_turn, recover
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.volley import loss_read_so, remove_models
from vedette.kit.sentences import fact
from vedette.view.asked import Asked
from vedette.view.forms import Words

COMMANDS = Commands[Battle]()


@fact("{unit} embarked on {transport}.")
class Embarked(Fact, frozen=True):
    unit: str
    transport: str


@fact("{unit} got out of {transport}.")
class Disembarked(Fact, frozen=True):
    unit: str
    transport: str


@fact("{unit} lost {models:# model}{reading:so}.", moment="hurt", headline="{unit} −{models:# model}")
class ModelsLost(Fact, frozen=True):
    unit: str
    models: tuple[int, ...]
    reading: Annotated[str, WORDS] = ""


def _gets_out(battle: Battle, words: Words) -> bool:
    return words["by"] not in battle.must_disembark


class Disembark(Command):
    """Get out of a transport, or out of its wreck."""

    lost: Annotated[
        candidates.Numbers,
        Asked(
            "Models without a place",
            "l",
            lambda battle, by: {n: units.called(battle, by, n) for n in battle.units[by].living},
            judged=False,
            hint="lost; if the leader, all",
            shown=lambda battle, words: not _gets_out(battle, words),
        ),
        "models without a place",
    ] = ()
    contacts: Annotated[candidates.Contacts, candidates.asked_contacts(_gets_out)] = ()
    distance: Annotated[candidates.Distance, "to the transport"] = None
    near: Annotated[candidates.Near, candidates.asked_near(_gets_out)] = ()


_NO_TRANSPORT = ("OF-TRA-1", "No transport of its side is on the table.")


class Embark(Command):
    """Go aboard a transport."""

    transport: Annotated[
        str | None, Asked("Transport", "t", candidates.transports, required=True, none=_NO_TRANSPORT)
    ] = None
    distance: Annotated[candidates.Distance, "to the transport"] = None


def _embark_understood(battle: Battle, command: Embark) -> Embark:
    units.by_deployed_unit(battle, command)
    transport = command.transport
    if transport is None:
        own = candidates.transports(battle, command.by, itself=True)
        if len(own) != 1:
            raise CommandError("Say on which transport.")
        transport = next(iter(own))
    units.present(battle, transport)
    if battle.enemies(command.by, transport):
        raise ForbiddenError(f"{battle.units[transport].name}: an enemy.")
    return command.model_copy(update={"transport": transport})


@forbids("OF-ACT-2")
def embarks_after_moving(battle: Battle, command: Embark) -> str | None:
    done = sequence.gone_past(battle, command.by, "move")
    return f"{done}; embarking comes before that." if done else None


@forbids("OF-TRA-10")
def once_in_or_out(battle: Battle, command: Embark) -> str | None:
    if battle.units[command.by].embarked_in:
        return "It is aboard already."
    if sequence.is_active(battle, command.by) and battle.activation.disembarked:
        return "It got out in this activation."
    return None


@forbids("OF-TRA-1", reads=("transport",))
def carries(battle: Battle, command: Embark) -> str | None:
    if units.has(battle, command.transport or "", "Transport"):
        return None
    return f"{battle.units[command.transport or ''].name}: not a transport."


@forbids("OF-TRA-8", reads=("transport",), overridable=False)
def carried_by_another(battle: Battle, command: Embark) -> str | None:
    return "A transport does not carry itself." if command.transport == command.by else None


@check("OF-TRA-8", "OF-USR-2")
def may_be_carried(battle: Battle, command: Embark) -> Refusal | None:
    living = battle.units[command.by].living
    for model, rule in product(living, ("Vehicle", "Transport")):
        if units.model_has(battle, command.by, model, rule):
            return Refusal("OF-TRA-8", f"Models with {rule} are not carried.")
    if any(units.model_has(battle, command.by, model, "Bulky") for model in living):
        return Refusal("OF-USR-2", "Bulky models do not embark.")
    return None


@forbids("OF-TRA-2", reads=("distance",))
def close_to_transport(battle: Battle, command: Embark) -> WhyNot:
    return units.too_far(
        command.distance, "embark_within", "The leader must be within {within} of the transport."
    )


@forbids("OF-TRA-1", reads=("transport",))
def has_room(battle: Battle, command: Embark) -> str | None:
    """Transport (X) carries up to X models, of several units if they fit (OF-TRA-9)."""
    transport = command.transport or ""
    limit, own = units.x_of(battle, transport, "Transport"), len(battle.units[command.by].living)
    there = sum(len(battle.units[passenger].living) for passenger in battle.units[transport].passengers)
    full = there + own > limit
    return f"It carries {limit} models; {there} are aboard and {own} want to go." if full else None


@COMMANDS.add(
    Embark,
    "Embark",
    _embark_understood,
    (
        embarks_after_moving, once_in_or_out, carries, carried_by_another, may_be_carried, close_to_transport, has_room,
    ),
    rules=("OF-TRA-9",),
    key="i",
    begins_with="activate",
    moves=True,
    offered=lambda battle, by: (
        sequence.acts_on_table(battle, by)
        and any(units.has(battle, name, "Transport") for name in battle.units if name != by and not battle.enemies(by, name))
    ),
)  # fmt: skip
async def embark(play: Play[Battle], command: Embark) -> None:
    """OF-TRA-2: the unit leaves the table; enemies that it leaves get free attacks (decision 29)."""
    unit, transport = command.by, command.transport or ""
    left = play.state.units[unit].contacts
    battle = units.aboard(units.with_contacts(play.state, unit, ()), unit, transport)
    if sequence.is_active(battle, unit):
        battle = battle.with_activation(stage="embark")
    play.commit(battle, Embarked(unit, transport))
    leave(play, unit, left)


def _disembark_understood(battle: Battle, command: Disembark) -> Disembark:
    unit = units.by_unit(battle, command)
    wreck = command.by in battle.must_disembark
    if not unit.embarked_in:
        raise ForbiddenError(f"{unit.name}: not aboard a transport.")
    if wreck and (command.contacts or command.near):
        raise CommandError("Out of a wreck nobody is placed near enemies: models without a place are lost.")
    if not wreck and command.lost:
        raise CommandError("Models are lost only when the transport is destroyed.")
    for model in command.lost:
        if model not in unit.living:
            raise CommandError(f"{unit.name}: no living model {model}.")
    units.near_units(battle, command.near)
    return command.model_copy(update={"contacts": units.enemy_contacts(battle, command.by, command.contacts)})


_NEAR_IT = "The leader is placed within {within} of the transport."


@forbids("OF-TRA-4", reads=("distance",))
def gets_out_close(battle: Battle, command: Disembark) -> WhyNot:
    if command.by in battle.must_disembark:
        return None
    if not battle.units[battle.units[command.by].embarked_in].on_table:
        return "The transport is not on the table."
    return units.too_far(command.distance, "disembark_within", _NEAR_IT)


@forbids("OF-TRA-5", reads=("contacts",))
def leader_out_of_reach(battle: Battle, command: Disembark) -> str | None:
    if command.contacts and len(battle.units[command.by].living) == 1:
        return "The leader may not be placed in an enemy's assault range."
    return None


@forbids("OF-TRA-6", reads=("distance",))
def placed_by_the_wreck(battle: Battle, command: Disembark) -> WhyNot:
    wreck = command.by in battle.must_disembark
    return units.too_far(command.distance, "disembark_within", _NEAR_IT) if wreck else None


@COMMANDS.add(
    Disembark,
    "Disembark",
    _disembark_understood,
    (own_turn, not_activated, gets_out_close, leader_out_of_reach, placed_by_the_wreck),
    rules=("OF-TRA-7",),
    reminders=("OF-FRM-2", "OF-FRM-3", "OF-USR-13"),
    key="o",
    moves=True,
    offered=lambda battle, by: (
        bool(battle.units[by].embarked_in)
        and not sequence.is_active(battle, by)
        and sequence.awaits_orders(battle, by)
    ),
)
async def disembark(play: Play[Battle], command: Disembark) -> None:
    """OF-TRA-4: out of the transport, then the activation as normal; OF-TRA-6: out of a wreck."""
    unit, wreck = command.by, command.by in play.state.must_disembark
    if not wreck:
        sequence.begin_activation(play, unit)
    battle, transport = play.state, play.state.units[unit].embarked_in
    battle = units.with_contacts(units.aboard(battle, unit, ""), unit, command.contacts)
    battle = replace(battle, must_disembark=tuple(name for name in battle.must_disembark if name != unit))
    if not wreck:
        battle = battle.with_activation(disembarked=True)
    play.commit(battle, Disembarked(unit, transport))
    if not wreck:
        await recover(play, unit, command.near)
        return
    troop = battle.units[unit]  # OF-TRA-7: who has no place is lost, and with the leader the whole unit
    lost = troop.living if troop.leader in command.lost else tuple(sorted(set(command.lost)))
    if lost:
        remove_models(play, unit, lost, ModelsLost(unit, lost, loss_read_so(play.state, unit, lost)))
