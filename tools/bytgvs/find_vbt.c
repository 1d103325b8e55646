/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "biosbelt/fv.h"
#include "biosbelt/tr.h"
#include "find.h"

#define VBT_BARE_MAX   65536u /* in a longer file the rest of a chip follows */
#define VBT_DECOYS_MAX 4096u  /* false matches in code and the like; more set report.limited */

static bool in_code(const struct place *at, size_t off)
{
	uint32_t node = fw_tree_at(at->tree, at->space, off);
	const struct fw_node *n;

	if (node == FW_NONE)
		return false;
	n = &at->tree->nodes[node];
	return n->kind == FW_SECTION &&
	       (n->type == SECTION_PE32 || n->type == SECTION_TE || n->type == SECTION_PIC);
}

static void add_vbt(struct collector *col, const struct place *at, const struct vbt_info *info,
	const struct fw_node *vbios)
{
	struct find *f = find_add(col, at, info->off, FIND_VBT);
	struct span body;
	size_t stored = info->present;

	if (f == NULL)
		return;
	f->vbt = *info;
	f->vbt.off = 0;
	f->len = info->size;
	f->in_vbios = vbios != NULL;
	if (info->state == VBT_TRUNCATED)
		find_set_problem(f, "cut short");
	else if (info->headerless)
		find_set_problem(f, "its $VBT header is missing");
	else if (info->header_damaged)
		find_set_problem(f, "its $VBT header is damaged");
	else if (!info->chain_ok)
		(void)snprintf(
			f->problem, sizeof f->problem, "%s", tr("its chain of blocks is broken"));
	else if (info->signature_damaged)
		(void)snprintf(f->problem, sizeof f->problem, "%s",
			tr("the signature of its data is damaged"));
	if (vbios == NULL && find_body(at, f, &body)) {
		if (f->node != FW_NONE && info->size > body.len)
			find_set_problem(f, "runs past the end of what holds it");
		else
			stored = vbt_stored_len(body, &f->vbt);
		if (f->node == FW_NONE && stored > VBT_BARE_MAX)
			stored = info->present;
	}
	find_keep(col, at, f, stored);
}

static bool vbt_is_credible(const struct place *at, const struct vbt_info *info)
{
	struct find probe = {.off = info->off};
	struct span body;

	if (info->chain_ok && info->state == VBT_WHOLE)
		return true;
	if (in_code(at, info->off))
		return false;
	probe.node = fw_tree_at(at->tree, at->space, info->off);
	return find_body(at, &probe, &body) ||
	       (info->state == VBT_TRUNCATED && info->block_count > 0) || info->off == 0;
}

static const struct fw_node *vbios_at(
	const struct collector *col, const struct place *at, size_t off)
{
	uint32_t i;

	for (i = 0; i < col->report->count; i++) {
		const struct find *f = &col->report->finds[i];

		if (f->kind == FIND_VBIOS && f->space == at->space && off >= f->off &&
			off - f->off < f->len && f->node != FW_NONE)
			return &at->tree->nodes[f->node];
	}
	return NULL;
}

void find_vbts(struct collector *col, const struct place *at)
{
	struct vbt_info info;
	size_t from = 0;
	unsigned decoys = 0;

	while (col->rc == ERR_OK && vbt_find(at->bytes, from, false, &info) != VBT_NONE) {
		size_t end = fw_tree_unpacked_end(at->tree, at->space, info.off);

		if (end != 0) {
			from = end;
			continue;
		}
		from = info.off + 1;
		if (!vbt_is_credible(at, &info)) {
			if (decoys++ < VBT_DECOYS_MAX)
				continue;
			col->report->limited = true;
			return;
		}
		add_vbt(col, at, &info, vbios_at(col, at, info.off));
		/* Another one may begin after a truncated one, but not inside it. */
		from = info.off + (info.state == VBT_WHOLE ? info.size : info.bdb_off + 1);
	}
}
