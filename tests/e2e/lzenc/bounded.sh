# SPDX-License-Identifier: MIT
# Long inputs in little memory, on both systems: the limit is of a program's own memory, and mapped files are not part
# of it.
! grep -q __asan_init "$BIN/lzenc$EXE" || skip 'a sanitizer takes more'
command -v python3 >/dev/null || lacks python3
tool lzenc --version >/dev/null # Wine's server, which this starts, would have the limit too
python3 - <<'EOF'
import tarfile
# A .tar of one file of 400 MiB, which takes no room on the disk.
with open("long.tar", "wb") as out:
    info = tarfile.TarInfo("nothing")
    info.size = 400 << 20
    out.write(info.tobuf())
    out.truncate(info.size + (2 << 10))
EOF
within() { # within MIB ARG...: lzenc
	(
		ulimit -d $(($1 * 1024))
		shift
		tool lzenc -q -f "$@" || fail "$* takes more"
	)
}
within 300 -1 long.tar a.7z
within 300 -1 long.tar a.lzma
within 200 -t long.tar
within 200 --list long.tar >list
within 200 -t a.7z
within 200 -t a.lzma
within 200 -d a.lzma again
cmp again long.tar || fail 'other bytes come out'
within 200 -t - <long.tar

# A temporary file that finds no room is named.
[ -z "${RUNNER:-}" ] || exit 0
rc=0
(
	trap '' XFSZ
	ulimit -f 40000
	tool lzenc -t - <long.tar 2>err
) || rc=$?
[ "$rc" -eq 1 ] || fail "no room: status $rc"
grep -q "^lzenc: -: temporary file $TMPDIR/biosbelt-.*: cannot write: " err || fail "no room: $(cat err)"
