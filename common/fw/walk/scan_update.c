/* SPDX-License-Identifier: MIT */
/* Updates whose firmware is in BIOS Guard blocks: Dell's, in packed sections and volumes of
 * entries, and AMI's. */
#include "walk/fw_private.h"

#include <string.h>

#include "biosbelt/pfat.h"
#include "biosbelt/pfs.h"

#define SECTION_FIRMWARE  0xAAu
#define SECTION_UTILITIES 0xBBu
#define ENTRIES_MAX       4096u

static struct fw_layer *file_of(struct ctx *c)
{
	struct fw_layer *spaces = c->w->tree->spaces;

	return &spaces[spaces[c->space].file];
}

static void set_opened(struct ctx *c, size_t off, enum fw_update kind)
{
	struct fw_tree *t = c->w->tree;

	t->spaces[tree_file(t, c->space, off)].opened |= (uint8_t)(1u << kind);
}

static void found_section(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct fw_node n = {.kind = FW_PFS, .type = FW_PFS_SECTION, .off = off};
	struct pfs_section s;
	const char *name;
	uint32_t node;

	(void)end;
	if (off < gap || !pfs_section_parse(c->bytes, off, &s))
		return;
	n.parent = fw_tree_at(c->w->tree, c->space, off);
	n.len = s.len;
	n.head = s.stream - off;
	n.codec = FW_CODEC_ZLIB;
	n.stream_off = s.stream;
	n.stream_len = s.stream_len;
	node = tree_add(c, &n);
	if (node == FW_NONE)
		return;
	name = s.type == SECTION_FIRMWARE    ? "firmware"
	       : s.type == SECTION_UTILITIES ? "utilities"
					     : "unknown";
	tree_name(c, node, span_of(name, strlen(name)));
	ctx_cover(c, off, s.len);
	set_opened(c, off, FW_UPDATE_DELL);
	if (!s.footer)
		fw_add_damage(c, node, off, "section of a Dell update without its end");
	c->depth++;
	walk_stream(c, node, false);
	c->depth--;
}

static void add_entries(struct ctx *c, uint32_t volume, const struct pfs_volume *v)
{
	struct pfs_entry e;
	size_t pos = v->payload;
	unsigned count = 0;

	for (; pfs_entry_parse(c->bytes, pos, v->payload_end, &e); pos = e.next) {
		struct fw_node n = {.kind = FW_PFS, .type = FW_PFS_ENTRY, .parent = volume};

		if (count++ == ENTRIES_MAX) {
			c->w->tree->limited = true;
			return;
		}
		n.off = pos;
		n.len = e.data + e.data_len - pos;
		n.head = e.data - pos;
		n.has_guid = true;
		n.guid = e.guid;
		notify_node(c, tree_add(c, &n));
	}
	if (pos != v->payload_end)
		fw_add_damage(c, volume, pos, "entry of a Dell update is damaged or cut short");
}

static void found_volume(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct fw_node n = {.kind = FW_PFS, .type = FW_PFS_VOLUME, .off = off};
	struct pfs_volume v;
	struct pfs_entry first;
	struct pfs_block block;
	uint32_t node;

	(void)end;
	if (off < gap || !pfs_volume_parse(c->bytes, off, &v) || !ctx_work(c, v.len))
		return;
	n.parent = fw_tree_at(c->w->tree, c->space, off);
	n.len = v.len;
	n.head = v.payload - off;
	n.flags = !v.footer ? 0 : v.sum_ok ? FW_PROVED : FW_BROKEN;
	node = tree_add(c, &n);
	if (node == FW_NONE)
		return;
	set_opened(c, off, FW_UPDATE_DELL);
	if (v.footer && !v.sum_ok)
		fw_add_damage(c, node, off, "volume of a Dell update: its CRC32 is wrong");
	if (!pfs_entry_parse(c->bytes, v.payload, v.payload_end, &first) ||
		!pfs_block_parse(c->bytes, &first, &block)) {
		add_entries(c, node, &v);
		return;
	}
	c->w->tree->nodes[node].codec = FW_CODEC_PFS;
	c->w->tree->nodes[node].stream_off = off;
	c->w->tree->nodes[node].stream_len = v.len;
	ctx_cover(c, off, v.len);
	c->depth++;
	walk_stream(c, node, false);
	c->depth--;
}

/* Adds all components of the container at base; returns its end. */
static size_t add_components(struct ctx *c, uint32_t container, size_t base, struct pfat *p)
{
	struct span name;

	while (pfat_next_component(p, &name)) {
		struct fw_node n = {
			.kind = FW_PFAT, .type = FW_PFAT_COMPONENT, .parent = container};
		size_t block = n.off = base + p->pos;
		enum pfat_step step;
		struct guard_block b;
		uint32_t node;

		for (; (step = pfat_next_block(p, &b)) < PFAT_DONE; block = base + p->pos) {
			n.unpacked += b.data_len;
			if (step == PFAT_REPAIRED)
				fw_add_damage(c, container, block,
					"the header of a BIOS Guard block is damaged; %zu bytes of "
					"its data read",
					b.data_len);
		}
		n.len = base + p->pos - n.off;
		node = tree_add(c, &n);
		tree_name(c, node, name);
	}
	return p->pos;
}

void name_components(struct ctx *c, uint32_t container)
{
	const struct fw_tree *t = c->w->tree;
	uint32_t i, end = t->count;
	size_t off = 0;

	for (i = container + 1; i < end && t->nodes[i].kind == FW_PFAT &&
				t->nodes[i].parent == container && off < c->bytes.len;
		i++) {
		struct fw_node n = t->nodes[i];

		n.off = off;
		n.len = n.unpacked < c->bytes.len - off ? n.unpacked : c->bytes.len - off;
		off += n.len;
		(void)tree_add(c, &n);
	}
}

static void found_pfat(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct fw_node n = {.kind = FW_PFAT, .type = FW_PFAT_CONTAINER, .off = off};
	struct span at;
	struct pfat p;
	uint32_t node;
	size_t len;

	(void)end;
	if (off < gap || !pfat_is_at(c->bytes, off) || !span_from(c->bytes, off, &at) ||
		!ctx_work(c, at.len) || !pfat_open(at, &p))
		return;
	n.parent = fw_tree_at(c->w->tree, c->space, off);
	n.head = p.pos;
	n.codec = FW_CODEC_PFAT;
	n.stream_off = off;
	n.stream_len = at.len;
	node = tree_add(c, &n);
	if (node == FW_NONE)
		return;
	set_opened(c, off, FW_UPDATE_PFAT);
	len = add_components(c, node, off, &p);
	c->w->tree->nodes[node].len = len;
	if (p.bad_line)
		fw_add_damage(c, node, off, "a line of the flash configuration is damaged");
	ctx_cover(c, off, len);
	c->depth++;
	walk_stream(c, node, false);
	c->depth--;
}

void scan_update(struct ctx *c)
{
	if ((file_of(c)->updates >> FW_UPDATE_PFAT & 1) != 0)
		each_hit(c, PFAT_TAG, PFAT_TAG_LEN, PFAT_TAG_OFF, found_pfat);
	if ((file_of(c)->updates >> FW_UPDATE_DELL & 1) == 0)
		return;
	each_hit(c, pfs_section_mark, PFS_SECTION_MARK_LEN, PFS_SECTION_BEFORE, found_section);
	each_hit(c, PFS_TAG, PFS_TAG_LEN, 0, found_volume);
}
