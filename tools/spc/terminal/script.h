/* SPDX-License-Identifier: MIT */
/*
 * A script for a line: texts to wait for and texts to send, in the order given. A text is sent when
 * all steps before it are done. Pure; the caller has the clock.
 */
#ifndef BIOSBELT_SPC_SCRIPT_H
#define BIOSBELT_SPC_SCRIPT_H

#include "terminal/match.h"

#define SCRIPT_MAX 32 /* steps */

struct script_step {
	/* one of these is set */
	const char *pattern;
	const char *send;
	const char *file;   /* to be sent */
	const char *into;   /* file for received data */
	uint64_t within_ms; /* its own limit, else that of all; 0: none */
};

struct script {
	struct script_step steps[SCRIPT_MAX];
	size_t count;
	uint64_t within_ms; /* of all steps without their own */
	size_t at;
	uint64_t deadline; /* of step `at`; 0: none */
	struct match match;
};

/* The options --expect, --send, --send-file, --receive and --within, one after another. ERR_USAGE:
 * over SCRIPT_MAX, an invalid pattern, escape or time. */
enum err_code script_expect(struct script *s, const char *pattern, struct err *err);
enum err_code script_send(struct script *s, const char *text, struct err *err);
enum err_code script_file(struct script *s, const char *path, struct err *err);
enum err_code script_receive(struct script *s, const char *path, struct err *err);
enum err_code script_within(struct script *s, const char *time, struct err *err);

/* SCRIPT_FILE, SCRIPT_RECEIVE: the caller sends the file of script_path, or receives to it, and
 * then calls script_carried. */
enum script_state { SCRIPT_WAITS, SCRIPT_FILE, SCRIPT_RECEIVE, SCRIPT_DONE, SCRIPT_LATE };

/* Begins; appends the text to be sent at once to out. */
enum script_state script_begin(struct script *s, uint64_t now_ms, struct buf *out);
/* Takes received text without escape sequences; appends the text that its matches send to out. */
enum script_state script_feed(struct script *s, struct span in, uint64_t now_ms, struct buf *out);
/* SCRIPT_LATE when the time of the step is over. */
enum script_state script_look(const struct script *s, uint64_t now_ms);
/* The file to be sent or received now; NULL: none. */
const char *script_path(const struct script *s);
enum script_state script_carried(struct script *s, uint64_t now_ms, struct buf *out);
/* The pattern of the present step; NULL: none. */
const char *script_pattern(const struct script *s);

/* "60s", "500ms", "2m", "1h", or seconds. False: neither. */
bool script_time(const char *text, uint64_t *ms);

#endif
