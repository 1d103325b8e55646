/* SPDX-License-Identifier: MIT */
/*
 * Standard output of a program: buffered, UTF-8 in, console or pipe out. A failed write (full disk)
 * is noticed: out_finish reports it once and turns a status of 0 into EXIT_FAILED. Every os_main
 * ends with: return out_finish(status). A closed pipe (EPIPE) ends silently with status 1.
 */
#ifndef BIOSBELT_OUT_H
#define BIOSBELT_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "biosbelt/utf.h"

void out_str(const char *text);
void out_printf(const char *fmt, ...) ERR_PRINTF(1, 2);
void out_text(struct span text);    /* trusted UTF-8 */
void out_buf(struct buf *b);        /* as out_text, frees b; one that failed is a failed output */
void out_escaped(struct span text); /* text from input: escaped (utf8_escape) */
void out_escaped_str(const char *text);
void out_kept(struct span text, enum utf_keep how); /* the same for programs (utf8_keep) */
void out_bytes(struct span bytes);                  /* raw, never converted; do not mix with text */
void out_flush(void);
bool out_failed(void);
int out_finish(int status);
/* Writes the buffer. Returns status, or EXIT_FAILED when the write failed. For statuses from 5 on
 * that are an answer explained on stdout; out_finish keeps such a status after a failed write. */
int out_verdict(int status);
/* As out_finish, for a program asked for one JSON document: when it failed or found nothing (1, 3,
 * 4) before it printed any, the document is {"error": the first error reported (diag.h)}. */
int out_finish_json(int status);

/* Width of a UTF-8 text in terminal columns. */
int out_width(const char *text);
/* Bytes to the next place where a line may end: a blank, or beside a Chinese character; 0 at a
 * blank and at the end. */
size_t out_word(const char *text);

#endif
