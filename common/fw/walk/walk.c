/* SPDX-License-Identifier: MIT */
#include "walk/fw_private.h"

#include <stdio.h>

#define OUTPUT_BASE   (64u << 20)
#define OUTPUT_FACTOR 16u
#define WORK_BASE     (16u << 20)
#define WORK_FACTOR   128u /* one pass over the unexplained bytes for each kind of signature */
#define TRIAL_BASE    (64u << 10)
#define TRIAL_PASSES  64u
#define TRIAL_OUTPUT  4u
#define TRIES_BASE    (16u << 20)
#define TRIES_FACTOR  4u

/* Erased flash or filling: no signature and no plausible header consists of such bytes alone. */
static bool is_blank(struct span bytes)
{
	return span_is_filled(bytes, 0xFF) || span_is_filled(bytes, 0x00);
}

/* What coreboot packs is a program or a file, not sections, although AArch64's jump looks like one.
 * What was assembled from blocks is firmware. */
static bool has_sections(const struct fw_tree *t, uint32_t node)
{
	uint32_t parent = t->nodes[node].parent;

	if (t->nodes[node].codec == FW_CODEC_PFS || t->nodes[node].codec == FW_CODEC_PFAT)
		return false;
	return parent == FW_NONE || t->nodes[parent].kind != FW_CBFS_FILE;
}

/* Streams that scan_whole.c opens; others of these codecs are in sections. */
static bool is_for_the_way(const struct fw_node *n)
{
	return n->codec == FW_CODEC_GZIP || n->codec == FW_CODEC_XZ || n->codec == FW_CODEC_ZSTD ||
	       n->codec == FW_CODEC_LZ4 || n->codec == FW_CODEC_CAB ||
	       (n->codec == FW_CODEC_LZMA && n->space == 0 && n->off == 0);
}

/* Whether it is a file that was packed for distribution. */
static bool is_packed_file(const struct fw_tree *t, uint32_t owner)
{
	return owner != FW_NONE && t->nodes[owner].kind == FW_STREAM &&
	       is_for_the_way(&t->nodes[owner]);
}

static void settle_updates(struct ctx *c)
{
	static const struct fw_ranges none = {NULL, 0, 0};
	struct fw_layer *file = &c->w->tree->spaces[c->space];
	uint32_t i;

	if (file->file != c->space)
		return;
	if (file->members == 0)
		updates_settle(c->w->tree, c->space, 0, c->bytes, &c->blank, file);
	for (i = 1; i <= file->members; i++) {
		struct span bytes = {c->bytes.ptr + file[i].from, file[i].to - file[i].from};

		updates_settle(c->w->tree, c->space, file[i].from, bytes, &none, &file[i]);
	}
}

static void walk_layer(struct walker *w, uint32_t owner, uint32_t space, struct span bytes,
	unsigned depth, bool quiet)
{
	struct ctx c = {.w = w, .space = space, .bytes = bytes, .depth = depth, .quiet = quiet};
	bool blank = is_blank(bytes);

	if (!blank && !blank_find(bytes, &c.blank))
		w->rc = err_set(w->err, ERR_NOMEM, "out of memory");
	if (is_packed_file(w->tree, owner))
		w->tree->spaces[space].file = space;
	/* first, as it decides what is damage */
	if (!blank && w->tree->spaces[space].file == space) {
		updates_find(bytes, &c.blank, &w->tree->spaces[space]);
		note_tar(&c);
	}
	if (owner != FW_NONE && w->tree->nodes[owner].codec == FW_CODEC_PFAT)
		name_components(&c, owner);
	if (owner != FW_NONE && has_sections(w->tree, owner))
		(void)walk_sections(&c, owner, 0, bytes.len, false);
	if (!blank)
		scan_layer(&c);
	if (!blank && w->rc == ERR_OK)
		settle_updates(&c);
	cover_free(&c.cover);
	if (!blank && w->rc == ERR_OK && w->opts->on_layer != NULL) {
		w->tree->blank = &c.blank;
		w->opts->on_layer(w->opts->user, w->tree, space, bytes);
		w->tree->blank = NULL;
	}
	cover_free(&c.blank);
}

/* A vendor's container in the file that is a space. */
static void note_update(struct walker *w, uint32_t space, enum fw_update kind)
{
	struct fw_tree *t = w->tree;
	const struct fw_layer *file = &t->spaces[space];
	char text[sizeof t->notes->text];

	if ((file->updates >> kind & 1) == 0 || file->members != 0)
		return;
	(void)snprintf(text, sizeof text, "%s%s: unpack it first", fw_update_name(kind),
		(file->opened >> kind & 1) != 0 ? ", opened to be read; to change anything in it"
		: fw_update_interrupts(kind)    ? ", which interrupts what it holds"
						: "");
	if (!fw_tree_note(t, file->to != 0 ? file->within : space, file->update_off[kind],
		    file->owner, text))
		w->rc = err_set(w->err, ERR_NOMEM, "out of memory");
}

static void note_updates(struct walker *w)
{
	uint32_t space;
	unsigned k;

	for (space = 0; space < w->tree->space_count; space++)
		for (k = 0; k < FW_UPDATE_KINDS && w->rc == ERR_OK; k++)
			note_update(w, space, (enum fw_update)k);
}

static enum err_code walk_image(struct walker *w, struct span image)
{
	struct fw_layer first = {.owner = FW_NONE, .len = image.len, .end = FW_END_WHOLE};
	uint32_t space;

	w->enter_volume = walk_volume;
	w->enter_layer = walk_layer;
	*w->tree = (struct fw_tree){0};
	space = tree_add_layer(w, &first);
	if (space != FW_NONE)
		walk_layer(w, FW_NONE, space, image, 0, false);
	trial_free(w);
	cover_free(&w->plain);
	if (w->rc == ERR_OK && !tree_settle(w->tree))
		w->rc = err_set(w->err, ERR_NOMEM, "out of memory");
	return w->rc;
}

/* With limits of its own, as what it does is done again. */
static uint32_t damage_within(struct ctx *c, const struct fw_unpacked *u)
{
	uint64_t len = u->bytes.len, most = len * TRIAL_OUTPUT;
	struct fw_opts opts = {.max_output = 0};
	struct fw_tree tree = {0};
	struct walker w = {.opts = &opts,
		.tree = &tree,
		.err = c->w->err,
		.output_left = most < c->w->output_left ? (size_t)most : c->w->output_left,
		.work_left = TRIAL_BASE + len * TRIAL_PASSES};
	uint32_t damage;

	if (walk_image(&w, blob_span(u->bytes)) == ERR_NOMEM)
		c->w->rc = ERR_NOMEM;
	c->w->tree->unpacked += tree.unpacked;
	damage = tree.damage_count + tree.damage_more;
	fw_tree_free(&tree);
	return damage;
}

enum err_code fw_walk(
	struct span image, const struct fw_opts *opts, struct fw_tree *tree, struct err *err)
{
	struct walker w = {.opts = opts, .tree = tree, .err = err, .damage_within = damage_within};

	w.output_left = opts->max_output;
	if (w.output_left == 0)
		w.output_left = image.len < SIZE_MAX / 64 ? OUTPUT_BASE + image.len * OUTPUT_FACTOR
							  : SIZE_MAX / 2;
	w.work_left = WORK_BASE + (uint64_t)image.len * WORK_FACTOR;
	w.tries_left = TRIES_BASE + (uint64_t)image.len * TRIES_FACTOR;
	if (walk_image(&w, image) == ERR_OK)
		note_updates(&w);
	return w.rc;
}
