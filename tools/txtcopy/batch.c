/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include <string.h>

#include "biosbelt/tr.h"
#include "biosbelt/tree.h"

struct folder_job {
	struct walk *w;
	const char *in;
	const char *out; /* NULL: none, or in place */
	struct file_info out_info;
	struct blob empty; /* the output folder for the last folder, while nothing was in it ... */
	int depth;         /* ... which is this deep */
};

/* A pattern without '/' matches the name, one with '/' the path below the folder. */
static bool any_fits(const struct cli_list *list, const char *relative)
{
	for (size_t i = 0; i < list->count; i++) {
		const char *p = list->items[i];

		if (tree_match(p, strchr(p, '/') != NULL ? relative : path_base(relative), true))
			return true;
	}
	return false;
}

static bool matches(const struct walk *w, const char *relative)
{
	return (w->include.count == 0 || any_fits(&w->include, relative)) &&
	       !any_fits(&w->exclude, relative);
}

static void skipped(struct walk *w, const char *path, const char *why)
{
	struct err err;

	err_set(&err, ERR_UNSUPPORTED, "%s; skipped", tr(why));
	queue_error(w->queue, path, &err);
}

/* Adds a file that is converted in place, to out, or only checked. */
static void add(struct walk *w, const char *in, const char *out)
{
	queue_add(w->queue, &(struct queue_job){.in = in, .out = w->in_place ? in : out});
}

/* ERR_EXISTS: with --force this output would replace that of another input, in a folder that takes
 * README and readme for one name. */
static enum err_code check_other(
	struct walk *w, const char *root, const char *name, struct err *err)
{
	enum err_code rc;

	if (!w->opts.force)
		return ERR_OK;
	if (written_has(&w->written, name))
		return err_set(err, ERR_EXISTS, "another file of this run has this output");
	if (written_alike(&w->written, name))
		queue_flush(w->queue); /* which name a file has is seen once it is there */
	rc = written_check(&w->written, root, name, err);
	return rc == ERR_OK ? written_add(&w->written, name, err) : rc;
}

/* Makes the output of a folder, or of those above a file. */
static enum err_code make_folder(
	const struct folder_job *job, const char *path, size_t *there, struct err *err)
{
	struct blob like;
	enum err_code rc = file_mkdirs_new(path, there, err);

	if (rc == ERR_OK && *there < strlen(path) &&
		path_join(job->in, path + strlen(job->out), &like, err) == ERR_OK) {
		file_limit_folders(path, *there, (const char *)like.ptr);
		blob_free(&like);
	}
	return rc;
}

static void tree_file(struct folder_job *job, const struct tree_entry *e)
{
	struct file_info info;
	const struct file_info *known = NULL;
	struct blob out = {NULL, 0};
	struct blob folder = {NULL, 0};
	struct err err;
	size_t there = 0;
	enum err_code rc = ERR_OK;

	if (tree_entry_info(e, &info, &err) == ERR_OK && info.type == FILE_REGULAR)
		known = &info;
	if (job->out == NULL) {
		queue_add(job->w->queue, &(struct queue_job){.in = e->path,
						 .out = job->w->in_place ? e->path : NULL,
						 .in_tree = true,
						 .info = known});
		return;
	}
	rc = check_other(job->w, job->out, e->relative, &err);
	if (rc == ERR_OK)
		rc = path_join(job->out, e->relative, &out, &err);
	if (rc == ERR_OK)
		rc = blob_copy(span_of(out.ptr, strlen((char *)out.ptr) + 1), &folder, &err);
	if (rc == ERR_OK) {
		folder.ptr[path_dir_len((char *)folder.ptr)] = '\0';
		queue_make_room(job->w->queue, known != NULL ? info.size : 0);
		rc = make_folder(job, (char *)folder.ptr, &there, &err);
	}
	if (rc == ERR_OK) {
		queue_add(job->w->queue, &(struct queue_job){.in = e->path,
						 .out = (const char *)out.ptr,
						 .in_tree = true,
						 .info = known,
						 .folder = (const char *)folder.ptr,
						 .there = there});
	} else {
		queue_error(job->w->queue, e->path, &err);
		if (folder.ptr != NULL)
			file_drop_folders((char *)folder.ptr, there);
	}
	blob_free(&folder);
	blob_free(&out);
}

/* An empty folder has one in the output, unless only some files are asked for. */
static void note_folder(struct folder_job *job, const struct tree_entry *e)
{
	struct err err;

	job->depth = e->depth;
	if (job->out != NULL && e->depth > 0 && job->w->include.count == 0 &&
		path_join(job->out, e->relative, &job->empty, &err) != ERR_OK)
		queue_error(job->w->queue, e->path, &err);
}

/* Before the next entry, at this depth: makes the last folder if that is not in it. */
static void leave_folder(struct folder_job *job, int depth)
{
	struct err err;
	size_t there;

	if (job->empty.ptr != NULL && depth <= job->depth &&
		make_folder(job, (char *)job->empty.ptr, &there, &err) != ERR_OK)
		queue_error(job->w->queue, (char *)job->empty.ptr, &err);
	blob_free(&job->empty);
}

