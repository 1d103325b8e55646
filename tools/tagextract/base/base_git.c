/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "lib/lib_git2.h"

struct git_part {
	git_repository *repo;
	size_t skip; /* bytes of a submodule's paths that are not of its repository */
};

struct git_base {
	const struct lib_git2 *lib;
	struct git_part *parts; /* the repository, then its submodules */
	size_t count;
	size_t cap;
	char *below; /* the compared folder of the repository, with a trailing '/', or "" */
};

static enum err_code git_failed(const struct lib_git2 *lib, enum err_code code, struct err *err)
{
	const git_error *last = lib->git_error_last();

	return err_set(err, code, "%s",
		last != NULL && last->message != NULL ? last->message : "git failed");
}

/* ERR_NOTFOUND: there is none. */
static enum err_code open_repository(const struct lib_git2 *lib, const char *path, unsigned flags,
	git_repository **out, struct err *err)
{
	int got = lib->git_repository_open_ext(out, path, flags, NULL);
	const git_error *last = lib->git_error_last();

	if (got == 0)
		return ERR_OK;
	/* libgit2 1.5 says no more than that the setting was not found */
	if (got == GIT_EOWNER ||
		(got == GIT_ENOTFOUND && last != NULL && last->klass == GIT_ERROR_CONFIG))
		return err_set(err, ERR_UNSUPPORTED,
			"the git repository of %s belongs to another user (see git's "
			"safe.directory)",
			path);
	return git_failed(lib, got == GIT_ENOTFOUND ? ERR_NOTFOUND : ERR_UNSUPPORTED, err);
}

