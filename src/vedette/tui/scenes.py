"""What the map shows: the board of the table or of a form, and what is being said over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from vedette.engine.requests import ChoiceRequest
from vedette.tui.path_entry import step_start, walked
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.choice_panel import keys_of
from vedette.tui.widgets.hex_scene import Scene
from vedette.view.board import Board
from vedette.view.vocabulary import Field, Form

if TYPE_CHECKING:  # not before the first form
    from vedette.tui.form_entry import FormEntry
    from vedette.tui.widgets.form_panel import FormPanel


def plain_scene(
    board: Board, roles: Mapping[str, str], chosen: str, cursor: str = "", target: str = ""
) -> Scene:
    """The board with nothing said over it; `target` is the unit that is aimed at."""
    return Scene(board, roles, chosen, target=target, path=board.path, cursor=cursor)


def scene_of(board: Board, controller: TableController, cursor: str, panel: FormPanel | None) -> Scene:
    """The board of a table with what is said over it: the form that is open, or else the question."""
    scene = plain_scene(board, controller.roles, controller.chosen, cursor, controller.target)
    scene = replace(scene, look=controller.tell_hex)
    if panel is not None:
        return form_scene(scene, panel.entry, panel.harm)
    request = controller.request
    return asked_scene(scene, request) if isinstance(request, ChoiceRequest) else scene


def asked_scene(scene: Scene, request: ChoiceRequest) -> Scene:
    """With the hexes among the answers to a question, and their keys."""
    keys = {
        str(option.value): key for option, key in zip(request.listed, keys_of(request.listed), strict=False)
    }
    return replace(scene, steps={hex: key for hex, key in keys.items() if scene.board.has(hex)})


def form_scene(scene: Scene, entry: FormEntry, harm: Mapping[str, str] = {}) -> Scene:
    """With the draft of a form: its path, what the field at hand may take, and how likely anybody is hit or harmed."""
    form, field = entry.form, entry.field
    board = form.board or scene.board
    path = next((walked(asked) for asked in form.fields if asked.kind == "path" and asked.value), board.path)
    chosen = form.by if board.figure(form.by) else scene.chosen
    return replace(
        scene,
        board=board,
        chosen=chosen,
        target=entry.target,
        path=path,
        cursor=scene.cursor or _cursor(entry, field) or board.cursor,
        steps=entry.steps,
        refused=entry.refused_steps,
        chances=_chances(board, form, harm),
    )


def _chances(board: Board, form: Form, harm: Mapping[str, str]) -> Mapping[str, str]:
    """How likely whoever stands there is hit, of all that the form may aim at, or harmed by what it sets off."""
    told = {
        str(choice.value): choice.chance for field in form.fields for choice in field.choices if choice.chance
    }
    told |= harm
    return {figure.hex: told[figure.id] for figure in board.figures if figure.id in told}


def _cursor(entry: FormEntry, field: Field | None) -> str:
    """The hex that the field at hand has come to, unless it is a secret."""
    if field is None or field.secret or field.kind not in ("path", "hex"):
        return ""
    return step_start(entry.form, field)
