"""YAML with positions: the plain subset that means the same to every reader.

Read from parser events, so that nothing is constructed, expanded or nested before it was checked.
Plain scalars follow YAML 1.2: `true` and `false` are the only booleans, `on`, `yes` and `no` are
text. Numbers with leading zeros, underscores or a base (`007`, `1_000`, `0x1F`) are text as well.
"""

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NoReturn

import yaml

from regelwerk.source import problems
from regelwerk.source.diagnostics import DataPath, Diagnostic, has_errors
from regelwerk.source.document import Document, Extent, Value
from regelwerk.source.files import Limits, read_source
from regelwerk.source.refused import check_escaped
from regelwerk.source.spans import SourceFile, Span, name_key
from regelwerk.source.wording import Problem
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
        reader.refuse(explain_yaml_error(error, source, reader.limits.max_depth))
    except yaml.YAMLError:
        reader.refuse(problems.not_yaml("character").at(Span.start_of(source.path)))
    if reader.broken:
        return None, reader.diagnostics
    return Document(source, root, reader.keys, reader.values), reader.diagnostics


class _Stop(Exception):
    """Nothing more is to be read, for the reason in `diagnostic`."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.code)
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
                    self._stop(problems.several_documents(directive=True), event)
                if documents > 1:
                    self._stop(problems.several_documents(directive=False), event)
            elif isinstance(event, yaml.NodeEvent):
                root = self._node(event, events, (), 0)
        start, end = self.values.get((), (0, 0))
        if start == end:
            raise _Stop(problems.no_data().at(self.source.span(start, end)))
        return root

    def _span(self, event: Any) -> Span:
        start, end = event.start_mark, event.end_mark
        return Span(self.source.path, start.line + 1, start.column + 1, end.line + 1, end.column + 1)

    def _stop(self, problem: Problem, event: Any) -> NoReturn:
        raise _Stop(problem.at(self._span(event)))

    def _node(self, event: Any, events: Iterator[Any], path: DataPath, depth: int) -> Value:
        """Return the value that begins with `event`, and take its other events from `events`."""
        span = self._span(event)
        start, end = event.start_mark.index, event.end_mark.index
        self._count += 1
        if self._count > self.limits.max_values:
            self._stop(problems.too_many_values(self.limits.max_values), event)
        self._check_properties(event, span)
        value: Value = None
        if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            self._end = end
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, span)
        elif isinstance(event, yaml.CollectionStartEvent):
            if depth == self.limits.max_depth:
                self._stop(problems.nested_too_deeply(self.limits.max_depth), event)
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
            self.refuse(problems.anchor_or_alias(str(event.anchor), alias=True).at(span))
            return
        if event.anchor is not None:
            self.diagnostics.append(problems.anchor_or_alias(str(event.anchor)).at(span))
        tag = getattr(event, "tag", None)
        if tag is not None:
            shown = tag.replace("tag:yaml.org,2002:", "!!")
            self.diagnostics.append(problems.yaml_tag(shown).at(span))

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
                note = problems.first_written_here().at(first[key])
                self.diagnostics.append(problems.key_twice(key).at(span, path=inner, notes=(note,)))
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
                self.refuse(problems.merge_key().at(span))
                return None
            if event.value:
                return name_key(event.value)
            found: Literal["empty", "an alias", "a list", "a block"] = "empty"
        else:
            found = "an alias"
            if isinstance(event, yaml.CollectionStartEvent):
                found = "a list" if isinstance(event, yaml.SequenceStartEvent) else "a block"
            self._node(event, events, path, depth)
        self.refuse(problems.key_without_name(found).at(span))
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
                self._refuse_number("digits", text, span)
            elif _FLOAT.fullmatch(text):
                if math.isfinite(float(text)):
                    return float(text)
                self._refuse_number("large", text, span)
            elif _NO_NUMBER.fullmatch(text):
                self._refuse_number("other", text, span)
        self.diagnostics += check_escaped(text, span)
        return text

    def _refuse_number(self, why: Literal["digits", "large", "other"], text: str, span: Span) -> None:
        shown = text if len(text) <= 2 * _MAX_DIGITS else text[: 2 * _MAX_DIGITS] + "…"
        self.refuse(problems.unusable_number(shown, why, _MAX_DIGITS).at(span))
