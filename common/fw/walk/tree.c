/* SPDX-License-Identifier: MIT */
#include "walk/fw_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/ifd.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"

static void no_memory(struct walker *w)
{
	w->rc = err_set(w->err, ERR_NOMEM, "out of memory");
}

uint32_t tree_add(struct ctx *c, const struct fw_node *node)
{
	struct fw_tree *t = c->w->tree;
	struct fw_node *n;

	if (c->w->rc != ERR_OK)
		return FW_NONE;
	if (t->count >= FW_NODE_MAX) {
		t->limited = true;
		return FW_NONE;
	}
	if (!ALLOC_ROOM(t->nodes, t->count, &t->cap)) {
		no_memory(c->w);
		return FW_NONE;
	}
	n = &t->nodes[t->count];
	*n = *node;
	n->space = c->space;
	n->inner = FW_NONE;
	return t->count++;
}

uint32_t tree_add_layer(struct walker *w, const struct fw_layer *space)
{
	struct fw_tree *t = w->tree;

	if (!ALLOC_ROOM(t->spaces, t->space_count, &t->space_cap)) {
		no_memory(w);
		return FW_NONE;
	}
	t->spaces[t->space_count] = *space;
	return t->space_count++;
}

uint32_t tree_file(const struct fw_tree *t, uint32_t space, size_t off)
{
	uint32_t file = t->spaces[space].file, i;

	if (file != space)
		return file;
	for (i = 1; i <= t->spaces[space].members; i++)
		if (off >= t->spaces[space + i].from && off < t->spaces[space + i].to)
			return space + i;
	return file;
}

void tree_name(struct ctx *c, uint32_t node, struct span utf8)
{
	struct fw_node *n;
	size_t len = utf8.len < FW_NAME_MAX - 1 ? utf8.len : FW_NAME_MAX - 1;

	if (node == FW_NONE)
		return;
	n = &c->w->tree->nodes[node];
	while (len > 0 && len < utf8.len && (utf8.ptr[len] & 0xC0) == 0x80)
		len--;
	if (len != 0)
		memcpy(n->name, utf8.ptr, len);
	n->name[len] = '\0';
}

/* Adds to a list of FW_DAMAGE_MAX; false: out of memory. */
static bool list_add(const struct fw_tree *t, struct fw_damage **list, uint32_t *count,
	uint32_t *more, const struct fw_damage *one)
{
	if (*count >= FW_DAMAGE_MAX) {
		(*more)++;
		return true;
	}
	if (*list == NULL)
		*list = calloc(FW_DAMAGE_MAX, sizeof **list);
	if (*list == NULL)
		return false;
	(*list)[*count] = *one;
	(*list)[*count].image_off = one->space == 0 ? one->off : t->spaces[one->space].image_off;
	(*count)++;
	return true;
}

/* Bytes before or after an AMI container that was opened are not in it. */
static bool is_interrupted(const struct fw_layer *file)
{
	unsigned open = file->updates & ~(file->opened & 1u << FW_UPDATE_PFAT);

	return (open & (1u << FW_UPDATE_PFAT | 1u << FW_UPDATE_DELL)) != 0;
}

/* So much of each file that one with a container leaves room for the others. */
static bool withhold(struct fw_tree *t, const struct fw_damage *one)
{
	if (t->spaces[tree_file(t, one->space, one->off)].withheld++ >= FW_DAMAGE_MAX)
		return true;
	if (!ALLOC_ROOM(t->withheld, t->withheld_count, &t->withheld_cap))
		return false;
	t->withheld[t->withheld_count++] = *one;
	return true;
}

bool fw_tree_add_damage(
	struct fw_tree *t, uint32_t space, size_t off, uint32_t node, const char *text)
{
	struct fw_damage d = {.space = space, .off = off, .node = node};

