"""The templates of the pages that are written to files, and the files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from vedette.engine.files import keep
from vedette.engine.text import slug
from vedette.view.palette import PALETTES, SIDES, Palette

NAMES: Mapping[str, str] = {
    "ink": "foreground", "faint": "faint", "line": "edge", "head": "warning", "paper": "background",
    "block": "surface", "link": "key", **{side: side for side in SIDES},
}  # fmt: skip
"""The pages' names of colours, and those of the palettes."""


def page_css(more: Callable[[Palette], str] = lambda palette: "") -> str:
    """The colours of a page, and `more` in them: light, and dark for who reads in the dark. Paper is light."""
    light, dark = (f"{_colours(palette)}{more(palette)}" for palette in (PALETTES["light"], PALETTES["dark"]))
    return f"{light}@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n"


def _colours(palette: Palette) -> str:
    return ":root {" + "".join(f" --{name}: {palette[of]};" for name, of in NAMES.items()) + " }\n"


def page_templates(*, escape: bool = True, **options: Any) -> Environment:
    """The templates of `view/templates`: what they are told is only text in HTML, and a name that they are not told is an error."""
    return Environment(
        loader=PackageLoader("vedette.view", "templates"), autoescape=escape, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, **options,
    )  # fmt: skip


def write_page(folder: Path, title: str, page: str) -> Path:
    """Write a page by its title into a folder, over one that stood there; raises JournalError."""
    path = folder / f"{slug(title, None) or 'page'}.html"
    keep(path, page.encode())
    return path
