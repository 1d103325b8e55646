#!/bin/sh
# SPDX-License-Identifier: MIT
# compare.sh TAGEXTRACT TREE [RUNS]: plants tags in a copy of TREE (EDK2's, say) below $TMPDIR, checks
# what tagextract and ripgrep find, and prints CPU and wall ratios of runs done in turn.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tool=$1
runs=${3:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$here/plant.py" "$2" "$work/tree" "$work/truth"
globs='c h bat xml txt asl inf dsc fdf asm uni vfr vfi'
args=
for g in $globs; do args="$args --iglob=*.$g"; done

cd "$work"
"$tool" -n --json -e "$(echo $globs | tr ' ' ,)" Tag_SC01 tree >report.json || true
python3 - <<'X'
import json
truth = set(open('truth', encoding='utf-8').read().split('\n')) - {''}
got = {f['path'] for f in json.load(open('report.json', encoding='utf-8'))['files']}
print(f'tagextract: {len(truth & got)} of {len(truth)} found, {len(got - truth)} wrong')
for name in sorted(truth ^ got):
    print('   ', 'missed' if name in truth else 'wrong', name)
X
# shellcheck disable=SC2086
(cd tree && rg -lw -uuu $args Tag_SC01 | sort >../rg.out) || true
python3 - <<'X'
truth = set(open('truth', encoding='utf-8').read().split('\n')) - {''}
got = {l for l in open('rg.out', encoding='utf-8').read().split('\n') if l}
print(f'rg -lw -uuu: {len(truth & got)} of {len(truth)} found, {len(got - truth)} wrong')
X
RUNS=$runs TOOL=$tool ARGS=$args GLOBS="$(echo $globs | tr ' ' ,)" python3 "$here/time_pairs.py"
