"""What each command asks of the table: what it declares, unless its form is made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vedette.engine.record import replace
from vedette.games.close_quarters.candidates import called
from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.view import attack_forms, sealing_forms, trade_forms, turn_forms
from vedette.games.close_quarters.view.actions import GATE, reminders_of, title
from vedette.games.close_quarters.view.attack_forms import board_to
from vedette.games.close_quarters.view.board import board
from vedette.view.asked import declared
from vedette.view.board import Board
from vedette.view.fields import Draft
from vedette.view.forms import FormBuilder, FormValidator
from vedette.view.vocabulary import Field, Form

BUILDERS: Mapping[str, FormBuilder[Fight]] = {
    "initiative": turn_forms.initiative,
    "move": turn_forms.move,
    "shoot": attack_forms.shoot,
    "throw": attack_forms.throw,
    "flame": attack_forms.flame,
    "aim": attack_forms.aim,
    "opportunity_fire": attack_forms.opportunity_fire,
    "attack": attack_forms.attack,
    "ready": turn_forms.ready,
    "switch_shield": turn_forms.switch_shield,
    "seal": sealing_forms.seal,
    "reveal": sealing_forms.reveal,
    "check": turn_forms.check,
    "award": trade_forms.award,
    "buy": trade_forms.buy,
    "sell": trade_forms.sell,
    "claim": trade_forms.claim,
    "repair": trade_forms.repair,
    "equip": trade_forms.equip,
}


def form(game: Fight, do: str, by: str, draft: Draft) -> Form:
    """The form of a command with a draft filled in."""
    validator = FormValidator(COMMANDS, GATE, game)
    build: FormBuilder[Fight] = BUILDERS.get(do) or declared(do, called)
    asked = build(validator, by, draft)
    lines = (*asked.lines, *sealing_forms.before_the_dice(game, asked.words))
    made = validator.form(
        title(game, do, by),
        asked.fields,
        asked.words,
        lines=lines,
        reminders=reminders_of(game, asked.words),
    )
    return replace(made, board=asked.board or _board(game, by, asked.fields))


def _board(game: Fight, by: str, fields: Sequence[Field]) -> Board | None:
    """The map where a hex is asked for; with the line to the last one, if it may be any."""
    where = next((field for field in reversed(fields) if field.kind == "hex"), None)
    if where is None:
        return None
    return board(game, side=game.units[by].side) if where.choices else board_to(game, by, where, fields)
