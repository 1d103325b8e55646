# SPDX-License-Identifier: MIT
"""merge_kill.py SCMAIL PORT FAULT ROWS RUNS: --merge --queue is killed at moments from a fixed seed; --flush then
sends what waits. After each run every row is at the server once or in unconfirmed/ once, or, when it
was killed before it had said "queued" and nothing waited, no row of it is anywhere."""
import glob
import os
import random
import re
import subprocess
import sys

scmail, port, fault, rows, runs = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
rng = random.Random(7)
base = [scmail, '--server=127.0.0.1', '--port=' + port, '--queue=mq', '--timeout=5']
names = ['before any row was queued', 'with all rows waiting', 'while rows were sent', 'after the end']
seen = dict.fromkeys(names, 0)


def subjects(paths):
    return [re.search(rb'^Subject: (.*?)\r$', open(x, 'rb').read(), re.M).group(1).decode() for x in paths]


def count():
    """Where each mail of the run is."""
    there = subjects(glob.glob(f'srv/{fault}.[0-9]*.eml'))
    unknown = subjects(glob.glob('mq/unconfirmed/*.mail'))
    assert len(there) == len(set(there)), 'a mail came twice'
    assert len(unknown) == len(set(unknown)), 'a mail is unknown twice'
    return set(there), set(unknown)


os.makedirs('mq', exist_ok=True)
for run in range(runs):
    with open('k.csv', 'w', encoding='ascii') as f:
        f.write('n\n' + ''.join(f'{run}-{n}\n' for n in range(rows)))
    mine = {f'run-{run}-{n}-end' for n in range(rows)}
    with open('killed.out', 'wb') as out, subprocess.Popen(
            base + ['--merge=k.csv', '--from=a@x.com', '--to=b@x.com', '--subject=run-{n}-end', '--text={n}'],
            stdout=out, stderr=subprocess.DEVNULL) as p:
        try:
            # most of the time in the short while in which rows come into the queue
            p.wait(rng.choice([rng.uniform(0.0, 0.06), rng.uniform(0.0, 0.5)]))
            how = 'after the end'
        except subprocess.TimeoutExpired:
            p.kill()
            how = 'killed'
    said = open('killed.out', 'rb').read()
    before, _ = count()
    last = subprocess.run(base + ['--flush'], capture_output=True, check=False)
    assert last.returncode == 0, last
    there, unknown = count()
    assert not glob.glob('mq/*.mail') and not glob.glob('mq/sending/*'), 'something waits still'
    assert not glob.glob('mq/merging/*') and not glob.glob('mq/merged/*'), 'a batch is left'
    found = mine & (there | unknown)
    if found != mine:
        assert not found, f'lost: {mine - found}'
        assert how == 'killed' and b'queued' not in said, said
        how = 'before any row was queued'
    elif how == 'killed':
        how = 'while rows were sent' if mine & before else 'with all rows waiting'
    seen[how] += 1
assert sum(seen[x] for x in names[:3]) > 0, seen
print(f'{runs} runs of {rows} rows: ' + ', '.join(f'{v} {k}' for k, v in seen.items()) + '; none lost, none twice')
