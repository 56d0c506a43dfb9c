"""One minor version of lark is admitted, because what it does not publish is used."""

import ast
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from regelwerk import syntax

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
UNPUBLISHED = ("lark.common", "lark.parsers")


def used_unpublished():
    """What `syntax/` takes from inside lark: modules without documentation, and names with an underscore."""
    found = set()
    for path in Path(syntax.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.ImportFrom(module=str(module)) if module.startswith(UNPUBLISHED):
                    found.add(module)
                case ast.Attribute(value=ast.Name(id="Lark"), attr=name) if name.startswith("_"):
                    found.add(f"Lark.{name}")
    return found


def test_only_one_minor_version_of_lark_is_admitted_as_long_as_its_inside_is_used():
    dependencies = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["dependencies"]
    [lark] = [each for each in map(Requirement, dependencies) if each.name == "lark"]
    minors = [f"{major}.{minor}" for major in (1, 2) for minor in range(20)]
    admitted = [minor for minor in minors if lark.specifier.contains(f"{minor}.9")]
    assert used_unpublished(), "nothing from inside lark is used any more: more versions may be admitted"
    assert len(admitted) == 1
