"""What the map shows: the board of the table or of a form, and what is being said over it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.engine.requests import ChoiceRequest
from vedette.tui.path_entry import step_start, walked
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.choice_panel import keys_of
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.board import Board
from vedette.view.dice_text import chance_words
from vedette.view.vocabulary import PlannedRoll

if TYPE_CHECKING:  # not before the first form
    from vedette.tui.form_entry import FormEntry
    from vedette.tui.widgets.answer_panel import AnswerPanel
    from vedette.tui.widgets.form_panel import FormPanel


def plain_scene(
    board: Board, roles: Mapping[str, str], chosen: str, cursor: str = "", target: str = ""
) -> Scene:
    """The board with nothing said over it; `target` is the unit that is aimed at."""
    return Scene(board, roles, chosen, target=target, path=board.path, cursor=cursor)


def scene_of(
    board: Board, controller: TableController, cursor: str, panel: FormPanel | AnswerPanel | None
) -> Scene:
    """The board of a table with what is said over it: the form that is open, or else the question, of whose answers hexes get their keys."""
    chosen, request = controller.chosen, controller.request
    scene = plain_scene(board, controller.roles, chosen, cursor, controller.target)
    scene = replace(scene, look=partial(controller.hex_words, chosen))
    if panel is not None:
        return _with_form(scene, panel.entry, panel.harm)
    if not isinstance(request, ChoiceRequest):
        return scene
    keys = zip(request.listed, keys_of(request.listed), strict=False)
    hexes = {str(option.value): key for option, key in keys}
    return replace(scene, steps={hex: key for hex, key in hexes.items() if board.has(hex)})


def _with_form(scene: Scene, entry: FormEntry, harm: Mapping[str, str]) -> Scene:
    """With the draft of a form: its path, what the field at hand may take, and how likely anybody is hit or harmed."""
    form, field = entry.form, entry.field
    board = form.board or scene.board
    path = next((walked(asked) for asked in form.fields if asked.kind == "path" and asked.value), board.path)
    # the hex that the field at hand has come to, unless it is a secret
    shown = field is not None and not field.secret and field.kind in ("path", "hex")
    reached = step_start(form, field) if field is not None and shown else ""
    told = {
        str(choice.value): choice.chance for asked in form.fields for choice in asked.choices if choice.chance
    }
    if entry.target and entry.target not in told:
        planned = (line.pool for line in form.lines if isinstance(line, PlannedRoll))
        told[entry.target] = next((chance_words(pool)[1].replace(" ", "") for pool in planned), "")
    told |= harm
    return replace(
        scene,
        board=board,
        chosen=form.by if board.figure(form.by) else scene.chosen,
        target=entry.target,
        path=path,
        cursor=scene.cursor or reached or board.cursor,
        steps=entry.steps,
        refused=entry.refused_steps,
        chances={figure.hex: told[figure.id] for figure in board.figures if told.get(figure.id)},
    )
