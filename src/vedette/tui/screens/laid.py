"""What lies on the table: both sides' cards, the map, the stage with what is open, and who is looked at."""

from __future__ import annotations

from dataclasses import replace

from textual import events
from textual.app import ComposeResult

from vedette.engine.requests import ChoiceRequest, DiceRequest
from vedette.engine.session import Session
from vedette.engine.state import GameState
from vedette.tui.history import History
from vedette.tui.keys import Mode
from vedette.tui.path_entry import steers
from vedette.tui.scenes import scene_of
from vedette.tui.screens.mapped import MapScreen
from vedette.tui.table_controller import Feedback, TableController
from vedette.tui.widgets.actions_panel import ActionsPanel
from vedette.tui.widgets.card_wall import CardWall
from vedette.tui.widgets.choice_panel import ChoicePanel
from vedette.tui.widgets.dice_panel import DicePanel, RollsPanel
from vedette.tui.widgets.footer import KeyBar
from vedette.tui.widgets.form_panel import FormPanel
from vedette.tui.widgets.header import Header
from vedette.tui.widgets.hex_map import HexMap
from vedette.tui.widgets.log import GameLog
from vedette.tui.widgets.panel_host import Panel, PanelHost
from vedette.tui.widgets.prompt import Prompt
from vedette.tui.widgets.roster import Roster
from vedette.view.board import Board, FireLine

NOTHING = Feedback()


class LaidTable(MapScreen[None]):
    """Shows one game, and whom the players look at. What they decide is the matter of `TableScreen`."""

    def __init__(self, session: Session[GameState]) -> None:
        """Show a session."""
        super().__init__()
        self._session = session
        self._controller = TableController(session)
        self._history = History(session, self._controller.roles)
        self._mode: Mode = "actions"
        self._cursor = ""
        self._line: FireLine | None = None

    def compose(self) -> ComposeResult:
        """What is on the table."""
        yield Header()
        yield Prompt()
        yield from self.compose_body()
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """Share the room out anew."""
        self.share_out(event.size)

    def _show(self, said: Feedback = NOTHING) -> None:
        """Paint whatever is different now, and give the keyboard to what must be answered."""
        controller = self._controller
        controller.throw_where_set()
        controller.look()
        self.query_one(Header).show(controller.table, self._session.house_rules, self._session.readonly)
        self.query_one(Prompt).show(controller.call)
        self._say(said)
        self.query_one(GameLog).show(self._history.lines())
        self.walk_log(walking=False)
        self._show_cards()
        self._show_stage()

    def _show_map(self) -> None:
        """The board with what is said over it; the keys of the field at hand."""
        controller, board, panel = self._controller, self._board(), self._form()
        entry = panel.entry if panel else None
        scene = None
        if board is not None:
            scene = scene_of(
                board,
                controller.roles,
                controller.chosen,
                self._cursor,
                entry=entry,
                request=controller.request,
            )
        self.show_scene(scene)
        self.query_one(KeyBar).show(self._keys_mode(), board=board is not None, sheets=controller.has_sheets)

    def _board(self) -> Board | None:
        """The board; the line of fire of a command stays on it until its dice have fallen."""
        board, request = self._controller.table.board, self._controller.request
        if request is None:
            self._line = None
        return board if board is None or self._line is None else replace(board, line=self._line)

    def _keys_mode(self) -> Mode:
        """Whose keys the footer offers."""
        panel = self._form()
        field = panel.entry.field if panel else None
        return "path" if self._mode == "form" and field is not None and steers(field) else self._mode

    def _show_cards(self) -> None:
        controller = self._controller
        self.query_one(Roster).show(
            controller.table.sides, controller.roles, controller.table.cards, controller.chosen
        )
        for wall, side in zip(self.query(CardWall), controller.table.sides, strict=False):
            wall.show(side, controller.cards(side.id), controller.chosen, rolled=controller.rolled[side.id])

    def _show_stage(self) -> None:
        """What the game waits for: dice, a choice, or any action."""
        controller, request = self._controller, self._controller.request
        rolls = RollsPanel(controller.rolls, controller.sides) if controller.rolls else None
        if isinstance(request, DiceRequest):
            self._open("dice", DicePanel(request, controller.rolls, controller.recalled, controller.sides))
        elif isinstance(request, ChoiceRequest):
            role = controller.roles.get(request.side, "first")
            self._open("choice", ChoicePanel(request, controller.name(request.side), role), rolls)
        else:
            self._open("actions", ActionsPanel(controller.offer), rolls)

    def _open(self, mode: Mode, panel: Panel, above: Panel | None = None) -> None:
        """Give the stage to a panel."""
        self._mode = mode
        self.query_one(PanelHost).show(panel, above)
        self._show_map()

    def _say(self, said: Feedback) -> None:
        self.query_one(Prompt).say(said.text, said.tone, said.keys)

    def _form(self) -> FormPanel | None:
        """The form that is open."""
        panel = self.query_one(PanelHost).panel
        return panel if isinstance(panel, FormPanel) else None

    def on_card_wall_card_chosen(self, event: CardWall.CardChosen) -> None:
        """A card was clicked."""
        self._choose(event.unit)

    def on_roster_unit_clicked(self, event: Roster.UnitClicked) -> None:
        """Somebody was clicked."""
        self._choose(event.unit)

    def on_panel_host_touched(self, event: PanelHost.Touched) -> None:
        """The draft of a form is another one, or a face was typed: what was said before is over."""
        self._say(NOTHING)
        if self._controller.table.board is not None:
            self._show_map()

    def on_hex_map_hex_clicked(self, event: HexMap.HexClicked) -> None:
        """A hex was clicked: for what is open, else to look at it or at who is there."""
        scene = self.query_one(HexMap).scene
        here = [figure.id for figure in scene.figures.get(event.hex, ())] if scene else []
        if not self.query_one(PanelHost).point(event.hex, here) and self._mode in ("actions", "log"):
            self._choose(here[0] if here else "")
            self._cursor = "" if here else event.hex
            self._show_map()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The log was entered by a click."""
        if isinstance(event.widget, GameLog):
            self._mode = "log"
            self._show_map()

    def _choose(self, unit: str) -> None:
        """Look at another unit; a question that is open stays open."""
        if not unit:
            return
        self._controller.choose(unit)
        self._cursor = ""
        if self._mode in ("actions", "form", "log"):
            self._controller.rolls = ()
            self._say(NOTHING)
            self._show_stage()
        self._show_cards()
        self._show_map()

    def action_next_card(self) -> None:
        """The unit below."""
        self._choose(self._controller.beside(1))

    def action_card_before(self) -> None:
        """The unit above."""
        self._choose(self._controller.beside(-1))

    def action_other_side(self) -> None:
        """A unit of the next side, the one that was looked at before."""
        self._choose(self._controller.across())
