"""Build the wheel, install it into an empty environment, and play a game from outside the checkout."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
COMMANDS = (
    ["--version"],
    ["check", "tic_tac_toe"],
    ["test", "kuhn_poker"],
    ["play", "tic_tac_toe", "--watch", "--seed", "1", "--delay", "0"],
    ["play", "knizia", "--watch", "--seed", "1", "--delay", "0"],
    ["explain", "M001"],
    ["new", "my_game"],
    ["test", "my_game"],
)


def run(command: list[str], folder: Path) -> None:
    """Run a command; end with its output if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}\n{done.stdout}{done.stderr}")


def main() -> None:
    """Build, install, try."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder / "dist"), str(TOP)], folder)
        (wheel,) = (folder / "dist").glob("*.whl")
        venv.create(folder / "env", with_pip=True)
        scripts = folder / "env" / "bin"
        run([str(scripts / "python"), "-m", "pip", "install", "--quiet", str(wheel)], folder)
        work = folder / "elsewhere"
        work.mkdir()
        for arguments in COMMANDS:
            run([str(scripts / "regelwerk"), *arguments], work)
            print("ok: regelwerk", *arguments)
        print(f"{wheel.name}: {wheel.stat().st_size // 1024} KiB, installed and played")


if __name__ == "__main__":
    main()
