"""The first state of a game: profiles into the book, presets into the state (section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vedette.engine.errors import CommandError
from vedette.engine.record import replace
from vedette.games.company.adjust import (
    TRACKED_PATHS,
    group_possible,
    melees_possible,
    possible,
    with_both_roles,
)
from vedette.games.company.groups import half_gone, is_checked, worth
from vedette.games.company.scoring import leader
from vedette.games.company.setup import GameData, GroupData, ScenarioData, SideData
from vedette.games.company.state import Company, Group, Side, Skirmish
from vedette.games.company.tables import (
    Ambition,
    Award,
    Book,
    Closing,
    Profile,
    Scenario,
    ambitions,
)
from vedette.games.company.turns import gone_on
from vedette.kit.schema import read_setup
from vedette.kit.tracked import presets, put_tracked

Values = Mapping[str, Any]


def new_game(setup: Mapping[str, Any]) -> Skirmish:
    """The game before its first command; raises DataError with every fault of the set-up."""
    data = read_setup(GameData, setup)
    game = Skirmish(
        sides={side.id: Side(side.name or side.id) for side in data.sides},
        companies={
            company_data.id: _company(side, company_data.id)
            for side in data.sides
            for company_data in side.all_companies
        },
        units={unit.id: _group(side, unit) for side in data.sides for unit in side.units},
        book=_book(data),
        readings=data.readings,
    )
    with presets():
        return preset(_with_points(game, {}), data.state)


def preset(game: Skirmish, values: Values) -> Skirmish:
    """The game with presets, and with the defaults that follow from them."""
    for path, value in values.items():
        game = put_tracked(TRACKED_PATHS, game, path, value)
    if game.phase != "setup" and "active" not in values:
        raise CommandError("With a phase there must be an active side.")
    game = _with_roles(_out_of_play(game))
    game = _with_losses(_with_points(game, values), values)
    if game.phase != "setup" and "turn" not in values:
        game = replace(game, turn=1)
    if game.phase == "over":
        game = replace(game, outcome=leader(game))
    possible(game)
    for name in game.units:
        group_possible(game, name)
        melees_possible(game, name)
    return gone_on(_with_dues(game, values))


def _out_of_play(game: Skirmish) -> Skirmish:
    """Routed Groups and deserters are out of play."""
    for name, group in game.units.items():
        if group.routed or group.deserted:
            game = game.with_unit(name, in_play=False)
    return game


def _with_points(game: Skirmish, values: Values) -> Skirmish:
    """The points that each Company fields: without reserves and deserters."""
    for name in game.companies:
        fielded = [one for one, unit in game.units.items() if unit.company == name and not unit.deserted]
        if f"companies.{name}.points" not in values:
            game = game.with_company(name, points=sum(worth(game, one) for one in fielded))
    return game


def _with_losses(game: Skirmish, values: Values) -> Skirmish:
    """What is lost with Routed Groups, and whether half of the points are gone already."""
    for name in game.companies:
        routed = [one for one, unit in game.units.items() if unit.company == name and unit.routed]
        if f"companies.{name}.points_lost" not in values:
            game = game.with_company(name, points_lost=sum(worth(game, one) for one in routed))
        if f"companies.{name}.half_lost" not in values:
            game = game.with_company(name, half_lost=half_gone(game.companies[name]))
    return game


def _with_roles(game: Skirmish) -> Skirmish:
    """A role for each side: where none is preset the first attacks, as soon as the game has begun."""
    roles = {name: side.role for name, side in game.sides.items() if side.role}
    if len(set(roles.values())) < len(roles):
        raise CommandError("One side attacks, the other defends.")
    if roles:
        return with_both_roles(game, next(iter(roles)))
    if game.phase == "setup":
        return game
    first = next(iter(game.sides))
    return with_both_roles(game.with_side(first, role="attacker"), first)


def _with_dues(game: Skirmish, values: Values) -> Skirmish:
    """In the rally step Shaken Groups are due, in the next one Reckless Groups."""
    for name, group in game.units.items():
        if group.side != game.active or not group.in_play:
            continue
        if game.phase == "rally" and f"units.{name}.must_rally" not in values:
            game = game.with_unit(name, must_rally=group.shaken)
        if game.phase == "reckless" and f"units.{name}.must_check" not in values:
            game = game.with_unit(name, must_check=is_checked(game, name))
    return game


def _company(side: SideData, company: str) -> Company:
    data = next(company_data for company_data in side.all_companies if company_data.id == company)
    captains = [unit.id for unit in side.units if unit.captain and side.company_of(unit) == company]
    return Company(data.name or data.id, side.id, captains[0] if captains else "", data.trait)


def _group(side: SideData, data: GroupData) -> Group:
    return Group(data.name or data.id, side.id, side.company_of(data), data.r, in_play=not data.reserve)


def _book(data: GameData) -> Book:
    own = {
        ambition_data.id: Ambition(
            ambition_data.id, ambition_data.name or ambition_data.id, ambition_data.vp, ambition_data.text
        )
        for ambition_data in data.ambitions or ()
    }
    return Book(
        units={unit.id: _profile(unit) for side in data.sides for unit in side.units},
        points=data.points,
        scenario=_scenario(data.scenario),
        ambitions=own or ambitions(),
        ambitious=bool(own),
        spells={
            id: one.spell
            for side in data.sides
            for unit in side.units
            for id, one in unit.house_spells.items()
        },
    )


def _profile(data: GroupData) -> Profile:
    return Profile(
        points=data.points,
        captain=data.captain,
        r_max=data.r,
        t=data.t,
        mo=data.mo,
        me=data.me,
        mi=data.mi,
        activation={str(order): value for order, value in data.activation.items()},
        traits=tuple(data.traits),
        spells=tuple(data.known_spells),
        reserve=data.reserve,
        models=data.models,
    )


def _scenario(data: ScenarioData) -> Scenario:
    return Scenario(
        name=data.name,
        text=data.text,
        first=data.first,
        uneven=data.uneven,
        closing=tuple(
            Closing(closing_data.when, closing_data.value or 0, closing_data.side or "")
            for closing_data in data.closing
        ),
        awards=tuple(
            Award(award_data.for_, award_data.vp, award_data.when, award_data.per or 1, award_data.text)
            for award_data in data.vp
        ),
    )
