# SPDX-License-Identifier: MIT
"""The table of fields in docs/formats/vbt-fields.md, made from what bytgvs shows.

    fields.py BYTGVS          prints the document
    fields.py BYTGVS vbt OUT VERSION   writes the table of that BDB version that is asked with
    fields.py BYTGVS values   are values right that a few lines of Python know to read too?

A VBT with every block, each longer than any version's, is shown once for every BDB version; a field
is listed with the versions that showed it. So the document says what the program does.
"""
import collections
import hashlib
import itertools
import json
import os
import struct
import subprocess
import sys
import tempfile

FIRST, LAST = 100, 270
NAMES = {
    1: "general_features", 2: "general_definitions", 3: "display_toggle", 4: "mode_support_list",
    5: "generic_mode_table", 6: "ext_mmio_regs", 7: "swf_io", 8: "swf_mmio",
    9: "psr", 10: "mode_removal", 11: "legacy_child_devices", 12: "driver_features",
    13: "driver_persistence", 15: "dot_clock_override", 16: "display_select", 17: "sv_test_functions",
    18: "driver_rotation", 19: "display_remove", 20: "oem_custom_mode", 21: "efp_list",
    22: "sdvo_lvds_options", 23: "sdvo_lvds_dtd", 24: "sdvo_lvds_pnp_id", 25: "sdvo_lvds_ppl",
    26: "tv_options", 27: "edp", 28: "efp_dtd", 29: "display_select_ivb",
    30: "display_remove_ivb", 31: "display_select_hsw", 32: "display_remove_hsw",
    40: "lfp_options", 41: "lfp_data_ptrs", 42: "lfp_data", 43: "lfp_backlight",
    44: "lfp_power", 45: "edp_bfi", 46: "chromaticity", 50: "mipi", 51: "set_fixed_mode", 52: "mipi_config",
    53: "mipi_sequence", 54: "rgb_palette", 56: "compression_parameters", 57: "vswing_preemph",
    58: "generic_dtd", 253: "prd_table",
    14: "ext_table_ptrs", 55: "compression_parameters_old", 252: "int15_hook", 254: "skip",
}


def ones(size):
    return b"\1" * size


def mixed(seed):
    return lambda size: hashlib.shake_128(b"%d %d" % (seed, size)).digest(size)


def select(size, fill):
    return (struct.pack("<HB", 1, size) + fill(size)) * 4


def sequences(marked=False):
    """Version 3, one panel and program: packet, delay, GPIO, I2C, SPI, PMIC and an unknown element."""
    steps = b"\1\5" + (b"\x13\xa5\1\0\x29" if marked else b"\0\5\1\0\x29")
    steps += b"\2\4" + struct.pack("<I", 1000) + b"\3\3\1\2\1"
    steps += b"\4\x08" + (b"\xa1\xa2\xa3\xa4\xa5\xa6" if marked else b"\0\0\1\x20\0\3") + b"\1\7"
    steps += b"\5\2\1\1" + b"\6\x0f" + bytes(range(1, 16)) + b"\7\1\1"
    body = b"\3" + struct.pack("<I", len(steps) + 1) + steps + b"\0\0"
    out = b"\0" + struct.pack("<I", len(body)) + body
    return b"\3" + struct.pack("<I", len(out)) + out


def blocks(fill):
    out = {
        2: struct.pack("<BBHB", 1, 1, 1, 48) + b"\1\1\x12\x60" + fill(44),
        4: b"\1\2" + struct.pack("<H", 2),
        3: b"\1\1\0\1\1", 5: fill(117), 15: b"\x09\1" + fill(9),
        6: b"\1\0\2" + fill(16) + b"\xff\xff", 7: b"\1\0\xce" + fill(4) + b"\xff\xff",
        8: b"\1\0\2" + fill(8) + b"\xff\xff",
        10: b"\x0a" + fill(10) + b"\0\0",
        11: b"\x21" + b"\1\1\x12\x60" + fill(29),
        16: select(3, fill), 29: select(1, fill), 31: select(2, fill),
        17: fill(8), 18: fill(12), 19: b"\1\2\1\1", 30: b"\1\1\1", 32: b"\1\2\1\1",
        20: b"\1\x1c" + fill(28), 21: b"\1\4" + fill(4), 22: fill(22),
        23: fill(72), 24: fill(40), 25: fill(40), 28: fill(54),
        43: b"\6" + fill(400), 45: b"\2" + fill(32), 53: sequences(),
        54: fill(769), 56: struct.pack("<H", 13) + fill(208),
        57: b"\1\1" + fill(8), 58: struct.pack("<H", 28) + fill(28),
        253: struct.pack("<H", 1) + fill(6), 14: fill(9), 55: struct.pack("<H", 4) + fill(8), 252: fill(122),
        254: fill(6) + b"1000" + b"Intel(R) text".ljust(155, b"\0") +
             b"Copyright (C)".ljust(61, b"\0") + fill(8),
    }
    for n, size in ((1, 16), (9, 100), (12, 32), (13, 3), (26, 2), (27, 900), (40, 64),
                    (44, 140), (46, 304), (50, 704), (51, 9), (52, 900)):
        out[n] = fill(size)
    return out


