/* SPDX-License-Identifier: MIT */
#include "replace.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/fwedit.h"
#include "biosbelt/num.h"
#include "biosbelt/protect.h"
#include "board.h"
#include "replace_part.h"

#define TARGET_MAX  64
#define DAMAGE_TOLD 4u
#define ROM_GAP     4u /* 0xFF bytes behind a video BIOS's VBT that count as room: we leave them */

/* A space on the way from the image (last) to the VBT (first), unpacked. */
struct level {
	uint32_t space;
	uint32_t node; /* innermost part around the change, in this space; FW_NONE: none */
	struct blob bytes;
};

struct levels {
	struct level list[FW_DEPTH_MAX + 1];
	size_t count;
};

struct job {
	struct span vbt; /* as given */
	struct vbt_info info;
	const struct replace_opts *opts;
	struct buf *output;
	struct buf *warnings;
};

static void levels_free(struct levels *l)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		blob_free(&l->list[i].bytes);
	l->count = 0;
}

static size_t node_end(const struct fw_node *n)
{
	return n->off + n->len;
}

/* The spaces from the find's to the image's, without their bytes. */
static bool list_spaces(const struct fw_tree *t, const struct find *f, struct levels *out)
{
	uint32_t space = f->space, node = f->node;

	out->count = 0;
	for (;;) {
		struct level *l;

		if (out->count > FW_DEPTH_MAX)
			return false;
		l = &out->list[out->count++];
		*l = (struct level){.space = space, .node = node};
		if (node != FW_NONE && t->nodes[node].space != space)
			l->node = FW_NONE;
		if (space == 0)
			return true;
		node = t->spaces[space].owner;
		if (node == FW_NONE)
			return false;
		space = t->nodes[node].space;
	}
}

static enum err_code unpack_level(
	const struct fw_tree *t, const struct level *outer, struct level *inner, struct err *err)
{
	const struct fw_node *n = &t->nodes[outer->node];
	struct fw_unpacked u;
	struct span stream;
	enum err_code rc;

	if (n->end != FW_END_WHOLE || n->stream_off > node_end(n) ||
		!span_slice(blob_span(outer->bytes), n->stream_off, node_end(n) - n->stream_off,
			&stream))
		return err_set(err, ERR_FORMAT, "the stream the VBT is packed in is damaged");
	rc = fw_unpack(n->codec, stream, t->spaces[inner->space].len, &u, err);
	if (rc != ERR_OK)
		return rc;
	if (u.end != FW_END_WHOLE || u.repaired || u.bytes.len != t->spaces[inner->space].len) {
		blob_free(&u.bytes);
		return err_set(err, ERR_FORMAT, "the stream the VBT is packed in is damaged");
	}
	inner->bytes = u.bytes;
	return ERR_OK;
}

static enum err_code levels_open(struct span image, const struct fw_tree *t, const struct find *f,
	struct levels *out, struct err *err)
{
	enum err_code rc;
	size_t i;

	memset(out, 0, sizeof *out);
	if (!list_spaces(t, f, out)) {
		out->count = 0;
		return err_set(err, ERR_LIMIT, "the VBT lies too deep");
	}
	rc = blob_copy(image, &out->list[out->count - 1].bytes, err);
	for (i = out->count - 1; rc == ERR_OK && i-- > 0;)
		rc = unpack_level(t, &out->list[i + 1], &out->list[i], err);
	if (rc != ERR_OK)
		levels_free(out);
	return rc;
}

/* Bytes the new VBT may take, and what fills the rest of them. */
static size_t slot_of(const struct find *f, struct span space, uint8_t *fill)
{
	size_t slot = f->bytes.len, gap = 0;

	*fill = 0;
	if (f->in_vbios) {
		const uint8_t *p = space.ptr + f->off + slot;

		while (f->off + slot + gap < space.len && p[gap] == 0xFF)
			gap++;
		*fill = 0xFF;
		return gap >= ROM_GAP ? slot + gap : slot;
	}
	if (slot > f->len)
		*fill = f->bytes.ptr[slot - 1];
	return slot;
}

