"""What may only become less."""

import ast
from pathlib import Path

import regelwerk

PACKAGE = Path(regelwerk.__file__).parent
WITH_TREES_OF_THEIR_OWN = {
    Path("syntax/reduction.py"), Path("tree/build.py"), Path("players/search.py"), Path("players/tree.py"),
}  # fmt: skip


def test_only_the_builder_reads_the_children_of_trees() -> None:
    reads = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE) not in WITH_TREES_OF_THEIR_OWN
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "children" and isinstance(node.ctx, ast.Load)
    ]
    assert reads == []


def test_only_those_who_read_text_see_trees_of_the_parser() -> None:
    seen = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "lark" for name in names):
                seen.add(path.relative_to(PACKAGE))
    assert {path for path in seen if path.parts[0] != "syntax"} == {Path("tree/build.py")}


WALKS_OVER_EXPRESSIONS = 24
"""Functions that tell three or more nodes of expressions apart and come back to themselves."""


def test_expressions_are_gone_through_in_ever_fewer_functions() -> None:
    found = sorted(walk for path in PACKAGE.rglob("*.py") for walk in _walks(path))
    said = "lower the number in this test" if len(found) < WALKS_OVER_EXPRESSIONS else "\n".join(found)
    assert len(found) == WALKS_OVER_EXPRESSIONS, said


def _walks(path: Path) -> list[str]:
    tree = ast.parse(path.read_text("utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    uses = {
        name: {
            getattr(node, "id", getattr(node, "attr", None))
            for node in ast.walk(function)
            if isinstance(node, ast.Name | ast.Attribute)
        }
        for name, function in functions.items()
    }
    return [
        f"{path.relative_to(PACKAGE)}: {name}"
        for name, function in functions.items()
        if len(_nodes_told_apart(function)) >= 3 and _comes_back(name, uses)
    ]


def _nodes_told_apart(function: ast.FunctionDef) -> set[str]:
    """The nodes of expressions for which a function has a `case`."""
    patterns = (ast.unparse(node.cls) for node in ast.walk(function) if isinstance(node, ast.MatchClass))
    return {pattern for pattern in patterns if pattern.startswith(("ex.", "x."))}


def _comes_back(name: str, uses: dict[str, set[str | None]]) -> bool:
    """Whether a function calls itself, by itself or through others of its file."""
    waiting, seen = [name], set[str | None]()
    while waiting:
        for used in uses[waiting.pop()] - seen:
            if used == name:
                return True
            seen.add(used)
            if used in uses:
                waiting.append(used)
    return False


FLOORS_OF_TEXT = ("source", "syntax", "tree", "rules", "meaning")
SHOWN_IN = {Path("source/words.py"), Path("source/diagnostics.py"), Path("source/render.py")}


def test_nothing_that_looks_at_rules_reads_what_a_message_says() -> None:
    reads = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for floor in FLOORS_OF_TEXT
        for path in (PACKAGE / floor).rglob("*.py")
        if path.relative_to(PACKAGE) not in SHOWN_IN
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("message", "help")
        and isinstance(node.ctx, ast.Load)
    ]
    assert reads == []


def test_diagnostics_are_made_by_the_constructors_of_their_codes_alone() -> None:
    made = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("Diagnostic", "Note")
    ]
    assert {place.split(":")[0] for place in made} == {"source/wording.py"}
