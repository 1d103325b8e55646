/* SPDX-License-Identifier: MIT */
#include "copies.h"

#include "biosbelt/diag.h"
#include "biosbelt/digest.h"
#include "biosbelt/file.h"
#include "output/copy.h"

/* Where the copies of one run are recorded. */
struct notes {
	struct buf manifest;
	struct record record;
	bool has_record;
};

/* A file that existed before belongs to the user, unless an earlier run wrote it. */
static enum err_code note_copied(
	void *user, const char *name, struct span data, bool written, struct err *err)
{
	struct notes *notes = user;
	char hex[SHA256_HEX_LEN];

	sha256_hex(data, hex);
	record_sum(&notes->manifest, name, hex);
	if (!notes->has_record || (!written && !record_has(&notes->record, name)))
		return ERR_OK;
	return record_add(&notes->record, name, hex, err);
}

static enum err_code write_manifest(const struct options *o, struct buf *manifest, struct err *err)
{
	struct blob b;
	enum err_code rc = buf_finish(manifest, &b, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_write(o->manifest, blob_span(b), o->force, err);
	blob_free(&b);
	return rc != ERR_OK ? err_prefix(err, "%s", o->manifest) : ERR_OK;
}

/* Copies are made even if the record cannot be read or written. */
static enum err_code open_record(struct notes *notes, const char *target, struct err *err)
{
	notes->has_record = true;
	if (record_open(target, &notes->record, err) == ERR_OK)
		return ERR_OK;
	notes->has_record = false;
	if (err->code == ERR_NOMEM)
		return err->code;
	diag_warn_err(notes->record.file != NULL ? notes->record.file : target, err);
	return ERR_OK;
}

/* Whether every file of the tree was read, and every one with the tag was copied. */
static bool is_whole(const struct job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++)
		if (job->files[i].err != NULL)
			return false;
	return job->trouble_count == 0;
}

static enum err_code close_record(struct notes *notes, bool remove, const char *target,
	struct record_stale *stale, struct err *err)
{
	struct err why;
	enum err_code rc = record_settle(&notes->record, target, remove, stale, err);

	if (record_save(&notes->record, &why) == ERR_OK || rc != ERR_OK)
		return rc;
	*err = why;
	return err_prefix(err, "%s", notes->record.file);
}

enum err_code copies_make(struct job *job, const struct options *o, const char *target, size_t tag,
	struct record_stale *stale, struct err *err)
{
	struct notes notes = {.has_record = false};
	struct copy_opts copy = {.target = target,
		.tag = tag,
		.force = o->force,
		.on_copied = note_copied,
		.user = &notes};
	struct record_stale unused;
	struct err ignored;
	enum err_code rc;

	buf_init(&notes.manifest, 0);
	rc = open_record(&notes, target, err);
	if (rc == ERR_OK)
		rc = copy_files(job, &copy, err);
	if (rc == ERR_OK && o->sync && !is_whole(job))
		diag_warn(
			"--sync: nothing is removed, for not everything could be read and copied");
	if (rc == ERR_OK && notes.has_record)
		rc = close_record(&notes, o->sync && is_whole(job), target, stale, err);
	else if (notes.has_record) /* record the copies made so far */
		(void)close_record(&notes, false, target, &unused, &ignored);
	else if (rc == ERR_OK && o->sync)
		rc = err_set(err, ERR_FORMAT, "--sync: without the record nothing is removed");
	if (rc == ERR_OK && o->manifest != NULL)
		rc = write_manifest(o, &notes.manifest, err);
	buf_free(&notes.manifest);
	record_free(&notes.record);
	return rc;
}

/* Whether the file to be written is one of those that were found. */
static enum err_code is_input(const struct job *job, const char *out, bool *same, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < job->count && rc == ERR_OK && !*same; i++) {
		struct blob path = {.ptr = NULL};

		if (job->files[i].result == NULL)
			continue;
		rc = job_path(job->source, job->files[i].relative, &path, err);
		*same = rc == ERR_OK && file_same((const char *)path.ptr, out);
		blob_free(&path);
	}
	return rc;
}

enum err_code copies_check(const struct job *job, const struct options *o, struct err *err)
{
	const char *out = o->archive != NULL && !o->split ? o->archive : o->manifest;
	struct file_info info;
	bool same = false;
	enum err_code rc = file_out_check(out, o->force, err);

	if (rc != ERR_OK || out == NULL)
		return rc;
	rc = file_info(out, false, &info, err);
	if (rc == ERR_OK && info.type != FILE_NONE)
		rc = is_input(job, out, &same, err);
	if (rc == ERR_OK && same)
		rc = err_set(err, ERR_USAGE, "%s: is one of the files that were found", out);
	return rc;
}
