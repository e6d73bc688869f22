"""What can be changed in the code of rules: every mutant is one edit of a file's text."""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

SWAPPED: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "//"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
RULE = re.compile(r"\b[A-Z]{2,4}-[A-Z0-9][A-Z0-9.]*(?:-\d+)?\b")
SPOKEN = {"sentence", "__repr__", "__str__"}
SAYS = {"emit", "CommandError", "DataError", "house_rule"}
"""Calls that only say something."""

WORDS = {"told", "nearest", "sentence", "rules", "remarks", "strict"}
"""Arguments that only say something, or that only programmers would notice."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One edit: the bytes from `start` to `end` of a file become `text`.

    first, last: the lines of the statement that it stands in; it can change nothing where these aren't run.
    before, after: the change as a reader sees it. rules: the rules that its function names. spec: instead of an
    edit, the check to take out of a command: the command, the field of its spec, and the place there.
    """

    file: str
    line: int
    first: int
    last: int
    function: str
    operator: str
    before: str
    after: str
    start: int = 0
    end: int = 0
    text: str = ""
    rules: tuple[str, ...] = ()
    spec: tuple[str, str, int] | None = None

    def edited(self, source: bytes) -> bytes:
        """The file's text with the change; no line of another statement moves."""
        lost = source.count(b"\n", self.start, self.end) - self.text.count("\n")
        return source[: self.start] + self.text.encode() + b"\n" * lost + source[self.end :]


def rule_files(folder: Path) -> list[Path]:
    """The files of a game that hold rulings."""
    files = sorted(folder.rglob("*.py"))
    return [path for path in files if "view" not in path.relative_to(folder).parts]


def fact_names(folder: Path) -> frozenset[str]:
    """The classes of a game that can be told: what they are made of is said, and rules nothing."""
    classes = (
        node
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.ClassDef)
    )
    return frozenset(one.name for one in classes if _is_told(one))


def mutants_of(source: bytes, file: str, told: frozenset[str] = frozenset()) -> list[Mutant]:
    """All mutants of a file, in the order of its lines; `told`: the classes whose arguments are only said."""
    finder = _Finder(source, file, told)
    finder.visit(ast.parse(source))
    unique = {(one.start, one.end, one.text): one for one in reversed(finder.found)}
    return sorted(unique.values(), key=lambda one: (one.start, one.end, one.text))


def _is_told(node: ast.ClassDef) -> bool:
    return any(isinstance(one, ast.FunctionDef) and one.name == "sentence" for one in node.body)


def _rules_in(node: ast.AST) -> tuple[str, ...]:
    """The rules that texts in a piece of code name: tags, docstrings, refusals."""
    texts = (
        one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )
    return tuple(dict.fromkeys(rule for text in texts for rule in RULE.findall(text)))


