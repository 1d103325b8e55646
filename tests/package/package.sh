#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh PRESET: builds the package from two copies of the tree in folders of different names
# and at different times of day. They must be the same byte for byte, and hold every program with
# its manual page and completion. The Windows one is tested as it is made, so that build is the first.
set -eu
preset=$1
SOURCE_DATE_EPOCH=1700000000
LC_ALL=C.UTF-8
export SOURCE_DATE_EPOCH LC_ALL

fail() {
	echo "FAIL: $*" >&2
	exit 1
}

# copy FOLDER: the sources without what was built.
copy() {
	mkdir -p "$1"
	(cd "$SRC" && tar -cf - --exclude=./build --exclude='./build-*' --exclude=./.git .) | tar -xf - -C "$1"
}

# pack FOLDER OUTPUT: the package of what is built in that tree.
pack() {
	(cd "$1" && cpack --preset "$preset" -B "$2") >"$WORK/log" 2>&1 || {
		tail -n 30 "$WORK/log" >&2
		fail "the $preset package was not made in $1"
	}
}
build() {
	copy "$1"
	(cd "$1" && cmake --preset "$preset" -DBIOSBELT_TESTS=OFF && cmake --build --preset "$preset") \
		>"$WORK/log" 2>&1 || {
		tail -n 30 "$WORK/log" >&2
		fail "the $preset package was not built in $1"
	}
}

rm -rf "$WORK"
mkdir -p "$WORK"
a=$SRC
if [ "$preset" != windows ]; then
	a=$WORK/a
	build "$a"
fi
pack "$a" "$WORK/one"
# The other copy is built in another time zone and with another umask.
TZ=Asia/Shanghai
export TZ
umask 027
b=$WORK/another-folder/b
build "$b"
pack "$b" "$WORK/two"

one=$(find "$WORK/one" -maxdepth 1 -name 'biosbelt*.deb' -o -maxdepth 1 -name 'biosbelt*.zip')
two=$WORK/two/${one##*/}
[ -f "$one" ] || fail 'there is no package'
suffix=
[ "$preset" != windows ] || suffix=.exe
for tool in $TOOLS; do
	cmp "$a/build/$preset/bin/$tool$suffix" "$b/build/$preset/bin/$tool$suffix" || fail "$tool differs"
done
cmp "$one" "$two" || fail "${one##*/} depends on where or when it is built"

mkdir "$WORK/out"
case $one in
*.deb)
	dpkg-deb -x "$one" "$WORK/out"
	for tool in $TOOLS; do
		"$WORK/out/usr/bin/$tool" --version >"$WORK/version" || fail "$tool does not start"
		[ -s "$WORK/out/usr/share/man/man1/$tool.1" ] || fail "no manual page of $tool"
		grep -q "complete .* $tool\$" "$WORK/out/usr/share/bash-completion/completions/$tool" ||
			fail "no completion of $tool"
	done
	for library in libc6 libgit2 libpcre2 libarchive; do
		dpkg-deb -f "$one" Depends | grep -q "$library" || fail "no dependency on $library"
	done
	# A page must not appear without its program.
	for page in "$WORK"/out/usr/share/man/man1/*.1; do
		tool=${page##*/}
		[ -x "$WORK/out/usr/bin/${tool%.1}" ] || fail "a manual page of no program: $page"
	done
	;;
*.zip)
	(cd "$WORK/out" && cmake -E tar xf "$one")
	for tool in $TOOLS; do
		[ -n "$(find "$WORK/out" -name "$tool.exe")" ] || fail "$tool.exe is missing"
	done
	[ -n "$(find "$WORK/out" -name LICENSE.txt)" ] || fail 'the licence is missing'
	;;
esac
rm -rf "$WORK"
