"""House rules and optional rules: the questions by chapter with what is chosen, and the one at hand with every answer."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from vedette.tui.form_entry import DIGITS, FormEntry
from vedette.tui.text import Line, Piece, Said, clean, fit, flowing, framed, line, rows_of, rule, spread
from vedette.tui.widgets.form_panel import Closed, Committed
from vedette.tui.widgets.panel_host import Panel, Result
from vedette.view.agreements import PRESET, Agreement, Question
from vedette.view.signs import CHOSEN, CURSOR, PLACE

BRIEF = 34  # cells of an answer in the list at most: a longer sentence stands beside the question
MOST_TITLE = 34  # cells of a title at most
SIGNS = 3  # cells before it
ONLY_CHANGED, DEFAULT, NEXT_PRESET = "c", "d", "p"


class AgreementPanel(Panel):
    """The list, played by the keys of a form; gold is only what differs from the usual."""

    def __init__(self, agreement: Agreement, entry: FormEntry) -> None:
        self.agreement = agreement
        self.entry = entry
        self.only_changed = False
        self._row = 0

    @property
    def at(self) -> int:
        return self._row

    @property
    def questions(self) -> dict[str, Question]:
        return {field.name: asked for field, asked in self.agreement.fields(self.entry.draft)}

    @property
    def preset(self) -> str:
        """The name of the preset that is chosen as it is."""
        said = self.agreement.said(self.entry.draft)
        return next((name for name, chosen in self.agreement.presets.items() if said == chosen), "")

    def draw(self, width: int, height: int) -> list[Line]:
        entry, questions = self.entry, self.questions
        differs = self.agreement.differs(entry.draft)
        made = self._presets(width)
        fields = [field for field in entry.fields if field.name != PRESET]
        title = min(MOST_TITLE, max((cell_len(field.label) for field in fields), default=0)) + 1
        groups = {field.group for field in fields if field.group}
        is_roomy = len(made) + len(fields) + 2 * len(groups) <= height
        group = ""
        for field in fields:
            if field.group != group:
                made += [*([Line()] if made and is_roomy else []), rule(field.group, width)]
                group = field.group
            at_hand, gold = field.name == entry.focus, "warn strong" if field.name in differs else ""
            if at_hand:
                self._row = len(made)
            typed = entry.buffer if at_hand and entry.buffer is not None else None
            room = width - SIGNS - title
            value = (
                typed if typed is not None else questions[field.name].briefly(field.value, min(room, BRIEF))
            )
            said: list[Said] = [
                (CURSOR if at_hand else " ", "key"),
                (f"{PLACE if gold else '·'} ", gold or "dim"),
                (f"{fit(clean(field.label), title - 1):<{title}}", gold),
                (fit(clean(value), room), gold or "dim"),
            ]
            made.append(line(*said, ground="chosen" if at_hand else "", target=f"field:{field.name}"))
        if not fields:
            usual = "Nothing here: all is as usual."
            made.append(line((usual if self.only_changed else "No question has these words.", "dim")))
        return made

    def _presets(self, width: int) -> list[Line]:
        """Answers to all questions at once, each with how much of it differs from the usual; the chosen one on green."""
        presets, at_hand = self.agreement.presets, self.entry.focus == PRESET
        if not presets or not any(field.name == PRESET for field in self.entry.fields):
            return []
        cells: list[Sequence[Said]] = [[("START FROM  ", "dim")]]
        if at_hand:
            self._row = 0
            cells = [[(f"{CURSOR} ", "key"), ("START FROM  ", "")]]
        for i, (name, chosen) in enumerate(presets.items()):
            differ = len(self.agreement.differs(chosen))
            is_chosen, target = name == self.preset, f"choice:{PRESET}:{i}"
            ground = "good-ground " if is_chosen else ""
            key = f"{i + 1} " if at_hand else f"{CHOSEN} " if is_chosen else ""
            named = f"{ground}{'good strong' if is_chosen else ''}".strip()
            many = f"  {differ} differ " if differ else " ", f"{ground}dim", target
            lead = f" {key}", f"{ground}{'key' if at_hand else 'good'}", target
            cells.append([lead, (clean(name), named, target), many, " "])
        return flowing(cells, width, 1)

    def detail(self, width: int, height: int) -> list[Line]:
        """The question at hand: each answer with what speaks for it, the chosen one on green; below, what Enter does."""
        field, agreement = self.entry.field, self.agreement
        against = agreement.against(self.entry.draft)
        foot = rows_of(f"✘ {against}", width, "bad", 2) if against else []
        go = [(" Enter", "key", "commit"), ("  Play by these", "good strong", "commit")]
        foot += framed(spread(go, [("Esc", "key", "close"), (" back ", "", "close")], width, "good-ground"))
        made: list[Line] = []
        if field is not None and field.name == PRESET:
            differs, name = agreement.differs(self.entry.draft), self.preset or "Your own choice"
            made = [spread([(name, "strong")], [(f"{len(differs)} differ", "dim")], width)]
            for one, asked in agreement.fields(self.entry.draft):
                if one.name in differs:
                    said = rows_of(asked.said(one.value), width, lead="  ")
                    made += [Line(), line((clean(one.label), "warn strong")), *said]
        elif field is not None:
            asked = self.questions[field.name]
            free = width - cell_len(clean(field.label)) - 2
            rules = next(
                told
                for n in range(len(asked.rules), -1, -1)
                if len(told := " ".join(asked.rules[:n])) <= free
            )
            made = [spread([(clean(field.label), "strong")], [(rules, "key")], width)]
            made += rows_of(asked.text, width)
            made += [*(rows_of(asked.needs, width, "dim") if asked.needs else []), Line()]
            for key, (value, text, because) in zip(DIGITS, asked.answers, strict=False):
                made += [*self._answer(asked, key, value, text, because, value == field.value, width), Line()]
            if not asked.answers:
                now = f"It is {asked.said(field.value)}, usually {asked.said(asked.usual)}."
                made.append(line("Type a number. ", (now, "dim")))
        room = max(0, height - len(foot))
        return [*made[:room], *[Line()] * (room - len(made)), *foot]

    def _answer(
        self, asked: Question, key: str, value: object, text: str, because: str, chosen: bool, width: int
    ) -> list[Line]:
        ground, target = "good-ground" if chosen else "surface", f"choice:{self.entry.focus}:{key}"
        usual = "the usual one" if value == asked.usual else ""
        left = [(f" {CHOSEN} chosen", "good strong")] if chosen else [(f" {key} ", "key")]
        rows = [spread(left, [(f"{usual} ", "dim")], width, ground, target)]
        told = [*rows_of(text, width - 6, "strong"), *(rows_of(because, width - 6) if because else [])]
        return [*rows, *(Line((Piece("    "), *row.pieces), ground, target) for row in told)]

    def key(self, key: str, char: str) -> Result:
        entry, field = self.entry, self.entry.field
        asked = self.questions.get(entry.focus)
        if key == "slash":
            return False
        if char == ONLY_CHANGED:
            self.only_changed = not self.only_changed
            entry.refill()
            if entry.field is None:
                entry.start()
            return True
        if char == DEFAULT and asked is not None:
            entry.put(entry.focus, asked.usual)
            return True
        if char == NEXT_PRESET and self.agreement.presets:
            names = list(self.agreement.presets)
            entry.put(PRESET, names[(names.index(self.preset) + 1) % len(names) if self.preset else 0])
            return True
        if asked is not None and char and char in DIGITS[: len(asked.answers)]:
            entry.put(entry.focus, asked.answers[DIGITS.index(char)][0])
            return True
        if char.isalpha() or (char.isdigit() and field is not None and field.kind == "toggle"):
            return False
        answer = entry.key(key, char)
        if answer == "commit":
            return Committed(entry.form)
        return Closed() if answer == "close" else answer != "unknown"

    def click(self, target: str) -> Result:
        if target in ("commit", "close"):
            return self.key({"commit": "enter", "close": "escape"}[target], "")
        what, _, rest = target.partition(":")
        name, _, at = rest.rpartition(":") if what == "choice" else (rest, "", "")
        if name == PRESET:
            self.entry.pick(name, int(at))
        elif at:
            return self.key(at, at)
        else:
            self.entry.focus = name
        return True
