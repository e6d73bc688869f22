"""What stands on the stage: dice, a choice, how the game ended, any action; or a form, and what is set by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.tui.keys import ACTIONS, CHOICE, DICE, ENDED, Mode
from vedette.tui.table_controller import TableController
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.choice_panel import ChoicePanel
from vedette.tui.widgets.later_panel import LaterPanel
from vedette.tui.widgets.panel_host import Panel

if TYPE_CHECKING:  # each panel is loaded when it is first shown
    from vedette.tui.form_entry import FormEntry
    from vedette.tui.widgets.adjust_panel import AdjustPanel
    from vedette.tui.widgets.aftermath_panel import AftermathPanel
    from vedette.tui.widgets.form_panel import FormPanel
    from vedette.view.report import BattleReport


LONG = 2000
"""Lines of a game that is slow to sum up."""


class Stage(NamedTuple):
    """The panel that has the keyboard, whose keys the last row names, and what stands above it."""

    mode: Mode
    panel: Panel
    above: Panel | None = None


def stage_of(controller: TableController) -> Stage:
    """What the game waits for."""
    request = controller.request
    if isinstance(request, DiceRequest):
        from vedette.tui.widgets.dice_panel import DicePanel  # not before dice are asked for: 5 ms

        panel = DicePanel(
            request,
            controller.rolls,
            controller.recalled,
            controller.sides,
            controller.faces,
            controller.foreseen,
            controller.parties,
            is_guarded=bool(controller.guard),
            thrown=_thrown(controller, request),
        )
        return Stage(DICE, panel)
    above = _aftermath(controller)
    if isinstance(request, ChoiceRequest):
        role = controller.roles.get(request.side, "first")
        asking = ChoicePanel(request, controller.name(request.side), role, is_guarded=bool(controller.guard))
        return Stage(CHOICE, asking, above)
    if controller.table.outcome and not controller.chosen_by_hand:
        return Stage(ENDED, _end(controller))
    return Stage(ACTIONS, ActionsPanel(controller.offer, controller.guard), above)


def _thrown(controller: TableController, request: DiceRequest) -> list[int]:
    """The places of the dice that Vedette rolls in a pool to which each side brings one."""
    each = list(controller.roles) if not request.side and request.dice == len(controller.roles) else []
    return [i for i, side in enumerate(each) if side in controller.rolled_for]


def form_panel(controller: TableController, entry: FormEntry) -> FormPanel:
    """The form of a command, with the cards as they are now; whoever gives what is both sides' business is not named."""
    by, spec = entry.form.by, controller.session.ruleset.specs[entry.form.do]
    role = controller.roles.get(by) or controller.role
    name = "" if spec.of_both else controller.name(by)
    return _form(controller, entry, name, role, foresees=controller.foresees)


def form_by_hand(controller: TableController, entry: FormEntry, name: str) -> FormPanel:
    """A form of what is set by hand, of the chosen unit or of the game; it has no odds."""
    return _form(controller, entry, name, controller.role, foresees=False)


def _form(
    controller: TableController, entry: FormEntry, name: str, role: str, *, foresees: bool
) -> FormPanel:
    from vedette.tui.widgets.duel import Duel  # not before the first form: 5 ms
    from vedette.tui.widgets.form_panel import FormPanel

    typing = [side.id for side in controller.table.sides if side.id not in controller.rolled_for]
    duel = Duel(controller.cards_by_id, controller.roles)
    return FormPanel(entry, name, role, duel, foresees=foresees, typing=typing)


def adjust_panel(controller: TableController) -> AdjustPanel:
    """What can be corrected of the chosen unit."""
    from vedette.tui.widgets.adjust_panel import AdjustPanel  # not before somebody adjusts: 3 ms

    name = controller.name(controller.chosen)
    return AdjustPanel(
        name, controller.role, controller.steppers, controller.conditions, can_place=controller.can_place
    )


def _aftermath(controller: TableController) -> AftermathPanel | None:
    """What the last command came to, as long as its dice are looked at."""
    last = controller.log.outcome()
    great = last is not None and last.n == controller.session.timeline.head and last.is_great
    if not controller.rolls and not great:
        return None
    from vedette.tui.widgets.aftermath_panel import AftermathPanel  # with the dice: 6 ms
    from vedette.tui.widgets.dice_panel import RollsPanel

    rolls = RollsPanel(controller.rolls, controller.sides) if controller.rolls else None
    decided = () if controller.request else controller.decided()
    return AftermathPanel(
        rolls,
        controller.losses,
        last,
        controller.roles,
        controller.foreseen,
        decided,
        controller.parties,
        controller.changes if great else (),
        controller.session.ruleset.view.story,
    )


def _end(controller: TableController) -> Panel:
    """The end of the game, with the actions still possible, such as settling a scenario; a long game is summed up in the background."""
    from vedette.tui.widgets.end_panel import EndPanel  # not before the end of a game: 7 ms
    from vedette.view.report import battle_report

    offer = controller.offer
    possible = any(action.why_not is None for action in offer.actions)
    actions = ActionsPanel(replace(offer, told=""), controller.guard) if possible else None
    table, keys, report = controller.table, controller.told, controller.report
    losses = controller.losses_of_the_game

    def made(told: BattleReport) -> Panel:
        return EndPanel(told, table, controller.roles, controller.luck, keys, report, actions, losses)

    if len(controller.session.timeline.entries) <= LONG:
        return made(controller.battle())
    return LaterPanel(
        "The end",
        table.outcome,
        "Summing up the game",
        lambda tell: made(battle_report(controller.session, tell=tell)),
    )
