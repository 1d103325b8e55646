/* SPDX-License-Identifier: MIT */
/*
 * A pull of bytes: decoders are readers that read from other readers, so a chain of filters and
 * decompressors needs no more memory than its dictionaries. A reader that failed keeps failing.
 */
#ifndef BIOSBELT_READER_H
#define BIOSBELT_READER_H

#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct reader {
	/* Fills ptr; *got < cap only at the end of the bytes (0: end). */
	enum err_code (*read)(
		struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err);
	void (*close)(struct reader *r); /* also closes what it reads from */
};

/* NULL is fine. */
void reader_close(struct reader *r);

/* Reads from memory that must outlive the reader. */
enum err_code reader_span(struct span in, struct reader **out, struct err *err);

/* Exactly len bytes into memory; a shorter source is ERR_FORMAT. */
enum err_code reader_exact(struct reader *r, void *ptr, size_t len, struct err *err);

/* Everything into memory; more than max bytes are ERR_LIMIT. */
enum err_code reader_all(struct reader *r, size_t max, struct blob *out, struct err *err);

/* Whether it returns exactly these bytes; ERR_IO with the place if not. */
enum err_code reader_compare(struct reader *r, struct span want, struct err *err);

#endif
