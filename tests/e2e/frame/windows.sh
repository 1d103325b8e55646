# SPDX-License-Identifier: MIT
# What happens on a PC with Windows: scanners, planted libraries, deep folders, names and quotes.
[ -n "${RUNNER:-}" ] || skip 'only for programs of Windows'
BIN=$BIN/../bin
echo hello >in.efi

# A file that another program holds: waited for, then the result stays beside it and is named.
tool lzenc -q in.efi held.7z
hold() {
	rm -f held.out
	helper hold_file held.7z "$1" >held.out 2>&1 &
	holder=$!
	tries=0
	until grep -q held held.out 2>/dev/null; do
		tries=$((tries + 1))
		[ "$tries" -lt 100 ] || fail "hold_file did not start: $(cat held.out)"
		sleep 0.1
	done
}
hold 1000
run lzenc --force in.efi held.7z
expect_rc 0
wait "$holder"
hold 15000
run lzenc --force in.efi held.7z
expect_rc 4
expect_err 'another program has it open; the finished result is beside it as .biosbelt-'
cmp .biosbelt-* held.7z || fail 'the result that was kept'
kill "$holder" 2>/dev/null || true
wait "$holder" || true

# Names that Windows cannot have, before any work.
for name in 'que?.7z' nul.7z 'COM1' 'a<b' 'dot.' 'folder/aux.txt'; do
	run lzenc --force in.efi "$name"
	expect_rc 2
	expect_err 'Windows'
done

