# SPDX-License-Identifier: MIT
# Decoding ends with the first write that fails: the limit of what may come out is never reached.
[ -z "${RUNNER:-}" ] || skip 'closed pipes need a native system'
head -c 4194304 /dev/zero >zeros
tool lzenc -q -1 zeros zeros.7z
tool lzenc -q -1 --format=lzma zeros zeros.lzma
methods='zeros.7z zeros.lzma'
if command -v bsdtar >/dev/null; then
	bsdtar --format=7zip --options compression=ppmd -cf foreign.7z zeros
	methods="$methods foreign.7z"
fi
for archive in $methods; do
	{
		rc=0
		tool lzenc -d --max-size=1M "$archive" - 2>err || rc=$?
		echo $rc >rc
	} | head -c1 >byte
	[ "$(cat rc)" -eq 1 ] || fail "a closed pipe gives $(cat rc): $archive"
	[ ! -s err ] || fail "a closed pipe is not news: $archive: $(cat err)"
	if [ -e /dev/full ]; then
		rc=0
		tool lzenc -d --max-size=1M "$archive" - >/dev/full 2>err || rc=$?
		[ "$rc" -eq 1 ] || fail "a full disk gives $rc: $archive"
		grep -q 'standard output' err || fail "a full disk is told: $archive: $(cat err)"
	fi
done
