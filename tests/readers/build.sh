#!/bin/sh
# SPDX-License-Identifier: MIT
# build.sh FOLDER: builds FOLDER/bin/LzmaCompress from Debian's edk2 and FOLDER/bin/uboot-unlzma from
# Debian's u-boot, unless they are there. Throw-away peers of the tests: nothing of them is kept
# in this tree. Needs apt-get, dpkg-dev and a C compiler.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
mkdir -p "$1/bin"
work=$(cd "$1" && pwd)
: "${CC:=cc}"

build_edk2() {
	c=$work/edk2/BaseTools/Source/C
	sdk=$c/LzmaCompress/Sdk/C
	"$CC" -O2 -w -fno-strict-aliasing -D_7ZIP_ST -DMDE_CPU_X64 \
		-I "$c/Common" -I "$c/Include" -I "$c/Include/Common" -I "$c/Include/X64" \
		-o "$work/bin/LzmaCompress.new" "$c/LzmaCompress/LzmaCompress.c" \
		"$sdk/Alloc.c" "$sdk/LzFind.c" "$sdk/LzmaDec.c" "$sdk/LzmaEnc.c" "$sdk/7zFile.c" \
		"$sdk/7zStream.c" "$sdk/Bra86.c" "$c/Common/CommonLib.c" \
		"$c/Common/EfiUtilityMsgs.c" "$c/Common/ParseInf.c"
	mv "$work/bin/LzmaCompress.new" "$work/bin/LzmaCompress"
}

# The decoder's own two files; what they include of U-Boot is a few words for a hosted program.
build_uboot() {
	mkdir -p "$work/shim/linux" "$work/shim/lzma"
	for header in config common log watchdog malloc linux/string; do
		echo '#include "uboot_shim.h"' >"$work/shim/$header.h"
	done
	cp "$work/u-boot/lib/lzma/Types.h" "$work/shim/lzma/LzmaTypes.h"
	"$CC" -O2 -w -I "$work/shim" -I "$here" -I "$work/u-boot/lib/lzma" -o "$work/bin/uboot-unlzma.new" \
		"$here/uboot_unlzma.c" "$work/u-boot/lib/lzma/LzmaTools.c" \
		"$work/u-boot/lib/lzma/LzmaDec.c"
	mv "$work/bin/uboot-unlzma.new" "$work/bin/uboot-unlzma"
}

if [ ! -x "$work/bin/LzmaCompress" ]; then
	"$top/script/lib/debian-source" edk2 "2022.11-*" \
		64257dd8a2778c969b8a869cd3b6eda2db2a346bfcf24dc729859745968f1fd6 "$work"
	build_edk2
	rm -rf "$work/edk2"*
fi
if [ ! -x "$work/bin/uboot-unlzma" ]; then
	"$top/script/lib/debian-source" u-boot "2023.01+dfsg-*" \
		e75da6f089d063aaef39a1c17f1631791d87700662624e18de2121fa39a1ed44 "$work"
	build_uboot
	rm -rf "$work/u-boot"* "$work/shim"
fi
