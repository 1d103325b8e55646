/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define COPY_BYTES 64u /* a volume's header, or more of anything else than is there by chance */

/* Adds a range; the bytes [hole, hole + hole_len) count as zero. */
static void add_range(
	struct digest *d, struct span image, const struct protect_range *r, size_t hole, size_t len)
{
	static const uint8_t zeros[DIGEST_LEN_MAX] = {0};
	struct span part;
	size_t end = r->off + r->len;

	if (!span_slice(image, r->off, r->len, &part))
		return;
	if (len == 0 || hole < r->off || hole >= end || len > end - hole) {
		digest_update(d, part);
		return;
	}
	digest_update(d, span_of(part.ptr, hole - r->off));
	digest_update(d, span_of(zeros, len));
	digest_update(d, span_of(image.ptr + hole + len, end - hole - len));
}

static void reverse(uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len / 2; i++) {
		uint8_t other = p[len - 1 - i];

		p[len - 1 - i] = p[i];
		p[i] = other;
	}
}

bool check_compute(const struct protect_list *list, const struct protect_check *c,
	struct span image, uint8_t out[DIGEST_LEN_MAX])
{
	size_t len = digest_len(c->alg);
	struct digest d;
	uint32_t i;

	if (len == 0 || !c->placed || c->space != 0)
		return false;
	digest_init(&d, c->alg);
	for (i = 0; i < c->count; i++)
		add_range(&d, image, &list->ranges[c->first + i], c->digest_off,
			c->in_digest ? len : 0);
	(void)digest_final(&d, out);
	if (c->reversed)
		reverse(out, len);
	return true;
}

enum protect_state check_state(
	const struct protect_list *list, const struct protect_check *c, struct span image)
{
	uint8_t now[DIGEST_LEN_MAX];
	struct span want;

	if (!c->stored || c->digest_space != 0 || !check_compute(list, c, image, now) ||
		!span_slice(image, c->digest_off, digest_len(c->alg), &want))
		return PROTECT_UNCHECKED;
	return memcmp(now, want.ptr, want.len) == 0 ? PROTECT_HOLDS : PROTECT_FAILS;
}

bool hash_budget(struct gather *g, uint64_t len)
{
	if (len > g->hash_left) {
		g->hash_left = 0;
		g->list->limited = true;
		return false;
	}
	g->hash_left -= len;
	return true;
}

static bool is_blank(const struct gather *g, const struct protect_check *c)
{
	struct span part;
	uint32_t i;

	for (i = 0; i < c->count; i++) {
		const struct protect_range *r = &g->list->ranges[c->first + i];

		if (span_slice(g->image, r->off, r->len, &part) && part.len != 0 &&
			!span_is_filled(part, part.ptr[0]))
			return false;
	}
	return true;
}

bool check_agrees(
	struct gather *g, const struct protect_check *c, struct span table, size_t table_off)
{
	uint8_t now[DIGEST_LEN_MAX];
	struct span want;
	uint64_t len = 0;
	uint32_t i;

	for (i = 0; i < c->count; i++)
		len += g->list->ranges[c->first + i].len;
	return c->stored && hash_budget(g, len) && !is_blank(g, c) &&
	       check_compute(g->list, c, g->image, now) &&
	       span_slice(table, c->digest_off - table_off, digest_len(c->alg), &want) &&
	       memcmp(now, want.ptr, want.len) == 0;
}

enum protect_state check_settle(struct gather *g, const struct protect_check *c)
{
	uint64_t len = 0;
	uint32_t i;

	if (c->impossible)
		return PROTECT_FAILS;
	for (i = 0; i < c->count; i++)
		len += g->list->ranges[c->first + i].len;
	return hash_budget(g, len) ? check_state(g->list, c, g->image) : PROTECT_UNCHECKED;
}

bool is_copied(struct span image, size_t a, size_t b)
{
	struct span x, y;

	return span_slice(image, a, COPY_BYTES, &x) && span_slice(image, b, COPY_BYTES, &y) &&
	       span_equal(x, y) && !span_is_filled(x, x.ptr[0]);
}

bool is_changed_copy(struct gather *g, size_t a, size_t b, size_t len)
{
	size_t equal = 0, all = 0, at;
	struct span x, y;

	if (!is_copied(g->image, a, b) || !hash_budget(g, len))
		return false;
	for (at = 0; at < len && span_slice(g->image, a + at, COPY_BYTES, &x) &&
		     span_slice(g->image, b + at, COPY_BYTES, &y);
		at += COPY_BYTES)
		if (!span_is_filled(x, x.ptr[0]) || !span_is_filled(y, y.ptr[0])) {
			all++;
			equal += span_equal(x, y);
		}
	return equal > all / 2;
}

void check_unplace(struct protect_check *c, const char *why)
{
	c->placed = false;
	if (c->note[0] == '\0')
		check_note(c, "%s", tr(why));
}

void check_doubt(struct gather *g, uint32_t first)
{
	for (; first < g->list->count; first++) {
		struct protect_check *c = &g->list->checks[first];
		enum protect_state state = check_settle(g, c);

		if (!c->stored || state == PROTECT_HOLDS)
			continue;
		check_unplace(c, CHECK_WHICH);
		c->impossible = state == PROTECT_FAILS;
	}
}
