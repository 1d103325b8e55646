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

static enum err_code read_new(const struct job *job, const struct job_file *f, struct blob *out,
	bool *executable, struct err *err)
{
	struct file_info info;
	struct blob path;
	enum err_code rc = job_path(job->source, f->relative, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = job_file_info(f, (const char *)path.ptr, &info, err);
	*executable = rc == ERR_OK && (info.mode & 0100) != 0;
	if (rc == ERR_OK)
		rc = file_read((const char *)path.ptr, JOB_FILE_MAX, out, err);
	blob_free(&path);
	return rc;
}

/* *gone: the file of the base is missing in the tree. */
static enum err_code find_in_tree(
	const struct job *job, const struct base_entry *e, bool *gone, struct err *err)
{
	struct file_info info;
	struct blob path;
	struct err ignored;

	*gone = false;
	if (e->link || e->odd)
		return ERR_OK;
	if (path_join(job->source, e->path, &path, err) != ERR_OK)
		return err->code;
	*gone = file_info((const char *)path.ptr, true, &info, &ignored) == ERR_OK &&
		info.type == FILE_NONE;
	blob_free(&path);
	return ERR_OK;
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

static enum err_code find_gone(
	const struct job *job, const struct base *base, struct gone *g, struct err *err)
{
	size_t i;

	for (i = 0; i < base->count && !g->known; i++) {
		bool gone;

		if (find_in_tree(job, &base->entries[i], &gone, err) != ERR_OK)
			return err->code;
		if (gone && !ALLOC_ROOM(g->list, g->count, &g->cap))
			return err_set(err, ERR_NOMEM, "out of memory");
		if (gone)
			g->list[g->count++] = i;
	}
	g->known = true;
	return ERR_OK;
}

/* Finds the missing file of the base that is most similar to the new one, and takes it off the
 * list. */
static enum err_code find_old_name(const struct base *base, struct gone *gone, const char *name,
	struct sides *s, struct err *err)
{
	unsigned tries = 0;
	size_t found = SIZE_MAX;
	size_t i;

	for (i = 0; i < gone->count && tries < RENAME_TRIES; i++) {
		const struct base_entry *e = &base->entries[gone->list[i]];
		struct blob old;
		unsigned similar;

		if (!same_ending(e->path, name))
			continue;
		tries++;
		if (base_read(base, gone->list[i], &old, err) != ERR_OK) {
			if (err->code == ERR_NOMEM)
				return err->code;
			continue;
		}
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
	return ERR_OK;
}

/* The caller frees what s has, on failure too. */
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
		rc = find_gone(job, base, gone, err);
		if (rc == ERR_OK)
			rc = find_old_name(base, gone, name, s, err);
		return rc;
	}
	rc = base_read(base, i, &s->old, err);
	if (rc != ERR_OK)
		return err_prefix(err, "%s/%s", base->name, name);
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
		} else {
			text.len = 0;
			rc = hunks_patch(blob_span(s.old), blob_span(s.new), &s.names, &text, err);
			if (rc == ERR_OK && text.len > 0)
				rc = opts->write(opts->user, span_of(text.ptr, text.len), err);
		}
		blob_free(&s.old);
		blob_free(&s.new);
	}
	buf_free(&text);
	free(gone.list);
	return rc;
}
