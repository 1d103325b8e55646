# SPDX-License-Identifier: MIT
# The builtin terminal of Windows: files both ways with lrzsz on the board, a text with prompts, and a port
# shared on loopback (RFC 2217), whose client sets the rate.
command -v rz >/dev/null || lacks lrzsz
command -v python3 >/dev/null || lacks python3
. "$SRC/tests/e2e/spc/windows/prefix.inc"
. "$SRC/tests/e2e/spc/windows/seeded.inc"
own_prefix
seed_ports
exec 9<>com7.far
mkdir src taken
awk 'BEGIN { for (i = 0; i < 20000; i++) printf "%c", (i * 7 + int(i / 256)) % 128 }' >'src/fw.bin'
printf '\000\377\032\021\023\r\n\n' >>'src/fw.bin'
: >src/empty.bin
cp src/fw.bin 'src/固件.bin'
# YMODEM both ways; names of files are UTF-8 on the line.
for file in fw.bin empty.bin 固件.bin; do
	(cd taken && timeout 100 rb --quiet <../com7.far >../com7.far 2>../receiver && sleep 0.2 && printf ready >../com7.far) &
	spc COM7 --send-file="src/$file" --protocol=ymodem --expect ready --within 60s
	wait $! || fail "rb: $(cat receiver err)"
	expect_rc 0
	cmp "src/$file" "taken/$file" || fail "YMODEM: $file"
done
mkdir in
timeout 100 sb --quiet src/fw.bin src/empty.bin src/固件.bin <com7.far >com7.far 2>sender &
spc COM7 --receive=in --protocol=ymodem
wait $! || fail "sb: $(cat sender err)"
expect_rc 0
diff -r src in || fail "$(cat err)"
[ "$(find in | wc -l)" -eq 4 ] || fail "left: $(find in)"
# A name that is a device, or leaves the folder, makes none.
cp src/fw.bin NUL.txt
timeout 100 sb --quiet NUL.txt <com7.far >com7.far 2>sender &
spc COM7 --receive=in --protocol=ymodem
kill $! 2>/dev/null || :
expect_rc 1
expect_err 'NUL.txt not received'
[ "$(find in | wc -l)" -eq 4 ] || fail "left: $(find in)"
# Shared: with a program by RFC 2217, and with a second window, which sends and sees.
exec 9<&-
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
program portable/spc.exe COM7 --rfc2217="$port" --share --expect 'all done' --within 100s --log=shared.log --quiet >out 2>err </dev/null &
host=$!
python3 "$SRC/tests/e2e/spc/windows/share.py" "$port" com7.far || fail "$(cat err)"
timeout 100 cat com7.far >>got &
pids="$pids $!"
program portable/spc.exe --attach COM7 --send 'from a window' --expect 'all done' --within 100s >attached 2>attached.err </dev/null &
window=$!
wait_for 'grep -q "from a window" got'
printf 'all done' >com7.far
wait $window || fail "window: $(cat attached.err)"
grep -q 'all done' attached || fail 'the window does not show it'
wait $host || fail "host: $(cat err)"
