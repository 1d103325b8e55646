/* SPDX-License-Identifier: MIT */
/*
 * Files that grow while a program runs. Every write reaches the system at once, so written bytes
 * survive a kill of the program.
 */
#ifndef BIOSBELT_LOG_FILE_H
#define BIOSBELT_LOG_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct log_file;

/* A new file (ERR_EXISTS when there is one), or with append the end of one that may be there. A
 * terminal (a serial port is one) and a disk are refused, ERR_UNSUPPORTED; so is a FIFO
 * without a reader, which could wait for ever. */
enum err_code log_file_open(const char *path, bool append, struct log_file **out, struct err *err);
/* After a failure some of the bytes may be there. */
enum err_code log_file_write(struct log_file *f, const void *ptr, size_t len, struct err *err);
/* True when it had a name and lost it. */
bool log_file_is_deleted(const struct log_file *f);
/* Shortens the file to size bytes; one that is shorter stays as it is. */
enum err_code log_file_cut(struct log_file *f, uint64_t size, struct err *err);
uint64_t log_file_size(const struct log_file *f);
void log_file_close(struct log_file *f); /* NULL is fine */

#endif
