# SPDX-License-Identifier: MIT
# The completion script is valid bash and offers options, choices and files.
command -v bash >/dev/null || skip "no bash"
tool frame_probe --completion=bash | tr -d '\r' >comp.bash
cat >use.bash <<'X'
. ./comp.bash
try() {
	COMP_WORDS=("$@")
	COMP_CWORD=$(($# - 1))
	COMPREPLY=()
	compopt() { :; }
	_biosbelt_frame_probe
	printf '%s\n' "${COMPREPLY[*]}"
}
try frame_probe --su
try frame_probe --mode ''
try frame_probe --mode = sl
try frame_probe --body ./comp
try frame_probe --server ''
X
bash use.bash >got
cat >want <<'X'
--subject=
fast slow
slow
./comp.bash

X
cmp got want || fail "completion gave: $(cat got)"
