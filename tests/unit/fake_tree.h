/* SPDX-License-Identifier: MIT */
/* A made-up root with /sys, /proc and /dev of plain files and links, for tests on Linux. */
#ifndef BIOSBELT_FAKE_TREE_H
#define BIOSBELT_FAKE_TREE_H

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "test.h"

#define FAKE_PATH 4096

struct fake {
	char root[1024];
};

static inline void fake_make(struct fake *f)
{
	char here[1000];

	assert_non_null(getcwd(here, sizeof here));
	snprintf(f->root, sizeof f->root, "%s/fake-XXXXXX", here);
	assert_non_null(mkdtemp(f->root));
}

static inline int fake_drop(const char *path, const struct stat *info, int type, struct FTW *at)
{
	(void)info;
	(void)type;
	(void)at;
	return remove(path);
}

static inline void fake_remove(struct fake *f)
{
	assert_int_equal(nftw(f->root, fake_drop, 32, FTW_DEPTH | FTW_PHYS), 0);
}

/* The full path of a part of the tree; makes its folders. */
static inline const char *fake_path(const struct fake *f, const char *path, char *out)
{
	char *p;

	assert_true(snprintf(out, FAKE_PATH, "%s/%s", f->root, path) < FAKE_PATH);
	for (p = out + strlen(f->root) + 1; (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		mkdir(out, 0777);
		*p = '/';
	}
	return out;
}

static inline void fake_bytes(const struct fake *f, const char *path, const void *bytes, size_t len)
{
	char full[FAKE_PATH];
	FILE *file = fopen(fake_path(f, path, full), "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, len, file), len);
	assert_int_equal(fclose(file), 0);
}

static inline void fake_text(const struct fake *f, const char *path, const char *text)
{
	fake_bytes(f, path, text, strlen(text));
}

static inline void fake_folder(const struct fake *f, const char *path)
{
	char full[FAKE_PATH];

	mkdir(fake_path(f, path, full), 0777);
}

static inline void fake_link(const struct fake *f, const char *path, const char *target)
{
	char full[FAKE_PATH];

	fake_path(f, path, full);
	unlink(full);
	assert_int_equal(symlink(target, full), 0);
}

#endif
