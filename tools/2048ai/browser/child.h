/* SPDX-License-Identifier: MIT */
/* The system's part of driving a browser: starting it, and bytes to and from it. */
#ifndef BIOSBELT_2048AI_LINK_H
#define BIOSBELT_2048AI_LINK_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* A browser that we started; it and everything it started ends with child_end. */
struct child;

/*
 * argv[0] is a path, argv ends with NULL. home: an existing folder that it gets as its home and
 * for its settings. pipes (Linux): *out_link gets the ends of its descriptors 3 and 4; elsewhere
 * and without it *out_link is NULL. Its output is thrown away.
 */
struct link;
enum err_code child_start(char *const *argv, const char *home, bool pipes, struct child **out,
	struct link **out_link, struct err *err);
bool child_alive(struct child *c);
/* Waits grace_ms for it to end by itself, then makes it. NULL is fine. */
void child_end(struct child *c, unsigned grace_ms);
/* Whether child_start can give pipes on this system. */
bool child_has_pipes(void);
/* Whether we run with the rights of the administrator (root), under which Chromium's sandbox does
 * not start. */
bool link_is_root(void);

/* TCP, to a loopback address or another: host is a name or an address. */
enum err_code link_connect(const char *host, unsigned port, struct link **out, struct err *err);
enum err_code link_write(struct link *l, struct span bytes, struct err *err);
/* Waits for some bytes; ERR_BUSY after timeout_ms without any; *got 0: the other end is closed. */
enum err_code link_read(
	struct link *l, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err);
void link_close(struct link *l); /* NULL is fine */

/* A new folder for the browser's settings, only ours to read; removed with all that is in it. */
enum err_code profile_make(struct blob *path, struct err *err);
void profile_remove(const char *path);

#endif
