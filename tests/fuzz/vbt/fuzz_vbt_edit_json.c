/* SPDX-License-Identifier: MIT */
/*
 * The reader of JSON, and editing a table by a document: the input is the document, or what
 * replaces bytes of a sound one from an offset on. Reading ends inside the text; a change leaves a
 * sound table.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/json_read.h"
#include "sample.h"
#include "vbt_edit_json.h"
#include "vbt_show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void walk_all(const struct json_value *v, unsigned depth)
{
	struct json_walk walk = {.in = *v};
	struct json_value key, item;
	struct buf text;

	if (depth > JSON_DEPTH_MAX)
		abort();
	buf_init(&text, 0);
	json_read_text(v, &text);
	buf_free(&text);
	while (json_read_next(&walk, &key, &item)) {
		if (item.raw.ptr < v->raw.ptr ||
			item.raw.ptr + item.raw.len > v->raw.ptr + v->raw.len)
			abort();
		walk_all(&item, depth + 1);
	}
}

static struct blob document(struct span vbt)
{
	struct vbt_view view;
	struct blob out;
	struct json j;
	struct buf b;
	struct err err;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	if (vbt_view_open(vbt, 0, &view, &err) != ERR_OK)
		abort();
	vbt_view_json(&view, &j);
	vbt_view_close(&view);
	json_object_end(&j);
	if (buf_finish(&b, &out, &err) != ERR_OK)
		abort();
	return out;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct blob sample, sound; /* made once: they are the same for all inputs */
	struct blob vbt, doc;
	struct json_value root;
	struct vbt_info info, now;
	struct err err;
	size_t at;

	if (size < 4)
		return 0;
	if (sample.ptr == NULL) {
		sample = sample_vbt(&(struct sample_vbt){.with_sequences = true});
		sound = document(blob_span(sample));
	}
	if (blob_copy(blob_span(sample), &vbt, &err) != ERR_OK ||
		vbt_probe(blob_span(vbt), 0, &info) != VBT_WHOLE)
		abort();
	if ((data[0] & 1) != 0) {
		if (blob_copy(span_of(data + 4, size - 4), &doc, &err) != ERR_OK)
			abort();
	} else {
		if (blob_copy(blob_span(sound), &doc, &err) != ERR_OK)
			abort();
		at = (data[1] | (size_t)data[2] << 8 | (size_t)data[3] << 16) % doc.len;
		memcpy(doc.ptr + at, data + 4, size - 4 < doc.len - at ? size - 4 : doc.len - at);
	}
	if (json_read_open(blob_span(doc), &root, &err) == ERR_OK)
		walk_all(&root, 0);
	if (vbt_edit_json(&vbt, &info, blob_span(doc), &err) == ERR_OK &&
		(vbt_probe(blob_span(vbt), 0, &now) != VBT_WHOLE || now.sum != VBT_SUM_OK))
		abort();
	blob_free(&doc);
	blob_free(&vbt);
	return 0;
}