	(void)snprintf(d.text, sizeof d.text, "%s", text);
	if (fw_tree_interrupted(t, space, off))
		return withhold(t, &d);
	return list_add(t, &t->damages, &t->damage_count, &t->damage_more, &d);
}

bool tree_settle(struct fw_tree *t)
{
	bool right = true;
	uint32_t i;

	for (i = 0; right && i < t->withheld_count; i++) {
		const struct fw_damage *d = &t->withheld[i];

		if (!fw_tree_interrupted(t, d->space, d->off))
			right = list_add(t, &t->damages, &t->damage_count, &t->damage_more, d);
	}
	for (i = 0; i < t->space_count; i++)
		if (t->spaces[i].withheld > FW_DAMAGE_MAX && !is_interrupted(&t->spaces[i]))
			t->damage_more += t->spaces[i].withheld - FW_DAMAGE_MAX;
	free(t->withheld);
	t->withheld = NULL;
	t->withheld_count = 0;
	t->withheld_cap = 0;
	return right;
}

bool fw_tree_note(struct fw_tree *t, uint32_t space, size_t off, uint32_t node, const char *text)
{
	struct fw_damage d = {.space = space, .off = off, .node = node};

	(void)snprintf(d.text, sizeof d.text, "%s", text);
	return list_add(t, &t->notes, &t->note_count, &t->note_more, &d);
}

/* Packed data leave parts readable, which look like damage. */
static bool is_quiet(const struct ctx *c, size_t off)
{
	const struct fw_tree *t = c->w->tree;

	return c->quiet || c->w->rc != ERR_OK ||
	       (t->archive && !cover_has(&c->w->plain,
				      c->space == 0 ? off : t->spaces[c->space].image_off));
}

void fw_add_damage(struct ctx *c, uint32_t node, size_t off, const char *fmt, ...)
{
	struct fw_tree *t = c->w->tree;
	char text[sizeof t->damages->text];
	va_list ap;

	if (node != FW_NONE)
		t->nodes[node].flags |= FW_DAMAGED;
	if (is_quiet(c, off))
		return;
	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, tr(fmt), ap);
	va_end(ap);
	if (!fw_tree_add_damage(t, c->space, off, node, text))
		no_memory(c->w);
}

void fw_note(struct ctx *c, uint32_t node, size_t off, const char *fmt, ...)
{
	struct fw_tree *t = c->w->tree;
	char text[sizeof t->notes->text];
	va_list ap;

	if (is_quiet(c, off))
		return;
	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, tr(fmt), ap);
	va_end(ap);
	if (!fw_tree_note(t, c->space, off, node, text))
		no_memory(c->w);
}

void ctx_cover(struct ctx *c, size_t off, size_t len)
{
	if (!cover_add(&c->cover, off, off + len))
		no_memory(c->w);
}

bool ctx_work(struct ctx *c, size_t len)
{
	struct walker *w = c->w;

	if (w->rc != ERR_OK)
		return false;
	if (len > w->work_left) {
		w->work_left = 0;
		w->tree->limited = true;
		return false;
	}
	w->work_left -= len;
	return true;
}

void notify_node(struct ctx *c, uint32_t node)
{
	const struct fw_opts *o = c->w->opts;
	const struct fw_node *n;

	if (node == FW_NONE || o->on_node == NULL || c->w->rc != ERR_OK)
		return;
	n = &c->w->tree->nodes[node];
	o->on_node(o->user, c->w->tree, node, span_of(c->bytes.ptr + n->off, n->len));
}

void fw_tree_free(struct fw_tree *tree)
{
	free(tree->nodes);
	free(tree->spaces);
	free(tree->damages);
	free(tree->notes);
	free(tree->withheld);
	*tree = (struct fw_tree){0};
}

