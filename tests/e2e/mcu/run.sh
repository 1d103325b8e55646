# SPDX-License-Identifier: MIT
# run.sh TARGET SRC SCRATCH: the tiny engine on a simulated chip. TARGET is avr (ATmega328P), msp430,
# cortex-m0 or cortex-m3. Positions full of forced lines and whole games must give the same moves as
# on this machine, whatever the compiler optimises for. Cycles of the dearest move and bytes of
# memory are asserted where the promise holds: 15x15, freestyle and exactly five, -O2 (Arm: -Os, level 2).
# A quarter of the positions is played, the dearest of all on AVR and MSP430 among them; with
# MCU_ALL=1 in the environment all are, and longer games. With MCU_LEVELS=N only the first part is played, with
# the levels up to N (tests/bench/gobang_mcu.py).
set -eu
target=$1
engine=$2/common/gobang
here=$2/tests/e2e/mcu
rm -rf "$3"
mkdir -p "$3"
cd "$3"
CYCLES_MAX=2400000 # 0.3 s at 8 MHz
MEMORY_MAX=600     # state and stack

fail() {
	echo "FAIL: $*" >&2
	exit 1
}
best=-O2
levels=3
case $target in
avr) programs=avr-gcc ;;
msp430) programs='clang ld.lld mspdebug' ;;
*) programs='arm-none-eabi-gcc qemu-system-arm' best=-Os levels=2 ;;
esac
levels=${MCU_LEVELS:-$levels}
for program in gcc nm timeout $programs; do
	command -v "$program" >/dev/null || lacks "$program"
done

# sources ARCHITECTURE: the files of a program; $flags: what they are compiled with.
sources() {
	third="$engine/tiny_search.c $engine/tiny_rows.c $engine/tiny_tree.c"
	[ "${MCU_LEVELS:-}" != 2 ] || third=
	echo "$engine/tiny.c $engine/tiny_tables.c $engine/tiny_fours.c $engine/tiny_forbidden.c" \
		"$engine/tiny_caro.c $engine/tiny_move.c $third $here/play.c $here/target_$1.c"
}

