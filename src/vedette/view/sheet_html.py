"""A sheet as one page of HTML that needs nothing else, ready to be printed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Template

from vedette.view.page_templates import page_templates, write_page
from vedette.view.sheet import Sheet


def sheet_html(sheet: Sheet) -> str:
    """The whole page; what stands on the sheet can't be anything but text in it."""
    return _template().render(sheet=sheet)


def write_sheet(sheet: Sheet, folder: Path) -> Path:
    """Write the page into a folder, under the sheet's title; tells where it is. Raises JournalError."""
    return write_page(folder, sheet.title, sheet_html(sheet))


@cache
def _template() -> Template:
    return page_templates().get_template("sheet.html")