uint32_t fw_tree_at(const struct fw_tree *tree, uint32_t space, size_t off)
{
	uint32_t best = FW_NONE;
	size_t best_len = SIZE_MAX;
	uint32_t i;

	if (tree->spaces[0].looked >= FW_LOOK_MAX)
		return tree->spaces[space].owner;
	tree->spaces[0].looked += tree->count;
	for (i = 0; i < tree->count; i++) {
		const struct fw_node *n = &tree->nodes[i];

		/* The smallest one; of equal ones the later, which is the inner. */
		if (n->space == space && off >= n->off && off - n->off < n->len &&
			n->len <= best_len) {
			best = i;
			best_len = n->len;
		}
	}
	return best != FW_NONE ? best : tree->spaces[space].owner;
}

static void path_guid(const struct fw_node *n, struct buf *out)
{
	char text[GUID_TEXT_LEN];

	guid_text(&n->guid, text);
	buf_printf(out, " %s", text);
}

static void path_name(const struct fw_node *n, struct buf *out)
{
	if (n->name[0] == '\0')
		return;
	buf_str(out, " (");
	utf8_escape(span_of(n->name, strlen(n->name)), out);
	buf_str(out, ")");
}

static void path_pfat(const struct fw_node *n, struct buf *out)
{
	buf_str(out, n->type == FW_PFAT_CONTAINER ? "pfat" : "component");
	if (n->type == FW_PFAT_CONTAINER || n->name[0] == '\0')
		buf_printf(out, "@%zx", n->off);
	path_name(n, out);
	if (n->codec == FW_CODEC_PFAT)
		buf_str(out, "/blocks");
}

const struct fw_node *fw_tree_bios_region(const struct fw_tree *tree, size_t a, size_t b)
{
	uint32_t i;

	for (i = 0; i < tree->count; i++) {
		const struct fw_node *n = &tree->nodes[i];

		if (n->kind == FW_REGION && n->space == 0 && n->type == IFD_BIOS &&
			a - n->off < n->len && b - n->off < n->len)
			return n;
	}
	return NULL;
}

static void path_pfs(const struct fw_node *n, struct buf *out)
{
	static const char *const names[] = {"pfs", "entry", "section"};

	buf_printf(out, "%s@%zx", names[n->type], n->off);
	path_name(n, out);
	if (n->codec == FW_CODEC_ZLIB)
		buf_printf(out, "/%s", fw_codec_name(n->codec));
	else if (n->codec == FW_CODEC_PFS)
		buf_str(out, "/blocks");
}

/* Writes one part of a path. */
static void path_part(const struct fw_node *n, struct buf *out)
{
	bool packed = n->codec != FW_CODEC_NONE;

	switch (n->kind) {
	case FW_REGION:
		buf_str(out, ifd_region_name(n->type));
		break;
	case FW_VOLUME:
		buf_printf(out, "volume@%zx", n->off);
		break;
	case FW_FILE:
		buf_str(out, "file");
		path_guid(n, out);
		path_name(n, out);
		break;
	case FW_SECTION:
		buf_str(out, packed ? fw_codec_name(n->codec) : section_type_name(n->type));
		break;
	case FW_PFS:
		path_pfs(n, out);
		break;
	case FW_PFAT:
		path_pfat(n, out);
		break;
	case FW_STREAM:
		buf_printf(out, "%s@%zx", fw_codec_name(n->codec), n->off);
		break;
	default:
		buf_printf(out, "%s@%zx", fw_kind_name(n->kind), n->off);
		path_name(n, out);
		if (packed)
			buf_printf(out, "/%s", fw_codec_name(n->codec));
		break;
	}
}

void fw_tree_path(const struct fw_tree *tree, uint32_t node, struct buf *out)
{
	uint32_t chain[FW_DEPTH_MAX * 8];
	unsigned n = 0;
	uint32_t at = node;

	while (at != FW_NONE && n < sizeof chain / sizeof chain[0]) {
		const struct fw_node *p = &tree->nodes[at];

		chain[n++] = at;
		at = p->parent;
	}
	while (n > 0) {
		path_part(&tree->nodes[chain[--n]], out);
		if (n > 0)
			buf_str(out, "/");
	}
}

