/* SPDX-License-Identifier: MIT */
#include "biosbelt/fv.h"
#include "biosbelt/tr.h"
#include "find.h"

#define PE_SEARCH_BACK (1u << 20) /* a GOP driver is 45 to 250 KiB */
#define HEADERS_COST   1024u      /* cost of reading a program's headers */

/* Kinds of drivers: bytes that each contains, and what distinguishes it from other programs. */
struct driver_kind {
	enum find_kind kind;
	const void *mark;
	size_t mark_len;
	bool (*probe)(struct span image, struct gop_info *out);
};

/* Whether a driver of the kind is at off, and contains the byte at hit. Charged to the budget. */
static bool is_driver(struct collector *col, const struct place *at, const struct driver_kind *kind,
	size_t off, size_t hit, struct gop_info *gop)
{
	struct span s;
	size_t extent, cost;

	if (!span_from(at->bytes, off, &s) || col->probe_left < HEADERS_COST)
		return false;
	col->probe_left -= HEADERS_COST;
	extent = pe_extent(s);
	if (hit - off >= extent)
		return false;
	cost = extent < s.len ? extent : s.len;
	if (cost > col->probe_left) {
		col->probe_left = 0;
		return false;
	}
	col->probe_left -= cost;
	return kind->probe(s, gop);
}

/* Finds the driver that contains the byte at hit: the section's, else the nearest header before
 * it. */
static bool find_driver(struct collector *col, const struct place *at,
	const struct driver_kind *kind, size_t hit, size_t *off, struct gop_info *gop)
{
	uint32_t node = fw_tree_at(at->tree, at->space, hit);
	size_t stop = hit > PE_SEARCH_BACK ? hit - PE_SEARCH_BACK : 0;
	size_t pos;

	if (node != FW_NONE && at->tree->nodes[node].space == at->space) {
		*off = at->tree->nodes[node].off + at->tree->nodes[node].head;
		if (is_driver(col, at, kind, *off, hit, gop))
			return true;
	}
	for (pos = hit; pos-- > stop;) {
		const uint8_t *p = at->bytes.ptr + pos;

		if (p[1] != 'Z' || (p[0] != 'M' && p[0] != 'V'))
			continue;
		*off = pos;
		if (is_driver(col, at, kind, pos, hit, gop))
			return true;
	}
	return false;
}

/* Whether the size of the section whose body it is is reliable. */
static bool size_is_sure(const struct place *at, const struct find *f)
{
	const struct fw_node *n;

	if (f->node == FW_NONE)
		return true;
	n = &at->tree->nodes[f->node];
	return (n->flags & (FW_CLIPPED | FW_DAMAGED)) == 0 &&
	       (n->parent == FW_NONE || (at->tree->nodes[n->parent].flags & FW_DAMAGED) == 0);
}

/* L"Intel(R) GOP Driver": in every driver, and in other programs only by accident. */
static const char gop_text[] = "I\0n\0t\0e\0l\0(\0R\0)\0 \0G\0O\0P\0 \0D\0r\0i\0v\0e\0r";

/* Whether [off, end) has something else: another find or a part of the image. */
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

/* Whether sections follow the driver inside its own section: stored there, or the section's size is
 * too large. */
static bool is_section_row(struct span body, size_t off)
{
	struct section_head h;

	off = (off + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1);
	return off < body.len && section_parse(body, off, &h) &&
	       h.claimed < body.len - off + SECTION_ALIGN;
}

/* Number of bytes to extract: everything in the section or file, including what follows the
 * driver. */
static size_t driver_len(struct collector *col, const struct place *at, const struct find *f)
{
	struct span body;

	if (!find_body(at, f, &body) || !size_is_sure(at, f) || body.len <= f->gop.size ||
		is_occupied(col, at, f->off + f->gop.size, f->off + body.len))
		return f->gop.size;
	if (is_section_row(body, f->gop.size) &&
		!fw_tree_note(&col->report->tree, at->space, f->off, f->node,
			tr("sections follow the driver inside its section: stored so, or its size "
			   "is "
			   "too large")))
		col->rc = err_set(col->err, ERR_NOMEM, "out of memory");
	return body.len;
}

