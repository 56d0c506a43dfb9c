"""YAML with positions: the plain subset that means the same to every reader.

Read from parser events, so that nothing is constructed, expanded or nested before it was checked.
Plain scalars follow YAML 1.2: `true` and `false` are the only booleans, `on`, `yes` and `no` are
text. Numbers with leading zeros, underscores or a base (`007`, `1_000`, `0x1F`) are text as well.
"""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import yaml

from regelwerk.source.characters import check_escaped, visible
from regelwerk.source.diagnostics import DataPath, Diagnostic, Note, has_errors
from regelwerk.source.document import Document, Extent, Value
from regelwerk.source.files import Limits, read_source
from regelwerk.source.spans import SourceFile, Span, name_key
from regelwerk.source.yaml_wording import explain_yaml_error

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAX_DIGITS = 18

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)(?:\.[0-9]+(?:[eE][-+]?[0-9]+)?|[eE][-+]?[0-9]+)")
_NO_NUMBER = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def read_yaml(path: str | Path, limits: Limits | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """Read the file at `path` and load it with `load_yaml`; a file with refused characters is not loaded."""
    source, diagnostics = read_source(path, limits)
    if source is None or has_errors(diagnostics):
        return None, diagnostics
    return load_yaml(source, limits)


def load_yaml(source: SourceFile, limits: Limits | None = None) -> tuple[Document | None, list[Diagnostic]]:
    """Load the one YAML document in `source`.

    The document is None if some of its values are not known; after lesser errors (a duplicate
    key, an anchor, a tag) it is complete, so that its contents can be checked as well.
    """
    reader = _Reader(source, limits or Limits())
    root: Value = None
    try:
        root = reader.read(yaml.parse(source.text, Loader=_LOADER))
    except _Stop as stop:
        reader.refuse(stop.diagnostic)
    except yaml.MarkedYAMLError as error:
        reader.refuse(explain_yaml_error(error, source))
    except yaml.YAMLError:
        message = "the file holds a character that YAML does not allow"
        reader.refuse(
            Diagnostic("S021", message, Span.start_of(source.path), help="delete what cannot be seen")
        )
    if reader.broken:
        return None, reader.diagnostics
    return Document(source, root, reader.keys, reader.values), reader.diagnostics


class _Stop(Exception):
    """Nothing more is to be read, for the reason in `diagnostic`."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class _Reader:
    """Builds one tree from parser events and collects what is wrong with it.

    Events are not typed: by their stubs they may lack the marks that a parser always sets.
    """

    def __init__(self, source: SourceFile, limits: Limits) -> None:
        self.source = source
        self.limits = limits
        self.diagnostics: list[Diagnostic] = []
        self.keys: dict[DataPath, Extent] = {}
        self.values: dict[DataPath, Extent] = {}
        self.broken = False
        self._end = 0
        self._count = 0

    def refuse(self, diagnostic: Diagnostic) -> None:
        """Record an error that leaves a value unknown."""
        self.broken = True
        self.diagnostics.append(diagnostic)

    def read(self, events: Iterator[Any]) -> Value:
        """Return the value of the only document among `events`."""
        root: Value = None
        documents = 0
        for event in events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if event.version or event.tags:
                    self._stop(
                        "S026", "a directive stands before the data", event, "delete the line with `%`"
                    )
                if documents > 1:
                    self._stop(
                        "S026", "a second document begins here", event, "put it into a file of its own"
                    )
            elif isinstance(event, yaml.NodeEvent):
                root = self._node(event, events, (), 0)
        start, end = self.values.get((), (0, 0))
        if start == end:
            here = self.source.span(start, end)
            raise _Stop(
                Diagnostic("S031", "the file holds no data", here, help="write something, or delete it")
            )
        return root

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.source.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _stop(self, code: str, message: str, event: Any, fix: str) -> NoReturn:
        raise _Stop(Diagnostic(code, message, self._span(event), help=fix))

    def _node(self, event: Any, events: Iterator[Any], path: DataPath, depth: int) -> Value:
        """Return the value that begins with `event`, and take its other events from `events`."""
        span = self._span(event)
        start, end = event.start_mark.index, event.end_mark.index
        self._count += 1
        if self._count > self.limits.max_values:
            fix = "split it into several files"
            self._stop("S028", f"the file holds more than {self.limits.max_values} values", event, fix)
        self._check_properties(event, span)
        value: Value = None
        if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            self._end = end
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, span)
        elif isinstance(event, yaml.CollectionStartEvent):
            if depth == self.limits.max_depth:
                message = f"lists and blocks lie in each other more than {self.limits.max_depth} times"
                self._stop("S027", message, event, "bring the data into a flatter form")
            if isinstance(event, yaml.SequenceStartEvent):
                value = self._list(events, path, depth + 1)
            else:
                value = self._block(events, path, depth + 1)
        # The end event of an indented collection stands at whatever comes next, so it says nothing.
        self.values.setdefault(path, (start, max(start, self._end)))
        return value

    def _check_properties(self, event: Any, span: Span) -> None:
        """Diagnose anchors, aliases and tags; of these only an alias leaves the value unknown."""
        if isinstance(event, yaml.AliasEvent):
            message = f"the alias `*{visible(str(event.anchor))}` stands for another value"
            fix = "write the value itself, or put the text in quotes"
            self.refuse(Diagnostic("S023", message, span, help=fix))
            return
        fix = "delete it, or put the text in quotes"
        if event.anchor is not None:
            message = f"the anchor `&{visible(str(event.anchor))}` gives a value a name"
            self.diagnostics.append(Diagnostic("S023", message, span, help=fix))
        tag = getattr(event, "tag", None)
        if tag is not None:
            shown = visible(tag.replace("tag:yaml.org,2002:", "!!"))
            message = f"the tag `{shown}` gives a value a type"
            self.diagnostics.append(Diagnostic("S025", message, span, help=fix))

    def _list(self, events: Iterator[Any], path: DataPath, depth: int) -> list[Value]:
        values: list[Value] = []
        for event in events:
            if isinstance(event, yaml.SequenceEndEvent):
                self._close(event)
                break
            values.append(self._node(event, events, (*path, len(values)), depth))
        return values

    def _block(self, events: Iterator[Any], path: DataPath, depth: int) -> dict[str, Value]:
        values: dict[str, Value] = {}
        first: dict[str, Span] = {}
        for event in events:
            if isinstance(event, yaml.MappingEndEvent):
                self._close(event)
                break
            span = self._span(event)
            key = self._key(event, events, path, depth)
            if key is None:
                self._node(next(events), events, path, depth)
                continue
            inner = (*path, key)
            self.keys.setdefault(inner, (event.start_mark.index, event.end_mark.index))
            value = self._node(next(events), events, inner, depth)
            if key in first:
                message = f"the key `{visible(key)}` is written twice"
                notes = (Note("first written here", first[key]),)
                fix = "delete one of them or give it another name"
                self.diagnostics.append(Diagnostic("S022", message, span, inner, fix, notes=notes))
            else:
                first[key] = span
                values[key] = value
        return values

    def _close(self, event: Any) -> None:
        if event.end_mark.index > event.start_mark.index:
            self._end = event.end_mark.index

    def _key(self, event: Any, events: Iterator[Any], path: DataPath, depth: int) -> str | None:
        """Return the name of the key that begins with `event`, or None after an error."""
        span = self._span(event)
        if isinstance(event, yaml.ScalarEvent):
            self._check_properties(event, span)
            self.diagnostics += check_escaped(event.value, span)
            if event.value == "<<" and not event.style:
                fix = "write the keys themselves, or put `<<` in quotes"
                self.refuse(Diagnostic("S024", "the merge key `<<` copies another block", span, help=fix))
                return None
            if event.value:
                return name_key(event.value)
            found = "empty"
        else:
            found = "an alias"
            if isinstance(event, yaml.CollectionStartEvent):
                found = "a list" if isinstance(event, yaml.SequenceStartEvent) else "a block"
            self._node(event, events, path, depth)
        message = f"a key must be a name, not {found}"
        self.refuse(Diagnostic("S029", message, span, help="write `name: value`"))
        return None

    def _scalar(self, event: Any, span: Span) -> Value:
        """Return the value of a scalar: text if it is quoted, else whatever YAML 1.2 makes of it."""
        text: str = event.value
        if not event.style:  # plain; the two loaders say `""` and None
            if text in _NULL:
                return None
            if text in _BOOLEANS:
                return _BOOLEANS[text]
            if _INTEGER.fullmatch(text):
                if len(text.lstrip("+-")) <= _MAX_DIGITS:
                    return int(text)
                self._refuse_number(f"has more than {_MAX_DIGITS} digits", text, span)
            elif _FLOAT.fullmatch(text):
                if math.isfinite(float(text)):
                    return float(text)
                self._refuse_number("is too large", text, span)
            elif _NO_NUMBER.fullmatch(text):
                self._refuse_number("is no usable number", text, span)
        self.diagnostics += check_escaped(text, span)
        return text

    def _refuse_number(self, what: str, text: str, span: Span) -> None:
        shown = text if len(text) <= 2 * _MAX_DIGITS else text[: 2 * _MAX_DIGITS] + "…"
        fix = "write a smaller number, or put the text in quotes"
        self.refuse(Diagnostic("S030", f"the number `{shown}` {what}", span, help=fix))
