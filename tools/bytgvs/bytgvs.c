/* SPDX-License-Identifier: MIT */
#include "bytgvs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/fv.h"
#include "biosbelt/optrom.h"

#define PE_SEARCH_BACK (1u << 20) /* a GOP driver is 45 to 250 KiB */
#define VBT_DECOYS_MAX 4096u      /* constants in code and the like; more set report.limited */

struct collector {
	struct report *report;
	struct err *err;
	enum err_code rc;
};

/* What is common to every kind of find. */
struct place {
	const struct fw_tree *tree;
	uint32_t space;
	struct span bytes;
};

static struct find *add(
	struct collector *col, const struct place *at, size_t off, enum find_kind kind)
{
	struct report *r = col->report;
	struct find *f;

	if (r->count >= FIND_MAX) {
		r->limited = true;
		return NULL;
	}
	if (r->count == r->cap) {
		uint32_t cap = r->cap == 0 ? 16 : r->cap * 2;

		f = realloc(r->finds, cap * sizeof *f);
		if (f == NULL) {
			col->rc = err_set(col->err, ERR_NOMEM, "out of memory");
			return NULL;
		}
		r->finds = f;
		r->cap = cap;
	}
	f = &r->finds[r->count++];
	*f = (struct find){.kind = kind, .space = at->space, .off = off, .same_as = FIND_NONE};
	f->node = fw_tree_at(at->tree, at->space, off);
	f->image_off = at->space == 0 ? off : at->tree->spaces[at->space].image_off;
	f->whole = true;
	return f;
}

static void flaw(struct find *f, const char *text)
{
	f->whole = false;
	(void)snprintf(f->flaw, sizeof f->flaw, "%s", text);
}

/* What the checksums around a find say; a VBT's own sum is nearer to it and decides. */
static void judge(const struct place *at, struct find *f)
{
	uint8_t doubt = fw_tree_doubt(at->tree, f->node);

	if (doubt == 0 || !f->whole ||
		(f->kind == FIND_VBT && !f->vbt.headerless && f->vbt.sum == VBT_SUM_OK))
		return;
	if (doubt == FW_BROKEN)
		flaw(f, "the CRC32 of the section it is in proves damage");
	else if (f->flaw[0] == '\0')
		(void)snprintf(f->flaw, sizeof f->flaw,
			"a checksum around it is wrong: it may be damaged");
}

/* Copies the stored bytes, hashes them, and asks whether they can be trusted. */
static void keep(struct collector *col, const struct place *at, struct find *f, size_t stored)
{
	struct span s;

	if (stored > at->bytes.len - f->off)
		stored = at->bytes.len - f->off;
	(void)span_slice(at->bytes, f->off, stored, &s);
	if (f->whole && !fw_space_trusted(at->tree, at->space, f->off, f->len))
		flaw(f, "the stream it is packed in is damaged");
	judge(at, f);
	if (f->whole && fw_update_interrupts(at->tree->update) &&
		!(f->kind == FIND_VBT && !f->vbt.headerless && f->vbt.sum == VBT_SUM_OK))
		flaw(f, "it is in an update container, which interrupts it: unpack that first");
	if (blob_copy(s, &f->bytes, col->err) != ERR_OK) {
		col->rc = ERR_NOMEM;
		return;
	}
	sha256_hex(s, f->stored_sha256);
	if (f->len < s.len)
		s.len = f->len;
	sha256_hex(s, f->sha256);
}

