"""YAML out of files that people send each other: plain data with the line of each value, without anchors or tags."""

from __future__ import annotations

import yaml

from vedette.engine.errors import DataError

DEEPEST = 20
MOST = 20_000
"""Values of a file: more than any army has."""

LONGEST = 200_000
"""Characters of a file."""


class _Plain(yaml.SafeLoader):
    """Makes nodes of what is plain data, and not too much of it."""

    depth = made = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        self.made, self.depth = self.made + 1, self.depth + 1
        said = ""
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            said = "anchors and aliases are not read; put a text that has & or * in quotes"
        elif event.tag not in (None, "!"):
            said = "tags are not read; put a text that has ! in quotes"
        elif self.made > MOST or self.depth > DEEPEST:
            said = "this is more than any army has"
        if said:
            raise DataError(f"Line {event.start_mark.line + 1}: {said}.")
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def read_yaml(text: str) -> list[yaml.Node]:
    """The documents of a text; raises DataError, with its line, where one is not plain data."""
    if len(text) > LONGEST:
        raise DataError(f"A YAML file has at most {LONGEST} characters.")
    try:
        return list(yaml.compose_all(text, Loader=_Plain))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise DataError(f"Line {mark.line + 1 if mark else 1}: this is no YAML: {error.problem}.") from error
    except yaml.YAMLError as error:
        raise DataError("This is no YAML: it holds a character that cannot be shown.") from error
