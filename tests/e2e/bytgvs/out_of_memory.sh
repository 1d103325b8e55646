# SPDX-License-Identifier: MIT
# Whatever allocation fails, a run says so and fails, or its result is that of a run with enough memory: a packed
# stream that cannot be unpacked is not one that is not there.
lib=$BIN/../tests/fail_alloc.so
[ -f "$lib" ] || skip "no library that makes allocations fail: glibc without sanitizers has it"
helper make_sample_ifwi s.bin 256
xz -k s.bin 2>/dev/null || cp s.bin s.bin.xz
for image in s.bin s.bin.xz; do
	FAIL_COUNT=count LD_PRELOAD=$lib "$BIN/bytgvs" --list "$image" >want
	n=1
	while [ $n -le "$(cat count)" ]; do
		rc=0
		FAIL_AT=$n LD_PRELOAD=$lib "$BIN/bytgvs" --list "$image" >out 2>err || rc=$?
		[ $rc -eq 0 ] && cmp -s out want || { [ $rc -eq 1 ] && grep -q 'out of memory' err; } ||
			fail "$image: allocation $n fails: status $rc, $(cat err out)"
		n=$((n + 2))
	done
done
