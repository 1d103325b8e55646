/* SPDX-License-Identifier: MIT */
#include "biosbelt/glob.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/tree.h"

struct search {
	const char *pattern; /* below the root, with '/' as separator */
	int depth;           /* its parts; TREE_DEPTH_MAX with "**" in it */
	const struct glob_opts *opts;
	struct glob_list *list;
	struct err *err;
	enum err_code rc;
};

/* Length of the system's own mark of a path, \\?\, whose '?' matches nothing. */
static size_t mark_len(const char *path)
{
	bool marked = path_is_sep('\\') && path_is_sep(path[0]) && path_is_sep(path[1]) &&
		      path[2] == '?' && path_is_sep(path[3]);

	return marked ? 4 : 0;
}

bool glob_is_pattern(const char *path)
{
	struct file_info info;
	struct err err;

	return strpbrk(path + mark_len(path), "*?[") != NULL &&
	       (file_info(path, true, &info, &err) != ERR_OK || info.type == FILE_NONE);
}

/* A name that begins with a dot matches only a pattern with the dot. */
static bool hides(const char *relative, const char *pattern)
{
	const char *name = path_base(relative);
	const char *wanted = strrchr(pattern, '/');

	wanted = wanted != NULL ? wanted + 1 : pattern;
	return name[0] == '.' && wanted[0] != '.';
}

static enum tree_action take(void *user, const struct tree_entry *entry)
{
	struct search *s = user;
	enum tree_action next = TREE_GO_ON;
	char **bigger;

	if (entry->type == FILE_FOLDER) {
		next = entry->depth < s->depth ? TREE_GO_ON : TREE_SKIP_FOLDER;
		if (!s->opts->folders || entry->depth == 0)
			return next;
	}
	if (!tree_match(s->pattern, entry->relative, path_is_sep('\\')) ||
		hides(entry->relative, s->pattern))
		return next;
	if (s->list->count == s->opts->max) {
		s->rc = err_set(s->err, ERR_LIMIT, "more than %zu files", s->opts->max);
		return TREE_STOP;
	}
	bigger = realloc(s->list->paths, (s->list->count + 1) * sizeof *bigger);
	if (bigger != NULL)
		s->list->paths = bigger;
	if (bigger == NULL || (bigger[s->list->count] = alloc_text(entry->path)) == NULL) {
		s->rc = err_set(s->err, ERR_NOMEM, "out of memory");
		return TREE_STOP;
	}
	s->list->count++;
	return next;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folder before the pattern; "C:" alone would be joined to "C:/name", in the drive's root. */
static char *root_of(const char *pattern, size_t cut)
{
	char drive[] = {pattern[0], ':', '.', '\0'};

	if (cut == 0)
		return alloc_text(".");
	if (cut == 2 && pattern[1] == ':')
		return alloc_text(drive);
	return alloc_text_len(pattern, cut);
}

/* Moves cut past the folders that are there by just this name, whatever it looks like. */
static size_t past_folders(char *pattern, size_t cut)
{
	struct file_info info;
	struct err ignored;
	bool there = true;
	char *end;

	while (there && (end = strchr(pattern + cut, '/')) != NULL) {
		*end = '\0';
		there = file_info(pattern, false, &info, &ignored) == ERR_OK &&
			info.type == FILE_FOLDER;
		*end = '/';
		if (there)
			cut = (size_t)(end - pattern) + 1;
	}
	return cut;
}

/* Modifies pattern: cuts it at the last separator before the first special character. */
static enum err_code find_in(char *pattern, struct search *s, struct err *err)
{
	struct tree_opts opts = {.on_entry = take, .user = s};
	size_t mark = mark_len(pattern);
	size_t special = mark + strcspn(pattern + mark, "*?[");
	size_t cut = special;
	char *root;
	enum err_code rc;
	size_t i;

	for (i = 0; pattern[i] != '\0'; i++)
		if (path_is_sep(pattern[i]))
			pattern[i] = '/';
	while (cut > 0 && pattern[cut - 1] != '/')
		cut--;
	if (cut == 0 && special >= 2 && pattern[1] == ':' && path_is_sep('\\'))
		cut = 2; /* "C:*.txt" is in the working folder of that drive */
	cut = past_folders(pattern, cut);
	s->pattern = pattern + cut;
	s->depth = strstr(s->pattern, "**") != NULL ? TREE_DEPTH_MAX : 1;
	for (i = 0; s->pattern[i] != '\0' && s->depth < TREE_DEPTH_MAX; i++)
		s->depth += s->pattern[i] == '/';
	while (cut > 1 && pattern[cut - 1] == '/' && pattern[cut - 2] != ':') /* "C:/" is a root */
		cut--;
	root = root_of(pattern, cut);
	rc = root != NULL ? tree_walk(root, &opts, err) : err_set(err, ERR_NOMEM, "out of memory");
	free(root);
	return rc;
}

enum err_code glob_find(
	const char *pattern, const struct glob_opts *opts, struct glob_list *out, struct err *err)
{
	struct search s = {.opts = opts, .list = out, .err = err, .rc = ERR_OK};
	char *copy = alloc_text(pattern);
	enum err_code rc;

	*out = (struct glob_list){NULL, 0};
	if (copy == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = find_in(copy, &s, err);
	free(copy);
	if (rc == ERR_OK)
		rc = s.rc;
	if (rc == ERR_OK && out->count == 0)
		rc = err_set(err, ERR_IO, "no file matches");
	if (rc != ERR_OK) {
		glob_free(out);
		return err_prefix(err, "%s", pattern);
	}
	qsort(out->paths, out->count, sizeof *out->paths, by_path);
	return ERR_OK;
}

void glob_free(struct glob_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		free(list->paths[i]);
	free(list->paths);
	*list = (struct glob_list){NULL, 0};
}
