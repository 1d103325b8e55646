/* SPDX-License-Identifier: MIT */
#include "queue/batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"

#define LOCK_NAME_MAX (QUEUE_ID_MAX + 8)

struct batch {
	const char *folder;
	char name[QUEUE_ID_MAX];
	struct blob path; /* merging/NAME */
	struct file_lock *lock;
	int64_t first_ns; /* ids count up from it, as the clock may stop or go back */
	struct queue_ids ids;
	size_t cap;
};

/* FOLDER/place/name, or FOLDER/place without a name */
static enum err_code path_of(const char *folder, enum queue_place place, const char *name,
	const char *more, struct blob *out, struct err *err)
{
	char full[LOCK_NAME_MAX];

	snprintf(full, sizeof full, "%s%s", name, more);
	return queue_path(folder, place, full, out, err);
}

static enum err_code take_lock(
	const char *folder, const char *name, struct file_lock **lock, struct err *err)
{
	struct blob path;
	bool busy;
	enum err_code rc = path_of(folder, QUEUE_MERGING, name, ".lock", &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_lock_open((const char *)path.ptr, lock, &busy, err);
	blob_free(&path);
	return rc;
}

static void end_lock(const char *folder, const char *name, struct file_lock *lock)
{
	struct blob path;
	struct err err;

	file_lock_close(lock);
	if (path_of(folder, QUEUE_MERGING, name, ".lock", &path, &err) == ERR_OK) {
		(void)file_remove((const char *)path.ptr, &err);
		blob_free(&path);
	}
}

static void close_batch(struct batch *b)
{
	if (b->lock != NULL)
		end_lock(b->folder, b->name, b->lock);
	blob_free(&b->path);
	free(b->ids.ids);
	free(b);
}

enum err_code batch_open(const char *folder, struct batch **out, struct err *err)
{
	struct batch *b = calloc(1, sizeof *b);
	enum err_code rc;

	if (b == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	b->folder = folder;
	b->first_ns = os_wall_time_ns();
	rc = queue_new_id(b->first_ns, b->name, err);
	if (rc == ERR_OK)
		rc = path_of(folder, QUEUE_MERGING, b->name, "", &b->path, err);
	if (rc == ERR_OK)
		rc = take_lock(folder, b->name, &b->lock, err);
	if (rc == ERR_OK && b->lock == NULL) /* another run has removed it meanwhile */
		rc = err_set(err, ERR_IO, "busy: try again");
	if (rc == ERR_OK)
		rc = file_mkdirs((const char *)b->path.ptr, err);
	if (rc != ERR_OK) {
		close_batch(b);
		return err_prefix(err, "%s", folder);
	}
	*out = b;
	return ERR_OK;
}

static enum err_code make_room(struct batch *b, struct err *err)
{
	if (b->ids.count >= QUEUE_MOST)
		return err_set(err, ERR_LIMIT, "a queue takes at most %d mails", QUEUE_MOST);
	if (!ALLOC_ROOM(b->ids.ids, b->ids.count, &b->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

enum err_code batch_add(struct batch *b, struct composed *c, struct err *err)
{
	struct blob path;
	char *id;
	enum err_code rc = make_room(b, err);

	if (rc != ERR_OK)
		return rc;
	id = b->ids.ids[b->ids.count];
	rc = queue_new_id(b->first_ns + (int64_t)b->ids.count, id, err);
	if (rc == ERR_OK)
		rc = path_join((const char *)b->path.ptr, id, &path, err);
	if (rc != ERR_OK)
		return rc;
	rc = queue_write((const char *)path.ptr, c, c->to, c->to_count, err);
	blob_free(&path);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", b->folder);
	b->ids.count++;
	return ERR_OK;
}

/* Moves a mail of a complete batch to the waiting ones; another run may have done so already. */
static enum err_code release_one(
	const char *folder, const char *batch, const char *id, struct err *err)
{
	struct blob from = {NULL, 0};
	struct blob to = {NULL, 0};
	enum err_code rc = path_join(batch, id, &from, err);

	if (rc == ERR_OK)
		rc = queue_path(folder, QUEUE_WAITING, id, &to, err);
	if (rc == ERR_OK)
		rc = file_rename((const char *)from.ptr, (const char *)to.ptr, true, err);
	blob_free(&from);
	blob_free(&to);
	return rc == ERR_NOTFOUND ? ERR_OK : rc;
}

static enum err_code release(
	const char *folder, const char *name, const struct queue_ids *ids, struct err *err)
{
	struct blob path;
	struct err unused;
	size_t i;
	enum err_code rc = path_of(folder, QUEUE_MERGED, name, "", &path, err);

	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < ids->count && rc == ERR_OK; i++)
		rc = release_one(folder, (const char *)path.ptr, ids->ids[i], err);
	if (rc == ERR_OK)
		rc = queue_sync(folder, QUEUE_WAITING, err);
	if (rc == ERR_OK)
		(void)file_remove((const char *)path.ptr, &unused);
	blob_free(&path);
	return rc;
}

static enum err_code commit(struct batch *b, struct err *err)
{
	struct blob to;
	enum err_code rc = file_sync_folder((const char *)b->path.ptr, err);

	if (rc != ERR_OK)
		return rc;
	rc = path_of(b->folder, QUEUE_MERGED, b->name, "", &to, err);
	if (rc != ERR_OK)
		return rc;
	rc = file_rename((const char *)b->path.ptr, (const char *)to.ptr, false, err);
	blob_free(&to);
	return rc;
}

enum err_code batch_commit(struct batch *b, struct queue_ids *ids, struct err *err)
{
	enum err_code rc = commit(b, err);

	if (rc != ERR_OK) {
		err_prefix(err, "%s", b->folder);
		batch_abort(b);
		return rc;
	}
	rc = queue_sync(b->folder, QUEUE_MERGED, err);
	if (rc == ERR_OK)
		rc = release(b->folder, b->name, &b->ids, err);
	if (rc == ERR_OK) {
		*ids = b->ids;
		b->ids = (struct queue_ids){NULL, 0};
	} else {
		err_prefix(err, "%s: the mails are in it, but", b->folder);
	}
	close_batch(b);
	return rc;
}

/* Removes merging/NAME and its files, none of which was ever sent. */
static void remove_part(const char *folder, const char *name)
{
	struct queue_ids files;
	struct blob path;
	struct err err;
	size_t i;

	if (queue_names(folder, QUEUE_MERGING, name, FILE_REGULAR, &files, &err) != ERR_OK)
		return;
	if (queue_path(folder, QUEUE_MERGING, name, &path, &err) == ERR_OK) {
		for (i = 0; i < files.count; i++) {
			struct blob file;

			if (path_join((const char *)path.ptr, files.ids[i], &file, &err) != ERR_OK)
				break;
			(void)file_remove((const char *)file.ptr, &err);
			blob_free(&file);
		}
		(void)file_remove((const char *)path.ptr, &err);
		blob_free(&path);
	}
	free(files.ids);
}

void batch_abort(struct batch *b)
{
	if (b == NULL)
		return;
	remove_part(b->folder, b->name);
	close_batch(b);
}

static enum err_code release_all(const char *folder, struct err *err)
{
	struct queue_ids batches;
	size_t i;
	enum err_code rc = queue_names(folder, QUEUE_MERGED, "", FILE_FOLDER, &batches, err);

	for (i = 0; rc == ERR_OK && i < batches.count; i++) {
		struct queue_ids mails;

		if (!queue_id_ok(batches.ids[i]))
			continue;
		rc = queue_names(folder, QUEUE_MERGED, batches.ids[i], FILE_REGULAR, &mails, err);
		if (rc == ERR_OK)
			rc = release(folder, batches.ids[i], &mails, err);
		free(mails.ids);
	}
	free(batches.ids);
	return rc;
}

/* "ID.lock" exists before the folder ID is made, and until it is removed. */
static bool cut_lock_name(char *name)
{
	char *dot = strstr(name, ".lock");

	if (dot == NULL || dot[strlen(".lock")] != '\0')
		return false;
	*dot = '\0';
	return queue_id_ok(name);
}

static enum err_code remove_parts(const char *folder, struct err *err)
{
	struct queue_ids locks;
	size_t i;
	enum err_code rc = queue_names(folder, QUEUE_MERGING, "", FILE_REGULAR, &locks, err);

	for (i = 0; rc == ERR_OK && i < locks.count; i++) {
		struct file_lock *lock = NULL;

		if (!cut_lock_name(locks.ids[i]))
			continue;
		rc = take_lock(folder, locks.ids[i], &lock, err);
		if (rc != ERR_OK || lock == NULL) /* another run is writing it */
			continue;
		remove_part(folder, locks.ids[i]);
		end_lock(folder, locks.ids[i], lock);
	}
	free(locks.ids);
	return rc;
}

enum err_code batch_recover(const char *folder, struct err *err)
{
	enum err_code rc = release_all(folder, err);

	if (rc == ERR_OK)
		rc = remove_parts(folder, err);
	return rc != ERR_OK ? err_prefix(err, "%s", folder) : ERR_OK;
}
