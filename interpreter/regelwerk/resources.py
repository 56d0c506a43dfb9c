"""Where files other than Python lie: beside `interpreter/` in a checkout, inside the package in a wheel."""

from pathlib import Path

_KINDS = {
    "grammar": Path("grammar"),
    "games": Path("games"),
    "schemas": Path("schemas"),
    "errors": Path("docs", "errors"),
}


def data_path(kind: str) -> Path:
    """Return the folder that holds the data of `kind`: `grammar`, `games`, `schemas` or `errors`.

    Raises KeyError for any other kind and FileNotFoundError if the installation carries no data.
    """
    in_checkout = _KINDS[kind]
    package = Path(__file__).resolve().parent
    packed = package / "_data" / kind
    if packed.is_dir():
        return packed
    for folder in package.parents:
        if (folder / "grammar").is_dir() and (folder / in_checkout).is_dir():
            return folder / in_checkout
    raise FileNotFoundError(f"no `{kind}` folder belongs to {package}")
