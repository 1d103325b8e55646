/* SPDX-License-Identifier: MIT */
/*
 * Digests in unknown tables. Before a change, every part around it is hashed by the usual
 * algorithms, with and without its header: region, volume, file, section, stream, unpacked stream,
 * VBT. The image, with everything packed in it, is searched for the results, which may be cut, or
 * reversed as in Intel's manifests.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

#include "protect/protect_private.h"

#define PART_LEAST 64u /* smaller parts are not hashed */
#define PARTS_MOST ((size_t)1 << 16)
#ifdef BIOSBELT_SMALL
#define KEY_BITS 12u
#else
#define KEY_BITS 20u /* of the first bytes of a digest, for a quick test */
#endif
#define HASH_LEAST   ((uint64_t)1 << 30) /* total bytes hashed, */
#define HASH_TIMES   256u                /* or this many times the image */
#define VBT_SIZE_OFF 24u                 /* Linux drivers/gpu/drm/i915/display/intel_vbt_defs.h */
#define FILE_UNIT    4096u               /* files with VBTs are padded to at most this */
#define KEPT         16u                 /* bytes of a digest: none is cut shorter */
#define PAGE         4096u               /* bytes compared once for all parts */

static const enum digest_alg algs[] = {DIGEST_SHA256, DIGEST_SHA1, DIGEST_SHA384, DIGEST_SHA512};
#define ALGS (sizeof algs / sizeof algs[0])

struct part {
	struct stray_part at;
	uint8_t digest[2 * ALGS][KEPT]; /* the second half: of reversed ones */
};

/* The first bytes of one digest of a part. */
struct key {
	uint64_t first;
	size_t part;
	size_t row; /* of the part's digests */
};

struct look {
	struct span before, after;
	const struct protect_list *known;
	uint32_t *changed; /* for each page: how many before it are not as they were */
	struct part *parts;
	size_t count, cap;
	uint8_t (*sums)[KEPT]; /* of SHA-256, of the changed image; sorted */
	size_t sum_count, sum_cap;
	uint64_t left;
	bool second;      /* walking the changed image */
	struct key *keys; /* sorted */
	size_t key_count;
	uint8_t marks[(1u << KEY_BITS) / 8];
	struct stray *found;
	enum err_code rc;
};

/* In the image being walked, the part of space 0 that contains a space. */
static struct stray_part outermost(const struct fw_tree *t, uint32_t space)
{
	const struct fw_node *n = NULL;

	while (space != 0 && t->spaces[space].owner != FW_NONE) {
		n = &t->nodes[t->spaces[space].owner];
		space = n->space;
	}
	if (n == NULL)
		return (struct stray_part){0};
	return (struct stray_part){0, n->off, n->len, n->off};
}

static bool differ(const struct look *l, size_t off, size_t end)
{
	struct span a, b;

	return off < end && span_slice(l->before, off, end - off, &a) &&
	       span_slice(l->after, off, end - off, &b) && !span_equal(a, b);
}

/* Parts are in each other, many levels deep: none is compared by itself. False: out of memory. */
static bool count_changes(struct look *l)
{
	size_t len = l->before.len < l->after.len ? l->before.len : l->after.len;
	size_t pages = len / PAGE, i;

	l->changed = calloc(pages + 1, sizeof *l->changed);
	for (i = 0; l->changed != NULL && i < pages; i++)
		l->changed[i + 1] = l->changed[i] + differ(l, i * PAGE, (i + 1) * PAGE);
	return l->changed != NULL;
}

static bool is_changed(const struct look *l, const struct stray_part *p)
{
	size_t first = p->off / PAGE + (p->off % PAGE != 0), last;
	struct span all;

	if (!span_slice(l->before, p->off, p->len, &all) ||
		!span_slice(l->after, p->off, p->len, &all))
		return false;
	last = (p->off + p->len) / PAGE;
	if (first >= last)
		return differ(l, p->off, p->off + p->len);
	return l->changed[first] != l->changed[last] || differ(l, p->off, first * PAGE) ||
	       differ(l, last * PAGE, p->off + p->len);
}

static void add_sum(struct look *l, struct span bytes)
{
	uint8_t sum[SHA256_LEN];

	if (l->sum_count == PARTS_MOST) /* what is missing here counts as changed */
		return;
	if (!ALLOC_ROOM(l->sums, l->sum_count, &l->sum_cap)) {
		l->rc = ERR_NOMEM;
		return;
	}
	sha256_of(bytes, sum);
	memcpy(l->sums[l->sum_count++], sum, KEPT);
}

