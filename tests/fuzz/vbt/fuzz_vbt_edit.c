/* SPDX-License-Identifier: MIT */
/*
 * Changing a field. The first byte is the table's version, and its remainder says which blocks the
 * table has; the next two choose a field, unless the rest is "name=value". What is refused changes
 * nothing; what is done reads back, and the sum stays right.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/vbt_edit.h"
#include "few_blocks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A table to change, made and decoded once. */
struct table {
	struct blob bytes;
	struct vbt_info info;
	struct vbt_fields fields;
};

static const struct table *table_of(uint8_t version)
{
	static struct table tables[256];
	struct table *t = &tables[version];
	struct err err;

	if (t->bytes.ptr != NULL)
		return t;
	t->bytes = few_blocks(few_blocks_kind(version), (uint16_t)(120 + version));
	if (vbt_probe(blob_span(t->bytes), 0, &t->info) != VBT_WHOLE ||
		vbt_decode(blob_span(t->bytes), &t->info, &t->fields, &err) != ERR_OK)
		abort();
	return t;
}

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
	const struct table *t;
	struct span name, value;
	struct buf path;
	struct blob vbt;
	struct err err;
	const uint8_t *equals;

	if (size < 3)
		return 0;
	t = table_of(data[0]);
	if (blob_copy(blob_span(t->bytes), &vbt, &err) != ERR_OK)
		abort();
	value = span_of(data + 3, size - 3);
	buf_init(&path, 0);
	vbt_field_path(&t->fields.list[(data[1] | (size_t)data[2] << 8) % t->fields.count], &path);
	name = span_of(path.ptr, path.len);
	equals = value.len != 0 ? memchr(value.ptr, '=', value.len) : NULL;
	if (equals != NULL) {
		name = span_of(value.ptr, (size_t)(equals - value.ptr));
		value = span_of(equals + 1, value.len - name.len - 1);
	}
	set(&vbt, &t->info, name, value);
	buf_free(&path);
	blob_free(&vbt);
	return 0;
}
