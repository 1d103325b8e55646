/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/file.h"
#include "biosbelt/tree.h"

static bool is_safe(const char *path)
{
	const char *part = path;

	if (path[0] == '\0' || path_is_absolute(path))
		return false;
	for (;;) {
		size_t len = strcspn(part, "/");

		if (len == 0 || (len == 1 && part[0] == '.') ||
			(len == 2 && part[0] == '.' && part[1] == '.'))
			return false;
		if (part[len] == '\0')
			return true;
		part += len + 1;
	}
}

enum err_code base_add(struct base *b, const char *path, struct base_entry **out, struct err *err)
{
	size_t len = strlen(path);
	struct base_entry *e;

	if (!is_safe(path))
		return err_set(err, ERR_FORMAT, "a path that leads out of the tree: %s", path);
	if (b->count == BASE_COUNT_MAX)
		return err_set(err, ERR_LIMIT, "more than %u files", BASE_COUNT_MAX);
	if (b->count == b->cap) {
		size_t cap = b->cap == 0 ? 256 : b->cap * 2;
		struct base_entry *bigger = realloc(b->entries, cap * sizeof *bigger);

		if (bigger == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		b->entries = bigger;
		b->cap = cap;
	}
	e = &b->entries[b->count];
	*e = (struct base_entry){.path = malloc(len + 1), .order = b->count};
	if (e->path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(e->path, path, len + 1);
	b->count++;
	*out = e;
	return ERR_OK;
}

static int by_path(const void *a, const void *b)
{
	const struct base_entry *x = a;
	const struct base_entry *y = b;
	int order = strcmp(x->path, y->path);

	return order != 0 ? order : (x->order > y->order) - (x->order < y->order);
}

static void free_entry(struct base_entry *e)
{
	free(e->path);
	blob_free(&e->data);
}

/* An archive may hold a path twice: unpacked, the last one stays. */
static void sort(struct base *b)
{
	size_t kept = 0;
	size_t i;

	if (b->count > 1)
		qsort(b->entries, b->count, sizeof b->entries[0], by_path);
	for (i = 0; i < b->count; i++) {
		if (i + 1 < b->count && strcmp(b->entries[i].path, b->entries[i + 1].path) == 0)
			free_entry(&b->entries[i]);
		else
			b->entries[kept++] = b->entries[i];
	}
	b->count = kept;
}

size_t base_find(const struct base *b, const char *path)
{
	size_t low = 0;
	size_t high = b->count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(b->entries[mid].path, path);

		if (order == 0)
			return mid;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return SIZE_MAX;
}

/* ---- folders ---- */

struct listing {
	struct base *base;
	const struct base_opts *opts;
	struct err err;
};

static enum tree_action take_entry(void *user, const struct tree_entry *entry)
{
	struct listing *l = user;
	struct base_entry *e;

	if (entry->relative[0] == '\0' || entry->type == FILE_NONE)
		return TREE_GO_ON;
	if (entry->type == FILE_FOLDER)
		return strcmp(path_base(entry->path), ".git") == 0 ? TREE_SKIP_FOLDER : TREE_GO_ON;
	if (entry->depth == 1 && strcmp(entry->relative, ".git") == 0)
		return TREE_GO_ON; /* of a work tree elsewhere */
	if (base_add(l->base, entry->relative, &e, &l->err) != ERR_OK)
		return TREE_STOP;
	e->link = entry->type == FILE_LINK;
	e->odd = entry->type == FILE_OTHER;
	e->executable = entry->type == FILE_REGULAR && (entry->info.mode & 0100) != 0;
	e->mtime_ns = entry->info.mtime_ns;
	return TREE_GO_ON;
}

static enum tree_action take_trouble(void *user, const char *path, const struct err *why)
{
	struct listing *l = user;

	if (l->opts->on_trouble != NULL)
		l->opts->on_trouble(l->opts->user, path, why);
	return TREE_GO_ON;
}

static enum err_code folder_read(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	struct blob path;
	enum err_code rc = path_join(b->name, e->path, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = e->link ? file_read_link((const char *)path.ptr, out, err)
		     : file_read((const char *)path.ptr, BASE_FILE_MAX, out, err);
	blob_free(&path);
	return rc;
}

static void folder_close(struct base *b)
{
	(void)b;
}

static const struct base_kind folder_kind = {folder_read, folder_close};

static enum err_code finish(
	struct base *b, const char *spec, enum err_code rc, struct base *out, struct err *err)
{
	size_t len = strlen(spec);

	if (rc == ERR_OK) {
		b->name = malloc(len + 1);
		if (b->name == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
		else
			memcpy(b->name, spec, len + 1);
	}
	if (rc != ERR_OK) {
		base_close(b);
		return err_prefix(err, "%s", spec);
	}
	sort(b);
	*out = *b;
	return ERR_OK;
}

enum err_code base_open_folder(
	const char *path, const struct base_opts *opts, struct base *out, struct err *err)
{
	struct base b = {.kind = &folder_kind, .has_modes = !path_is_sep('\\')};
	struct listing l = {&b, opts, {.code = ERR_OK}};
	struct tree_opts tree = {
		.want_info = true, .on_entry = take_entry, .on_error = take_trouble, .user = &l};
	enum err_code rc = tree_walk(path, &tree, err);

	if (rc == ERR_OK && l.err.code != ERR_OK) {
		*err = l.err;
		rc = err->code;
	}
	return finish(&b, path, rc, out, err);
}

/* ---- all kinds ---- */

enum err_code base_open(
	const char *spec, const struct base_opts *opts, struct base *out, struct err *err)
{
	struct base b = {.has_modes = true};
	struct file_info info;
	enum err_code rc = file_info(spec, false, &info, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", spec);
	if (info.type == FILE_FOLDER)
		return base_open_folder(spec, opts, out, err);
	if (info.type == FILE_REGULAR)
		rc = base_open_archive(spec, opts->near, &b, err);
	else if (info.type == FILE_NONE)
		rc = base_open_git(spec, opts->near, &b, err);
	else
		rc = err_set(err, ERR_USAGE, "neither a folder nor a regular file");
	return finish(&b, spec, rc, out, err);
}

void base_close(struct base *b)
{
	size_t i;

	for (i = 0; i < b->count; i++)
		free_entry(&b->entries[i]);
	free(b->entries);
	free(b->name);
	if (b->kind != NULL)
		b->kind->close(b);
	*b = (struct base){.entries = NULL};
}

enum err_code base_read(const struct base *b, size_t i, struct blob *out, struct err *err)
{
	const struct base_entry *e = &b->entries[i];

	if (e->odd)
		return err_set(err, ERR_IO, "not a regular file");
	return b->kind->read(b, e, out, err);
}
