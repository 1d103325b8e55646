/* SPDX-License-Identifier: MIT */
/*
 * The walk and the scan in one. Every thread takes a folder, lists it, leaves the folders below it
 * to whoever has time, and looks into the files while the folder is open: opening a file by its
 * name alone is cheaper than finding the way to it from the root again. What is found is put into
 * the order of the names when all is done.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/folder.h"
#include "biosbelt/thread.h"
#include "biosbelt/tree.h"
#include "cache.h"
#include "job.h"

#define PIECE 512 /* files of one folder that a thread takes at once */

/* A folder of the tree; its files and folders are in byte order of their names. */
struct place {
	char *relative; /* "" is the root */
	int depth;      /* of its entries; the root's have 1 */
	struct job_file *files;
	size_t file_count;
	struct branch {
		struct place *place;
		size_t before; /* files that come in front of it */
	} * branches;
	size_t branch_count;
	struct job_trouble *troubles;
	size_t trouble_count;
};

/* A folder to be listed, or a piece of the files of one that is. */
struct task {
	struct task *next;
	struct place *place;
	size_t first;
	bool listed;
};

struct crawl {
	struct job *job;
	void (*progress)(uint64_t files);
	struct mutex *lock; /* for all below */
	struct condvar *more;
	struct task *tasks;
	unsigned busy;
	struct err failure;
	size_t files;
};

struct entry {
	size_t at; /* in names */
	const char *name;
	enum file_type type;
};

/* One thread. */
struct crawler {
	struct crawl *crawl;
	struct job counts; /* only its counters */
	size_t files;
	struct task *made;
	struct job_room room;
	char *path; /* of the entry at hand */
	size_t path_cap;
	size_t root_len;   /* bytes of path before the relative part */
	size_t folder_len; /* before the name */
	char *names;
	size_t names_len;
	size_t names_cap;
	struct entry *entries;
	size_t count;
	size_t cap;
};

static enum err_code out_of_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

/* Room for need elements; the old ones stay. */
static bool grow(void **array, size_t *cap, size_t need, size_t size)
{
	size_t more = need < 64 ? 64 : need * 2;
	void *bigger;

	if (*array != NULL && need <= *cap)
		return true;
	bigger = realloc(*array, more * size);
	if (bigger == NULL)
		return false;
	*array = bigger;
	*cap = more;
	return true;
}

static bool put_path(struct crawler *w, size_t at, const char *text)
{
	/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a file that counts has a name */
	size_t len = strlen(text);

	if (w->path == NULL || at + len + 2 > w->path_cap) {
		size_t cap = (at + len + 2) * 2;
		char *bigger = realloc(w->path, cap);

		if (bigger == NULL)
			return false;
		w->path = bigger;
		w->path_cap = cap;
	}
	memcpy(w->path + at, text, len + 1);
	return true;
}

static bool add_separator(struct crawler *w, size_t *len)
{
	if (*len == 0 || path_is_sep(w->path[*len - 1]))
		return true;
	if (!put_path(w, *len, "/"))
		return false;
	++*len;
	return true;
}

/* Makes the path that of p, for names to be put behind it. */
static bool enter(struct crawler *w, const struct place *p)
{
	size_t len = strlen(w->crawl->job->source);

	if (!put_path(w, 0, w->crawl->job->source) || !add_separator(w, &len))
		return false;
	w->root_len = len;
	if (!put_path(w, len, p->relative))
		return false;
	w->folder_len = len + strlen(p->relative);
	return p->relative[0] == '\0' || add_separator(w, &w->folder_len);
}

static enum err_code add_trouble(struct place *p, const char *path, const struct err *why)
{
	struct job_trouble *bigger = realloc(p->troubles, (p->trouble_count + 1) * sizeof *bigger);
	char *copy = job_copy_text(path);
	struct err ignored;

	if (bigger != NULL)
		p->troubles = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return out_of_memory(&ignored);
	}
	p->troubles[p->trouble_count++] = (struct job_trouble){copy, *why};
	return ERR_OK;
}

/* Is the folder the one that results go to? Asked only for folders of its name. */
static bool is_target(const struct job *job, const char *path, const char *base)
{
	struct file_info a;
	struct file_info b;
	struct err ignored;

	if (job->skip == NULL || strcmp(base, path_base(job->skip)) != 0)
		return false;
	return file_info(path, false, &a, &ignored) == ERR_OK &&
	       file_info(job->skip, false, &b, &ignored) == ERR_OK && a.type == FILE_FOLDER &&
	       b.type == FILE_FOLDER && a.dev == b.dev && a.ino == b.ino;
}

