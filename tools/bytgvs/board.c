/* SPDX-License-Identifier: MIT */
#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"

#define BLOCK_DEFINITIONS 2u
#define CHILD_SIZE_OFF    4u /* Linux intel_vbt_defs.h, struct bdb_general_definitions */

/* BDB versions of the tables that coreboot and MrChromebox/blobs combine with the drivers of a
 * generation; other versions are unusual, but possible. */
static const struct {
	unsigned major;
	uint16_t first, last;
} generations[] = {
	{3, 144, 170},  /* Ivy Bridge */
	{5, 150, 200},  /* Haswell, Broadwell */
	{7, 150, 195},  /* Bay Trail */
	{8, 190, 205},  /* Braswell */
	{9, 196, 230},  /* Skylake to Comet Lake */
	{10, 196, 230}, /* Apollo Lake */
	{13, 205, 235}, /* Gemini Lake */
	{17, 230, 255}, /* Tiger Lake */
	{21, 240, 264}, /* Alder Lake */
};

static int child_size(struct span vbt, const struct vbt_info *info)
{
	struct vbt_block b;
	uint8_t size = 0;

	if (!vbt_block_find(vbt, info, BLOCK_DEFINITIONS, &b) ||
		!span_u8(b.data, CHILD_SIZE_OFF, &size))
		return -1;
	return size;
}

static void compare_driver(
	const struct vbt_info *info, const struct report *r, struct buf *warnings)
{
	uint32_t i;
	size_t k;

	for (i = 0; i < r->count; i++) {
		const struct find *f = &r->finds[i];
		unsigned long major;

		if (f->kind != FIND_GOP || f->same_as != FIND_NONE || f->gop.version[0] == '\0')
			continue;
		major = strtoul(f->gop.version, NULL, 10);
		for (k = 0; k < sizeof generations / sizeof generations[0]; k++)
			if (generations[k].major == major &&
				(info->bdb_version < generations[k].first ||
					info->bdb_version > generations[k].last))
				buf_printf(warnings,
					tr("the new VBT has BDB version %u; GOP driver %s is of a "
					   "generation with %u to %u\n"),
					info->bdb_version, f->gop.version, generations[k].first,
					generations[k].last);
	}
}

static void compare_sum(const struct vbt_info *info, const struct find *old, struct buf *warnings,
	struct board_verdict *out)
{
	if (info->sum == VBT_SUM_OK)
		return;
	buf_printf(warnings, tr("the new VBT's checksum is %s, the old one's is %s\n"),
		tr(vbt_sum_name(info->sum)), tr(vbt_sum_name(old->vbt.sum)));
	if (old->vbt.sum == VBT_SUM_OK && !out->other) {
		out->other = true;
		(void)snprintf(out->refusal, sizeof out->refusal,
			tr("the new VBT's checksum is %s, the old one's is ok"),
			tr(vbt_sum_name(info->sum)));
	}
}

void board_verdict(struct span vbt, const struct vbt_info *info, const struct find *old,
	const struct report *r, struct buf *warnings, struct board_verdict *out)
{
	struct vbt_info old_info = old->vbt;
	int now = child_size(vbt, info), before = child_size(blob_span(old->bytes), &old_info);

	*out = (struct board_verdict){.other = false};
	if (strcmp(old->vbt.platform, info->platform) != 0) {
		out->other = true;
		(void)snprintf(out->refusal, sizeof out->refusal,
			tr("the new VBT is for %s, the old one for %s"), info->platform,
			old->vbt.platform);
		buf_printf(warnings, "%s\n", out->refusal);
	}
	if (old->vbt.bdb_version != info->bdb_version)
		buf_printf(warnings, tr("the new VBT has BDB version %u, the old one %u\n"),
			info->bdb_version, old->vbt.bdb_version);
	if (now != before && now >= 0 && before >= 0)
		buf_printf(warnings,
			tr("a child device has %d bytes in the new VBT, %d in the old one\n"), now,
			before);
	compare_driver(info, r, warnings);
	compare_sum(info, old, warnings, out);
}
