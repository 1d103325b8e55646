/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/file.h"
#include "lib/lib_git2.h"

struct git_base {
	const struct lib_git2 *lib;
	git_repository *repo;
	char *below; /* the compared folder of the repository, with a trailing '/', or "" */
};

static enum err_code git_failed(const struct lib_git2 *lib, enum err_code code, struct err *err)
{
	const git_error *last = lib->git_error_last();

	return err_set(err, code, "%s",
		last != NULL && last->message != NULL ? last->message : "git failed");
}

static enum err_code git_read(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	const struct git_base *g = b->impl;
	git_blob *blob = NULL;
	git_buf text = {0};
	git_oid id;
	enum err_code rc = ERR_OK;
	struct blob path = {NULL, 0};

	memcpy(&id, e->id, sizeof id);
	if (g->lib->git_blob_lookup(&blob, g->repo, &id) != 0)
		return git_failed(g->lib, ERR_IO, err);
	if (e->link) {
		rc = blob_copy(span_of(g->lib->git_blob_rawcontent(blob),
				       (size_t)g->lib->git_blob_rawsize(blob)),
			out, err);
	} else {
		size_t below = strlen(g->below);
		size_t len = strlen(e->path);

		/* Applies the line ends of a checkout. */
		rc = blob_alloc(below + len + 1, &path, err);
		if (rc == ERR_OK) {
			memcpy(path.ptr, g->below, below);
			memcpy(path.ptr + below, e->path, len);
			if (g->lib->git_blob_filter(&text, blob, (const char *)path.ptr, NULL) != 0)
				rc = git_failed(g->lib, ERR_IO, err);
			else
				rc = blob_copy(span_of(text.ptr, text.size), out, err);
		}
		g->lib->git_buf_dispose(&text);
		blob_free(&path);
	}
	g->lib->git_blob_free(blob);
	return rc;
}

static void git_close(struct base *b)
{
	struct git_base *g = b->impl;

	if (g == NULL)
		return;
	if (g->repo != NULL)
		g->lib->git_repository_free(g->repo);
	free(g->below);
	free(g);
}

static const struct base_kind git_kind = {git_read, git_close};

struct tree_list {
	struct base *base;
	struct git_base *git;
	struct err err;
};

static int take_entry(const char *root, const git_tree_entry *entry, void *user)
{
	struct tree_list *l = user;
	const struct lib_git2 *lib = l->git->lib;
	git_filemode_t mode = lib->git_tree_entry_filemode(entry);
	size_t below = strlen(l->git->below);
	struct base_entry *e;
	struct blob path;
	const char *relative;

	if (mode == GIT_FILEMODE_TREE)
		return 0;
	if (path_join(root[0] != '\0' ? root : ".", lib->git_tree_entry_name(entry), &path,
		    &l->err) != ERR_OK)
		return -1;
	relative = (const char *)path.ptr + (root[0] != '\0' ? 0 : 2);
	if (strncmp(relative, l->git->below, below) == 0 &&
		base_add(l->base, relative + below, &e, &l->err) == ERR_OK) {
		e->link = mode == GIT_FILEMODE_LINK;
		e->odd = mode == GIT_FILEMODE_COMMIT;
		e->executable = mode == GIT_FILEMODE_BLOB_EXECUTABLE;
		memcpy(e->id, lib->git_tree_entry_id(entry), sizeof(git_oid));
	}
	blob_free(&path);
	return l->err.code == ERR_OK ? 0 : -1;
}

/* Finds the folder of beside below the work tree. */
static enum err_code find_below(struct git_base *g, const char *beside, struct err *err)
{
	const char *work = g->lib->git_repository_workdir(g->repo);
	struct blob real = {NULL, 0};
	struct blob real_work = {NULL, 0};
	enum err_code rc;
	size_t len;

	g->below = calloc(1, 1);
	if (g->below == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (work == NULL)
		return ERR_OK;
	rc = file_real_path(beside, &real, err);
	if (rc == ERR_OK)
		rc = file_real_path(work, &real_work, err);
	len = rc == ERR_OK ? strlen((const char *)real_work.ptr) : 0;
	if (rc == ERR_OK &&
		strncmp((const char *)real.ptr, (const char *)real_work.ptr, len) == 0 &&
		path_is_sep((char)real.ptr[len]) && real.ptr[len + 1] != '\0') {
		size_t rest = strlen((const char *)real.ptr + len + 1);
		char *below = realloc(g->below, rest + 2);
		size_t i;

		if (below == NULL) {
			rc = err_set(err, ERR_NOMEM, "out of memory");
		} else {
			memcpy(below, real.ptr + len + 1, rest);
			for (i = 0; i < rest; i++)
				if (path_is_sep(below[i]))
					below[i] = '/';
			memcpy(below + rest, "/", 2);
			g->below = below;
		}
	}
	blob_free(&real);
	blob_free(&real_work);
	return rc;
}

static enum err_code list_revision(
	struct git_base *g, const char *revision, struct base *b, struct err *err)
{
	struct tree_list l = {b, g, {.code = ERR_OK}};
	git_object *found = NULL;
	git_object *tree = NULL;
	enum err_code rc = ERR_OK;

	if (g->lib->git_revparse_single(&found, g->repo, revision) != 0 ||
		g->lib->git_object_peel(&tree, found, GIT_OBJECT_TREE) != 0) {
		rc = err_set(err, ERR_NOTFOUND, "no such folder, archive or git revision");
	} else if (g->lib->git_tree_walk(
			   (const git_tree *)tree, GIT_TREEWALK_PRE, take_entry, &l) != 0) {
		if (l.err.code != ERR_OK)
			*err = l.err;
		else
			git_failed(g->lib, ERR_IO, err);
		rc = err->code;
	}
	g->lib->git_object_free(tree);
	g->lib->git_object_free(found);
	return rc;
}

enum err_code base_open_git(
	const char *revision, const char *beside, struct base *b, struct err *err)
{
	const struct lib_git2 *lib;
	struct git_base *g;
	struct err why;

	/* Without the library, or outside a repository, the text can only be a path. */
	if (beside == NULL || lib_git2(&lib, &why) != ERR_OK)
		return err_set(err, ERR_NOTFOUND, "no such folder or archive");
	g = calloc(1, sizeof *g);
	if (g == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	g->lib = lib;
	b->impl = g;
	b->kind = &git_kind;
	b->has_modes = !path_is_sep('\\');
	if (lib->git_repository_open_ext(&g->repo, beside, 0, NULL) != 0)
		return err_set(err, ERR_NOTFOUND,
			"no such folder or archive, and %s is in no git repository", beside);
	if (find_below(g, beside, err) != ERR_OK)
		return err->code;
	return list_revision(g, revision, b, err);
}