build() {
	# shellcheck disable=SC2046,SC2086 # lists of words
	case $1 in
	pc) gcc -std=c11 -O2 $flags -o pc $(sources pc) ;;
	avr)
		[ -e host ] || gcc -O2 -o host "$here/host_avr.c" -lsimavr -lelf
		avr-gcc -mmcu=atmega328p -mrelax -std=gnu11 $optimise -ffunction-sections -Wl,--gc-sections \
			$flags -o avr $(sources avr)
		;;
	msp430)
		for file in $(sources msp430); do
			clang --target=msp430 -std=c11 $optimise -ffreestanding $flags -c "$file"
		done
		ld.lld -T "$here/msp430.ld" -o msp430 ./*.o
		rm ./*.o
		;;
	*)
		arm-none-eabi-gcc -mcpu="$1" -mthumb -std=gnu11 $optimise -ffreestanding -nostdlib \
			$flags -T "$here/arm.ld" -o "$1" $(sources arm) -lgcc
		;;
	esac
}

# run TARGET: moves, one number a line, then "cycles N" and "stack N" where they are known.
run() {
	case $1 in
	pc) ./pc ;;
	avr) timeout 250 ./host avr | grep -E '^([0-9]|cycles|stack)' ;;
	msp430)
		over=$(nm msp430 | awk '$3 == "over" { print $1 }')
		timeout 250 mspdebug -q sim 'simio add tracer t' 'prog msp430' 'simio config t verbose' \
			"setbreak 0x$over" run >trace 2>&1
		sed -n 's/^ *\([0-9]*\): write\.b => 0x00\(2[02]\) 0x\(..\)$/\1 \2 \3/p' trace >marks
		awk 'function digit(c) { return index("0123456789abcdef", c) - 1 }
			{ v = digit(substr($3, 1, 1)) * 16 + digit(substr($3, 2, 1)) }
			$2 == 22 { print v; next }
			{ stack = last * 256 + v; last = v }
			v == 1 { begun = $1 }
			v == 2 && $1 - begun > most { most = $1 - begun }
			END { print "cycles", most; print "stack", stack }' marks
		;;
	*)
		machine=lm3s6965evb
		[ "$1" != cortex-m0 ] || machine=microbit
		timeout 250 qemu-system-arm -M $machine -nographic -monitor none -serial none \
			-semihosting-config enable=on,target=native -kernel "$1" </dev/null 2>&1
		;;
	esac
}

# bytes FILE TYPE NAMES keep|drop: the sizes of its symbols of a type, of those names or of all others.
bytes() {
	nm -S --defined-only "$1" | awk -v type="$2" -v names="$3" -v keep="$4" '
		function digit(c) { return index("0123456789abcdef", c) - 1 }
		NF == 4 && $3 ~ type && ($4 ~ names) == (keep == "keep") {
			v = 0
			for (i = 1; i <= length($2); i++) v = v * 16 + digit(substr($2, i, 1))
			sum += v
		}
		END { printf "%d", sum }'
}

played=
# play TARGET WORDS: the same moves on both; prints what the target needs with $optimise.
play() {
	if [ "$flags" != "$played" ]; then
		build pc
		run pc >want
		played=$flags
	fi
	build "$1"
	run "$1" >got
	grep '^[0-9]' got >moves || true
	[ "$(wc -l <want)" -gt 50 ] || fail "$2: only $(wc -l <want) numbers"
	cmp want moves || fail "$1, $2, $optimise: other moves than on this machine"
	cycles=$(sed -n 's/^cycles //p' got)
	stack=$(sed -n 's/^stack //p' got)
	state=$(bytes "$1" '^[bB]$' '^(t|tree)$' keep)
	# the engine: without the functions of play.c and target_*.c and those of the compiler
	code=$(bytes "$1" '^[tT]$' '^(main|position|game|move|below|over|start|reset|mem.*|gobang_table_.*|target_.*|_.*)$' drop)
	echo "$1, $2, $optimise: $(($(wc -l <want) / 2)) moves, cycles ${cycles:-not counted}," \
		"state $state + stack $stack bytes, code $code bytes"
}

few() { # few WORDS: nothing where all is played
	[ -n "${MCU_ALL:-}" ] || echo "$*"
}
base="-I$2/include -I$here -DGOBANG_TINY_SIDE=15"
optimise=$best
flags="$base -DTARGET_LEVELS=$levels $(few -DTARGET_STEP=4 -DTARGET_GAMES=1)"
play "$target" '15x15 freestyle and exactly five'
[ -z "${MCU_LEVELS:-}" ] || exit 0
[ "$((state + stack))" -le "$MEMORY_MAX" ] || fail "memory: over $MEMORY_MAX bytes"
[ "${cycles:-1}" -le "$CYCLES_MAX" ] || fail "time: over $CYCLES_MAX cycles"

flags="$base -DTARGET_RULES=5 -DTARGET_FIRST=2 -DTARGET_POSITIONS=40 $(few -DTARGET_STEP=4 -DTARGET_GAMES=1)"
play "$target" '15x15 renju and both caro'
flags="-I$2/include -I$here -DTARGET_SIDE=20 -DTARGET_RULES=5 -DTARGET_POSITIONS=20 -DTARGET_GAMES=1"
flags="$flags $(few -DTARGET_STEP=4 -DTARGET_PLIES=20)"
play "$target" '20x20 all rules'

flags="$base -DTARGET_RULES=5 -DTARGET_POSITIONS=8 -DTARGET_GAMES=1 $(few -DTARGET_STEP=8 -DTARGET_PLIES=6)"
all=$flags
for optimise in -O0 -O1 -O2 -O3 -Os; do
	flags=$all
	case $target$optimise in # 32 KiB do not hold level 3 for all rules then
	avr-O0 | avr-O3) flags="$all -DTARGET_LEVELS=2" ;;
	esac
	[ "$optimise" = "$best" ] || play "$target" '15x15 all rules'
done
