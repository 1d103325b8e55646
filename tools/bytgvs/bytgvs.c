/* SPDX-License-Identifier: MIT */
#include "bytgvs.h"

#include <stdlib.h>
#include <string.h>

#include "find.h"

#define PROBE_BASE   ((uint64_t)64 << 20)
/* Times the image: bounds the work of testing drivers, which takes one or two passes for genuine
 * ones. */
#define PROBE_FACTOR 64u

static void on_layer(void *user, const struct fw_tree *tree, uint32_t space, struct span bytes)
{
	struct collector *col = user;
	struct place at = {tree, space, bytes};

	if (col->rc != ERR_OK)
		return;
	find_vbioses(col, &at);
	find_vbts(col, &at);
	find_drivers(col, &at);
	find_efi_roms(col, &at);
}

static enum err_code make_paths(struct report *r, struct err *err)
{
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		struct buf b;
		struct blob text;

		buf_init(&b, 65536);
		fw_tree_path(&r->tree, r->finds[i].node, &b);
		buf_add_u8(&b, 0);
		if (buf_finish(&b, &text, err) != ERR_OK)
			return err->code;
		r->finds[i].path = (char *)text.ptr;
	}
	return ERR_OK;
}

static int by_place(const void *a, const void *b)
{
	const struct find *x = a;
	const struct find *y = b;

	if (x->image_off != y->image_off)
		return x->image_off < y->image_off ? -1 : 1;
	if (x->space != y->space)
		return x->space < y->space ? -1 : 1;
	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

/* A file with only a table and padding: nothing can be packed in it. */
static bool is_bare_vbt(struct span image)
{
	struct vbt_info info;
	struct span rest;

	return vbt_probe(image, 0, &info) == VBT_WHOLE && info.off == 0 && info.chain_ok &&
	       span_from(image, info.size, &rest) &&
	       (span_is_filled(rest, 0x00) || span_is_filled(rest, 0xFF));
}

static void free_finds(struct report *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		free(r->finds[i].path);
		blob_free(&r->finds[i].bytes);
	}
	free(r->finds);
	r->finds = NULL;
	r->count = 0;
}

enum err_code bytgvs_scan(struct span image, size_t max_output, struct report *out, struct err *err)
{
	struct collector col = {.report = out,
		.err = err,
		.rc = ERR_OK,
		.probe_left = PROBE_BASE + (uint64_t)image.len * PROBE_FACTOR};
	struct fw_opts opts = {.max_output = max_output,
		.deep = !is_bare_vbt(image),
		.user = &col,
		.on_layer = on_layer};
	enum err_code rc;

	*out = (struct report){0};
	rc = fw_walk(image, &opts, &out->tree, err);
	if (rc == ERR_OK)
		rc = col.rc;
	if (rc == ERR_OK && out->count > 1)
		qsort(out->finds, out->count, sizeof *out->finds, by_place);
	if (rc == ERR_OK)
		rc = make_paths(out, err);
	if (rc == ERR_OK)
		report_name(out);
	else
		free_finds(out); /* not all of them, and without paths */
	return rc;
}

void report_free(struct report *r)
{
	free_finds(r);
	fw_tree_free(&r->tree);
	*r = (struct report){0};
}

bool report_damaged(const struct report *r)
{
	return r->tree.damage_count != 0;
}

bool report_limited(const struct report *r)
{
	return r->tree.limited || r->limited;
}

uint32_t report_count(const struct report *r, enum find_kind kind, bool whole)
{
	uint32_t n = 0;
	uint32_t i;

	for (i = 0; i < r->count; i++)
		if (r->finds[i].kind == kind && r->finds[i].same_as == FIND_NONE &&
			(r->finds[i].whole || !whole))
			n++;
	return n;
}
