/* SPDX-License-Identifier: MIT */
#include "find.h"

#include <stdio.h>
#include <stdlib.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tr.h"

struct find *find_add(
	struct collector *col, const struct place *at, size_t off, enum find_kind kind)
{
	struct report *r = col->report;
	uint32_t node = fw_tree_at(at->tree, at->space, off);
	struct find *f;

	if (r->count >= FIND_MAX) {
		r->limited = true;
		return NULL;
	}
	if (!ALLOC_ROOM(r->finds, r->count, &r->cap)) {
		col->rc = err_set(col->err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	f = &r->finds[r->count++];
	*f = (struct find){.kind = kind, .space = at->space, .off = off, .same_as = FIND_NONE};
	f->node = node;
	f->image_off = at->space == 0 ? off : at->tree->spaces[at->space].image_off;
	f->whole = true;
	return f;
}

void find_set_problem(struct find *f, const char *text)
{
	f->whole = false;
	(void)snprintf(f->problem, sizeof f->problem, "%s", tr(text));
}

/* Applies the results of checksums around a find; a VBT's own checksum takes precedence. */
static void apply_checksums(const struct place *at, struct find *f)
{
	uint8_t state = fw_checksum_state(at->tree, f->node);

	if (state == 0 || !f->whole ||
		(f->kind == FIND_VBT && !f->vbt.headerless && f->vbt.sum == VBT_SUM_OK))
		return;
	if (state == FW_BROKEN)
		find_set_problem(f, "the CRC32 of the section it is in proves damage");
	else if (f->problem[0] == '\0')
		(void)snprintf(f->problem, sizeof f->problem, "%s",
			tr("a checksum around it is wrong: it may be damaged"));
}

void find_keep(struct collector *col, const struct place *at, struct find *f, size_t stored)
{
	struct span s;

	if (stored > at->bytes.len - f->off)
		stored = at->bytes.len - f->off;
	(void)span_slice(at->bytes, f->off, stored, &s);
	if (f->whole && !fw_layer_trusted(at->tree, at->space, f->off, f->len))
		find_set_problem(f, "the stream it is packed in is damaged");
	apply_checksums(at, f);
	if (f->whole && fw_tree_interrupted(at->tree, at->space, f->off) &&
		!(f->kind == FIND_VBT && !f->vbt.headerless && f->vbt.sum == VBT_SUM_OK))
		find_set_problem(
			f, "it is in an update container, which interrupts it: unpack that first");
	if (blob_copy(s, &f->bytes, col->err) != ERR_OK) {
		col->rc = ERR_NOMEM;
		return;
	}
	sha256_hex(s, f->stored_sha256);
	if (f->len < s.len)
		s.len = f->len;
	sha256_hex(s, f->sha256);
}

bool find_body(const struct place *at, const struct find *f, struct span *body)
{
	const struct fw_node *n;

	if (f->node == FW_NONE)
		return f->off == 0 && span_from(at->bytes, 0, body);
	n = &at->tree->nodes[f->node];
	if (n->space != at->space) /* the body is the whole space */
		return f->off == 0 && span_from(at->bytes, 0, body);
	if (f->off != n->off + n->head)
		return false;
	return span_slice(at->bytes, f->off, n->len - n->head, body);
}
