#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""image.py WORK PROGRAMS HERE: WORK/initrd.img from the unpacked kernel, busybox and our programs."""
import importlib.util
import os
import shutil
import subprocess
import sys

import stacks

MODULES = """aes_generic virtio_pci virtio_blk virtio_scsi sd_mod sg nvme ext4 btrfs overlay loop zram dm_mod dm_crypt
dm_snapshot dm_raid raid0 raid1 raid456 md_mod xts aesni_intel algif_skcipher xhci_pci ftdi_sio cdc_acm usbserial
dummy_hcd libcomposite usb_f_acm usb_f_serial crc32c_generic ecb sha256_generic
blake2b_generic xxhash_generic""".split()
TOOLS = """lvm mdadm cryptsetup mkfs.btrfs btrfs mkfs.ext4 dmsetup sfdisk losetup lsblk findmnt
blockdev udevadm""".split()


def copy_with_libraries(program, root):
    """Copies a program and what ldd names to the same places below root."""
    wanted = [os.path.realpath(program)]
    out = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    for line in out.splitlines():
        for word in line.split():
            if word.startswith("/"):
                wanted.append(word)
    for path in wanted[1:]:
        target = root + path
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.exists(target):
            shutil.copy(path, target)
    target = root + "/bin/" + os.path.basename(program)
    if not os.path.exists(target):
        shutil.copy(wanted[0], target)


def copy_python(root):
    """Python as far as pyserial's list of ports needs it: the files that it really loads."""
    look = ("import sys; from serial.tools import list_ports; list_ports.comports(); "
            "print(*{m.__file__ for m in sys.modules.values() if getattr(m, '__file__', None)}, sep='\\n')")
    files = subprocess.run([sys.executable, "-c", look], check=True, capture_output=True, text=True).stdout.split()
    for path in files + [p for p in map(importlib.util.cache_from_source, files) if os.path.exists(p)]:
        os.makedirs(root + os.path.dirname(path), exist_ok=True)
        shutil.copy(path, root + path)
    copy_with_libraries(os.path.realpath(sys.executable), root)
    os.symlink(os.path.basename(os.path.realpath(sys.executable)), root + "/bin/python3")
    places = sorted({os.path.dirname(os.path.dirname(os.path.dirname(f))) for f in files
                     if f.endswith("serial/tools/list_ports.py")})
    with open(root + "/list_ports.py", "w") as f:
        f.write(f"import os, sys\nsys.path += {places}\nfrom serial.tools import list_ports\n"
                "print(*[os.path.basename(p.device) for p in list_ports.comports()])\n")


def copy_modules(kernel, root):
    """The named modules and all they depend on; depmod makes the lists anew."""
    version = os.listdir(kernel + "/lib/modules")[0]
    base = f"{kernel}/lib/modules/{version}"
    subprocess.run(["depmod", "-b", kernel, version], check=True)
    below = {}
    names = {}
    with open(base + "/modules.dep") as f:
        for line in f:
            path, rest = line.split(":")
            below[path] = rest.split()
            names[os.path.basename(path).split(".")[0].replace("-", "_")] = path
    todo = [names[m] for m in MODULES if m in names]
    seen = set()
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        todo += below[path]
        target = f"{root}/lib/modules/{version}/{path}"
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(f"{base}/{path}", target)
    for name in ("modules.order", "modules.builtin"):
        shutil.copy(f"{base}/{name}", f"{root}/lib/modules/{version}/{name}")
    subprocess.run(["depmod", "-b", root, version], check=True)
    return version


def main():
    work, programs, here = sys.argv[1:4]
    root = work + "/root"
    for folder in ("bin", "sbin", "proc", "sys", "dev", "tmp", "mnt", "etc", "run", "var/lock"):
        os.makedirs(f"{root}/{folder}", exist_ok=True)
    busybox = shutil.which("busybox")
    shutil.copy(busybox, root + "/bin/busybox")
    for applet in subprocess.run([busybox, "--list"], capture_output=True, text=True).stdout.split():
        if not os.path.exists(f"{root}/bin/{applet}"):
            os.symlink("busybox", f"{root}/bin/{applet}")
    for tool in TOOLS:
        path = shutil.which(tool)
        if path is not None:
            if os.path.islink(f"{root}/bin/{tool}"):
                os.unlink(f"{root}/bin/{tool}")
            copy_with_libraries(path, root)
    for program in ("spc", "getpd"):
        copy_with_libraries(f"{programs}/{program}", root)
    # Two other listers to compare with, and a program for spc to start.
    subprocess.run(["cc", "-o", work + "/sp_list", here + "/sp_list.c", "-lserialport"], check=True)
    subprocess.run(["cc", "-static", "-o", work + "/stamp", here + "/stamp.c"], check=True)
    copy_with_libraries(work + "/sp_list", root)
    copy_with_libraries(work + "/stamp", root)
    copy_python(root)
    version = copy_modules(work + "/kernel", root)
    for name in ("init", "ports.sh", "sessions.sh", "disks.sh"):
        shutil.copy(f"{here}/{name}", f"{root}/{name}")
    os.chmod(root + "/init", 0o755)
    with open(root + "/replugs", "w") as f:
        f.write(os.environ.get("BIOSBELT_VM_REPLUGS", "12"))
    with open(root + "/stacks.sh", "w") as f:
        f.write(stacks.script(int(os.environ.get("BIOSBELT_VM_SEED", "1")), 20))
    names = subprocess.run(["find", "."], cwd=root, capture_output=True).stdout
    with open(work + "/initrd.img", "wb") as out:
        cpio = subprocess.Popen(["cpio", "-o", "-H", "newc", "--quiet"], cwd=root,
                                stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        gzip = subprocess.Popen(["gzip", "-1"], stdin=cpio.stdout, stdout=out)
        cpio.stdin.write(names)
        cpio.stdin.close()
        if cpio.wait() or gzip.wait():
            sys.exit("image: packing failed")
    shutil.copy(f"{work}/kernel/boot/vmlinuz-{version}", work + "/vmlinuz")


main()
