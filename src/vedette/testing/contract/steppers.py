"""Whatever a game offers to be corrected by hand can be set, and then stands as it was set."""

from __future__ import annotations

from random import Random

import pytest

from vedette.testing.game import PLAIN, begin
from vedette.testing.starts import Start, each_game
from vedette.view.steppers import pool


@each_game()
def test_a_unit_is_as_its_stepper_was_set(start: Start) -> None:
    game = begin(start, 5, PLAIN).run(30)
    while game.session.request is not None:
        game.session.answer(game.answer())
    luck, session = Random(start.name), game.session
    state, view = session.state, session.ruleset.view
    for unit in luck.sample(list(state.units), min(4, len(state.units))):
        for stepper in view.steppers(state, unit):
            assert not stepper.levels[stepper.at].values
            level = luck.choice(stepper.levels)
            if level.values:
                words = {"do": "adjust", "by": next(iter(state.sides)), "values": level.values}
                assert session.do(words).refusal is None, (unit, stepper.label, level)
                for now in view.steppers(session.state, unit):
                    if now.label == stepper.label:
                        assert now.levels[now.at].label == level.label, (unit, stepper.label)
                session.undo()


@pytest.mark.parametrize(
    ("hits", "wanted", "after"),
    [
        ((2, 2, 2), 5, (2, 2, 1)),
        ((2, 2, 1), 4, (2, 2, 0)),
        ((2, 2, 1), 3, (2, 1, 0)),
        ((1, 2, 2), 4, (0, 2, 2)),
        ((2, 1, 0), 4, (2, 2, 0)),
        ((2, 2, 0), 5, (2, 2, 1)),
    ],
)
def test_of_models_alike_the_hurt_one_loses_and_regains_first(
    hits: tuple[int, ...], wanted: int, after: tuple[int, ...]
) -> None:
    stepper = pool("Hit points", [(str(place), left, 2) for place, left in enumerate(hits)])
    values = next(level.values for level in stepper.levels if level.label == str(wanted))
    assert tuple(values.get(str(place), left) for place, left in enumerate(hits)) == after
