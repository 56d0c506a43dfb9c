"""What a validator complains about, in the words of people who write the data by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from regelwerk.source import problems
from regelwerk.source.characters import visible
from regelwerk.source.diagnostics import DataPath, Diagnostic, Edit, near_names
from regelwerk.source.spans import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Locate = Callable[[DataPath], Span | None]

_YES_NO = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
_BOUNDS = frozenset(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))
_LENGTHS = frozenset(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"))


def explain(error: ValidationError, locate: Locate) -> Iterator[Diagnostic]:
    """Yield what is to be said about one violation, placed at the key that `locate` finds."""
    path = tuple(error.absolute_path)
    keyword = str(error.validator)
    instance: Any = error.instance
    rule: Any = error.validator_value
    if _is_about_key(error):
        inner: DataPath = (*path, instance)
        problem = problems.wrong_spelling(inner, f"`{visible(instance)}`", *_needed(error), key=True)
        yield problem.at(locate(inner), path=inner)
    elif keyword == "additionalProperties":
        yield from _unknown_keys(error, path, locate)
    elif keyword in ("required", "dependentRequired"):
        yield from _missing_keys(error, path, locate)
    elif keyword in ("anyOf", "oneOf"):
        yield from _no_form(error, path, locate)
    elif keyword == "type":
        yield _wrong_type(instance, _as_list(rule), path, locate)
    elif keyword in ("enum", "const"):
        yield _not_allowed(instance, rule if keyword == "enum" else [rule], path, locate)
    elif keyword in _BOUNDS:
        problem = problems.number_out_of_bounds(path, keyword, str(rule), str(instance))
        yield problem.at(locate(path), path=path)
    elif keyword == "pattern":
        problem = problems.wrong_spelling(path, _shown(instance), *_needed(error))
        yield problem.at(locate(path), path=path)
    elif keyword in _LENGTHS:
        problem = problems.wrong_length(path, keyword, rule, len(instance), _description(error))
        yield problem.at(locate(path), path=path)
    elif keyword == "uniqueItems":
        first, second = _repeated(instance)
        inner = (*path, second)
        yield problems.entry_twice(inner, first + 1).at(locate(inner), path=inner)
    else:
        yield problems.no_form(path, _description(error), "rule").at(locate(path), path=path)


def _is_about_key(error: ValidationError) -> bool:
    """Say whether the violating instance is a key, which the validator reports at the path of its block."""
    steps = list(error.absolute_schema_path)
    return len(steps) > 1 and steps[-2] == "propertyNames" and (len(steps) < 3 or steps[-3] != "properties")


def _unknown_keys(error: ValidationError, path: DataPath, locate: Locate) -> Iterator[Diagnostic]:
    schema: Any = error.schema
    instance: Any = error.instance
    known = list(schema.get("properties", {}))
    patterns = list(schema.get("patternProperties", {}))
    unused = [name for name in known if name not in instance]
    for key in instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        inner = (*path, key)
        near = near_names(key, unused)
        span = locate(inner)
        problem = problems.unknown_key(key, path, tuple(unused))
        yield problem.at(span, path=inner, near=near, fix=Edit.to_nearest(span, near))


def _missing_keys(error: ValidationError, path: DataPath, locate: Locate) -> Iterator[Diagnostic]:
    instance: Any = error.instance
    rule: Any = error.validator_value
    if error.validator == "dependentRequired":
        rule = [key for cause, keys in rule.items() if cause in instance for key in keys]
    for key in rule:
        if key not in instance:
            yield problems.missing_key(key, path).at(locate(path), path=path)


def _wrong_type(value: Any, types: list[str], path: DataPath, locate: Locate) -> Diagnostic:
    near: tuple[str, ...] = ()
    fix: Literal["write", "unquote", "quote"] = "write"
    if "boolean" in types and isinstance(value, str) and value.lower() in _YES_NO:
        near = (_YES_NO[value.lower()],)
    elif {"integer", "number"} & set(types) and isinstance(value, str) and _looks_like_number(value):
        fix = "unquote"
    elif "string" in types and isinstance(value, int | float):
        fix = "quote"
    problem = problems.wrong_type(path, tuple(types), _type_of(value), fix)
    return problem.at(locate(path), path=path, near=near)


def _not_allowed(value: Any, allowed: list[Any], path: DataPath, locate: Locate) -> Diagnostic:
    names = [_plain(choice) for choice in allowed]
    near = near_names(value, names) if isinstance(value, str) else ()
    problem = problems.value_not_allowed(path, _shown(value), tuple(names))
    return problem.at(locate(path), path=path, near=near)


def _no_form(error: ValidationError, path: DataPath, locate: Locate) -> Iterator[Diagnostic]:
    """Say what is wrong with the one form that was meant, or that it is unclear which one was."""
    forms = [
        list(errors)
        for _, errors in groupby(error.context or [], key=lambda inner: inner.relative_schema_path[0])
    ]
    meant = [form for form in forms if not any(_rules_out(inner) for inner in form)]
    fewest = min((len(form) for form in meant), default=0)
    meant = [form for form in meant if len(form) == fewest]
    at_top = [inner for form in forms for inner in form if not inner.relative_path]
    if len(meant) == 1:
        for inner in meant[0]:
            yield from explain(inner, locate)
    elif forms and all(inner.validator == "type" for inner in at_top) and len(at_top) == len(forms):
        types = [name for inner in at_top for name in _as_list(inner.validator_value)]
        yield _wrong_type(error.instance, list(dict.fromkeys(types)), path, locate)
    else:
        problem = problems.no_form(path, _description(error), "none" if forms else "several")
        yield problem.at(locate(path), path=path)


def _rules_out(error: ValidationError) -> bool:
    """Say whether `error` shows that a form was not meant: another type, or another word that marks forms."""
    if error.validator in ("enum", "const"):
        return len(error.relative_path) <= 1
    return error.validator == "type" and not error.relative_path


def _type_of(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, int | float):
        return f"the number `{value}`"
    if isinstance(value, str):
        return f"the text {_shown(value)}"
    return "a list" if isinstance(value, list) else "a block of keys"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        text = visible(value)
        return f"`{text}`" if len(text) <= 60 else f"`{text[:60]}…`"
    return f"`{value}`" if isinstance(value, int | float) and not isinstance(value, bool) else _type_of(value)


def _plain(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)


def _looks_like_number(text: str) -> bool:
    return re.fullmatch(r"[-+]?[0-9_]+(\.[0-9]+)?", text) is not None


def _needed(error: ValidationError) -> tuple[str, str]:
    """What is needed by the words of the schema, and the pattern that stands there."""
    return _description(error), str(error.validator_value)


def _description(error: ValidationError) -> str:
    """Return what the schema says about the place, put as a rule for the value; mostly nothing."""
    text = error.schema.get("description") if isinstance(error.schema, dict) else None
    return f"needed here: {text[0].lower()}{text[1:].rstrip('.')}" if text else ""


def _repeated(entries: list[Any]) -> tuple[int, int]:
    for second, entry in enumerate(entries):
        for first in range(second):
            if entries[first] == entry and type(entries[first]) is type(entry):
                return first, second
    return 0, len(entries) - 1


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
