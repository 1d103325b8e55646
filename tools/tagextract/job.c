/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/thread.h"
#include "biosbelt/tree.h"

#define PEEK_LEN ((size_t)1 << 18) /* bytes of the buffer of each thread: most files fit whole */
#define PAGE_LEN ((size_t)4096)
#define CHUNK    32 /* files a thread takes at once */

enum err_code job_path(const char *folder, const char *relative, struct blob *out, struct err *err)
{
	return path_join(folder, relative, out, err);
}

static char *copy_text(const char *text)
{
	size_t len = strlen(text) + 1;
	char *copy = malloc(len);

	if (copy != NULL)
		memcpy(copy, text, len);
	return copy;
}

static enum tree_action out_of_memory(struct job *job)
{
	err_set(&job->failure, ERR_NOMEM, "out of memory");
	return TREE_STOP;
}

static enum tree_action on_error(void *user, const char *path, const struct err *err);

static enum tree_action add_file(struct job *job, const struct tree_entry *e)
{
	struct file_info info = {.size = 0};
	struct job_file *f;
	struct err err;

	if (job->want_info && tree_entry_info(e, &info, &err) != ERR_OK)
		return on_error(job, e->path, &err);

	if (job->count == job->cap) {
		size_t cap = job->cap == 0 ? 1024 : job->cap * 2;
		struct job_file *bigger = realloc(job->files, cap * sizeof *bigger);

		if (bigger == NULL)
			return out_of_memory(job);
		job->files = bigger;
		job->cap = cap;
	}
	f = &job->files[job->count];
	*f = (struct job_file){.relative = copy_text(e->relative),
		.size = info.size,
		.mtime_ns = info.mtime_ns,
		.ino = info.ino};
	if (f->relative == NULL)
		return out_of_memory(job);
	job->count++;
	return TREE_GO_ON;
}

/* Is the folder the one that results go to? Asked only for folders of its name. */
static bool is_target(const struct job *job, const struct tree_entry *e)
{
	struct file_info a;
	struct file_info b;
	struct err ignored;

	if (job->skip == NULL || strcmp(path_base(e->path), path_base(job->skip)) != 0)
		return false;
	return file_info(e->path, false, &a, &ignored) == ERR_OK &&
	       file_info(job->skip, false, &b, &ignored) == ERR_OK && a.type == FILE_FOLDER &&
	       b.type == FILE_FOLDER && a.dev == b.dev && a.ino == b.ino;
}

static enum tree_action take_folder(struct job *job, const struct tree_entry *e)
{
	const char *base = path_base(e->relative);

	if (e->relative[0] == '\0') {
		job->folders++;
		return TREE_GO_ON;
	}
	if (strcmp(base, ".git") == 0) {
		job->skipped_git++;
		return TREE_SKIP_FOLDER;
	}
	if (job->filter.skip_build && strcmp(base, "Build") == 0) {
		job->skipped_build++;
		return TREE_SKIP_FOLDER;
	}
	if (filter_excludes(&job->filter, e->relative)) {
		job->skipped_name++;
		return TREE_SKIP_FOLDER;
	}
	if (is_target(job, e)) {
		job->skipped_target = true;
		return TREE_SKIP_FOLDER;
	}
	job->folders++;
	return TREE_GO_ON;
}

static enum tree_action on_entry(void *user, const struct tree_entry *e)
{
	struct job *job = user;

	switch (e->type) {
	case FILE_FOLDER:
		return take_folder(job, e);
	case FILE_REGULAR:
		/* a root that is a file has no name below itself */
		if (filter_takes(&job->filter,
			    e->relative[0] != '\0' ? e->relative : path_base(e->path)))
			return add_file(job, e);
		job->skipped_name++;
		return TREE_GO_ON;
	case FILE_LINK:
		job->skipped_links++;
		return TREE_GO_ON;
	default:
		job->skipped_special++;
		return TREE_GO_ON;
	}
}

static enum tree_action on_error(void *user, const char *path, const struct err *err)
{
	struct job *job = user;
	struct job_trouble *bigger =
		realloc(job->troubles, (job->trouble_count + 1) * sizeof *bigger);
	char *copy = copy_text(path);

	if (bigger != NULL)
		job->troubles = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return out_of_memory(job);
	}
	job->troubles[job->trouble_count++] = (struct job_trouble){copy, *err};
	return TREE_GO_ON;
}

enum err_code job_walk(struct job *job, struct err *err)
{
	struct tree_opts opts = {
		.may_ask = job->want_info, .on_entry = on_entry, .on_error = on_error, .user = job};
	enum err_code rc = tree_walk(job->source, &opts, err);

	if (rc == ERR_OK && job->failure.code != ERR_OK) {
		*err = job->failure;
		rc = err->code;
	}
	return rc;
}

struct work {
	struct job *job;
	atomic_size_t next;
	atomic_bool no_memory;
	void (*progress)(uint64_t files);
};

static void set_error(struct work *w, struct job_file *f, const struct err *err)
{
	f->err = malloc(sizeof *f->err);
	if (f->err == NULL)
		atomic_store(&w->no_memory, true);
	else
		*f->err = *err;
	f->action = ACTION_FAILED;
}

static enum err_code keep(struct job_file *f, struct scan_result *result, struct err *err)
{
	if (result->hit_count == 0) {
		scan_result_free(result);
		return ERR_OK;
	}
	f->result = malloc(sizeof *f->result);
	if (f->result == NULL) {
		scan_result_free(result);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*f->result = *result;
	return ERR_OK;
}

static enum err_code scan_span(struct job *job, struct job_file *f, struct span in, struct err *err)
{
	struct scan_result result;
	enum err_code rc = scan_bytes(&job->scan, f->relative, in, &result, err);

