#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""settle_kill.py SCMAIL SMTP-PORT IMAPS-PORT CA MAILDIR KILLS: mails wait in a queue, two runs of --flush with
--settle go on at once and are killed again and again at moments from a fixed seed; then one runs in peace.
Every mail must be in the box of Postfix once, none may be lost, and at most one may be left unconfirmed."""
import collections
import glob
import os
import random
import re
import subprocess
import sys
import time

scmail, smtp, imaps, ca, box, kills = *sys.argv[1:6], int(sys.argv[6])
rng = random.Random(35)
queue = "settle-kill"
flush = [scmail, "--server=localhost", f"--port={smtp}", "--tls=none", "--insecure-plaintext", "--user=bob@lab.test",
         f"--ca={ca}", f"--queue={queue}", "--flush", f"--settle=imaps://localhost:{imaps}/INBOX", "--settle-wait=2"]


def put(n):
    r = subprocess.run([scmail, "--server=127.0.0.1", "--port=1", f"--queue={queue}", "--from=me@lab.test",
                        "--to=a@lab.test", f"--subject=kill-{n}-end", "--text=x"], capture_output=True)
    assert r.returncode in (0, 4), r  # 0: a flush was faster


def start():
    return subprocess.Popen(flush, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


made = killed = 0
running = [start(), start()]
while killed < kills:
    while len(glob.glob(queue + "/*.mail")) < 4:
        put(made)
        made += 1
    time.sleep(rng.choice([rng.uniform(0, 0.1), rng.uniform(0, 0.1), rng.uniform(0, 0.3), rng.uniform(0, 2.5)]))
    victim = rng.randrange(2)
    if running[victim].poll() is None:
        running[victim].kill()
        killed += 1
    running[victim].wait()
    running[victim] = start()
for p in running:
    p.wait()
for _ in range(3):
    r = subprocess.run(flush, capture_output=True)
assert r.returncode == 0, r
time.sleep(1)
seen = collections.Counter()
for path in glob.glob(glob.escape(box) + "/new/*") + glob.glob(glob.escape(box) + "/cur/*"):
    with open(path, "rb") as f:
        found = re.search(rb"^Subject: (kill-\d+-end)\r?$", f.read(), re.M)
    if found:
        seen[found.group(1).decode()] += 1
left = [os.path.basename(p) for p in glob.glob(queue + "/**/*.mail", recursive=True)]
twice = [s for s, n in seen.items() if n > 1]
lost = made - len(seen) - len(left)
print(f"{made} mails, {killed} kills of two runs: {len(seen)} arrived, {len(twice)} twice, {lost} lost, {len(left)} left")
sys.exit(0 if not twice and lost == 0 and len(left) <= 1 else 1)
