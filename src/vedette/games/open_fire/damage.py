"""Step 3: applying damage, casualties, and in Skirmish the killing test."""

from __future__ import annotations

from vedette.engine.dice import Roll, Tests
from vedette.engine.facts import Fact
from vedette.engine.play import Again, Play
from vedette.engine.requests import Option
from vedette.games.open_fire import attack_facts
from vedette.games.open_fire.sequence import destroy
from vedette.games.open_fire.state import Battle
from vedette.games.open_fire.tables import house_rule, modifier, number, plays
from vedette.games.open_fire.units import can_be_damaged, condition, model_has, profile, skirmish
from vedette.kit.tables import applying


async def apply_damage(play: Play[Battle], unit: str, damage: int, *, vulnerable: bool) -> None:
    """OF-DMG-1 to OF-DMG-3: hit points are lost model by model, until damage or models run out.

    `vulnerable` is whether the attack comes from a vulnerable arc.
    """
    while damage > 0 and play.state.units[unit].living:
        model = await _casualty(play, unit, damage)
        hp = play.state.units[unit].models[model].hp
        last = skirmish(play.state) and damage >= hp
        if last and await _killing_test(play, unit, model, damage - hp, vulnerable=vulnerable):
            return
        lost = min(hp, damage)
        battle = play.state.with_model(unit, model, hp=hp - lost).with_unit(unit, took_damage=True)
        play.commit(battle, attack_facts.Damaged(unit, model, lost, hp - lost))
        damage -= lost
    if play.state.units[unit].destroyed:
        destroy(play, unit)


def candidates(battle: Battle, unit: str) -> tuple[int, ...]:
    """OF-DMG-3, OF-DMG-1: damaged models first, then the others, the leader only when it is alone."""
    damageable = can_be_damaged(battle, unit)
    full = profile(battle, unit).models
    damaged = tuple(n for n in damageable if battle.units[unit].models[n].hp < full[n].hp)
    return damaged or damageable


async def _casualty(play: Play[Battle], unit: str, damage: int) -> int:
    """The model that takes the damage: its side's choice, where there is one (decision 45)."""
    troop = play.state.units[unit]
    models = candidates(play.state, unit)
    if damage >= sum(troop.models[n].hp for n in models):
        return models[0]
    options = tuple(
        Option(n, model_label(play.state, unit, n), alike=str(_first_like(play.state, unit, n)))
        for n in models
    )
    why = f"{damage} damage to {troop.name}: which model?"
    return int(await play.choose("casualty", side=troop.side, options=options, why=why, rules=("OF-DMG-1",)))


def _first_like(battle: Battle, unit: str, model: int) -> int:
    """The first model of the unit that nothing tells apart from this one."""
    full, now = profile(battle, unit).models, battle.units[unit].models
    return next(n for n in range(len(now)) if (full[n], now[n]) == (full[model], now[model]))


def model_label(battle: Battle, unit: str, model: int) -> str:
    """A model in a few words: its number, its name, its hit points."""
    full = profile(battle, unit).models[model]
    return f"{model} {full.name} ({battle.units[unit].models[model].hp}/{full.hp})"


async def _killing_test(play: Play[Battle], unit: str, model: int, excess: int, *, vulnerable: bool) -> bool:
    """OFS-KIL-1: a model that would lose its last hit point may stay at 1. True if it does."""
    own, last = profile(play.state, unit).models[model], number("survives_at")
    damaged, hurt = condition(play.state.with_model(unit, model, hp=last), unit, model)  # decision 56
    modifiers = applying(
        modifier("excess-damage", excess),
        modifier("vulnerable") if vulnerable else None,
        damaged,
        hurt,
    )
    test = await play.roll(
        Tests(dice=1, sides=number("die_sides"), target=own.def_, modifiers=modifiers),
        why="Killing test",
        side=play.state.units[unit].side,
        rules=("OFS-KIL-1", "OFS-KIL-2"),
        again=resilient(play.state, unit, model),
    )
    if test.successes:
        battle = play.state.with_model(unit, model, hp=last).with_unit(unit, took_damage=True)
        play.commit(battle, attack_facts.SurvivedKilling(unit, model))
    return test.successes > 0


def resilient(battle: Battle, unit: str, model: int) -> Again | None:
    """OF-USR-10: failed defence tests are rolled again, except rolls of 1."""
    return Again(failures_but_ones, alone=True) if model_has(battle, unit, model, "Resilient") else None


def failures_but_ones(roll: Roll) -> tuple[int, ...]:
    """The dice that failed without showing a 1."""
    return tuple(i for i in roll.failures if roll.dice[i].face != number("always_fails"))


def remove_models(play: Play[Battle], unit: str, models: tuple[int, ...], because: Fact) -> None:
    """Models are gone without damage points and without a killing test (decisions 20 and 58)."""
    battle = play.state
    if plays(battle, "models_lost", "damage"):
        battle = battle.with_unit(unit, took_damage=True)
    for model in models:
        battle = battle.with_model(unit, model, hp=0)
    play.commit(battle, because)
    if battle.units[unit].destroyed:
        destroy(play, unit)


def loss_read_so(battle: Battle, unit: str, models: tuple[int, ...]) -> str:
    """Whether models lost count as damage, where that matters: to a unit that lives on, unharmed so far."""
    troop = battle.units[unit]
    matters = not troop.took_damage and set(troop.living) > set(models)
    return house_rule(battle, "models_lost").text if matters else ""
