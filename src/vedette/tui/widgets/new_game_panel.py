"""The form of a new game: like the form of a command, with everything that is against it below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from textual.message import Message

from vedette.tui.form_entry import FormEntry
from vedette.tui.keys import THROUGH
from vedette.tui.text import Line, line, rows_of
from vedette.tui.widgets.form_panel import seen
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.view.armies import OWN
from vedette.view.new_game_setup import NewGameSetup, Plan
from vedette.view.signs import CARE

BASES = ("ruleset", "game")
"""Fields that everything else begins with: another value, and all the rest is as it gives it."""

ARMY = "army."  # begins the names of the fields in which a side's army is chosen
AGREEMENTS = ("readings", "options")  # the fields for house rules and optional rules
MISSION = "mission"  # the field that tells the mission, or the map

BEHIND = {ARMY: "   Space changes its units", **dict.fromkeys(AGREEMENTS, "   Space changes them")}
"""What Space does at a field, by how its name begins."""


@dataclass
class Begin(Message):
    """The game is to be started."""


@dataclass
class Left(Message):
    """The players don't want to start a game."""


@dataclass
class EditArmy(Message):
    """The units of a side are to be put together."""

    side: str


@dataclass
class DrawMap(Message):
    """Another map is to be drawn."""


@dataclass
class EditAgreement(Message):
    """The players choose house rules or optional rules."""

    field: str


class NewGamePanel(Panel):
    """A draft of a new game; what comes of it is the set-up's."""

    def __init__(self, setup: NewGameSetup, changed: Callable[[], None]) -> None:
        """Begin with what the set-up proposes; `changed` is called when something else is chosen or at hand."""
        self._setup = setup
        self._changed = changed
        self._failed = ""
        self.entry = FormEntry(setup.fill, lambda target: {}, {})
        self.entry.pick(BASES[-1])

    @property
    def plan(self) -> Plan:
        return self._setup.plan

    def draw(self, width: int, height: int) -> list[Line]:
        against = [f"✘ {one}" for one in (*self.plan.faults, self._failed) if one]
        told = [f"{CARE} {one} (can be overruled at the table)" for one in self.plan.refusals]
        foot = [row for one in against for row in rows_of(one, width, "bad", 2)]
        foot += [row for one in told for row in rows_of(one, width, "warn", 2)]
        foot = foot[-max(1, height // 2) :]
        said = ("Not ready yet", "dim") if self.plan.faults else ("Enter ✔ Start the game", "good strong")
        space = next((said for name, said in BEHIND.items() if self.entry.focus.startswith(name)), "")
        space = "   Space draws another" if self._draws_maps else space
        closing = line((*said, "start"), (space, "dim"), ("   Esc back", "dim", "back"))
        shown = seen(self.entry, width, max(1, height - len(foot) - 2))
        return [*shown, Line(), *foot, closing]

    def key(self, key: str, char: str) -> Result:
        """A key of the form; Space opens the choices behind a field: an army's units, house rules, optional rules."""
        if key in THROUGH or key.startswith("ctrl+"):
            return False
        if key == "space" and self.entry.focus.startswith(ARMY):
            return EditArmy(self.entry.focus.removeprefix(ARMY))
        if key == "space" and self.entry.focus in AGREEMENTS:
            return EditAgreement(self.entry.focus)
        if key == "space" and self._draws_maps:
            return DrawMap()
        self._failed = ""
        if key == "enter" and self.words is not None:
            key = "down"  # a name that is typed starts no game
        focus, before = self.entry.focus, dict(self.entry.draft)
        answer = self.entry.key(key, char)
        self._settle(before)
        self._changed()
        if answer == "commit":
            return Begin()
        if answer == "close":
            return Left()
        return self._own_units(focus, char.isdigit()) or answer != "unknown"

    def click(self, target: str) -> Result:
        what, _, rest = target.partition(":")
        if what in ("start", "back"):
            return Left() if what == "back" else self.key("enter", "")
        before = dict(self.entry.draft)
        name, _, index = rest.rpartition(":") if what == "choice" else (rest, "", "")
        self.entry.pick(name, int(index) if index else None)
        self._settle(before)
        self._changed()
        return self._own_units(name, bool(index)) or True

    def fail(self, sentence: str) -> None:
        """The game could not be started; told until the next key."""
        self._failed = sentence

    def take_army(self, side: str, army: str) -> None:
        """A side has another army now."""
        self.entry.put(ARMY + side, army)
        self._changed()

    def take_mission(self, id: str) -> None:
        """A map has been drawn: the game is played on it now."""
        self.entry.put(MISSION, id)
        self._changed()

    def take_agreement(self, field: str, said: Mapping[str, object]) -> None:
        """The players have agreed on house rules or optional rules."""
        self.entry.put(field, said)
        self._changed()

    @property
    def words(self) -> tuple[str, str] | None:
        return self.entry.words

    def put_words(self, text: str) -> Result:
        self.entry.set_text(self.entry.focus, text)
        self._changed()
        return True

    def _settle(self, before: dict[str, object]) -> None:
        """Another game to start from: what was chosen for the one before is let go."""
        draft, focus = self.entry.draft, self.entry.focus
        changed = [name for name in BASES if draft.get(name) != before.get(name)]
        if changed:
            kept = {name: draft[name] for name in BASES[: BASES.index(changed[0]) + 1] if name in draft}
            self.entry = FormEntry(self._setup.fill, lambda target: {}, {}, said=kept)
            self.entry.pick(focus)

    def _own_units(self, name: str, picked: bool) -> Result:
        """Whoever picks "put together", and has nothing yet, wants to put it together."""
        side = name.removeprefix(ARMY)
        wanted = picked and name.startswith(ARMY) and self.entry.draft.get(name) == OWN
        return EditArmy(side) if wanted and not self._setup.own.get(side) else False

    @property
    def _draws_maps(self) -> bool:
        """Whether the field at hand is a map that could be drawn here."""
        return self.entry.focus == MISSION and self._setup.draws_maps
