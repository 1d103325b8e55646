/* SPDX-License-Identifier: MIT */
#include "copy.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

/* Existing bytes that are the same count as copied: a second run changes nothing. */
static bool is_same(const char *path, struct span data)
{
	struct file_info info;
	struct file_map map;
	struct err ignored;
	bool same;

	if (file_info(path, false, &info, &ignored) != ERR_OK || info.type != FILE_REGULAR ||
		info.size != data.len)
		return false;
	if (file_map_open(path, data.len, false, &map, &ignored) != ERR_OK)
		return false;
	same = span_equal(map.data, data);
	file_map_close(&map);
	return same;
}

static enum err_code make_parents(const char *path, struct err *err)
{
	size_t len = path_dir_len(path);
	char *folder = malloc(len + 1);
	enum err_code rc;

	if (folder == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(folder, path, len);
	folder[len] = '\0';
	rc = len == 0 ? ERR_OK : file_mkdirs(folder, err);
	free(folder);
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

static enum err_code put(struct job_file *f, const char *to, struct span data,
	const struct file_info *info, const struct copy_opts *opts, struct err *err)
{
	enum err_code rc;

	if (is_same(to, data)) {
		f->action = ACTION_IDENTICAL;
	} else {
		rc = make_parents(to, err);
		if (rc == ERR_OK)
			rc = write_copy(to, data, info, opts->force, err);
		if (rc != ERR_OK)
			return rc;
		f->action = ACTION_COPIED;
	}
	return opts->on_copied != NULL ? opts->on_copied(opts->user, f, data, err) : ERR_OK;
}

static enum err_code copy_one(
	struct job *job, struct job_file *f, const struct copy_opts *opts, struct err *err)
{
	const char *below = f->relative[0] != '\0' ? f->relative : path_base(job->source);
	struct blob from;
	struct blob to = {NULL, 0};
	struct blob data = {NULL, 0};
	struct file_info info;
	enum err_code rc = job_path(job->source, f->relative, &from, err);

	if (rc != ERR_OK)
		return rc;
	if (f->relative[0] == '\0')
		from.ptr[from.len - 1] = '\0';
	rc = job_path(opts->target, below, &to, err);
	if (rc == ERR_OK)
		rc = file_info((const char *)from.ptr, false, &info, err);
	if (rc == ERR_OK)
		rc = file_read((const char *)from.ptr, JOB_FILE_MAX, &data, err);
	if (rc == ERR_OK)
		rc = put(f, (const char *)to.ptr, blob_span(data), &info, opts, err);
	blob_free(&from);
	blob_free(&to);
	blob_free(&data);
	return rc;
}

enum err_code copy_files(struct job *job, const struct copy_opts *opts, struct err *err)
{
	size_t i;

	for (i = 0; i < job->count; i++) {
		struct job_file *f = &job->files[i];
		struct err why;

		if (f->result == NULL || copy_one(job, f, opts, &why) == ERR_OK)
			continue;
		f->action = ACTION_FAILED;
		free(f->err);
		f->err = malloc(sizeof *f->err);
		if (f->err == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		*f->err = why;
	}
	return ERR_OK;
}
