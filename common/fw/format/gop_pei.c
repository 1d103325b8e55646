/* SPDX-License-Identifier: MIT */
/*
 * PI 1.7, volume 1, 6.2.3 (EFI_PEI_PPI_DESCRIPTOR: flags, GUID, interface; pointers of the
 * machine's size) and the Graphics PPI of MdePkg/Include/Ppi/Graphics.h. Modules that wait for the
 * PPI have a descriptor too, with other flags; those that only locate it have none.
 */
#include "biosbelt/gop.h"

#define PPI_LAST   0x80000000u /* last of a list */
#define PPI_OFFERS 0x10u
#define HITS_MAX   32u /* of the GUID and of pointers to one, together */

const struct guid gop_pei_mark =
	GUID_INIT(0x6ECD1463, 0x4A4A, 0x461B, 0xAF, 0x5F, 0x5A, 0x33, 0xE3, 0xB2, 0x16, 0x2B);

static bool rva_of(const struct pe_info *pe, size_t off, uint32_t *rva)
{
	unsigned i;

	for (i = 0; i < pe->section_count; i++) {
		const struct pe_section *s = &pe->sections[i];

		if (off < s->off || off - s->off >= s->len)
			continue;
		*rva = s->rva + (uint32_t)(off - s->off);
		return true;
	}
	return false;
}

static uint64_t pointer_at(struct span in, size_t off, size_t width)
{
	uint32_t narrow = 0;
	uint64_t wide = 0;

	if (width == 8)
		(void)span_u64le(in, off, &wide);
	else if (span_u32le(in, off, &narrow))
		wide = narrow;
	return wide;
}

/* Whether a descriptor offers the interface of the GUID at rva. *tries: hits so far. */
static bool is_offered(const struct pe_info *pe, uint32_t rva, unsigned *tries)
{
	size_t width = pe->machine == PE_MACHINE_X64 ? 8 : 4, hit = 0;
	uint8_t pointer[8];

	put_u64le(pointer, pe->image_base + rva);
	for (; *tries < HITS_MAX; (*tries)++, hit++) {
		uint32_t flags = 0;
		struct span code;
		uint64_t interface;

		hit = span_find(pe->in, hit, pointer, width);
		if (hit == SIZE_MAX)
			return false;
		interface = pointer_at(pe->in, hit + width, width) - pe->image_base;
		if (hit >= width && span_u32le(pe->in, hit - width, &flags) &&
			(flags & ~PPI_LAST) == PPI_OFFERS && interface <= UINT32_MAX &&
			pe_at_rva(pe, (uint32_t)interface, &code))
			return true;
	}
	return false;
}

bool gop_pei_probe(struct span image, struct gop_info *out)
{
	struct pe_info pe;
	size_t hit = 0;
	unsigned tries;

	if (!pe_parse(image, &pe) ||
		(pe.machine != PE_MACHINE_IA32 && pe.machine != PE_MACHINE_X64))
		return false;
	if (pe.in.len > pe.extent)
		pe.in.len = pe.extent;
	for (tries = 0; tries < HITS_MAX; tries++, hit++) {
		uint32_t rva;

		hit = span_find(pe.in, hit, gop_pei_mark.b, GUID_LEN);
		if (hit == SIZE_MAX)
			return false;
		if (!rva_of(&pe, hit, &rva) || !is_offered(&pe, rva, &tries))
			continue;
		*out = (struct gop_info){.format = pe.format,
			.machine = pe.machine,
			.size = pe.extent,
			.whole = pe.whole};
		return true;
	}
	return false;
}
