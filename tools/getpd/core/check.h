/* SPDX-License-Identifier: MIT */
/*
 * --check: proves that a disk is free to be overwritten. Collects every reason against it; anything
 * that cannot be inspected is a reason too. Never writes. The rules here are the same on
 * every system; check_linux.c and check_windows.c query the system.
 */
#ifndef BIOSBELT_GETPD_CHECK_H
#define BIOSBELT_GETPD_CHECK_H

#include "core/query.h"

#define CHECK_REASONS_MAX 10000 /* the last of them reports that there are more */

enum check_verdict { CHECK_FREE, CHECK_IN_USE, CHECK_UNSEEN };

struct check_opts {
	const char *source; /* the image to be written; NULL: unknown */
	const char *serial; /* the disk's serial number or WWID must be this; NULL: any */
	uint64_t size;      /* bytes it must have; 0: any */
};

struct check_reason {
	const char *code; /* a constant: mounted, swap, member, held, open, serial ... */
	bool unseen;      /* not known to be in use, but cannot be inspected */
	char *path;       /* where; may be NULL */
	char *text;
};

struct check {
	char device[512]; /* the target */
	struct graph graph;
	size_t disk; /* node of graph with model and serial; 0: none */
	uint64_t size;
	bool removable;       /* the system reports it as removable */
	bool reported_unused; /* the system itself reported it as neither claimed nor mounted */
	char (*names)[256];   /* of the devices that would be overwritten */
	size_t name_count;
	char parent[256]; /* the disk of a partition that is checked */
	struct check_reason *reasons;
	size_t count, cap;
	enum check_verdict verdict; /* of all reasons, also of those beyond CHECK_REASONS_MAX */
};

/* ERR_NOTFOUND: no such disk. A failure is not a verdict. Free it with check_free in any case. */
enum err_code check_run(const struct query_opts *query, const struct check_opts *opts,
	const char *what, struct check *out, struct err *err);
enum check_verdict check_verdict(const struct check *c);
/* Node of the disk whose serial number identifies it: its own, or the first below a stack; 0: none.
 */
size_t check_identity(const struct check *c);
void check_free(struct check *c);
/* {"query":..., "verdict":..., "disk":{...}, "reasons":[...]} */
void check_json(const struct check *c, const char *what, struct json *j);

/* For the two systems' parts. */
enum err_code check_name(struct check *c, const char *name, struct err *err);
bool check_has(const struct check *c, const char *name);
/* The same, or the disk of a checked partition: a use of the whole disk covers the partition. */
bool check_covers(const struct check *c, const char *name);
enum err_code check_add(struct check *c, struct err *err, const char *code, bool unseen,
	const char *path, const char *fmt, ...) ERR_PRINTF(6, 7);
/* True when a device in another query's graph would be overwritten. */
bool check_touches(const struct check *c, const struct graph *g);
/* Queries of the system: query_run and query_all, or made-up ones. */
struct check_asks {
	const void *user;
	enum err_code (*one)(
		const void *user, const char *what, struct graph *out, struct err *err);
	enum err_code (*all)(const void *user,
		bool (*each)(void *each_user, const char *volume, const struct graph *g),
		void *each_user, struct err *err);
};
/* Checks every volume on it, the place of the image, serial, size and bus. */
enum err_code check_common(struct check *c, const struct check_asks *asks,
	const struct check_opts *opts, struct err *err);
/* True when a reason with this code was found. */
bool check_found(const struct check *c, const char *code);

#endif