def table(version, changed=(), others=True, fill=ones):
    body = b""
    panel = 46 + 18 + 10
    for n, data in sorted({**(blocks(fill) if others else {}), **dict(changed)}.items()):
        body += struct.pack("<BH", n, len(data)) + data
    base = 22 + len(body) + 3 + 16 * 9 + 1 + 3  # of block 42's data, from the BDB's start
    start = base + 3
    pointers = b"\x10"
    for i in range(16):
        at = start + i * panel
        pointers += struct.pack("<HBHBHB", at, 46, at + 46, 18, at + 64, 10)
    pointers += struct.pack("<HB", start + 16 * panel, 13)
    body += struct.pack("<BH", 41, len(pointers)) + pointers
    data = (fill(44) + b"\xff\xff" + fill(28)) * 16 + b"NAME          "[:13] * 16 + fill(120)
    body += struct.pack("<BH", 42, len(data)) + data
    bdb = b"BIOS_DATA_BLOCK " + struct.pack("<HHH", version, 22, 22 + len(body)) + body
    head = b"$VBT FIELDS         " + struct.pack("<HHHBBI", 100, 48, 48 + len(bdb), 0, 0, 48)
    out = bytearray(head + bytes(16) + bdb)
    out[26] = -sum(out) & 0xFF
    return bytes(out)


def names(block):
    """Every field of a block of the JSON, groups before a dot."""
    skip = {"id", "title", "offset", "size", "cut", "panel", "slot", "step", "sequence"}
    out = []
    for key, value in block.items():
        if isinstance(value, list) and key != "uncovered":
            for one in value:
                if isinstance(one, dict):
                    out += [key + "." + k for k in one if k not in skip]
                else:
                    out.append(key)
        elif key not in skip and key != "uncovered":
            out.append(key)
    return out


def versions(seen):
    first, last = min(seen), max(seen)
    assert len(seen) == last - first + 1, seen  # no gap
    if first == FIRST and last == LAST:
        return "all"
    if last == LAST:
        return "%d on" % first
    return "to %d" % last if first == FIRST else "%d to %d" % (first, last)


def show(tool, tables):
    """Of each table its blocks; one run shows all."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, "%04d.vbt" % i) for i in range(len(tables))]
        for path, data in zip(paths, tables):
            with open(path, "wb") as out:
                out.write(data)
        shown = subprocess.run([tool, "--show", "--json", *paths], capture_output=True, check=True)
    vbts = json.loads(shown.stdout)["vbts"]
    assert len(vbts) == len(tables)
    return [vbt["blocks"] for vbt in vbts]


def main(tool):
    seen = collections.OrderedDict()
    # the second form of blocks that have two
    second = {5: b"\1" * 101, 15: b"\x08\1" + b"\1" * 8}
    asked = list(itertools.product(range(FIRST, LAST + 1), (True, False)))
    tables = [table(v) if first else table(v, second.items(), False) for v, first in asked]
    for (version, _), shown in zip(asked, show(tool, tables)):
        for block in shown:
            for name in names(block):
                seen.setdefault((block["id"], name), set()).add(version)
    print("""# Fields of a VBT that bytgvs decodes

