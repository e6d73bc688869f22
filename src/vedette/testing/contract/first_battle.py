"""The first battle of a ruleset, where it brings one: it is good data, and its guide follows whatever is played."""

from __future__ import annotations

from vedette.controller import GameController
from vedette.engine.requests import ChoiceRequest
from vedette.engine.ruleset import Ruleset
from vedette.engine.state import GameState
from vedette.testing.game import WILD, begin
from vedette.testing.starts import Start
from vedette.view.guide import LONGEST, Guide, On, about_first_battle, read_first_battle, without_marks

STEPS = 60


def test_the_guide_of_a_first_battle_follows_whatever_is_played(ruleset: Ruleset[GameState]) -> None:
    if not about_first_battle(ruleset.id):
        return
    first = read_first_battle(ruleset)
    game = begin(Start(ruleset.id, "first battle", {"ruleset": ruleset.id, **first.game}), 1, WILD)
    controller, guide = GameController(game.session), Guide(first.lessons)
    for _ in game.play(STEPS):
        controller.table = controller.fresh_table()
        request = controller.request
        on: On = "choice" if isinstance(request, ChoiceRequest) else "dice" if request else "actions"
        said = guide.look(controller.moment(on, controller.ready_unit()))
        assert len(without_marks(str(said))) <= LONGEST
