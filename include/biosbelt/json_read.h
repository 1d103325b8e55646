/* SPDX-License-Identifier: MIT */
/*
 * Reads JSON documents (RFC 8259) in memory, a value at a time: json_read_open checks the whole
 * text, then its values are visited in order, without a tree. Nothing is allocated but by
 * json_read_text. A value is valid as long as the text. Nesting at most JSON_DEPTH_MAX; of equal
 * keys each is visited.
 */
#ifndef BIOSBELT_JSON_READ_H
#define BIOSBELT_JSON_READ_H

#include "biosbelt/err.h"
#include "biosbelt/json.h"
#include "biosbelt/span.h"

enum json_type { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_ARRAY, JSON_OBJECT };

struct json_value {
	enum json_type type;
	struct span raw; /* as written: "true", "12", with quotes and brackets */
};

/* The members of an object or the items of an array. Begin with pos 0. */
struct json_walk {
	struct json_value in;
	size_t pos;
};

/* Checks the whole text and returns its value; a UTF-8 byte order mark before it is skipped.
 * ERR_FORMAT names the line. */
enum err_code json_read_open(struct span in, struct json_value *out, struct err *err);

/* The next item of an array, or member of an object (*key: its text, with quotes). False: no more.
 * key may be NULL. */
bool json_read_next(struct json_walk *walk, struct json_value *key, struct json_value *out);

/* Whether the value is this text (ASCII). */
bool json_read_is(const struct json_value *v, const char *ascii);

/* Appends a text without quotes and escapes, as UTF-8. */
void json_read_text(const struct json_value *v, struct buf *out);

/* The first member of that name; false: none, or not an object. */
bool json_read_member(const struct json_value *object, const char *key, struct json_value *out);

#endif
