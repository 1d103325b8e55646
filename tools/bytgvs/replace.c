/* SPDX-License-Identifier: MIT */
#include "replace.h"

#include "biosbelt/protect.h"
#include "biosbelt/tr.h"
#include "board.h"
#include "replace_part.h"

#define DAMAGE_SHOWN 4u

static void report_place(struct replace_job *job, const struct find *f)
{
	buf_printf(job->output,
		tr("VBT %s, BDB %u, %zu bytes at 0x%zx%s%s: now %s, BDB %u, %zu bytes\n"),
		f->vbt.platform, f->vbt.bdb_version, f->len, f->image_off,
		f->path[0] != '\0' ? " " : "", f->path, job->info.platform, job->info.bdb_version,
		job->info.size);
}

/* Every difference to another board's table is reported; it has to be allowed by an option. */
static enum err_code check_board(
	struct replace_job *job, const struct report *r, const struct find *f, struct err *err)
{
	struct board_verdict v;

	board_verdict(job->vbt, &job->info, f, r, job->warnings, &v);
	if (v.other && !job->opts->other_board)
		return err_set(
			err, ERR_DENIED, "%s; --other-board writes it all the same", v.refusal);
	return ERR_OK;
}

/* Recomputes what is checked at boot, or refuses. */
static enum err_code follow_checks(struct replace_job *job, struct span before,
	const struct report *r, const struct find *f, struct blob *after, struct err *err)
{
	struct protect_opts opts = {job->opts->ignore_signature};
	size_t said = job->output->len;
	enum err_code rc = protect_follow(before, after, &opts, job->output, err);

	if (rc == ERR_DENIED) {
		(void)err_prefix(err, "the VBT at 0x%zx", f->image_off);
		return err_append(err, "; --ignore-signature writes it all the same");
	}
	if (rc == ERR_OK && job->output->len == said)
		buf_str(job->output,
			r->tree.damage_count == 0
				? tr("no known check covers the change\n")
				: tr("no known check covers the change, but the image is damaged: "
				     "a table in it may be missed\n"));
	return rc;
}

/* Parts of an unpacked update cannot be packed again, whatever options allow, nor are its own sums
 * redone. */
static enum err_code check_container(const struct report *r, const struct find *f, struct err *err)
{
	enum fw_update kind = fw_tree_opened(&r->tree, f->space, f->off);
	uint32_t node = fw_tree_at(&r->tree, f->space, f->off);

	while (f->space == 0 && node != FW_NONE && r->tree.nodes[node].kind != FW_PFS)
		node = r->tree.nodes[node].parent;
	if (kind == FW_UPDATE_NONE || (f->space == 0 && node == FW_NONE))
		return ERR_OK;
	return err_set(err, ERR_UNSUPPORTED,
		"the VBT at 0x%zx is packed in an update container (%s), whose parts are signed: "
		"unpack it first",
		f->image_off, fw_update_name(kind));
}

/* Replaces the targets one after the other: each is searched in the result of the last. */
static enum err_code replace_all(struct replace_job *job, struct span image,
	const struct report *before, const uint32_t *targets, size_t count, struct blob *out,
	struct err *err)
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

			report_place(job, f);
			rc = check_container(use, f, err);
			if (rc == ERR_OK && i == 0)
				rc = check_board(job, use, f, err);
			if (rc == ERR_OK)
				rc = replace_one(job, from, use, f, &next, err);
			if (rc == ERR_OK)
				rc = follow_checks(job, from, use, f, &next, err);
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

/* A replacement does not repair anything else: other damage of the image is reported. */
static void warn_damage(const struct report *r, struct buf *warnings)
{
	const struct fw_tree *t = &r->tree;
	uint32_t i, shown = t->damage_count < DAMAGE_SHOWN ? t->damage_count : DAMAGE_SHOWN;

	for (i = 0; i < shown; i++)
		buf_printf(warnings, tr("the image is damaged at 0x%zx: %s\n"),
			t->damages[i].image_off, t->damages[i].text);
	if (t->damage_count > shown)
		buf_printf(warnings,
			tr("the image is damaged in %u more place%s: --list reports all\n"),
			t->damage_count - shown + t->damage_more,
			tr_s(t->damage_count - shown + t->damage_more));
	if (report_limited(r))
		buf_str(warnings, tr("a limit was reached: not all of the image was searched\n"));
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
	struct replace_job job = {.vbt = new_vbt,
		.opts = opts,
		.output = &result.output,
		.warnings = &result.warnings};
	uint32_t targets[REPLACE_TARGETS];
	struct report before = {.count = 0};
	size_t count = 0, off;
	enum fw_codec packing = fw_codec_around(image, &off);
	const char *archive = fw_archive_name(image);
	enum err_code rc = read_new(new_vbt, &job.info, err);

	if (rc == ERR_OK && packing != FW_CODEC_NONE)
		rc = err_set(err, ERR_UNSUPPORTED, "packed with %s: unpack it first",
			fw_codec_name(packing));
	/* a file in it has a checksum there */
	if (rc == ERR_OK && archive != NULL)
		rc = err_set(
			err, ERR_UNSUPPORTED, "%s archive, not opened: unpack it first", archive);
	if (rc != ERR_OK)
		return rc;
	buf_init(&result.output, 0);
	buf_init(&result.warnings, 0);
	rc = bytgvs_scan(image, 0, &before, err);
	if (rc == ERR_OK)
		warn_damage(&before, &result.warnings);
	if (rc == ERR_OK)
		rc = replace_targets(&before, &job, targets, &count, err);
	if (rc == ERR_NOTFOUND && (report_damaged(&before) || report_limited(&before)))
		rc = err_set(err, ERR_FORMAT,
			"no whole VBT found in a damaged image; --list reports the damage");
	if (rc == ERR_OK)
		rc = replace_all(&job, image, &before, targets, count, &result.image, err);
	if (rc == ERR_OK)
		rc = replace_verify(&job, &before, targets, count, blob_span(result.image), err);
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
