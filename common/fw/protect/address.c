/* SPDX-License-Identifier: MIT */
/*
 * Maps addresses below 4 GiB to offsets of the image. A dump may hold several copies of a firmware,
 * so there may be several maps. Sources: Intel "Firmware Interface Table BIOS Specification" 1.4
 * (pointer at 0xFFFFFFC0), PI 1.7 volume 3, 3.2.1.2 (volume top file), coreboot util/cbfstool/fit.c
 * (a second pointer in the block that top swap exchanges).
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/ifd.h"
#include "protect/protect_private.h"

#define FIT_POINTER     0x40u
#define FIT_ALIGN       16u
#define FIT_MOST        1024u
#define FIT_VERSION     0x0100u
#define FIT_TYPE        0x7Fu
#define FIT_MICROCODE   0x01u
#define FIT_ACM         0x02u
#define FIT_MODULE      0x07u
#define FIT_KEY         0x0Bu
#define FIT_POLICY      0x0Cu
#define FIT_SKIPPED     0x7Fu /* by the processor; in blank bytes no entry */
#define FIT_BLANK       0xFFFFu
#define FIT_FLAGS_OFF   14u
#define FIT_SUM_VALID   0x80u
#define FIT_CSE         0x10u /* the only type with something in the reserved byte */
/* slimbootloader, FlashMapInfoGuid.h */
#define LAYOUT_SIGN     "FLMP"
#define LAYOUT_SIGN_LEN 4u
#define LAYOUT_POINTER  8u
#define LAYOUT_ALIGN    16u
#define DECODED_MAX     ((size_t)16 << 20)
#define SWAP_LEAST      ((size_t)64 << 10)
#define SWAP_MOST       ((size_t)8 << 20)

static const struct guid top_file =
	GUID_INIT(0x1BA0062E, 0xC779, 0x4582, 0x85, 0x66, 0x33, 0x6A, 0xE8, 0xF7, 0x8F, 0x09);
static const struct guid dxe_core =
	GUID_INIT(0xD6A2CB7F, 0x6A18, 0x4E2F, 0xB4, 0x3B, 0x99, 0x20, 0xA7, 0x33, 0x70, 0x0A);
static const struct guid dxe_core_ami =
	GUID_INIT(0x5AE3F37E, 0x4EAE, 0x41AE, 0x82, 0x40, 0x35, 0x46, 0x5B, 0x5E, 0x81, 0xEB);

bool map_address(const struct address_map *m, uint64_t address, uint64_t len, size_t *off)
{
	uint64_t below = FLASH_TOP - address;
	size_t end = m->end;

	if (address >= FLASH_TOP || below > DECODED_MAX || len > below)
		return false;
	if (m->swap != 0 && below <= m->swap)
		end -= m->swap;
	if (below > end)
		return false;
	*off = end - (size_t)below;
	return true;
}

/* Whether the pointer at "at" leads to a FIT in this map. */
static bool has_fit(struct span image, struct address_map *m, size_t at)
{
	uint32_t pointer = 0;
	struct span sign;
	size_t off;

	if (!span_u32le(image, at, &pointer) || !map_address(m, pointer, FIT_SIGN_LEN, &off) ||
		!span_slice(image, off, FIT_SIGN_LEN, &sign) ||
		!span_starts(sign, FIT_SIGNATURE, FIT_SIGN_LEN))
		return false;
	m->fit = off;
	return true;
}

struct fit_line {
	uint64_t address;
	uint32_t len;
	unsigned reserved, version, type;
};

static struct fit_line read_line(struct cursor *c)
{
	struct fit_line l = {.address = cursor_u64le(c)};

	l.len = cursor_u24le(c);
	l.reserved = cursor_u8(c);
	l.version = cursor_u16le(c);
	l.type = cursor_u8(c) & FIT_TYPE;
	cursor_skip(c, 1);
	return l;
}

