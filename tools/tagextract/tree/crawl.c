/* SPDX-License-Identifier: MIT */
/*
 * Walk and scan in one. Every thread takes a folder, lists it, leaves its subfolders to idle
 * threads, and scans the files while the folder is open, as opening a file relative to it is
 * cheaper than resolving the whole path. Only findings are kept, and sorted into the order of a
 * walk by names at the end.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/folder.h"
#include "biosbelt/thread.h"
#include "biosbelt/tree.h"
#include "tree/job.h"
#include "tree/results.h"

#define PIECE 512 /* files of one folder per task */

/* A folder to be listed (no names), or some files of a listed one. */
struct task {
	struct task *next;
	int depth; /* of the folder's entries; the root's have 1 */
	size_t folder_len;
	size_t names_len;
	char text[]; /* the folder below the source, "" for the source; then the names */
};

struct crawl {
	struct job *job;
	void (*progress)(uint64_t files);
	struct blob target; /* its real path, as links may lead to it; or empty */
	struct mutex *lock; /* protects all below */
	struct condvar *more;
	struct task *tasks;
	unsigned busy;
	struct err failure;
};

/* One thread. */
struct crawler {
	struct crawl *crawl;
	struct job part;   /* counters and findings of this thread */
	struct task *made; /* in the order of execution */
	struct task **made_end;
	struct job_room room;
	char *path; /* of the current entry */
	size_t path_cap;
	size_t root_len;   /* bytes of path before the relative part */
	size_t folder_len; /* before the name */
	struct buf files;  /* names, each ended by NUL */
	struct buf folders;
};

static enum err_code out_of_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

static bool put_bytes(struct crawler *w, size_t at, const char *text, size_t len)
{
	if (w->path == NULL || at + len + 2 > w->path_cap) {
		size_t cap = (at + len + 2) * 2;
		char *bigger = realloc(w->path, cap);

		if (bigger == NULL)
			return false;
		w->path = bigger;
		w->path_cap = cap;
	}
	memcpy(w->path + at, text, len);
	w->path[at + len] = '\0';
	return true;
}

static bool add_separator(struct crawler *w, size_t *len)
{
	if (*len == 0 || path_is_sep(w->path[*len - 1]))
		return true;
	if (!put_bytes(w, *len, "/", 1))
		return false;
	++*len;
	return true;
}

/* Sets the path to t's folder; names are appended to it. */
static bool enter(struct crawler *w, const struct task *t)
{
	const char *source = w->crawl->job->source;
	size_t len = strlen(source);

	if (!put_bytes(w, 0, source, len) || !add_separator(w, &len))
		return false;
	w->root_len = len;
	if (!put_bytes(w, len, t->text, t->folder_len))
		return false;
	w->folder_len = len + t->folder_len;
	if (t->folder_len != 0 && !add_separator(w, &w->folder_len))
		return false;
	return true;
}

static enum err_code add_trouble(
	struct crawler *w, const char *path, const struct err *why, struct err *err)
{
	return found_trouble(&w->part, path, why) ? ERR_OK : out_of_memory(err);
}

/* Whether the folder is the target; resolved only for folders with its name. */
static bool is_target(const struct crawl *c, const char *path, const char *base)
{
	const char *target = (const char *)c->target.ptr;

	return target != NULL && strcmp(base, path_base(target)) == 0 && file_same(path, target);
}

/* NULL: the folder is searched; else why not. */
static const char *leaves_folder(struct crawler *w, const char *base)
{
	const struct job *job = w->crawl->job;

	if (strcmp(base, ".git") == 0) {
		w->part.skipped_git++;
		return ".git";
	}
	if (filter_excludes(&job->filter, w->path + w->root_len, base)) {
		w->part.skipped_exclude++;
		return "excluded";
	}
	if (is_target(w->crawl, w->path, base)) {
		w->part.skipped_target = true;
		return "target folder";
	}
	w->part.folders++;
	return NULL;
}

/* *takes: whether the file is scanned. */
static enum err_code takes_file(struct crawler *w, const char *base, bool *takes, struct err *err)
{
	const struct filter *filter = &w->crawl->job->filter;

	*takes = filter_takes(filter, w->path + w->root_len, base);
	if (*takes)
		return ERR_OK;
	if (filter_excludes(filter, w->path + w->root_len, base)) {
		w->part.skipped_exclude++;
		return ERR_OK;
	}
	return found_other_name(&w->part, base) ? ERR_OK : out_of_memory(err);
}

