/* SPDX-License-Identifier: MIT */
/*
 * Showing a VBT and its differences from a sound one, one way for each input: the text is safe for
 * a terminal, the JSON is JSON, and a table does not differ from itself.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/json_read.h"
#include "few_blocks.h"
#include "vbt_show.h"

#define CHECKSUM 26u /* of the table, which matters to no reader: chooses the way */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_safe(const struct buf *text)
{
	size_t i;

	for (i = 0; i < text->len; i++)
		if ((text->ptr[i] < ' ' && text->ptr[i] != '\n') || text->ptr[i] == 0x7F)
			abort();
}

/* b: NULL: the table itself, else the differences between both. */
static void check_json(const struct vbt_view *a, const struct vbt_view *b)
{
	struct json_value root;
	struct json j;
	struct buf out;
	struct err err;
	size_t count;

	buf_init(&out, 0);
	json_init(&j, &out, false);
	json_object(&j);
	if (b == NULL)
		vbt_view_json(a, &j);
	else if (vbt_view_diff_json(a, b, &j, &count, &err) != ERR_OK)
		abort();
	json_object_end(&j);
	if (json_read_open(span_of(out.ptr, out.len), &root, &err) != ERR_OK)
		abort();
	buf_free(&out);
}

static void check_diff(const struct vbt_view *a, const struct vbt_view *b)
{
	struct buf out;
	struct err err;
	size_t count;

	buf_init(&out, 0);
	if (vbt_view_diff(a, b, &out, &count, &err) != ERR_OK || (count == 0) != (out.len == 0) ||
		(a == b && count != 0))
		abort();
	check_safe(&out);
	buf_free(&out);
}

static void check_text(const struct vbt_view *v, bool all_panels)
{
	struct buf text;

	buf_init(&text, 0);
	vbt_view_text(v, all_panels, &text);
	check_safe(&text);
	buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct blob sample; /* made once: it is the same for all inputs */
	static struct vbt_view sound;
	struct vbt_view view;
	struct err err;

	if (sample.ptr == NULL) {
		sample = few_blocks(1, 0);
		if (vbt_view_open(blob_span(sample), 0, &sound, &err) != ERR_OK)
			abort();
	}
	if (size <= CHECKSUM || vbt_view_open(span_of(data, size), 0, &view, &err) != ERR_OK)
		return 0;
	switch (data[CHECKSUM] % 16) {
	case 0: /* the dearest way by far */
		check_json(&sound, &view);
		break;
	case 1:
	case 2:
	case 3:
		check_diff(&view, &view);
		break;
	default:
		if (data[CHECKSUM] % 3 == 0)
			check_text(&view, size % 2 != 0);
		else if (data[CHECKSUM] % 3 == 1)
			check_json(&view, NULL);
		else
			check_diff(&sound, &view);
		break;
	}
	vbt_view_close(&view);
	return 0;
}