/* The body of the node f lies at the start of; false when it lies elsewhere. */
static bool body_of(const struct place *at, const struct find *f, struct span *body)
{
	const struct fw_node *n;

	if (f->node == FW_NONE || at->tree->nodes == NULL)
		return false;
	n = &at->tree->nodes[f->node];
	if (n->space != at->space) /* the whole space is its body */
		return f->off == 0 && span_from(at->bytes, 0, body);
	if (f->off != n->off + n->head)
		return false;
	return span_slice(at->bytes, f->off, n->len - n->head, body);
}

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
	struct find *f = add(col, at, info->off, FIND_VBT);
	struct span body;
	size_t stored = info->present;

	if (f == NULL)
		return;
	f->vbt = *info;
	f->vbt.off = 0;
	f->len = info->size;
	f->in_vbios = vbios != NULL;
	if (info->state == VBT_TRUNCATED)
		flaw(f, "cut short");
	else if (info->headerless)
		flaw(f, "its $VBT header is missing");
	else if (info->header_damaged)
		flaw(f, "its $VBT header is damaged");
	else if (!info->chain_ok)
		(void)snprintf(f->flaw, sizeof f->flaw, "its chain of blocks is broken");
	else if (info->signature_damaged)
		(void)snprintf(f->flaw, sizeof f->flaw, "the signature of its data is damaged");
	if (vbios == NULL && body_of(at, f, &body)) {
		if (info->size > body.len)
			flaw(f, "runs past the end of what holds it");
		else
			stored = vbt_stored_len(body, &f->vbt);
	}
	keep(col, at, f, stored);
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
	return body_of(at, &probe, &body) ||
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

static void collect_vbts(struct collector *col, const struct place *at)
{
	struct vbt_info info;
	size_t from = 0;
	unsigned decoys = 0;

	while (col->rc == ERR_OK && vbt_find(at->bytes, from, false, &info) != VBT_NONE) {
		from = info.off + 1;
		if (!vbt_is_credible(at, &info)) {
			if (decoys++ < VBT_DECOYS_MAX)
				continue;
			col->report->limited = true;
			return;
		}
		add_vbt(col, at, &info, vbios_at(col, at, info.off));
		/* Behind a cut one another may begin; its own data are none. */
		from = info.off + (info.state == VBT_WHOLE ? info.size : info.bdb_off + 1);
	}
}

static void collect_vbioses(struct collector *col, const struct place *at)
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
		f = add(col, at, n->off, FIND_VBIOS);
		if (f == NULL)
			return;
		f->node = i;
		f->len = rom.images[0].len;
		f->vendor = rom.images[0].vendor;
		f->device = rom.images[0].device;
		f->sum_ok = rom.images[0].sum_ok;
		if (!rom.images[0].whole)
			flaw(f, "cut short");
		keep(col, at, f, f->len);
	}
}

/* The driver whose bytes hold the one at hit: the section's, else the nearest header before it. */
static bool find_driver(const struct place *at, size_t hit, size_t *off, struct gop_info *gop)
{
	uint32_t node = fw_tree_at(at->tree, at->space, hit);
	size_t stop = hit > PE_SEARCH_BACK ? hit - PE_SEARCH_BACK : 0;
	struct span s;
	size_t pos;

	if (node != FW_NONE && at->tree->nodes[node].space == at->space) {
		*off = at->tree->nodes[node].off + at->tree->nodes[node].head;
		if (span_from(at->bytes, *off, &s) && gop_probe(s, gop) && hit - *off < gop->size)
			return true;
	}
	for (pos = hit; pos-- > stop;) {
		const uint8_t *p = at->bytes.ptr + pos;

		if (p[1] != 'Z' || (p[0] != 'M' && p[0] != 'V') || !span_from(at->bytes, pos, &s) ||
			hit - pos >= pe_extent(s))
			continue;
		*off = pos;
		if (gop_probe(s, gop))
			return true;
	}
	return false;
}

/* Is the size of the section it is the body of beyond doubt? */
static bool size_is_sure(const struct place *at, const struct find *f)
{
	const struct fw_node *n;

	if (f->node == FW_NONE)
		return true;
	n = &at->tree->nodes[f->node];
	return (n->flags & (FW_CLIPPED | FW_DAMAGED)) == 0 &&
	       (n->parent == FW_NONE || (at->tree->nodes[n->parent].flags & FW_DAMAGED) == 0);
}

