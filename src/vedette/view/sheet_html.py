"""A sheet as one page of HTML that needs nothing else, ready to be printed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Template

from vedette.engine.errors import JournalError
from vedette.engine.files import why, write_over
from vedette.engine.text import slug
from vedette.view.page_templates import page_templates
from vedette.view.sheet import Sheet


def sheet_html(sheet: Sheet) -> str:
    """The whole page; what stands on the sheet can't be anything but text in it."""
    return _template().render(sheet=sheet)


def write_sheet(sheet: Sheet, folder: Path) -> Path:
    """Write the page into a folder, under the sheet's title; tells where it is. Raises JournalError."""
    path = folder / f"{slug(sheet.title, None) or 'sheet'}.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_over(path, sheet_html(sheet).encode())
    except OSError as error:
        raise JournalError(f"{path.name}: {why(error)}.") from error
    return path


@cache
def _template() -> Template:
    return page_templates().get_template("sheet.html")
