# SPDX-License-Identifier: MIT
# Nothing long is cut without a word: legs, lines of mountinfo, more than can be followed.
command -v python3 >/dev/null || lacks python3
t=$PWD/tree
# tree LEGS GONE: md0 over that many disks, mounted at /; an overlay whose last layer is on a disk of its own;
# a bcachefs of devices that are gone.
tree() {
	python3 - "$t" "$@" <<'PY'
import os
import shutil
import sys

root, legs, gone = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
shutil.rmtree(root, ignore_errors=True)
os.makedirs(root)
for folder in ("sys/class/block", "sys/dev/block", "sys/devices/x/block/md0/slaves",
               "sys/devices/x/block/md0/md", "proc/self"):
    os.makedirs(f"{root}/{folder}")
names = [f"d{i}" for i in range(legs)] + ["md0", "far"]
for minor, name in enumerate(names):
    folder = f"{root}/sys/devices/x/block/{name}"
    os.makedirs(folder, exist_ok=True)
    for attribute, text in (("dev", f"250:{minor}"), ("size", "2048")):
        with open(f"{folder}/{attribute}", "w", encoding="utf-8") as f:
            f.write(text + "\n")
    os.symlink(f"../../devices/x/block/{name}", f"{root}/sys/class/block/{name}")
    os.symlink(f"../../devices/x/block/{name}", f"{root}/sys/dev/block/250:{minor}")
for name in names[:legs]:
    os.symlink("../../x", f"{root}/sys/devices/x/block/md0/slaves/{name}")
with open(f"{root}/sys/devices/x/block/md0/md/level", "w", encoding="utf-8") as f:
    f.write("raid0\n")
layers = ":".join(["/layers/" + "x" * 60] * 500 + ["/far/layer"])
with open(f"{root}/proc/self/mountinfo", "w", encoding="utf-8") as f:
    f.write(f"1 0 250:{legs} / / rw - ext4 /dev/md0 rw\n"
            f"2 1 250:{legs + 1} / /far rw - ext4 /dev/far rw\n"
            f"3 1 0:40 / /ov rw - overlay ov rw,lowerdir={layers}\n")
    if gone:
        f.write("4 1 0:41 / /many rw - bcachefs " + ":".join(f"/dev/gone{i}" for i in range(gone)) + " rw\n")
PY
}

tree 300 0
run getpd --sys-root "$t" --raw /
expect_rc 0
[ "$(grep -c '^7 ' out)" -eq 300 ] || fail "$(wc -l <out) lines for 300 legs"
# A line of 35,000 bytes counts as every other.
run getpd --sys-root "$t" --raw /ov
expect_rc 0
[ "$(grep -c '^7 ' out)" -eq 301 ] || fail "the last layer is left out: $(wc -l <out)"
run getpd --sys-root "$t" --columns=volume,type --all
expect_rc 0
expect_out '/ov'

# More than can be followed is told.
tree 2 4200
run getpd --sys-root "$t" --json /many
expect_rc 5
expect_out '"complete": false'
expect_out 'there is more than can be followed here'
valid_json getpd
run getpd --sys-root "$t" /many
expect_rc 5
run getpd --sys-root "$t" --all
expect_rc 5

# A line that cannot be read may be a volume.
tree 2 0
run getpd --sys-root "$t" --all
expect_rc 0
echo '9 1 250:1 / /lost' >>"$t/proc/self/mountinfo"
run getpd --sys-root "$t" --all
expect_rc 5
cat out err | grep -q '1 of its lines cannot be read' || fail "$(cat out err)"
run getpd --sys-root "$t" --check far
expect_rc 1
expect_out 'unseen: /proc/self/mountinfo may be built on it'

# In a chroot the mount of its root is not reported: its disk is unknown, not absent.
sed -i '/ \/ \/ rw /d; /lost/d' "$t/proc/self/mountinfo"
run getpd --sys-root "$t" /home
expect_rc 5
cat out err | grep -q 'a chroot?' || fail "$(cat out err)"
run getpd --sys-root "$t" --json /home
expect_rc 5
expect_out '"complete": false'
valid_json getpd