static bool takes_folder(struct crawler *w, const char *base)
{
	const struct job *job = w->crawl->job;

	if (strcmp(base, ".git") == 0) {
		w->counts.skipped_git++;
	} else if (job->filter.skip_build && strcmp(base, "Build") == 0) {
		w->counts.skipped_build++;
	} else if (filter_excludes(&job->filter, w->path + w->root_len, base)) {
		w->counts.skipped_name++;
	} else if (is_target(job, w->path, base)) {
		w->counts.skipped_target = true;
	} else {
		w->counts.folders++;
		return true;
	}
	return false;
}

static bool takes_file(struct crawler *w, const char *base)
{
	if (filter_takes(&w->crawl->job->filter, w->path + w->root_len, base))
		return true;
	w->counts.skipped_name++;
	return false;
}

static enum err_code keep_entry(struct crawler *w, enum file_type type, struct err *err)
{
	const char *name = w->path + w->folder_len;
	size_t len = strlen(name) + 1;
	void *names = w->names;
	void *entries = w->entries;
	bool room = grow(&names, &w->names_cap, w->names_len + len, 1);

	w->names = names;
	room = room && grow(&entries, &w->cap, w->count + 1, sizeof *w->entries);
	w->entries = entries;
	if (!room)
		return out_of_memory(err);
	memcpy(w->names + w->names_len, name, len);
	w->entries[w->count++] = (struct entry){w->names_len, NULL, type};
	w->names_len += len;
	return ERR_OK;
}

/* The entry whose path stands in w->path: counts it, or keeps it. */
static enum err_code meet(struct crawler *w, enum file_type type, struct err *err)
{
	const char *base = w->path + w->folder_len;

	/* NOLINTBEGIN(clang-analyzer-unix.Malloc): the crawler frees its path at the end */
	switch (type) {
	case FILE_NONE: /* gone since the folder was read */
		return ERR_OK;
	case FILE_FOLDER:
		return takes_folder(w, base) ? keep_entry(w, type, err) : ERR_OK;
	case FILE_REGULAR:
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the crawler frees its path at the end
		 */
		return takes_file(w, base) ? keep_entry(w, type, err) : ERR_OK;
	case FILE_LINK:
		w->counts.skipped_links++;
		return ERR_OK;
	default:
		w->counts.skipped_special++;
		return ERR_OK;
	}
	/* NOLINTEND(clang-analyzer-unix.Malloc) */
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

/* Fills the entries with what p holds. */
static enum err_code list(
	struct crawler *w, struct place *p, struct folder *f, struct err *late, struct err *err)
{
	enum err_code rc = ERR_OK;
	enum file_type type;
	const char *name;
	size_t i;

	w->count = 0;
	w->names_len = 0;
	*late = (struct err){0};
	while (rc == ERR_OK && (name = folder_next(f, &type, late)) != NULL) {
		struct file_info info;
		struct err why;

		if (!put_path(w, w->folder_len, name))
			return out_of_memory(err);
		if (type == FILE_NONE) {
			if (folder_info(f, name, w->path, &info, &why) == ERR_OK)
				type = info.type;
			else if (add_trouble(p, w->path, &why) != ERR_OK)
				return out_of_memory(err);
		}
		rc = meet(w, type, err);
	}
	for (i = 0; i < w->count; i++)
		w->entries[i].name = w->names + w->entries[i].at;
	if (w->count > 1)
		qsort(w->entries, w->count, sizeof w->entries[0], by_name);
	return rc;
}

static enum err_code add_task(
	struct crawler *w, struct place *p, size_t first, bool listed, struct err *err)
{
	struct task *t = malloc(sizeof *t);

	if (t == NULL)
		return out_of_memory(err);
	*t = (struct task){w->made, p, first, listed};
	w->made = t;
	return ERR_OK;
}

static enum err_code add_folder(struct crawler *w, struct place *p, struct err *err)
{
	struct place *child;
	struct err why;

