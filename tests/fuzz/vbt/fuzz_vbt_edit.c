/* SPDX-License-Identifier: MIT */
/*
 * Changing a field: the first byte chooses one of a table's, or a name in the input; the rest is
 * the value. What is refused changes nothing; what is done reads back, and the sum stays right.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/vbt_edit.h"
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct blob samples[256]; /* by the first byte of the input */

static void set(struct blob *vbt, const struct vbt_info *info, struct span name, struct span value)
{
	struct vbt_fields fields;
	struct vbt_info now;
	struct blob old;
	struct err err;

	if (blob_copy(blob_span(*vbt), &old, &err) != ERR_OK)
		abort();
	if (vbt_set(vbt, info, name, value, &err) != ERR_OK) {
		if (memcmp(vbt->ptr, old.ptr, old.len) != 0)
			abort();
	} else if (vbt_probe(blob_span(*vbt), 0, &now) != VBT_WHOLE || now.sum != VBT_SUM_OK ||
		   vbt_decode(blob_span(*vbt), &now, &fields, &err) != ERR_OK) {
		abort();
	} else {
		vbt_fields_free(&fields);
	}
	blob_free(&old);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sample_vbt shape = {.with_sequences = true};
	struct span name, value;
	struct vbt_fields fields;
	struct vbt_info info;
	struct buf path;
	struct blob vbt;
	struct err err;
	const uint8_t *equals;

	if (size < 3)
		return 0;
	shape.bdb_version = (uint16_t)(120 + data[0]);
	if (samples[data[0]].ptr == NULL)
		samples[data[0]] = sample_vbt(&shape);
	if (blob_copy(blob_span(samples[data[0]]), &vbt, &err) != ERR_OK)
		abort();
	if (vbt_probe(blob_span(vbt), 0, &info) != VBT_WHOLE ||
		vbt_decode(blob_span(vbt), &info, &fields, &err) != ERR_OK)
		abort();
	value = span_of(data + 3, size - 3);
	buf_init(&path, 0);
	vbt_field_path(&fields.list[(data[1] | (size_t)data[2] << 8) % fields.count], &path);
	name = span_of(path.ptr, path.len);
	equals = value.len != 0 ? memchr(value.ptr, '=', value.len) : NULL;
	if (equals != NULL) {
		name = span_of(value.ptr, (size_t)(equals - value.ptr));
		value = span_of(equals + 1, value.len - name.len - 1);
	}
	set(&vbt, &info, name, value);
	buf_free(&path);
	vbt_fields_free(&fields);
	blob_free(&vbt);
	return 0;
}