def _called(node: ast.expr) -> str:
    """The last name of what is called."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _header(node: ast.stmt | ast.match_case) -> tuple[int, int]:
    """The lines that a statement runs by itself, without the statements in it."""
    match node:
        case ast.If(test=head) | ast.While(test=head):
            pass
        case ast.For(iter=head) | ast.AsyncFor(iter=head):
            pass
        case ast.With(items=[*_, ast.withitem(context_expr=head)]):
            pass
        case ast.Match(subject=head):
            pass
        case ast.match_case(pattern=pattern, guard=guard):
            return pattern.lineno, (guard or pattern).end_lineno or pattern.lineno
        case ast.Try():
            return node.lineno, node.lineno
        case _:
            assert isinstance(node, ast.stmt)
            return node.lineno, node.end_lineno or node.lineno
    return node.lineno, head.end_lineno or node.lineno


class _Finder(ast.NodeVisitor):
    """Walks through a file; `lines` is where it is, None outside of all functions."""

    def __init__(self, source: bytes, file: str, told: frozenset[str]) -> None:
        self.source, self.file, self.told = source, file, told
        self.spoken = "facts" in file.rsplit("games/", 1)[-1]
        self.found: list[Mutant] = []
        self.names: list[str] = []
        self.lines: tuple[int, int] | None = None
        self.rules: tuple[str, ...] = ()
        self.starts = [0, *(place.end() for place in re.finditer(rb"\n", source))]

    # Where something stands.

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.end_lineno - 1] + node.end_col_offset

    def words(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def add(self, operator: str, start: int, end: int, text: str, shown: tuple[str, str]) -> None:
        if self.lines is not None:
            before, after = (" ".join(words.split()) for words in shown)
            name = ".".join(self.names)
            line = bisect_right(self.starts, start)
            place = self.file, line, *self.lines, name
            self.found.append(Mutant(*place, operator, before, after, start, end, text, self.rules))

    @contextmanager
    def inside(self, name: str, lines: tuple[int, int] | None) -> Iterator[None]:
        kept = self.lines
        self.lines = lines
        if name:
            self.names.append(name)
        yield
        self.lines = kept
        if name:
            self.names.pop()

    # What holds code.

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.stmt, ast.match_case)) and self.lines is not None:
            with self.inside("", _header(node)):
                super().visit(node)
        else:
            super().visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not _is_told(node):
            with self.inside(node.name, None):
                for one in node.body:
                    if isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)):
                        self.visit(one)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        answers = ast.unparse(node.returns) if node.returns else ""
        if node.name in SPOKEN or node.name.endswith(("_words", "_text")):
            return
        if self.spoken and answers in ("str", "tuple[str, ...]"):
            return
        if self.lines is None:
            self.rules = _rules_in(node)
        with self.inside(node.name, _header(node.body[0])):
            if answers.replace(" ", "") == "Refusal|None":
                self.allows(node.body)
            for one in node.body:
                self.visit(one)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def allows(self, body: list[ast.stmt]) -> None:
        """A check that never refuses: it ends in the place of its docstring, or before its first statement."""
        first, *rest = body
        place = self.start(first)
        shown = ("the check", "return None")
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and rest:
            with self.inside("", _header(rest[0])):
                self.add("check allows", place, self.end(first), "return None", shown)
        else:
            simple = not hasattr(first, "body") and not isinstance(first, ast.Match)
            indent = "; " if simple else "\n" + " " * first.col_offset
            self.add("check allows", place, place, "return None" + indent, shown)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        with self.inside("<lambda>", self.lines or (node.lineno, node.end_lineno or node.lineno)):
            self.visit(node.body)

    # What is only said, or can't be reached by changing code.

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A text rules nothing."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What an error says rules nothing."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion tells readers and types what is so anyway."""

    # The operators.

    def condition(self, test: ast.expr) -> None:
        words = self.words(test)
        for value, text in (("True", f"(({words}) or True)"), ("False", f"(({words}) and False)")):
            self.add("condition", self.start(test), self.end(test), text, (words, value))

    def visit_If(self, node: ast.If) -> None:
        if not node.orelse and all(_only_says(one) for one in node.body):
            return
        self.condition(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        if not any(_is_sentence(one) for one in (node.body, node.orelse)):
            self.condition(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.condition(test)
        self.generic_visit(node)

    def visit_match_case(self, node: ast.match_case) -> None:
        if node.guard:
            self.condition(node.guard)
        self.generic_visit(node)

    def swap(self, name: str, operator: ast.AST, left: ast.expr, right: ast.expr, shown: ast.expr) -> None:
        """Swap the word or sign that stands between two expressions."""
        if type(operator) not in SWAPPED:
            return
        old, new = SWAPPED[type(operator)]
        begin, gap = self.end(left), self.source[self.end(left) : self.start(right)]
        place = re.search(re.escape(old).replace(r"\ ", r"\s+").encode(), gap)
        assert place is not None
        start, end = begin + place.start(), begin + place.end()
        offset, words = self.start(shown), self.source[self.start(shown) : self.end(shown)]
        changed = words[: start - offset] + new.encode() + words[end - offset :]
        self.add(name, start, end, new, (words.decode(), changed.decode()))

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, (left, right) in zip(node.ops, pairwise((node.left, *node.comparators)), strict=True):
            self.swap("comparison", operator, left, right, node)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in pairwise(node.values):
            self.swap("and/or", node.op, left, right, node)
        value, text = (
            ("True", "(({}) or True)") if isinstance(node.op, ast.And) else ("False", "(({}) and False)")
        )
        for one in node.values:
            if isinstance(one, (ast.Constant, ast.Tuple, ast.List, ast.Dict)):
                continue  # `or ()` gives a value where there is none, and asks nothing
            words = self.words(one)
            self.add("operand", self.start(one), self.end(one), text.format(words), (words, value))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        sides = (node.left, node.right)
        if not any(isinstance(one, ast.JoinedStr) or _is_text(one) for one in sides):
            self.swap("arithmetic", node.op, *sides, node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if not (isinstance(node.value, ast.JoinedStr) or _is_text(node.value)):
            start, end = self.end(node.target), self.start(node.value)
            old, new = SWAPPED.get(type(node.op), ("", ""))
            gap = self.source[start:end].decode()
            if new:
                words = self.words(node)
                changed = words.replace(f"{old}=", f"{new}=", 1)
                self.add("arithmetic", start, end, gap.replace(f"{old}=", f"{new}=", 1), (words, changed))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            words = self.words(node)
            positive = words.removeprefix("not").lstrip()
            self.add("not", self.start(node), self.end(node), positive, (words, positive))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            values, name = [str(not node.value)], "True/False"
        elif isinstance(node.value, (int, float)):
            values, name = [str(node.value + 1)] + ["0"] * (node.value == 1), "number"
        else:
            return
        for value in values:
            self.add(name, self.start(node), self.end(node), value, (self.words(node), value))

    def visit_Call(self, node: ast.Call) -> None:
        name = _called(node.func)
        if name in self.told or name in SAYS:
            return
        if isinstance(node.func, ast.Name) and name in CALLED:
            words, new = self.words(node), CALLED[name]
            start = self.start(node)
            self.add(f"{min(name, new)}/{max(name, new)}", start, start + 3, new, (words, new + words[3:]))
        if name == "Refusal":
            parts = [*node.args[:1], *(one.value for one in node.keywords if one.arg == "absolute")]
        else:
            parts = [node.func, *node.args, *(one.value for one in node.keywords if one.arg not in WORDS)]
        for one in parts:
            self.visit(one)

    def visit_Expr(self, node: ast.Expr) -> None:
        call = node.value.value if isinstance(node.value, ast.Await) else node.value
        if isinstance(call, ast.Call) and _called(call.func) not in SAYS:
            self.add("statement", self.start(node), self.end(node), "pass", (self.words(node), "pass"))
        self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add("loop", self.start(node), self.end(node), "break", ("continue", "break"))

    def visit_Break(self, node: ast.Break) -> None:
        self.add("loop", self.start(node), self.end(node), "continue", ("break", "continue"))


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_sentence(node: ast.expr) -> bool:
    """Whether it is a text to read and no id."""
    return isinstance(node, ast.JoinedStr) or (_is_text(node) and " " in ast.literal_eval(node))


def _only_says(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value.func) in SAYS
    )
