/* SPDX-License-Identifier: MIT */
#include "biosbelt/capsule.h"

#include "biosbelt/fv.h"
#include "biosbelt/ifd.h"

#define HEAD_OFF       16u
#define FLAGS_OFF      20u
#define SIZE_OFF       24u
#define OFFSET16_OFF   28u
#define HEAD_MOST      0x10000u
#define FIRMWARE_LEAST 0x10000u
#define FLAGS_KNOWN    0x7FFFFu /* UEFI 2.10, 8.5.3 */
#define ITEMS_MOST     64u
#define PADDING_STEP   256u

static const struct kind {
	struct guid guid;
	const char *name;
	bool offset16; /* has the offset of the image, after the common header */
	bool is_signed;
} kinds[] = {
	{GUID_INIT(0x3B6686BD, 0x0D76, 0x4030, 0xB7, 0x0E, 0xB5, 0x51, 0x9E, 0x2F, 0xC5, 0xA0),
		"UEFI", false, false},
	{GUID_INIT(0x6DCBD5ED, 0xE82D, 0x4C44, 0xBD, 0xA1, 0x71, 0x94, 0x19, 0x9A, 0xD9, 0x2A),
		"FMP", false, true},
	{GUID_INIT(0x4A3CA68B, 0x7723, 0x48FB, 0x80, 0x3D, 0x57, 0x8C, 0xC1, 0xFE, 0xC4, 0x4D),
		"AMI Aptio, signed", true, true},
	{GUID_INIT(0x14EEBB90, 0x890A, 0x43DB, 0xAE, 0xD1, 0x5D, 0x3C, 0x45, 0x88, 0xA4, 0x18),
		"AMI Aptio", true, false},
	{GUID_INIT(0x539182B9, 0xABB5, 0x4391, 0xB6, 0x9A, 0xE3, 0xA9, 0x43, 0xF7, 0x2F, 0xCC),
		"Intel", false, true},
	{GUID_INIT(0x3BE07062, 0x1D51, 0x45D2, 0x83, 0x2B, 0xF0, 0x93, 0x25, 0x7E, 0xD4, 0x61),
		"Toshiba", false, true},
	{GUID_INIT(0xE20BAFD3, 0x9914, 0x4F4F, 0x95, 0x37, 0x31, 0x29, 0xE0, 0x90, 0xEB, 0x3C),
		"Lenovo", false, true},
	{GUID_INIT(0x25B5FE76, 0x8243, 0x4A5C, 0xA9, 0xBD, 0x7E, 0xE3, 0x24, 0x61, 0x98, 0xB5),
		"Lenovo", false, true},
};

#define KINDS (sizeof kinds / sizeof kinds[0])

#define FMP     1u
/* Toshiba swaps size and flags. */
#define TOSHIBA 5u

static bool read_kind(struct span in, size_t off, const struct kind *k, struct capsule *out)
{
	uint16_t at = 0;

	*out = (struct capsule){.guid = k->guid, .name = k->name, .is_signed = k->is_signed};
	if (!span_u32le(in, off + HEAD_OFF, &out->head) ||
		!span_u32le(in, off + (k == &kinds[TOSHIBA] ? FLAGS_OFF : SIZE_OFF), &out->size))
		return false;
	if (k->offset16 && span_u16le(in, off + OFFSET16_OFF, &at) && at >= CAPSULE_HEAD_MIN)
		out->head = at;
	return true;
}

bool capsule_read(struct span in, size_t off, struct capsule *out)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		if (guid_is(in, off, &kinds[i].guid))
			return read_kind(in, off, &kinds[i], out);
	return false;
}

size_t capsule_heads(struct span in)
{
	struct capsule c;
	size_t off = 0;

	while (capsule_read(in, off, &c) && c.head >= CAPSULE_HEAD_MIN && c.head < in.len - off)
		off += c.head;
	return off;
}

size_t capsule_padding(struct span in)
{
	size_t at = in.len;
	struct span piece;

	while (at >= PADDING_STEP && span_slice(in, at - PADDING_STEP, PADDING_STEP, &piece) &&
		span_is_filled(piece, in.ptr[in.len - 1]))
		at -= PADDING_STEP;
	while (at != 0 && in.ptr[at - 1] == in.ptr[in.len - 1])
		at--;
	return at;
}

bool capsule_ends(struct span in, uint64_t at)
{
	return at <= in.len && at >= capsule_padding(in);
}

/* Firmware, or the table of an FMP capsule's items: UEFI 2.10, 23.3.1. */
static bool leads(struct span in, size_t at, const struct capsule *c)
{
	struct fv_head fv;
	struct cursor items = {.in = in, .pos = at};
	uint32_t mark = 0, version = cursor_u32le(&items);
	unsigned count = cursor_u16le(&items);
	uint64_t first;

	if (span_u32le(in, at + IFD_SIGNATURE_OFF, &mark) && mark == IFD_SIGNATURE)
		return true;
	if (fv_parse(in, at, &fv))
		return fv.signature_ok;
	count += cursor_u16le(&items);
	first = cursor_u64le(&items);
	return !items.bad && guid_equal(&c->guid, &kinds[FMP].guid) && version == 1 && count != 0 &&
	       count <= ITEMS_MOST && first >= 8 + 8 * count && first < HEAD_MOST;
}

static bool is_head(uint32_t head, size_t room)
{
	return head >= CAPSULE_HEAD_MIN && head <= HEAD_MOST && head < room;
}

/* Few other files have such a GUID: one of the header's lengths that may be right shows it, for the
 * others may be destroyed. Programs contain the GUIDs, too. */
static bool fits(
	struct span in, size_t off, size_t padding, const struct kind *k, struct capsule *c)
{
	size_t room = in.len - off;
	uint32_t head = 0, flags = 0;
	bool leads_on;

	if (!span_u32le(in, off + HEAD_OFF, &head) || !span_u32le(in, off + FLAGS_OFF, &flags) ||
		!read_kind(in, off, k, c))
		return false;
	leads_on = is_head(c->head, room);
	c->sure = leads_on && c->size > c->head && c->size <= room &&
		  c->size - c->head >= FIRMWARE_LEAST;
	c->whole = c->sure ||
		   (c->size > CAPSULE_HEAD_MIN && c->size <= room && off + c->size >= padding);
	c->sure = c->sure || (leads_on && leads(in, off + c->head, c));
	return c->sure || c->whole || (is_head(head, room) && head % 4 == 0) ||
	       (leads_on && c->head % 4 == 0 && (flags & ~FLAGS_KNOWN) == 0);
}

bool capsule_find_signed(struct span in, size_t from, size_t padding, capsule_finder *find,
	const void *user, size_t *off, struct capsule *out)
{
	size_t best = SIZE_MAX;
	size_t i;

	for (i = 0; i < KINDS; i++) {
		size_t hit = from;
		struct capsule c;

		for (; kinds[i].is_signed &&
			(hit = find(user, hit, kinds[i].guid.b, GUID_LEN)) < best;
			hit++)
			if (fits(in, hit, padding, &kinds[i], &c)) {
				best = hit;
				*out = c;
				break;
			}
	}
	*off = best;
	return best != SIZE_MAX;
}
