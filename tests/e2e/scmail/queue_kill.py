# SPDX-License-Identifier: MIT
"""queue_kill.py SCMAIL PORT FAULT MAILS KILLS: mails wait in a queue, --flush is killed again and again at
moments from a fixed seed, then runs in peace. Each mail must be at the server once, or, when it was
cut off, in unconfirmed/; never lost, never twice."""
import glob
import os
import random
import re
import subprocess
import sys

scmail, port, fault, mails, kills = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
rng = random.Random(6)
base = [scmail, '--server=127.0.0.1', '--port=' + port, '--queue=kq', '--timeout=5']
mine = []
for n in range(mails):
    r = subprocess.run([scmail, '--server=127.0.0.1', '--port=1', '--queue=kq', '--from=a@x.com', '--to=b@x.com',
                        f'--subject=mail-{n}-end', '--text=x'], capture_output=True)
    assert r.returncode == 4 and r.stdout.startswith(b'queued '), r
    mine.append(f'mail-{n}-end')
killed = 0
for _ in range(kills):
    p = subprocess.Popen(base + ['--flush'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        p.wait(rng.uniform(0.0, 0.35))
    except subprocess.TimeoutExpired:
        p.kill()
        killed += 1
    p.wait()
r = subprocess.run(base + ['--flush'], capture_output=True)
assert r.returncode == 0, r


def subjects(paths):
    return [re.search(rb'^Subject: (.*?)\r$', open(x, 'rb').read(), re.M).group(1).decode() for x in paths]


there = subjects(glob.glob(f'srv/{fault}.[0-9]*.eml'))
unknown = subjects(glob.glob('kq/unconfirmed/*.mail'))
assert not glob.glob('kq/*.mail') and not glob.glob('kq/sending/*.mail'), 'something waits still'
assert len(there) == len(set(there)), 'a mail came twice'
assert len(unknown) == len(set(unknown))
lost = set(mine) - set(there) - set(unknown)
assert not lost, f'lost: {lost}'
assert killed > 0
print(f'{mails} mails, {killed} kills: {len(there)} arrived, {len(unknown)} unconfirmed, none lost, none twice')
