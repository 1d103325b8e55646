/* SPDX-License-Identifier: MIT */
/* Decides whether bytes from a stream are firmware. */
#include <string.h>

#include "walk/fw_private.h"

#include "biosbelt/optrom.h"
#include "biosbelt/pe.h"
#include "biosbelt/vbt.h"

#define DEPEX_END 0x08u /* the last opcode of a dependency expression */

static bool is_utf16_text(struct span s)
{
	size_t i;

	if (s.len < 4 || s.len % 2 != 0 || s.ptr[s.len - 1] != 0 || s.ptr[s.len - 2] != 0)
		return false;
	for (i = 0; i + 2 < s.len; i += 2)
		if (s.ptr[i] < 0x20 && s.ptr[i + 1] == 0)
			return false;
	return true;
}

enum evidence { AGAINST, NEUTRAL, FOR };

/* Whether a section's body confirms its header; body: the part in the input. */
static enum evidence section_evidence(struct span body, const struct section_head *h, bool all)
{
	struct fv_head fv;

	switch (h->type) {
	case SECTION_PE32:
	case SECTION_TE:
		return pe_extent(body) != 0 ? FOR : AGAINST;
	case SECTION_FV_IMAGE:
		return fv_parse(body, 0, &fv) && fv.signature_ok && fv.sum_ok ? FOR : AGAINST;
	case SECTION_UI:
		return !all ? NEUTRAL : is_utf16_text(body) ? FOR : AGAINST;
	case SECTION_DXE_DEPEX:
	case SECTION_PEI_DEPEX:
	case SECTION_MM_DEPEX: /* PI 1.7, volume 2, 10.7: the last opcode is END */
		return !all ? NEUTRAL : body.ptr[body.len - 1] == DEPEX_END ? NEUTRAL : AGAINST;
	case SECTION_RAW:
		return span_starts(body, VBT_SIGNATURE, VBT_SIGNATURE_LEN) ? FOR : NEUTRAL;
	default:
		return NEUTRAL;
	}
}

/*
 * Consecutive sections, to the end or beyond the available bytes, whose contents suit their types.
 * Streams of noise decode to repetitions, so headers alone prove nothing.
 */
static bool is_section_row(struct span in, uint64_t claimed)
{
	struct section_head h;
	uint64_t pos = 0;
	bool any = false;

	while (pos < in.len && in.len - pos >= SECTION_ALIGN) {
		struct span body;
		bool all;

		if (!section_parse(in, (size_t)pos, &h) || h.claimed <= h.head_len ||
			h.claimed > claimed - pos)
			return false;
		if (!span_from(in, (size_t)pos + h.head_len, &body) || body.len == 0)
			return any;
		all = body.len >= h.claimed - h.head_len;
		if (all)
			body.len = (size_t)h.claimed - h.head_len;
		switch (section_evidence(body, &h, all)) {
		case AGAINST:
			return false;
		case FOR:
			any = true;
			break;
		case NEUTRAL:
			break;
		}
		pos = (pos + h.claimed + SECTION_ALIGN - 1) & ~(uint64_t)(SECTION_ALIGN - 1);
	}
	return any;
}

static bool is_program(struct span in)
{
	return in.ptr[1] == 'Z' && (in.ptr[0] == 'M' || in.ptr[0] == 'V');
}

bool may_be_firmware(struct span in, uint64_t claimed)
{
	static const uint8_t rom[] = {0x55, 0xAA};
	struct section_head h;

	return in.len >= FIRMWARE_LEAST &&
	       (is_program(in) || memcmp(in.ptr + FV_SIGNATURE_OFF, "_FVH", 4) == 0 ||
		       span_starts(in, VBT_SIGNATURE, VBT_SIGNATURE_LEN) ||
		       span_starts(in, rom, sizeof rom) ||
		       (section_parse(in, 0, &h) && h.claimed > h.head_len &&
			       h.claimed <= claimed));
}

bool is_firmware(struct span in, uint64_t claimed)
{
	struct fv_head fv;
	struct vbt_info vbt;
	struct optrom rom;

	if (in.len < FIRMWARE_LEAST)
		return false;
	if (is_program(in))
		return pe_extent(in) != 0;
	if (fv_parse(in, 0, &fv) && fv.signature_ok && fv.sum_ok)
		return true;
	if (span_starts(in, VBT_SIGNATURE, VBT_SIGNATURE_LEN))
		return vbt_probe(in, 0, &vbt) != VBT_NONE;
	if (optrom_parse(in, 0, &rom))
		return true;
	return is_section_row(in, claimed < in.len ? in.len : claimed);
}
