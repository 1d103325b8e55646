/* SPDX-License-Identifier: MIT */
/* Dell's updates: packed sections, volumes of entries, and firmware in BIOS Guard blocks. */
#include "walk/fw_private.h"

#include <string.h>

#include "biosbelt/pfs.h"

#define SECTION_FIRMWARE  0xAAu
#define SECTION_UTILITIES 0xBBu
#define ENTRIES_MAX       4096u

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
	c->w->tree->update_opened = true;
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
	c->w->tree->update_opened = true;
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

void scan_update(struct ctx *c)
{
	if (c->w->tree->update != FW_UPDATE_DELL)
		return;
	each_hit(c, pfs_section_mark, PFS_SECTION_MARK_LEN, PFS_SECTION_BEFORE, found_section);
	each_hit(c, PFS_TAG, PFS_TAG_LEN, 0, found_volume);
}
