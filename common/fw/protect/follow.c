/* SPDX-License-Identifier: MIT */
/* Recomputes digests after a change: those that cover the change, then those that cover these
 * digests. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/fwedit.h"
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define ROUNDS_MAX 32u /* a digest over a digest over ...; each round settles at least one */

#define FV_SUM_OFF  50u
#define FV_HEAD_MAX 4096u

struct follow {
	struct span before;
	struct blob *after;
	struct protect_list old, new;
	struct fw_tree tree; /* of after */
	const struct protect_opts *opts;
	struct buf *log;
	struct err *err;
};

/* The same kind, table and place of the digest, or bytes: a signature is in what is signed,
 * wherever that is. */
static bool is_same(const struct protect_check *a, const struct protect_check *b)
{
	if (a->kind != b->kind || a->stored != b->stored || a->moves != b->moves)
		return false;
	if (a->moves)
		return memcmp(a->content, b->content, sizeof a->content) == 0;
	return (a->stored ? a->digest_off == b->digest_off : a->count == b->count) &&
	       strcmp(a->source, b->source) == 0;
}

/* The same check in the other scan. */
static const struct protect_check *partner(
	const struct protect_list *in, const struct protect_check *c)
{
	uint32_t i;

	for (i = 0; i < in->count; i++)
		if (is_same(&in->checks[i], c))
			return &in->checks[i];
	return NULL;
}

static unsigned count_same(const struct protect_list *in, const struct protect_check *c)
{
	unsigned same = 0;
	uint32_t i;

	for (i = 0; i < in->count; i++)
		same += is_same(&in->checks[i], c);
	return same;
}

/* The first of a check's ranges that the change touches; c->count: none. */
static uint32_t range_hit(
	const struct follow *f, const struct protect_list *l, const struct protect_check *c)
{
	uint32_t i;

	for (i = 0; i < c->count; i++) {
		const struct protect_range *r = &l->ranges[c->first + i];
		struct span a, b;

		if (!span_slice(f->before, r->off, r->len, &a) ||
			!span_slice(blob_span(*f->after), r->off, r->len, &b) || !span_equal(a, b))
			break;
	}
	return i;
}

static bool ranges_differ(
	const struct follow *f, const struct protect_list *l, const struct protect_check *c)
{
	return range_hit(f, l, c) != c->count;
}

/* Whether the change touches what c (of the old image) covers. now: its partner, or NULL. */
static bool is_hit(
	const struct follow *f, const struct protect_check *c, const struct protect_check *now)
{
	if (!c->placed)
		return true; /* it may cover anything */
	if (c->moves)
		return count_same(&f->new, c) < count_same(&f->old, c);
	if (c->count == 0)
		return true;
	return ranges_differ(f, &f->old, c) || (now != NULL && ranges_differ(f, &f->new, now));
}

static bool can_recompute(const struct protect_check *c)
{
	return c->act == PROTECT_RECOMPUTE && c->state == PROTECT_HOLDS && c->placed &&
	       c->digest_space == 0;
}

static const char *reason(const struct protect_check *c)
{
	if (c->act == PROTECT_SIGNED)
		return N_("is signed");
	if (c->act == PROTECT_UNKNOWN)
		return N_("is checked in a way that is not known");
	if (!c->placed)
		return N_("covers a range whose place is not known");
	if (c->digest_space != 0)
		return N_("has its digest in something packed");
	if (c->state == PROTECT_FAILS)
		return N_("is wrong already: not enforced, or not understood");
	return N_("cannot be computed");
}

/* Writes the range of an old check that the change touches. */
static void place_text(const struct follow *f, const struct protect_check *c, struct buf *out)
{
	const struct protect_list *l = &f->old;
	uint32_t hit = range_hit(f, l, c);
	const struct protect_range *r;

	if (c->space != 0) {
		buf_printf(out, "0x%zx", c->image_off);
		return;
	}
	if (c->count == 0) {
		buf_str(out, tr("a place not known"));
		return;
	}
	r = &l->ranges[c->first + (hit < c->count ? hit : 0)];
	buf_printf(out, "0x%zx..0x%zx%s", r->off, r->off + r->len,
		c->count > 1 ? tr(" and more") : "");
}

static enum err_code refuse(const struct follow *f, const struct protect_check *c)
{
	struct buf place;
	enum err_code rc;

	buf_init(&place, 64);
	place_text(f, c, &place);
	rc = err_set(f->err, ERR_DENIED, "%s of %.*s %s (%s%s%s)", tr(protect_kind_name(c->kind)),
		(int)place.len, (const char *)place.ptr, tr(reason(c)), c->source,
		c->note[0] != '\0' ? tr("; ") : "", c->note);
	buf_free(&place);
	return rc;
}

