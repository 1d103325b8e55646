# SPDX-License-Identifier: MIT
# Every command of the README runs in a scene made for it, and prints what is shown there; the examples
# of the manual pages do, too, and end as they should (BIOSBELT_MANUAL=1: all of them under Wine). Example
# hosts are loopback, ports and disks are made-up trees; nothing of the machine is touched. Under Wine
# the programs are copies in a folder of their own, as from the .zip, and the port is one of Wine's.
# $IFWI: the sample image, where the helper that makes it is missing, as beside installed programs.
server=fault_server.py
. "$SRC/tests/e2e/scmail/server.sh"
. "$SRC/tests/e2e/spc/tree.inc"

if [ -n "${IFWI:-}" ]; then cp "$IFWI" IFWI.bin; else helper make_sample_ifwi IFWI.bin >/dev/null; fi
mkdir -p dumps src scene/dev bin real
cp IFWI.bin dumps/
head -c 65536 IFWI.bin >volume.fv
printf 'int main(void);\n' >src/a.c
printf '\326\367\260\345,BIOS\260\346\261\276\r\nX11,1.2\r\n' >boards.csv # 主板,BIOS版本
printf '(;FF[4]GM[4]SZ[15];B[hh];W[hi])\n' >game.sgf
printf 'mail,board\na@example.com,X11\nb@example.com,X12\n' >people.csv
printf 'it boots\n' >log.txt
printf 'Your board is {board}.\n' >letter.txt
head -c 1024 IFWI.bin >bios.img

# A release without tags, one with, and the next one.
mkdir -p bkc25/Pkg
printf 'int a;\nint z;\n' >bkc25/Pkg/Power.c
cp -r bkc25 mine && cp -r bkc25 bkc26-orig
printf 'int a;\n//Tag_SC01 +>\nint b;\n//Tag_SC01 +<\nint z;\n' >mine/Pkg/Power.c
cp -r mine bkc26
cp -r bkc25 next
(cd bkc26-orig && tar -czf ../bkc26-orig.tar.gz .)

# board_on: a board on the port.
board_on() {
	"$python" "$SRC/tests/e2e/readme/board.py" scene/dev/ttyUSB0 <srv/in 2>board.log 9>&- &
	until [ -e scene/dev/ttyUSB0 ]; do sleep 0.1; done
}

# gobang_scene PORT PROGRAM: the other machine is not on the network
gobang_scene() {
	cat >real/gobang <<X
#!/bin/sh
for word in "\$@"; do
	shift
	set -- "\$@" "\$(printf '%s\n' "\$word" | sed "s,serial:ttyUSB0,serial:$1,; s/tcp:0.0.0.0/tcp:127.0.0.1:0/")"
done
$2 "\$@"
X
}

