/* SPDX-License-Identifier: MIT */
/*
 * Sources: "ZFS On-Disk Specification" (Sun Microsystems, 2006), section 1.3: a label begins with
 * 16 KiB for other uses, then a list of names and values in XDR (RFC 4506); include/sys/nvpair.h
 * and sys/fs/zfs.h of OpenZFS: types 8 (64 bits) and 9 (string), states of a pool.
 */
#include "formats/zfs_label.h"

#include <stdio.h>
#include <string.h>

#define LIST_AT     0x4000
#define ENCODED_XDR 1
#define TYPE_U64    8
#define TYPE_STRING 9
#define NAME_MAX    255
#define ACTIVE      0
#define STATE_LAST  4 /* cache devices; others are not labels */

/* One name and its value; words are padded to four bytes. */
struct pair {
	struct span name;
	uint32_t type;
	struct span value;
	size_t size; /* bytes up to the next one; 0 ends the list */
};

static bool read_pair(struct span in, size_t at, struct pair *out)
{
	uint32_t size;
	uint32_t len;
	uint32_t count;
	size_t value;

	if (!span_u32be(in, at, &size))
		return false;
	*out = (struct pair){.size = size};
	if (size == 0)
		return true;
	if (!span_u32be(in, at + 8, &len) || len > NAME_MAX ||
		!span_slice(in, at + 12, len, &out->name))
		return false;
	value = at + 12 + (len + 3u) / 4 * 4;
	/* At least the words read so far, so that the loop advances with any input. */
	return span_u32be(in, value, &out->type) && span_u32be(in, value + 4, &count) &&
	       size >= value + 8 - at &&
	       span_slice(in, value + 8, size - (value + 8 - at), &out->value);
}

static bool is_called(const struct pair *p, const char *name)
{
	return p->name.len == strlen(name) && memcmp(p->name.ptr, name, p->name.len) == 0;
}

static bool take_u64(const struct pair *p, uint64_t *out)
{
	uint32_t high;
	uint32_t low;

	if (p->type != TYPE_U64 || !span_u32be(p->value, 0, &high) ||
		!span_u32be(p->value, 4, &low))
		return false;
	*out = (uint64_t)high << 32 | low;
	return true;
}

static bool take_string(const struct pair *p, char *out, size_t cap)
{
	struct span text;
	uint32_t len;

	if (p->type != TYPE_STRING || !span_u32be(p->value, 0, &len) || len == 0 || len >= cap ||
		!span_slice(p->value, 4, len, &text) || memchr(text.ptr, '\0', len) != NULL)
		return false;
	memcpy(out, text.ptr, len);
	out[len] = '\0';
	return true;
}

bool zfs_label_read(struct span head, struct member *out)
{
	uint64_t state = UINT64_MAX;
	uint64_t guid = 0;
	struct span list;
	struct pair p;
	size_t at = 12; /* encoding, byte order, two unused bytes; version; flags */

	if (!span_from(head, LIST_AT, &list) || list.len < at || list.ptr[0] != ENCODED_XDR ||
		!span_is_filled(span_of(list.ptr + 2, 6), 0))
		return false;
	for (; read_pair(list, at, &p) && p.size != 0; at += p.size) {
		if (is_called(&p, "name") && !take_string(&p, out->label, sizeof out->label))
			return false;
		if (is_called(&p, "state") && !take_u64(&p, &state))
			return false;
		if (is_called(&p, "pool_guid") && !take_u64(&p, &guid))
			return false;
	}
	if (out->label[0] == '\0' || guid == 0 || state > STATE_LAST)
		return false;
	strcpy(out->type, "zfs_member");
	out->idle = state != ACTIVE;
	snprintf(out->uuid, sizeof out->uuid, "%llu", (unsigned long long)guid);
	return true;
}