static void log_left(const struct follow *f, const struct protect_check *c)
{
	buf_printf(f->log, tr("%s of "), tr(protect_kind_name(c->kind)));
	place_text(f, c, f->log);
	buf_printf(f->log, tr(" no longer valid: it %s (%s)\n"), tr(reason(c)), c->source);
}

/* Logs a check that the change does not touch, as far as its table was understood. */
static void log_wrong(const struct follow *f, const struct protect_check *c)
{
	buf_printf(f->log, tr("%s of "), tr(protect_kind_name(c->kind)));
	place_text(f, c, f->log);
	buf_printf(f->log, tr(" is elsewhere, and was wrong before already (%s)\n"), c->source);
}

static void log_measured(const struct follow *f, const struct protect_check *c)
{
	buf_printf(f->log, tr("%s of "), tr(protect_kind_name(c->kind)));
	place_text(f, c, f->log);
	buf_str(f->log, tr(" changes what a TPM measures: a disk sealed to it asks for its "
			   "recovery key\n"));
}

/* Keeps the header sum of a volume valid if it was: Apple's CRC is inside the header. */
static void fix_volume(const struct follow *f, size_t digest_off)
{
	uint32_t i;

	for (i = 0; i < f->tree.count; i++) {
		const struct fw_node *n = &f->tree.nodes[i];
		uint16_t head = 0;
		struct span old, now;

		if (n->space != 0 || n->kind != FW_VOLUME || digest_off < n->off ||
			digest_off - n->off >= FV_HEADER_MIN ||
			!span_u16le(f->before, n->off + FV_LEN_OFF, &head) || head > FV_HEAD_MAX ||
			!span_slice(f->before, n->off, head, &old) || fv_sum16(old) != 0 ||
			!span_slice(blob_span(*f->after), n->off, head, &now))
			continue;
		put_u16le(f->after->ptr + n->off + FV_SUM_OFF, 0);
		put_u16le(f->after->ptr + n->off + FV_SUM_OFF, (uint16_t)(0 - fv_sum16(now)));
	}
}

/* Writes the digest of a check of list, and updates sums of structures around it. True: it
 * changed. */
static bool write_digest(
	struct follow *f, const struct protect_list *list, const struct protect_check *now)
{
	uint8_t digest[DIGEST_LEN_MAX];
	size_t len = digest_len(now->alg);
	uint8_t *at = f->after->ptr + now->digest_off;

	if (!check_compute(list, now, blob_span(*f->after), digest) || memcmp(at, digest, len) == 0)
		return false;
	memcpy(at, digest, len);
	fix_volume(f, now->digest_off);
	fw_checksums_redo(&f->tree, fw_tree_at(&f->tree, 0, now->digest_off), f->after, f->log);
	return true;
}

static enum err_code moved(const struct follow *f, const struct protect_check *c)
{
	return err_set(f->err, ERR_FORMAT, "the change moved or removed a table: %s (%s)",
		tr(protect_kind_name(c->kind)), c->source);
}

/* One pass over all checks; *again: a digest was written. */
static enum err_code settle(struct follow *f, bool *again)
{
	uint32_t i;

	*again = false;
	for (i = 0; i < f->old.count; i++) {
		const struct protect_check *c = &f->old.checks[i];
		const struct protect_check *now = c->by_value ? NULL : partner(&f->new, c);

		if (!can_recompute(c))
			continue;
		if (now == NULL && !c->by_value)
			return moved(f, c);
		if (!is_hit(f, c, now) ||
			!write_digest(f, now != NULL ? &f->new : &f->old, now != NULL ? now : c))
			continue;
		buf_printf(f->log, tr("%s recomputed: %s of "), digest_name(c->alg),
			tr(protect_kind_name(c->kind)));
		place_text(f, c, f->log);
		buf_printf(f->log, tr(" (%s)\n"), c->source);
		*again = true;
	}
	return ERR_OK;
}

static enum err_code too_much(const struct follow *f)
{
	return err_set(f->err, ERR_DENIED,
		"the image has more than could be read: what covers the change is not known");
}

/* Handles checks that the change touches and that cannot be recomputed. */
static enum err_code settle_rest(struct follow *f)
{
	uint32_t i;

