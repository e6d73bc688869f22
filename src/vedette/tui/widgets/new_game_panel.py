"""The choices of a new game: the games and their starts in sight, then the fields, what players need, and what is against it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.cells import cell_len
from textual.message import Message

from vedette.engine.settings import GameOption, Options, played
from vedette.tui.form_entry import DIGITS, FormEntry
from vedette.tui.keys import LETTERS, THROUGH
from vedette.tui.text import Line, Said, clean, fit, framed, line, rows_of, rule, spread
from vedette.tui.widgets.form_panel import Closed, Committed
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.view.armies import OWN
from vedette.view.new_game_setup import NewGameSetup, Plan
from vedette.view.palette import side_roles
from vedette.view.signs import CARE, CHOSEN, CURSOR, IN, OUT
from vedette.view.vocabulary import Choice, Field

BASES = ("ruleset", "edition", "game")
"""Fields that everything else begins with: another value, and all the rest is as it gives it."""

LISTED = ("ruleset", "game")  # those of them whose choices stay in sight

ARMY = "army."  # begins the names of the fields in which a side's army is chosen
OPTIONS = "options"  # the field of the optional rules, which have keys of their own while it is chosen
AGREEMENTS = ("readings", OPTIONS)  # the fields for house rules and optional rules
MISSION = "mission"  # the field that tells the mission, or the map

LABEL = 15  # cells of a label
ROOMY_LABELS = 60  # cells from which labels are never cut
NAME = 18  # cells of a name before what is said of it
ROOMY = 30  # rows from which the games and their starts stay in sight
FEWEST = 3  # choices that are listed at least
LEAST = 8  # cells of what is said of a choice, from which on it may be cut

USUAL = frozenset({"none", "no limit", "free"})
"""Values that say nothing."""


@dataclass
class EditArmy(Message):
    """The units of a side are to be put together."""

    side: str


@dataclass
class DrawMap(Message):
    """Another map is to be drawn."""


@dataclass
class EditAgreement(Message):
    """The players choose house rules or optional rules, beginning with one of them."""

    field: str
    at: str = ""


class NewGamePanel(Panel):
    """A draft of a new game; what comes of it is the set-up's."""

    def __init__(self, setup: NewGameSetup, changed: Callable[[], None]) -> None:
        """Begin with what the set-up proposes; `changed` is called when something else is chosen or at hand."""
        self._setup = setup
        self._changed = changed
        self._failed = ""
        self._row = 0
        self.entry = FormEntry(setup.fill, lambda target: {}, {})
        self.entry.pick(BASES[-1])

    @property
    def plan(self) -> Plan:
        return self._setup.plan

    @property
    def at(self) -> int:
        return self._row

    def draw(self, width: int, height: int) -> list[Line]:
        """The fields, of which the one at hand lists its choices; where there is room the games and starts do so always."""
        is_roomy, entry = height >= ROOMY, self.entry
        fields = {field.name: field for field in entry.fields}
        made: list[Line] = []
        for name in BASES if is_roomy else ():
            if name not in LISTED:
                made += [self._field(fields[name], width), Line()] if name in fields else []
                continue
            field = fields.pop(name)
            made.append(rule(field.label, width, entry.letters[name]))
            made += [*self._choices(field, width, len(field.choices)), Line()]
        made += [rule("This game", width)] if is_roomy else []
        for field in fields.values():
            if is_roomy and field.name in BASES:
                continue
            if field.name == entry.focus:
                self._row = len(made)
            made.append(self._field(field, width))
        if entry.folded:
            names = fit(", ".join(clean(one.label).lower() for one in entry.folded), width - 3)
            made.append(line((" + ", "key"), (names, "dim"), target="more"))
        closing = self._closing(width, boxed=is_roomy)
        room = height - len(made) - len(closing) - 2
        at_hand = fields.get(entry.focus)
        below: list[Line] = []
        if at_hand and at_hand.choices and at_hand.name not in AGREEMENTS:
            listed, many = max(FEWEST, room - 1), len(at_hand.choices)
            below = [rule(at_hand.label, width, f"{many} in all" if many > listed else "")]
            below += self._choices(at_hand, width, listed)
        elif at_hand and at_hand.name == OPTIONS and not is_roomy:
            below = self._some_options(width, max(FEWEST, room))
        elif is_roomy and room > len(needs := needs_lines(self.plan, width)):
            below = needs
        return [*made, Line(), *below, *([Line()] if below else []), *closing]

    def _field(self, field: Field, width: int) -> Line:
        at_hand = field.name == self.entry.focus
        side = field.name.partition(".")[2]
        role = side_roles(self.plan.armies).get(side, "dim")
        wide = LABEL if width < ROOMY_LABELS else max(len(one.label) for one in self.entry.fields) + 2
        room = width - wide - 3
        if field.kind == "many":
            labels = [one.label for one in field.choices if one.value in (field.value or ())]
            value = " · ".join(labels) or "none"
        elif field.kind == "choice":
            taken = next((one for one in field.choices if one.value == field.value), Choice(None, "…"))
            is_long = field.name in AGREEMENTS and cell_len(taken.label) > room
            value = (taken.note if is_long else "") or taken.label
        else:
            value = str(field.value or "")
        said: list[Said] = [
            (CURSOR if at_hand else " ", "key"),
            (f"{self.entry.letters[field.name] or ' '} ", "key"),
            (f"{fit(clean(field.label), wide - 1):<{wide}}", role),
            (fit(clean(value), room), "" if value in USUAL else "strong"),
        ]
        return line(*said, ground="chosen" if at_hand else "", target=f"field:{field.name}")

    def _choices(self, field: Field, width: int, room: int) -> list[Line]:
        """The choices of a field, with their keys where it is at hand; as many as have room, the chosen one among them."""
        at_hand = field.name == self.entry.focus
        keys = self.entry.keys_of(field)
        several = field.value or () if field.kind == "many" else ()
        taken_at = (i for i, one in enumerate(field.choices) if one.value == field.value)
        chosen = next(taken_at, self.entry.member if several else 0)
        first = max(0, min(chosen - room // 2, len(field.choices) - room))
        made = []
        for i, choice in enumerate(field.choices[first : first + room], first):
            taken = choice.value in several if field.kind == "many" else choice.value == field.value
            marked = at_hand and (i == self.entry.member if field.kind == "many" else taken)
            sign = (IN if taken else OUT) if field.kind == "many" else CHOSEN if taken else " "
            key = keys[i] if at_hand else sign
            lead = f"{key or ' '} {sign} " if at_hand and field.kind == "many" else f"{key or ' '} "
            label = fit(clean(choice.label), width - 1 - len(lead))
            free = width - 1 - len(lead) - max(NAME, cell_len(label) + 1)
            if marked and field.name in LISTED:
                self._row = 0
            said: list[Said] = [
                (CURSOR if marked else " ", "key"),
                (lead, "key" if at_hand else "good strong"),
                (f"{label} ".ljust(NAME), "strong" if taken else ""),
                (fit(clean(choice.note), free) if free >= min(len(choice.note), LEAST) else "", "dim"),
            ]
            made.append(line(*said, ground="chosen" if marked else "", target=f"choice:{field.name}:{i}"))
        return made

    def _some_options(self, width: int, room: int) -> list[Line]:
        """The optional rules with their keys, as many as have room; the others are behind Space."""
        now = self.plan.agreements[OPTIONS].now
        made = []
        for key, one in self.option_keys.items():
            said = (one.said(now[one.id]), "strong"), (f"  {fit(one.text, width)}", "dim")
            made.append(line((f"  {key} ", "key"), f"{clean(one.name)}  ", *said))
        if len(made) > room:
            made = [*made[: room - 1], line((f"    {len(made) - room + 1} more: Space", "dim"))]
        return made

    def _closing(self, width: int, *, boxed: bool) -> list[Line]:
        """What is against the game, the way on and back, and what Space does here."""
        against = [(f"✘ {one}", "bad") for one in (*self.plan.faults, self._failed) if one]
        against += [(f"{CARE} {one} (can be overruled at the table)", "warn") for one in self.plan.refusals]
        told = [row for text, role in against for row in rows_of(text, width, role, 2)]
        go: list[Said] = [(" Enter", "key", "start"), ("  Start the game", "good strong", "start")]
        go = [(" Not ready yet", "dim")] if self.plan.faults else go
        ground = "" if self.plan.faults else "good-ground"
        box = spread(go, [("Esc", "key", "back"), (" back ", "", "back")], width, ground)
        space = [line(("Space", "key"), f"  {self._space}")] if self._space else []
        return [*told, *(framed(box) if boxed else [box]), *space]

    @property
    def _space(self) -> str:
        focus = self.entry.focus
        if focus.startswith(ARMY):
            return "choose its units"
        if focus in AGREEMENTS:
            return "all of them, with reasons"
        return "draw another map" if self._draws_maps else ""

    def key(self, key: str, char: str) -> Result:
        """A key of the form; Space opens what is behind a field: an army's units, house rules, optional rules."""
        if key in THROUGH or key.startswith("ctrl+"):
            return False
        focus = self.entry.focus
        if key == "space" and focus.startswith(ARMY):
            return EditArmy(focus.removeprefix(ARMY))
        if key == "space" and focus in AGREEMENTS:
            return EditAgreement(focus)
        if key == "space" and self._draws_maps:
            return DrawMap()
        if focus == OPTIONS and (option := self.option_keys.get(char)):
            return self._set_option(option)
        self._failed = ""
        if key == "enter" and self.words is not None:
            key = "down"  # a name that is typed starts no game
        before = dict(self.entry.draft)
        answer = self.entry.key(key, char)
        self._settle(before)
        self._changed()
        if answer == "commit":
            return Committed(self.entry.form)
        if answer == "close":
            return Closed()
        return self._own_units(focus, char.isdigit()) or answer != "unknown"

    def click(self, target: str) -> Result:
        what, _, rest = target.partition(":")
        if what in ("start", "back", "more"):
            return self.key({"start": "enter", "back": "escape", "more": "plus"}[what], "")
        before = dict(self.entry.draft)
        name, _, index = rest.rpartition(":") if what == "choice" else (rest, "", "")
        self.entry.pick(name, int(index) if index else None)
        self._settle(before)
        self._changed()
        return self._own_units(name, bool(index)) or True

    def fail(self, sentence: str) -> None:
        self._failed = sentence

    def take(self, field: str, value: object) -> None:
        """What was made of a field on a screen of its own."""
        self.entry.put(field, value)
        self._changed()

    @property
    def words(self) -> tuple[str, str] | None:
        return self.entry.words

    def put_words(self, text: str) -> Result:
        self.entry.set_text(self.entry.focus, text)
        self._changed()
        return True

    @property
    def option_keys(self) -> dict[str, GameOption]:
        """The optional rules by their keys: digits, then letters that no field has."""
        has_options = OPTIONS in self.plan.agreements
        options: Options = self._setup.rulesets[self.plan.ruleset].options() if has_options else {}
        taken = set(self.entry.letters.values())
        free = [one for one in DIGITS + LETTERS if one not in taken]
        return dict(zip(free, options.values(), strict=False))

    def _set_option(self, option: GameOption) -> Result:
        """Flip a switch, take the next of several words; a number is typed in the list of all of them."""
        options = self._setup.rulesets[self.plan.ruleset].options()
        now = self.plan.agreements[OPTIONS].now
        if option.kind == "switch":
            value: object = not now[option.id]
        elif option.kind == "choice":
            value = option.values[(option.values.index(now[option.id]) + 1) % len(option.values)]
        else:
            return EditAgreement(OPTIONS, option.id)
        said = {**now, option.id: value}
        if option.needs and value:  # it works together with another one only
            said[option.needs] = True
        if not value:
            said |= {one.id: False for one in options.values() if one.needs == option.id}
        self.take(OPTIONS, played(options, said))
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


def needs_lines(plan: Plan, width: int) -> list[Line]:
    needs = plan.needs
    if not needs:
        return []
    most = max(4, *(len(much) for much, _ in needs))
    return [
        rule("You need", width),
        *(line((f"{much:>{most}}", "strong"), f"  {fit(what, width - most - 2)}") for much, what in needs),
    ]