static bool leads_in(struct span image, const struct address_map *m, const struct fit_line *l)
{
	size_t off;
	struct span id;

	if (!map_address(m, l->address, 1, &off))
		return false;
	switch (l->type) {
	case FIT_KEY:
		return span_from(image, off, &id) && span_starts(id, "__KEYM__", 8);
	case FIT_POLICY:
		return span_from(image, off, &id) && span_starts(id, "__ACBP__", 8);
	default:
		return (l->type == FIT_MICROCODE || l->type == FIT_ACM || l->type == FIT_MODULE) &&
		       l->version == FIT_VERSION;
	}
}

/* Whether a table of len bytes has a checksum that holds with the right signature. */
static bool sums_up(struct span image, size_t off, size_t len)
{
	struct span table;
	uint8_t sum = 0;
	size_t i;

	if (!span_slice(image, off, len, &table) || (table.ptr[FIT_FLAGS_OFF] & FIT_SUM_VALID) == 0)
		return false;
	for (i = 0; i < len; i++)
		sum = (uint8_t)(sum +
				(i < FIT_SIGN_LEN ? (uint8_t)FIT_SIGNATURE[i] : table.ptr[i]));
	return sum == 0;
}

bool map_is_ordered(struct span image, size_t off)
{
	struct cursor c = {.in = image, .pos = off};
	struct fit_line head = read_line(&c), line = {0};
	bool blank = false;
	uint32_t i;

	for (i = 1; i < head.len && !c.bad; i++) {
		unsigned before = line.type;

		line = read_line(&c);
		blank = line.version == FIT_BLANK;
		if (line.type == FIT_SKIPPED) {
			line.type = before;
			continue;
		}
		if (line.type == 0 || line.type < before ||
			(line.reserved != 0 && line.type != FIT_CSE))
			return false;
	}
	return !c.bad && !blank;
}

bool map_has_table(struct span image, const struct address_map *m, size_t off)
{
	struct cursor c = {.in = image, .pos = off};
	struct fit_line head = read_line(&c);
	uint32_t i;

	if (head.len < 2 || head.len > FIT_MOST || head.reserved != 0 ||
		head.version != FIT_VERSION || head.type != 0 || !map_is_ordered(image, off))
		return false;
	for (i = 1; i < head.len; i++) {
		struct fit_line line = read_line(&c);

		if (leads_in(image, m, &line))
			return true;
	}
	return sums_up(image, off, (size_t)head.len * FIT_ALIGN);
}

/* Whether the pointer leads to a FIT of which only the signature is destroyed. There are images
 * without a FIT, and with anything in the pointer's place: all else must be as in a FIT. */
static bool has_worn_fit(struct span image, struct address_map *m, size_t at)
{
	uint32_t pointer = 0;

	if (!span_u32le(image, at, &pointer) || pointer % FIT_ALIGN != 0 ||
		!map_address(m, pointer, FIT_SIGN_LEN, &m->fit))
		return false;
	m->worn = map_has_table(image, m, m->fit);
	return m->worn;
}

static void add_map(struct gather *g, const struct address_map *m)
{
	unsigned i;

	for (i = 0; i < g->map_count; i++) {
		const struct address_map *have = &g->maps[i];

		if ((have->end == m->end && have->swap == m->swap && m->fit == NO_FIT) ||
			(m->fit != NO_FIT && have->fit == m->fit))
			return;
	}
	if (g->map_count == MAPS_MAX) {
		g->list->limited = true;
		return;
	}
	g->maps[g->map_count++] = *m;
}

/* Adds the map of an end, and those of the second pointer that top swap moves to the end. */
static void try_end(struct gather *g, size_t end, bool always)
{
	struct address_map m = {.end = end, .fit = NO_FIT}, worn = m;
	size_t swap;

	if (end >= FIT_POINTER && has_fit(g->image, &m, end - FIT_POINTER))
		add_map(g, &m);
	else if (end >= FIT_POINTER && has_worn_fit(g->image, &worn, end - FIT_POINTER))
		add_map(g, &worn);
	if (always) /* also where its FIT is taken for that of another end */
		add_map(g, &(struct address_map){.end = end, .fit = NO_FIT});
	for (swap = SWAP_LEAST; swap <= SWAP_MOST && swap + FIT_POINTER <= end; swap *= 2) {
		size_t at = end - swap - FIT_POINTER;
		struct address_map plain = {.end = end, .fit = NO_FIT};
		struct address_map moved = {.end = end, .fit = NO_FIT, .swap = swap};

		if (has_fit(g->image, &plain, at))
			add_map(g, &plain);
		if (end >= 2 * swap && has_fit(g->image, &moved, at))
			add_map(g, &moved);
	}
}

