#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh: makes the release of this tree, as it is, and again from its own sources in another
# folder, time zone and umask: every file must be the same byte for byte. Then what is in it.
set -eu
LC_ALL=C.UTF-8
export LC_ALL
unset SOURCE_DATE_EPOCH

fail() {
	echo "FAIL: $*" >&2
	exit 1
}

rm -rf "$WORK"
mkdir -p "$WORK/tree"
(cd "$SRC" && tar -cf - --exclude=./build --exclude='./build-*' --exclude=./.git .) | tar -xf - -C "$WORK/tree"
(
	cd "$WORK/tree"
	GIT_AUTHOR_DATE='@1700000000 +0000' GIT_COMMITTER_DATE='@1700000000 +0000'
	export GIT_AUTHOR_DATE GIT_COMMITTER_DATE
	git init -q && git add -A
	git -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false commit -qm test
)
out=$WORK/out
"$WORK/tree/script/release" --yes "$out" >"$WORK/log" 2>&1 || {
	tail -n 40 "$WORK/log" >&2
	fail 'script/release'
}
(
	umask 027
	TZ=Asia/Shanghai
	export TZ
	"$WORK/tree/script/verify-release" "$out"
) >"$WORK/log" 2>&1 || {
	tail -n 40 "$WORK/log" >&2
	fail 'script/verify-release'
}
lintian --fail-on error,warning --tag-display-limit 0 "$out"/*.deb 2>/dev/null ||
	fail 'lintian'

# Debian
deb=$WORK/deb
mkdir "$deb"
for package in "$out"/*.deb; do dpkg-deb -x "$package" "$deb"; done
[ "$(wc -c <"$(ls "$out"/biosbelt_*.deb)")" -le 5242880 ] || fail 'the package of the programs is over 5 MiB'
for tool in $TOOLS; do
	"$deb/usr/bin/$tool" --version >"$WORK/version" || fail "$tool does not start"
	[ -s "$deb/usr/share/man/man1/$tool.1.gz" ] || [ -L "$deb/usr/share/man/man1/$tool.1.gz" ] ||
		fail "no manual page of $tool"
	grep -q "complete .* $tool\$" "$deb/usr/share/bash-completion/completions/$tool" || fail "no completion of $tool"
	[ -s "$deb/usr/share/zsh/vendor-completions/_$tool" ] || fail "no completion of $tool for zsh"
	[ -s "$deb/usr/share/fish/vendor_completions.d/$tool.fish" ] || fail "no completion of $tool for fish"
done
for page in "$deb"/usr/share/man/man1/*.1.gz; do
	tool=${page##*/}
	[ -x "$deb/usr/bin/${tool%.1.gz}" ] || fail "a manual page of no program: $page"
done
# The README is true of the programs of the package, on this system; script/try-installed installs it
# in a Debian 12 and a Debian 13.
"$MAKE_IFWI" "$WORK/IFWI.bin" >/dev/null || fail 'no sample image'
BIN=$deb/usr/bin EXE='' RUNNER='' IFWI=$WORK/IFWI.bin \
	sh "$SRC/tests/e2e/run.sh" "$SRC/tests/e2e/readme/readme.sh" "$WORK/readme" >"$WORK/log" 2>&1 || {
	tail -n 40 "$WORK/log" >&2
	fail 'the README, with the programs of the package'
}
# What is loaded when it is first needed must not keep the package from the next Debian.
for library in libgit2 libpcre2 libblkid libarchive; do
	dpkg-deb -f "$out"/biosbelt_*.deb Recommends | grep -q "$library" || fail "$library is not recommended"
	! dpkg-deb -f "$out"/biosbelt_*.deb Depends | grep -q "$library" || fail "$library is depended on"
done