static size_t room_for(const struct place *at, const struct find *f)
{
	uint32_t node = f->node;
	const struct fw_node *n = node == FW_NONE ? NULL : &at->tree->nodes[node];

	/* The section's size may be damaged: the file's is used. */
	if (n != NULL && n->kind == FW_SECTION && n->parent != FW_NONE && n->space == at->space &&
		at->tree->nodes[n->parent].space == at->space)
		n = &at->tree->nodes[n->parent];
	if (n == NULL || n->space != at->space)
		return at->bytes.len - f->off;
	return n->off + n->len - f->off;
}

static size_t add_driver(struct collector *col, const struct place *at, enum find_kind kind,
	size_t off, const struct gop_info *gop)
{
	struct find *f = find_add(col, at, off, kind);

	if (f == NULL)
		return gop->size;
	f->gop = *gop;
	f->len = gop->size;
	if (!gop->whole || gop->size > at->bytes.len - off)
		find_set_problem(f, "cut short");
	else if (gop->size > room_for(at, f))
		find_set_problem(f, "runs past the end of what holds it");
	find_keep(col, at, f, driver_len(col, at, f));
	return gop->size;
}

/* The text of a GOP driver without a driver: its header is lost, unless other code only contains
 * the text. */
static void report_headless(struct collector *col, const struct place *at, size_t hit)
{
	uint32_t node = fw_tree_at(at->tree, at->space, hit);
	const struct fw_node *n = node != FW_NONE ? &at->tree->nodes[node] : NULL;
	struct span body;

	/* A single program of an operating system, or driver, or an archive. */
	if (at->space == 0 && (at->tree->archive ||
				      span_starts(at->bytes,
					      "\x7F"
					      "ELF",
					      4) ||
				      pe_extent(at->bytes) > hit))
		return;
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
	if (!fw_tree_add_damage(&col->report->tree, at->space, hit, node,
		    tr("text of a GOP driver; the driver's head is damaged or missing")))
		col->rc = err_set(col->err, ERR_NOMEM, "out of memory");
}

static void drivers_of(
	struct collector *col, const struct place *at, const struct driver_kind *kind)
{
	size_t from = 0;
	size_t hit;
	unsigned tries = 0;

	while (col->rc == ERR_OK && (hit = fw_space_find(at->tree, at->bytes, from, kind->mark,
					     kind->mark_len)) != SIZE_MAX) {
		struct gop_info gop;
		size_t off, end = fw_tree_unpacked_end(at->tree, at->space, hit);

		if (end != 0) {
			from = end;
			continue;
		}
		if (tries++ == FIND_MAX) {
			col->report->limited = true;
			break;
		}
		from = hit + 2;
		if (!find_driver(col, at, kind, hit, &off, &gop)) {
			if (col->probe_left < HEADERS_COST) {
				col->report->limited = true;
				break;
			}
			if (kind->kind == FIND_GOP)
				report_headless(col, at, hit);
			continue;
		}
		(void)add_driver(col, at, kind->kind, off, &gop);
		if (off + gop.size > from)
			from = off + gop.size;
		if (from > at->bytes.len)
			break;
	}
}

static const struct driver_kind driver_kinds[] = {
	{FIND_GOP, gop_text, sizeof gop_text, gop_probe},
	{FIND_GOP_PEI, gop_pei_mark.b, sizeof gop_pei_mark.b, gop_pei_probe},
};

void find_drivers(struct collector *col, const struct place *at)
{
	size_t i;

	for (i = 0; i < sizeof driver_kinds / sizeof driver_kinds[0]; i++)
		drivers_of(col, at, &driver_kinds[i]);
}