	return rc == ERR_OK ? keep(f, &result, err) : rc;
}

static enum err_code scan_whole(
	struct job *job, struct job_file *f, const char *path, struct err *err)
{
	struct blob b;
	enum err_code rc = file_read(path, JOB_FILE_MAX, &b, err);

	if (rc != ERR_OK)
		return rc;
	rc = scan_span(job, f, blob_span(b), err);
	blob_free(&b);
	return rc;
}

/* Could a file that does not fit the buffer hold a tag? Looked at piece by piece; the end of one
 * comes again in front of the next, so that no tag is cut. */
static enum err_code look_through(
	struct job *job, const char *path, uint8_t *buffer, bool *possible, struct err *err)
{
	size_t keep = job->scan.set->longest - 1;
	struct file_in *in;
	size_t have = 0;
	size_t got = 0;
	enum err_code rc = file_in_open(path, &in, err);

	*possible = false;
	if (rc != ERR_OK)
		return rc;
	do {
		if (have > keep) {
			memmove(buffer, buffer + have - keep, keep);
			have = keep;
		}
		rc = file_in_read(in, buffer + have, PEEK_LEN - have, &got, err);
		if (rc != ERR_OK)
			break;
		have += got;
		*possible = tag_set_possible(job->scan.set, span_of(buffer, have));
	} while (!*possible && got != 0);
	file_in_close(in);
	return rc;
}

static enum err_code scan_large(
	struct job *job, struct job_file *f, const char *path, uint8_t *buffer, struct err *err)
{
	bool possible = true;
	enum err_code rc = ERR_OK;

	if (job->scan.matcher == NULL)
		rc = look_through(job, path, buffer, &possible, err);
	return rc == ERR_OK && possible ? scan_whole(job, f, path, err) : rc;
}

/* The path of each file is put together where the last one stood. */
struct path_room {
	char *text;
	size_t cap;
};

static const char *path_of(
	struct path_room *room, const struct job *job, const struct job_file *f, struct err *err)
{
	size_t folder = strlen(job->source);
	size_t name = strlen(f->relative);
	size_t need = folder + name + 2;
	bool sep = name != 0 && folder != 0 && !path_is_sep(job->source[folder - 1]);

	if (room->text == NULL || need > room->cap) {
		char *bigger = realloc(room->text, 2 * need);

		if (bigger == NULL) {
			err_set(err, ERR_NOMEM, "out of memory");
			return NULL;
		}
		room->text = bigger;
		room->cap = 2 * need;
	}
	memcpy(room->text, job->source, folder);
	if (sep)
		room->text[folder] = '/';
	memcpy(room->text + folder + sep, f->relative, name + 1);
	return room->text;
}

static enum err_code scan_file(struct job *job, struct job_file *f, struct path_room *room,
	uint8_t *buffer, struct err *err)
{
	const char *path = path_of(room, job, f, err);
	size_t got = 0;
	enum err_code rc;

	if (path == NULL)
		return ERR_NOMEM;
	rc = file_peek(path, buffer, PEEK_LEN, &got, err);
	if (rc == ERR_OK && got < PEEK_LEN)
		rc = scan_span(job, f, span_of(buffer, got), err);
	else if (rc == ERR_OK)
		rc = scan_large(job, f, path, buffer, err);
	return rc;
}

static void worker(void *user, size_t number)
{
	struct work *w = user;
	uint8_t *whole = malloc(PEEK_LEN + PAGE_LEN);
	struct path_room room = {NULL, 0};
	uint8_t *buffer;
	size_t first;
	size_t i;

	(void)number;
	if (whole == NULL) {
		atomic_store(&w->no_memory, true);
		return;
	}
	/* The kernel's "rep movsb" copies to malloc's address, 16 bytes past a page, at a third of
	 * its speed on AMD Zen 3 and 4. */
	buffer = whole + (PAGE_LEN - (uintptr_t)whole % PAGE_LEN);
	while ((first = atomic_fetch_add(&w->next, CHUNK)) < w->job->count) {
		size_t end = first + CHUNK < w->job->count ? first + CHUNK : w->job->count;

		for (i = first; i < end; i++) {
			struct err err;

			if (!w->job->files[i].cached &&
				scan_file(w->job, &w->job->files[i], &room, buffer, &err) != ERR_OK)
				set_error(w, &w->job->files[i], &err);
		}
		if (w->progress != NULL)
			w->progress(end - first);
	}
	free(room.text);
	free(whole);
}

enum err_code job_scan(struct job *job, void (*progress)(uint64_t files), struct err *err)
{
	struct work w = {.job = job, .progress = progress};
	unsigned threads = job->threads != 0 ? job->threads : thread_cpu_count();

	thread_for(threads, threads, worker, &w);
	if (atomic_load(&w.no_memory))
		return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

size_t job_tagged(const struct job *job)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < job->count; i++)
		n += job->files[i].result != NULL;
	return n;
}

void job_free(struct job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++) {
		struct job_file *f = &job->files[i];

		if (f->result != NULL)
			scan_result_free(f->result);
		free(f->result);
		free(f->err);
		free(f->relative);
	}
	for (i = 0; i < job->trouble_count; i++)
		free(job->troubles[i].path);
	free(job->files);
	free(job->troubles);
	filter_free(&job->filter);
}
