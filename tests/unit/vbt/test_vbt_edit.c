/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/vbt_edit.h"
#include "sample.h"

struct table {
	struct blob bytes;
	struct vbt_info info;
};

static struct table table(const struct sample_vbt *opts)
{
	struct table t = {.bytes = sample_vbt(opts)};

	assert_int_equal(vbt_probe(blob_span(t.bytes), 0, &t.info), VBT_WHOLE);
	return t;
}

static enum err_code set(struct table *t, const char *name, const char *value, struct err *err)
{
	enum err_code rc = vbt_set(&t->bytes, &t->info, span_of(name, strlen(name)),
		span_of(value, strlen(value)), err);

	assert_int_equal(vbt_probe(blob_span(t->bytes), 0, &t->info), VBT_WHOLE);
	return rc;
}

static struct vbt_fields decode(const struct table *t)
{
	struct vbt_fields f;
	struct err err;

	assert_int_equal(vbt_decode(blob_span(t->bytes), &t->info, &f, &err), ERR_OK);
	return f;
}

static uint64_t value(
	const struct table *t, uint8_t block, const char *group, unsigned index, const char *name)
{
	struct vbt_fields f = decode(t);
	uint64_t v = vbt_fields_value(&f, block, group, index, name, 999999);

	vbt_fields_free(&f);
	return v;
}

/* Text of a field's value as vbt_set reads it. */
static void value_text(const struct vbt_field *f, char *out, size_t cap)
{
	size_t i;

	out[0] = '\0';
	if (f->kind == VBT_KIND_TEXT)
		(void)snprintf(out, cap, "%s", f->text);
	else if (f->kind != VBT_KIND_BYTES)
		(void)snprintf(out, cap, "%llu", (unsigned long long)f->value);
	for (i = 0; f->kind == VBT_KIND_BYTES && i < f->bytes.len && 2 * i + 3 < cap; i++)
		(void)snprintf(out + 2 * i, 3, "%02x", f->bytes.ptr[i]);
}

/* Every field of every shape: written as it is, not a byte changes. */
static void a_field_written_as_it_is_changes_nothing(void **state)
{
	static const struct sample_vbt shapes[] = {{.padding = 0},
		{.bdb_version = 155, .with_pointers = true},
		{.bdb_version = 256, .with_sequences = true, .child_size = 40}, {.bad_sum = true}};
	size_t i, k, written = 0;

	(void)state;
	for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		struct table t = table(&shapes[i]);
		struct vbt_fields f = decode(&t);
		struct blob old;
		struct err err;

		assert_int_equal(blob_copy(blob_span(t.bytes), &old, &err), ERR_OK);
		for (k = 0; k < f.count; k++) {
			char text[2048];
			struct buf path;

			value_text(&f.list[k], text, sizeof text);
			buf_init(&path, 0);
			vbt_field_path(&f.list[k], &path);
			if (vbt_set(&t.bytes, &t.info, span_of(path.ptr, path.len),
				    span_of(text, strlen(text)), &err) == ERR_OK)
				written++;
			else
				assert_int_equal(err.code, ERR_DENIED); /* computed */
			assert_memory_equal(t.bytes.ptr, old.ptr, old.len);
			buf_free(&path);
		}
		vbt_fields_free(&f);
		blob_free(&old);
		blob_free(&t.bytes);
	}
	assert_true(written > 1500);
}

