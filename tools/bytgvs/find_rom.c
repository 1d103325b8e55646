/* SPDX-License-Identifier: MIT */
#include "biosbelt/optrom.h"
#include "find.h"

void find_vbioses(struct collector *col, const struct place *at)
{
	uint32_t i;

	for (i = 0; i < at->tree->count && col->rc == ERR_OK; i++) {
		const struct fw_node *n = &at->tree->nodes[i];
		struct optrom rom;
		struct find *f;

		if (n->kind != FW_ROM_IMAGE || n->space != at->space ||
			!optrom_parse(at->bytes, n->off, &rom) || rom.count == 0 ||
			!optrom_is_intel_vbios(&rom.images[0]))
			continue;
		f = find_add(col, at, n->off, FIND_VBIOS);
		if (f == NULL)
			return;
		f->node = i;
		f->len = rom.images[0].len;
		f->vendor = rom.images[0].vendor;
		f->device = rom.images[0].device;
		f->sum_ok = rom.images[0].sum_ok;
		if (!rom.images[0].whole)
			find_set_problem(f, "cut short");
		find_keep(col, at, f, f->len);
	}
}

static bool is_inside(const struct fw_tree *t, uint32_t node, uint32_t outer)
{
	while (node != FW_NONE && node != outer)
		node = t->nodes[node].parent;
	return node == outer;
}

void find_efi_roms(struct collector *col, const struct place *at)
{
	uint32_t i, k;

	for (i = 0; i < at->tree->count && col->rc == ERR_OK; i++) {
		const struct fw_node *n = &at->tree->nodes[i];
		struct optrom rom;
		struct find *f;
		bool known = false;

		if (n->kind != FW_ROM_IMAGE || n->space != at->space ||
			!optrom_parse(at->bytes, n->off, &rom) || rom.count == 0 ||
			!optrom_is_intel_display_efi(&rom.images[0]))
			continue;
		for (k = 0; k < col->report->count; k++)
			known |= col->report->finds[k].kind == FIND_GOP &&
				 is_inside(at->tree, col->report->finds[k].node, i);
		f = known ? NULL : find_add(col, at, n->off, FIND_EFI_ROM);
		if (f == NULL)
			continue;
		f->node = i;
		f->len = rom.images[0].len;
		f->vendor = rom.images[0].vendor;
		f->device = rom.images[0].device;
		if (!rom.images[0].whole)
			find_set_problem(f, "cut short");
		find_keep(col, at, f, f->len);
	}
}
