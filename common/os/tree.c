/* SPDX-License-Identifier: MIT */
/* The walk keeps a stack of sorted name lists, one per level, so memory depends on the widest path
 * of the tree, not on its size. */
#include "biosbelt/tree.h"
#include "biosbelt/alloc.h"

#include <stdlib.h>
#include <string.h>

#include "os_private.h"

struct name {
	char *text;
	enum file_type type;
};

struct level {
	struct name *names;
	size_t count;
	size_t cap;
	size_t next;
	size_t path_len;       /* length of the folder's path */
	struct folder *folder; /* open as long as its entries may be asked about */
};

struct walk {
	const struct tree_opts *opts;
	struct level *levels; /* TREE_DEPTH_MAX + 1 of them */
	int depth;
	char *path;
	size_t path_cap;
	size_t root_len; /* bytes of path before the relative part */
};

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

static void level_clear(struct level *l)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		free(l->names[i].text);
	free(l->names);
	if (l->folder != NULL)
		folder_close(l->folder);
	*l = (struct level){0};
}

static bool level_add(struct level *l, const char *text, enum file_type type)
{
	char *copy = alloc_text(text);

	if (copy == NULL || !ALLOC_ROOM(l->names, l->count, &l->cap)) {
		free(copy);
		return false;
	}
	l->names[l->count++] = (struct name){copy, type};
	return true;
}

static enum err_code level_read(struct level *l, const char *path, bool keep, struct err *err)
{
	struct folder *f;
	struct err late = {0};
	enum file_type type;
	const char *name;
	enum err_code rc = folder_open(path, &f, err);

	if (rc != ERR_OK)
		return rc;
	while ((name = folder_next(f, &type, &late)) != NULL) {
		if (!level_add(l, name, type)) {
			err_set(&late, ERR_NOMEM, "out of memory");
			break;
		}
	}
	if (keep)
		l->folder = f;
	else
		folder_close(f);
	if (l->count > 1)
		qsort(l->names, l->count, sizeof l->names[0], by_name);
	if (late.code != ERR_OK) {
		*err = late;
		return late.code;
	}
	return ERR_OK;
}

/* path[0, len) + '/' + name; false when out of memory. */
static bool set_path(struct walk *w, size_t len, const char *name)
{
	size_t name_len = strlen(name);
	bool sep = len > 0 && !path_is_sep(w->path[len - 1]);
	size_t need = len + (sep ? 1 : 0) + name_len + 1;

	if (need > w->path_cap) {
		char *bigger = realloc(w->path, need * 2);

		if (bigger == NULL)
			return false;
		w->path = bigger;
		w->path_cap = need * 2;
	}
	if (sep)
		w->path[len++] = '/';
	memcpy(w->path + len, name, name_len + 1);
	return true;
}

static enum tree_action tell_error(struct walk *w, const struct err *err)
{
	if (w->opts->on_error == NULL)
		return TREE_GO_ON;
	return w->opts->on_error(w->opts->user, w->path, err);
}

static const char *relative_of(const struct walk *w)
{
	const char *rel = w->path + w->root_len;

	while (path_is_sep(*rel))
		rel++;
	return rel;
}

static bool keeps_folders(const struct walk *w)
{
	return w->opts->want_info || w->opts->may_ask;
}

enum err_code tree_entry_info(
	const struct tree_entry *entry, struct file_info *out, struct err *err)
{
	const struct walk *w = entry->walk;
	const struct level *l = &w->levels[w->depth];

	if (w->depth == 0 || l->folder == NULL)
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): tree_walk clears every level */
		return file_info(entry->path, w->depth > 0, out, err);
	return folder_info(l->folder, l->names[l->next - 1].text, entry->path, out, err);
}

/* Looks at the entry with the path w->path and calls on_entry. */
static enum tree_action visit(struct walk *w, enum file_type type, struct tree_entry *e)
{
	struct err err;

	*e = (struct tree_entry){
		.path = w->path, .relative = relative_of(w), .depth = w->depth, .walk = w};
	e->info.type = type;
	if (w->opts->want_info || type == FILE_NONE) {
		if (tree_entry_info(e, &e->info, &err) != ERR_OK)
			return tell_error(w, &err) == TREE_STOP ? TREE_STOP : TREE_SKIP_FOLDER;
	}
	e->type = e->info.type;
	if (e->type == FILE_NONE)
		return TREE_SKIP_FOLDER; /* removed since the folder was read */
	return w->opts->on_entry(w->opts->user, e);
}

/* Opens the folder in w->path as the next level. */
static enum tree_action descend(struct walk *w, struct err *err)
{
	struct level *l;
	size_t len = strlen(w->path);

	if (w->depth >= TREE_DEPTH_MAX) {
		err_set(err, ERR_LIMIT, "folders nested deeper than %d", TREE_DEPTH_MAX);
		return tell_error(w, err);
	}
	l = &w->levels[w->depth + 1];
	if (level_read(l, w->path, keeps_folders(w), err) != ERR_OK &&
		tell_error(w, err) == TREE_STOP)
		return TREE_STOP;
	w->path[len] = '\0';
	l->path_len = len;
	w->depth++;
	return TREE_GO_ON;
}

static enum err_code walk_levels(struct walk *w, struct err *err)
{
	while (w->depth > 0) {
		struct level *l = &w->levels[w->depth];
		struct tree_entry e;
		enum tree_action action;

		if (l->next == l->count) {
			level_clear(l);
			w->depth--;
			continue;
		}
		if (!set_path(w, l->path_len, l->names[l->next].text))
			return err_set(err, ERR_NOMEM, "out of memory");
		action = visit(w, l->names[l->next++].type, &e);
		if (action == TREE_GO_ON && e.type == FILE_FOLDER)
			action = descend(w, err);
		if (action == TREE_STOP)
			break;
	}
	return ERR_OK;
}

static enum err_code walk_root(struct walk *w, struct err *err)
{
	struct tree_entry e;
	enum tree_action action;
	enum err_code rc = file_info(w->path, false, &e.info, err);

	if (rc != ERR_OK)
		return rc;
	if (e.info.type == FILE_NONE)
		return err_set(err, ERR_NOTFOUND, "no such file or folder");
	action = visit(w, e.info.type, &e);
	if (action != TREE_GO_ON || e.type != FILE_FOLDER)
		return ERR_OK;
	rc = level_read(&w->levels[1], w->path, keeps_folders(w), err);
	if (rc != ERR_OK)
		return rc;
	w->levels[1].path_len = strlen(w->path);
	w->depth = 1;
	return walk_levels(w, err);
}

enum err_code tree_walk(const char *root, const struct tree_opts *opts, struct err *err)
{
	struct walk w = {.opts = opts, .root_len = strlen(root)};
	enum err_code rc;
	int i;

	w.levels = calloc(TREE_DEPTH_MAX + 1, sizeof w.levels[0]);
	if (w.levels == NULL || !set_path(&w, 0, root))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		rc = walk_root(&w, err);
	for (i = 0; w.levels != NULL && i <= TREE_DEPTH_MAX; i++)
		level_clear(&w.levels[i]);
	free(w.levels);
	free(w.path);
	return rc;
}
