"""An army as it is put together: the catalogue, the units with their points, their sum, and whether the army may play."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from vedette.pages.army import ArmyTool
from vedette.pages.model import Heading, Section
from vedette.tui.figures import TALL, tall, tall_width
from vedette.tui.text import Line, Said, clean, filled, fit, framed, line, pad, rows_of, rule, spread
from vedette.tui.widgets.forces_lines import sum_lines
from vedette.tui.widgets.line_widget import LineWidget
from vedette.tui.widgets.menu import MenuRow
from vedette.tui.widgets.prompt import SIGNS
from vedette.view.signs import LEFT, LOST, STANDING

WIDE = 42
"""Columns from which the other side's sums have room below an army."""

OVER = 8  # cells of what a profile would be over the limit
LEAST_NAME = 19
GAPS = (2, 1)  # cells before each number, where there is room and where there is little


def catalogue_rows(tool: ArmyTool, section: Section, width: int) -> Sequence[MenuRow]:
    """The profiles under their groups, all numbers in one row; one that costs too much says by how much."""
    columns = section.columns[1:]
    over = OVER if tool.draft.limit is not None else 0
    sizes = [
        max(len(column.name), *(cell_len(clean(row.cells[i])) for row in section.choices), 0)
        for i, column in enumerate(columns, 1)
    ]
    spare = width - over - sum(sizes) - LEAST_NAME - 8
    gap = next((gap for gap in GAPS if gap * len(sizes) <= spare), GAPS[-1])
    while sizes and width - over - sum(sizes) - gap * len(sizes) < LEAST_NAME:
        if over:
            over = 0
        else:
            sizes.pop()
    name = width - over - sum(sizes) - gap * len(sizes)
    heads = "".join(f"{' ' * gap}{column.name:>{size}}" for column, size in zip(columns, sizes, strict=False))
    rows = [MenuRow("", (line((pad("CATALOGUE", name), "dim"), (heads, "dim")),))]
    items = {item.id: item for item in tool.draft.roster.profiles}
    for one in section.rows:
        if isinstance(one, Heading):
            rows.append(MenuRow("", (line((clean(one.title), "strong")),)))
            continue
        beyond = tool.over(items[one.id])
        role = "dim" if beyond else ""
        said: list[Said] = [(pad(f" {one.lead}{clean(one.cells[0])}", name), role)]
        for i, size in enumerate(sizes, 1):
            cell = f"{' ' * gap}{clean(one.cells[i]):>{size}}"
            said.append((cell, "strong" if i == 1 and tool.draft.total is not None and not beyond else "dim"))
        told = f"{beyond} over" if beyond else ""
        rows.append(MenuRow(one.id, (line(*said, (f"{told:>{over}}" if over else "", "dim")),)))
    return rows if section.choices else [*rows, MenuRow("", (line((section.empty, "dim")),))]


def unit_rows(tool: ArmyTool, width: int, wanted: str, *, tall: bool) -> Sequence[MenuRow]:
    """The units with their points, each in two rows where there is room, and what Enter would add."""
    draft, mark, role = tool.draft, tool.draft.roster.mark, tool.draft.roles[0]
    rows = [MenuRow("", (rule(draft.who, width, "Tab goes over" if tall else "Tab", f"{role} strong"),))]
    two = tall and len(draft.units) <= 8
    for i, unit in enumerate(draft.units):
        name, profile = draft.called(i), draft.profile_of(unit)
        marked = mark.word if mark and unit.get(mark.key) else ""
        models = f"{profile.models} models" if profile.models > 1 and profile.points is None else ""
        end = str(profile.points) if profile.points is not None else ""
        head: list[Said] = [(f"{STANDING['ready']} ", role), (clean(name), f"{role} strong")]
        below = "  ".join(filter(None, [*draft.told(i), models]))
        if two:
            made = [spread(head, [(f" {end}", "strong")], width)]
            end_of_row = f"  {marked}" if marked else ""
            told = fit(f"  {below}" if below else " ", width - cell_len(end_of_row))
            made.append(line(told, (end_of_row, "strong")))
        else:
            short = f"  {marked}" if marked else "" if end else f"  {models}"
            made = [spread(head, [(short, "dim"), (f"  {end}", "strong")], width)]
        rows.append(MenuRow(f"unit {i}", tuple(made)))
    if not draft.units:
        rows.append(MenuRow("", (line(("No units yet.", "dim")),)))
    item = next((one for one in draft.roster.profiles if one.id == wanted), None)
    if item is not None:
        points = draft.profiles[item.id].points
        hint = "  if you press Enter" if tall else ""
        said = [("+ ", "good strong"), (clean(item.name), "good"), (hint, "dim")]
        price = f" {points}" if points is not None else ""
        rows.append(MenuRow("", (spread(said, [(price, "good")], width),)))
    return rows


