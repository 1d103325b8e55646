/* SPDX-License-Identifier: MIT */
/* A folder of its own for a test, below the build's working folder. */
#ifndef BIOSBELT_TEST_SCRATCH_H
#define BIOSBELT_TEST_SCRATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/tree.h"

/* Makes "scratch-<random>" and returns its name; the caller frees it with scratch_remove. */
static inline char *scratch_make(void)
{
	struct err err;
	uint64_t r = 0;
	char *path = malloc(64);

	assert_non_null(path);
	assert_int_equal(os_random(&r, sizeof r, &err), ERR_OK);
	snprintf(path, 64, "scratch-%016llx", (unsigned long long)r);
	assert_int_equal(file_mkdirs(path, &err), ERR_OK);
	return path;
}

struct scratch_list {
	char *paths[4096];
	size_t count;
};

static inline enum tree_action scratch_note(void *user, const struct tree_entry *e)
{
	struct scratch_list *list = user;
	size_t len = strlen(e->path) + 1;

	assert_true(list->count < 4096);
	list->paths[list->count] = malloc(len);
	assert_non_null(list->paths[list->count]);
	memcpy(list->paths[list->count++], e->path, len);
	return TREE_GO_ON;
}

static inline void scratch_remove(char *path)
{
	static struct scratch_list list;
	struct tree_opts opts = {.on_entry = scratch_note, .user = &list};
	struct err err;

	list.count = 0;
	assert_int_equal(tree_walk(path, &opts, &err), ERR_OK);
	while (list.count > 0) {
		list.count--;
		file_remove(list.paths[list.count], &err);
		free(list.paths[list.count]);
	}
	free(path);
}

/* "folder/name"; free() it. */
static inline char *scratch_path(const char *folder, const char *name)
{
	struct blob b;
	struct err err;

	assert_int_equal(path_join(folder, name, &b, &err), ERR_OK);
	return (char *)b.ptr;
}

static inline void scratch_file(const char *folder, const char *name, const char *text)
{
	char *path = scratch_path(folder, name);
	struct err err;

	assert_int_equal(file_write(path, span_of(text, strlen(text)), true, &err), ERR_OK);
	free(path);
}

#endif
