/* SPDX-License-Identifier: MIT */
/*
 * fw_mutate COUNT SEED FILE...: mutates whole images so that their headers stay plausible and scans
 * each. Volume, file and section headers are found first; sizes, types, GUIDs, attributes and
 * offsets are changed and checksums made right again, parts are copied over others, streams get
 * bit flips, ends are cut. Prints how many ran and the slowest. A crash is a crash.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "bytgvs.h"
#include "image.h"

#define HEADER_MAX 4096

enum header_kind { VOLUME_HEADER, FILE_HEADER, SECTION_HEADER };

struct header {
	enum header_kind kind;
	size_t off;
};

struct target {
	struct blob bytes;
	struct header headers[HEADER_MAX];
	unsigned count;
};

static uint64_t state = 1;

static uint32_t below(uint32_t n)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)((state * 2685821657736338717ull) >> 32) % n;
}

static void note(void *user, const struct fw_tree *tree, uint32_t node, struct span bytes)
{
	struct target *t = user;
	const struct fw_node *n = &tree->nodes[node];
	enum header_kind kind = n->kind == FW_VOLUME ? VOLUME_HEADER
				: n->kind == FW_FILE ? FILE_HEADER
						     : SECTION_HEADER;

	(void)bytes;
	if (n->space == 0 && t->count < HEADER_MAX &&
		(n->kind == FW_VOLUME || n->kind == FW_FILE || n->kind == FW_SECTION))
		t->headers[t->count++] = (struct header){kind, n->off};
}

static uint32_t odd_size(size_t room)
{
	static const uint32_t odd[] = {0, 1, 3, 4, 23, 24, 25, 0xFFFFFE, 0xFFFFFF, 0x800000};

	return below(2) != 0 ? odd[below(10)]
			     : below((uint32_t)(room < 0xFFFFFF ? room : 0xFFFFFF));
}

static void change_volume(uint8_t *p, size_t room)
{
	switch (below(6)) {
	case 0:
		put_u64le(p + 32, below(2) != 0 ? (uint64_t)odd_size(room) << below(40) : room);
		break;
	case 1:
		put_u16le(p + 48, (uint16_t)below(300));
		break;
	case 2:
		put_u16le(p + 52, (uint16_t)below(4096));
		break;
	case 3:
		p[16 + below(16)] ^= (uint8_t)(1u << below(8));
		break;
	case 4:
		put_u32le(p + 44, below(0xFFFFFF));
		break;
	default:
		put_u32le(p + 56 + 4 * below(4), below(0xFFFFFF));
		break;
	}
	if (below(4) != 0 && (p[48] | p[49] << 8) <= 0x100 && room > 0x100)
		image_volume_fix_sum(p);
}

static void change_file(uint8_t *p, size_t room)
{
	static const uint8_t types[] = {1, 2, 3, 6, 7, 11, 0xF0, 0xC0, 0, 0xFF};

	switch (below(5)) {
	case 0:
		put_u24le(p + 20, odd_size(room));
		break;
	case 1:
		p[18] = types[below(10)];
		break;
	case 2:
		p[19] = (uint8_t)below(256);
		break;
	case 3:
		p[23] = (uint8_t)below(256);
		break;
	default:
		put_u24le(p + 20, 0);
		p[19] |= 1;
		put_u64le(p + 24, (uint64_t)odd_size(room) << below(34));
		break;
	}
	if (below(4) != 0)
		image_file_fix_sum(p);
}

static void change_section(uint8_t *p, size_t room)
{
	static const uint8_t types[] = {1, 2, 3, 0x10, 0x12, 0x15, 0x17, 0x18, 0x19, 0x30};
	static const struct guid *const guids[] = {&FW_GUID_LZMA, &FW_GUID_LZMA_F86, &FW_GUID_TIANO,
		&FW_GUID_BROTLI, &FW_GUID_CRC32, &FW_GUID_SIGNED};

	switch (below(6)) {
	case 0:
		put_u24le(p, odd_size(room));
		break;
	case 1:
		p[3] = types[below(10)];
		break;
	case 2:
		memcpy(p + 4, guids[below(6)]->b, GUID_LEN);
		break;
	case 3:
		put_u16le(p + 20, (uint16_t)below(100));
		break;
	case 4:
		put_u32le(p + 24 + below(16), below(0xFFFFFFFF));
		break;
	default:
		p[24 + below((uint32_t)(room - 24))] ^= (uint8_t)(1u << below(8));
		break;
	}
}

static void change(struct target *t, struct blob *b)
{
	struct header h = t->headers[below(t->count)];
	struct header other = t->headers[below(t->count)];
	size_t room;

	if (h.off + 64 > b->len)
		return;
	room = b->len - h.off;
	switch (below(8)) {
	case 0: /* a part copied over another */
		if (other.off + 64 <= b->len) {
			size_t len = 64 + below(65536);
			size_t most = room < b->len - other.off ? room : b->len - other.off;

			memmove(b->ptr + h.off, b->ptr + other.off, len < most ? len : most);
		}
		return;
	case 1:
		if (below(4) == 0)
			b->len = h.off + below((uint32_t)room);
		return;
	default:
		break;
	}
	if (h.kind == VOLUME_HEADER)
		change_volume(b->ptr + h.off, room);
	else if (h.kind == FILE_HEADER)
		change_file(b->ptr + h.off, room);
	else
		change_section(b->ptr + h.off, room);
}

static uint64_t run_one(struct target *t)
{
	uint64_t start = os_cpu_time_us();
	unsigned n = 1 + below(6);
	struct report r;
	struct blob b;
	struct err err;

	if (blob_copy(blob_span(t->bytes), &b, &err) != ERR_OK)
		abort();
	while (n-- > 0)
		change(t, &b);
	(void)bytgvs_scan(blob_span(b), 0, &r, &err);
	report_free(&r);
	free(b.ptr);
	return os_cpu_time_us() - start;
}

static bool load(const char *path, struct target *t)
{
	struct fw_opts opts = {.user = t, .on_node = note};
	struct fw_tree tree;
	struct err err;

	t->count = 0;
	if (file_read(path, (size_t)64 << 20, &t->bytes, &err) != ERR_OK) {
		fprintf(stderr, "fw_mutate: %s: %s\n", path, err.text);
		return false;
	}
	(void)fw_walk(blob_span(t->bytes), &opts, &tree, &err);
	fw_tree_free(&tree);
	return t->count != 0;
}

int os_main(const struct os_args *args)
{
	static struct target t;
	unsigned long count;
	unsigned long done = 0;
	uint64_t worst = 0;
	int i;

	if (args->argc < 4) {
		fprintf(stderr, "usage: fw_mutate COUNT SEED FILE...\n");
		return 2;
	}
	count = strtoul(args->argv[1], NULL, 10);
	state = strtoul(args->argv[2], NULL, 10) * 2 + 1;
	for (i = 3; i < args->argc; i++) {
		unsigned long n = count / (unsigned long)(args->argc - 3) + 1;

		const bool has_headers = load(args->argv[i], &t);

		while (has_headers && n-- > 0 && done < count) {
			uint64_t us = run_one(&t);

			worst = us > worst ? us : worst;
			done++;
		}
		blob_free(&t.bytes);
	}
	printf("%lu images, slowest %llu ms\n", done, (unsigned long long)(worst / 1000));
	return done == 0;
}