/*
 * Finds the ends of the flash for which a pointer leads to the structure at off, whatever the file
 * has before and after the flash. Without a descriptor or a volume top file, pointer and structure
 * confirm an end. at: the pointer's distance from the end. The distance of the two ends is a
 * multiple of step, least or more.
 */
static void try_pointer(
	struct gather *g, size_t off, size_t at, size_t step, size_t least, bool always)
{
	size_t room = g->image.len - off;
	size_t below;

	if (room > DECODED_MAX)
		room = DECODED_MAX;
	for (below = least; below <= room; below += step) {
		uint32_t pointer = 0;

		if (span_u32le(g->image, off + below - at, &pointer) &&
			pointer == FLASH_TOP - below)
			try_end(g, off + below, always);
	}
}

static void try_fit(struct gather *g, size_t off)
{
	try_pointer(g, off, FIT_POINTER, FIT_ALIGN,
		(FIT_POINTER + FIT_SIGN_LEN + FIT_ALIGN - 1) / FIT_ALIGN * FIT_ALIGN, false);
}

/* Slim Bootloader's layout. */
static void try_layout(struct gather *g, size_t off)
{
	try_pointer(g, off, LAYOUT_POINTER, LAYOUT_ALIGN, LAYOUT_ALIGN, true);
}

/* Tries all occurrences of a text, up to a limit. */
static void try_texts(struct gather *g, const char *text, size_t len,
	void (*try_at)(struct gather *g, size_t off))
{
	size_t hit = 0;
	unsigned tries = 0;

	while ((hit = image_find(g, hit, text, len)) != SIZE_MAX) {
		if (tries++ == FIT_TRIES) {
			g->list->limited = true;
			return;
		}
		try_at(g, hit);
		hit += len;
	}
}

static bool ends_volume(const struct fw_tree *t, const struct fw_node *n)
{
	return n->space == 0 && n->kind == FW_FILE && n->has_guid &&
	       guid_equal(&n->guid, &top_file) && n->parent != FW_NONE &&
	       t->nodes[n->parent].kind == FW_VOLUME && t->nodes[n->parent].space == 0;
}

static int by_end(const void *a, const void *b)
{
	const struct address_map *x = a, *y = b;

	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return x->swap < y->swap ? -1 : x->swap > y->swap;
}

void maps_find(struct gather *g)
{
	const struct fw_tree *t = g->tree;
	size_t regions = 0;
	uint32_t i;

	/* first, because of two consecutive images the FIT of one could be in the swapped block of
	 * the other */
	try_texts(g, LAYOUT_SIGN, LAYOUT_SIGN_LEN, try_layout);
	for (i = 0; i < t->count; i++) {
		const struct fw_node *n = &t->nodes[i];

		if (ends_volume(t, n))
			try_end(g, t->nodes[n->parent].off + t->nodes[n->parent].len, true);
		else if (n->kind == FW_REGION && n->space == 0) {
			if (n->off + n->len > regions)
				regions = n->off + n->len;
			/* processors have the end of the BIOS region below 4 GiB */
			try_end(g, n->off + n->len, n->type == IFD_BIOS && n->claimed == n->len);
		}
	}
	try_end(g, g->image.len, false);
	try_texts(g, FIT_SIGNATURE, FIT_SIGN_LEN, try_fit);
	if (g->map_count == 0)
		try_end(g, regions != 0 ? regions : g->image.len, true);
	qsort(g->maps, g->map_count, sizeof g->maps[0], by_end);
}

/* The map with the first end after off; one with a FIT is preferred. */
const struct address_map *map_of(const struct gather *g, size_t off)
{
	const struct address_map *best = &g->maps[g->map_count - 1];
	unsigned i;

	for (i = g->map_count; i-- > 0;)
		if (g->maps[i].end > off && g->maps[i].swap == 0)
			best = &g->maps[i];
	for (i = g->map_count; i-- > 0;)
		if (g->maps[i].end > off && g->maps[i].swap == 0 && g->maps[i].fit != NO_FIT)
			best = &g->maps[i];
	return best;
}

