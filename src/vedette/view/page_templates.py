"""The templates of the pages that are written to files, and the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from vedette.engine.files import keep
from vedette.engine.text import slug


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