Made by `tests/e2e/vbt/fields.py`, and held to the program by the test `e2e.bytgvs.fields`: a table with every
block is shown for every BDB version from %d to %d. Versions are those of the BDB that have the field; a
field's bytes must be there too. Source of layout and versions: Linux
`drivers/gpu/drm/i915/display/intel_vbt_defs.h` up to BDB 264, the struct `bdb_` of each block's name here, and
intel-gpu-tools `tools/intel_vbt_defs.h`. Blocks 252 and 254: Slim Bootloader
`Silicon/AlderlakePkg/Library/IgdOpRegionLib/GopConfigLib.h`. No source has the layout of blocks 14 and 55, nor
of 252 in lengths other than 122: their fields are what tables have there, and entries of 55 are shown as bytes.

| block | field | versions |
|---|---|---|""" % (FIRST, LAST))
    for block, name in sorted(seen, key=lambda k: k[0]):
        print("| %d %s | `%s` | %s |" % (block, NAMES[block], name,
                                         versions(seen[block, name])))


def shown_blocks(tool, version, changed):
    return {b["id"]: b for b in show(tool, [table(version, changed)])[0]}


def expect(name, got, want):
    if got != want:
        sys.exit("%s: %r, expected %r" % (name, got, want))


def old_values(tool):
    """Tables of old chips, by the structs of Linux written down again."""
    noise = bytes((53 * i + 7) & 0xFF for i in range(1024))
    b = shown_blocks(tool, 171, {5: noise[:101], 15: b"\x08\2" + noise[:16], 50: noise[:704],
                                 3: b"\1\2\0" + noise[:4]}.items())
    expect("block 5", [b[5][k] for k in ("mode_flag", "x", "y", "colour_depths", "refresh_hz_3",
                                         "font_height", "page_size", "misc")],
           [v for i, v in enumerate(struct.unpack_from("<HHHBBBBBBBBHB", noise, 0))
            if i in (0, 1, 2, 3, 6, 10, 11, 12)])
    for i in range(3):
        got = b[5]["timings"][i]
        expect("block 5 timing", [v for k, v in got.items() if k != "slot"],
               list(struct.unpack_from("<I12H", noise, 17 + 28 * i)))
    for i in range(2):
        got = b[15]["clocks"][i]
        clock, n, m1, m2, p = struct.unpack_from("<I4B", noise, 8 * i)
        expect("block 15", [v for k, v in got.items() if k != "slot"],
               [clock, n, m1, m2, p & 31, bool(p & 32), bool(p & 128)])
    for i in range(16):
        p = b[50]["panels"][i]
        f = struct.unpack_from("<HHIHHHIIHIIIII", noise, 44 * i)
        expect("block 50", [p[k] for k in ("panel_identifier", "bridge_revision", "dithering",
                                           "dphy_parameters_valid", "port_info", "lanes",
                                           "video_transfer_mode", "ddr_clock",
                                           "power_conservation", "prepare_count",
                                           "clock_zero_count", "trail_count", "exit_zero_count",
                                           "low_power_byte_clock", "colour_depth")],
               [f[0], f[1], bool(f[2] & 1), bool(f[2] & 8), f[3], f[4] >> 2 & 3, f[5] >> 2 & 3,
                f[6], f[8], f[9] & 31, f[9] >> 8 & 255, f[9] >> 16 & 31, f[9] >> 24 & 63, f[11],
                f[13]])
    expect("block 3", [d["displays"] for d in b[3]["list"]], list(struct.unpack_from("<HH", noise)))
    b = shown_blocks(tool, 150, {5: noise[:117], 9: noise[:16], 15: b"\x09\1" + noise[:9]}.items())
    expect("block 5", b[5]["timings"][2]["burst_32bpp"], noise[116])
    expect("block 9", [c["dot_clock"] for c in b[9]["clocks"]],
           [struct.unpack_from("<I", noise, o)[0] for o in (0, 8)])
    expect("block 15", b[15]["clocks"][0]["p2"], noise[8])


def driver_values(tool):
    """What the driver makes of a value: intel_bios.c, parse_psr(), and intel_dsi_vbt_defs.h."""
    noise = bytes((29 * i + 3) & 0xFF for i in range(1024))
    psr = b"".join(struct.pack("<BBHH", 1, 0x20, i % 4, (i + 1) % 4) for i in range(16))
    times = ("500 us", "100 us", "2500 us", "0 us")
    new = shown_blocks(tool, 230, {9: psr + bytes(4), 44: noise[:98] + bytes(38),
                                   52: noise[:822]}.items())
    new[44] = shown_blocks(tool, 250, {44: noise[:98]}.items())[44]
    old = shown_blocks(tool, 204, {9: psr}.items())
    for i in range(16):
        p = new[9]["panels"][i]
        expect("psr", [p["tp1_wakeup"]["name"], p["tp2_tp3_wakeup"]["name"]],
               [times[i % 4], times[(i + 1) % 4]])
        expect("psr lines", p["lines_to_wait"]["name"], "4 lines")
        expect("old psr", old[9]["panels"][i]["tp1_wakeup_us"], 100 * (i % 4))
        p = new[44]["panels"][i]
        expect("aggressiveness", [p["opst_aggressiveness"], p["elp_aggressiveness"]],
               [noise[62 + i] & 15, noise[62 + i] >> 4])
    for i in range(6):
        p = new[52]["panels"][i]
        port, usage, flags = (struct.unpack_from("<H", noise, 122 * i + at)[0] for at in (6, 8, 24))
        expect("dsi", [p[k] for k in ("rgb_flip", "dcs_cabc_ports", "port_sync", "dsi_usage",
                                      "blanking_packets_during_bllp", "lp_clock_during_lpm")],
               [bool(port & 0x80), port >> 8 & 3, bool(port & 0x1000), bool(usage & 1),
                bool(flags & 8), bool(flags & 16)])


def step_values(tool):
    """Headers of a MIPI program's elements: intel_dsi_vbt.c, mipi_exec_send_packet() and following."""
    steps = {}
    for step in shown_blocks(tool, 250, {53: sequences(True)}.items())[53]["steps"]:
        steps.update(step)
    expect("packet", [steps[k] for k in ("packet_high_speed", "packet_channel", "packet_port",
                                         "packet_type")], [True, 1, 2, 0xA5])
    expect("i2c", [steps[k] for k in ("i2c_flags", "i2c_index", "i2c_bus", "i2c_address",
                                      "i2c_offset")], [0xA1, 0xA2, 0xA3, 0xA5A4, 0xA6])
    expect("pmic", [steps[k] for k in ("pmic_flags", "pmic_i2c_address", "pmic_register",
                                       "pmic_value", "pmic_mask")],
           [1, 0x302, 0x7060504, 0xB0A0908, 0xF0E0D0C])


