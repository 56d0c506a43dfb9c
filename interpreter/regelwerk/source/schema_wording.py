"""What a validator complains about, in the words of people who write the data by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from regelwerk.source.characters import visible
from regelwerk.source.diagnostics import DataPath, Diagnostic, near_names
from regelwerk.source.spans import Span

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Locate = Callable[[DataPath], Span | None]

_TYPES = {
    "object": "a block of keys",
    "array": "a list",
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "null": "empty",
}
_YES_NO = {"yes": "true", "on": "true", "y": "true", "no": "false", "off": "false", "n": "false"}
_BOUNDS = {
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "multipleOf": "a multiple of",
}
_LENGTHS = {
    "minLength": ("at least", "character"),
    "maxLength": ("at most", "character"),
    "minItems": ("at least", "entry"),
    "maxItems": ("at most", "entry"),
    "minProperties": ("at least", "key"),
    "maxProperties": ("at most", "key"),
}
_LISTED_AT_MOST = 12


def explain(error: ValidationError, locate: Locate) -> Iterator[Diagnostic]:
    """Yield what is to be said about one violation, placed at the key that `locate` finds."""
    path = tuple(error.absolute_path)
    keyword = str(error.validator)
    instance: Any = error.instance
    rule: Any = error.validator_value
    if _is_about_key(error):
        inner: DataPath = (*path, instance)
        message = f"the key `{visible(instance)}` is not spelt as keys must be here"
        yield Diagnostic("S066", message, locate(inner), inner, _spelling(error))
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
        message = f"{_subject(path)} must be {_BOUNDS[keyword]} {rule}, not {instance}"
        yield Diagnostic("S065", message, locate(path), path, "correct the number")
    elif keyword == "pattern":
        message = f"{_subject(path)} cannot be {_shown(instance)}"
        yield Diagnostic("S066", message, locate(path), path, _spelling(error))
    elif keyword in _LENGTHS:
        bound, unit = _LENGTHS[keyword]
        need = f"{bound} {_count(rule, unit)}"
        message = f"{_subject(path)} must have {need}, not {len(instance)}"
        yield Diagnostic("S067", message, locate(path), path, _description(error) or "add or delete some")
    elif keyword == "uniqueItems":
        first, second = _repeated(instance)
        inner = (*path, second)
        message = f"{_subject(inner)} is the same as entry {first + 1}"
        yield Diagnostic("S068", message, locate(inner), inner, "delete one of them")
    else:
        message = f"{_subject(path)} has none of the forms that are allowed here"
        yield Diagnostic("S069", message, locate(path), path, _description(error) or "delete or rewrite it")


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
    where = f" in {_subject(path)}" if path else ""
    for key in instance:
        if key in known or any(re.search(pattern, key) for pattern in patterns):
            continue
        inner = (*path, key)
        near = near_names(key, unused)
        fix = f"keys that can be added here: {_listed(unused)}" if unused else "delete it"
        yield Diagnostic(
            "S061", f"the key `{visible(key)}` is not known{where}", locate(inner), inner, fix, near
        )


def _missing_keys(error: ValidationError, path: DataPath, locate: Locate) -> Iterator[Diagnostic]:
    instance: Any = error.instance
    rule: Any = error.validator_value
    if error.validator == "dependentRequired":
        rule = [key for cause, keys in rule.items() if cause in instance for key in keys]
    where = f" in {_subject(path)}" if path else ""
    for key in rule:
        if key not in instance:
            message = f"the key `{visible(key)}` is missing{where}"
            yield Diagnostic("S062", message, locate(path), path, f"add `{visible(key)}: ...`")


def _wrong_type(value: Any, types: list[str], path: DataPath, locate: Locate) -> Diagnostic:
    near: tuple[str, ...] = ()
    fix = f"write {_either(_TYPES[name] for name in types)}"
    if "boolean" in types and isinstance(value, str) and value.lower() in _YES_NO:
        near = (_YES_NO[value.lower()],)
    elif {"integer", "number"} & set(types) and isinstance(value, str) and _looks_like_number(value):
        fix = "write the number without quotes and without leading zeros"
    elif "string" in types and isinstance(value, int | float):
        fix = "put the value in quotes"
    message = f"{_subject(path)} must be {_either(_TYPES[name] for name in types)}, not {_type_of(value)}"
    return Diagnostic("S063", message, locate(path), path, fix, near)


def _not_allowed(value: Any, allowed: list[Any], path: DataPath, locate: Locate) -> Diagnostic:
    names = [_plain(choice) for choice in allowed]
    near = near_names(value, names) if isinstance(value, str) else ()
    fix = f"write {'one of ' if len(names) > 1 else ''}{_listed(names)}"
    return Diagnostic("S064", f"{_subject(path)} cannot be {_shown(value)}", locate(path), path, fix, near)


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
        message = f"{_subject(path)} has none of the forms that are allowed here"
        if not forms:
            message = f"{_subject(path)} has more than one of the forms that exclude each other here"
        fix = _description(error) or "compare it with the examples for this kind of file"
        yield Diagnostic("S069", message, locate(path), path, fix)


def _rules_out(error: ValidationError) -> bool:
    """Say whether `error` shows that a form was not meant: another type, or another word that marks forms."""
    if error.validator in ("enum", "const"):
        return len(error.relative_path) <= 1
    return error.validator == "type" and not error.relative_path


def _subject(path: DataPath) -> str:
    if not path:
        return "the file"
    last = path[-1]
    if isinstance(last, str):
        return f"`{visible(last)}`"
    around = next((part for part in reversed(path) if isinstance(part, str)), None)
    return f"entry {last + 1}" + (f" of `{visible(around)}`" if around is not None else "")


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


def _spelling(error: ValidationError) -> str:
    return _description(error) or f"write something that matches the pattern `{error.validator_value}`"


def _description(error: ValidationError) -> str | None:
    """Return what the schema says about the place, put as a rule for the value."""
    text = error.schema.get("description") if isinstance(error.schema, dict) else None
    return f"needed here: {text[0].lower()}{text[1:].rstrip('.')}" if text else None


def _repeated(entries: list[Any]) -> tuple[int, int]:
    for second, entry in enumerate(entries):
        for first in range(second):
            if entries[first] == entry and type(entries[first]) is type(entry):
                return first, second
    return 0, len(entries) - 1


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _either(names: Iterable[str]) -> str:
    return " or ".join(names)


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{visible(name)}`" for name in names[:_LISTED_AT_MOST])
    return shown + (f" and {len(names) - _LISTED_AT_MOST} more" if len(names) > _LISTED_AT_MOST else "")


def _count(number: int, unit: str) -> str:
    if number == 1:
        return f"1 {unit}"
    return f"{number} {'entries' if unit == 'entry' else unit + 's'}"
