"""YAML out of files that people send each other: plain data with the number of each line, without anchors or tags."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml
from msgspec import Struct

from vedette.engine.errors import DataError

DEEPEST = 20
MOST = 20_000
"""Values of a file: more than any army has."""

LONGEST = 200_000
"""Characters of a file."""


class Node(Struct, frozen=True):
    """A value and the line where it begins: a text, a number or nothing, or else what a list or a mapping holds."""

    line: int
    scalar: str | int | None = None
    items: tuple[Node, ...] = ()
    pairs: tuple[tuple[str, Node], ...] = ()


def read_yaml(text: str) -> list[Node]:
    """The documents of a text; raises DataError, with its line, where one is not plain data."""
    if len(text) > LONGEST:
        raise DataError(f"A YAML file has at most {LONGEST} characters.")
    try:
        return list(_documents(yaml.parse(text, Loader=yaml.SafeLoader)))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise DataError(f"Line {mark.line + 1 if mark else 1}: this is no YAML: {error.problem}.") from error
    except yaml.YAMLError as error:
        raise DataError("This is no YAML: it holds a character that cannot be shown.") from error


def _documents(events: Iterator[yaml.Event]) -> Iterator[Node]:
    """The parser's events as trees; `begun` are the lists and mappings that have not ended yet."""
    begun: list[tuple[yaml.Event, list[Node]]] = []
    for seen, event in enumerate(events):
        line = _line(event)
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise DataError(
                f"Line {line}: anchors and aliases are not read; put a text that has & or * in quotes."
            )
        if getattr(event, "tag", None) not in (None, "!"):
            raise DataError(f"Line {line}: tags are not read; put a text that has ! in quotes.")
        if seen > MOST or len(begun) > DEEPEST:
            raise DataError(f"Line {line}: this is more than any army has.")
        if isinstance(event, yaml.CollectionStartEvent):
            begun.append((event, []))
            continue
        if isinstance(event, yaml.ScalarEvent):
            node = Node(line, _scalar(event))
        elif isinstance(event, yaml.CollectionEndEvent):
            node = _collection(*begun.pop())
        else:
            continue
        if not begun:
            yield node
        else:
            begun[-1][1].append(node)


def _collection(begun: yaml.Event, within: list[Node]) -> Node:
    if isinstance(begun, yaml.SequenceStartEvent):
        return Node(_line(begun), items=tuple(within))
    keys = within[::2]
    for key in keys:
        if key.scalar is None:
            raise DataError(f"Line {key.line}: a key must be a word.")
    pairs = zip((str(key.scalar) for key in keys), within[1::2], strict=True)
    return Node(_line(begun), pairs=tuple(pairs))


def _scalar(event: yaml.ScalarEvent) -> str | int | None:
    """A number or nothing where it stands without quotes, else the text."""
    text: str = event.value
    if event.style is None and text in ("", "~", "null", "Null", "NULL"):
        return None
    return int(text) if event.style is None and re.fullmatch(r"[-+]?[0-9]{1,9}", text) else text


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
