"""Whatever is typed for an argument is understood, refused, or answered with a sentence."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from tests.conftest import ROOT
from vedette.engine.again import understood, with_known
from vedette.engine.commands import arguments_of
from vedette.engine.errors import CommandError, VedetteError
from vedette.engine.session import Session, read_session
from vedette.engine.timeline import CommandEntry
from vedette.registry import rulesets
from vedette.testing.plugin import Times
from vedette.view.command_line import by_name

EXAMPLES = sorted((ROOT / "saves").glob("*.vedette"), key=lambda path: path.stem)
ODD_VALUES: tuple[Any, ...] = ([1], ["x"], [], [[1]], [{"a": 1}], {"a": 1}, {}, 1, -1, 1.5, True, False)
BEFORE_THE_FIRST_FIRE = 33
"""The entry of the hedges after which the light infantry fire."""


@pytest.mark.parametrize("save", EXAMPLES, ids=lambda path: path.stem)
def test_a_value_of_any_kind_for_any_argument_of_any_command_is_no_crash(save: Any, times: Times) -> None:
    """Each argument gets every eleventh value, the next one others; with `--thorough` all of them."""
    turn, apart = count(), times(11, 1)
    session = read_session(rulesets(), save)
    given = {one.input.do: one for one in session.timeline.path() if isinstance(one, CommandEntry)}
    for do, spec in session.ruleset.specs.items():
        state, words = session.state, {"do": do, "by": next(iter(session.state.sides))}
        if do in given:
            state, words = session.state_at(given[do].parent), dict(given[do].input.words)
        for name in ("by", *(one.name for one in arguments_of(spec.model))):
            for odd in ODD_VALUES[next(turn) % apart :: apart]:
                try:
                    with by_name(session.ruleset, state, {**words, name: odd}) as meant:
                        command = understood(
                            session.ruleset, state, with_known(session.ruleset, state, meant)
                        )
                        list(spec.refusals(state, command))
                except VedetteError:
                    continue
                assert name != "by"  # nobody has such an id


def the_complaint(session: Session[Any], n: int, words: dict[str, Any]) -> str:
    state = session.state_at(n)
    with pytest.raises(CommandError) as said, by_name(session.ruleset, state, words) as meant:
        understood(session.ruleset, state, meant)
    return str(said.value)


def test_a_missing_argument_that_a_field_of_another_name_fills_is_listed_too() -> None:
    """Several names have commas, so that more than a comma must stand between them."""
    session = read_session(rulesets(), ROOT / "saves" / "napoleonic-along-the-hedges.vedette")
    said = the_complaint(session, BEFORE_THE_FIRST_FIRE, {"do": "skirmish_fire", "by": "leger"})
    assert "at: " in said
    assert "95th Rifles, right wing; " in said
