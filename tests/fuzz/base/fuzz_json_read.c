/* SPDX-License-Identifier: MIT */
/*
 * Any text as JSON: values are inside the text and in order, and what is read of a text comes back
 * when it is written and read again.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/json_read.h"
#include "biosbelt/utf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const struct json_value *v)
{
	struct json_value again;
	struct json_walk walk = {.pos = 0};
	struct buf text, document, kept, second;
	struct json j;
	struct err err;

	buf_init(&text, 0);
	buf_init(&document, 0);
	buf_init(&kept, 0);
	buf_init(&second, 0);
	json_read_text(v, &text);
	json_init(&j, &document, true);
	json_array(&j);
	json_str_n(&j, span_of(text.ptr, text.len));
	json_array_end(&j);
	if (json_read_open(span_of(document.ptr, document.len), &walk.in, &err) != ERR_OK ||
		!json_read_next(&walk, NULL, &again))
		abort();
	json_read_text(&again, &kept);
	utf8_unkeep(span_of(kept.ptr, kept.len), UTF_KEEP_JSON, &second);
	if (!span_equal(span_of(text.ptr, text.len), span_of(second.ptr, second.len)))
		abort();
	buf_free(&text);
	buf_free(&document);
	buf_free(&kept);
	buf_free(&second);
}

static void walk_all(const struct json_value *v, unsigned depth)
{
	struct json_walk walk = {.in = *v};
	struct json_value key, item;
	const uint8_t *last = v->raw.ptr;

	if (depth > JSON_DEPTH_MAX)
		abort();
	check_text(v);
	while (json_read_next(&walk, &key, &item)) {
		if (item.raw.ptr < last || item.raw.ptr + item.raw.len > v->raw.ptr + v->raw.len)
			abort();
		last = item.raw.ptr + item.raw.len;
		if (v->type == JSON_OBJECT)
			check_text(&key);
		walk_all(&item, depth + 1);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct json_value root;
	struct err err;

	if (json_read_open(span_of(data, size), &root, &err) == ERR_OK)
		walk_all(&root, 0);
	return 0;
}
