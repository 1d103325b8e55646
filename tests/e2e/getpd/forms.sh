# SPDX-License-Identifier: MIT
# Several operands, the chain of layers, --tree and --columns.
t=$PWD/tree
mkdir -p "$t/sys/devices/x/block/sda/sda3" "$t/sys/devices/v/block/loop0/loop" "$t/sys/class/block" "$t/proc/self"
for d in x/block/sda x/block/sda/sda3 v/block/loop0; do
	name=${d##*/}
	echo 2048 >"$t/sys/devices/$d/size"
	ln -s "../../devices/$d" "$t/sys/class/block/$name"
done
echo 3 >"$t/sys/class/block/sda3/partition"
echo /home/x.img >"$t/sys/class/block/loop0/loop/backing_file"
mkdir -p "$t/sys/dev/block"
ln -s ../../devices/x/block/sda/sda3 "$t/sys/dev/block/8:3"
ln -s ../../devices/v/block/loop0 "$t/sys/dev/block/7:0"
printf '%s\n' '1 0 8:3 / / rw - ext4 /dev/sda3 rw' '2 1 7:0 / /mnt rw - vfat /dev/loop0 rw' \
	'3 1 8:99 / /gone rw - ext4 /dev/sdq1 rw' >"$t/proc/self/mountinfo"
run getpd --sys-root "$t" /dev/loop0
expect_rc 0
expect_out '/dev/loop0 -> file /home/x.img -> /dev/sda (partition 3), 1.0 MB'
run getpd --sys-root "$t" /mnt /gone /nowhere/../x
expect_rc 5
expect_out '/mnt -> /dev/loop0 -> file /home/x.img -> /dev/sda (partition 3)'
expect_out '/gone -> /dev/sdq1, gone, but still in use'
expect_out '/x -> /dev/sda (partition 3)'
run getpd --sys-root "$t" --json /mnt /dev/sdz
expect_rc 3
grep -c '"query":' out | grep -qx 2 || fail "$(cat out)"
valid_json getpd
run getpd --sys-root "$t" --json --all
expect_rc 5
valid_json getpd
if [ -c /dev/full ]; then
	rc=0
	tool getpd --sys-root "$t" --all >/dev/full 2>err || rc=$?
	expect_rc 1
fi
run getpd --sys-root "$t" --json /gone
valid_json getpd
expect_out '"complete": true'
run getpd --sys-root "$t" --tree /mnt
expect_rc 0
cat >wanted <<'END'
/mnt
  /mnt  mount, vfat
    /dev/loop0  loop, /home/x.img, 1.0 MB
      /  mount, ext4
        /dev/sda3  partition 3, 1.0 MB
          /dev/sda  disk, 1.0 MB
END
cmp wanted out || fail "$(cat out)"
run getpd --sys-root "$t" --columns volume,disk,partition,size,state,layers --all
expect_rc 5
cat >wanted <<'END'
VOLUME  DISK       PARTITION  SIZE     STATE  LAYERS
/       /dev/sda   3          1048576         
/mnt    /dev/sda   3          1048576         /dev/loop0
/gone   /dev/sdq1                      gone   
END
cmp wanted out || fail "$(cat out)"
# Of several operands it is one table.
run getpd --sys-root "$t" --columns volume,disk,layers / /dev/sdz /mnt
expect_rc 3
cat >wanted <<'END'
VOLUME  DISK      LAYERS
/       /dev/sda  
/mnt    /dev/sda  /dev/loop0
END
cmp wanted out || fail "$(cat out)"
run getpd --sys-root "$t" --columns volume,what /
expect_rc 2
run getpd --sys-root "$t" --tree --json /
expect_rc 2
run getpd --sys-root "$t" --all /
expect_rc 2
