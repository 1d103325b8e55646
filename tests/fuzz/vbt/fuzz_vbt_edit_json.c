/* SPDX-License-Identifier: MIT */
/*
 * Editing a table by a document: the input is the document, or what replaces bytes of a sound one
 * from an offset on. The first byte says which of both, and which blocks the table has: never all,
 * since a document of those takes milliseconds, and vbt_edit changes every field. A change leaves a
 * sound table.
 */
#include <stdlib.h>
#include <string.h>

#include "few_blocks.h"
#include "vbt_edit_json.h"
#include "vbt_show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
	/* made once: they are the same for all inputs */
	static struct blob samples[FEW_BLOCKS], documents[FEW_BLOCKS];
	struct blob vbt, doc;
	struct buf left;
	struct vbt_info info, now;
	struct err err;
	size_t at;
	unsigned i;

	if (size < 4)
		return 0;
	i = 1 + few_blocks_kind(data[0] / 2) % (FEW_BLOCKS - 1);
	if (samples[i].ptr == NULL) {
		samples[i] = few_blocks(i, 0);
		documents[i] = document(blob_span(samples[i]));
	}
	if (blob_copy(blob_span(samples[i]), &vbt, &err) != ERR_OK ||
		vbt_probe(blob_span(vbt), 0, &info) != VBT_WHOLE)
		abort();
	if ((data[0] & 1) != 0) {
		if (blob_copy(span_of(data + 4, size - 4), &doc, &err) != ERR_OK)
			abort();
	} else {
		if (blob_copy(blob_span(documents[i]), &doc, &err) != ERR_OK)
			abort();
		at = (data[1] | (size_t)data[2] << 8 | (size_t)data[3] << 16) % doc.len;
		memcpy(doc.ptr + at, data + 4, size - 4 < doc.len - at ? size - 4 : doc.len - at);
	}
	buf_init(&left, 0);
	if (vbt_edit_json(&vbt, &info, blob_span(doc), &left, &err) == ERR_OK &&
		(vbt_probe(blob_span(vbt), 0, &now) != VBT_WHOLE || now.sum != VBT_SUM_OK))
		abort();
	buf_free(&left);
	blob_free(&doc);
	blob_free(&vbt);
	return 0;
}