static void add_part(struct look *l, const struct stray_part *at, struct span bytes)
{
	uint8_t sum[DIGEST_LEN_MAX];
	struct part *p;
	size_t i, k, len;

	if (l->count == PARTS_MOST) {
		l->found->limited = true;
		return;
	}
	if (!ALLOC_ROOM(l->parts, l->count, &l->cap)) {
		l->rc = ERR_NOMEM;
		return;
	}
	p = &l->parts[l->count++];
	*p = (struct part){.at = *at};
	for (i = 0; i < ALGS; i++) {
		struct digest d;

		digest_init(&d, algs[i]);
		digest_update(&d, bytes);
		len = digest_final(&d, sum);
		memcpy(p->digest[i], sum, KEPT);
		for (k = 0; k < KEPT; k++)
			p->digest[ALGS + i][k] = sum[len - 1 - k];
	}
}

static void take(struct look *l, const struct fw_tree *t, uint32_t space, struct span in,
	size_t off, size_t len)
{
	struct stray_part at = {space, off, len, 0};
	struct span bytes;
	uint64_t cost = len * (l->second ? (uint64_t)1 : ALGS);

	at.image_off = space == 0 ? off : t->spaces[space].image_off;
	if (len < PART_LEAST || l->rc != ERR_OK || !span_slice(in, off, len, &bytes) ||
		(space == 0 && !is_changed(l, &at)))
		return;
	if (cost > l->left) {
		l->left = 0;
		l->found->limited |=
			!l->second; /* parts missing in the second walk count as changed */
		return;
	}
	l->left -= cost;
	if (l->second)
		add_sum(l, bytes);
	else
		add_part(l, &at, bytes);
}

/* The body from the header's length on: with an extended header, more than the files. */
static void take_volume(
	struct look *l, const struct fw_tree *t, struct span in, const struct fw_node *n)
{
	uint16_t head = 0;

	if (span_u16le(in, n->off + FV_LEN_OFF, &head) && head < n->len && head != n->head)
		take(l, t, n->space, in, n->off + head, n->len - head);
}

/* A table may have a digest of the VBT alone, or of its file, as U-Boot's binman writes it. */
static void take_vbts(struct look *l, const struct fw_tree *t, uint32_t space, struct span bytes)
{
	size_t hit = 0, unit;

	for (; (hit = fw_space_find(t, bytes, hit, "$VBT ", 5)) != SIZE_MAX; hit += 5) {
		uint16_t size = 0;
		size_t last = 0, len;

		(void)span_u16le(bytes, hit + VBT_SIZE_OFF, &size);
		for (unit = 1; unit <= FILE_UNIT; unit *= 2, last = len) {
			len = (size + unit - 1) & ~(unit - 1);
			if (len != last)
				take(l, t, space, bytes, hit, len);
		}
	}
}

static void collect(void *user, const struct fw_tree *t, uint32_t space, struct span bytes)
{
	struct look *l = user;
	struct stray_part outer = outermost(t, space);
	uint32_t i;

	if (space != 0 && !is_changed(l, &outer))
		return;
	take(l, t, space, bytes, 0, bytes.len);
	take_vbts(l, t, space, bytes);
	for (i = 0; i < t->count; i++) {
		const struct fw_node *n = &t->nodes[i];

		if (n->space != space || (n->off == 0 && n->len == bytes.len && n->head == 0))
			continue;
		take(l, t, space, bytes, n->off, n->len);
		if (n->head != 0 && n->head < n->len)
			take(l, t, space, bytes, n->off + n->head, n->len - n->head);
		if (n->kind == FW_VOLUME)
			take_volume(l, t, bytes, n);
		if (n->stream_len != 0 &&
			(n->stream_off != n->off + n->head || n->stream_len != n->len - n->head))
			take(l, t, space, bytes, n->stream_off, n->stream_len);
	}
}

static bool is_known(const struct look *l, uint32_t space, size_t off)
{
	uint32_t i;

	for (i = 0; i < l->known->count; i++)
		if (l->known->checks[i].stored && l->known->checks[i].digest_space == space &&
			l->known->checks[i].digest_off == off)
			return true;
	return false;
}

static uint64_t first_bytes(const uint8_t *p)
{
	uint64_t first;

	memcpy(&first, p, sizeof first); /* the byte order does not matter */
	return first;
}

static uint32_t mark_of(uint64_t first)
{
	return (uint32_t)(first * UINT64_C(0x9E3779B97F4A7C15) >> (64 - KEY_BITS));
}

static int by_first(const void *a, const void *b)
{
	const struct key *x = a, *y = b;

	return x->first < y->first ? -1 : x->first > y->first;
}

