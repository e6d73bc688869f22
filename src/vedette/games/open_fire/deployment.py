"""Entry points and reserve: deploying units, Ambush and Support."""

from __future__ import annotations

from vedette.engine.checks import Refusal, check, forbids
from vedette.engine.commands import CommandSpec, shown
from vedette.engine.errors import CommandError
from vedette.engine.play import Again, Play
from vedette.games.open_fire import facts
from vedette.games.open_fire.adjust import with_contacts
from vedette.games.open_fire.candidates import entry_points
from vedette.games.open_fire.commands import Deploy
from vedette.games.open_fire.damage import remove_models
from vedette.games.open_fire.lookup import by_unit, enemy_contacts, near_units
from vedette.games.open_fire.recovery import command_test, not_activated, own_turn, recover
from vedette.games.open_fire.sequence import begin_activation, end_activation
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import number
from vedette.games.open_fire.units import has
from vedette.view.vocabulary import Detail


def _deploy_understood(battle: Battle, command: Deploy) -> Deploy:
    unit = by_unit(battle, command)
    if not unit.in_reserve:
        raise CommandError(f"{unit.name}: not in reserve.")
    if command.blocked and command.model_fields_set - {"do", "by", "blocked"}:
        raise CommandError("Where there is no room, nothing else is said.")
    if command.ambush and (command.entry is not None or command.contacts):
        raise CommandError("An ambush is laid away from entry points and enemies.")
    near_units(battle, command.near)
    contacts = enemy_contacts(battle, command.by, command.contacts)
    return command.model_copy(update={"contacts": contacts, "entry": _entry(battle, command, unit.side)})


def _entry(battle: Battle, command: Deploy, side: str) -> str:
    """The entry point: as named, or the side's only one."""
    if command.entry is not None:
        if command.entry not in battle.book.mission.entry_points:
            raise CommandError(f"There is no entry point {shown(command.entry)}.")
        return command.entry
    own = [
        entry_point.id
        for entry_point in battle.book.mission.entry_points.values()
        if entry_point.side == side
    ]
    if command.blocked or command.ambush or not own:
        return ""
    if len(own) > 1:
        raise CommandError(f"Say at which entry point: {', '.join(own)}.")
    return own[0]


@forbids("OF-DEP-3", reads=("blocked",))
def may_wait(battle: Battle, command: Deploy) -> str | None:
    """Nobody is destroyed for lack of room who may stay in reserve."""
    if command.blocked and has(battle, command.by, "Support"):
        return "Without room it cannot be deployed; with Support it may wait in reserve."
    return None


@check("OF-USR-1", reads=("ambush", "distance"))
def ambush(battle: Battle, command: Deploy) -> Refusal | None:
    """Ambush: more than 12 inches from every enemy."""
    if not command.ambush:
        return None
    beyond = number("ambush_beyond")
    if not has(battle, command.by, "Ambush"):
        return Refusal("OF-USR-1", "Only units with Ambush lay one.", "deploy it at an entry point")
    if command.distance is not None and command.distance <= beyond:
        return Refusal("OF-USR-1", f"An ambush is more than {beyond} inches from every enemy model.")
    return None


@check("OF-DEP-1", reads=("entry", "ambush", "distance"))
def at_entry_point(battle: Battle, command: Deploy) -> Refusal | None:
    """Within 6 inches of one of the side's own entry points."""
    if command.ambush:
        return None
    entry = battle.book.mission.entry_points.get(command.entry or "")
    if entry and entry.side != battle.units[command.by].side:
        return Refusal("OF-DEP-1", f"{entry.id} is an entry point of the other side.")
    within = number("deploy_within")
    if command.distance is not None and command.distance > within:
        return Refusal(
            "OF-DEP-1", f"The unit is placed within {within} inches of an entry point.", f"{within} inches"
        )
    return None


async def deploy(play: Play[Battle], command: Deploy) -> None:
    """OF-DEP-1, OF-DEP-4, OF-USR-17: out of reserve, then the activation as normal."""
    begin_activation(play, command.by)
    if command.blocked:
        everybody = play.state.units[command.by].living
        remove_models(play, command.by, everybody, facts.NoRoom(command.by))
        return
    if not await _support_test(play, command.by):
        play.emit(facts.SupportFailed(command.by))
        end_activation(play, command.by)
        return
    battle = play.state.with_unit(command.by, in_reserve=False)
    battle = with_contacts(battle, command.by, command.contacts)
    play.commit(battle, facts.Deployed(command.by, command.entry or "", command.ambush))
    await recover(play, command.by, command.near)


async def _support_test(play: Play[Battle], unit: str) -> bool:
    """OF-USR-17: from the second round on a unit with Support takes a command test first."""
    if not has(play.state, unit, "Support") or play.state.round < number("support_test_from_round"):
        return True
    fearless = has(play.state, unit, "Fearless")
    test = await play.roll(
        command_test(play.state, unit, dice=1),
        why="Support test",
        side=play.state.units[unit].side,
        rules=("OF-USR-17",),
        again=Again(lambda roll: roll.failures, alone=True) if fearless else None,
    )
    return test.successes > 0


def _is_in_reserve(battle: Battle, by: str) -> bool:
    return battle.units[by].in_reserve and by not in battle.free_attacks


def _where(battle: Battle, by: str, command: Deploy | None) -> tuple[Detail, ...]:
    """The only entry point; where there are more, the form asks."""
    own = entry_points(battle, by)
    if len(own) != 1:
        return ()
    return (Detail("Entry point", f"within {number('deploy_within')} inches of: {own[0].text or own[0].id}"),)


DEPLOYMENT_COMMANDS: dict[str, CommandSpec[Battle]] = {
    "deploy": CommandSpec(
        Deploy,
        "Deploy",
        "unit",
        deploy,
        _deploy_understood,
        (own_turn, not_activated, may_wait, ambush, at_entry_point),
        rules=("OF-DEP-4", "OF-USR-17", "OF-USR-5", "OF-RES-1", "OF-RES-2"),
        key="d",
        moves=True,
        lines=_where,
        offered=_is_in_reserve,
    ),
}
