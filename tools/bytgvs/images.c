/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/tree.h"
#include "job.h"

struct collect {
	const struct options *o;
	struct jobs *jobs;
	size_t passed; /* skipped links, devices and the like in folders */
	bool no_memory;
};

/* relative: folder below -o, for batches; NULL: -o itself. */
static char *folder_for(const struct options *o, const char *relative)
{
	const char *base = o->output != NULL ? o->output : "";
	size_t cap;
	char *out;

	if (relative == NULL)
		return alloc_text(base);
	cap = strlen(base) + strlen(relative) + sizeof PARTS_SUFFIX + 2;
	out = malloc(cap);
	if (out != NULL)
		(void)snprintf(out, cap, "%s%s%s%s", base, base[0] != '\0' ? "/" : "", relative,
			PARTS_SUFFIX);
	return out;
}

static bool add_job(struct collect *c, const char *path, const char *relative, bool in_tree)
{
	struct jobs *jobs = c->jobs;
	struct job *job;

	if (!ALLOC_ROOM(jobs->list, jobs->count, &jobs->cap))
		return false;
	job = &jobs->list[jobs->count++];
	*job = (struct job){.status = EXIT_FAILED, .in_tree = in_tree};
	job->path = alloc_text(path);
	job->shown = alloc_text(path);
	job->folder = folder_for(c->o, relative);
	return job->path != NULL && job->shown != NULL && job->folder != NULL;
}

static bool is_parts(const char *path)
{
	size_t n = strlen(path);
	size_t k = sizeof PARTS_SUFFIX - 1;

	return n > k && strcmp(path + n - k, PARTS_SUFFIX) == 0;
}

static enum tree_action on_entry(void *user, const struct tree_entry *e)
{
	struct collect *c = user;

	if (e->type == FILE_FOLDER)
		return e->depth > 0 && is_parts(e->path) ? TREE_SKIP_FOLDER : TREE_GO_ON;
	if (e->type != FILE_REGULAR) {
		c->passed++;
		return TREE_GO_ON;
	}
	if (add_job(c, e->path, e->relative[0] != '\0' ? e->relative : path_base(e->path), true))
		return TREE_GO_ON;
	c->no_memory = true;
	return TREE_STOP;
}

static enum tree_action on_error(void *user, const char *path, const struct err *err)
{
	struct collect *c = user;

	diag_err(path, err);
	c->jobs->failed = true;
	return TREE_GO_ON;
}

static bool add_operand(struct collect *c, const char *path)
{
	struct tree_opts opts = {.on_entry = on_entry, .on_error = on_error, .user = c};
	struct file_info info;
	struct err err;

	if (strcmp(path, "-") != 0 && file_info(path, false, &info, &err) == ERR_OK &&
		info.type == FILE_FOLDER && c->o->recursive) {
		if (tree_walk(path, &opts, &err) != ERR_OK) {
			diag_err(path, &err);
			c->jobs->failed = true;
		}
		return !c->no_memory;
	}
	return add_job(c, path, c->jobs->many ? path_base(path) : NULL, false);
}

/* Two images of the same name need different folders. */
static bool part_folders(struct jobs *jobs)
{
	size_t i;
	size_t k;

	for (i = 1; i < jobs->count; i++) {
		size_t stem = strlen(jobs->list[i].folder) + 1;
		unsigned n = 1;

		stem = stem > sizeof PARTS_SUFFIX ? stem - sizeof PARTS_SUFFIX : 0;
		for (k = 0; k < i; k++) {
			size_t len = strlen(jobs->list[i].folder) + 16;
			char *other;

			if (strcmp(jobs->list[k].folder, jobs->list[i].folder) != 0)
				continue;
			other = malloc(len);
			if (other == NULL)
				return false;
			n++;
			(void)snprintf(other, len, "%.*s-%u%s", (int)stem, jobs->list[i].folder, n,
				PARTS_SUFFIX);
			free(jobs->list[i].folder);
			jobs->list[i].folder = other;
			k = SIZE_MAX; /* compare the new name from the start */
		}
	}
	return true;
}

bool jobs_collect(const struct options *o, struct jobs *out)
{
	struct collect c = {.o = o, .jobs = out};
	size_t i;

	*out = (struct jobs){.many = o->operands.count > 1 || o->recursive};
	for (i = 0; i < o->operands.count; i++) {
		if (!add_operand(&c, o->operands.items[i])) {
			diag_error("out of memory");
			return false;
		}
	}
	if (c.passed != 0)
		diag_warn("passed over in folders, as links, devices or the like: %zu", c.passed);
	if (out->many && o->operands.count > 1 && !part_folders(out)) {
		diag_error("out of memory");
		return false;
	}
	return true;
}

void jobs_free(struct jobs *jobs)
{
	size_t i;

	for (i = 0; i < jobs->count; i++) {
		job_drop(&jobs->list[i]);
		free(jobs->list[i].path);
		free(jobs->list[i].shown);
		free(jobs->list[i].folder);
	}
	free(jobs->list);
	*jobs = (struct jobs){0};
}
