/* SPDX-License-Identifier: MIT */
#include "output/copy.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/written.h"

/*
 * Files come in the order of their folders: the last folder made need not be made again. there:
 * length of the part of its path that existed before this run.
 */
struct last_folder {
	char *path;
	size_t len, there;
};

struct copier {
	struct job *job;
	const struct copy_opts *opts;
	struct last_folder last;
	struct written written; /* with force */
	struct job_room room;
	const char *from; /* the file that is copied */
	bool only_try;
};

static void forget(struct last_folder *last)
{
	free(last->path);
	*last = (struct last_folder){NULL, 0, 0};
}

/* Removes folders made for a copy that failed. */
static void drop_folders(struct last_folder *last)
{
	if (last->path != NULL)
		file_drop_folders(last->path, last->there);
	forget(last);
}

/* Makes the folders of path, for no more users than those of from. */
static enum err_code make_parents(
	const char *path, const char *from, struct last_folder *last, struct err *err)
{
	size_t len = path_dir_len(path);
	size_t there;
	char *folder;
	enum err_code rc;

	if (len == 0 || (last->len == len && memcmp(last->path, path, len) == 0))
		return ERR_OK;
	folder = alloc_text_len(path, len);
	if (folder == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = file_mkdirs_new(folder, &there, err);
	if (rc == ERR_OK && there < len) {
		char *like = alloc_text_len(from, path_dir_len(from));

		if (like != NULL)
			file_limit_folders(folder, there, like);
		free(like);
	}
	forget(last);
	*last = (struct last_folder){folder, len, there};
	return rc;
}

static enum err_code write_copy(const char *path, struct span data, const struct file_info *info,
	bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force,
		.no_device = true,
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

static enum err_code put(struct copier *c, struct job_file *f, const char *to, struct span data,
	const struct file_info *info, struct err *err)
{
	const struct copy_opts *opts = c->opts;
	const char *name = job_name(c->job, f);
	bool written = false;
	enum err_code rc;

	/* An identical existing file counts as copied: a second run changes nothing. */
	if (file_holds(to, data)) {
		f->action = ACTION_IDENTICAL;
	} else {
		rc = opts->force ? written_check(&c->written, opts->target, name, err) : ERR_OK;
		if (rc == ERR_OK)
			rc = make_parents(to, c->from, &c->last, err);
		if (rc == ERR_OK)
			rc = write_copy(to, data, info, opts->force, err);
		/* Another run may have written it meanwhile. */
		if (rc != ERR_OK && (rc != ERR_EXISTS || !file_holds(to, data))) {
			drop_folders(&c->last);
			return rc;
		}
		f->action = rc == ERR_OK ? ACTION_COPIED : ACTION_IDENTICAL;
		written = rc == ERR_OK;
	}
	rc = opts->force ? written_add(&c->written, name, err) : ERR_OK;
	if (rc != ERR_OK || opts->on_copied == NULL)
		return rc;
	return opts->on_copied(opts->user, name, data, written, err);
}

/* Looks at an existing file of that name. Only one of the same size is compared. */
static enum err_code try_put(struct copier *c, struct job_file *f, const char *from, const char *to,
	uint64_t size, struct err *err)
{
	struct blob own = {.ptr = NULL};
	struct file_info info;
	struct span data;
	bool same = false;
	enum err_code rc = file_info(to, true, &info, err);

	if (rc != ERR_OK || info.type == FILE_NONE)
		return rc;
	if (info.type == FILE_REGULAR && info.size == size) {
		rc = job_read(&c->room, from, &data, &own, err);
		same = rc == ERR_OK && file_holds(to, data);
		blob_free(&own);
	}
	if (same)
		f->action = ACTION_IDENTICAL;
	else if (!c->opts->force || info.type == FILE_FOLDER || info.type == FILE_OTHER)
		f->action = ACTION_DIFFERS;
	return rc;
}

static enum err_code copy_one(struct copier *c, struct job_file *f, struct err *err)
{
	struct blob from;
	struct blob to = {.ptr = NULL};
	struct blob own = {.ptr = NULL};
	struct span data;
	struct file_info info = {0};
	enum err_code rc = job_path(c->job->source, f->relative, &from, err);

	if (rc != ERR_OK)
		return rc;
	rc = job_path(c->opts->target, job_name(c->job, f), &to, err);
	if (rc == ERR_OK)
		rc = job_file_info(f, (const char *)from.ptr, &info, err);
	if (rc == ERR_OK && c->only_try) {
		rc = try_put(c, f, (const char *)from.ptr, (const char *)to.ptr, info.size, err);
	} else if (rc == ERR_OK) {
		c->from = (const char *)from.ptr;
		rc = job_read(&c->room, c->from, &data, &own, err);
		if (rc == ERR_OK) /* nor while it was read */
			rc = job_file_info(f, c->from, &info, err);
		if (rc == ERR_OK)
			rc = put(c, f, (const char *)to.ptr, data, &info, err);
	}
	blob_free(&from);
	blob_free(&to);
	blob_free(&own);
	return rc;
}

static enum err_code each_file(
	struct job *job, const struct copy_opts *opts, bool only_try, struct err *err)
{
	struct copier c = {.job = job, .opts = opts, .only_try = only_try};
	enum err_code rc = job_room_open(&c.room, err);
	size_t i;

	for (i = 0; i < job->count && rc == ERR_OK; i++) {
		struct job_file *f = &job->files[i];
		struct err why;

		if (f->result == NULL || !job_has_tag(job, f, opts->tag) ||
			copy_one(&c, f, &why) == ERR_OK)
			continue;
		free(f->err);
		if (!job_file_failed(f, &why))
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	forget(&c.last);
	written_free(&c.written);
	job_room_close(&c.room);
	return rc;
}

enum err_code copy_files(struct job *job, const struct copy_opts *opts, struct err *err)
{
	return each_file(job, opts, false, err);
}

enum err_code copy_try(struct job *job, const struct copy_opts *opts, struct err *err)
{
	return each_file(job, opts, true, err);
}
