"""The panels that can stand on the stage, in one list: a new one is a file of its own and an entry here.

Footer, help, docs and what a stray key may do follow from the entry's mode and key. A form, and what is corrected by hand, are put
there by the part that they belong to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.tui.keys import ACTIONS, CHOICE, DICE, ENDED, SETUP, TABLE, Key, Mode
from vedette.tui.sides import initials
from vedette.tui.text import Line
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.choice_panel import ChoicePanel
from vedette.tui.widgets.later_panel import LaterPanel
from vedette.tui.widgets.panel_host import Panel
from vedette.view.dice_text import pool_asked

if TYPE_CHECKING:  # each panel is loaded when it is first shown
    from vedette.tui.form_entry import FormEntry
    from vedette.tui.table_controller import TableController
    from vedette.tui.widgets.form_panel import FormPanel
    from vedette.view.report import BattleReport

LONG = 2000
"""Lines of a game that is slow to sum up."""


class Entry(Struct, frozen=True, eq=False):
    """A panel: what has the keyboard with it, how it is made, and when it may be shown.

    The first without a `key` is what the game waits for. One with a `key` is opened by it where nothing is open or asked.
    `after_dice`: what the last command came to stands above it.
    """

    mode: Mode
    make: Callable[[TableController], Panel]
    when: Callable[[TableController], bool] = lambda controller: True
    key: Key | None = None
    after_dice: bool = False


def _in_a_course(controller: TableController) -> bool:
    """Whether dice are asked for in a chain of tests, or in what goes on from command to command: that is told above them."""
    request = controller.request
    return isinstance(request, DiceRequest) and (bool(request.chain) or controller.stays)


def _dice(controller: TableController) -> Panel:
    from vedette.tui.widgets.dice_panel import DicePanel  # not before dice are asked for: 5 ms

    request, chained = controller.request, False
    assert isinstance(request, DiceRequest)
    if request.chain:  # the table above has all that led to the test
        request, chained = replace(request, pool=pool_asked(request)), True
    # where each side brings one die, those of some sides may be Vedette's to roll
    both = not (request.side or chained) and request.dice == len(controller.roles)
    each = list(controller.roles) if both else []
    return DicePanel(
        request,
        () if chained else controller.rolls,
        controller.recalled,
        controller.sides,
        controller.faces,
        controller.foreseen,
        None if chained else controller.parties,
        is_guarded=bool(controller.guard),
        foresees=controller.foresees and not chained,
        thrown=[i for i, side in enumerate(each) if side in controller.rolled_for],
    )


def _choice(controller: TableController) -> Panel:
    request = controller.request
    assert isinstance(request, ChoiceRequest)
    role = controller.roles.get(request.side, "first")
    then = controller.course.then if controller.course else None

    def below(width: int) -> list[Line]:
        from vedette.tui.widgets.course_panel import ledger_lines  # with the first course

        return ledger_lines(then, width, len(then.rows) + 1, controller.roles, {}) if then else []

    guarded = bool(controller.guard)
    return ChoicePanel(request, controller.name(request.side), role, is_guarded=guarded, then=below)


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


def _setup(controller: TableController) -> Panel:
    from vedette.tui.widgets.setup_panel import SetupPanel  # before a game alone

    assert controller.setup is not None
    names = {side.id: side.name for side in controller.table.sides}
    return SetupPanel(
        controller.offer, controller.guard, controller.setup, controller.ticked, names, controller.roles
    )


def _answer(controller: TableController) -> Panel:
    """The form of the command that everyone waits for, to be given as it stands."""
    from vedette.tui.widgets.answer_panel import AnswerPanel  # with the forms: 5 ms

    action = controller.awaited
    assert action is not None
    cards, roles, side = controller.cards_by_id, controller.roles, controller.name(controller.side)
    entry = controller.form(action)
    return AnswerPanel(controller.offer, controller.guard, action, entry, cards, roles, side)


def _of_table(controller: TableController) -> Panel:
    from vedette.tui.widgets.table_actions import TableActions  # with the forms: 5 ms

    return TableActions(controller.offer, mapped=controller.places)


def _card(controller: TableController) -> Panel:
    from vedette.tui.widgets.card_panel import CardPanel  # not before somebody wants to read it

    return CardPanel(controller.offer, controller.table.prompt.reminders)


PANELS = (
    Entry(DICE, _dice, _in_a_course, after_dice=True),
    Entry(DICE, _dice, lambda controller: isinstance(controller.request, DiceRequest)),
    Entry(CHOICE, _choice, lambda controller: controller.request is not None, after_dice=True),
    Entry(ENDED, _end, lambda controller: bool(controller.table.outcome) and not controller.chosen_by_hand),
    Entry(SETUP, _setup, lambda controller: controller.setup is not None, after_dice=True),
    Entry(ACTIONS, _answer, lambda controller: controller.awaited is not None, after_dice=True),
    Entry(ACTIONS, lambda controller: ActionsPanel(controller.offer, controller.guard), after_dice=True),
    Entry(ACTIONS, _of_table, key=TABLE["table"]),
    Entry(ACTIONS, _card, lambda controller: controller.card is not None, key=TABLE["card"]),
)


PANEL_KEYS = tuple(entry.key for entry in PANELS if entry.key)
"""The keys that open panels."""


def aftermath(controller: TableController) -> Panel | None:
    """What the last command came to, as long as its dice are looked at; the chain of tests or the exchange that it belongs to."""
    course = controller.course
    if course is not None and (controller.request or controller.rolls or course.stays):
        from vedette.tui.widgets.course_panel import CoursePanel

        names = {side.id: side.name for side in controller.table.sides}
        return CoursePanel(course, controller.roles, initials(names), is_over=controller.request is None)
    last = controller.log.outcome()
    great = last is not None and last.n == controller.session.timeline.head and last.is_great
    if not controller.rolls and not great:
        return None
    from vedette.tui.widgets.aftermath_panel import AftermathPanel  # with the dice: 6 ms
    from vedette.tui.widgets.dice_panel import RollsPanel

    request = controller.request
    tried = (
        request.roll if isinstance(request, ChoiceRequest) else None
    )  # the dice that the question is about
    shown = (*controller.rolls, tried) if tried else controller.rolls
    rolls = RollsPanel(shown, controller.sides) if shown else None
    return AftermathPanel(
        rolls,
        controller.losses,
        last,
        controller.roles,
        controller.foreseen,
        controller.parties,
        controller.changes if great else (),
        controller.session.ruleset.view.story,
        None if controller.request else controller.decided(),
    )


def form_panel(controller: TableController, entry: FormEntry, name: str, role: str = "") -> FormPanel:
    """A form of somebody, with the cards as they are now; one with a `role` is a command's, and has odds."""
    from vedette.tui.widgets.form_panel import FormPanel  # not before the first form: 5 ms

    typing = [side.id for side in controller.table.sides if side.id not in controller.rolled_for]
    foresees = bool(role) and controller.foresees
    return FormPanel(
        entry,
        name,
        role or controller.role,
        controller.cards_by_id,
        controller.roles,
        foresees=foresees,
        typing=typing,
    )
