/* SPDX-License-Identifier: MIT */
/*
 * A streaming JSON writer (RFC 8259). Output goes to a struct buf; keys are ASCII literals. The
 * document is ASCII, and other characters are \u escapes: a shell that reads a pipe in another
 * encoding (PowerShell 5.1 on a Chinese Windows) would garble UTF-8. After json_set_utf8 it is
 * UTF-8. utf8_keep (UTF_KEEP_JSON) keeps the bytes of a string value that are not UTF-8, so no two
 * names look alike.
 * The caller keeps objects and arrays balanced (asserted). Nesting at most JSON_DEPTH_MAX. The end
 * of the outermost object or array also writes a newline: do not add one.
 *
 * Keys, the same in every tool: an input of the command line is "file", a path inside an image or
 * an archive is "path", a reason is "error". Sizes and offsets are numbers of bytes.
 */
#ifndef BIOSBELT_JSON_H
#define BIOSBELT_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define JSON_DEPTH_MAX 64

struct json {
	struct buf *out;
	int depth;
	bool compact;                   /* one line, for line protocols */
	bool first[JSON_DEPTH_MAX + 1]; /* nothing written at this depth yet */
	bool after_key;
};

void json_set_utf8(bool on); /* for the whole process, before any document */
void json_init(struct json *j, struct buf *out, bool compact);
void json_object(struct json *j);
void json_object_end(struct json *j);
void json_array(struct json *j);
void json_array_end(struct json *j);
void json_key(struct json *j, const char *key);
void json_str(struct json *j, const char *text);
void json_str_n(struct json *j, struct span text);
void json_str_buf(
	struct json *j, struct buf *text); /* frees it; if it ran out of memory, so did out */
void json_u64(struct json *j, uint64_t v);
void json_i64(struct json *j, int64_t v);
void json_double(struct json *j, double v); /* shortest form that reads back; NaN, inf: null */
void json_bool(struct json *j, bool v);
void json_null(struct json *j);

/* key and value in one call */
void json_kv_str(struct json *j, const char *key, const char *text);
void json_kv_u64(struct json *j, const char *key, uint64_t v);
void json_kv_i64(struct json *j, const char *key, int64_t v);
void json_kv_bool(struct json *j, const char *key, bool v);

#endif
