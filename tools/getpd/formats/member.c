/* SPDX-License-Identifier: MIT */
/*
 * Sources: libblkid's list of types (util-linux, libblkid/src/superblocks); systemd's udev
 * database: one property per line, "E:KEY=VALUE"; in values of keys that end in _ENC, bytes other
 * than plain characters are \\xNN.
 */
#include "formats/member.h"

#include <string.h>

static int hex(uint8_t c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void decode(struct span in, char *out, size_t cap)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < in.len && n < cap - 1; i++) {
		if (in.len - i > 3 && in.ptr[i] == '\\' && in.ptr[i + 1] == 'x' &&
			hex(in.ptr[i + 2]) >= 0 && hex(in.ptr[i + 3]) >= 0) {
			out[n++] = (char)(hex(in.ptr[i + 2]) * 16 + hex(in.ptr[i + 3]));
			i += 3;
		} else {
			out[n++] = (char)in.ptr[i];
		}
	}
	out[n] = '\0';
}

static void take(struct span line, const char *key, char *out, size_t cap)
{
	size_t len = strlen(key);

	if (line.len > len && memcmp(line.ptr, key, len) == 0)
		decode(span_of(line.ptr + len, line.len - len), out, cap);
}

bool member_from_udev(struct span text, struct member *out)
{
	size_t at = 0;

	memset(out, 0, sizeof *out);
	while (at < text.len) {
		size_t end = span_find(text, at, "\n", 1);
		struct span line;

		end = end == SIZE_MAX ? text.len : end;
		line = span_of(text.ptr + at, end - at);
		take(line, "E:ID_FS_TYPE=", out->type, sizeof out->type);
		take(line, "E:ID_FS_UUID_ENC=", out->uuid, sizeof out->uuid);
		take(line, "E:ID_FS_LABEL_ENC=", out->label, sizeof out->label);
		at = end + 1;
	}
	return out->type[0] != '\0';
}

bool member_is_part(const char *type)
{
	static const char *const others[] = {"crypto_LUKS", "bcache", "jbd", "xfs_external_log",
		"xfs_log", "drbd", "drbdmanage_control_volume", "drbdproxy_datalog", "LVM1_member",
		"BitLocker", "VMFS_volume_member", "stratis", "ceph_bluestore", "mpath_member",
		"ubi", "vdo", "DM_integrity", "DM_verity_hash", "DM_snapshot_cow"};
	size_t len = strlen(type);
	size_t i;

	if (len > 7 && strcmp(type + len - 7, "_member") == 0)
		return true;
	for (i = 0; i < sizeof others / sizeof others[0]; i++)
		if (strcmp(type, others[i]) == 0)
			return true;
	return false;
}

bool member_has_several(const char *type)
{
	return strcmp(type, "btrfs") == 0 || strcmp(type, "bcachefs") == 0 ||
	       strcmp(type, "zfs_member") == 0;
}