static enum err_code git_read(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	const struct git_base *g = b->impl;
	const struct git_part *part = &g->parts[e->part];
	git_blob_filter_options filter = GIT_BLOB_FILTER_OPTIONS_INIT;
	git_blob *blob = NULL;
	git_buf text = {.ptr = NULL};
	git_oid id;
	enum err_code rc;
	struct buf path;

	filter.flags = 0; /* the default gives nothing of a binary file */
	memcpy(&id, e->id, sizeof id);
	if (g->lib->git_blob_lookup(&blob, part->repo, &id) != 0)
		return git_failed(g->lib, ERR_IO, err);
	buf_init(&path, 0);
	buf_printf(&path, "%s%s", e->part == 0 ? g->below : "", e->path + part->skip);
	buf_add_u8(&path, 0);
	if (path.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (e->link)
		rc = blob_copy(span_of(g->lib->git_blob_rawcontent(blob),
				       (size_t)g->lib->git_blob_rawsize(blob)),
			out, err);
	/* Applies the line ends of a checkout. */
	else if (g->lib->git_blob_filter(&text, blob, (const char *)path.ptr, &filter) != 0)
		rc = git_failed(g->lib, ERR_IO, err);
	else
		rc = blob_copy(span_of(text.ptr, text.size), out, err);
	g->lib->git_buf_dispose(&text);
	buf_free(&path);
	g->lib->git_blob_free(blob);
	return rc;
}

static void git_close(struct base *b)
{
	struct git_base *g = b->impl;
	size_t i;

	if (g == NULL)
		return;
	for (i = 0; i < g->count; i++)
		g->lib->git_repository_free(g->parts[i].repo);
	free(g->parts);
	free(g->below);
	free(g);
}

static const struct base_kind git_kind = {git_read, git_close};

static enum err_code add_part(
	struct git_base *g, git_repository *repo, size_t skip, struct err *err)
{
	if (!ALLOC_ROOM(g->parts, g->count, &g->cap)) {
		g->lib->git_repository_free(repo);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	g->parts[g->count++] = (struct git_part){repo, skip};
	return ERR_OK;
}

#define SUBMODULES_DEEP 16

struct tree_list {
	struct base *base;
	struct git_base *git;
	const struct base_opts *opts;
	const char *revision;
	const char *prefix; /* of a submodule, with a '/' at its end; else "" */
	size_t part;
	unsigned depth;
	struct err err;
};

static enum err_code walk(struct tree_list *l, const git_object *tree, struct err *err);

/* The tree of a submodule at a commit, from the repository in its folder. */
static enum err_code list_commit(
	struct tree_list *l, const char *path, const git_oid *commit, struct err *err)
{
	const struct lib_git2 *lib = l->git->lib;
	struct tree_list sub = *l;
	git_repository *repo = l->git->parts[l->git->count - 1].repo;
	git_object *found = NULL;
	git_object *tree = NULL;
	enum err_code rc = ERR_OK;
	struct buf prefix;

	buf_init(&prefix, 0);
	buf_printf(&prefix, "%s/", path);
	buf_add_u8(&prefix, 0);
	sub.prefix = (const char *)prefix.ptr;
	sub.part = l->git->count - 1;
	sub.depth++;
	if (prefix.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (sub.depth > SUBMODULES_DEEP)
		rc = err_set(err, ERR_LIMIT, "submodules nested deeper than %d", SUBMODULES_DEEP);
	else if (lib->git_object_lookup(&found, repo, commit, GIT_OBJECT_COMMIT) != 0 ||
		 lib->git_object_peel(&tree, found, GIT_OBJECT_TREE) != 0)
		rc = err_set(err, ERR_IO, "the submodule's repository lacks the requested commit");
	else
		rc = walk(&sub, tree, err);
	lib->git_object_free(tree);
	lib->git_object_free(found);
	buf_free(&prefix);
	return rc;
}

/* *done: a folder is there; without a repository in it the submodule is not checked out, and the
 * base has nothing there. */
static enum err_code take_submodule(
	struct tree_list *l, const char *path, const git_oid *commit, bool *done, struct err *err)
{
	git_repository *repo = NULL;
	struct file_info info = {.type = FILE_NONE};
	struct blob full;
	enum err_code rc = path_join(l->opts->beside, path, &full, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_info((const char *)full.ptr, true, &info, err);
	*done = info.type == FILE_FOLDER &&
		!base_meets_link((char *)full.ptr, strlen(l->opts->beside) + 1);
	if (rc == ERR_OK && *done) {
		rc = open_repository(l->git->lib, (const char *)full.ptr,
			GIT_REPOSITORY_OPEN_NO_SEARCH, &repo, err);
		if (rc == ERR_OK)
			rc = add_part(l->git, repo, strlen(path) + 1, err);
		if (rc == ERR_OK)
			rc = list_commit(l, path, commit, err);
	}
	blob_free(&full);
	return rc == ERR_NOTFOUND ? ERR_OK : rc;
}

/* A submodule that cannot be listed is a part that is not known. Out of memory ends the run:
 * NEWBASE without that part would be written. */
static enum err_code note_submodule(struct tree_list *l, const char *path, struct err *err)
{
	struct err why = *err;
	struct blob name;
	enum err_code rc;

	if (err->code == ERR_NOMEM || l->opts->on_trouble == NULL)
		return err->code;
	rc = path_join(l->revision, path, &name, err);
	if (rc != ERR_OK)
		return rc;
	rc = l->opts->on_trouble(l->opts->user, (const char *)name.ptr, &why, err);
	blob_free(&name);
	return rc;
}

static enum err_code add_entry(
	struct tree_list *l, const git_tree_entry *entry, const char *path, struct err *err)
{
	const struct lib_git2 *lib = l->git->lib;
	git_filemode_t mode = lib->git_tree_entry_filemode(entry);
	struct base_entry *e;
	bool done = false;
	struct err why;

	if (mode == GIT_FILEMODE_COMMIT && base_is_safe(path) &&
		take_submodule(l, path, lib->git_tree_entry_id(entry), &done, &why) != ERR_OK &&
		note_submodule(l, path, &why) != ERR_OK) {
		*err = why;
		return err->code;
	}
	if (done)
		return ERR_OK;
	if (base_add(l->base, path, &e, err) != ERR_OK)
		return err->code;
	e->link = mode == GIT_FILEMODE_LINK;
	e->odd = mode == GIT_FILEMODE_COMMIT;
	e->executable = mode == GIT_FILEMODE_BLOB_EXECUTABLE;
	e->part = (uint32_t)l->part;
	memcpy(e->id, lib->git_tree_entry_id(entry), sizeof(git_oid));
	return ERR_OK;
}

static int take_entry(const char *root, const git_tree_entry *entry, void *user)
{
	struct tree_list *l = user;
	const struct lib_git2 *lib = l->git->lib;
	const char *below = l->part == 0 ? l->git->below : "";
	struct buf path;

	if (lib->git_tree_entry_filemode(entry) == GIT_FILEMODE_TREE)
		return 0;
	buf_init(&path, 0);
	buf_printf(&path, "%s%s%s", l->prefix, root, lib->git_tree_entry_name(entry));
	buf_add_u8(&path, 0);
	if (path.failed != ERR_OK)
		err_set(&l->err, ERR_NOMEM, "out of memory");
	else if (strncmp((const char *)path.ptr, below, strlen(below)) == 0)
		add_entry(l, entry, (const char *)path.ptr + strlen(below), &l->err);
	buf_free(&path);
	return l->err.code == ERR_OK ? 0 : GIT_EUSER;
}

static enum err_code walk(struct tree_list *l, const git_object *tree, struct err *err)
{
	const struct lib_git2 *lib = l->git->lib;

	if (lib->git_tree_walk((const git_tree *)tree, GIT_TREEWALK_PRE, take_entry, l) == 0)
		return ERR_OK;
	if (l->err.code == ERR_OK)
		return git_failed(lib, ERR_IO, err);
	*err = l->err;
	return err->code;
}

/* Both paths are real ones. */
static enum err_code set_below(
	struct git_base *g, const char *work, const char *beside, struct err *err)
{
	size_t len = strlen(work);
	size_t rest;
	size_t i;
	char *below;

	if (strncmp(beside, work, len) != 0 || !path_is_sep(beside[len]) || beside[len + 1] == '\0')
		return ERR_OK;
	rest = strlen(beside + len + 1);
	below = realloc(g->below, rest + 2);
	if (below == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < rest; i++)
		below[i] = path_is_sep(beside[len + 1 + i]) ? '/' : beside[len + 1 + i];
	memcpy(below + rest, "/", 2);
	g->below = below;
	return ERR_OK;
}

/* Finds the folder of beside below the work tree. */
static enum err_code find_below(struct git_base *g, const char *beside, struct err *err)
{
	const char *work = g->lib->git_repository_workdir(g->parts[0].repo);
	struct blob real = {.ptr = NULL};
	struct blob real_work = {.ptr = NULL};
	enum err_code rc;

	g->below = calloc(1, 1);
	if (g->below == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (work == NULL)
		return ERR_OK;
	rc = file_real_path(beside, &real, err);
	if (rc == ERR_OK)
		rc = file_real_path(work, &real_work, err);
	if (rc == ERR_OK)
		rc = set_below(g, (const char *)real_work.ptr, (const char *)real.ptr, err);
	blob_free(&real);
	blob_free(&real_work);
	return rc;
}

static enum err_code list_revision(struct git_base *g, const char *revision,
	const struct base_opts *opts, struct base *b, struct err *err)
{
	struct tree_list l = {b, g, opts, revision, "", 0, 0, {.code = ERR_OK}};
	git_object *found = NULL;
	git_object *tree = NULL;
	enum err_code rc;

	if (g->lib->git_revparse_single(&found, g->parts[0].repo, revision) != 0 ||
		g->lib->git_object_peel(&tree, found, GIT_OBJECT_TREE) != 0)
		rc = err_set(err, ERR_NOTFOUND, "no such folder, archive or git revision");
	else
		rc = walk(&l, tree, err);
	g->lib->git_object_free(tree);
	g->lib->git_object_free(found);
	return rc;
}

enum err_code base_open_git(
	const char *revision, const struct base_opts *opts, struct base *b, struct err *err)
{
	const struct lib_git2 *lib;
	git_repository *repo;
	struct git_base *g;
	struct err why;
	enum err_code rc;

	/* Without the library, or outside a repository, the text can only be a path. */
	if (opts->beside == NULL || lib_git2(&lib, &why) != ERR_OK)
		return err_set(err, ERR_NOTFOUND, "no such folder or archive");
	g = calloc(1, sizeof *g);
	if (g == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	g->lib = lib;
	b->impl = g;
	b->kind = &git_kind;
	b->has_modes = !path_is_sep('\\');
	rc = open_repository(lib, opts->beside, 0, &repo, err);
	if (rc == ERR_NOTFOUND)
		return err_set(err, ERR_NOTFOUND,
			"no such folder or archive, and %s is in no git repository", opts->beside);
	if (rc != ERR_OK)
		return rc;
	if (add_part(g, repo, 0, err) != ERR_OK || find_below(g, opts->beside, err) != ERR_OK)
		return err->code;
	return list_revision(g, revision, opts, b, err);
}
