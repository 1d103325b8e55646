/* SPDX-License-Identifier: MIT */
/*
 * The readers of what protects an image alone, without the walk: fast. The tree is made up:
 * volumes, hash files, a capsule and CBFS files where the input has their marks.
 */
#include "biosbelt/protect.h"
#include "protect/protect_private.h"
#include "short_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define NODES 48u

/* GUIDs of the files that matter, as a volume's file header begins with them. */
static const struct guid files[] = {
	GUID_INIT(0xCBC91F44, 0xA4BC, 0x4A5B, 0x86, 0x96, 0x70, 0x34, 0x51, 0xD0, 0xB0, 0x53),
	GUID_INIT(0x389CC6F2, 0x1EA8, 0x467B, 0xAB, 0x8A, 0x78, 0xE7, 0x69, 0xAE, 0x2A, 0x15),
	GUID_INIT(0xF57757FC, 0x2603, 0x404F, 0xAA, 0xE2, 0x34, 0xC6, 0x23, 0x23, 0x88, 0xE8),
	GUID_INIT(0xD6A2CB7F, 0x6A18, 0x4E2F, 0xB4, 0x3B, 0x99, 0x20, 0xA7, 0x33, 0x70, 0x0A),
	GUID_INIT(0x1BA0062E, 0xC779, 0x4582, 0x85, 0x66, 0x33, 0x6A, 0xE8, 0xF7, 0x8F, 0x09),
	GUID_INIT(0x9780ADF1, 0x7950, 0x4E7D, 0xB2, 0xC6, 0xC5, 0xA0, 0x36, 0x1B, 0x5C, 0x51),
};

static void add(struct fw_tree *t, struct span image, struct fw_node n, size_t len)
{
	if (t->count == NODES || n.off > image.len)
		return;
	n.len = len < image.len - n.off ? len : image.len - n.off;
	n.inner = FW_NONE;
	t->nodes[t->count++] = n;
}

static void add_files(struct fw_tree *t, struct span image, const struct guid *g)
{
	size_t hit = span_find(image, 0, g->b, GUID_LEN);
	struct ffs_head h;
	uint32_t file = t->count;

	if (hit == SIZE_MAX || !ffs_parse(image, hit, 0xFF, &h))
		return;
	add(t, image,
		(struct fw_node){.kind = FW_FILE,
			.off = hit,
			.head = h.head_len,
			.has_guid = true,
			.guid = *g,
			.parent = 0},
		(size_t)h.claimed);
	if (t->count != file)
		add(t, image,
			(struct fw_node){.kind = FW_SECTION,
				.type = SECTION_RAW,
				.off = hit + h.head_len,
				.head = 4,
				.parent = file},
			(size_t)(h.claimed - h.head_len));
}

static void add_hits(struct fw_tree *t, struct span image, const char *mark, struct fw_node n)
{
	size_t hit = 0, count = 0;

	while (count++ < 6 && (hit = span_find(image, hit, mark, strlen(mark))) != SIZE_MAX) {
		n.off = hit;
		add(t, image, n, 0x400);
		hit++;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fw_node nodes[NODES];
	struct fw_layer space = {.owner = FW_NONE};
	struct fw_tree tree = {.nodes = nodes, .spaces = &space, .space_count = 1};
	struct protect_list list;
	struct blob image;
	struct err err;
	size_t i;

	if (size < SHORT_HEAD)
		return 0;
	image = short_image(data, size);
	space.len = image.len;
	add(&tree, blob_span(image),
		(struct fw_node){.kind = FW_VOLUME, .head = 0x48, .parent = FW_NONE},
		image.len / 2 + (data[2] & 1) * (image.len / 2));
	for (i = 0; i < sizeof files / sizeof files[0]; i++)
		add_files(&tree, blob_span(image), &files[i]);
	add_hits(&tree, blob_span(image), "LARCHIVE",
		(struct fw_node){.kind = FW_CBFS_FILE, .parent = FW_NONE, .head = 64});
	add_hits(&tree, blob_span(image), "\xBF",
		(struct fw_node){.kind = FW_SECTION, .type = SECTION_GUIDED, .parent = FW_NONE});
	if ((data[1] & 1) != 0)
		add(&tree, blob_span(image),
			(struct fw_node){
				.kind = FW_REGION, .type = 1, .off = 4096, .parent = FW_NONE},
			image.len);
	if (protect_read(blob_span(image), &tree, &list, &err) != ERR_OK)
		abort();
	for (i = 0; i < list.count; i++)
		if (list.checks[i].first + list.checks[i].count > list.range_count)
			abort();
	protect_free(&list);
	blob_free(&image);
	return 0;
}
