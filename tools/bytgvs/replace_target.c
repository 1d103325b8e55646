/* SPDX-License-Identifier: MIT */
/* Selects the VBTs of an image to replace, and checks that the result has the new one in their
 * places. */
#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/tr.h"
#include "replace_part.h"

static bool is_named(const struct find *f, const char *which)
{
	uint64_t off;

	if (num_parse_u64(which, &off))
		return f->image_off == off;
	return strcmp(f->name, which) == 0;
}

static bool same_vbt(const struct find *a, const struct find *b)
{
	return strcmp(a->sha256, b->sha256) == 0;
}

/* A better target than others: for the same platform and table version. */
static bool is_same_platform(const struct find *f, const struct vbt_info *info)
{
	return strcmp(f->vbt.platform, info->platform) == 0 &&
	       f->vbt.bdb_version == info->bdb_version;
}

/* The find to replace, and whether another one differs from it. */
static const struct find *pick(
	const struct report *r, const struct replace_job *job, bool same_platform, bool *ambiguous)
{
	const char *which = job->opts->which;
	const struct find *best = NULL;
	uint32_t i;

	*ambiguous = false;
	for (i = 0; i < r->count; i++) {
		const struct find *f = &r->finds[i];

		if (f->kind != FIND_VBT || !f->whole || f->vbt.headerless ||
			(which != NULL && !is_named(f, which)) ||
			(same_platform && !is_same_platform(f, &job->info)))
			continue;
		if (best == NULL)
			best = f;
		else if (!same_vbt(best, f))
			*ambiguous = true;
	}
	return best;
}

enum err_code replace_targets(const struct report *r, const struct replace_job *job,
	uint32_t targets[REPLACE_TARGETS], size_t *count, struct err *err)
{
	uint64_t off;
	bool ambiguous, one = job->opts->which != NULL && num_parse_u64(job->opts->which, &off);
	const struct find *f = pick(r, job, false, &ambiguous);
	uint32_t i;

	if (f == NULL)
		return err_set(err, ERR_NOTFOUND,
			job->opts->which != NULL
				? N_("no whole VBT of that place or name in the image")
				: N_("no whole VBT in the image"));
	if (ambiguous)
		f = pick(r, job, true, &ambiguous);
	if (f == NULL || ambiguous)
		return err_set(err, ERR_USAGE,
			"several different VBTs in the image: choose one (--which, --list)");
	*count = 0;
	for (i = 0; i < r->count; i++) {
		const struct find *other = &r->finds[i];

		/* Copies that are packed together are in one place. */
		if (other != f &&
			((one && other->image_off != f->image_off) || other->kind != FIND_VBT ||
				!other->whole || other->vbt.headerless || !same_vbt(f, other)))
			continue;
		if (*count == REPLACE_TARGETS)
			return err_set(err, ERR_LIMIT,
				"more than %d copies of the VBT: --which "
				"with an offset replaces those of one place",
				REPLACE_TARGETS);
		targets[(*count)++] = i;
	}
	return ERR_OK;
}

static bool is_target(const uint32_t *targets, size_t count, uint32_t i)
{
	size_t k;

	for (k = 0; k < count; k++)
		if (targets[k] == i)
			return true;
	return false;
}

/* Whether the find contains a target, as a video BIOS does. */
static bool holds_target(
	const struct report *r, const uint32_t *targets, size_t count, const struct find *f)
{
	size_t k;

	for (k = 0; k < count; k++) {
		const struct find *t = &r->finds[targets[k]];

		if (t->space == f->space && t->off >= f->off && t->off - f->off < f->bytes.len)
			return true;
	}
	return false;
}

/* Including those beyond FW_DAMAGE_MAX. */
static uint64_t damages(const struct fw_tree *t)
{
	return (uint64_t)t->damage_count + t->damage_more;
}

enum err_code replace_verify(const struct replace_job *job, const struct report *before,
	const uint32_t *targets, size_t count, struct span image, struct err *err)
{
	struct span want = {job->vbt.ptr, job->info.size};
	struct report after;
	enum err_code rc = bytgvs_scan(image, 0, &after, err);
	uint32_t i;

	if (rc != ERR_OK)
		return rc;
	if (after.count != before->count)
		rc = err_set(err, ERR_FORMAT, "reading the result again found %u things, not %u",
			after.count, before->count);
	if (rc == ERR_OK && damages(&after.tree) > damages(&before->tree))
		rc = err_set(err, ERR_FORMAT, "reading the result again found damage: %s",
			after.tree.damages[0].text);
	for (i = 0; rc == ERR_OK && i < after.count; i++) {
		const struct find *a = &before->finds[i], *b = &after.finds[i];
		struct span got = blob_span(b->bytes);

		if (is_target(targets, count, i)) {
			if (b->kind != FIND_VBT || !b->whole || b->len != want.len ||
				!span_starts(got, want.ptr, want.len))
				rc = err_set(err, ERR_FORMAT,
					"reading the result again did not find the new VBT");
		} else if (a->kind != b->kind || a->whole != b->whole ||
			   (strcmp(a->stored_sha256, b->stored_sha256) != 0 &&
				   !holds_target(before, targets, count, a))) {
			rc = err_set(err, ERR_FORMAT, "reading the result again found %s changed",
				a->name);
		}
	}
	report_free(&after);
	return rc;
}