	for (i = 0; i < f->old.count; i++) {
		const struct protect_check *c = &f->old.checks[i];
		const struct protect_check *now = partner(&f->new, c);

		if (can_recompute(c))
			continue;
		if (now != NULL && !is_hit(f, c, now)) {
			if (c->state == PROTECT_FAILS)
				log_wrong(f, c);
			continue;
		}
		if (c->act == PROTECT_MEASURED)
			log_measured(f, c);
		else if (!f->opts->ignore)
			return refuse(f, c);
		else
			log_left(f, c);
	}
	return (f->old.limited || f->new.limited) && !f->opts->ignore ? too_much(f) : ERR_OK;
}

/* Handles a digest of changed bytes in an unknown table. */
static enum err_code settle_stray(struct follow *f)
{
	struct stray s;
	char place[64];
	enum err_code rc = stray_find(f->before, blob_span(*f->after), &f->old, &s, f->err);

	if (rc == ERR_OK && s.limited && !s.found && !f->opts->ignore)
		return too_much(f);
	if (rc != ERR_OK || !s.found)
		return rc;
	if (s.part.space == 0)
		(void)snprintf(
			place, sizeof place, "0x%zx..0x%zx", s.part.off, s.part.off + s.part.len);
	else
		(void)snprintf(place, sizeof place, "0x%zx", s.part.image_off);
	if (!f->opts->ignore)
		return err_set(f->err, ERR_DENIED,
			"%s of %s is stored at 0x%zx%s, in a table that is not known",
			digest_name(s.alg), place, s.image_off, s.packed ? tr(" (packed)") : "");
	buf_printf(f->log,
		tr("%s of %s no longer valid: it is stored at 0x%zx%s, in a table that is not "
		   "known\n"),
		digest_name(s.alg), place, s.image_off, s.packed ? tr(" (packed)") : "");
	return ERR_OK;
}

/* True when the check holds after the change, or was reported as no longer valid. */
static bool is_accounted(
	const struct follow *f, const struct protect_check *c, const struct protect_list *end)
{
	const struct protect_check *now = partner(end, c);

	if (c->state != PROTECT_HOLDS || (now != NULL && now->state == PROTECT_HOLDS))
		return true;
	return !can_recompute(c) && is_hit(f, c, partner(&f->new, c));
}

/* Scans the result again: every digest that was right is right, except those reported as given up,
 * and no wrong one is new. */
static enum err_code verify(struct follow *f)
{
	struct protect_list end;
	enum err_code rc = protect_scan(blob_span(*f->after), &end, f->err);
	const struct protect_check *wrong = NULL;
	uint32_t i;

	for (i = 0; rc == ERR_OK && wrong == NULL && i < f->old.count; i++)
		if (!is_accounted(f, &f->old.checks[i], &end))
			wrong = &f->old.checks[i];
	for (i = 0; rc == ERR_OK && wrong == NULL && i < end.count; i++)
		if (end.checks[i].state == PROTECT_FAILS &&
			partner(&f->old, &end.checks[i]) == NULL)
			wrong = &end.checks[i];
	if (wrong != NULL)
		rc = err_set(f->err, ERR_FORMAT, "reading the result again, %s does not hold (%s)",
			tr(protect_kind_name(wrong->kind)), wrong->source);
	protect_free(&end);
	return rc;
}

static enum err_code follow_all(struct follow *f)
{
	bool again = true;
	unsigned rounds = 0;
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && again) {
		if (rounds++ == ROUNDS_MAX)
			return err_set(f->err, ERR_DENIED, "digests cover each other in a circle");
		rc = settle(f, &again);
	}
	if (rc == ERR_OK)
		rc = settle_rest(f);
	if (rc == ERR_OK)
		rc = settle_stray(f);
	return rc == ERR_OK ? verify(f) : rc;
}

enum err_code protect_follow(struct span before, struct blob *after,
	const struct protect_opts *opts, struct buf *log, struct err *err)
{
	struct follow f = {.before = before, .after = after, .opts = opts, .log = log, .err = err};
	struct fw_opts walk = {.deep = false};
	enum err_code rc;

	if (before.len != after->len)
		return err_set(err, ERR_USAGE, "the two images differ in size");
	if (span_equal(before, blob_span(*after)))
		return ERR_OK;
	rc = protect_scan(before, &f.old, err);
	if (rc == ERR_OK)
		rc = protect_scan(blob_span(*after), &f.new, err);
	if (rc == ERR_OK)
		rc = fw_walk(blob_span(*after), &walk, &f.tree, err);
	if (rc == ERR_OK)
		rc = follow_all(&f);
	protect_free(&f.old);
	protect_free(&f.new);
	fw_tree_free(&f.tree);
	return rc;
}
