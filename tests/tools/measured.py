"""Runs a command and prints what it takes: python measured.py (ends|asks) COMMAND...

A process of its own, and a small one: the most memory that a child is said to have used includes that of
whoever started it. `ends` waits for its end, `asks` for the first prompt `> ` that it shows at a terminal.
Prints a line of JSON: seconds by the clock, seconds of the processor, memory in kB, exit status.
"""

import json
import os
import pty
import select
import sys
import time

_WAITS = 60
"""Seconds without a sign after which something that asks nothing is given up."""


def main(way: str, *command: str) -> None:
    """Run the command and print what it takes."""
    side, other = pty.openpty() if way == "asks" else (-1, os.open(os.devnull, os.O_RDWR))
    errors = os.open(os.devnull, os.O_WRONLY)
    files = [(os.POSIX_SPAWN_DUP2, mine, its) for its, mine in ((0, other), (1, other), (2, errors))]
    start = time.perf_counter()
    number = os.posix_spawn(command[0], command, os.environ, file_actions=files, setsid=way == "asks")
    taken = None
    if way == "asks":
        shown = b""
        while not shown.endswith(b"\n> ") and select.select([side], [], [], _WAITS)[0]:
            shown += os.read(side, 65536)
        taken = time.perf_counter() - start
        os.write(side, b"quit\n")
    _, status, used = os.wait4(number, 0)
    taken = taken or time.perf_counter() - start
    ended = os.waitstatus_to_exitcode(status)
    print(json.dumps([taken, used.ru_utime + used.ru_stime, used.ru_maxrss, ended]))


if __name__ == "__main__":
    main(*sys.argv[1:])
