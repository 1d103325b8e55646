/* SPDX-License-Identifier: MIT */
#include "biosbelt/tr.h"
#include "biosbelt/vbt_decode.h"

#include <stdlib.h>
#include <string.h>

#include "vbt/table.h"

static const struct {
	uint8_t id;
	void (*decode)(struct vbt_decoder *d, struct span data);
} decoders[] = {
	{1, vbt_decode_general},
	{2, vbt_decode_devices},
	{3, vbt_decode_toggle},
	{4, vbt_decode_modes},
	{5, vbt_decode_generic_mode},
	{6, vbt_decode_registers},
	{7, vbt_decode_registers},
	{8, vbt_decode_registers},
	{9, vbt_decode_psr},
	{10, vbt_decode_removal},
	{11, vbt_decode_old_devices},
	{12, vbt_decode_driver},
	{13, vbt_decode_persistence},
	{14, vbt_decode_outer_tables},
	{15, vbt_decode_clocks},
	{16, vbt_decode_select},
	{17, vbt_decode_tests},
	{18, vbt_decode_rotation},
	{19, vbt_decode_pairs},
	{20, vbt_decode_custom},
	{21, vbt_decode_efp_list},
	{22, vbt_decode_sdvo_options},
	{23, vbt_decode_sdvo},
	{24, vbt_decode_sdvo},
	{25, vbt_decode_sdvo},
	{26, vbt_decode_tv},
	{27, vbt_decode_edp},
	{28, vbt_decode_efp_dtds},
	{29, vbt_decode_select},
	{30, vbt_decode_pairs},
	{31, vbt_decode_select},
	{32, vbt_decode_pairs},
	{40, vbt_decode_lfp},
	{41, vbt_decode_lfp_ptrs},
	{42, vbt_decode_lfp_data},
	{43, vbt_decode_backlight},
	{44, vbt_decode_power},
	{45, vbt_decode_frames},
	{46, vbt_decode_colours},
	{50, vbt_decode_old_mipi},
	{51, vbt_decode_fixed},
	{52, vbt_decode_mipi},
	{53, vbt_decode_sequences},
	{54, vbt_decode_palette},
	{55, vbt_decode_old_dsc},
	{56, vbt_decode_dsc},
	{57, vbt_decode_vswing},
	{58, vbt_decode_timings},
	{252, vbt_decode_hooks},
	{253, vbt_decode_prd},
	{254, vbt_decode_build},
};

enum err_code vbt_decode(
	struct span vbt, const struct vbt_info *info, struct vbt_fields *out, struct err *err)
{
	struct vbt_fields fields = {.list = NULL};
	struct vbt_decoder d = {.vbt = vbt, .info = info, .out = &fields};
	bool seen[VBT_BLOCK_MAX] = {false};
	struct vbt_block block;
	size_t pos = 0;

	while (vbt_next_block(vbt, info, &pos, &block)) {
		size_t i, first = fields.count;

		if (seen[block.id]) /* readers use the first block of an id */
			continue;
		seen[block.id] = true;
		d.block = block.id;
		for (i = 0; i < VBT_COUNT(decoders); i++)
			if (decoders[i].id == block.id)
				decoders[i].decode(&d, block.data);
		vbt_add_uncovered(&d, block.data, first);
	}
	if (fields.failed != ERR_OK) {
		enum err_code code = fields.failed;

		vbt_fields_free(&fields);
		return err_set(err, code,
			code == ERR_NOMEM ? "out of memory" : N_("VBT has more than %d fields"),
			VBT_FIELD_MAX);
	}
	*out = fields;
	return ERR_OK;
}

void vbt_fields_free(struct vbt_fields *f)
{
	free(f->list);
	memset(f, 0, sizeof *f);
}

static bool same_name(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

uint64_t vbt_fields_value(const struct vbt_fields *f, uint8_t block, const char *group,
	unsigned index, const char *name, uint64_t fallback)
{
	size_t i;

	for (i = 0; i < f->count; i++) {
		const struct vbt_field *field = &f->list[i];

		if (field->block == block && field->index == index &&
			same_name(field->group, group) && same_name(field->name, name))
			return field->value;
	}
	return fallback;
}

bool vbt_field_same_key(const struct vbt_field *a, const struct vbt_field *b)
{
	return a->block == b->block && a->index == b->index && a->panel == b->panel &&
	       same_name(a->group, b->group) && same_name(a->part, b->part) &&
	       same_name(a->name, b->name);
}

bool vbt_field_same_value(const struct vbt_field *a, const struct vbt_field *b)
{
	if (a->kind != b->kind)
		return false;
	if (a->kind == VBT_KIND_BYTES)
		return span_equal(a->bytes, b->bytes);
	if (a->kind == VBT_KIND_TEXT)
		return strcmp(a->text, b->text) == 0;
	return a->value == b->value;
}
