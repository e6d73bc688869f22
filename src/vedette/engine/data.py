"""What plain data is called: a table as TOML and JSON have it, and a command as plain words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Row = Mapping[str, Any]
"""A table that is only read: a set-up, a profile, a unit."""

Table = dict[str, Any]
"""A table to be written into."""

Words = Mapping[str, Any]
"""A command: `do`, `by` and its arguments."""