/* L"Intel(R) GOP Driver": in every driver, in no other program but by accident. */
static const char gop_text[] = "I\0n\0t\0e\0l\0(\0R\0)\0 \0G\0O\0P\0 \0D\0r\0i\0v\0e\0r";

/* Is something of its own stored in [off, end): another find or a part of the image? */
static bool is_occupied(const struct collector *col, const struct place *at, size_t off, size_t end)
{
	size_t hit = span_find((struct span){at->bytes.ptr, end}, off, gop_text, sizeof gop_text);
	uint32_t i;

	for (i = 0; i < col->report->count; i++) {
		const struct find *f = &col->report->finds[i];

		if (f->space == at->space && f->off >= off && f->off < end)
			return true;
	}
	for (i = 0; i < at->tree->count; i++) {
		const struct fw_node *n = &at->tree->nodes[i];

		if (n->space == at->space && n->off >= off && n->off < end)
			return true;
	}
	return hit != SIZE_MAX;
}

/* Sections after the driver inside its own section: stored so, or the section claims too much. */
static bool is_section_row(struct span body, size_t off)
{
	struct section_head h;

	off = (off + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1);
	return off < body.len && section_parse(body, off, &h) &&
	       h.claimed < body.len - off + SECTION_ALIGN;
}

/* The bytes that the driver's section or file stores, beginning with it. */
static bool stored_body(const struct place *at, const struct find *f, struct span *body)
{
	if (f->node == FW_NONE && f->off == 0)
		return span_from(at->bytes, 0, body);
	return body_of(at, f, body);
}

/* Bytes to keep: all that the section or file stores, whatever follows the driver there. */
static size_t driver_len(struct collector *col, const struct place *at, const struct find *f)
{
	struct span body;

	if (!stored_body(at, f, &body) || !size_is_sure(at, f) || body.len <= f->gop.size ||
		is_occupied(col, at, f->off + f->gop.size, f->off + body.len))
		return f->gop.size;
	if (is_section_row(body, f->gop.size) &&
		!fw_tree_note(&col->report->tree, at->space, f->off, f->node,
			"sections follow the driver inside its section: stored so, or its size is "
			"too large"))
		col->rc = err_set(col->err, ERR_NOMEM, "out of memory");
	return body.len;
}

static size_t room_for(const struct place *at, const struct find *f)
{
	uint32_t node = f->node;
	const struct fw_node *n = node == FW_NONE ? NULL : &at->tree->nodes[node];

	/* A section's size may be what is damaged: its file's counts. */
	if (n != NULL && n->kind == FW_SECTION && n->parent != FW_NONE && n->space == at->space &&
		at->tree->nodes[n->parent].space == at->space)
		n = &at->tree->nodes[n->parent];
	if (n == NULL || n->space != at->space)
		return at->bytes.len - f->off;
	return n->off + n->len - f->off;
}

static size_t add_gop(
	struct collector *col, const struct place *at, size_t off, const struct gop_info *gop)
{
	struct find *f = add(col, at, off, FIND_GOP);

	if (f == NULL)
		return gop->size;
	f->gop = *gop;
	f->len = gop->size;
	if (!gop->whole || gop->size > at->bytes.len - off)
		flaw(f, "cut short");
	else if (gop->size > room_for(at, f))
		flaw(f, "runs past the end of what holds it");
	keep(col, at, f, driver_len(col, at, f));
	return gop->size;
}

/* The text of a GOP driver where no driver is: its head is gone, unless other code just names it.
 */
