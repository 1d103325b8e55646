#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""kills.py SCMAIL [MAILS [KILLS [RUNS [ROWS]]]]: a queue whose --flush is killed, and --merge --queue that is killed, at
moments from fixed seeds, into a slow server on loopback (fault_server.py of the tests: four bytes at a time). A table
in Markdown; what is lost or sent twice ends the program (queue_kill.py and merge_kill.py of the tests count)."""
import os
import re
import subprocess
import sys
import tempfile

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../e2e/scmail")
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from measure import table  # noqa: E402


def counted(program, scmail, folder, first, second):
    """The last line of one of the programs that kill, with a server of its own."""
    os.makedirs(folder + "/srv")
    with subprocess.Popen([sys.executable, TESTS + "/fault_server.py", "srv"], cwd=folder, stdin=subprocess.PIPE) as server:
        ports = ""
        while "drips " not in ports:
            if os.path.exists(folder + "/srv/ports"):
                with open(folder + "/srv/ports", encoding="ascii") as file:
                    ports = file.read()
        port = re.search(r"^drips (\d+)$", ports, re.M)[1]
        run = subprocess.run([sys.executable, f"{TESTS}/{program}", scmail, port, "drips", str(first), str(second)],
                             cwd=folder, stdout=subprocess.PIPE, encoding="utf-8", check=True)
        server.stdin.close()
    return run.stdout.strip().split("\n")[-1].split(": ", 1)[1]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    scmail = os.path.abspath(sys.argv[1])
    mails, kills, runs, rows = [int(word) for word in sys.argv[2:6]] + [120, 200, 20, 12][len(sys.argv) - 2:]
    with tempfile.TemporaryDirectory() as folder:
        table(("what is killed", "counted at the server"), (
            (f"--flush of {mails} mails, {kills} times", counted("queue_kill.py", scmail, folder + "/q", mails, kills)),
            (f"--merge --queue of {rows} rows, {runs} runs", counted("merge_kill.py", scmail, folder + "/m", rows, runs))))


main()
