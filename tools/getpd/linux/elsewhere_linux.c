/* SPDX-License-Identifier: MIT */
/* Sources: mount_namespaces(7), /proc/PID/ns/mnt; proc(5), /proc/PID/mountinfo. */
#include "linux/elsewhere_linux.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/sysfs.h"
#include "linux/walk_linux.h"

#define SPACES_MAX    1024
#define MOUNTINFO_MAX (64u << 20)

struct state {
	struct elsewhere *e;
	const char *root;
};

static bool is_seen(const struct elsewhere *e, const char *space)
{
	size_t i;

	for (i = 0; i < e->space_count; i++)
		if (strcmp(e->spaces[i], space) == 0)
			return true;
	return false;
}

/* False when out of memory. */
static bool add_space(struct elsewhere *e, const char *space)
{
	void *spaces = realloc(e->spaces, (e->space_count + 1) * sizeof *e->spaces);
	void *mounts;

	if (spaces == NULL)
		return false;
	e->spaces = spaces;
	mounts = realloc(e->mounts, (e->space_count + 1) * sizeof *e->mounts);
	if (mounts == NULL)
		return false;
	e->mounts = mounts;
	memset(&e->mounts[e->space_count], 0, sizeof *e->mounts);
	snprintf(e->spaces[e->space_count++], sizeof *e->spaces, "%s", space);
	return true;
}

static bool on_process(void *user, const char *name)
{
	struct state *s = user;
	char path[SYSFS_PATH_MAX];
	char space[64];
	struct blob text;
	struct err err;

	if (strspn(name, "0123456789") != strlen(name) ||
		!sysfs_path(path, sizeof path, "%s/proc/%s/ns/mnt", s->root, name) ||
		!sysfs_link(path, space, sizeof space) || is_seen(s->e, space))
		return true;
	if (!sysfs_path(path, sizeof path, "%s/proc/%s/mountinfo", s->root, name))
		return true;
	if (file_read(path, MOUNTINFO_MAX, &text, &err) != ERR_OK) {
		s->e->failed = err.code == ERR_NOMEM;
		return !s->e->failed; /* another process of that namespace is tried */
	}
	s->e->failed =
		!add_space(s->e, space) ||
		mounts_parse(blob_span(text), &s->e->mounts[s->e->space_count - 1], &err) != ERR_OK;
	blob_free(&text);
	return !s->e->failed && s->e->space_count < SPACES_MAX;
}

void elsewhere_open(struct elsewhere *e, const char *root)
{
	struct state s = {e, root};
	char path[SYSFS_PATH_MAX];
	char own[64];

	memset(e, 0, sizeof *e);
	if (!sysfs_path(path, sizeof path, "%s/proc/self/ns/mnt", root) ||
		!sysfs_link(path, own, sizeof own))
		return;
	e->failed = !add_space(e, own); /* our own mounts are listed already */
	if (!e->failed && sysfs_path(path, sizeof path, "%s/proc", root))
		sysfs_each(path, NAMES_MAX, on_process, &s);
}

/* Finds "/dev/NAME" as a source, or in the options: logs, journals, further devices. */
static bool is_word(const char *text, const char *name)
{
	size_t len = strlen(name);
	const char *at = text;

	while ((at = strstr(at, "/dev/")) != NULL) {
		at += 5;
		if (strncmp(at, name, len) == 0 && strchr(",:", at[len]) != NULL)
			return true;
	}
	return false;
}

bool elsewhere_has(const struct elsewhere *e, const char *root, const char *name)
{
	char path[SYSFS_PATH_MAX];
	char wanted[32] = "";
	char numbers[32];
	size_t i;
	size_t k;

	if (sysfs_path(path, sizeof path, "%s/sys/class/block/%s", root, name))
		sysfs_need(path, "dev", wanted, sizeof wanted);
	for (i = 1; i < e->space_count; i++)
		for (k = 0; k < e->mounts[i].count; k++) {
			const struct mount *m = &e->mounts[i].items[k];

			snprintf(numbers, sizeof numbers, "%u:%u", m->major, m->minor);
			if (strcmp(numbers, wanted) == 0 || is_word(m->source, name) ||
				is_word(m->options, name))
				return true;
		}
	return false;
}

void elsewhere_free(struct elsewhere *e)
{
	size_t i;

	for (i = 0; i < e->space_count; i++)
		mounts_free(&e->mounts[i]);
	free(e->mounts);
	free(e->spaces);
	memset(e, 0, sizeof *e);
}
