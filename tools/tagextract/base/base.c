/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "biosbelt/tree.h"

static int by_path(const void *a, const void *b)
{
	const struct base_entry *x = a;
	const struct base_entry *y = b;
	int order = strcmp(x->path, y->path);

	return order != 0 ? order : num_order(x->order, y->order);
}

static void free_entry(struct base_entry *e)
{
	free(e->path);
	blob_free(&e->data);
}

/* An archive may have a path twice: the last entry counts, as when it is unpacked. */
static void sort(struct base *b)
{
	size_t kept = 0;
	size_t i;

	num_sort(b->entries, b->count, sizeof b->entries[0], by_path);
	for (i = 0; i < b->count; i++) {
		if (i + 1 < b->count && strcmp(b->entries[i].path, b->entries[i + 1].path) == 0)
			free_entry(&b->entries[i]);
		else
			b->entries[kept++] = b->entries[i];
	}
	b->count = kept;
}

static int of_path(const void *path, const void *entry)
{
	return strcmp(path, ((const struct base_entry *)entry)->path);
}

size_t base_find(const struct base *b, const char *path)
{
	const struct base_entry *e = num_find(path, b->entries, b->count, sizeof *e, of_path);

	return e != NULL ? (size_t)(e - b->entries) : SIZE_MAX;
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
	if (strcmp(path_base(entry->path), ".git") == 0) /* a file of a submodule or a work tree */
		return entry->type == FILE_FOLDER ? TREE_SKIP_FOLDER : TREE_GO_ON;
	if (entry->type == FILE_FOLDER)
		return TREE_GO_ON;
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

	return l->opts->on_trouble == NULL ||
			       l->opts->on_trouble(l->opts->user, path, why, &l->err) == ERR_OK
		       ? TREE_GO_ON
		       : TREE_STOP;
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
	if (rc == ERR_OK) {
		b->name = alloc_text(spec);
		if (b->name == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
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
	struct file_info info;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc == ERR_OK && info.type != FILE_FOLDER && info.type != FILE_NONE)
		rc = err_set(err, ERR_USAGE, "not a folder");
	if (rc == ERR_OK)
		rc = tree_walk(path, &tree, err);
	if (rc == ERR_OK) {
		*err = l.err; /* perhaps none */
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
		rc = base_open_archive(spec, opts->beside, &b, err);
	else if (info.type == FILE_NONE)
		rc = base_open_git(spec, opts, &b, err);
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
