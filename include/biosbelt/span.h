/* SPDX-License-Identifier: MIT */
/*
 * Bounded bytes. A span is a view that owns nothing; a blob owns its bytes. A cursor reads a span
 * from front to back, and its failure sticks: a parser checks c.bad once after a group of reads.
 * All input bytes are read through these: no pointer arithmetic elsewhere.
 */
#ifndef BIOSBELT_SPAN_H
#define BIOSBELT_SPAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct span {
	const uint8_t *ptr; /* may be NULL only when len is 0 */
	size_t len;
};

struct blob {
	uint8_t *ptr; /* malloc'ed; blob_free releases it */
	size_t len;
};

struct cursor {
	struct span in;
	size_t pos;
	bool bad; /* a read ran past the end; stays set, later reads give 0 */
};

static inline struct span span_of(const void *ptr, size_t len)
{
	return (struct span){(const uint8_t *)ptr, len};
}

static inline struct span blob_span(struct blob b)
{
	return (struct span){b.ptr, b.len};
}

/* The bytes [off, off + len) of in; false when they are not all there. */
bool span_slice(struct span in, size_t off, size_t len, struct span *out);

/* Everything from off on; false when off > in.len. */
bool span_from(struct span in, size_t off, struct span *out);

bool span_equal(struct span a, struct span b);
bool span_starts(struct span in, const void *prefix, size_t len);

/* True when every byte is value (an empty span: true). */
bool span_is_filled(struct span in, uint8_t value);

/* Offset of the first needle at or after from; SIZE_MAX when there is none. */
size_t span_find(struct span in, size_t from, const void *needle, size_t len);

/* Integers at an offset; false (and *out untouched) when the bytes are not there. */
bool span_u8(struct span in, size_t off, uint8_t *out);
bool span_u16le(struct span in, size_t off, uint16_t *out);
bool span_u32le(struct span in, size_t off, uint32_t *out);
bool span_u64le(struct span in, size_t off, uint64_t *out);
bool span_u32be(struct span in, size_t off, uint32_t *out);

uint8_t cursor_u8(struct cursor *c);
uint16_t cursor_u16le(struct cursor *c);
uint32_t cursor_u24le(struct cursor *c);
uint32_t cursor_u32le(struct cursor *c);
uint64_t cursor_u64le(struct cursor *c);
uint16_t cursor_u16be(struct cursor *c);
uint64_t cursor_u64be(struct cursor *c);

/* The next len bytes; an empty span and bad when they are not there. */
struct span cursor_take(struct cursor *c, size_t len);
void cursor_skip(struct cursor *c, size_t len);
size_t cursor_left(const struct cursor *c);

/* Writing little-endian integers into buffers the caller has sized. */
void put_u16le(uint8_t *p, uint16_t v);
void put_u24le(uint8_t *p, uint32_t v);
void put_u32le(uint8_t *p, uint32_t v);
void put_u64le(uint8_t *p, uint64_t v);
void put_u16be(uint8_t *p, uint16_t v);
void put_u32be(uint8_t *p, uint32_t v);

enum err_code blob_alloc(size_t len, struct blob *out, struct err *err); /* zeroed */
enum err_code blob_copy(struct span in, struct blob *out, struct err *err);
void blob_free(struct blob *b); /* b may be empty; leaves it empty */
void blob_wipe(struct blob *b); /* the same for a secret, which is overwritten first */

/*
 * A growing byte buffer with a ceiling. A failed append sticks (buf.failed) and later ones do
 * nothing, so a writer checks once at the end with buf_finish.
 */
struct buf {
	uint8_t *ptr;
	size_t len;
	size_t cap;
	size_t max;           /* 0: no ceiling */
	enum err_code failed; /* ERR_OK, ERR_NOMEM or ERR_LIMIT */
};

void buf_init(struct buf *b, size_t max);
void buf_add(struct buf *b, const void *ptr, size_t len);
void buf_add_u8(struct buf *b, uint8_t v);
void buf_add_u16le(struct buf *b, uint16_t v);
void buf_add_u24le(struct buf *b, uint32_t v);
void buf_add_u32le(struct buf *b, uint32_t v);
void buf_add_u64le(struct buf *b, uint64_t v);
void buf_fill(struct buf *b, uint8_t value, size_t count);
void buf_align(struct buf *b, size_t align, uint8_t fill); /* align: power of two */
void buf_str(struct buf *b, const char *text);             /* without the NUL */
void buf_printf(struct buf *b, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Hands the bytes over; on failure frees them and returns the reason. */
enum err_code buf_finish(struct buf *b, struct blob *out, struct err *err);
void buf_free(struct buf *b);

#endif
