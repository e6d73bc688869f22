"""Secret ambitions: told to their own side, and nowhere else before they are revealed or the game is over."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from tests.games.company.skirmishes import do, site_game
from vedette.cli.words import app
from vedette.engine.plain import to_plain
from vedette.engine.session import Session
from vedette.games.company.ruleset import RULESET
from vedette.games.company.state import Skirmish
from vedette.view.action_log import ActionLog
from vedette.view.command_line import command_lines
from vedette.view.offered import offered

SECRET, NAME, BOAST = "do-not-waver", "Do Not Waver", "rain-hell"


@pytest.fixture
def chosen(tmp_path: Path) -> Iterator[Session[Skirmish]]:
    """A game of the site's in which red has a secret ambition and a revealed one."""
    session = site_game(tmp_path / "secret.vedette", points=24)
    do(session, {"do": "roll_off", "by": "red"}, 6, 1)
    do(session, {"do": "ambition", "by": "red", "ambition": SECRET})
    do(session, {"do": "ambition", "by": "red", "ambition": BOAST, "revealed": True})
    yield session
    session.close()


def everything_told(session: Session[Skirmish]) -> str:
    """What both sides read: the command line, the log, the cards and the score board."""
    said = [str(RULESET.view.table(session.state, None))]
    said += [str(RULESET.view.details(session.state, unit)) for unit in session.state.units]
    said += [str(RULESET.view.actions(session.state, side)) for side in session.state.sides]
    log: Any = ActionLog(session)  # type: ignore[arg-type]
    said += [str(line) for line in log.last(99)]
    commands = ("state", "log", "log --json", "log --all", "log --all --json", "log --commands")
    for words in (*commands, "show", "show --json", "report --json"):
        command, *options = words.split()
        result = CliRunner().invoke(app, [command, str(session.path), *options])
        assert result.exit_code == 0, result.output
        said.append(result.output)
    return "\n".join(said)


def test_a_secret_ambition_is_told_to_its_own_side_only(chosen: Session[Skirmish]) -> None:
    told = everything_told(chosen)
    assert SECRET not in told
    assert NAME not in told
    assert "Rain Hell" in told
    (own,) = RULESET.view.hidden(chosen.state, "red") or ()
    assert own.label.startswith(NAME)
    assert RULESET.view.hidden(chosen.state, "blue") == ()


def test_a_choice_that_was_taken_back_stays_a_secret(chosen: Session[Skirmish]) -> None:
    chosen.undo(steps=2)
    do(chosen, {"do": "ambition", "by": "red", "ambition": BOAST, "revealed": True})
    told = everything_told(chosen)
    assert SECRET not in told
    assert "waver" not in told


def test_a_secret_is_no_line_for_a_shell(chosen: Session[Skirmish]) -> None:
    lines = [line for line in command_lines("again", cast(Any, chosen)) if "mbition" in line]
    assert lines == [
        "# Red has a secret ambition.",
        f"vedette do again ambition red ambition={BOAST} revealed=true",
    ]


def test_a_side_looks_at_its_secrets_behind_a_key_and_reveals_one(chosen: Session[Skirmish]) -> None:
    offered = [one for one in RULESET.view.actions(chosen.state, "red") if one.do == "reveal"]
    assert [(one.by, one.secret, one.form) for one in offered] == [("red", True, True)]
    form = RULESET.view.form(chosen.state, "reveal", "red", {})
    (field,) = form.fields
    assert (field.value, form.ready) == (None, False)
    filled = RULESET.view.form(chosen.state, "reveal", "red", {field.name: field.choices[0].value})
    chosen.do(filled.command)
    assert NAME in everything_told(chosen)


def test_both_sides_read_all_ambitions_when_the_game_is_over(chosen: Session[Skirmish]) -> None:
    do(chosen, {"do": "concede", "by": "blue"})
    told = everything_told(chosen)
    assert NAME in told
    state = json.loads(CliRunner().invoke(app, ["state", str(chosen.path)]).output)
    assert [one["id"] for one in state["companies"]["red"]["ambitions"]] == [SECRET, BOAST]


def test_the_list_of_actions_says_nothing_of_the_only_secret(chosen: Session[Skirmish]) -> None:
    for side in ("red", "blue"):
        for action in offered(RULESET, chosen.state, side):
            assert NAME not in f"{action.title} {action.note}"


def test_secrets_are_looked_at_where_none_may_be_revealed(chosen: Session[Skirmish]) -> None:
    do(chosen, {"do": "start", "by": "red"})
    assert chosen.state.phase == "activation"
    (look,) = (one for one in offered(RULESET, chosen.state, "red") if one.do == "reveal")
    assert look.why_not is None
    (field,) = RULESET.view.form(chosen.state, "reveal", "red", {}).fields
    picked = RULESET.view.form(chosen.state, "reveal", "red", {field.name: field.choices[0].value})
    assert picked.refusal is not None
    assert picked.refusal.rule == "CO-AMB-3"


def test_the_players_correct_what_is_fulfilled_when_vp_are_counted(chosen: Session[Skirmish]) -> None:
    def open_to_all() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = RULESET.view.open_paths(chosen.state, to_plain(chosen.paths()))[
            "companies"
        ]["red"]["ambitions"]
        return told

    assert open_to_all() == [{"revealed": False}, {"id": BOAST, "revealed": True, "met": False}]
    do(chosen, {"do": "start", "by": "red"})
    chosen.do({"do": "adjust", "by": "red", "values": {"phase": "closing"}})
    assert open_to_all()[0] == {"revealed": False, "met": True}


def test_no_odds_foretell_what_is_secret(chosen: Session[Skirmish]) -> None:
    do(chosen, {"do": "start", "by": "red"})
    chosen.do({"do": "adjust", "by": "red", "values": {"phase": "closing"}})
    for options in ([], ["--json"]):
        told = CliRunner().invoke(app, ["odds", str(chosen.path), "end_game", "red", *options])
        assert told.exit_code == 0
        assert NAME not in told.output
        assert SECRET not in told.output
        assert "sides.red.vp" not in told.output
    assert CliRunner().invoke(app, ["odds", str(chosen.path), "end_game", "red"]).output == (
        "100.0% depends on what is sealed, and is not foretold.\n"
    )