/* Whether the digest of the key is at off, and not in a known table. */
static bool matches(const struct look *l, const struct fw_tree *t, uint32_t space, struct span in,
	size_t off, const struct key *key)
{
	struct span at;

	if (!span_slice(in, off, KEPT, &at) ||
		memcmp(at.ptr, l->parts[key->part].digest[key->row], KEPT) != 0 ||
		is_known(l, space, off))
		return false;
	*l->found = (struct stray){.found = true,
		.limited = l->found->limited,
		.alg = algs[key->row % ALGS],
		.part = l->parts[key->part].at,
		.packed = space != 0,
		.image_off = space == 0 ? off : t->spaces[space].image_off};
	return true;
}

static void search(void *user, const struct fw_tree *t, uint32_t space, struct span bytes)
{
	struct look *l = user;
	size_t off;

	for (off = 0; off + sizeof(uint64_t) <= bytes.len && !l->found->found; off++) {
		struct key want = {.first = first_bytes(bytes.ptr + off)};
		uint32_t mark = mark_of(want.first);
		const struct key *key;

		if ((l->marks[mark >> 3] & 1u << (mark & 7)) == 0)
			continue;
		key = bsearch(&want, l->keys, l->key_count, sizeof want, by_first);
		if (key != NULL)
			(void)matches(l, t, space, bytes, off, key);
	}
}

static int by_bytes(const void *a, const void *b)
{
	return memcmp(a, b, KEPT);
}

static int by_digest(const void *a, const void *b)
{
	const struct part *x = a, *y = b;

	return by_bytes(x->digest[0], y->digest[0]);
}

/* Takes the next sum that is that of the part, both being sorted: of equal parts, so many are
 * unchanged. Those need no search. */
static bool is_same(const struct look *l, const struct part *p, size_t *next)
{
	int order = -1;

	while (*next < l->sum_count && (order = by_bytes(l->sums[*next], p->digest[0])) < 0)
		++*next;
	*next += order == 0;
	return order == 0;
}

/* The digests of the changed parts; false: out of memory. */
static bool make_keys(struct look *l)
{
	size_t i, k, next = 0;

	if (l->sum_count != 0)
		qsort(l->sums, l->sum_count, KEPT, by_bytes);
	if (l->count != 0)
		qsort(l->parts, l->count, sizeof *l->parts, by_digest);
	l->keys = calloc(l->count != 0 ? l->count : 1, 2 * ALGS * sizeof *l->keys);
	if (l->keys == NULL)
		return false;
	for (i = 0; i < l->count; i++) {
		if (is_same(l, &l->parts[i], &next))
			continue;
		for (k = 0; k < 2 * ALGS; k++) {
			struct key *key = &l->keys[l->key_count++];
			uint32_t mark;

			*key = (struct key){first_bytes(l->parts[i].digest[k]), i, k};
			mark = mark_of(key->first);
			l->marks[mark >> 3] |= (uint8_t)(1u << (mark & 7));
		}
	}
	qsort(l->keys, l->key_count, sizeof *l->keys, by_first);
	return true;
}

static enum err_code walk(struct look *l, struct span image,
	void (*on_layer)(void *, const struct fw_tree *, uint32_t, struct span), struct err *err)
{
	struct fw_opts opts = {.deep = true, .user = l, .on_layer = on_layer};
	struct fw_tree tree;
	enum err_code rc = fw_walk(image, &opts, &tree, err);

	fw_tree_free(&tree);
	if (rc == ERR_OK && l->rc != ERR_OK)
		rc = err_set(err, l->rc, "out of memory");
	return rc;
}

enum err_code stray_find(struct span before, struct span after, const struct protect_list *known,
	struct stray *out, struct err *err)
{
	struct look *l = calloc(1, sizeof *l);
	enum err_code rc;

	*out = (struct stray){.found = false};
	if (l == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	l->before = before;
	l->after = after;
	l->known = known;
	l->found = out;
	l->left = HASH_LEAST + (uint64_t)before.len * HASH_TIMES;
	rc = count_changes(l) ? walk(l, before, collect, err)
			      : err_set(err, ERR_NOMEM, "out of memory");
	l->second = true;
	if (rc == ERR_OK)
		rc = walk(l, after, collect, err);
	if (rc == ERR_OK && !make_keys(l))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && l->key_count != 0)
		rc = walk(l, before, search, err);
	free(l->changed);
	free(l->keys);
	free(l->parts);
	free(l->sums);
	free(l);
	return rc;
}