# A library beside a program is not loaded, and nothing is imported that Windows would look for there:
# the names are those of the registry's KnownDLLs on Windows 7 and 10.
known='advapi32 kernel32 msvcrt ole32 oleaut32 psapi rpcrt4 setupapi shell32 shlwapi user32 ws2_32'
mkdir plant
for program in "$BIN"/*.exe; do
	for import in $(x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/.*DLL Name: //p' | tr 'A-Z' 'a-z'); do
		case " $known " in *" ${import%.dll} "*) ;; *) fail "$program imports $import" ;; esac
	done
	cp "$program" plant/
done
for library in bcrypt crypt32 version cryptbase secur32 iphlpapi virtdisk propsys; do
	cp "$BIN/../tests/planted.dll" "plant/$library.dll"
done
WINEDLLOVERRIDES='bcrypt,crypt32,version,cryptbase,secur32,iphlpapi,virtdisk,propsys=n,b'
export WINEDLLOVERRIDES
for name in lzenc scmail tagextract getpd; do
	program plant/$name.exe --version >said 2>&1 || true
	! grep -q PLANTED said || fail "$name: $(cat said)"
	grep -q "^$name (biosbelt)" said || fail "$name: $(cat said)"
done
program plant/getpd.exe --json c: >said 2>&1 || true # asks the last two
! grep -q PLANTED said || fail "getpd: $(cat said)"
grep -q PhysicalDrive said || fail "getpd: $(cat said)"
unset WINEDLLOVERRIDES

# The full path counts, not the words: a name of 170 letters in a folder of 90.
deep=$(printf 'd%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30)
deep=$deep/$deep/$deep
name=$(printf 'n%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17)
name=$name$name$name$name$name$name$name$name$name$name
mkdir -p "$deep"
cp in.efi "$deep/$name"
(
	cd "$deep"
	run lzenc "$name" out.7z
	expect_rc 0
	run lzenc -d out.7z back
	expect_rc 0
	cmp "back/$name" "$name"
)

# Whoever ends the other name of a program ends the program.
helper end_starter "$(program winepath -w "$BIN/pbrain-biosbelt.exe" | tr -d '\r')" || fail "an engine that outlived its starter: $?"

# "my dumps\": the backslash that completion writes swallows the quote.
mkdir 'my dumps'
cp in.efi 'my dumps/one.efi'
printf '@"%%1" -q "my dumps\\" dumps.7z\r\n@"%%1" -q -d dumps.7z "new out\\"\r\n' >quote.bat
program cmd /c quote.bat "$(program winepath -w "$BIN/lzenc.exe" | tr -d '\r')" >said 2>&1 || fail "$(cat said)"
cmp 'new out/my dumps/one.efi' in.efi

# What no shell does here: * and ? become the names of files; "*.*" takes names without a dot, and '[' is one
# of their characters.
mkdir wild
cp in.efi 'wild/a[1].efi'
cp in.efi wild/b.efi
echo text >wild/plain
tool lzenc -q 'wild\*.efi' wild.7z
run lzenc -l wild.7z
expect_out 'wild/a[1].efi'
expect_out 'wild/b.efi'
run txtcopy --detect '*.efi' 'wild/*.*' 'wild/[*'
expect_rc 1
expect_out 'in.efi: US-ASCII'
expect_out 'wild/plain: US-ASCII'
expect_err 'wild/[*: no such file'
run bytgvs --list 'wild\?.efi'
expect_out 'wild/b.efi'
run lzenc -d wild.7z '**.efi' --output=some # a pattern of its members
expect_rc 0
cmp some/wild/b.efi in.efi

# Paths that the system takes as they are: folders that are read, and folders that are made.
here=$(program winepath -w "$PWD" | tr -d '\r')
run lzenc -q "\\\\?\\$here\\wild" whole.7z
expect_rc 0
run lzenc -d whole.7z "\\\\?\\$here\\made\\by\\it"
expect_rc 0
cmp made/by/it/wild/b.efi in.efi

# What is not wanted goes to NUL; the root of a drive may have nothing in it.
run txtcopy in.efi NUL
expect_rc 0
mkdir empty
drive=${BIOSBELT_WINEPREFIX:-$SRC/build/wineprefix}/dosdevices/w:
ln -sfn "$PWD/empty" "$drive"
run lzenc 'W:\' root.7z
expect_rc 0
# The '?' of such a path is no pattern: the drive was searched for names like it.
mkdir -p empty/x/wild
cp in.efi empty/x/wild
(
	cd empty
	run txtcopy --detect '\\?\wild\in.efi'
	expect_rc 1
	expect_err '\\?\wild\in.efi: no such file'
)
rm -f "$drive"

# The code page of a console changes nothing in a pipe: JSON is ASCII, other text UTF-8.
mkdir page
tool lzenc -q --format=7z in.efi 'page/固件.7z'
# shellcheck disable=SC2016 # words of cmd
printf '@chcp %%2 >nul\r\n@for %%%%f in (page\*.7z) do @"%%1" -l --json "%%%%f"\r\n@for %%%%f in (page\*.7z) do @"%%1" -l "%%%%f"\r\n' >page.bat
for page in 936 65001 437; do
	program cmd /c page.bat "$(program winepath -w "$BIN/lzenc.exe" | tr -d '\r')" $page >said 2>&1 || fail "$(cat said)"
	grep -qF '\u56fa\u4ef6.7z"' said || fail "JSON with code page $page: $(cat said)"
	grep -q '固件.7z: 7z' said || fail "text with code page $page: $(cat said)"
done

# Two files of a Linux archive that are one name here: with --force the second does not replace the first.
printf 'lower' >lower
if command -v python3 >/dev/null; then
	python3 -c 'import tarfile
with tarfile.open("twice.tar", "w") as t:
    for name, at in (("d/README", "in.efi"), ("d/readme", "lower"), ("d/README", "in.efi")):
        t.add(at, name)'
	run lzenc -d --force twice.tar twice
	expect_rc 1
	expect_err 'd/readme: here it is one name with d/README'
	cmp in.efi twice/d/README || fail 'README was replaced'
fi
# So with two files of a folder that came from Linux.
mkdir -p two/d one/d
printf '// Tag_1 upper\n' >two/d/README
printf '// Tag_1 lower\n' >two/d/readme
if [ "$(cat two/d/README)" != "$(cat two/d/readme)" ]; then
	for copy in 'txtcopy -r' 'tagextract Tag_1'; do
		printf 'old\n' >one/d/README
		# shellcheck disable=SC2086 # two words
		run $copy --force two one
		expect_rc 1
		expect_err "here it is one name with d/$(grep -q upper one/d/* && echo README || echo readme)"
	done
	mkdir none
	cp -r two mine
	printf 'old\n' >one/d/README
	run tagextract --port --force Tag_1 none mine two one
	expect_rc 1
	expect_err "d/readme: here it is one name with d/README"
	grep -q upper one/d/* || fail 'README was replaced'
	# shellcheck disable=SC2012 # how many there are
	[ "$(ls one/d | wc -l)" -eq 1 ] || fail "$(ls one/d)"
fi

# A text that leaves its encoding open is in that of the console or, without one as here, the OEM code page.
printf 'f\201r \205' >oem.txt
run scmail --dry-run --from=a@b.c --to=d@e.f --subject=s --body=oem.txt
expect_rc 0
expect_out ZsO8ciDDoA # "für à" in UTF-8
expect_err 'read as IBM437, as the system writes'

# In mintty keys reach only what winpty starts: a program that finds no console says so. Not where
# another pipe stands in its way.
mintty() {
	rc=0
	helper in_mintty "$(program winepath -w "$BIN/$1.exe" | tr -d '\r')" "$2" "$3" 2>err || rc=$?
}
mintty gobang --file=kept --lang=en
expect_rc 1
expect_err "start 'winpty gobang'"
mintty gobang --file=kept --lang=zh
expect_err "请用 'winpty gobang' 启动"
mintty 2048ai --play --lang=en
expect_rc 1
expect_err "start 'winpty 2048ai'"
mintty spc --lang=en -v
expect_rc 2
expect_err "start 'winpty spc'"
run gobang --file=kept --lang=en </dev/null
expect_rc 1
! grep -q winpty err || fail "$(cat err)"
