"""Optional rules: one list, read from the set-up's own model, and offered wherever a game begins."""

from __future__ import annotations

from typing import Any

import pytest

from vedette.engine import library
from vedette.engine.errors import CommandError
from vedette.engine.session import new_session
from vedette.engine.settings import GameOption, options_said
from vedette.registry import rulesets
from vedette.view.new_game_setup import NewGameSetup, Plan, SaveNames

OPTIONS = [(ruleset, one) for ruleset, game in rulesets().items() for one in game.options().values()]
NAMED = [f"{ruleset}/{one.id}" for ruleset, one in OPTIONS]


def _plan(ruleset: str, **draft: Any) -> Plan:
    setup = NewGameSetup(rulesets(), SaveNames(lambda name: "", lambda name: name))
    return setup.make({"ruleset": ruleset, **draft})


@pytest.mark.parametrize(("ruleset", "option"), OPTIONS, ids=NAMED)
def test_an_option_has_a_name_and_a_sentence(ruleset: str, option: GameOption) -> None:
    assert option.text.endswith(".")
    assert option.rules
    assert set(option.rules) <= set(rulesets()[ruleset].rules())
    assert option.needs in ("", *rulesets()[ruleset].options())


@pytest.mark.parametrize("ruleset", rulesets())
def test_every_text_is_of_an_option(ruleset: str) -> None:
    options = rulesets()[ruleset].options()
    rows = library.table(ruleset, "options") if options else []
    assert {row["id"] for row in rows} == set(options)
    assert all(row["default"] == options[row["id"]].default for row in rows if "default" in row)


def _another(option: GameOption) -> str:
    """A value that it has not if nothing is said."""
    match option.kind:
        case "switch":
            return "off" if option.default else "on"
        case "choice":
            return next(value for value in option.values if value != option.default)
        case _:
            return f"{option.least + 3:g}"


@pytest.mark.parametrize(("ruleset", "option"), OPTIONS, ids=NAMED)
def test_every_option_can_be_played(ruleset: str, option: GameOption) -> None:
    said = [f"{option.id}={_another(option)}", *([option.needs] if option.needs else [])]
    given = options_said(rulesets()[ruleset].options(), said)
    plan = _plan(ruleset, options=given)

    assert given[option.id] != option.default
    assert plan.faults == ()
    session = new_session(rulesets()[ruleset], plan.setup, seed=1)
    assert session.header.setup["options"] == given


@pytest.mark.parametrize(
    "said", ["nothing", "gravity=much", "gravity=-1", "gravity=11", "starting_points=1.5", "scenario=war", "delay=perhaps", ""]
)  # fmt: skip
def test_what_no_option_can_be_is_refused(said: str) -> None:
    with pytest.raises(CommandError):
        options_said(rulesets()["close-quarters"].options(), [said])


def test_a_new_game_begins_with_the_options_of_its_game_file() -> None:
    plan = _plan("close-quarters", game="duel")
    agreement = plan.agreements["options"]
    assert agreement.said(agreement.now) == plan.game.row["options"]
    fields = {field.name: field for field in agreement.form(agreement.now).fields}
    assert list(fields) == list(rulesets()["close-quarters"].options())
    assert fields["quick_shot"].value is True


def test_an_option_that_needs_another_says_so_at_once() -> None:
    agreement = _plan("close-quarters").agreements["options"]
    needing = next(one for one in rulesets()["close-quarters"].options().values() if one.needs)
    assert not agreement.form({}).error
    assert needing.name in agreement.form({needing.id: True}).error
    assert not agreement.form({needing.id: True, needing.needs: True}).error
