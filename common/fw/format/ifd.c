/* SPDX-License-Identifier: MIT */
#include "biosbelt/ifd.h"

#define REGION_NAMED 10

static const char *const region_names[IFD_REGION_MAX] = {"descriptor", "bios", "me", "gbe", "pd",
	"dev1", "bios2", "microcode", "ec", "dev2", "ie", "10gbe", "region12", "region13",
	"region14", "region15"};

const char *ifd_region_name(unsigned index)
{
	return index < IFD_REGION_MAX ? region_names[index] : "region";
}

/* A table ends where the next one of the descriptor begins. */
static unsigned table_len(struct span in, size_t map, size_t table)
{
	uint32_t flmap0 = 0;
	uint32_t flmap1 = 0;
	size_t next[2];
	unsigned count = REGION_NAMED;
	unsigned i;

	(void)span_u32le(in, map + 4, &flmap0);
	(void)span_u32le(in, map + 8, &flmap1);
	next[0] = (flmap0 & 0xFF) << 4; /* FCBA */
	next[1] = (flmap1 & 0xFF) << 4; /* FMBA */
	for (i = 0; i < 2; i++)
		if (next[i] > table && (next[i] - table) / 4 < count)
			count = (unsigned)((next[i] - table) / 4);
	return count;
}

static bool read_regions(struct span in, size_t table, unsigned count, struct ifd *out)
{
	unsigned i;

	for (i = 0; i < count; i++) {
		uint32_t v = 0;
		size_t base;
		size_t limit;

		if (!span_u32le(in, table + i * 4u, &v))
			return false;
		base = (size_t)(v & 0x7FFF) << 12;
		limit = (size_t)(v >> 16 & 0x7FFF) << 12 | 0xFFF;
		/* An entry of zeros means unused too, except for the descriptor itself. */
		if (base > limit || (v == 0 && i != 0) || v == 0xFFFFFFFFu)
			continue;
		out->regions[i] = (struct ifd_region){true, base, limit - base + 1};
		out->region_count = i + 1;
	}
	return true;
}

/* Without the signature: region 0 must be the descriptor, and the BIOS region inside the image. */
static bool looks_right(const struct ifd *ifd, size_t image_len)
{
	const struct ifd_region *bios = &ifd->regions[IFD_BIOS];

	return ifd->regions[0].used && ifd->regions[0].off == 0 && ifd->regions[0].len == IFD_LEN &&
	       bios->used && bios->off >= IFD_LEN && bios->off < image_len &&
	       bios->len <= image_len - bios->off;
}

bool ifd_parse(struct span in, size_t off, struct ifd *out)
{
	struct ifd ifd = {0};
	struct span at;
	size_t map = IFD_SIGNATURE_OFF;
	uint32_t sign = 0;
	uint32_t flmap0 = 0;
	size_t table;

	if (!span_from(in, off, &at) || at.len < IFD_LEN)
		return false;
	if (span_u32le(at, 0, &sign) && sign == IFD_SIGNATURE)
		map = 0;
	ifd.signature_ok = span_u32le(at, map, &sign) && sign == IFD_SIGNATURE;
	if (!span_u32le(at, map + 4, &flmap0))
		return false;
	table = (flmap0 >> 16 & 0xFF) << 4; /* FRBA */
	if (table < 0x20 || table > IFD_LEN - REGION_NAMED * 4u ||
		!read_regions(at, table, table_len(at, map, table), &ifd))
		return ifd.signature_ok && (*out = ifd, true);
	if (!ifd.signature_ok && !looks_right(&ifd, at.len))
		return false;
	*out = ifd;
	return true;
}