# linux_scene: ports and disks below scene, and the programs as the README calls them.
linux_scene() {
	usb "$PWD/scene" $hub/1-1 0403 6001 A50285BI FTDI 'FT232R USB UART'
	tty "$PWD/scene" ttyUSB0 $hub/1-1/1-1:1.0/ttyUSB0
	driver "$PWD/scene" $hub/1-1/1-1:1.0 ftdi_sio
	rm scene/dev/ttyUSB0
	board_on
	for disk in sda:8:0:pci/ata1/host1 sdb:8:16:pci/usb1/1-1/host0; do
		name=${disk%%:*}
		number=$(echo "$disk" | cut -d: -f2,3)
		folder=sys/devices/${disk##*:}/block/$name
		mkdir -p "scene/$folder/device" scene/sys/class/block scene/sys/dev/block scene/sys/block scene/dev
		echo "$number" >"scene/$folder/dev"
		echo 2048 >"scene/$folder/size"
		ln -s "../../devices/${disk##*:}/block/$name" "scene/sys/class/block/$name"
		ln -s "../../devices/${disk##*:}/block/$name" "scene/sys/dev/block/$number"
		ln -s "../devices/${disk##*:}/block/$name" "scene/sys/block/$name"
		: >"scene/dev/$name"
	done
	part=sys/devices/pci/ata1/host1/block/sda/sda1
	mkdir "scene/$part"
	echo 8:1 >"scene/$part/dev"
	echo 1024 >"scene/$part/size"
	echo 1 >"scene/$part/partition"
	ln -s ../../devices/pci/ata1/host1/block/sda/sda1 scene/sys/class/block/sda1
	ln -s ../../devices/pci/ata1/host1/block/sda/sda1 scene/sys/dev/block/8:1
	: >scene/dev/sda1
	mkdir -p scene/proc/self
	echo '1 0 8:1 / / rw - ext4 /dev/sda1 rw' >scene/proc/self/mountinfo
	for name in bytgvs lzenc tagextract txtcopy scmail 2048ai; do ln -s "$BIN/$name" "real/$name"; done
	for name in spc getpd; do
		printf '#!/bin/sh\nexec "%s/%s" --sys-root "%s/scene" "$@"\n' "$BIN" "$name" "$PWD" >"real/$name"
	done
	gobang_scene "$PWD/scene/dev/ttyUSB0" "exec '$BIN/gobang'"
	printf '#!/bin/sh\n[ "$1" != -l ] || exec cat "$HOME/jobs"\ncat >"$HOME/new" && mv "$HOME/new" "$HOME/jobs"\n' >bin/crontab
	printf '#!/bin/sh\n' >bin/dd # the disk is made up
	printf '#!/bin/sh\n' >bin/tio
}

# windows_scene: the adapter of the README is COM7 of a Wine of our own.
windows_scene() {
	. "$SRC/tests/e2e/spc/windows/prefix.inc"
	board_on
	own_prefix
	reg_begin
	reg_port COM7 "$PWD/scene/dev/ttyUSB0"
	reg_port COM4 "$PWD/scene/dev/ttyUSB0"
	reg_device 'FTDIBUS\VID_0403+PID_6001+A50285BIA\0000' COM7 'FT232R USB UART (COM7)' FTDI FTSER2K
	reg_import
	restart
	mkdir portable
	for name in bytgvs lzenc tagextract txtcopy spc getpd scmail 2048ai gobang; do
		cp "$BIN/$name.exe" portable/
		cat >"real/$name" <<X
#!/bin/sh
exec "$RUNNER" "$PWD/portable/$name.exe" "\$@"
X
	done
	gobang_scene COM7 "exec '$RUNNER' '$PWD/portable/gobang.exe'"
}

system=linux
[ -z "${RUNNER:-}" ] || system=windows
"${system}_scene"
cat >bin/scmail <<X
#!/bin/sh
for word in "\$@"; do
	shift
	[ "\$word" != --server=mail.example.com ] || set -- "\$@" --port=$(port ok)
	case \$word in
	--provider=qq) set -- "\$@" --server=127.0.0.1 --port=$(port auth_any) --tls=none --insecure-plaintext ;;
	'/server[smtp.sina.com]') set -- "\$@" --port=$(port ok) ;;
	esac
	[ "\$word" = --provider=qq ] || set -- "\$@" "\$(printf '%s\n' "\$word" | sed 's/=mail.example.com$/=127.0.0.1/; s/smtp.sina.com/127.0.0.1/')"
