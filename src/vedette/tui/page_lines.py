"""Pages of a tool as lines of the screen."""

from __future__ import annotations

from rich.cells import cell_len

from vedette.pages.model import Detail, Heading, Section, Text
from vedette.tui.text import Said, clean, fit, line, pad, rule
from vedette.tui.widgets.menu import MenuRow
from vedette.tui.widgets.page import Paragraph
from vedette.tui.widgets.prompt import SIGNS

LEAST = 14  # cells that the main column keeps: others go first


def detail_text(detail: Detail, *, wide: bool = True) -> tuple[Paragraph, ...]:
    """A detail as the page widget takes it; facts are one to a line on a `wide` screen."""
    told: list[Paragraph] = []
    for one in detail:
        if isinstance(one, Text):
            label = one.sign or one.label
            text = clean(one.text) if label else SIGNS[one.tone] + clean(one.text)
            told.append(Paragraph(clean(label), text, one.tone, one.apart, one.hang))
        elif wide:
            told += [Paragraph(clean(label), clean(value)) for label, value in one.pairs]
        else:
            told.append(Paragraph(text=clean(one.brief)))
    return tuple(told)


def section_rows(section: Section, width: int, *, key: str, enter: str) -> list[MenuRow]:
    """The rows of a list under its heads; `key` is the key of what the section `does`, `enter` that of its headings."""
    columns, rows = section.columns, section.choices
    main = next(i for i, column in enumerate(columns) if column.main)
    sizes = {
        i: max(len(column.name), *(cell_len(clean(row.cells[i])) for row in rows), 0)
        for i, column in enumerate(columns)
        if not column.main
    }
    for i in sorted(sizes, reverse=True):
        if width - sum(sizes.values()) - len(sizes) < LEAST:
            del sizes[i]
    room = width - sum(sizes.values()) - len(sizes)

    def cell(i: int, text: str) -> str:
        put = f"{text:>{sizes[i]}}" if columns[i].right else pad(text, sizes[i])
        return f"{put} " if i < main else f" {put}"

    made = []
    title = " · ".join(filter(None, (section.title, f"{key} {section.does[1]}".strip())))
    if title and any(column.name for column in columns):
        names = "".join(cell(i, columns[i].name) for i in sizes)
        made.append(MenuRow("", (line((pad(title, room), "dim"), (names, "dim")),)))
    elif title:
        made.append(MenuRow("", (line((title, "strong")),)))
    for row in section.rows:
        if isinstance(row, Heading):
            right = f"{enter} {row.does}" if row.does else ""
            made.append(MenuRow("", (rule(row.title, width, right),)))
            continue
        left = room - cell_len(row.lead)
        name = fit(clean(row.cells[main]), left)
        note = fit(f"  {clean(row.note)}", left - cell_len(name)) if row.note else ""
        gap = " " * (left - cell_len(name) - cell_len(note))
        said: list[Said] = [(row.lead, "key"), (name, columns[main].tone), (note, "dim"), gap]
        cells = {i: (cell(i, clean(row.cells[i])), columns[i].tone) for i in sizes}
        before, behind = ([cells[i] for i in sizes if (i < main) is first] for first in (True, False))
        made.append(MenuRow(row.id, (line(*before, *said, *behind),)))
    return made
