/* SPDX-License-Identifier: MIT */
#include "output/patch.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "lib/lib_git2.h"

/* Both sides of a file; old is empty and *missing set where base has none. */
struct sides {
	struct blob old;
	struct blob new;
	bool missing;
	bool executable; /* the new one */
};

/* A FIFO would be waited for. */
static enum err_code read_side(
	const char *path, struct blob *out, bool *executable, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc == ERR_OK && info.type == FILE_OTHER)
		rc = err_set(err, ERR_IO, "not a regular file");
	*executable = rc == ERR_OK && (info.mode & 0100) != 0;
	return rc == ERR_OK ? file_read(path, JOB_FILE_MAX, out, err) : rc;
}

static enum err_code read_sides(const struct job *job, const struct job_file *f, const char *base,
	struct sides *s, struct err *err)
{
	struct blob path;
	bool ignored;
	enum err_code rc = job_path(job->source, f->relative, &path, err);

	*s = (struct sides){{NULL, 0}, {NULL, 0}, false, false};
	if (rc == ERR_OK) {
		rc = read_side((const char *)path.ptr, &s->new, &s->executable, err);
		blob_free(&path);
	}
	if (rc == ERR_OK)
		rc = job_path(base, job_name(job, f), &path, err);
	if (rc == ERR_OK) {
		rc = read_side((const char *)path.ptr, &s->old, &ignored, err);
		if (rc == ERR_NOTFOUND) {
			s->missing = true;
			rc = ERR_OK;
		} else if (rc != ERR_OK) {
			err_prefix(err, "%s", (const char *)path.ptr);
		}
		blob_free(&path);
	}
	if (rc != ERR_OK)
		blob_free(&s->new);
	return rc;
}

static void free_sides(struct sides *s)
{
	blob_free(&s->old);
	blob_free(&s->new);
}

static enum err_code mark_failed(struct job_file *f, const struct err *why, struct err *err)
{
	free(f->err);
	f->err = malloc(sizeof *f->err);
	if (f->err == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	*f->err = *why;
	f->action = ACTION_FAILED;
	return ERR_OK;
}

static enum err_code git_failed(const struct lib_git2 *lib, struct err *err)
{
	const git_error *last = lib->git_error_last();

	return err_set(err, ERR_NOMEM, "no diff: %s",
		last != NULL && last->message != NULL ? last->message : "unknown reason");
}

/* libgit2 compares bytes here and knows of no modes. */
static void tell_executable(struct span text, char *ptr)
{
	static const char mode[] = "\nnew file mode 100644\n";
	size_t at = span_find(text, 0, mode, sizeof mode - 1);

	if (at != SIZE_MAX)
		/* NOLINTNEXTLINE(bugprone-not-null-terminated-result): bytes, no string */
		memcpy(ptr + at + sizeof mode - 5, "755", 3);
}

/* Length of the line at pos without its end, or of the rest. */
static size_t line_len(struct span text, size_t pos)
{
	size_t end = span_find(text, pos, "\n", 1);

	return (end == SIZE_MAX ? text.len : end) - pos;
}

/*
 * Writes a diff as git does: a TAB ends the name of the lines "---" and "+++" when a blank is in
 * it, or patch(1) would take the blank for the end. libgit2 leaves the TAB out.
 */
static enum err_code write_diff(struct span text,
	enum err_code (*write)(void *user, struct span text, struct err *err), void *user,
	struct err *err)
{
	size_t done = 0;
	size_t pos = 0;
	enum err_code rc = ERR_OK;

	while (pos < text.len && rc == ERR_OK) {
		struct span line = span_of(text.ptr + pos, line_len(text, pos));

		if (line.len > 1 && memcmp(line.ptr, "@@", 2) == 0)
			break;
		pos += line.len;
		if (line.len > 4 &&
			(memcmp(line.ptr, "--- ", 4) == 0 || memcmp(line.ptr, "+++ ", 4) == 0) &&
			span_find(line, 4, " ", 1) != SIZE_MAX) {
			rc = write(user, span_of(text.ptr + done, pos - done), err);
			if (rc == ERR_OK)
				rc = write(user, span_of((const uint8_t *)"\t", 1), err);
			done = pos;
		}
		pos++;
	}
	return rc == ERR_OK ? write(user, span_of(text.ptr + done, text.len - done), err) : rc;
}

static enum err_code diff_sides(const struct lib_git2 *lib, const char *name, const struct sides *s,
	enum err_code (*write)(void *user, struct span text, struct err *err), void *user,
	struct err *err)
{
	git_diff_options opts;
	git_patch *patch = NULL;
	git_buf text = {0};
	enum err_code rc = ERR_OK;

	lib->git_diff_options_init(&opts, GIT_DIFF_OPTIONS_VERSION);
	opts.flags |= GIT_DIFF_SHOW_BINARY; /* UTF-16 is binary to git; the patch still applies */
	if (lib->git_patch_from_buffers(&patch, s->missing ? NULL : s->old.ptr, s->old.len, name,
		    s->new.ptr, s->new.len, name, &opts) != 0 ||
		lib->git_patch_to_buf(&text, patch) != 0)
		rc = git_failed(lib, err);
	else if (s->missing && s->executable)
		tell_executable(span_of(text.ptr, text.size), text.ptr);
	if (rc == ERR_OK && text.size > 0)
		rc = write_diff(span_of(text.ptr, text.size), write, user, err);
	lib->git_buf_dispose(&text);
	lib->git_patch_free(patch);
	return rc;
}

enum err_code base_patch(struct job *job, const char *base,
	enum err_code (*write)(void *user, struct span text, struct err *err), void *user,
	struct err *err)
{
	const struct lib_git2 *lib;
	enum err_code rc = lib_git2(&lib, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	if (lib->git_libgit2_init() < 0)
		return git_failed(lib, err);
	for (i = 0; i < job->count && rc == ERR_OK; i++) {
		struct job_file *f = &job->files[i];
		struct sides s;
		struct err why;

		if (f->result == NULL)
			continue;
		if (read_sides(job, f, base, &s, &why) != ERR_OK) {
			rc = mark_failed(f, &why, err);
			continue;
		}
		rc = diff_sides(lib, job_name(job, f), &s, write, user, err);
		free_sides(&s);
	}
	lib->git_libgit2_shutdown();
	return rc;
}

enum err_code base_untagged(struct job *job, const char *base,
	void (*tell)(void *user, const char *name, enum base_change change), void *user,
	struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < job->count && rc == ERR_OK; i++) {
		struct job_file *f = &job->files[i];
		struct sides s;
		struct err why;

		if (f->result != NULL || f->err != NULL)
			continue;
		if (read_sides(job, f, base, &s, &why) != ERR_OK) {
			rc = mark_failed(f, &why, err);
			continue;
		}
		if (s.missing)
			tell(user, job_name(job, f), BASE_ADDED);
		else if (!span_equal(blob_span(s.old), blob_span(s.new)))
			tell(user, job_name(job, f), BASE_MODIFIED);
		free_sides(&s);
	}
	return rc;
}
