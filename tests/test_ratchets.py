"""What may only become less."""

import ast
from pathlib import Path

import regelwerk

PACKAGE = Path(regelwerk.__file__).parent
READS_OF_CHILDREN = 1
"""Places that read the trees of the parser by their children, outside the builder."""
WITH_TREES_OF_THEIR_OWN = {Path("tree/build.py"), Path("players/search.py"), Path("players/tree.py")}


def test_children_are_read_in_ever_fewer_places() -> None:
    reads = 0
    for path in PACKAGE.rglob("*.py"):
        if path.relative_to(PACKAGE) not in WITH_TREES_OF_THEIR_OWN:
            reads += sum(
                isinstance(node, ast.Attribute) and node.attr == "children" and isinstance(node.ctx, ast.Load)
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
            )
    assert reads == READS_OF_CHILDREN, "lower the number in this test" if reads < READS_OF_CHILDREN else reads


def test_only_those_who_read_text_see_trees_of_the_parser() -> None:
    seen = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] == "lark" for name in names):
                seen.add(path.relative_to(PACKAGE))
    assert {path for path in seen if path.parts[0] != "syntax"} == {Path("tree/build.py")}
