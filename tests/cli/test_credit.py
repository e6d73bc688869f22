"""Who is credited with a loss: once, in the same way, in report, season and luck."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Vedette
from tests.conftest import ROOT
from vedette.engine.case import given_to, read_case
from vedette.engine.library import data_folder
from vedette.engine.session import Session, new_session, open_session, read_session
from vedette.registry import rulesets
from vedette.view.effects import effects
from vedette.view.loss_luck import LossSearch
from vedette.view.report import BattleReport, battle_report
from vedette.view.season import SeasonGame, read_game

SAVES = sorted((data_folder() / "saves").glob("*.vedette"))
example = pytest.mark.parametrize("save", SAVES, ids=lambda path: path.stem)


def opened(save: Path) -> Session[Any]:
    return read_session(rulesets(), save)


def named(name: str) -> Path:
    return next(path for path in SAVES if name in path.name)


@example
def test_report_and_season_credit_the_same_units(save: Path) -> None:
    """Units brought down, and which units lost anything but by hand."""
    report, season = battle_report(opened(save)), read_game(rulesets(), save)
    assert isinstance(season, SeasonGame)
    felled = {deed.unit: len(deed.felled) for deed in report.deeds if deed.felled}
    fought = [unit for side in season.sides for unit in side.units]
    assert felled == {unit.name: unit.destroyed for unit in fought if unit.destroyed}
    dealt = {deed.unit for deed in report.deeds if deed.dealt}
    assert dealt <= {unit.name for unit in fought if unit.hurt}


@example
def test_what_units_cost_and_lost_is_what_the_table_lost(save: Path) -> None:
    """All that is credited was lost by the other side; lost at the table is what the strength lost, but for models of several hit points."""
    report = battle_report(opened(save))
    for side in report.sides:
        lost = sum(deed.lost for deed in report.deeds if deed.side == side.id)
        assert sum(deed.dealt for deed in report.deeds if deed.side != side.id) <= lost


@pytest.mark.parametrize("name", ["duel", "first", "mill"])
def test_luck_weighs_the_losses_that_the_report_counts(name: str) -> None:
    """A rout takes everything, in both."""
    session = opened(named(name))
    search, report = LossSearch(session), battle_report(session)
    assert search.go_on()
    assert not search.left_out
    for side in report.sides:
        assert search.losses[side.id].actual == sum(d.lost for d in report.deeds if d.side == side.id)


def test_a_units_own_explosion_is_nobodys_deed() -> None:
    report = battle_report(opened(named("hanging-yard")))
    deeds = {deed.unit: deed for deed in report.deeds}
    assert "Bright Omo" in {name for side in report.sides for name in side.lost}
    assert "Bright Omo" not in {name for deed in deeds.values() for name in deed.felled}
    assert deeds["Bright Omo"].lost == 4


def test_an_attacker_that_breaks_in_melee_falls_to_whom_it_attacked() -> None:
    told = [loss for effect in effects(opened(named("mill"))) for loss in effect.losses if loss.gone]
    assert ("t2", ("h2",)) in [(loss.unit, loss.by) for loss in told]


@pytest.mark.parametrize(("game", "army"), [("first-battle", "ninth-lock"), ("mill-road", "boar")])
def test_all_units_of_both_sides_count_where_they_have_the_same_army(
    vedette: Vedette, tmp_path: Path, game: str, army: str
) -> None:
    """Those of the second side have ids of our own making, such as `k1-2`, and are no groups of the first."""
    both = [f"--army=red={army}", f"--army=blue={army}"]
    assert vedette("new", game, "--save", tmp_path / "a.vedette", *both).code == 0
    session: Session[Any] = open_session(rulesets(), tmp_path / "a.vedette")
    session.do({"do": "adjust", "by": "red", "path": "sides.red.vp", "value": 1, "reason": "a bet"})
    (effect,) = effects(session)
    session.close()
    assert effect.before["red"] == effect.before["blue"]
    assert effect.before["red"].full


def test_lives_are_credited_to_the_unit_whose_skirmishers_hit() -> None:
    """Its groups count for it, in the table as in the text."""
    session = opened(named("hedges"))
    report = battle_report(session)
    told = [loss for effect in effects(session) for loss in effect.losses if not effect.by_hand]
    assert told
    assert all(len(loss.by) == 1 and "-" not in loss.by[0] for loss in told)
    assert sum(deed.dealt for deed in report.deeds) == sum(loss.lost for loss in told) == 2


@pytest.mark.parametrize(
    "case",
    [
        "company/r-set-to-0-by-hand-is-felt-in-the-next-fight",
        "napoleonic/a-group-loses-its-only-life",
        "napoleonic/hits-take-several-lives-and-groups",
        "company/resilience-the-last-group-of-its-company",
    ],
)
def test_report_and_season_agree_also_where_groups_and_values_by_hand_are_in_play(
    case: str, tmp_path: Path
) -> None:
    path = ROOT / "tests" / "cases" / f"{case}.toml"
    read = read_case(path)
    session: Session[Any] = new_session(
        rulesets()[read.ruleset], read.setup, seed=1, path=tmp_path / "a.vedette"
    )
    for step in read.steps:
        given_to(session, step)
    session.close()
    report, season = battle_report(session), read_game(rulesets(), tmp_path / "a.vedette")
    assert isinstance(season, SeasonGame)
    felled = {deed.unit: len(deed.felled) for deed in report.deeds if deed.felled}
    assert felled == {u.name: u.destroyed for side in season.sides for u in side.units if u.destroyed}


def test_what_is_set_by_hand_is_told_as_such_and_is_nobodys_deed_nor_a_turning_point(
    vedette: Vedette, tmp_path: Path
) -> None:
    """A value that is set, and lives that are marked."""
    save = tmp_path / "a.vedette"
    save.write_bytes(named("mill").read_bytes())
    session: Session[Any] = open_session(rulesets(), save)
    before = session.state_at(60).units["h5"].r
    session.goto(60)
    session.do(
        {"do": "adjust", "by": "red", "path": "units.h5.r", "value": before - 4, "reason": "miscounted"}
    )
    session.do({"do": "adjust", "by": "red", "path": "sides.red.vp", "value": 2, "reason": "a bet"})
    session.close()
    report = battle_report(read_session(rulesets(), save))
    assert "By hand, the Boar went from 0 to 2 VP (“a bet”)." in report.rounds[-1].text
    assert "River Road Riders" not in {deed.unit for deed in report.deeds}
    assert session.timeline.head not in {turn.n for turn in report.turning}
    assert "By hand, River Road Riders went from five to one R (“miscounted”)." in report.rounds[-1].text
    assert any("miscounted" in text for _, text in report.remarks)

    marked = battle_report(opened(named("hedges")))
    lost = Counter({deed.unit: deed.lost for deed in marked.deeds})
    assert not lost["65e Ligne, conscripts"]
    assert "65e Ligne, conscripts" not in marked.sides[0].lost
    assert _is_told_by_hand(marked, "65e Ligne, conscripts")


def test_a_side_that_lost_its_strength_by_hand_alone_is_not_said_to_have_lost_it() -> None:
    """Neither at the head of the report nor in how the round went; its strength is as it stands."""
    old = opened(named("first"))
    played: Session[Any] = new_session(old.ruleset, old.setup, seed=1)
    played.do({"do": "start_game", "by": "red"})
    blue = [(id, unit) for id, unit in played.state.units.items() if unit.side == "blue"]
    for path in (f"units.{id}.models.{model}.hp" for id, unit in blue for model in range(len(unit.models))):
        played.do({"do": "adjust", "by": "blue", "path": path, "value": 0, "reason": "a bet"})
    report = battle_report(played)
    side = next(side for side in report.sides if side.id == "blue")
    assert (side.lost, side.strength.now) == ((), 0)
    told = report.rounds[-1].text.split(". ")
    assert [sentence for sentence in told if not sentence.startswith("By hand")] == []


def _is_told_by_hand(report: BattleReport, name: str) -> bool:
    text = " ".join(told.text for told in report.rounds)
    return text.count(name) == text.count(f"By hand, {name}") > 0
