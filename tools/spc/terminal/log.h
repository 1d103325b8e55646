/* SPDX-License-Identifier: MIT */
/*
 * The log of a line: its bytes as they came or as text or hexadecimal, with the time before each
 * line, in one file or in a row of them. Whatever was received is in the file when log_received
 * returns (of hexadecimal: up to 15 bytes later, at the next log_tick). A write that fails is
 * told once and does not end the log: it goes on when there is room again.
 */
#ifndef BIOSBELT_SPC_LOG_H
#define BIOSBELT_SPC_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "terminal/stamp.h"

enum log_form { LOG_RAW, LOG_TEXT, LOG_HEX };
#define LOG_FORM_CHOICES "raw|text|hex"

struct log_opts {
	const char *path; /* NULL: a fresh name of port and time */
	bool append;      /* path may be there already */
	bool each_boot;   /* a new file when a boot begins */
	bool each_day;    /* and at midnight, local time */
	uint64_t max;     /* and at this size; 0: none. A line is not torn unless it is long */
	enum log_form form;
	enum stamp_kind stamps;
	bool typed; /* what was typed, on lines of its own after ">> ", ">2> " of window 2 */
};

struct log;

/* port: its name, for names of files. say: what the person is to know, one line. */
enum err_code log_open(const struct log_opts *opts, const char *port, const struct moment *now,
	void (*say)(void *user, const char *text), void *user, struct log **out, struct err *err);
/* Returns the bytes that could not be written. NULL is fine, also below. */
uint64_t log_close(struct log *l, const struct moment *now);
void log_received(struct log *l, struct span in, const struct moment *now);
/* by: 0 for the person here, else the number of the window that it came from. */
void log_typed(struct log *l, unsigned by, struct span in, const struct moment *now);
/* A boot begins with the line that is not over yet. */
void log_boot(struct log *l, const struct moment *now);
void log_tick(struct log *l, const struct moment *now);
/* True when log_tick has something to do soon. */
bool log_is_waiting(const struct log *l);
/* Of the file that is written now. */
const char *log_path(const struct log *l);
uint64_t log_size(const struct log *l);
/* Bytes that could not be written. */
uint64_t log_lost(const struct log *l);

#endif