static void numbers_names_flags_and_texts_are_written(void **state)
{
	struct table t = table(&(struct sample_vbt){.bdb_version = 216, .with_sequences = true});
	struct vbt_fields f;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(set(&t, "12.boot_mode_x", "0x500", &err), ERR_OK);
	assert_int_equal(value(&t, 12, NULL, 0, "boot_mode_x"), 1280);
	assert_int_equal(set(&t, "12.Boot mode X", "1024", &err), ERR_OK);
	assert_int_equal(value(&t, 12, NULL, 0, "boot_mode_x"), 1024);
	assert_int_equal(set(&t, "2.devices[0].dp_max_link_rate", "5.4 gbps", &err), ERR_OK);
	assert_int_equal(value(&t, 2, "devices", 0, "dp_max_link_rate"), 1);
	/* a number of lines is no number of a value */
	assert_int_equal(set(&t, "9.panels[1].lines_to_wait", "4 lines", &err), ERR_OK);
	assert_int_equal(value(&t, 9, "panels", 1, "lines_to_wait"), 2);
	assert_int_equal(set(&t, "2.devices[0].aux_channel", "AUX-A", &err), ERR_OK);
	assert_int_equal(value(&t, 2, "devices", 0, "aux_channel"), 0x40);
	assert_int_equal(set(&t, "1.dp_ssc", "yes", &err), ERR_OK);
	assert_int_equal(value(&t, 1, NULL, 0, "dp_ssc"), 1);
	/* stored in steps of 10 kHz */
	assert_int_equal(set(&t, "42.panels[2].clock_khz", "71990", &err), ERR_OK);
	assert_int_equal(set(&t, "42.panels[2].clock_khz", "71995", &err), ERR_USAGE);
	assert_int_equal(set(&t, "42.panels[2].hactive", "4095", &err), ERR_OK);
	assert_int_equal(value(&t, 42, "panels", 2, "hactive"), 4095);
	assert_int_equal(set(&t, "42.panels[2].manufacturer", "BOE", &err), ERR_OK);
	assert_int_equal(set(&t, "42.panels[2].name", "A B", &err), ERR_OK);
	f = decode(&t);
	for (i = 0; i < f.count; i++) {
		const struct vbt_field *one = &f.list[i];

		if (one->block != 42 || one->index != 2 || one->kind != VBT_KIND_TEXT)
			continue;
		assert_string_equal(one->text, one->letters ? "BOE" : "A B");
	}
	vbt_fields_free(&f);
	assert_int_equal(t.info.sum, VBT_SUM_OK);
	blob_free(&t.bytes);
}

static void what_does_not_fit_is_refused_and_changes_nothing(void **state)
{
	static const struct {
		const char *name, *value;
		enum err_code rc;
	} all[] = {
		{"12.boot_mode_x", "65536", ERR_USAGE},
		{"12.boot_mode_x", "", ERR_USAGE},
		{"12.boot_mode_x", "-1", ERR_USAGE},
		{"1.dp_ssc", "maybe", ERR_USAGE},
		{"2.devices[0].dvo_port", "HDMI-Z", ERR_USAGE},
		{"42.panels[2].name", "fourteen chars", ERR_USAGE},
		{"42.panels[2].name", "tab\there", ERR_USAGE},
		{"42.panels[2].manufacturer", "boe", ERR_USAGE},
		{"2.devices[0].dp_max_link_rate", "1", ERR_NOTFOUND}, /* from 216 on */
		{"2.devices[9].dvo_port", "1", ERR_NOTFOUND},
		{"12", "1", ERR_NOTFOUND},
		{"", "1", ERR_NOTFOUND},
		{"2.devices[0].device_type", "DisplayPort", ERR_USAGE}, /* a bit, and 0x68C6 */
		{"2.devices[0].device_type", "LVDS", ERR_USAGE},
		{"2.child_device_count", "1", ERR_DENIED},
		{"2.child_device_size", "38", ERR_DENIED},
	};
	struct table t = table(&(struct sample_vbt){.bdb_version = 191});
	struct blob old;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(blob_copy(blob_span(t.bytes), &old, &err), ERR_OK);
	for (i = 0; i < sizeof all / sizeof all[0]; i++) {
		assert_int_equal(set(&t, all[i].name, all[i].value, &err), all[i].rc);
		assert_memory_equal(t.bytes.ptr, old.ptr, old.len);
	}
	blob_free(&old);
	blob_free(&t.bytes);
}