static enum err_code write_vbt(
	const struct job *job, const struct find *f, struct blob *bytes, struct err *err)
{
	uint8_t fill;
	size_t slot = slot_of(f, blob_span(*bytes), &fill);
	size_t len = job->vbt.len;

	if (f->in_vbios || len > slot)
		len = job->info.size;
	if (len > slot)
		return err_set(err, ERR_LIMIT,
			"the new VBT has %zu bytes, there is room for %zu at %s", len, slot,
			f->path[0] != '\0' ? f->path : "the start");
	/* The gap behind may be more than what we once left: touch no more than needed. */
	if (f->in_vbios && slot > f->len && len <= f->len)
		slot = f->len;
	memcpy(bytes->ptr + f->off, job->vbt.ptr, len);
	memset(bytes->ptr + f->off + len, fill, slot - len);
	return ERR_OK;
}

/* Packs the inner level again and puts it into the outer one. */
static enum err_code pack_level(struct job *job, const struct fw_tree *t, const struct level *inner,
	struct level *outer, struct err *err)
{
	const struct fw_node *n = &t->nodes[outer->node];
	size_t room = node_end(n) - n->stream_off;
	struct span old;
	struct blob packed;
	enum err_code rc;

	if (!span_slice(blob_span(outer->bytes), n->stream_off, room, &old))
		return err_set(err, ERR_FORMAT, "the stream the VBT is packed in is damaged");
	rc = pack_stream(n->codec, blob_span(inner->bytes), old, room, &packed, err);
	if (rc != ERR_OK)
		return rc;
	if (packed.len > room &&
		!fw_section_grow(t, outer->node, packed.len - room, &outer->bytes)) {
		rc = err_set(err, ERR_LIMIT,
			"packed again, the %s stream at 0x%zx has %zu bytes; there is room for %zu",
			fw_codec_name(n->codec), n->stream_off, packed.len, room);
	} else {
		memcpy(outer->bytes.ptr + n->stream_off, packed.ptr, packed.len);
		buf_printf(job->output, "%s stream at 0x%zx packed again: %zu bytes, before %zu\n",
			fw_codec_name(n->codec), n->stream_off, packed.len, room);
	}
	blob_free(&packed);
	return rc;
}

