/* SPDX-License-Identifier: MIT */
#include "output/patch.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "change/hunks.h"

#define RENAME_LEAST 50  /* percent, git's default */
#define RENAME_TRIES 200 /* files of the base compared with one new file */

/* Both sides of a file. */
struct sides {
	struct blob old;
	struct blob new;
	struct hunk_names names;
};

/* Reading a FIFO could block forever. */
static enum err_code read_new(const struct job *job, const struct job_file *f, struct blob *out,
	bool *executable, struct err *err)
{
	struct file_info info;
	struct blob path;
	enum err_code rc = job_path(job->source, f->relative, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_info((const char *)path.ptr, false, &info, err);
	if (rc == ERR_OK && info.type == FILE_OTHER)
		rc = err_set(err, ERR_IO, "not a regular file");
	*executable = rc == ERR_OK && (info.mode & 0100) != 0;
	if (rc == ERR_OK)
		rc = file_read((const char *)path.ptr, JOB_FILE_MAX, out, err);
	blob_free(&path);
	return rc;
}

/* Whether the file of the base is missing in the tree. */
static bool is_gone(const struct job *job, const struct base_entry *e)
{
	struct file_info info;
	struct blob path;
	struct err ignored;
	bool gone;

	if (e->link || e->odd || path_join(job->source, e->path, &path, &ignored) != ERR_OK)
		return false;
	gone = file_info((const char *)path.ptr, true, &info, &ignored) == ERR_OK &&
	       info.type == FILE_NONE;
	blob_free(&path);
	return gone;
}

static bool same_ending(const char *a, const char *b)
{
	const char *x = strrchr(path_base(a), '.');
	const char *y = strrchr(path_base(b), '.');

	return x == NULL || y == NULL ? x == y : strcmp(x, y) == 0;
}

/* Entries of the base that are missing in the tree, listed when the first new file needs them. */
struct gone {
	size_t *list;
	size_t count, cap;
	bool known;
};

static void find_gone(const struct job *job, const struct base *base, struct gone *g)
{
	size_t i;

	for (i = 0; i < base->count && !g->known; i++)
		if (is_gone(job, &base->entries[i]) && ALLOC_ROOM(g->list, g->count, &g->cap))
			g->list[g->count++] = i;
	g->known = true;
}

/* Finds the missing file of the base that is most similar to the new one, and takes it off the
 * list. */
static void find_old_name(
	const struct base *base, struct gone *gone, const char *name, struct sides *s)
{
	unsigned tries = 0;
	size_t found = SIZE_MAX;
	size_t i;

	for (i = 0; i < gone->count && tries < RENAME_TRIES; i++) {
		const struct base_entry *e = &base->entries[gone->list[i]];
		struct blob old;
		struct err ignored;
		unsigned similar;

		if (!same_ending(e->path, name))
			continue;
		tries++;
		if (base_read(base, gone->list[i], &old, &ignored) != ERR_OK)
			continue;
		similar = hunks_similarity(blob_span(old), blob_span(s->new));
		if (similar < RENAME_LEAST || similar <= s->names.similarity) {
			blob_free(&old);
			continue;
		}
		blob_free(&s->old);
		s->old = old;
		s->names.similarity = similar;
		s->names.old_name = e->path;
		s->names.old_executable = base->has_modes ? e->executable : s->names.new_executable;
		found = i;
	}
	if (found != SIZE_MAX) {
		gone->count--;
		memmove(gone->list + found, gone->list + found + 1,
			(gone->count - found) * sizeof *gone->list);
	}
}

static enum err_code read_sides(const struct job *job, const struct job_file *f,
	const struct base *base, struct gone *gone, struct sides *s, struct err *err)
{
	const char *name = job_name(job, f);
	size_t i = base_find(base, name);
	enum err_code rc;

	*s = (struct sides){.names = {.new_name = name}};
	rc = read_new(job, f, &s->new, &s->names.new_executable, err);
	if (rc != ERR_OK)
		return rc;
	if (i == SIZE_MAX) {
		find_gone(job, base, gone);
		find_old_name(base, gone, name, s);
		return ERR_OK;
	}
	rc = base_read(base, i, &s->old, err);
	if (rc != ERR_OK) {
		blob_free(&s->new);
		return err_prefix(err, "%s/%s", base->name, name);
	}
	s->names.old_name = name;
	s->names.old_executable =
		base->has_modes ? base->entries[i].executable : s->names.new_executable;
	return ERR_OK;
}

static enum err_code mark_failed(struct job_file *f, const struct err *why, struct err *err)
{
	free(f->err);
	return job_file_failed(f, why) ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code patch_write(struct job *job, const struct patch_opts *opts, struct err *err)
{
	struct gone gone = {.list = NULL};
	enum err_code rc = ERR_OK;
	struct buf text;
	size_t i;

	buf_init(&text, 0);
	for (i = 0; i < job->count && rc == ERR_OK; i++) {
		struct job_file *f = &job->files[i];
		struct sides s;
		struct err why;

		if (f->result == NULL || !job_has_tag(job, f, opts->tag))
			continue;
		if (read_sides(job, f, opts->base, &gone, &s, &why) != ERR_OK) {
			rc = mark_failed(f, &why, err);
			continue;
		}
		text.len = 0;
		rc = hunks_patch(blob_span(s.old), blob_span(s.new), &s.names, &text, err);
		if (rc == ERR_OK && text.len > 0)
			rc = opts->write(opts->user, span_of(text.ptr, text.len), err);
		blob_free(&s.old);
		blob_free(&s.new);
	}
	buf_free(&text);
	free(gone.list);
	return rc;
}