/* Behind the NUL that ends a name is what is left of an older one. */
static void what_was_behind_a_text_does_not_come_back(void **state)
{
	struct table t = table(&(struct sample_vbt){.panel = "AB"});
	struct vbt_fields f;
	size_t i, off = 0;
	struct err err;

	(void)state;
	f = decode(&t);
	for (i = 0; i < f.count; i++)
		if (f.list[i].block == 42 && f.list[i].index == 2 &&
			strcmp(f.list[i].name, "name") == 0)
			off = (size_t)(f.list[i].bytes.ptr - t.bytes.ptr);
	vbt_fields_free(&f);
	memcpy(t.bytes.ptr + off, "AB\0OLD NAME 99", 13);
	assert_int_equal(set(&t, "42.panels[2].name", "CDEF", &err), ERR_OK);
	assert_memory_equal(t.bytes.ptr + off, "CDEF\0\0\0\0\0\0\0\0\0", 13);
	blob_free(&t.bytes);
}

/* Headers of packets were shown, and could not be set. */
static void headers_of_packets_are_written(void **state)
{
	static const struct {
		const char *name, *value;
	} all[] = {
		{"53.steps[2/assert_reset/2].packet_type", "0x39"},
		{"53.steps[2/assert_reset/2].packet_high_speed", "yes"},
		{"53.steps[2/assert_reset/2].packet_channel", "2"},
		{"53.steps[2/assert_reset/2].packet_port", "1"},
		{"53.steps[2/assert_reset/2].send_packet", "29"},
	};
	static const uint8_t packet[] = {1, 5, 1 | 2 << 1 | 1 << 3, 0x39, 1, 0, 0x29, 0};
	struct table t = table(&(struct sample_vbt){.bdb_version = 256, .with_sequences = true});
	struct vbt_block block;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof all / sizeof all[0]; i++)
		assert_int_equal(set(&t, all[i].name, all[i].value, &err), ERR_OK);
	assert_true(vbt_block_find(blob_span(t.bytes), &t.info, 53, &block));
	assert_true(block.data.len > sizeof packet);
	assert_memory_equal(
		block.data.ptr + block.data.len - sizeof packet - 1, packet, sizeof packet);
	assert_int_equal(t.info.sum, VBT_SUM_OK);
	blob_free(&t.bytes);
}

/* A document of the table has both; a change of the second one changed the first. */
static void a_name_of_two_fields_is_refused(void **state)
{
	struct table t = table(&(struct sample_vbt){
		.bdb_version = 256, .with_sequences = true, .same_panel = true});
	struct blob old;
	struct err err;

	(void)state;
	assert_int_equal(blob_copy(blob_span(t.bytes), &old, &err), ERR_OK);
	assert_int_equal(set(&t, "53.steps[2/assert_reset/1].delay_us", "2000", &err), ERR_DENIED);
	assert_memory_equal(t.bytes.ptr, old.ptr, old.len);
	blob_free(&old);
	blob_free(&t.bytes);
}

/* Firmware sets it at run time: a field that is not right is none of ours. */
static void a_checksum_that_was_wrong_stays(void **state)
{
	struct table t = table(&(struct sample_vbt){.bad_sum = true});
	uint8_t sum = t.info.checksum;
	struct err err;

	(void)state;
	assert_int_equal(set(&t, "12.boot_mode_x", "7", &err), ERR_OK);
	assert_int_equal(t.info.checksum, sum);
	blob_free(&t.bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_field_written_as_it_is_changes_nothing),
		cmocka_unit_test(numbers_names_flags_and_texts_are_written),
		cmocka_unit_test(what_does_not_fit_is_refused_and_changes_nothing),
		cmocka_unit_test(what_was_behind_a_text_does_not_come_back),
		cmocka_unit_test(headers_of_packets_are_written),
		cmocka_unit_test(a_name_of_two_fields_is_refused),
		cmocka_unit_test(a_checksum_that_was_wrong_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
