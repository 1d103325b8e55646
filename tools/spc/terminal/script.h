/* SPDX-License-Identifier: MIT */
/*
 * What a script wants of a line: texts to wait for and texts to send, in the order given. A text to
 * send goes out when everything before it is done. Pure; the caller has the clock.
 */
#ifndef BIOSBELT_SPC_SCRIPT_H
#define BIOSBELT_SPC_SCRIPT_H

#include "terminal/match.h"

#define SCRIPT_MAX 32 /* steps */

struct script_step {
	/* one of these */
	const char *pattern;
	const char *send;
	const char *file;   /* to be sent */
	const char *into;   /* what comes goes there */
	uint64_t within_ms; /* limit of its own, else that of all; 0: none */
};

struct script {
	struct script_step steps[SCRIPT_MAX];
	size_t count;
	uint64_t within_ms; /* of all that have none of their own */
	size_t at;
	uint64_t deadline; /* of the step at; 0: none */
	struct match match;
};

/* The options --expect, --send, --send-file, --receive and --within, one after another. ERR_USAGE:
 * SCRIPT_MAX, a pattern or an escape that there is not, a time that is none. */
enum err_code script_expect(struct script *s, const char *pattern, struct err *err);
enum err_code script_send(struct script *s, const char *text, struct err *err);
enum err_code script_file(struct script *s, const char *path, struct err *err);
enum err_code script_receive(struct script *s, const char *path, struct err *err);
enum err_code script_within(struct script *s, const char *time, struct err *err);

/* SCRIPT_FILE, SCRIPT_RECEIVE: the caller sends the file of script_path, or receives to it, and
 * then calls script_carried. */
enum script_state { SCRIPT_WAITS, SCRIPT_FILE, SCRIPT_RECEIVE, SCRIPT_DONE, SCRIPT_LATE };

/* Begins; what is to be sent at once goes to out. */
enum script_state script_begin(struct script *s, uint64_t now_ms, struct buf *out);
/* Text that came, free of escape sequences; what its matches send goes to out. */
enum script_state script_feed(struct script *s, struct span in, uint64_t now_ms, struct buf *out);
/* SCRIPT_LATE when the time of the step is over. */
enum script_state script_look(const struct script *s, uint64_t now_ms);
/* The file to be sent or received now; NULL: none. */
const char *script_path(const struct script *s);
enum script_state script_carried(struct script *s, uint64_t now_ms, struct buf *out);
/* The pattern that is waited for; NULL: none. */
const char *script_pattern(const struct script *s);

/* "60s", "500ms", "2m", "1h", or seconds. False: neither. */
bool script_time(const char *text, uint64_t *ms);

#endif
