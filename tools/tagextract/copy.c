/* SPDX-License-Identifier: MIT */
#include "copy.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

/*
 * The files come in the order of their folders: one that was just made need not be made again.
 * there: length of the part of it that had stood before this run.
 */
struct last_folder {
	char *path;
	size_t len, there;
};

static void forget(struct last_folder *last)
{
	free(last->path);
	*last = (struct last_folder){NULL, 0, 0};
}

/* Removes what was made for a copy that failed. */
static void drop_folders(struct last_folder *last)
{
	if (last->path != NULL)
		file_drop_folders(last->path, last->there);
	forget(last);
}

static enum err_code make_parents(const char *path, struct last_folder *last, struct err *err)
{
	size_t len = path_dir_len(path);
	size_t there;
	char *folder;
	enum err_code rc;

	if (len == 0 || (last->len == len && memcmp(last->path, path, len) == 0))
		return ERR_OK;
	folder = malloc(len + 1);
	if (folder == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(folder, path, len);
	folder[len] = '\0';
	rc = file_mkdirs_new(folder, &there, err);
	forget(last);
	*last = (struct last_folder){folder, len, there};
	return rc;
}

static enum err_code write_copy(const char *path, struct span data, const struct file_info *info,
	bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force,
		.no_sync = true,
		.set_times = true,
		.mtime_ns = info->mtime_ns,
		.set_mode = true,
		.mode = info->mode & 0777};
	struct file_out *f;
	enum err_code rc = file_out_open(path, &opts, &f, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_out_write(f, data.ptr, data.len, err);
	if (rc == ERR_OK)
		return file_out_commit(f, err);
	file_out_abort(f);
	return rc;
}

static enum err_code put(struct job_file *f, const char *name, const char *to, struct span data,
	const struct file_info *info, const struct copy_opts *opts, struct last_folder *last,
	struct err *err)
{
	enum err_code rc;

	/* Existing bytes that are the same count as copied: a second run changes nothing. */
	if (file_holds(to, data)) {
		f->action = ACTION_IDENTICAL;
	} else {
		rc = make_parents(to, last, err);
		if (rc == ERR_OK)
			rc = write_copy(to, data, info, opts->force, err);
		/* Another run may have put it there meanwhile. */
		if (rc != ERR_OK && (rc != ERR_EXISTS || !file_holds(to, data))) {
			drop_folders(last);
			return rc;
		}
		f->action = rc == ERR_OK ? ACTION_COPIED : ACTION_IDENTICAL;
	}
	return opts->on_copied != NULL ? opts->on_copied(opts->user, name, data, err) : ERR_OK;
}

static enum err_code copy_one(struct job *job, struct job_file *f, const struct copy_opts *opts,
	struct last_folder *last, struct err *err)
{
	struct blob from;
	struct blob to = {NULL, 0};
	struct blob data = {NULL, 0};
	struct file_info info;
	enum err_code rc = job_path(job->source, f->relative, &from, err);

	if (rc != ERR_OK)
		return rc;
	rc = job_path(opts->target, job_name(job, f), &to, err);
	if (rc == ERR_OK)
		rc = file_info((const char *)from.ptr, false, &info, err);
	if (rc == ERR_OK)
		rc = file_read((const char *)from.ptr, JOB_FILE_MAX, &data, err);
	if (rc == ERR_OK)
		rc = put(f, job_name(job, f), (const char *)to.ptr, blob_span(data), &info, opts,
			last, err);
	blob_free(&from);
	blob_free(&to);
	blob_free(&data);
	return rc;
}

enum err_code copy_files(struct job *job, const struct copy_opts *opts, struct err *err)
{
	struct last_folder last = {NULL, 0, 0};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < job->count && rc == ERR_OK; i++) {
		struct job_file *f = &job->files[i];
		struct err why;

		if (f->result == NULL || copy_one(job, f, opts, &last, &why) == ERR_OK)
			continue;
		free(f->err);
		if (!job_file_failed(f, &why))
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	forget(&last);
	return rc;
}