class ArmyFoot(LineWidget):
    """Below the units: the sum against the limit, whether the army may play, what the other side has, and how it is saved."""

    DEFAULT_CSS = "ArmyFoot { height: 14; padding: 0 1 0 2; }"

    def __init__(self, tool: ArmyTool) -> None:
        super().__init__()
        self._tool, self._wanted = tool, ""

    def show(self, wanted: str | None = None) -> None:
        """Show it with what Enter would add; without that, what is known anew."""
        self._wanted = self._wanted if wanted is None else wanted
        self.styles.height = len(self.draw(self.size.width or WIDE, 0))
        self.redraw()

    def draw(self, width: int, height: int) -> list[Line]:
        draft, wide = self._tool.draft, width >= WIDE
        made = [*self._total(width), Line()]
        made.append(rule("May it play?", width))
        for note in self._tool.verdict():
            head, colon, rest = note.text.partition(": ") if note.tone != "bad" else (note.text, "", "")
            role = {"bad": "bad", "warn": "warn strong", "good": "strong"}.get(note.tone, "")
            if colon:
                sign = (SIGNS[note.tone], f"{note.tone} strong")
                made.append(line(sign, (pad(head, 19), role), (fit(clean(rest), max(0, width - 21)), "dim")))
            else:
                made += [
                    line((SIGNS[note.tone] if i == 0 else "", f"{note.tone} strong"), (row.text, role))
                    for i, row in enumerate(rows_of(head, width - 2, role, 2))
                ]
        if wide and draft.sums and len(draft.sides) == 2:
            made += [Line(), rule(f"Against {draft.sides[1]}", width)]
            made += sum_lines(draft.sums, draft.roles, width)
        save = "Save it, and choose it for the next game" if wide else "Save, and play with it"
        bar = Line(filled([(" s", "key"), (f"  {save}", "good strong")], width), "good-ground")
        return [*made, Line(), *(framed(bar) if wide else [bar])]

    def _total(self, width: int) -> list[Line]:
        draft = self._tool.draft
        total, limit = draft.total, draft.limit
        if total is None:
            return [line(("─" * width, "edge")), line((draft.summed, "strong"))]
        price = draft.profiles[self._wanted].points or 0 if self._wanted in draft.profiles else 0
        of = f" of {limit}" if limit else " points"
        room = width - tall_width(str(total)) - len(of) - 3
        most = max(limit or total, total + price, 1)
        cells = [round(room * part / most) for part in (min(total, limit or total), total, total + price)]
        bar: list[Said] = [(LEFT * cells[0], "strong"), (LEFT * (cells[1] - cells[0]), "bad")]
        bar += [(LEFT * (cells[2] - cells[1]), "good"), (LOST * (room - cells[2]), "dim")]
        role = "bad strong" if limit is not None and total > limit else "strong"
        made = [line(("─" * width, "edge"))]
        for i, row in enumerate(tall(str(total))):
            left = bar if i == TALL // 2 else []
            end: list[Said] = [(row, role), (of if i == TALL - 1 else " " * len(of), "dim")]
            made.append(Line((*filled(left, room + 3), *line(*end).pieces)))
        return made
