"""The pages that are written to files: their templates, their colours, and the page of a sheet.

What a template is told is only text in HTML, and a name that it is not told is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from vedette.engine.files import keep
from vedette.engine.text import slug
from vedette.view.palette import PALETTES, SIDES, Palette
from vedette.view.sheet import Sheet

TEMPLATES = Environment(
    loader=PackageLoader("vedette.view", "templates"), autoescape=select_autoescape(["html"]),
    undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
)  # fmt: skip

NAMES: Mapping[str, str] = {
    "ink": "foreground", "faint": "faint", "line": "edge", "head": "warning", "paper": "background",
    "block": "surface", "link": "key", **{side: side for side in SIDES},
}  # fmt: skip
"""The pages' names of colours, and those of the palettes."""


def page_css(more: Callable[[Palette], str] = lambda palette: "") -> str:
    """The colours of a page, and `more` in them: light, and dark for who reads in the dark. Paper is light."""
    light, dark = (
        ":root {"
        + "".join(f" --{name}: {palette[of]};" for name, of in NAMES.items())
        + " }\n"
        + more(palette)
        for palette in (PALETTES["light"], PALETTES["dark"])
    )
    return f"{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"


def write_page(folder: Path, title: str, page: str) -> Path:
    """Write a page by its title into a folder, over one that stood there; raises JournalError."""
    path = folder / f"{slug(title, None) or 'page'}.html"
    keep(path, page.encode())
    return path


def sheet_html(sheet: Sheet) -> str:
    """A sheet as one page that needs nothing else, ready to be printed."""
    return TEMPLATES.get_template("sheet.html").render(sheet=sheet)


def write_sheet(sheet: Sheet, folder: Path) -> Path:
    """Write the page of a sheet into a folder, under the sheet's title. Raises JournalError."""
    return write_page(folder, sheet.title, sheet_html(sheet))