static enum tree_action on_entry(void *user, const struct tree_entry *e)
{
	struct folder_job *job = user;

	leave_folder(job, e->depth);
	if (e->type == FILE_FOLDER) {
		if (e->depth > 0 && (strcmp(path_base(e->path), ".git") == 0 ||
					    any_fits(&job->w->exclude, e->relative)))
			return TREE_SKIP_FOLDER;
		/* The output folder may be inside the input: it is not an input. */
		if (job->out != NULL && e->depth > 0 && job->out_info.type == FILE_FOLDER &&
			file_same(e->path, job->out))
			return TREE_SKIP_FOLDER;
		note_folder(job, e);
		return TREE_GO_ON;
	}
	/* The temporary file of another run, still active or killed. */
	if (!matches(job->w, e->relative) || (e->type == FILE_REGULAR && file_is_temp(e->path)))
		return TREE_GO_ON;
	if (e->type == FILE_REGULAR)
		tree_file(job, e);
	else
		skipped(job->w, e->path,
			e->type == FILE_LINK ? N_("is a link") : N_("is not a regular file"));
	return TREE_GO_ON;
}

static enum tree_action on_error(void *user, const char *path, const struct err *err)
{
	struct folder_job *job = user;

	blob_free(&job->empty); /* what it has is not known */
	queue_error(job->w->queue, path, err);
	return TREE_GO_ON;
}

static void folder(struct walk *w, const char *in, const char *out)
{
	struct folder_job job = {.w = w, .in = in, .out = out};
	struct tree_opts opts = {
		.on_entry = on_entry, .on_error = on_error, .user = &job, .may_ask = true};
	struct err err;
	size_t failed;
	size_t there = SIZE_MAX;
	enum err_code rc = ERR_OK;

	queue_flush(w->queue);
	failed = w->report->failed;
	if (out != NULL) {
		rc = make_folder(&job, out, &there, &err);
		if (rc == ERR_OK)
			rc = file_info(out, false, &job.out_info, &err);
	}
	if (rc == ERR_OK)
		rc = tree_walk(in, &opts, &err);
	leave_folder(&job, 0);
	if (rc != ERR_OK)
		queue_error(w->queue, in, &err);
	queue_flush(w->queue);
	if (out != NULL && w->report->failed != failed) /* the output is still empty */
		file_drop_folders(out, there);
}

static bool is_folder(const char *path, struct file_info *info)
{
	struct err ignored;

	if (strcmp(path, TXT_STDIO) == 0) {
		info->type = FILE_NONE;
		return false;
	}
	info->type = FILE_NONE;
	return file_info(path, false, info, &ignored) == ERR_OK && info->type == FILE_FOLDER;
}

static bool same_file(const char *a, const char *b)
{
	struct file_info x;
	struct err ignored;

	return file_info(a, false, &x, &ignored) == ERR_OK && x.type == FILE_REGULAR &&
	       file_same(a, b);
}

/* Converts in to out, or into it when out is a folder. */
static void file_to(struct walk *w, const char *in, const char *out, bool out_is_folder)
{
	struct blob path = {NULL, 0};
	struct err err;

	if (out_is_folder) {
		if (check_other(w, out, path_base(in), &err) != ERR_OK ||
			path_join(out, path_base(in), &path, &err) != ERR_OK) {
			queue_error(w->queue, in, &err);
			return;
		}
		out = (const char *)path.ptr;
	}
	if (!w->opts.force && same_file(in, out)) {
		err_set(&err, ERR_EXISTS, "input and output are the same file: see --in-place");
		queue_error(w->queue, in, &err);
	} else {
		add(w, in, out);
	}
	blob_free(&path);
}

static enum err_code walk_operands(
	struct walk *w, const char **operands, size_t count, struct err *err)
{
	bool has_out = w->opts.mode == TXT_COPY && !w->in_place;
	const char *out = has_out ? operands[count - 1] : NULL;
	size_t inputs = has_out ? count - 1 : count;
	struct file_info info = {.type = FILE_NONE};
	bool out_is_folder = out != NULL && is_folder(out, &info);

	if (inputs > 1 && has_out && !out_is_folder)
		return err_set(err, ERR_USAGE, "several inputs need a folder as the last operand");
	for (size_t i = 0; i < inputs; i++) {
		if (!is_folder(operands[i], &info) && has_out)
			file_to(w, operands[i], out, out_is_folder);
		else if (info.type == FILE_FOLDER && w->recursive)
			folder(w, operands[i], out);
		else if (info.type == FILE_FOLDER && inputs == 1)
			return err_set(
				err, ERR_USAGE, "%s is a folder: see --recursive", operands[i]);
		else /* a folder among several inputs is named in the report */
			add(w, operands[i], NULL);
	}
	return ERR_OK;
}

enum err_code walk_all(struct walk *w, const char **operands, size_t count, struct err *err)
{
	enum err_code rc;

	w->opts.in_place = w->in_place;
	w->queue = queue_open(&w->opts, w->report);
	if (w->queue == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = walk_operands(w, operands, count, err);
	queue_close(w->queue);
	written_free(&w->written);
	return rc;
}