	if (p->depth >= TREE_DEPTH_MAX) {
		err_set(&why, ERR_LIMIT, "folders nested deeper than %d", TREE_DEPTH_MAX);
		return add_trouble(p, w->path, &why) == ERR_OK ? ERR_OK : out_of_memory(err);
	}
	child = calloc(1, sizeof *child);
	if (child == NULL)
		return out_of_memory(err);
	child->relative = job_copy_text(w->path + w->root_len);
	if (child->relative == NULL) {
		free(child);
		return out_of_memory(err);
	}
	child->depth = p->depth + 1;
	p->branches[p->branch_count++] = (struct branch){child, p->file_count};
	return ERR_OK;
}

static enum err_code add_file(
	struct crawler *w, struct place *p, struct folder *f, const char *name, struct err *err)
{
	struct job *job = w->crawl->job;
	struct file_info info = {.size = 0};
	struct job_file *file = &p->files[p->file_count];
	struct err why;

	if (job->want_info && folder_info(f, name, w->path, &info, &why) != ERR_OK)
		return add_trouble(p, w->path, &why) == ERR_OK ? ERR_OK : out_of_memory(err);
	*file = (struct job_file){.relative = job_copy_text(w->path + w->root_len),
		.size = info.size,
		.mtime_ns = info.mtime_ns,
		.ino = info.ino};
	if (file->relative == NULL)
		return out_of_memory(err);
	file->cached = job->cache != NULL && cache_knows(job->cache, file);
	p->file_count++;
	w->files++;
	return ERR_OK;
}

/* Makes files and places of the entries. */
static enum err_code sort_out(struct crawler *w, struct place *p, struct folder *f, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t folders = 0;
	size_t i;

	for (i = 0; i < w->count; i++)
		folders += w->entries[i].type == FILE_FOLDER;
	p->branches = calloc(folders + 1, sizeof *p->branches);
	p->files = calloc(w->count - folders + 1, sizeof *p->files);
	if (p->branches == NULL || p->files == NULL)
		return out_of_memory(err);
	for (i = 0; i < w->count && rc == ERR_OK; i++) {
		const struct entry *e = &w->entries[i];

		if (!put_path(w, w->folder_len, e->name))
			return out_of_memory(err);
		rc = e->type == FILE_FOLDER ? add_folder(w, p, err)
					    : add_file(w, p, f, e->name, err);
	}
	return rc;
}

/* What others may do: the files beyond the first piece, and the folders, the first on top. */
static enum err_code share_out(struct crawler *w, struct place *p, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = PIECE; i < p->file_count && rc == ERR_OK; i += PIECE)
		rc = add_task(w, p, i, true, err);
	for (i = p->branch_count; i > 0 && rc == ERR_OK; i--)
		rc = add_task(w, p->branches[i - 1].place, 0, false, err);
	return rc;
}

/* Hands the tasks made over to all. */
static void publish(struct crawler *w)
{
	struct crawl *c = w->crawl;
	struct task *last = w->made;

	if (last == NULL)
		return;
	while (last->next != NULL)
		last = last->next;
	mutex_lock(c->lock);
	last->next = c->tasks;
	c->tasks = w->made;
	condvar_wake_all(c->more);
	mutex_unlock(c->lock);
	w->made = NULL;
}

/* trouble: why the folder cannot be opened again, and f is NULL then. */
static enum err_code scan_piece(struct crawler *w, struct place *p, struct folder *f, size_t first,
	const struct err *trouble, struct err *err)
{
	size_t end = p->file_count - first > PIECE ? first + PIECE : p->file_count;
	size_t below = w->folder_len - w->root_len;
	size_t i;

	for (i = first; i < end; i++) {
		struct job_file *file = &p->files[i];
		struct err late;
		const struct err *why = trouble;

		if (file->cached)
			continue;
		if (!put_path(w, w->folder_len, file->relative + below))
			return out_of_memory(err);
		/* NOLINTBEGIN(clang-analyzer-unix.Malloc): the crawler frees its path at the end */
		if (trouble == NULL &&
			job_look(w->crawl->job, file, f, w->path, &w->room, &late) != ERR_OK)
			why = &late;
		/* NOLINTEND(clang-analyzer-unix.Malloc) */
		if (why != NULL && !job_file_failed(file, why))
			return out_of_memory(err);
	}
	if (w->crawl->progress != NULL)
		w->crawl->progress(end - first);
	return ERR_OK;
}

static enum err_code list_and_scan(
	struct crawler *w, struct place *p, struct folder *f, struct err *err)
{
	struct err late;
	enum err_code rc = list(w, p, f, &late, err);