static enum err_code keep_name(struct buf *names, const char *name, size_t len, struct err *err)
{
	buf_add(names, name, len + 1);
	return names->failed == ERR_OK ? ERR_OK : out_of_memory(err);
}

/* The entry with the path w->path: counts it, or keeps its name. */
static enum err_code meet(struct crawler *w, enum file_type type, size_t len, struct err *err)
{
	const char *base = w->path + w->folder_len;
	const char *why;
	enum err_code rc;
	bool takes;

	/* NOLINTBEGIN(clang-analyzer-unix.Malloc): the crawler frees its path at the end */
	switch (type) {
	case FILE_NONE: /* gone since the folder was read */
		return ERR_OK;
	case FILE_FOLDER:
		why = leaves_folder(w, base);
		if (why == NULL)
			return keep_name(&w->folders, base, len, err);
		break;
	case FILE_REGULAR:
		rc = takes_file(w, base, &takes, err);
		return rc == ERR_OK && takes ? keep_name(&w->files, base, len, err) : rc;
	case FILE_LINK:
		w->part.skipped_links++;
		why = "link";
		break;
	default:
		w->part.skipped_special++;
		why = "FIFO or device";
		break;
	}
	if (!w->crawl->job->want_skipped || found_skipped(&w->part, w->path + w->root_len, why))
		return ERR_OK;
	return out_of_memory(err);
	/* NOLINTEND(clang-analyzer-unix.Malloc) */
}

/* Collects the names in the folder. late: the error that ended the list early. */
static enum err_code list(struct crawler *w, struct folder *f, struct err *late, struct err *err)
{
	enum err_code rc = ERR_OK;
	enum file_type type;
	const char *name;

	w->files.len = 0;
	w->folders.len = 0;
	*late = (struct err){0};
	while (rc == ERR_OK && (name = folder_next(f, &type, late)) != NULL) {
		size_t len = strlen(name);
		struct file_info info;
		struct err why;

		if (!put_bytes(w, w->folder_len, name, len))
			return out_of_memory(err);
		/* NOLINTBEGIN(clang-analyzer-unix.Malloc): the crawler frees its path at the end */
		if (type == FILE_NONE) {
			if (folder_info(f, name, w->path, &info, &why) == ERR_OK)
				type = info.type;
			else
				rc = add_trouble(w, w->path, &why, err);
		}
		if (rc == ERR_OK)
			rc = meet(w, type, len, err);
		/* NOLINTEND(clang-analyzer-unix.Malloc) */
	}
	return rc;
}

static enum err_code add_task(
	struct crawler *w, int depth, struct span folder, struct span names, struct err *err)
{
	struct task *t = malloc(sizeof *t + folder.len + 1 + names.len);

	if (t == NULL)
		return out_of_memory(err);
	*t = (struct task){NULL, depth, folder.len, names.len};
	memcpy(t->text, folder.ptr, folder.len);
	t->text[folder.len] = '\0';
	if (names.len != 0)
		memcpy(t->text + folder.len + 1, names.ptr, names.len);
	if (w->made == NULL)
		w->made_end = &w->made;
	*w->made_end = t;
	w->made_end = &t->next;
	return ERR_OK;
}

static enum err_code add_folder(
	struct crawler *w, const struct task *t, const char *name, size_t len, struct err *err)
{
	struct err why;

	if (!put_bytes(w, w->folder_len, name, len))
		return out_of_memory(err);
	if (t->depth < TREE_DEPTH_MAX)
		return add_task(w, t->depth + 1,
			span_of(w->path + w->root_len, w->folder_len - w->root_len + len),
			span_of(NULL, 0), err);
	err_set(&why, ERR_LIMIT, "folders nested deeper than %d", TREE_DEPTH_MAX);
	return add_trouble(w, w->path, &why, err);
}

/* Number of bytes of at most count names. */
static size_t names_of(const char *names, size_t len, size_t count)
{
	size_t pos = 0;

	while (count-- > 0 && pos < len)
		pos += strlen(names + pos) + 1;
	return pos;
}

/* Makes tasks for other threads: the folders, and the files after the first piece, whose length is
 * *mine. */
static enum err_code share_out(
	struct crawler *w, const struct task *t, size_t *mine, struct err *err)
{
	const char *files = (const char *)w->files.ptr;
	enum err_code rc = ERR_OK;
	size_t pos;
	size_t len;

