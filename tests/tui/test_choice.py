"""A question on the stage: its answers are read whole where there is room."""

from __future__ import annotations

from vedette.engine.requests import ChoiceRequest, Option
from vedette.tui.widgets.choice_panel import ChoicePanel, Chosen

OPTIONS = (Option("clear", "path clear"), Option("off", "a model leaves the table: the Group is Routed"))


def drawn(height: int) -> list[str]:
    request = ChoiceRequest(name="retreat", side="red", options=OPTIONS, why="Retreats how?")
    return [row.text.rstrip() for row in ChoicePanel(request, "Red", "first").draw(34, height)]


def test_nobody_has_the_same_key_however_many_answers_there_are() -> None:
    for many in (1, 3, 12):
        others = tuple(Option(n, f"Sword {n}") for n in range(many))
        request = ChoiceRequest(
            name="x", side="red", options=(*others, Option("none", "No blow", none=True)), why="?"
        )
        assert ChoicePanel(request, "Red", "first").key("minus", "-") == Chosen("none")


def test_a_long_answer_goes_on_in_another_row_where_there_is_room() -> None:
    assert drawn(6)[1:] == [
        "▸ 1  path clear",
        "  2  a model leaves the table:",
        "     the Group is Routed",
    ]
    assert drawn(3)[2] == "  2  a model leaves the table: t…"