	if (rc == ERR_OK && late.code != ERR_OK) {
		if (p->depth == 1)
			return err_set(err, late.code, "%s", late.text);
		w->path[w->folder_len] = '\0';
		rc = add_trouble(p, w->path, &late);
	}
	if (rc == ERR_OK)
		rc = sort_out(w, p, f, err);
	if (rc == ERR_OK)
		rc = share_out(w, p, err);
	publish(w);
	return rc == ERR_OK && p->file_count > 0 ? scan_piece(w, p, f, 0, NULL, err) : rc;
}

/* Only a failure of the whole run comes back. */
static enum err_code do_task(struct crawler *w, const struct task *t, struct err *err)
{
	struct place *p = t->place;
	struct folder *f = NULL;
	enum err_code rc;
	struct err why;
	const char *path;

	if (!enter(w, p))
		return out_of_memory(err);
	path = p->relative[0] != '\0' ? w->path : w->crawl->job->source;
	if (folder_open(path, &f, &why) != ERR_OK) {
		if (t->listed)
			return scan_piece(w, p, NULL, t->first, &why, err);
		if (p->depth == 1) {
			*err = why;
			return err->code;
		}
		w->path[w->folder_len - 1] = '\0'; /* without the separator */
		return add_trouble(p, w->path, &why) == ERR_OK ? ERR_OK : out_of_memory(err);
	}
	rc = t->listed ? scan_piece(w, p, f, t->first, NULL, err) : list_and_scan(w, p, f, err);
	folder_close(f);
	return rc;
}

/* The next task; NULL when all are done. The thread counts as busy until it asks again. */
static struct task *next_task(struct crawl *c, bool was_busy)
{
	struct task *t;

	mutex_lock(c->lock);
	c->busy -= was_busy;
	while (c->tasks == NULL && c->busy > 0)
		condvar_wait(c->more, c->lock);
	t = c->tasks;
	if (t != NULL) {
		c->tasks = t->next;
		c->busy++;
	} else {
		condvar_wake_all(c->more);
	}
	mutex_unlock(c->lock);
	return t;
}

static void tell_failure(struct crawl *c, const struct err *err)
{
	mutex_lock(c->lock);
	if (c->failure.code == ERR_OK)
		c->failure = *err;
	mutex_unlock(c->lock);
}

static void add_counts(struct crawl *c, const struct crawler *w)
{
	struct job *job = c->job;

	mutex_lock(c->lock);
	job->folders += w->counts.folders;
	job->skipped_git += w->counts.skipped_git;
	job->skipped_build += w->counts.skipped_build;
	job->skipped_links += w->counts.skipped_links;
	job->skipped_special += w->counts.skipped_special;
	job->skipped_name += w->counts.skipped_name;
	job->skipped_target = job->skipped_target || w->counts.skipped_target;
	c->files += w->files;
	mutex_unlock(c->lock);
}

static void crawl_thread(void *user, size_t number)
{
	struct crawl *c = user;
	struct crawler w = {.crawl = c};
	struct task *t;
	struct err err;
	bool busy = false;
	bool failed = job_room_open(&w.room, &err) != ERR_OK;

	(void)number;
	if (failed)
		tell_failure(c, &err);
	while ((t = next_task(c, busy)) != NULL) {
		/* After a failure the rest is only cleared away. */
		if (!failed && do_task(&w, t, &err) != ERR_OK) {
			failed = true;
			tell_failure(c, &err);
		}
		publish(&w);
		free(t);
		busy = true;
	}
	add_counts(c, &w);
	job_room_close(&w.room);
	free(w.path);
	free(w.names);
	free(w.entries);
}

/* Moves the files and troubles of p to the job's; to none when there is no room. */
static void move_files(struct job *job, struct place *p, size_t from, size_t to)
{
	size_t i;

	for (i = from; i < to; i++) {
		if (job->files != NULL)
			job->files[job->count++] = p->files[i];
		else
			job_file_free(&p->files[i]);
	}
}

static bool move_troubles(struct job *job, struct place *p)
{
	struct job_trouble *bigger;
	size_t i;

	if (p->trouble_count == 0)
		return true;
	bigger = realloc(job->troubles, (job->trouble_count + p->trouble_count) * sizeof *bigger);
	if (bigger != NULL)
		job->troubles = bigger;
	for (i = 0; i < p->trouble_count; i++) {
		if (bigger != NULL)
			bigger[job->trouble_count++] = p->troubles[i];
		else
			free(p->troubles[i].path);
	}
	return bigger != NULL;
}