# Any Linux: no library and no interpreter of the system is asked for, and a folder that holds
# nothing else is system enough.
linux=$WORK/linux
alone=chroot
[ "$(id -u)" -eq 0 ] || alone='unshare --map-root-user chroot'
mkdir "$linux"
tar -C "$linux" --strip-components=1 -xf "$out"/biosbelt-*-linux-x86_64.tar.xz
for tool in $TOOLS; do
	! readelf -lW "$linux/bin/$tool" | grep -qE 'INTERP|DYNAMIC' || fail "$tool of the tarball wants libraries"
	$alone "$linux" "/bin/$tool" --version >"$WORK/version" ||
		fail "$tool of the tarball does not start alone"
	[ -e "$linux/share/man/man1/$tool.1" ] || fail "no manual page of $tool in the tarball"
done
for text in README.md README.zh-CN.md LICENSE licences/musl.txt share/bash-completion/completions/lzenc; do
	[ -s "$linux/$text" ] || fail "no $text in the tarball"
done

# Windows
zip=$WORK/zip
mkdir "$zip"
(cd "$zip" && cmake -E tar xf "$out"/biosbelt-*-windows-x64.zip)
for tool in $TOOLS; do
	program=$(find "$zip" -name "$tool.exe")
	[ -n "$program" ] || fail "$tool.exe is missing"
	most=2097152
	case $tool in
	2048ai) most=5242880 ;; # a network is inside
	tagextract) most=3145728 ;;
	btygvs | pbrain-*) most=20480 ;;
	esac
	[ "$(wc -c <"$program")" -le $most ] || fail "$tool.exe has $(wc -c <"$program") bytes"
	case $tool in
	btygvs | sendmail | mailq | newaliases | pbrain-*) ;;
	*) [ -n "$(find "$zip" -name "$tool.txt")" ] || fail "no manual of $tool as text" ;;
	esac
done
for name in LICENSE.txt README.txt README.zh-CN.txt; do
	grep -q "$(printf '\r')" "$(find "$zip" -name $name)" || fail "$name is missing, or not for Notepad"
done

[ -s "$(find "$zip" -path '*/manual/index.html')" ] || fail 'no manual as HTML'

# Manifests for scoop and winget name the archive as it is.
python3 "$SRC/script/windows-manifests.py" "$out" https://example.org/files >"$WORK/log" || fail 'windows-manifests.py'
sha256=$(sha256sum "$out"/biosbelt-*-windows-x64.zip | cut -d' ' -f1)
python3 - "$out" "$sha256" "$zip" <<'X' || fail 'the manifests'
import json, pathlib, sys
out, sha256, files = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
scoop = json.loads((out / "scoop/biosbelt.json").read_text())
assert scoop["architecture"]["64bit"]["hash"] == sha256
for name in scoop["bin"]:
    assert (files / scoop.get("extract_dir", ".") / name).is_file(), name
installer = (out / "winget/biosbelt.biosbelt.installer.yaml").read_text()
assert f"InstallerSha256: {sha256.upper()}\n" in installer
X

# Every library that is inside, of Windows' programs or of those for any Linux, stands in the list, with its licence.
list=$(ls "$out"/*.spdx.json)
python3 "$SRC/tests/static/lib/spdx_valid.py" "$list" || fail 'the list of libraries is not valid SPDX'
tar tf "$(ls "$out"/biosbelt-*-linux-x86_64.tar.xz)" >"$WORK/tarball"
python3 - "$list" "$zip" "$WORK/tarball" <<'X' || fail 'the list of libraries'
import json, pathlib, sys
document = json.load(open(sys.argv[1]))
ids = [package["SPDXID"] for package in document["packages"]]
assert len(set(ids)) == len(ids), "one identifier for two"
names = {package["name"] for package in document["packages"]} - {"biosbelt"}
licences = {path.name for path in pathlib.Path(sys.argv[2]).rglob("licences/*.txt")}
linux = {line.split("/")[-1].strip() for line in open(sys.argv[3]) if "/licences/" in line} - {""}
print(len(names), "libraries, licences:", sorted(licences), sorted(linux))
# only the programs for Linux have these
assert linux - licences == {"blkid.txt", "mbedtls.txt", "musl.txt"} and licences <= linux
sys.exit(len(names) < 10 or len(linux) < len(names))
X
rm -rf "$WORK"