	for (pos = 0; pos < w->folders.len && rc == ERR_OK; pos += len + 1) {
		const char *name = (const char *)w->folders.ptr + pos;

		len = strlen(name);
		rc = add_folder(w, t, name, len, err);
	}
	*mine = names_of(files, w->files.len, PIECE);
	for (pos = *mine; pos < w->files.len && rc == ERR_OK; pos += len) {
		len = names_of(files + pos, w->files.len - pos, PIECE);
		rc = add_task(w, t->depth, span_of(t->text, t->folder_len),
			span_of(files + pos, len), err);
	}
	return rc;
}

/* Makes the tasks available to all threads. */
static void publish(struct crawler *w)
{
	struct crawl *c = w->crawl;

	if (w->made == NULL)
		return;
	mutex_lock(c->lock);
	*w->made_end = c->tasks;
	c->tasks = w->made;
	condvar_wake_all(c->more);
	mutex_unlock(c->lock);
	w->made = NULL;
}

/* Keeps the result of one file. */
static enum err_code keep(struct job *part, const struct job *job, const char *path,
	const char *relative, struct scan_result *result, const struct err *why, struct err *err)
{
	bool tagged = result->hit_count != 0;
	struct file_info info;
	struct err ignored;

	if (why == NULL && !tagged && !job->keep_all) {
		scan_result_free(result);
		return ERR_OK;
	}
	if (!found_file(part, relative, result, why))
		return out_of_memory(err);
	if (tagged && file_info(path, false, &info, &ignored) == ERR_OK) {
		part->files[part->count - 1].size = info.size;
		part->files[part->count - 1].mtime_ns = info.mtime_ns;
	}
	return ERR_OK;
}

/* Scans the file with the path w->path. f is NULL where the folder cannot be opened, because of
 * *trouble. */
static enum err_code look_at(
	struct crawler *w, struct folder *f, const struct err *trouble, struct err *err)
{
	const struct job *job = w->crawl->job;
	const char *name = w->path + w->folder_len;
	struct scan_result result = {.hits = NULL};
	const struct err *why = trouble;
	struct err late;

	w->part.scanned++;
	/* NOLINTBEGIN(clang-analyzer-unix.Malloc): the crawler frees its path at the end */
	if (why == NULL && (job_look(job, f, w->path, name, &w->room, &result, &late) != ERR_OK ||
				   scan_gave_up(&result, &late)))
		why = &late;
	return keep(&w->part, job, w->path, w->path + w->root_len, &result, why, err);
	/* NOLINTEND(clang-analyzer-unix.Malloc) */
}

static enum err_code scan_names(struct crawler *w, struct folder *f, const char *names, size_t len,
	const struct err *trouble, struct err *err)
{
	enum err_code rc = ERR_OK;
	uint64_t count = 0;
	size_t pos;
	size_t n;

	for (pos = 0; pos < len && rc == ERR_OK; pos += n + 1) {
		n = strlen(names + pos);
		if (!put_bytes(w, w->folder_len, names + pos, n))
			return out_of_memory(err);
		rc = look_at(w, f, trouble, err);
		count++;
	}
	if (w->crawl->progress != NULL && count > 0)
		w->crawl->progress(count);
	return rc;
}

static enum err_code list_and_scan(
	struct crawler *w, const struct task *t, struct folder *f, struct err *err)
{
	struct err late;
	size_t mine = 0;
	enum err_code rc = list(w, f, &late, err);

	if (rc == ERR_OK && late.code != ERR_OK) {
		if (t->depth == 1)
			return err_set(err, late.code, "%s", late.text);
		w->path[w->folder_len] = '\0';
		rc = add_trouble(w, w->path, &late, err);
	}
	if (rc == ERR_OK)
		rc = share_out(w, t, &mine, err);
	publish(w);
	return rc == ERR_OK ? scan_names(w, f, (const char *)w->files.ptr, mine, NULL, err) : rc;
}

/* Only errors of the whole run are returned. */
static enum err_code do_task(struct crawler *w, const struct task *t, struct err *err)
{
	const char *names = t->text + t->folder_len + 1;
	struct folder *f = NULL;
	enum err_code rc;
	struct err why;

	if (!enter(w, t))
		return out_of_memory(err);
	/* NOLINTBEGIN(clang-analyzer-unix.Malloc): the crawler frees its path at the end */
	if (folder_open(t->folder_len != 0 ? w->path : w->crawl->job->source, &f, &why) != ERR_OK) {
		if (t->names_len != 0)
			return scan_names(w, NULL, names, t->names_len, &why, err);
		if (t->depth == 1) {
			*err = why;
			return err->code;
		}
		w->path[w->folder_len - 1] = '\0'; /* without the separator */
		return add_trouble(w, w->path, &why, err);
	}
	/* NOLINTEND(clang-analyzer-unix.Malloc) */
	rc = t->names_len != 0 ? scan_names(w, f, names, t->names_len, NULL, err)
			       : list_and_scan(w, t, f, err);
	folder_close(f);
	return rc;
}