static void free_place(struct place *p)
{
	free(p->relative);
	free(p->files);
	free(p->branches);
	free(p->troubles);
	free(p);
}

/* All that was found, in the order of a walk by names; the places are freed. */
static enum err_code put_in_order(struct crawl *c, struct place *root, struct err *err)
{
	struct {
		struct place *place;
		size_t branch;
		size_t file;
	} stack[TREE_DEPTH_MAX + 1];
	struct job *job = c->job;
	bool room;
	int depth = 1;

	job->files = malloc((c->files + 1) * sizeof *job->files);
	room = job->files != NULL && move_troubles(job, root);
	stack[0].place = root;
	stack[0].branch = 0;
	stack[0].file = 0;
	while (depth > 0) {
		struct place *p = stack[depth - 1].place;
		size_t branch = stack[depth - 1].branch++;
		bool more = branch < p->branch_count;
		size_t to = more ? p->branches[branch].before : p->file_count;

		move_files(job, p, stack[depth - 1].file, to);
		stack[depth - 1].file = to;
		if (!more) {
			free_place(p);
			depth--;
			continue;
		}
		room = move_troubles(job, p->branches[branch].place) && room;
		stack[depth].place = p->branches[branch].place;
		stack[depth].branch = 0;
		stack[depth].file = 0;
		depth++;
	}
	return room ? ERR_OK : out_of_memory(err);
}

static enum err_code crawl_tree(struct job *job, void (*progress)(uint64_t files), struct err *err)
{
	struct crawl c = {.job = job, .progress = progress};
	struct place *root = calloc(1, sizeof *root);
	struct task *first = calloc(1, sizeof *first);
	unsigned threads = job->threads != 0 ? job->threads : thread_cpu_count();
	enum err_code rc = ERR_OK;

	if (root != NULL)
		root->relative = job_copy_text("");
	if (first == NULL || root == NULL || root->relative == NULL)
		rc = out_of_memory(err);
	if (rc == ERR_OK)
		rc = mutex_new(&c.lock, err);
	if (rc == ERR_OK)
		rc = condvar_new(&c.more, err);
	if (rc == ERR_OK) {
		root->depth = 1;
		first->place = root;
		c.tasks = first;
		job->folders++;
		thread_for(threads, threads, crawl_thread, &c);
		rc = put_in_order(&c, root, err);
		if (rc == ERR_OK && c.failure.code != ERR_OK) {
			*err = c.failure;
			rc = err->code;
		}
	} else {
		if (root != NULL)
			free_place(root);
		free(first);
	}
	condvar_free(c.more);
	mutex_free(c.lock);
	return rc;
}

/* The source may be a single file: it has no name below itself. */
static enum err_code take_file(struct job *job, const struct file_info *info, struct err *err)
{
	struct job_room room;
	enum err_code rc;
	struct err why;

	if (!filter_takes(&job->filter, path_base(job->source), path_base(job->source))) {
		job->skipped_name++;
		return ERR_OK;
	}
	job->files = malloc(sizeof *job->files);
	if (job->files == NULL)
		return out_of_memory(err);
	job->files[0] = (struct job_file){.relative = job_copy_text(""),
		.size = info->size,
		.mtime_ns = info->mtime_ns,
		.ino = info->ino};
	if (job->files[0].relative == NULL)
		return out_of_memory(err);
	job->count = 1;
	job->files[0].cached = job->cache != NULL && cache_knows(job->cache, &job->files[0]);
	if (job->files[0].cached)
		return ERR_OK;
	rc = job_room_open(&room, err);
	if (rc == ERR_OK &&
		job_look(job, &job->files[0], NULL, job->source, &room, &why) != ERR_OK &&
		!job_file_failed(&job->files[0], &why))
		rc = out_of_memory(err);
	job_room_close(&room);
	return rc;
}

enum err_code job_run(struct job *job, void (*progress)(uint64_t files), struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(job->source, false, &info, err);

	if (rc != ERR_OK)
		return rc;
	switch (info.type) {
	case FILE_NONE:
		return err_set(err, ERR_NOTFOUND, "no such file or folder");
	case FILE_FOLDER:
		return crawl_tree(job, progress, err);
	case FILE_REGULAR:
		return take_file(job, &info, err);
	default:
		job->skipped_special++;
		return ERR_OK;
	}
}
