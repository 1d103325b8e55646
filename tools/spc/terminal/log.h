/* SPDX-License-Identifier: MIT */
/*
 * The log of a line: raw bytes, text or hexadecimal, with the time before each line, in one file or
 * a numbered series. All received bytes are in the file when log_received returns (in hexadecimal
 * the last 15 may follow at the next log_tick). A failed write is reported once and does not end
 * the log: it continues when there is space again.
 */
#ifndef BIOSBELT_SPC_LOG_H
#define BIOSBELT_SPC_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "terminal/stamp.h"

enum log_form { LOG_RAW, LOG_TEXT, LOG_HEX };
#define LOG_FORM_CHOICES "raw|text|hex"

struct log_opts {
	const char *path; /* NULL: a new name of port and time */
	bool append;      /* path may exist */
	bool each_boot;   /* a new file when a boot begins */
	bool each_day;    /* and at midnight, local time */
	uint64_t max; /* and at this size, after the end of a line unless that is long; 0: no limit
		       */
	enum log_form form;
	enum stamp_kind stamps;
	bool typed; /* typed text too, on separate lines after ">> ", ">2> " of window 2 */
};

struct log;

/* port: its name, for names of files. say: gets messages for the user, one line each. */
enum err_code log_open(const struct log_opts *opts, const char *port, const struct moment *now,
	void (*say)(void *user, const char *text), void *user, struct log **out, struct err *err);
/* Returns the bytes that could not be written. NULL is fine, also below. */
uint64_t log_close(struct log *l, const struct moment *now);
void log_received(struct log *l, struct span in, const struct moment *now);
/* by: 0 for this terminal, else the number of the attached window. */
void log_typed(struct log *l, unsigned by, struct span in, const struct moment *now);
/* As clean_end, in text. */
void log_end_text(struct log *l, const struct moment *now);
/* A boot begins with the present line. */
void log_boot(struct log *l, const struct moment *now);
void log_tick(struct log *l, const struct moment *now);
/* True when log_tick has something to do soon. */
bool log_is_waiting(const struct log *l);
/* Of the present file. */
const char *log_path(const struct log *l);
uint64_t log_size(const struct log *l);
/* Bytes that could not be written. */
uint64_t log_lost(const struct log *l);

#endif
