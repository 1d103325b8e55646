# SPDX-License-Identifier: MIT
# Whatever allocation fails, a run says so and fails: a packed stream that cannot be unpacked is not one that is not there.
helper make_sample_ifwi s.bin 256
survives 3 bytgvs --list s.bin
survives 3 bytgvs --show s.bin
survives 3 bytgvs --show --json s.bin
survives 3 bytgvs --list --json s.bin
if command -v xz >/dev/null; then
	xz -k s.bin
	survives 3 bytgvs --list s.bin.xz
fi
