"""A sheet as one page of HTML that needs nothing else, ready to be printed."""

from __future__ import annotations

from functools import cache

from jinja2 import Template

from vedette.view.page_templates import page_templates
from vedette.view.sheet import Sheet


def sheet_html(sheet: Sheet) -> str:
    """The whole page; what stands on the sheet can't be anything but text in it."""
    return _template().render(sheet=sheet)


@cache
def _template() -> Template:
    return page_templates().get_template("sheet.html")
