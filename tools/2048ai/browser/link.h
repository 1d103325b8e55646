/* SPDX-License-Identifier: MIT */
/* Bytes to and from a browser: over TCP, or the pipes of one that we started. */
#ifndef BIOSBELT_2048AI_LINK_H
#define BIOSBELT_2048AI_LINK_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "biosbelt/talk.h"

struct link;

/* TCP: host is a name or an address. */
enum err_code link_connect(const char *host, unsigned port, struct link **out, struct err *err);
/* The pipes of a talk, which the caller still owns. */
enum err_code link_pipes(struct talk *talk, struct link **out, struct err *err);

enum err_code link_write(struct link *l, struct span bytes, struct err *err);
/* Waits for some bytes; ERR_BUSY from the time `until` (os_time_ms) on; *got 0: the other end is
 * closed. */
enum err_code link_read(
	struct link *l, void *ptr, size_t cap, uint64_t until, size_t *got, struct err *err);
void link_close(struct link *l); /* NULL is fine */

#endif
