# SPDX-License-Identifier: MIT
# --json is one document, with the keys programs rely on.
helper make_sample_ifwi s.bin 256
run bytgvs --json --list s.bin
expect_rc 0
for key in '"image": "s.bin"' '"finds": [' '"partial": []' '"damage": []' '"map": [' \
	'"kind": "gop"' '"version": "7.2.1011"' '"machine": "x64"' '"platform": "VALLEYVIEW"' \
	'"vbt_size": ' '"bdb_version": 191' '"checksum_ok": true' '"container_size": 4096' \
	'"offset": ' '"path": "bios/volume@' '"codec": "lzma"' '"type": "descriptor"'; do
	expect_out "$key"
done
if command -v python3 >/dev/null; then
	python3 -c 'import json, sys
d = json.load(open("out"))
assert [f["kind"] for f in d["finds"]] == ["gop", "vbt"], d["finds"]
assert d["status"] == 0' || fail "not the document it should be"
fi
run bytgvs --json --list s.bin s.bin
expect_rc 0
expect_out '"images": ['
if command -v python3 >/dev/null; then
	python3 -c 'import json; assert len(json.load(open("out"))["images"]) == 2' || fail "several images"
fi
# What fails at run time is a document too; wrong use is none.
run bytgvs --diff --json s.bin nofile
expect_rc 1
expect_out '{"error":"'
expect_err 'nofile'
echo none >none.bin
run bytgvs --diff --json s.bin none.bin
expect_rc 3
expect_out '{"error":"none.bin: no VBT'
run bytgvs --diff --json s.bin
expect_rc 2
[ ! -s out ] || fail "wrong use printed a document"
# One action at a time: --list writes nothing, so it cannot be passed over beside one that writes.
head -c 2048 /dev/zero >v.bin
for two in '--list --show' '--show --diff' '--list --replace-vbt=v.bin'; do
	# shellcheck disable=SC2086
	run bytgvs $two -o written.bin s.bin
	expect_rc 2
	expect_err 'one of them'
	[ ! -e written.bin ] || fail "$two wrote"
done
run bytgvs --json --replace-vbt=v.bin -o written.bin s.bin
expect_rc 2
expect_err '--json does not go with --replace-vbt'
# An option that the action has no use for is wrong use, not passed over.
for one in '--protected -o written.bin' '--protected --require=gop' '--protected -r' '--list -o written' \
	'--list --force' '--list --trim' '--list --partial' '--show -o written' '--show --trim' \
	'--show --threads=2' '--diff --require=vbt s.bin' '--diff -r s.bin' '--which=1' '--other-board' \
	'--ignore-signature' '--replace-vbt=v.bin -o written.bin --trim' \
	'--replace-vbt=v.bin -o written.bin --require=vbt' '--replace-vbt=v.bin -o written.bin -r' \
	'--set 1.a=1 -o written.bin --partial' '--set 1.a=1 -o written.bin --which=1' \
	'--edit v.bin -o written.bin --threads=2'; do
	# shellcheck disable=SC2086
	run bytgvs $one s.bin
	expect_rc 2
	expect_err 'does not go with'
	[ ! -e written.bin ] && [ ! -e written ] || fail "$one wrote"
done
run bytgvs --list --require=, s.bin
expect_rc 2
expect_err '--require: takes'

# Nothing to compare is nothing found, as with --show.
head -c 65536 /dev/zero | tr '\0' '\377' >erased.bin
run bytgvs --show erased.bin
expect_rc 3
run bytgvs --diff s.bin erased.bin
expect_rc 3
expect_err 'erased.bin: no VBT in it'
run bytgvs --diff erased.bin s.bin
expect_rc 3
run bytgvs --diff s.bin absent.bin
expect_rc 1