size_t map_start(const struct gather *g, size_t off)
{
	size_t start = 0;
	unsigned i;

	for (i = 0; i < g->map_count && g->maps[i].end <= off; i++)
		start = g->maps[i].end;
	return start;
}

size_t own_copy(const struct gather *g, size_t off, size_t copy)
{
	size_t start = map_start(g, off);
	uint32_t i;

	for (i = 0; map_start(g, copy) != start && i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->space == 0 && n->kind == FW_VOLUME && map_start(g, n->off) == start &&
			is_copied(g->image, n->off, copy))
			return n->off;
	}
	return SIZE_MAX;
}

/* How many of a table's digests hold with a map; takes the checks back. *all: no other map is
 * better. */
static unsigned addressed_holds(
	struct gather *g, const struct addressed *a, const struct address_map *m, bool *all)
{
	uint32_t first = g->list->count;
	unsigned holds = 0;

	a->read(g, m, a->table);
	*all = true;
	while (g->list->count > first) {
		const struct protect_check *c = &g->list->checks[g->list->count - 1];
		bool agrees = check_agrees(g, c, a->bytes, a->off);

		holds += agrees;
		*all = *all && (agrees || !c->stored);
		check_drop(g);
	}
	return holds;
}

static const struct address_map *next_end(const struct gather *g, size_t off)
{
	unsigned i;

	for (i = 0; i < g->map_count; i++)
		if (g->maps[i].end > off && g->maps[i].swap == 0)
			return &g->maps[i];
	return NULL;
}

/* Whether a range of the newest checks is a copy of the bytes that are so far before it. */
static bool is_of_copy(const struct gather *g, uint32_t first, size_t before)
{
	const struct protect_list *l = g->list;
	uint32_t i;

	for (i = first < l->count ? l->checks[first].first : l->range_count;
		before != 0 && i < l->range_count; i++)
		if (l->ranges[i].off >= before &&
			is_copied(g->image, l->ranges[i].off, l->ranges[i].off - before))
			return true;
	return false;
}

/* An end with a FIT may be that of another image behind the table's, and one without that of a
 * volume inside the flash: the digests decide, and of copies of an image the nearest is the
 * table's. */
void read_addressed(struct gather *g, const struct addressed *a)
{
	const struct address_map *best = map_of(g, a->image_off);
	const struct address_map *own = next_end(g, a->image_off), *m = own;
	uint32_t first = g->list->count;
	bool several = m != NULL && next_end(g, m->end) != NULL, all = false;
	unsigned most = 0;

	for (; several && m != NULL && !all; m = next_end(g, m->end)) {
		unsigned holds = addressed_holds(g, a, m, &all);

		if (holds > most) {
			most = holds;
			best = m;
		}
	}
	a->read(g, best, a->table);
	if (most != 0 && is_of_copy(g, first, best->end - own->end)) {
		while (g->list->count > first)
			check_drop(g);
		a->read(g, own, a->table);
	} else if (several && most == 0) {
		check_doubt(g, first);
	}
	for (; several && first < g->list->count; first++)
		g->list->checks[first].by_value = true;
}

void check_address(struct gather *g, struct protect_check *c, const struct address_map *m,
	uint64_t address, uint64_t len)
{
	size_t off;

	if (map_address(m, address, len, &off)) {
		check_range(g, c, off, len);
		return;
	}
	c->placed = false;
	check_note(c, "address 0x%llx, 0x%llx bytes: its place in the image is not known",
		(unsigned long long)address, (unsigned long long)len);
}

static bool is_dxe_core(const struct fw_node *n)
{
	return n->kind == FW_FILE && n->has_guid &&
	       (guid_equal(&n->guid, &dxe_core) || guid_equal(&n->guid, &dxe_core_ami));
}

