/* SPDX-License-Identifier: MIT */
/*
 * Walks a folder tree in byte order of the names, without recursion over the C stack and without
 * following links out of it (links are reported as FILE_LINK). Loops cannot happen. Depth at most
 * TREE_DEPTH_MAX. A folder that cannot be read is reported to on_error and the walk goes on.
 */
#ifndef BIOSBELT_TREE_H
#define BIOSBELT_TREE_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"

#define TREE_DEPTH_MAX 256

enum tree_action { TREE_GO_ON, TREE_SKIP_FOLDER, TREE_STOP };

struct tree_entry {
	const char *path;     /* root + '/' + relative, UTF-8 on Windows, raw bytes on Linux */
	const char *relative; /* below the root, '/' between parts; "" is the root itself */
	enum file_type type;
	struct file_info info; /* filled when opts.want_info, else only info.type */
	int depth;             /* entries of the root: 1 */
	void *walk;            /* private, for tree_entry_info */
};

struct tree_opts {
	bool want_info;
	/* Called for every entry, folders before their content. */
	enum tree_action (*on_entry)(void *user, const struct tree_entry *entry);
	/* May be NULL: then errors are ignored. */
	enum tree_action (*on_error)(void *user, const char *path, const struct err *err);
	void *user;
	bool may_ask; /* on_entry asks tree_entry_info for some entries */
};

/* ERR_OK also when on_entry stopped it; fails only when the root itself cannot be read. */
enum err_code tree_walk(const char *root, const struct tree_opts *opts, struct err *err);

/* For on_entry: the info of one entry without following a link, read relative to its open folder,
 * which is cheaper than file_info(entry->path). */
enum err_code tree_entry_info(
	const struct tree_entry *entry, struct file_info *out, struct err *err);

/* Shell pattern: * ? [a-z] [!a-z]; '*' and '?' do not match '/'; "**" does. fold: ASCII case. */
bool tree_match(const char *pattern, const char *text, bool fold);

#endif
