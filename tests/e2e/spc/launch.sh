# SPDX-License-Identifier: MIT
# From a port to a command line, and what goes wrong on the way.
. "$SRC/tests/e2e/spc/tree.inc"
full_tree "$PWD/tree"
t="$PWD/tree"
printf '#!/bin/sh\nfor a in "$@"; do printf "<%%s>" "$a"; done; echo; exit 7\n' >term
chmod 755 term
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME

run spc --sys-root "$t" ttyUSB0 9600 --program ./term --template '-x {device} {sercfg} "a b" {port}'
expect_rc 7
expect_out "<-x><$t/dev/ttyUSB0><9600,8,n,1,N><a b><ttyUSB0>"
grep -q '9600,8,n,1,N' config/biosbelt/spc.last || fail 'choice not remembered'

# The rate comes back with the port, also after a replug elsewhere under another name.
rm "$t/sys/class/tty/ttyUSB0"
usb "$t" $hub/1-6 0403 6001 A50285BI FTDI 'FT232R USB UART'
tty "$t" ttyUSB7 $hub/1-6/1-6:1.0/ttyUSB7
echo 00 >"$t/sys/devices/$hub/1-6/1-6:1.0/bInterfaceNumber"
run spc --sys-root "$t" --last --program ./term --template '{port} {baud}'
expect_rc 7
expect_out '<ttyUSB7><9600>'

run spc --sys-root "$t" 0403:6001 --dry-run --program ./term --template "'{baud} {data}{parity_name}'"
expect_rc 0
expect_out "./term '9600 8none'"
run spc --sys-root "$t" 10c4:ea70 --dry-run --program ./term --template x
expect_rc 2
expect_err '2 ports match'
run spc --sys-root "$t" ttyXRUSB9
expect_rc 3
for rate in 0 -1 115200x 9600,4 ''; do
	run spc --sys-root "$t" ttyUSB7 --baud "$rate"
	expect_rc 2
done
run spc --sys-root "$t" ttyUSB7 --program ./absent --template x
expect_rc 1
expect_err 'no such program'
run spc --sys-root "$t" ttyUSB7 --program ./term --template '{nonsense}'
expect_rc 2
expect_err '{nonsense}'
run spc --sys-root "$t" </dev/null
expect_rc 2
expect_err '--list'

# A device that is not a terminal is refused, before anything is started or remembered; --wait does not
# wait for it to become one.
mkdir -p "$t/sys/dev/char/1:3"
ln -s ../../../class/mem "$t/sys/dev/char/1:3/subsystem"
for wait in '' '--wait --timeout=5'; do
	# shellcheck disable=SC2086
	run spc --sys-root "$t" /dev/null $wait --program ./term --template x
	expect_rc 1
	expect_err '/dev/null: no serial port'
	[ ! -s out ] || fail 'started on /dev/null'
done
grep -q '/dev/null\|name:null' config/biosbelt/spc.last && fail '/dev/null is remembered'
# A pty is in no list of ports and can be chosen again all the same.
if command -v socat >/dev/null; then
	socat pty,raw,echo=0,link=pty pty,raw,echo=0,link=pty.far &
	pair=$!
	ln -s /dev/pts "$t/dev/pts"
	trap 'kill $pair 2>/dev/null || :' EXIT
	left=100
	until [ -e pty ] && [ -e pty.far ]; do
		left=$((left - 1))
		[ "$left" -gt 0 ] || fail 'no pty'
		sleep 0.05
	done
	run spc --sys-root "$t" "$PWD/pty" 4800 --program ./term --template '{device} {baud}'
	expect_rc 7
	expect_out "<$(readlink -f pty)><4800>"
	run spc --sys-root "$t" --last --program ./term --template '{device} {baud}'
	expect_rc 7
	kill $pair
	wait $pair || :
fi

# A lock with a living owner, with a dead one, and one that is nonsense.
mkdir -p "$t/var/lock"
echo $$ >"$t/var/lock/LCK..ttyUSB7"
run spc --sys-root "$t" ttyUSB7 --program ./term --template x
expect_rc 4
expect_err 'locked by process'
run spc --sys-root "$t" ttyUSB7 --ignore-lock --program ./term --template x
expect_rc 7
echo 4194305 >"$t/var/lock/LCK..ttyUSB7"
run spc --sys-root "$t" ttyUSB7 --program ./term --template x
expect_rc 7
rm "$t/var/lock/LCK..ttyUSB7"

# Gone between list and launch.
rm "$t/dev/ttyUSB7"
run spc --sys-root "$t" ttyUSB7 --program ./term --template x
expect_rc 3
: >"$t/dev/ttyUSB7"

# Settings with a BOM and CRLF; a pinned program that changes.
printf '\357\273\277program = mine\r\nprogram.mine = ./term\r\nprogram.mine.args = {port} {stop}\r\n' \
	>config/biosbelt/spc.conf
run spc --sys-root "$t" ttyUSB7
expect_rc 7
expect_out '<ttyUSB7><1>'
run spc --verify --pin
expect_rc 0
expect_out "$(sha256sum term | cut -d' ' -f1)"
run spc --sys-root "$t" ttyUSB7
expect_rc 7
echo '# doctored' >>term
run spc --sys-root "$t" ttyUSB7
expect_rc 1
expect_err 'not the program that was pinned'
# a pin that cannot be kept names the folder, not the program alone
if [ -z "${RUNNER:-}" ]; then
	: >nofolder
	rc=0
	XDG_CONFIG_HOME=$PWD/nofolder "$BIN/spc" --verify --pin --program=/bin/sh >out 2>err || rc=$?
	expect_rc 1
	expect_err 'nofolder/biosbelt: cannot make the folder'
