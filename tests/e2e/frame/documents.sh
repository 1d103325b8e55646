# SPDX-License-Identifier: MIT
# Every program with --json has a schema, and the documents that its own cases do not print are so, too.
BIN=$BIN/../bin
command -v python3 >/dev/null || lacks python3
for folder in "$SRC"/tools/*/; do
	name=$(basename "$folder")
	[ -x "$BIN/$name$EXE" ] && [ -f "$folder/$name.1" ] || continue
	tool "$name" --help >help
	! grep -q -- '--json' help || [ -f "$SRC/docs/schema/$name.json" ] || fail "no docs/schema/$name.json"
done

# A document that lacks a key, has another or another type is refused.
printf '{"files": [], "failed": 0}' >out
valid_json txtcopy
for wrong in '{"files": []}' '{"files": [], "failed": 0, "x": 1}' '{"files": [], "failed": -1}' '{"files": {}, "failed": 0}' '{'; do
	printf '%s' "$wrong" >out
	! (valid_json txtcopy) 2>/dev/null || fail "valid: $wrong"
done

# document STATUS NAME ARG...: one with this exit status, in which --json stands.
document() {
	status=$1
	shift
	run "$@"
	expect_rc "$status"
	[ -s out ] || fail "$*: no document"
	valid_json "$1"
}

# txtcopy: several encodings in one file, bad places of both kinds.
printf 'int a; // \304\343\272\303\312\300\275\347\nint b;\n// \344\275\240\345\245\275\344\270\226\347\225\214\n' >mix.c
document 0 txtcopy --detect --json mix.c
expect_out '"first": 3'
printf 'abc\377\n' >bad.txt
document 1 txtcopy --check --json bad.txt
expect_out '"kind": "input"'
printf '\344\275\240\n' >chinese.txt
document 1 txtcopy --json --to windows-1252 chinese.txt out.txt
expect_out '"codepoint": 20320'

# The documents are made by the same code on every system, and cases that run there check theirs.
[ -z "${RUNNER:-}" ] || exit 0

# lzenc: streams, what other programs packed, compressed parts of an image, failures.
python3 -c 'import lzma, zipfile
with lzma.open("m.xz", "w") as f:
    f.write(b"text")
with zipfile.ZipFile("m.zip", "w") as f:
    f.writestr("a.txt", "text")'
helper make_sample_ifwi s.bin 256
document 0 lzenc -l --json m.xz m.zip s.bin
expect_out '"format": "firmware"'
expect_out '"check"'
document 3 lzenc --repack --dry-run --json mix.c

# bytgvs: damage, duplicates, a part that is not whole.
off=$(grep -abo _FVH s.bin | head -1 | cut -d: -f1)
cp s.bin wiped.bin
printf '\0\0\0\0' | dd of=wiped.bin bs=1 seek="$off" conv=notrunc 2>/dev/null
cat s.bin wiped.bin >twice.bin
run bytgvs --json --list s.bin wiped.bin twice.bin
valid_json bytgvs
expect_out 'is missing'
mkdir parts
document 0 bytgvs --json -o parts s.bin
head -c 900 parts/s_vbt-VALLEYVIEW.bin >v.vbt
document 1 bytgvs --json --list v.vbt
document 1 bytgvs --show --json nofile.bin

# tagextract: the port, a copy with a file that fails, an audit of modes.
mkdir -p old mine new
printf '1\n2\n3\n4\n5\n6\n' | tee old/a.c new/a.c >mine/a.c
sed -i '3a// Tag_1 >>>\nx = 1;\n// Tag_1 <<<' mine/a.c
printf 'stray\n' >>mine/a.c
sed -i '1i0' new/a.c
run tagextract --port --json Tag_1 old mine new carried
valid_json tagextract
expect_out '"carried": 1'
expect_out '"left_behind": ['
document 5 tagextract --audit old --json Tag_1 mine
document 1 tagextract --json Tag_1 nowhere
document 0 tagextract -l --json mine

document 3 2048ai --scores --json

# scmail: what waits.
run scmail --server=127.0.0.1 --port=1 --timeout=2 --from=a@b.c --to=d@e.f --text=x --queue=q --json
expect_rc 4
valid_json scmail
document 0 scmail --queue=q --status --json
expect_out '"queue_place": "waiting"'