/* The outermost volume around a node, in the image. */
static const struct fw_node *root_volume(const struct fw_tree *t, const struct fw_node *n)
{
	const struct fw_node *root = NULL;

	for (; n->parent != FW_NONE; n = &t->nodes[n->parent])
		if (t->nodes[n->parent].kind == FW_VOLUME && t->nodes[n->parent].space == 0)
			root = &t->nodes[n->parent];
	return root;
}

/* The outermost volume of the next DXE core from the node *i on, which it leads past. */
static const struct fw_node *dxe_next(const struct gather *g, uint32_t *i)
{
	const struct fw_node *root = NULL;

	for (; root == NULL && *i < g->tree->count; ++*i)
		if (is_dxe_core(&g->tree->nodes[*i]))
			root = root_volume(g->tree, &g->tree->nodes[*i]);
	return root;
}

/* The outermost volume of the first DXE core that belongs to the firmware around off. */
static const struct fw_node *dxe_volume(const struct gather *g, size_t off)
{
	const struct fw_node *best = NULL;
	size_t end = map_of(g, off)->end, start = map_start(g, off);
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *root;

		if (!is_dxe_core(&g->tree->nodes[i]))
			continue;
		root = root_volume(g->tree, &g->tree->nodes[i]);
		if (root == NULL)
			continue;
		if (best == NULL)
			best = root;
		/* in the same copy of the firmware */
		if (map_of(g, root->off)->end == end && root->off >= start) {
			best = root;
			break;
		}
	}
	return best;
}

/* Whether the digest is right over the volume. */
static bool is_over(struct gather *g, struct protect_check *c, const struct addressed *a,
	const struct fw_node *volume, uint64_t size)
{
	g->list->range_count = c->first;
	c->count = 0;
	check_range(g, c, volume->off, size != 0 ? size : volume->len);
	return check_agrees(g, c, a->bytes, a->off);
}

/* Adds the newest check again for each other volume of the same image for which its digest is
 * right: which of them it is of, nothing shows. Nor where a copy is nearer to the table, and was
 * changed: that may be another image, whose digest fails. */
static void add_twins(struct gather *g, const struct protect_check *begun,
	const struct addressed *a, const struct fw_node *best, uint64_t size)
{
	struct protect_list *l = g->list;
	uint32_t at = l->count - 1, next = 0;
	const struct fw_node *other, *last = best;

	while ((other = dxe_next(g, &next)) != NULL) {
		struct protect_check *c;
		uint32_t first = l->range_count;

		if (other == last || other == best ||
			map_start(g, other->off) != map_start(g, best->off))
			continue;
		last = other;
		c = check_add(g, begun->kind, begun->act);
		if (c == NULL)
			return;
		*c = *begun;
		c->first = first;
		if (!is_over(g, c, a, other, size)) {
			check_drop(g);
			if (other->off > best->off && other->off <= a->image_off &&
				is_changed_copy(g, best->off, other->off, other->len) &&
				fw_tree_bios_region(g->tree, best->off, a->image_off) == NULL)
				check_unplace(&l->checks[at], CHECK_WHICH);
			continue;
		}
		if (c->act == PROTECT_RECOMPUTE)
			c->act = l->checks[at].act = PROTECT_UNKNOWN;
		check_note(c, "%s", tr(CHECK_SEVERAL));
	}
}

void check_dxe_volume(
	struct gather *g, struct protect_check *c, const struct addressed *a, uint64_t size)
{
	const struct fw_node *best = dxe_volume(g, a->image_off), *other;
	const struct protect_check begun = *c;
	uint32_t next = 0;
	bool found = false, several = false, right;

	if (best == NULL) {
		c->placed = false;
		check_note(c, "no volume with a DXE core was found");
		return;
	}
	right = is_over(g, c, a, best, size);
	while (!right && (other = dxe_next(g, &next)) != NULL) {
		several |= other != best;
		*c = begun;
		if (!is_over(g, c, a, other, size) || (found && other->off > a->image_off) ||
			own_copy(g, a->image_off, other->off) != SIZE_MAX)
			continue;
		best = other;
		found = true;
	}
	*c = begun;
	if (is_over(g, c, a, best, size))
		add_twins(g, &begun, a, best, size);
	else if (several)
		check_doubt(g, g->list->count - 1);
}
