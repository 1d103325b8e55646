/* SPDX-License-Identifier: MIT */
#include "biosbelt/json.h"

#include <assert.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"

/* A setting of the whole process, made by the command line before any document is written. */
static bool write_utf8;

void json_set_utf8(bool on)
{
	write_utf8 = on;
}

void json_init(struct json *j, struct buf *out, bool compact)
{
	memset(j, 0, sizeof *j);
	j->out = out;
	j->compact = compact;
	j->first[0] = true;
}

static void new_line(struct json *j)
{
	int i;

	if (j->compact)
		return;
	buf_add_u8(j->out, '\n');
	for (i = 0; i < j->depth; i++)
		buf_str(j->out, "  ");
}

/* Writes the comma and indentation before a value or a key. */
static void separate(struct json *j)
{
	if (j->after_key) {
		j->after_key = false;
		return;
	}
	if (!j->first[j->depth])
		buf_add_u8(j->out, ',');
	if (j->depth > 0)
		new_line(j);
	j->first[j->depth] = false;
}

static void open_group(struct json *j, char bracket)
{
	separate(j);
	buf_add_u8(j->out, (uint8_t)bracket);
	assert(j->depth < JSON_DEPTH_MAX);
	j->depth++;
	j->first[j->depth] = true;
}

static void close_group(struct json *j, char bracket)
{
	bool empty = j->first[j->depth];

	assert(j->depth > 0 && !j->after_key);
	j->depth--;
	if (!empty)
		new_line(j);
	buf_add_u8(j->out, (uint8_t)bracket);
	if (j->depth == 0)
		buf_add_u8(j->out, '\n');
}

void json_object(struct json *j)
{
	open_group(j, '{');
}

void json_object_end(struct json *j)
{
	close_group(j, '}');
}

void json_array(struct json *j)
{
	open_group(j, '[');
}

void json_array_end(struct json *j)
{
	close_group(j, ']');
}

/* RFC 8259, section 7: above U+FFFF a surrogate pair. */
static void escape(struct json *j, uint32_t cp)
{
	if (cp >= 0x10000) {
		cp -= 0x10000;
		buf_printf(j->out, "\\u%04x\\u%04x", (unsigned)(0xD800 + (cp >> 10)),
			(unsigned)(0xDC00 + (cp & 0x3FF)));
	} else {
		buf_printf(j->out, "\\u%04x", (unsigned)cp);
	}
}

/* Characters that represent bytes which are not UTF-8. */
static void kept(struct json *j, struct span bytes)
{
	size_t i;

	if (write_utf8)
		utf8_keep(bytes, UTF_KEEP_JSON, j->out);
	else
		for (i = 0; i < bytes.len; i++)
			escape(j, UTF_KEEP_BASE + bytes.ptr[i]);
}

static void quoted(struct json *j, struct span text)
{
	size_t pos = 0;

	buf_add_u8(j->out, '"');
	while (pos < text.len) {
		size_t at = pos;
		uint32_t cp = utf8_next(text, &pos);

		if (cp == UTF_BAD || (cp >= UTF_KEEP_BASE && cp <= UTF_KEEP_BASE + 0xFF))
			kept(j, span_of(text.ptr + at, pos - at));
		else if (cp == '"' || cp == '\\')
			buf_printf(j->out, "\\%c", (char)cp);
		else if (cp == '\n')
			buf_str(j->out, "\\n");
		else if (cp == '\t')
			buf_str(j->out, "\\t");
		else if (utf_is_unsafe(cp) || (cp >= 0x80 && !write_utf8))
			escape(j, cp);
		else
			buf_add(j->out, text.ptr + at, pos - at);
	}
	buf_add_u8(j->out, '"');
}

void json_key(struct json *j, const char *key)
{
	assert(!j->after_key);
	separate(j);
	quoted(j, span_of(key, strlen(key)));
	buf_str(j->out, j->compact ? ":" : ": ");
	j->after_key = true;
}

void json_str_n(struct json *j, struct span text)
{
	separate(j);
	quoted(j, text);
}

void json_str_buf(struct json *j, struct buf *text)
{
	json_str_n(j, span_of(text->ptr, text->len));
	if (text->failed == ERR_NOMEM)
		j->out->failed = ERR_NOMEM;
	buf_free(text);
}

void json_str(struct json *j, const char *text)
{
	json_str_n(j, span_of(text, strlen(text)));
}

void json_u64(struct json *j, uint64_t v)
{
	separate(j);
	buf_printf(j->out, "%llu", (unsigned long long)v);
}

void json_i64(struct json *j, int64_t v)
{
	separate(j);
	buf_printf(j->out, "%lld", (long long)v);
}

void json_double(struct json *j, double v)
{
	char text[40];
	int digits;

	if (v != v || v > DBL_MAX || v < -DBL_MAX) { /* NaN, inf */
		json_null(j);
		return;
	}
	separate(j);
	if (v > -1e15 && v < 1e15 && v == (double)(int64_t)v) {
		snprintf(text, sizeof text, "%.0f", v); /* 1200, not 1.2e+03 */
	} else {
		for (digits = 1; digits <= 17; digits++) {
			snprintf(text, sizeof text, "%.*g", digits, v);
			if (strtod(text, NULL) == v)
				break;
		}
	}
	buf_str(j->out, text);
}

void json_bool(struct json *j, bool v)
{
	separate(j);
	buf_str(j->out, v ? "true" : "false");
}

void json_null(struct json *j)
{
	separate(j);
	buf_str(j->out, "null");
}

void json_kv_str(struct json *j, const char *key, const char *text)
{
	json_key(j, key);
	json_str(j, text);
}

void json_kv_u64(struct json *j, const char *key, uint64_t v)
{
	json_key(j, key);
	json_u64(j, v);
}

void json_kv_i64(struct json *j, const char *key, int64_t v)
{
	json_key(j, key);
	json_i64(j, v);
}

void json_kv_bool(struct json *j, const char *key, bool v)
{
	json_key(j, key);
	json_bool(j, v);
}
