# SPDX-License-Identifier: MIT
"""repack.py MACHINE LZENC WORK: packs the firmware of QEMU again with lzenc --repack and boots the result up to the
prompt of the UEFI shell, which is among the drivers and programs that were packed."""
import os
import select
import shutil
import subprocess
import sys
import time

MACHINES = {
    "x64": ("/usr/share/ovmf/OVMF.fd", ["qemu-system-x86_64", "-m", "256"]),
    "aa64": ("/usr/share/qemu-efi-aarch64/QEMU_EFI.fd",
             ["qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a57", "-m", "512"]),
}
PROMPT = b"Shell>"
SECONDS = 300


def boot(command, image):
    """What the serial line shows up to the prompt."""
    machine = subprocess.Popen([*command, "-bios", image, "-display", "none", "-net", "none", "-serial", "stdio",
                                "-monitor", "none"],
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    seen = b""
    end = time.time() + SECONDS
    try:
        while PROMPT not in seen and time.time() < end:
            if select.select([machine.stdout], [], [], 1)[0]:
                part = os.read(machine.stdout.fileno(), 65536)
                if not part:
                    break
                seen += part
    finally:
        machine.kill()
        machine.wait()
    return seen


def main():
    name, lzenc, work = sys.argv[1:]
    firmware, command = MACHINES[name]
    if not os.path.exists(firmware) or shutil.which(command[0]) is None:
        # script/test has installed all
        required = os.environ.get("BIOSBELT_REQUIRE_ALL") == "1"
        print(f"{'FAIL' if required else 'SKIP'}: {firmware} or {command[0]} is not installed")
        sys.exit(1 if required else 77)
    os.makedirs(work, exist_ok=True)
    image = os.path.join(work, "repacked.fd")
    subprocess.run([lzenc, "-f", "--repack", firmware, "-o", image], check=True)
    with open(firmware, "rb") as before, open(image, "rb") as after:
        assert before.read() != after.read(), "nothing was packed"
    seen = boot(command, image)
    assert PROMPT in seen, f"no shell: {seen[-2000:]!r}"


main()
