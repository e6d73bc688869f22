"""What the help knows: keys by what one wants and where they work, signs, rules in our words, and whose rules they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from vedette.engine.library import ruleset_folder
from vedette.engine.readings import Chosen, Reading, asked_in, completed
from vedette.engine.ruleset import Ruleset, RuleText
from vedette.pages.agreement import agreement_detail
from vedette.pages.army import ArmyTool
from vedette.pages.character import CharacterTool
from vedette.pages.corrections import CorrectionTool
from vedette.pages.house import HouseTool
from vedette.pages.model import Tool
from vedette.pages.unit_traits import TraitsTool
from vedette.tui.keys import CORRECTION, GONE, GROUPS, REPLAY, TABLE, WANTED, Keys, key_of
from vedette.tui.page_lines import detail_text
from vedette.tui.table.panels import PANEL_KEYS, PANELS
from vedette.tui.widgets.page import Paragraph
from vedette.view.agreements import question
from vedette.view.behind import Behind
from vedette.view.signs import LEGEND, MAP_LEGEND, MORE_LEGEND

DUTIES = {
    "enforce": "Vedette refuses what breaks this rule.",
    "resolve": "Vedette rolls or reads the dice, and does what follows.",
    "track": "Vedette keeps the value and shows it.",
    "remind": "You judge this at the table; Vedette reminds you.",
}
"""What the assistant does about a rule."""


COLOURS = (
    ("key", "violet", "a key that works now"),
    ("warn", "gold", "care: hurt, stress, risk"),
    ("bad", "red", "a loss, or a refusal"),
    ("good", "green", "a success; Enter goes on"),
    ("dim", "grey", "done, or only a label"),
)
"""The role of each colour, its name and its meaning."""


class Entry(Struct, frozen=True):
    """A key with what it does, a sign or a colour with its meaning, under a heading; `role` is that of a colour."""

    heading: str
    sign: str
    text: str
    role: str = ""

    def has(self, wanted: Sequence[str]) -> bool:
        said = f"{self.sign} {self.text} {self.heading}".lower()
        return all(word in said for word in wanted)


class Topic(Struct, frozen=True):
    """Something to read. `words` are what a search looks through, `group` is the heading that it stands under."""

    id: str
    label: str
    title: str
    group: str
    page: tuple[Paragraph, ...]
    words: str

    def has(self, wanted: Sequence[str]) -> bool:
        return all(word in self.words for word in wanted)


def topics(
    games: Sequence[Ruleset[Any]],
    near: Sequence[Behind] = (),
    *,
    played: Chosen = MappingProxyType({}),
    edition: str | None = None,
) -> list[Topic]:
    """Rules behind what is on the screen (`near`), all rules, all readings; `played` says how the game at hand reads the text, else it is read as usual.

    With the `edition` of the game at hand, only what holds in it.
    """
    made: list[Topic] = []
    for game in games:
        rules = game.rules() if edition is None else game.rules_in(edition)
        of = f"{game.title}: " if len(games) > 1 else ""
        now = (behind for behind in dict.fromkeys(near) if behind.rule in rules)
        made[:0] = [_now(rules[behind.rule], behind.said, i) for i, behind in enumerate(now)]
        made += [_rule(rule, of + rule.section, rule.id) for rule in rules.values()]
        readings = game.readings() if edition is None else asked_in(game.readings(), {"edition": edition})
        chosen = completed(readings, played)
        made += [_reading(reading, chosen[id]) for id, reading in readings.items()]
        made.append(_notice(game))
    return made


def groups(*, board: bool = True, sheets: bool = True) -> tuple[Keys, ...]:
    def of(tool: type[Tool]) -> Keys:
        typed = CORRECTION.keys if tool is CorrectionTool else ()
        return Keys(tool.group, (*typed, *(key_of(one) for one in tool.actions if one.keys)))

    tools = of(ArmyTool), of(TraitsTool), of(HouseTool), of(CorrectionTool)
    table = Keys(TABLE.title, (*TABLE.keys, *(key for key in PANEL_KEYS if key not in TABLE.keys)))
    panels = dict.fromkeys(entry.mode for entry in PANELS if entry.mode not in GROUPS)
    *before, sheet = (table if group is TABLE else group for group in GROUPS)
    at = before.index(REPLAY)
    there = [*before[:at], *panels, *tools, *before[at:], *([of(CharacterTool), sheet] if sheets else [])]
    return tuple(group for group in there if not group.needs or (board if group.needs == "board" else sheets))


def key_entries(here: Keys, groups: Sequence[Keys]) -> Iterator[Entry]:
    """Every key: those of what had the keyboard where that was not the table, those that are wanted most, then all by where they work."""
    at_table = TABLE.title in here.titles
    first = [group for group in groups if group.title in here.titles]
    if not at_table:
        yield from _of(first)
    for heading, rows in WANTED:
        yield from (Entry(heading, keys[id].show, text) for text, keys, id in rows)
    yield from _of([group for group in groups if at_table or group not in first])


def _of(groups: Sequence[Keys]) -> Iterator[Entry]:
    for group in groups:
        yield from (Entry(group.title, key.show, key.help) for key in group.keys if key.id not in GONE)


def sign_entries(words: Mapping[str, str], *, board: bool) -> Iterator[Entry]:
    yield from (Entry("Signs", sign, meaning) for sign, meaning in LEGEND)
    yield from (Entry("Words on the cards", word, effect, "strong") for word, effect in words.items())
    yield from (Entry("Colours", f"▆▆ {name}", meaning, role) for role, name, meaning in COLOURS)
    yield from (Entry("Signs of other screens", sign, meaning) for sign, meaning in MORE_LEGEND)
    if board:
        yield from (Entry("Signs of the map", sign, meaning) for sign, meaning in MAP_LEGEND)


def _rule(rule: RuleText, group: str, id: str) -> Topic:
    text = " ".join(rule.text.split())
    only = f"in {' and '.join(rule.editions)} only" if rule.editions else ""
    about = " · ".join(part for part in (rule.section, rule.expansion, only) if part)
    page = (
        Paragraph(rule.id, about, tone="dim"),
        Paragraph(text=text, apart=True),
        Paragraph(text=DUTIES[rule.duty], tone="dim", apart=True),
    )
    words = f"{rule.id} {rule.title} {text} {rule.section} {rule.expansion}".lower()
    return Topic(id, rule.id, rule.title, group, page, words)


def _now(rule: RuleText, said: str, n: int) -> Topic:
    """A rule below the words on the screen that it stands behind."""
    heading, *rest = said.split("\n")
    topic = _rule(rule, heading or "Now", f"now {n} {rule.id}")
    told = [
        Paragraph(text=heading, tone="warn"),
        *(Paragraph(text=one, apart=not i) for i, one in enumerate(rest)),
    ]
    return replace(topic, page=(*told, *topic.page)) if said else topic


def _reading(reading: Reading, chosen: str) -> Topic:
    page = detail_text(agreement_detail(question(reading).lines(chosen)))
    said = " ".join(f"{reading_choice.text} {reading_choice.because}" for reading_choice in reading.choices)
    words = f"house rules {reading.id} {reading.title} {reading.question} {' '.join(reading.rules)} {said}"
    return Topic(f"reading {reading.id}", "", reading.title, "House rules", page, words.lower())


def _notice(game: Ruleset[Any]) -> Topic:
    path = ruleset_folder(game.id) / "NOTICE"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        text = f"{path.name} is missing."
    parts = [" ".join(part.split()) for part in text.split("\n\n")]
    page = tuple(Paragraph(text=part, apart=i > 0) for i, part in enumerate(parts) if part)
    return Topic(f"notice {game.id}", "", "Licence and authors", game.title, page, f"licence {text}".lower())
