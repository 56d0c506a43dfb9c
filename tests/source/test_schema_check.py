"""Schema violations: all at once, at their keys, in the author's words."""

import json

import pytest

from regelwerk import resources
from regelwerk.source import schema_check
from regelwerk.source.files import Limits, SourceFile
from regelwerk.source.schema_check import check_against, check_schema, load_schema
from regelwerk.source.yaml_source import load_yaml

BOX = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string"},
        "size": {"type": "integer", "minimum": 1},
        "kind": {"enum": ["small", "large"]},
        "inside": {"type": "array", "items": {"$ref": "#"}, "uniqueItems": True},
        "labels": {"type": "object", "propertyNames": {"pattern": "^[a-z]{2}$"}},
    },
}
FORMS = {
    "oneOf": [
        {"type": "string"},
        {"type": "object", "properties": {"kind": {"const": "die"}, "faces": {"type": "integer"}}},
        {"type": "object", "properties": {"kind": {"const": "coin"}, "sides": {"type": "array"}}},
    ]
}


def check(text, schema):
    document, diagnostics = load_yaml(SourceFile("f.yaml", text))
    assert diagnostics == []
    return [
        (found.span.line, found.span.column, found.code, found.message)
        for found in check_against(document.value, schema, document.key_span)
    ]


def test_all_violations_are_reported_in_reading_order():
    text = "nmae: box\nsize: 0\nkind: smal\ninside:\n  - name: 3\n    sise: 2\nlabels: {german: x}\n"
    assert check(text, BOX) == [
        (1, 1, "S061", "the key `nmae` is not known"),
        (1, 1, "S062", "the key `name` is missing"),
        (2, 1, "S065", "`size` must be at least 1, not 0"),
        (3, 1, "S064", "`kind` cannot be `smal`"),
        (5, 5, "S063", "`name` must be text, not the number `3`"),
        (6, 5, "S061", "the key `sise` is not known in entry 1 of `inside`"),
        (7, 10, "S066", "the key `german` is not spelt as keys must be here"),
    ]


def near(text, schema):
    document, _ = load_yaml(SourceFile("f.yaml", text))
    return [found.near for found in check_against(document.value, schema, document.key_span)]


def test_near_names_are_offered_for_keys_values_and_booleans():
    assert near("name: x\nsixe: 2", BOX) == [("size",)]
    assert near("name: x\nkind: Large", BOX) == [("large",)]
    assert near("off", {"type": "boolean"}) == [("false",)]


def test_the_form_that_was_meant_is_explained():
    assert check("kind: coin\nsides: 2", FORMS) == [
        (2, 1, "S063", "`sides` must be a list, not the number `2`")
    ]
    assert check("3", FORMS) == [
        (1, 1, "S063", "the file must be text or a block of keys, not the number `3`")
    ]
    assert check("kind: card", FORMS)[0][2] == "S069"
    both = {"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}
    assert "more than one of the forms" in check("{a: 1, b: 2}", both)[0][3]


@pytest.mark.parametrize(
    ("text", "schema", "message"),
    [
        ("a: 1", {"dependentRequired": {"a": ["b"]}}, "the key `b` is missing"),
        ("a:", {"properties": {"a": {"type": "string"}}}, "`a` must be text, not empty"),
        ("a: true", {"properties": {"a": {"type": "integer"}}}, "`a` must be a whole number, not `true`"),
        ("a: 3", {"properties": {"a": {"multipleOf": 2}}}, "`a` must be a multiple of 2, not 3"),
        ("a: 5", {"properties": {"a": {"exclusiveMaximum": 5}}}, "`a` must be less than 5, not 5"),
        ("a: x", {"properties": {"a": {"const": "y"}}}, "`a` cannot be `x`"),
        ("a: xyz", {"properties": {"a": {"maxLength": 2}}}, "`a` must have at most 2 characters, not 3"),
        ("[1, true, 1]", {"uniqueItems": True}, "entry 3 is the same as entry 1"),
        ("a: 1", {"not": {"required": ["a"]}}, "the file has none of the forms that are allowed here"),
    ],
)
def test_each_keyword_has_its_words(text, schema, message):
    assert [found[3] for found in check(text, schema)] == [message]


def test_keys_named_like_schema_words_are_no_trouble():
    schema = {"properties": {"propertyNames": {"type": "string"}, "properties": {"enum": ["x"]}}}
    assert [found[2] for found in check("propertyNames: 1\nproperties: y", schema)] == ["S063", "S064"]


def test_the_deepest_allowed_data_can_be_checked():
    forms = [{"type": "array", "items": {"$ref": "#"}}, {"additionalProperties": {"$ref": "#"}}]
    text = '[{"a": ' * 50 + '"x"' + "}]" * 50
    document, _ = load_yaml(SourceFile("f.yaml", text), Limits(max_depth=100))
    schema = {"anyOf": [*forms[:1], {"type": "object", **forms[1]}, {"type": "integer"}]}
    assert [found.code for found in check_against(document.value, schema, document.key_span)] == ["S063"]


@pytest.fixture
def published(tmp_path, monkeypatch):
    monkeypatch.setattr(schema_check, "data_path", lambda kind: tmp_path)
    load_schema.cache_clear()
    yield lambda name, schema: (tmp_path / f"{name}.schema.json").write_text(json.dumps(schema))
    load_schema.cache_clear()


def test_published_schemas_are_found_by_name(published):
    published("box", BOX)
    [found] = check_schema({"name": 1}, "box", lambda path: None)
    assert (found.code, found.path_in_data, found.span) == ("S063", ("name",), None)


def test_schemas_do_not_reach_into_other_files(published):
    published("box", {"properties": {"a": {"$ref": "other.schema.json"}}})
    with pytest.raises(ValueError, match=r"other\.schema\.json"):
        load_schema("box")


def test_every_published_schema_can_be_loaded():
    names = [path.name.removesuffix(".schema.json") for path in resources.data_path("schemas").glob("*.json")]
    assert all(isinstance(load_schema(name), dict) for name in names)