fi
run spc --verify
expect_rc 1
# A line that is none is a warning, and the other lines count.
printf 'no equals sign\nprogram = mine\nprogram.mine = ./other\nprogram.mine.args = {port}\n' >config/biosbelt/spc.conf
cp term other
run spc --sys-root "$t" ttyUSB7
expect_rc 7
expect_out '<ttyUSB7>'
expect_err 'line 1'

rm -f config/biosbelt/spc.conf
# A program is known by the name of its file, wherever that is; to be verified it need not be known.
mkdir -p tools
cp term 'tools/PuTTYtel.exe'
run spc --sys-root "$t" ttyACM0 9600,7e2 --program tools/PuTTYtel.exe --dry-run
expect_rc 0
expect_out "tools/PuTTYtel.exe -serial $t/dev/ttyACM0 -sercfg 9600,7,e,2,N"
cp term other
run spc --verify --program ./other
expect_rc 0
expect_out './other'
run spc --verify --program ./absent
expect_rc 1
# What was chosen with a --template comes back with the usual program: templates are not remembered.
run spc --sys-root "$t" ttyACM0 --program ./other --template '{port}'
expect_rc 7
cp term tools/tio
(
	PATH=$PWD/tools:$PATH
	run spc --sys-root "$t" --last --dry-run
	expect_rc 0
	expect_out 'ttyACM0'
)
# Status 3 is about ports alone; what is wrong in line settings is named.
run spc --sys-root "$t" ttyACM0 --program ./other --template x --tee --log=nowhere/x.log
expect_rc 1
expect_err 'nowhere/x.log'
run spc --sys-root "$t" ttyACM0 9600,7e3 --program ./other --template x
expect_rc 2
expect_err "stop bits '3'"
XDG_CONFIG_HOME=$PWD/nothing run spc --sys-root "$t" --last
expect_rc 3
expect_err 'no port was chosen yet'
# A word that is not a line setting is not taken for one kind of them.
printf 'baud = abc\n' >config/biosbelt/spc.conf
run spc --sys-root "$t" ttyUSB7 --program ./term --template x
expect_rc 2
expect_err "settings: baud: 'abc' is neither a number"

# What a program cannot be told is refused, not dropped; what it can is passed.
printf 'program = ./term\n' >config/biosbelt/spc.conf
for name in minicom screen picocom tio putty; do
	cp term "tools/$name"
done
told() { # told PROGRAM LINE: the command line
	(
		PATH=$PWD/tools:$PATH
		run spc --sys-root "$t" ttyACM0 "$2" --program "$1" --dry-run
		expect_rc 0
		cat out
	)
}
refused() { # refused PROGRAM LINE WORDS
	(
		PATH=$PWD/tools:$PATH
		run spc --sys-root "$t" ttyACM0 "$2" --program "$1" --dry-run
		expect_rc 2
		expect_err "$1 cannot be set to $3"
	)
}
for name in minicom screen picocom tio putty; do
	told $name 115200,8,n,1,N >/dev/null
done
told screen 9600,7,n,1,X | grep -q ' 9600,cs7,ixon,ixoff,-crtscts$' || fail 'words that screen(1) does not know'
told tio 9600,8,m,2,R | grep -q -- '-p mark -s 2 -f hard' || fail 'mark parity of tio'
refused minicom 9600,7e1 '7 data bits'
refused minicom 9600,8,n,1,R 'RTS/CTS flow control'
refused screen 9600,8e1 'even parity'
refused screen 9600,8n2 '2 stop bits'
refused picocom 9600,8,m,1,N 'mark parity'
refused picocom 9600,8,n,1,D 'DSR/DTR flow control'
refused tio 9600,8,n,1.5,N '1.5 stop bits'
refused putty 9600,8,s,1,N 'space parity'
run spc --sys-root "$t" ttyACM0 --program ''
expect_rc 2
# A mistake in the settings is told with its line.
printf '# mine\nfoo = bar\n' >config/biosbelt/spc.conf
run spc --sys-root "$t" --list
expect_rc 0
expect_err 'spc.conf: line 2: no setting is called foo'
printf 'program.mine.window = maybe\n' >config/biosbelt/spc.conf
run spc --sys-root "$t" --list
expect_rc 0
expect_err 'spc.conf: line 1: program.mine.window is yes or no'
rm config/biosbelt/spc.conf
# A pipe in its place is not waited for.
mkfifo config/biosbelt/spc.conf
rc=0
timeout 20 "$BIN/spc" --sys-root "$t" --list >out 2>err || rc=$?
expect_rc 1
expect_err 'spc.conf: is not a regular file'
rm config/biosbelt/spc.conf
# A name that its line could not hold gets no pin, which nothing would look at.
if [ -z "${RUNNER:-}" ]; then
	for name in 'blank ' 'tab	' 'line
end'; do
		cp other "$name"
		run spc --verify --pin --program="./$name"
		expect_rc 1
		expect_err 'cannot be pinned'
	done
fi
# A pin holds whatever the program is called by.
run spc --verify --pin --program ./other
expect_rc 0
grep -qF " = $PWD/other" config/biosbelt/spc.pins || fail "a pin that depends on the folder: $(cat config/biosbelt/spc.pins)"
echo '# doctored' >>other
run spc --sys-root "$t" ttyACM0 --program "$PWD/other" --template x
expect_rc 1
expect_err 'not the program that was pinned'
