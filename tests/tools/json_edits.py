"""Single edits of a JSON document, and a validator that does not look twice at what no edit touched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator
from jsonschema.validators import extend

Path = tuple[Any, ...]
Edit = Callable[[Any, Random], Any]


def parts(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part of a document with its path, the whole first."""
    yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from parts(inner, (*path, key))


def shared(document: Any) -> Any:
    """The document with parts that are equal made one: whoever looks at parts meets each only once."""
    known: dict[Any, Any] = {}

    def one(value: Any) -> Any:
        if isinstance(value, dict):
            value = {key: one(inner) for key, inner in value.items()}
            key: Any = (dict, *((name, id(inner)) for name, inner in value.items()))
        elif isinstance(value, list):
            value = [one(inner) for inner in value]
            key = (list, *map(id, value))
        else:
            key = (type(value), value)
        return known.setdefault(key, value)

    return one(document)


def replaced(value: Any, path: Path, new: Any) -> Any:
    """The document with another value at a path; whatever is not on the path is shared with the old one."""
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def without(mapping: dict[str, Any], key: str) -> dict[str, Any]:
    """A mapping without one of its keys."""
    return {name: value for name, value in mapping.items() if name != key}


class PatientValidator:
    """Validates edited versions of a document that is valid itself."""

    def __init__(self, schema: dict[str, Any], document: Any) -> None:
        whole = {id(part) for _, part in parts(document) if isinstance(part, dict | list)}
        seen: set[tuple[str, int, int]] = set()

        def patient(keyword: str) -> Callable[..., Iterator[Any]]:
            check = Draft202012Validator.VALIDATORS[keyword]

            def once(validator: Validator, value: Any, instance: Any, inner: Any) -> Iterator[Any]:
                if (keyword, id(inner), id(instance)) in seen:
                    return
                errors = list(check(validator, value, instance, inner))
                if not errors and id(instance) in whole:
                    seen.add((keyword, id(inner), id(instance)))
                yield from errors

            return once

        self._document = document  # keeps the parts, and so their ids, alive
        deep = ("$ref", "items", "additionalProperties", "propertyNames")
        self._validator = extend(Draft202012Validator, {each: patient(each) for each in deep})(schema)

    def accepts(self, document: Any) -> bool:
        """Whether the schema finds nothing wrong."""
        return self._validator.is_valid(document)
