# SPDX-License-Identifier: MIT
# awk -v most=N -f calls.awk: calls to few places among other bytes, something that looks like a program, as
# the octal escapes of printf '%b'. The generator is that of Park and Miller, whose products a double holds exactly.
function next_one() { x = x * 16807 % 2147483647; return x }
function byte(v) { printf "\\0%03o", v % 256; at++ }
BEGIN {
	x = 42
	while (at < most) {
		n = next_one() % 12 + 4
		for (i = 0; i < n; i++)
			byte(int(next_one() / 65536) % 16 * (next_one() % 3))
		byte(232)
		distance = (int(next_one() / 4096) % 24) * 1999 - at - 4 + 4294967296
		for (i = 0; i < 4; i++) {
			byte(distance)
			distance = int(distance / 256)
		}
	}
}
