"""The templates of the pages that are written to files."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def page_templates(*, escape: bool = True, **options: Any) -> Environment:
    """The templates of `view/templates`: what they are told is only text in HTML, and a name that they are not told is an error."""
    return Environment(
        loader=PackageLoader("vedette.view", "templates"), autoescape=escape, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, **options,
    )  # fmt: skip
