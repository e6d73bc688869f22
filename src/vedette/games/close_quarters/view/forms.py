"""What each command asks of the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from vedette.games.close_quarters.specs import COMMANDS
from vedette.games.close_quarters.state import Fight
from vedette.games.close_quarters.view import (
    area_forms,
    blow_forms,
    character_forms,
    fire_forms,
    gear_forms,
    sealing_forms,
    trade_forms,
    turn_forms,
)
from vedette.games.close_quarters.view.actions import GATE, title
from vedette.games.close_quarters.view.move_form import move
from vedette.games.close_quarters.view.people import called
from vedette.games.close_quarters.view.reminded import reminders_of
from vedette.view.asked import declared
from vedette.view.fields import Draft
from vedette.view.forms import FormBuilder, FormValidator
from vedette.view.vocabulary import Form

BUILDERS: Mapping[str, FormBuilder[Fight]] = {
    "initiative": turn_forms.initiative,
    "concede": turn_forms.concede,
    "move": move,
    "force_retreat": turn_forms.force_retreat,
    "shoot": fire_forms.shoot,
    "throw": fire_forms.throw,
    "flame": fire_forms.flame,
    "aim": fire_forms.aim,
    "throw_grenade": area_forms.throw_grenade,
    "sweep_fire": area_forms.sweep_fire,
    "overwatch": area_forms.overwatch,
    "opportunity_fire": area_forms.opportunity_fire,
    "attack": blow_forms.attack,
    "sweep": blow_forms.sweep,
    "staff": blow_forms.staff,
    "throw_foe": blow_forms.throw_foe,
    "disarm": blow_forms.disarm,
    "disengage": blow_forms.disengage,
    "defend": blow_forms.defend,
    "ready": gear_forms.ready,
    "switch": gear_forms.switch,
    "exchange": gear_forms.exchange,
    "reload": gear_forms.reload,
    "clear_jam": gear_forms.clear_jam,
    "attach_bayonet": gear_forms.attach_bayonet,
    "extinguish": gear_forms.extinguish,
    "climb": gear_forms.climb,
    "lay_sandbags": gear_forms.lay_sandbags,
    "switch_shield": turn_forms.switch_shield,
    "seal": sealing_forms.seal,
    "reveal": sealing_forms.reveal,
    "check": turn_forms.check,
    "opposed": turn_forms.opposed,
    "sneak": turn_forms.sneak,
    "heal": character_forms.heal,
    "wake": character_forms.wake,
    "buy_skill": character_forms.buy_skill,
    "buy_bonus": character_forms.buy_bonus,
    "buy_attribute": character_forms.buy_attribute,
    "change_skills": character_forms.change_skills,
    "award": character_forms.award,
    "validate": character_forms.validate,
    "settle": character_forms.settle,
    "buy": trade_forms.buy,
    "sell": trade_forms.sell,
    "claim": trade_forms.claim,
    "recharge": trade_forms.recharge,
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
    return replace(made, board=asked.board)