# Of what --show --json says of tables of mixed bits. Hold it against intel_vbt_decode
# (tests/bench/bytgvs/vbt_peer.py) before this changes: with 264 for the last version 40,906 values
# agreed; the others were those of block 52, which it shows as 0 here, or printed in another form.
SHOWN = "b6e454ee31e3f8dbbe256a303c355a751b8d2ad23f3183ae6a9993cb9f8a26c8"


def mixed_values(tool):
    """No field moves by a bit unseen, nor those that no line here knows."""
    tables = [table(version, fill=mixed(seed)) for seed in range(6)
              for version in (100, 150, 160, 171, 186, 204, 230, 250, LAST)]
    shown = json.dumps(show(tool, tables), sort_keys=True)
    expect("sha-256 of what is shown", hashlib.sha256(shown.encode()).hexdigest(), SHOWN)


def values(tool):
    """Bytes that all differ, read by struct here."""
    mixed_values(tool)
    old_values(tool)
    step_values(tool)
    driver_values(tool)
    noise = bytes((37 * i + 11) & 0xFF for i in range(1024))
    power, colours = noise[:136], noise[:304]
    b = shown_blocks(tool, 264, {44: power, 46: colours, 58: struct.pack("<H", 28) + noise[:56],
                                 10: b"\x0a" + noise[:20] + b"\0\0",
                                 20: b"\2\x1c" + noise[:56],
                                 253: struct.pack("<H", 2) + noise[:8],
                                 14: b"\1" + noise[:8], 252: b"\1\0" * 9 + noise[:104],
                                 57: b"\1\2" + noise[:8], 28: noise[:54],
                                 6: b"\7\0\2" + noise[:24] + b"\xff\xff",
                                 7: b"\7\0\xce" + noise[:6] + b"\xff\xff"}.items())
    for i in range(3):
        for block, form, size in ((6, "<II", 8), (7, "<BB", 2)):
            got = b[block]["registers"][i]
            expect("register", [got["address"], got["value"]],
                   list(struct.unpack_from(form, noise, size * i)))
    expect("hooks", [h["called"] for h in b[252]["hooks"]], [1, 0] * 9)
    for block, count in ((14, 2), (252, 26)):
        expect("pointers", [(t["table_offset"], t["entry_size"]) for t in b[block]["tables"]],
               list(struct.iter_unpack("<HH", noise[:4 * count])))
    for i in range(16):
        p = b[44]["panels"][i]
        for name, at in (("panel_self_refresh", 24), ("dynamic_refresh_rate", 26),
                         ("lace_support", 28), ("assertive_display", 30), ("hobl", 54),
                         ("variable_refresh_rate", 56), ("xpst", 114), ("tcon_backlight", 116),
                         ("tcon_backlight_with_xpst", 134)):
            expect(name, p[name], bool(struct.unpack_from("<H", power, at)[0] >> i & 1))
        expect("lace_aggressiveness", p["lace_aggressiveness"], power[38 + i] >> 4)
        expect("xpst_aggressiveness", p["xpst_aggressiveness"], power[118 + i] & 15)
        expect("panel_technology", p["panel_technology"], power[98 + i] & 15)
        c, p = colours[11 * i:11 * i + 11], b[46]["panels"][i]
        for k, name in enumerate(("red_x", "red_y", "green_x", "green_y", "blue_x", "blue_y",
                                  "white_x", "white_y")):
            low = c[1 + k // 4] >> (6 - 2 * (k % 4)) & 3
            expect(name, p[name], c[3 + k] << 2 | low)
        flags, least, most, one, gamma = struct.unpack_from("<BHHHB", colours, 176 + 8 * i)
        expect("light", [p[k] for k in ("luminance", "gamma", "min_luminance", "max_luminance",
                                        "one_percent_max_luminance", "gamma_value")],
               [bool(flags & 1), bool(flags & 2), least, most, one, gamma])
    keys = ("clock_khz", "hactive", "hblank", "hsync_offset", "hsync_width", "vactive", "vblank",
            "vsync_offset", "vsync_width", "width_mm", "height_mm")
    for i in range(2):
        got = b[58]["timings"][i]
        expect("timing", [got[k] for k in keys], list(struct.unpack_from("<I10H", noise, 28 * i)))
        expect("polarity", [got["vsync_positive"], got["hsync_positive"]],
               [bool(noise[28 * i + 24] & 0x40), bool(noise[28 * i + 24] & 0x80)])
        got = b[10]["modes"][i]
        expect("removal", [got[k] for k in ("x", "y", "bpp", "refresh_hz", "flags", "panels")],
               list(struct.unpack_from("<HHBHBH", noise, 10 * i)))
        got, e = b[20]["modes"][i], noise[28 * i:28 * i + 28]
        expect("custom", [got[k] for k in ("x", "y", "bpp", "refresh_hz", "display_flags_2")],
               [*struct.unpack_from("<HHBB", e, 2), struct.unpack_from("<H", e, 26)[0]])
        for got, d in ((got, e[8:26]), (b[28]["timings"][i], noise[18 * i:18 * i + 18])):
            expect("edid", [got[k] for k in keys], [
                struct.unpack_from("<H", d)[0] * 10, d[2] | d[4] >> 4 << 8, d[3] | (d[4] & 15) << 8,
                d[8] | d[11] >> 6 << 8, d[9] | (d[11] >> 4 & 3) << 8, d[5] | d[7] >> 4 << 8,
                d[6] | (d[7] & 15) << 8, d[10] >> 4 | (d[11] >> 2 & 3) << 4,
                d[10] & 15 | (d[11] & 3) << 4, d[12] | d[14] >> 4 << 8, d[13] | (d[14] & 15) << 8])
        got = b[253]["displays"][i]
        expect("prd", [got["primary"], got["secondary"]],
               list(struct.unpack_from("<HH", noise, 4 * i)))
        expect("vswing", b[57]["values"][i]["value"], struct.unpack_from("<I", noise, 4 * i)[0])


if len(sys.argv) == 3:
    values(sys.argv[1])
elif len(sys.argv) > 3:
    with open(sys.argv[3], "wb") as target:
        target.write(table(int(sys.argv[4])))
else:
    main(sys.argv[1])