done
conf=\$HOME/.config/biosbelt/scmail.conf
[ ! -e "\$conf" ] || {
	sed 's/mail.example.com/127.0.0.1\\nport = $(port ok)/' "\$conf" >"\$HOME/scmail.conf"
	export SCMAIL_CONFIG="\$HOME/scmail.conf"
}
exec "$PWD/real/scmail" "\$@"
X
chmod +x bin/* real/*
PATH=$PWD/bin:$PWD/real:$PATH
export PATH
"$python" "$SRC/tests/e2e/readme/readme.py" $system "$SRC/README.md" "$SRC/docs/README.zh-CN.md" || fail 'the README is not true'
[ "$(taken ok)" -eq 3 ] || fail "$(taken ok) mails instead of one and two of the merge"

# manual_scene: the files of the examples, and adapters that the README has not
manual_scene() {
	mkdir files files/docs files/tree
	cp -r dumps src bkc25 mine bkc26 game.sgf IFWI.bin files/
	for name in bios.fd firmware.fd; do cp IFWI.bin files/$name; done
	cp IFWI_vbt-VALLEYVIEW.bin files/old.vbt
	cp volume.fv files/dxe.fv
	cp volume.fv files/tree/
	cp log.txt files/docs/
	if [ -n "$all" ]; then
		lzenc -q --format=f86 volume.fv files/payload.lzma
		2048ai --auto --nodes=200 --save-replays=files >/dev/null
	fi
	printf '#!/bin/sh\nexec gobang --engine\n' >files/pbrain-other
	chmod +x files/pbrain-other
	cp log.txt files/run.log
	if [ $system = linux ]; then cp log.txt 'files/c:\body.txt'; else cp log.txt prefix/drive_c/body.txt; fi
	cp volume.fv files/u-boot.bin
	cp boards.csv files/xyz.csv
	printf '\344\270\273\346\235\277 \360\237\224\245\n' >files/notes.txt # a board on fire, which GBK has not
	cp -r mine files/edk2 && cp -r bkc25 files/edk2-orig
	"$python" -m zipfile -c files/bkc26.zip bkc26/Pkg
	git init -q files/edk2
	cp bkc25/Pkg/Power.c files/edk2/Pkg/
	for step in 'add .' 'commit -q -m release' 'tag v1.0'; do
		# shellcheck disable=SC2086 # words
		git -C files/edk2 -c user.name=me -c user.email=me@example.com $step
	done
	cp mine/Pkg/Power.c files/edk2/Pkg/
	[ $system = linux ] || return 0
	usb "$PWD/scene" $hub/1-2 10c4 ea60 0001 'Silicon Labs' 'CP2102 USB to UART Bridge'
	usb "$PWD/scene" $hub/1-3 0403 6011 '' FTDI 'Quad RS232-HS'
	tty "$PWD/scene" ttyUSB1 $hub/1-2/1-2:1.0/ttyUSB1
	tty "$PWD/scene" ttyUSB2 $hub/1-3/1-3:1.2/ttyUSB2
	echo 02 >"scene/sys/devices/$hub/1-3/1-3:1.2/bInterfaceNumber"
	for name in ttyUSB1 ttyUSB2; do ln -sf "$(readlink scene/dev/ttyUSB0)" scene/dev/$name; done
}
# Under Wine a few pages, unless BIOSBELT_MANUAL asks for all of them.
all=y
pages=$(ls "$SRC"/tools/*/*.1)
[ $system = linux ] || all=${BIOSBELT_MANUAL:-}
[ -n "$all" ] || pages=$(ls "$SRC"/tools/getpd/*.1 "$SRC"/tools/scmail/*.1 "$SRC"/tools/tagextract/*.1 "$SRC"/tools/txtcopy/*.1)
manual_scene
SCMAIL_PASSWORD=secret
export SCMAIL_PASSWORD
# shellcheck disable=SC2086 # names of pages
"$python" "$SRC/tests/e2e/readme/readme.py" manual $system $pages || fail 'the manual is not true'
tr -d '\r' <srv/ok.eml | grep -q '^Subject: Hi, buddy' || fail "another mail: $(cat srv/ok.eml)"
grep -qx 'me@qq.com secret' srv/auth_any.login || fail "another login: $(cat srv/auth_any.login)"

[ $system = linux ] || return 0

# What was set up there sends: each mail with the subject that is meant.
# sent SUBJECT: one mail more than at the last call
sent() {
	[ "$(taken ok)" -eq $((before + 1)) ] || fail "$1: $(taken ok) mails instead of $((before + 1)): $(cat log.txt)"
	tr -d '\r' <srv/ok.eml | grep -qx "Subject: $1" || fail "$1: another mail: $(cat srv/ok.eml)"
	tr -d '\r' <srv/ok.eml | grep -q '^From: .*me@example.com' || fail "$1: another sender: $(cat srv/ok.eml)"
	before=$((before + 1))
}
before=$(taken ok)
mkdir bios && printf 'all:\n\techo built\n' >bios/Makefile
job=$(sed -n 's/^30 5 \* \* \* //p' jobs)
env -i HOME="$HOME" PATH="$PATH" LOGNAME=me SHELL=/bin/sh sh -c "$job" >log.txt 2>&1 || fail "cron: $(cat log.txt)"
sent 'Nightly build'
grep -q '^echo built' srv/ok.eml || fail "cron: what make said is not in it: $(cat srv/ok.eml)"
if command -v mutt >/dev/null; then
	echo text | mutt -e 'set copy=no from=me@example.com' -s 'by mutt' you@example.com >log.txt 2>&1 || fail "mutt: $(cat log.txt)"
	sent 'by mutt'
fi
if git send-email --help >/dev/null 2>&1 || git --exec-path | xargs -I% test -e %/git-send-email; then
	printf 'From: me@example.com\nSubject: a patch\n\ntext\n' >a.patch
	git -c user.name=me -c user.email=me@example.com -c sendemail.confirm=never send-email --quiet --to=you@example.com --from=me@example.com a.patch >log.txt 2>&1 ||
		fail "git send-email: $(cat log.txt)"
	sent 'a patch'
fi