static void tell_headless(struct collector *col, const struct place *at, size_t hit)
{
	uint32_t node = fw_tree_at(at->tree, at->space, hit);
	const struct fw_node *n = node != FW_NONE ? &at->tree->nodes[node] : NULL;
	struct span body;

	if (n != NULL && n->space == at->space) {
		bool program =
			n->kind == FW_SECTION && (n->type == SECTION_PE32 || n->type == SECTION_TE);

		if (!program && n->kind != FW_VOLUME && n->kind != FW_REGION)
			return;
		if (program &&
			(n->len < n->head ||
				!span_slice(at->bytes, n->off + n->head, n->len - n->head, &body) ||
				pe_extent(body) != 0))
			return;
	}
	if (!fw_tree_hurt(&col->report->tree, at->space, hit, node,
		    "text of a GOP driver; the driver's head is damaged or missing"))
		col->rc = err_set(col->err, ERR_NOMEM, "out of memory");
}

static void collect_gops(struct collector *col, const struct place *at)
{
	size_t from = 0;
	size_t hit;
	unsigned tries = 0;

	while (col->rc == ERR_OK &&
		(hit = span_find(at->bytes, from, gop_text, sizeof gop_text)) != SIZE_MAX) {
		struct gop_info gop;
		size_t off;

		if (tries++ == FIND_MAX) {
			col->report->limited = true;
			break;
		}
		from = hit + 2;
		if (!find_driver(at, hit, &off, &gop)) {
			tell_headless(col, at, hit);
			continue;
		}
		(void)add_gop(col, at, off, &gop);
		if (off + gop.size > from)
			from = off + gop.size;
		if (from > at->bytes.len)
			break;
	}
}

static void on_space(void *user, const struct fw_tree *tree, uint32_t space, struct span bytes)
{
	struct collector *col = user;
	struct place at = {tree, space, bytes};

	if (col->rc != ERR_OK)
		return;
	collect_vbioses(col, &at);
	collect_vbts(col, &at);
	collect_gops(col, &at);
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

static enum err_code scan_once(
	struct span image, size_t max_output, bool deep, struct report *out, struct err *err)
{
	struct collector col = {.report = out, .err = err, .rc = ERR_OK};
	struct fw_opts opts = {
		.max_output = max_output, .deep = deep, .user = &col, .on_space = on_space};
	enum err_code rc;

	*out = (struct report){0};
	rc = fw_walk(image, &opts, &out->tree, err);
	if (rc == ERR_OK)
		rc = col.rc;
	if (rc != ERR_OK)
		return rc;
	if (out->count > 1)
		qsort(out->finds, out->count, sizeof *out->finds, by_place);
	rc = make_paths(out, err);
	if (rc == ERR_OK)
		report_name(out);
	return rc;
}

/* Is something not whole or of unknown place, or damage told? */
static bool unsatisfied(const struct report *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++)
		if (!r->finds[i].whole)
			return true;
	return report_damaged(r);
}

/* Kinds that an image of ours should hold and this one does not show; damage may hide any. */
static bool is_missing(const struct report *r, enum find_kind kind)
{
	uint32_t i;

	if (kind == FIND_VBIOS) /* most images have none: not by itself a reason */
		return r->count == 0 || report_damaged(r);
	for (i = 0; i < r->count; i++)
		if (r->finds[i].kind == kind && r->finds[i].whole)
			return false;
	return true;
}

enum err_code bytgvs_scan(struct span image, size_t max_output, struct report *out, struct err *err)
{
	bool deep[FIND_KINDS], any = false;
	enum err_code rc = scan_once(image, max_output, false, out, err);
	int kind;

	if (rc != ERR_OK)
		return rc;
	for (kind = 0; kind < FIND_KINDS; kind++) {
		deep[kind] = is_missing(out, (enum find_kind)kind) || unsatisfied(out);
		any |= deep[kind];
	}
	if (!any)
		return ERR_OK;
	report_free(out);
	rc = scan_once(image, max_output, true, out, err);
	memcpy(out->searched_deep, deep, sizeof deep);
	return rc;
}

void report_free(struct report *r)
{
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		free(r->finds[i].path);
		blob_free(&r->finds[i].bytes);
	}
	free(r->finds);
	fw_tree_free(&r->tree);
	*r = (struct report){0};
}

bool report_damaged(const struct report *r)
{
	return r->tree.damage_count != 0;
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