/* The next task; NULL when all are done. The thread counts as busy until it asks again. */
static struct task *next_task(struct crawl *c, bool was_busy)
{
	struct task *t;

	mutex_lock(c->lock);
	c->busy -= was_busy;
	while (c->tasks == NULL && c->busy > 0)
		condvar_wait(c->more, c->lock);
	t = c->tasks;
	if (t != NULL) {
		c->tasks = t->next;
		c->busy++;
	} else {
		condvar_wake_all(c->more);
	}
	mutex_unlock(c->lock);
	return t;
}

static void report_failure(struct crawl *c, const struct err *err)
{
	mutex_lock(c->lock);
	if (c->failure.code == ERR_OK)
		c->failure = *err;
	mutex_unlock(c->lock);
}

static void hand_in(struct crawler *w)
{
	struct crawl *c = w->crawl;
	bool room;

	mutex_lock(c->lock);
	room = found_add(c->job, &w->part);
	if (!room && c->failure.code == ERR_OK)
		out_of_memory(&c->failure);
	mutex_unlock(c->lock);
}

static void crawl_thread(void *user, size_t number)
{
	struct crawl *c = user;
	struct crawler w = {.crawl = c};
	struct task *t;
	struct err err;
	bool busy = false;
	bool failed = job_room_open(&w.room, &err) != ERR_OK;

	(void)number;
	thread_own_files();
	if (failed)
		report_failure(c, &err);
	while ((t = next_task(c, busy)) != NULL) {
		/* After a failure the remaining tasks are only freed. */
		if (!failed && do_task(&w, t, &err) != ERR_OK) {
			failed = true;
			report_failure(c, &err);
		}
		publish(&w);
		free(t);
		busy = true;
	}
	hand_in(&w);
	job_room_close(&w.room);
	free(w.path);
	buf_free(&w.files);
	buf_free(&w.folders);
}

static enum err_code crawl_tree(struct job *job, void (*progress)(uint64_t files), struct err *err)
{
	struct crawl c = {.job = job, .progress = progress};
	struct crawler first = {.crawl = &c};
	unsigned threads = job->threads != 0 ? job->threads : thread_cpu_count();
	enum err_code rc = add_task(&first, 1, span_of("", 0), span_of(NULL, 0), err);

	/* A missing target has nothing that could be scanned. */
	if (rc == ERR_OK && job->skip != NULL &&
		file_real_path(job->skip, &c.target, err) == ERR_NOMEM)
		rc = err->code;
	if (rc == ERR_OK)
		rc = mutex_new(&c.lock, err);
	if (rc == ERR_OK)
		rc = condvar_new(&c.more, err);
	if (rc == ERR_OK) {
		publish(&first);
		job->folders++;
		thread_for(threads, threads, crawl_thread, &c);
		found_sort(job);
		if (c.failure.code != ERR_OK) {
			*err = c.failure;
			rc = err->code;
		}
	}
	free(first.made);
	blob_free(&c.target);
	condvar_free(c.more);
	mutex_free(c.lock);
	return rc;
}

/* The source may be a single file, which has no relative path. */
static enum err_code take_file(struct job *job, struct err *err)
{
	const char *base = path_base(job->source);
	struct scan_result result = {.hits = NULL};
	struct job_room room;
	struct err why;
	enum err_code rc;

	if (!filter_takes(&job->filter, base, base))
		return found_other_name(job, base) ? ERR_OK : out_of_memory(err);
	job->scanned = 1;
	rc = job_room_open(&room, err);
	if (rc != ERR_OK)
		return rc;
	rc = job_look(job, NULL, job->source, base, &room, &result, &why);
	job_room_close(&room);
	if (rc == ERR_OK && scan_gave_up(&result, &why))
		rc = why.code;
	return keep(job, job, job->source, "", &result, rc != ERR_OK ? &why : NULL, err);
}

enum err_code job_run(struct job *job, void (*progress)(uint64_t files), struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(job->source, false, &info, err);

	if (rc != ERR_OK)
		return rc;
	switch (info.type) {
	case FILE_NONE:
		return err_set(err, ERR_NOTFOUND, "no such file or folder");
	case FILE_FOLDER:
		return crawl_tree(job, progress, err);
	case FILE_REGULAR:
		return take_file(job, err);
	default:
		job->skipped_special++;
		return ERR_OK;
	}
}