bool fw_tree_interrupted(const struct fw_tree *tree, uint32_t space, size_t off)
{
	const struct fw_layer *file;
	uint32_t node;

	if (space >= tree->space_count)
		return false;
	file = &tree->spaces[tree_file(tree, space, off)];
	if (!is_interrupted(file))
		return false;
	for (node = fw_tree_at(tree, space, off); node != FW_NONE && node != file->owner;
		node = tree->nodes[node].parent)
		if (tree->nodes[node].kind == FW_PFS || tree->nodes[node].kind == FW_PFAT)
			return false;
	return true;
}

enum fw_update fw_tree_opened(const struct fw_tree *tree, uint32_t space, size_t off)
{
	unsigned opened = tree->spaces[tree_file(tree, space, off)].opened;
	unsigned k;

	for (k = 0; k < FW_UPDATE_KINDS; k++)
		if ((opened >> k & 1) != 0)
			return (enum fw_update)k;
	return FW_UPDATE_NONE;
}

/* The end of the part of n that was unpacked, if the byte is in it; else 0. framed: or of the size
 * that the stream names, although it is damaged. */
static size_t unpacked_part(const struct fw_node *n, size_t off, bool framed)
{
	bool in_pieces = n->codec == FW_CODEC_PFS || n->codec == FW_CODEC_PFAT;
	size_t from = in_pieces ? n->off : n->stream_off;
	size_t len = in_pieces ? n->len : n->stream_len;

	/* a volume that begins in a container may continue after it */
	if (n->inner == FW_NONE || off < from || off - from >= len)
		return 0;
	/* parts of a damaged stream may be readable in it; at its first byte it is known itself */
	if (in_pieces || n->end == FW_END_WHOLE || off == from ||
		(framed && (n->framed || n->end == FW_END_CUT)))
		return from + len;
	return 0;
}

size_t tree_unpacked_end(const struct fw_tree *tree, uint32_t space, size_t off, bool framed)
{
	uint32_t node;
	size_t end = 0;

	if (tree->space_count <= 1)
		return 0;
	for (node = fw_tree_at(tree, space, off);
		end == 0 && node != FW_NONE && tree->nodes[node].space == space;
		node = tree->nodes[node].parent)
		end = unpacked_part(&tree->nodes[node], off, framed);
	return end;
}

size_t fw_tree_unpacked_end(const struct fw_tree *tree, uint32_t space, size_t off)
{
	return tree_unpacked_end(tree, space, off, false);
}

bool fw_layer_trusted(const struct fw_tree *tree, uint32_t space, size_t off, size_t len)
{
	const struct fw_layer *s = &tree->spaces[space];

	if (s->end == FW_END_BROKEN)
		return off + len <= s->proved;
	return true;
}

static bool proves_all(const struct fw_node *stream)
{
	return (stream->codec == FW_CODEC_LZMA || stream->codec == FW_CODEC_LZMA_F86) &&
	       stream->end == FW_END_WHOLE;
}

uint8_t fw_checksum_state(const struct fw_tree *tree, uint32_t node)
{
	uint8_t worst = 0;
	uint32_t below = FW_NONE;

	while (node != FW_NONE) {
		const struct fw_node *n = &tree->nodes[node];

		if (below != FW_NONE && tree->nodes[below].space != n->space && proves_all(n))
			break;
		if ((n->flags & FW_PROVED) != 0)
			break;
		worst |= n->flags & (FW_BROKEN | FW_SUM_WRONG);
		below = node;
		node = n->parent;
	}
	return (worst & FW_BROKEN) != 0 ? FW_BROKEN : worst;
}

const char *fw_kind_name(enum fw_kind kind)
{
	static const char *const names[] = {"descriptor", "region", "capsule", "volume", "file",
		"section", "stream", "cbfs", "rom", "opregion", "pfs", "pfat"};

	return names[kind];
}
