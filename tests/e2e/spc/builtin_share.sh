# SPDX-License-Identifier: MIT
# A port that is shared: windows and programs that take part, who may, and that none holds up another.
command -v python3 >/dev/null || lacks python3
XDG_CONFIG_HOME=$PWD/config
XDG_RUNTIME_DIR=$PWD/run
export XDG_CONFIG_HOME XDG_RUNTIME_DIR
mkdir run
timeout 120 python3 "$SRC/tests/e2e/spc/share.py" "$BIN/spc" || fail 'see above'
# What makes no sense.
run spc --attach
expect_rc 2
run spc --attach pts/0 115200
expect_rc 2
run spc --attach pts/0 --dtr=off
expect_rc 2
expect_err '--dtr'
run spc --attach pts/0 --share
expect_rc 2
for bad in 0 65536 x 1.2.3.4: 127.0.0.1:x; do
	run spc --rfc2217=$bad absent
	expect_rc 2
	expect_err 'ADDRESS:'
done
run spc --attach absent
expect_rc 3
expect_err 'no window shares it'