/* One place: from image to *out. */
static enum err_code replace_one(struct job *job, struct span image, const struct report *r,
	const struct find *f, struct blob *out, struct err *err)
{
	struct levels l;
	enum err_code rc = levels_open(image, &r->tree, f, &l, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	rc = write_vbt(job, f, &l.list[0].bytes, err);
	for (i = 0; rc == ERR_OK && i < l.count; i++) {
		if (i > 0)
			rc = pack_level(job, &r->tree, &l.list[i - 1], &l.list[i], err);
		if (rc == ERR_OK)
			fw_checksums_redo(&r->tree, l.list[i].node, &l.list[i].bytes, job->output);
	}
	if (rc == ERR_OK) {
		*out = l.list[l.count - 1].bytes;
		l.list[l.count - 1].bytes = (struct blob){NULL, 0};
	}
	levels_free(&l);
	return rc;
}

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

/* Fits better than others: made for the same platform and version of the tables. */
static bool is_kin(const struct find *f, const struct vbt_info *info)
{
	return strcmp(f->vbt.platform, info->platform) == 0 &&
	       f->vbt.bdb_version == info->bdb_version;
}

/* The find to replace, and whether there is another one that differs from it. */
static const struct find *pick(
	const struct report *r, const struct job *job, bool kin_only, bool *ambiguous)
{
	const char *which = job->opts->which;
	const struct find *best = NULL;
	uint32_t i;

	*ambiguous = false;
	for (i = 0; i < r->count; i++) {
		const struct find *f = &r->finds[i];

		if (f->kind != FIND_VBT || !f->whole || f->vbt.headerless ||
			(which != NULL && !is_named(f, which)) ||
			(kin_only && !is_kin(f, &job->info)))
			continue;
		if (best == NULL)
			best = f;
		else if (!same_vbt(best, f))
			*ambiguous = true;
	}
	return best;
}

static enum err_code list_targets(const struct report *r, const struct job *job,
	uint32_t targets[TARGET_MAX], size_t *count, struct err *err)
{
	uint64_t off;
	bool ambiguous, one = job->opts->which != NULL && num_parse_u64(job->opts->which, &off);
	const struct find *f = pick(r, job, false, &ambiguous);
	uint32_t i;

	if (f == NULL)
		return err_set(err, ERR_NOTFOUND,
			job->opts->which != NULL ? "no whole VBT of that place or name in the image"
						 : "no whole VBT in the image");
	if (ambiguous)
		f = pick(r, job, true, &ambiguous);
	if (f == NULL || ambiguous)
		return err_set(err, ERR_USAGE,
			"several different VBTs in the image: say which one (--which, --list)");
	*count = 0;
	for (i = 0; i < r->count; i++) {
		const struct find *other = &r->finds[i];

		if (other != f && (one || other->kind != FIND_VBT || !other->whole ||
					  other->vbt.headerless || !same_vbt(f, other)))
			continue;
		if (*count == TARGET_MAX)
			return err_set(err, ERR_LIMIT,
				"more than %d copies of the VBT: --which "
				"with an offset replaces one of them",
				TARGET_MAX);
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

/* Does the find hold a target? A video BIOS does. */
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

/* The result read again: all finds as before, the targets new, no more damage. */
static enum err_code verify(const struct job *job, const struct report *before,
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
	if (rc == ERR_OK && after.tree.damage_count > before->tree.damage_count)
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

static void tell_place(struct job *job, const struct find *f)
{
	buf_printf(job->output,
		"VBT %s, BDB %u, %zu bytes at 0x%zx%s%s: now %s, BDB %u, %zu bytes\n",
		f->vbt.platform, f->vbt.bdb_version, f->len, f->image_off,
		f->path[0] != '\0' ? " " : "", f->path, job->info.platform, job->info.bdb_version,
		job->info.size);
}

/* Another board's table needs a word; every difference is told. */
static enum err_code check_board(
	struct job *job, const struct report *r, const struct find *f, struct err *err)
{
	struct board_verdict v;

	board_verdict(job->vbt, &job->info, f, r, job->warnings, &v);
	if (v.other && !job->opts->other_board)
		return err_set(
			err, ERR_DENIED, "%s; --other-board writes it all the same", v.refusal);
	return ERR_OK;
}

/* What is checked at boot: made right again, or a reason to refuse. */
static enum err_code follow_checks(struct job *job, struct span before, const struct find *f,
	struct blob *after, struct err *err)
{
	struct protect_opts opts = {job->opts->ignore_signature};
	size_t said = job->output->len;
	enum err_code rc = protect_follow(before, after, &opts, job->output, err);

	if (rc == ERR_DENIED) {
		(void)err_prefix(err, "the VBT at 0x%zx", f->image_off);
		return err_append(err, "; --ignore-signature writes it all the same");
	}
	if (rc == ERR_OK && job->output->len == said)
		buf_str(job->output, "no known check covers the change\n");
	return rc;
}

/* All targets, one after the other: each is looked for again in what the last one left. */
static enum err_code replace_all(struct job *job, struct span image, const struct report *before,
	const uint32_t *targets, size_t count, struct blob *out, struct err *err)
{
	struct blob now = {NULL, 0};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; rc == ERR_OK && i < count; i++) {
		struct report r = {.count = 0};
		struct blob next = {NULL, 0};
		const struct report *use = before;
		struct span from = i == 0 ? image : blob_span(now);

		if (i > 0) {
			rc = bytgvs_scan(from, 0, &r, err);
			use = &r;
		}
		if (rc == ERR_OK && use->count != before->count)
			rc = err_set(err, ERR_FORMAT, "the image changed in an unforeseen way");
		if (rc == ERR_OK) {
			const struct find *f = &use->finds[targets[i]];

			tell_place(job, f);
			rc = i == 0 ? check_board(job, use, f, err) : ERR_OK;
			if (rc == ERR_OK)
				rc = replace_one(job, from, use, f, &next, err);
			if (rc == ERR_OK)
				rc = follow_checks(job, from, f, &next, err);
		}
		if (rc != ERR_OK)
			blob_free(&next);
		if (i > 0)
			report_free(&r);
		blob_free(&now);
		now = next;
	}
	if (rc != ERR_OK)
		blob_free(&now);
	else
		*out = now;
	return rc;
}

/* A swap mends nothing else: what is wrong with the image is told with it. */
static void warn_damage(const struct report *r, struct buf *warnings)
{
	const struct fw_tree *t = &r->tree;
	uint32_t i, told = t->damage_count < DAMAGE_TOLD ? t->damage_count : DAMAGE_TOLD;

	for (i = 0; i < told; i++)
		buf_printf(warnings, "the image is damaged at 0x%zx: %s\n", t->damages[i].image_off,
			t->damages[i].text);
	if (t->damage_count > told)
		buf_printf(warnings, "the image is damaged in %u more places: --list tells them\n",
			t->damage_count - told + t->damage_more);
	if (t->limited || r->limited)
		buf_str(warnings, "a limit was reached: not all of the image was searched\n");
}

static enum err_code read_new(struct span bytes, struct vbt_info *info, struct err *err)
{
	if (vbt_probe(bytes, 0, info) == VBT_NONE || info->headerless)
		return err_set(err, ERR_USAGE, "no VBT");
	if (info->state != VBT_WHOLE)
		return err_set(err, ERR_USAGE, "the VBT is cut short: %zu of %zu bytes",
			info->present, info->size);
	return ERR_OK;
}

enum err_code bytgvs_check_new(struct span new_vbt, struct err *err)
{
	struct vbt_info info;

	return read_new(new_vbt, &info, err);
}

enum err_code bytgvs_replace(struct span image, struct span new_vbt,
	const struct replace_opts *opts, struct replaced *out, struct err *err)
{
	struct replaced result = {.places = 0};
	struct job job = {.vbt = new_vbt,
		.opts = opts,
		.output = &result.output,
		.warnings = &result.warnings};
	uint32_t targets[TARGET_MAX];
	struct report before = {.count = 0};
	size_t count = 0;
	enum err_code rc = read_new(new_vbt, &job.info, err);

	if (rc != ERR_OK)
		return rc;
	buf_init(&result.output, 0);
	buf_init(&result.warnings, 0);
	rc = bytgvs_scan(image, 0, &before, err);
	if (rc == ERR_OK)
		warn_damage(&before, &result.warnings);
	if (rc == ERR_OK)
		rc = list_targets(&before, &job, targets, &count, err);
	if (rc == ERR_NOTFOUND && (report_damaged(&before) || before.tree.limited))
		rc = err_set(err, ERR_FORMAT,
			"no whole VBT found in a damaged image; --list tells the damage");
	if (rc == ERR_OK)
		rc = replace_all(&job, image, &before, targets, count, &result.image, err);
	if (rc == ERR_OK)
		rc = verify(&job, &before, targets, count, blob_span(result.image), err);
	report_free(&before);
	if (rc == ERR_OK && (result.output.failed != ERR_OK || result.warnings.failed != ERR_OK))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc != ERR_OK) {
		replaced_free(&result);
		return rc;
	}
	result.places = (unsigned)count;
	*out = result;
	return ERR_OK;
}

void replaced_free(struct replaced *r)
{
	blob_free(&r->image);
	buf_free(&r->output);
	buf_free(&r->warnings);
}
