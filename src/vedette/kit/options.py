"""The options of a ruleset: values from the model of its set-up, texts from its `options.toml`."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from vedette.engine.settings import GameOption, OptionKind, Options
from vedette.kit.schema import Setup

KINDS: Mapping[str, OptionKind] = {"boolean": "switch", "integer": "whole", "number": "number"}
"""Types of a JSON schema; any other option is one of several words."""


class OptionText(Struct, frozen=True):
    """The text of an option; `default` only if the model takes it from here."""

    id: str
    name: str
    text: str
    rules: tuple[str, ...]
    needs: str = ""
    default: Any = None


@cache
def game_options(model: type[Setup]) -> Options:
    """The options of a set-up by id, in the order of its model; raises DataError if a text does not fit."""
    field = model.model_fields["options"]
    defaults, schema = field.get_default(call_default_factory=True), model.model_json_schema()
    name = schema["properties"]["options"]["$ref"].rpartition("/")[2]
    kinds: Mapping[str, Mapping[str, Any]] = schema["$defs"][name]["properties"]
    texts = {row.id: row for row in model.tables.rows("options", OptionText)}
    made = {}
    for id, kind in kinds.items():
        row = texts[id]
        made[id] = GameOption(
            id=id,
            name=row.name,
            text=row.text,
            rules=row.rules,
            kind=KINDS.get(kind["type"], "choice"),
            default=getattr(defaults, id),
            values=tuple(kind.get("enum", ())),
            least=kind.get("minimum", 0),
            most=kind.get("maximum", 0),
            needs=row.needs,
        )
    return made
