/* SPDX-License-Identifier: MIT */
#include "repack_check.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/cbfs.h"
#include "biosbelt/digest.h"
#include "biosbelt/fv.h"
#include "biosbelt/fwwalk.h"

/* The content of a part; of a packed one, the unpacked content. */
struct sum {
	uint8_t bytes[SHA256_LEN];
	bool free; /* a file that only fills space */
};

struct side {
	struct fw_tree tree;
	struct sum *sums; /* one per node */
	size_t cap;
	bool no_memory;
};

static struct sum *sum_at(struct side *s, uint32_t node)
{
	struct sum *more;
	size_t cap = s->cap != 0 ? s->cap : 1024;

	while (cap <= node)
		cap *= 2;
	if (cap != s->cap) {
		more = realloc(s->sums, cap * sizeof(*more));
		if (more == NULL) {
			s->no_memory = true;
			return NULL;
		}
		memset(more + s->cap, 0, (cap - s->cap) * sizeof(*more));
		s->sums = more;
		s->cap = cap;
	}
	return &s->sums[node];
}

static bool is_packed(const struct fw_node *n)
{
	return n->codec != FW_CODEC_NONE && n->inner != FW_NONE;
}

static void sum_unpacked(struct side *s, const struct fw_node *n, struct span bytes, uint8_t *sum)
{
	struct fw_unpacked u;
	struct span stream;
	struct err err;

	if (!span_slice(bytes, n->stream_off - n->off, n->stream_len, &stream))
		stream = bytes;
	if (fw_unpack(n->codec, stream, n->unpacked, &u, &err) == ERR_OK) {
		sha256_of(blob_span(u.bytes), sum);
		blob_free(&u.bytes);
	} else {
		s->no_memory |= err.code == ERR_NOMEM;
		sha256_of(stream, sum);
	}
}

static bool is_room(const struct fw_node *n, struct span bytes)
{
	bool pad = n->kind == FW_FILE && n->type == FFS_PAD;
	bool empty = n->kind == FW_CBFS_FILE && n->type == (uint8_t)CBFS_TYPE_EMPTY;
	struct span body;

	return (pad || empty) && span_from(bytes, n->head, &body) &&
	       (span_is_filled(body, 0xFF) || span_is_filled(body, 0));
}

static void on_node(void *user, const struct fw_tree *tree, uint32_t node, struct span bytes)
{
	const struct fw_node *n = &tree->nodes[node];
	struct sum *s = sum_at(user, node);

	/* containers are compared by their parts */
	if (s == NULL || n->kind == FW_VOLUME || n->kind == FW_REGION || n->kind == FW_CAPSULE ||
		n->kind == FW_DESCRIPTOR)
		return;
	s->free = is_room(n, bytes);
	if (is_packed(n))
		sum_unpacked(user, n, bytes, s->bytes);
	else
		sha256_of(bytes, s->bytes);
}

static enum err_code look(struct span image, struct side *s, struct err *err)
{
	struct fw_opts opts = {.user = s, .on_node = on_node};
	enum err_code rc = fw_walk(image, &opts, &s->tree, err);

	if (rc == ERR_OK && s->no_memory)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	return rc;
}

static void mark_parents(const struct fw_tree *t, bool *has_parts)
{
	uint32_t i;

	for (i = 0; i < t->count; i++) {
		uint32_t parent = t->nodes[i].parent;

		if (parent == FW_NONE && t->nodes[i].space != 0)
			parent = t->spaces[t->nodes[i].space].owner;
		if (parent != FW_NONE)
			has_parts[parent] = true;
	}
}

/* The next part to compare, from i on; tree.count at the end. */
static uint32_t next_leaf(const struct side *s, const bool *has_parts, uint32_t i)
{
	while (i < s->tree.count) {
		bool room = i < s->cap && s->sums[i].free;

		if (!has_parts[i] && !room && s->tree.nodes[i].kind != FW_VOLUME)
			break;
		i++;
	}
	return i;
}

static bool same(const struct side *a, uint32_t i, const struct side *b, uint32_t k)
{
	const struct fw_node *x = &a->tree.nodes[i], *y = &b->tree.nodes[k];

	if (x->kind != y->kind || x->type != y->type || x->codec != y->codec ||
		x->unpacked != y->unpacked)
		return false;
	return memcmp(a->sums[i].bytes, b->sums[k].bytes, SHA256_LEN) == 0;
}

static enum err_code differs(const struct fw_tree *t, uint32_t node, struct err *err)
{
	struct buf path;

	buf_init(&path, 0);
	if (node < t->count)
		fw_tree_path(t, node, &path);
	buf_add_u8(&path, 0);
	(void)err_set(err, ERR_IO, "verification failed: the result holds something else at %s",
		path.failed == ERR_OK && path.len > 1 ? (const char *)path.ptr : "its end");
	buf_free(&path);
	return err->code;
}

static enum err_code compare(const struct side *a, const struct side *b, struct err *err)
{
	bool *parts_a = calloc(a->tree.count + 1, sizeof(bool));
	bool *parts_b = calloc(b->tree.count + 1, sizeof(bool));
	enum err_code rc = ERR_OK;
	uint32_t i, k;

	if (parts_a == NULL || parts_b == NULL) {
		free(parts_a);
		free(parts_b);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	mark_parents(&a->tree, parts_a);
	mark_parents(&b->tree, parts_b);
	i = next_leaf(a, parts_a, 0);
	k = next_leaf(b, parts_b, 0);
	while (rc == ERR_OK && i < a->tree.count && k < b->tree.count) {
		if (!same(a, i, b, k))
			rc = differs(&a->tree, i, err);
		i = next_leaf(a, parts_a, i + 1);
		k = next_leaf(b, parts_b, k + 1);
	}
	if (rc == ERR_OK && (i < a->tree.count || k < b->tree.count))
		rc = differs(&a->tree, i, err);
	free(parts_a);
	free(parts_b);
	return rc;
}

enum err_code repack_check(struct span before, struct span after, struct err *err)
{
	struct side a = {.cap = 0}, b = {.cap = 0};
	enum err_code rc = look(before, &a, err);

	if (rc == ERR_OK)
		rc = look(after, &b, err);
	if (rc == ERR_OK && (uint64_t)b.tree.damage_count + b.tree.damage_more >
				    (uint64_t)a.tree.damage_count + a.tree.damage_more)
		rc = err_set(err, ERR_IO, "verification failed: the result is damaged: %s",
			b.tree.damages[0].text);
	if (rc == ERR_OK)
		rc = compare(&a, &b, err);
	fw_tree_free(&a.tree);
	fw_tree_free(&b.tree);
	free(a.sums);
	free(b.sums);
	return rc;
}
