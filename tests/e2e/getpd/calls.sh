# SPDX-License-Identifier: MIT
# How many system calls an answer takes: fewer than 500 (--check: 6,000), on this machine and on a big made-up one.
! grep -qa '__asan_init\|\.gcda' "$BIN/getpd" || skip 'an instrumented program makes calls of its own'
command -v strace >/dev/null || lacks strace
strace -c -o /dev/null true 2>/dev/null || skip 'this machine lets nobody trace a process'
t=$PWD/tree
# calls NAME ARG...: counts those of a run of getpd.
calls() {
	name=$1
	rc=0
	shift
	strace -f -c -o count "$BIN/getpd" "$@" >out 2>err || rc=$?
	n=$(awk '$NF == "total" { print $4 }' count)
	echo "$name: $n system calls"
	[ "$n" -gt 20 ] && [ "$n" -lt "${limit:-500}" ] || fail "$n system calls: $(cat count)"
}
# block NAME MAJ:MIN [FOLDER]
block() {
	mkdir -p "$t/sys/devices/x/block/${3:-}$1" "$t/sys/class/block" "$t/sys/dev/block"
	echo "$2" >"$t/sys/devices/x/block/${3:-}$1/dev"
	echo 2048000 >"$t/sys/devices/x/block/${3:-}$1/size"
	ln -sfn "../../devices/x/block/${3:-}$1" "$t/sys/class/block/$1"
	ln -sfn "../../devices/x/block/${3:-}$1" "$t/sys/dev/block/$2"
	mkdir -p "$t/sys/block"
	[ -n "${3:-}" ] || ln -sfn "../devices/x/block/$1" "$t/sys/block/$1"
}
# on NAME BELOW
on() {
	mkdir -p "$t/sys/class/block/$1/slaves"
	ln -s nowhere "$t/sys/class/block/$1/slaves/$2"
}

calls 'this folder' .

# Twenty-four disks with three partitions, forty loops; /data is an overlay of two volumes, each on
# LVM, a LUKS device and an array of five partitions.
for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23; do
	block nvme${i}n1 259:$((i * 8))
	mkdir -p "$t/sys/devices/x/block/nvme${i}n1/device"
	echo "Model $i" >"$t/sys/devices/x/block/nvme${i}n1/device/model"
	echo "SERIAL$i" >"$t/sys/devices/x/block/nvme${i}n1/device/serial"
	for p in 1 2 3; do
		block nvme${i}n1p$p 259:$((i * 8 + p)) nvme${i}n1/
		echo $p >"$t/sys/class/block/nvme${i}n1p$p/partition"
	done
done
i=0
while [ $i -lt 40 ]; do
	block loop$i 7:$i
	i=$((i + 1))
done
for a in 0 1; do
	block md$a 9:$a
	mkdir -p "$t/sys/class/block/md$a/md"
	echo raid6 >"$t/sys/class/block/md$a/md/level"
	echo 0 >"$t/sys/class/block/md$a/md/degraded"
	for i in 1 2 3 4 5; do on md$a nvme$((a * 10 + i))n1p2; done
	for k in 0 1; do
		block dm-$((a * 2 + k)) 253:$((a * 2 + k))
		mkdir -p "$t/sys/class/block/dm-$((a * 2 + k))/dm"
		echo "name$a$k" >"$t/sys/class/block/dm-$((a * 2 + k))/dm/name"
	done
	echo CRYPT-LUKS2-$a >"$t/sys/class/block/dm-$((a * 2))/dm/uuid"
	echo LVM-$a >"$t/sys/class/block/dm-$((a * 2 + 1))/dm/uuid"
	on dm-$((a * 2)) md$a
	on dm-$((a * 2 + 1)) dm-$((a * 2))
done
mkdir -p "$t/proc/self"
{
	echo '1 0 259:1 / / rw - ext4 /dev/nvme0n1p1 rw'
	i=10
	while [ $i -lt 400 ]; do
		echo "$i 1 0:$i / /run/user/$i rw - tmpfs tmpfs rw"
		i=$((i + 1))
	done
	echo '2 1 253:1 / /a rw - xfs /dev/mapper/name01 rw'
	echo '3 1 253:3 / /b rw - xfs /dev/mapper/name11 rw'
	echo '4 1 0:500 / /data rw - overlay ov rw,lowerdir=/a/low,upperdir=/b/up,workdir=/b/work'
} >"$t/proc/self/mountinfo"
calls 'the root' --sys-root "$t" /
calls 'ten disks under an overlay' --sys-root "$t" /data
[ "$(grep -c 'nvme.*partition 2.*Model' out)" -eq 10 ] || fail "$(cat out err)"
calls 'the same in JSON' --sys-root "$t" --json /data
# --check looks at every volume and device; 10 ms of a slow machine allow some thousand calls.
limit=6000
mkdir -p "$t/dev"
: >"$t/dev/nvme20n1"
calls 'what speaks against a disk' --sys-root "$t" --check nvme20n1
[ "$rc" -eq 1 ] || fail "status $rc: $(cat out err)"
