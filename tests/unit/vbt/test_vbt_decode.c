/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/vbt_decode.h"
#include "sample.h"

struct decoded {
	struct blob bytes;
	struct vbt_info info;
	struct vbt_fields fields;
};

static struct decoded decode(const struct sample_vbt *opts)
{
	struct decoded d;
	struct err err;

	d.bytes = sample_vbt(opts);
	assert_int_equal(vbt_probe(blob_span(d.bytes), 0, &d.info), VBT_WHOLE);
	assert_int_equal(vbt_decode(blob_span(d.bytes), &d.info, &d.fields, &err), ERR_OK);
	return d;
}

static void done(struct decoded *d)
{
	vbt_fields_free(&d->fields);
	blob_free(&d->bytes);
}

static const struct vbt_field *find(
	const struct decoded *d, uint8_t block, unsigned index, const char *name)
{
	size_t i;

	for (i = 0; i < d->fields.count; i++) {
		const struct vbt_field *f = &d->fields.list[i];

		if (f->block == block && f->index == index && strcmp(f->name, name) == 0)
			return f;
	}
	return NULL;
}

static void child_size_is_read(void **state)
{
	static const uint8_t sizes[] = {22, 33, 37, 39, 44};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof sizes; i++) {
		struct decoded d = decode(&(struct sample_vbt){.child_size = sizes[i]});
		const struct vbt_field *hdmi = find(&d, 2, 2, "dvo_port");

		assert_int_equal(
			vbt_fields_value(&d.fields, 2, NULL, 0, "child_device_count", 0), 3);
		assert_non_null(hdmi);
		assert_string_equal(hdmi->text, "HDMI-B");
		assert_null(find(&d, 2, 1, "dvo_port")); /* the empty slot */
		assert_string_equal(find(&d, 2, 0, "device_type")->text, "eDP");
		if (sizes[i] < 33)
			assert_null(find(&d, 2, 0, "dvo_function"));
		done(&d);
	}
}

static void field_waits_for_its_version(void **state)
{
	struct decoded before = decode(&(struct sample_vbt){.bdb_version = 215});
	struct decoded after = decode(&(struct sample_vbt){.bdb_version = 216});

	(void)state;
	assert_null(find(&before, 2, 0, "dp_max_link_rate"));
	assert_string_equal(find(&after, 2, 0, "dp_max_link_rate")->text, "8.1 Gbps");
	done(&before);
	done(&after);
}

static void check_panel(const struct decoded *d)
{
	assert_string_equal(find(d, 42, 2, "name")->text, "SAMPLE");
	assert_string_equal(find(d, 42, 2, "manufacturer")->text, "MS_");
	assert_int_equal(find(d, 42, 2, "hactive")->value, 1366);
	assert_int_equal(find(d, 42, 2, "hblank")->value, 160);
	assert_int_equal(find(d, 42, 2, "vactive")->value, 768);
	assert_int_equal(find(d, 42, 2, "clock_khz")->value, 72300);
	assert_int_equal(find(d, 42, 2, "year")->value, 2002);
	assert_int_equal(find(d, 42, 5, "product_code")->value, 5);
	assert_null(find(d, 42, 2, "pfit")); /* not in the short form */
}

static void panels_are_read_with_and_without_pointers(void **state)
{
	struct decoded with = decode(&(struct sample_vbt){.with_pointers = true});
	struct decoded without = decode(&(struct sample_vbt){.with_pointers = false});

	(void)state;
	check_panel(&with);
	check_panel(&without);
	done(&with);
	done(&without);
}

static void old_table_without_pointers_has_no_panels(void **state)
{
	struct decoded d = decode(&(struct sample_vbt){.bdb_version = 154});

	(void)state;
	assert_null(find(&d, 42, 2, "name"));
	done(&d);
}

static void panel_bits_go_to_their_panel(void **state)
{
	struct decoded d = decode(&(struct sample_vbt){.pwm_hz = 1234});

	(void)state;
	assert_string_equal(find(&d, 27, 2, "colour_depth")->text, "24 bpp");
	assert_string_equal(find(&d, 27, 1, "colour_depth")->text, "18 bpp");
	assert_int_equal(find(&d, 27, 15, "t1_t3_100us")->value, 2000);
	assert_int_equal(find(&d, 27, 3, "fast_link_lanes")->value, 4);
	assert_string_equal(find(&d, 40, 7, "backlight_type")->text, "LED");
	assert_int_equal(find(&d, 43, 2, "pwm_hz")->value, 1234);
	assert_int_equal(find(&d, 43, 3, "pwm_hz")->value, 100);
	done(&d);
}

static void sequences_are_read(void **state)
{
	struct decoded d = decode(&(struct sample_vbt){.with_sequences = true, .bdb_version = 256});
	const struct vbt_field *packet = find(&d, 53, 2, "send_packet");

	(void)state;
	assert_int_equal(vbt_fields_value(&d.fields, 53, NULL, 0, "sequence_version", 0), 3);
	assert_string_equal(find(&d, 53, 0, "gpio")->text, "index 0, number 7, set 1");
	assert_string_equal(find(&d, 53, 0, "gpio")->part, "assert reset");
	assert_int_equal(find(&d, 53, 0, "gpio")->panel, 2);
	assert_int_equal(find(&d, 53, 1, "delay_us")->value, 1000);
	assert_non_null(packet);
	assert_int_equal(packet->bytes.len, 1);
	assert_int_equal(packet->bytes.ptr[0], 0x11);
	assert_string_equal(find(&d, 52, 0, "colour_format")->text, "RGB888");
	assert_int_equal(find(&d, 52, 0, "lane_count")->value, 4);
	assert_int_equal(find(&d, 52, 0, "hs_tx_timeout")->value, 0x3FFFFF);
	done(&d);
}

static void build_text_is_split(void **state)
{
	struct decoded d = decode(&(struct sample_vbt){.platform = NULL});

	(void)state;
	assert_string_equal(find(&d, 254, 0, "text")->text, "1001");
	assert_string_equal(find(&d, 254, 1, "text")->text, "Intel(R) sample SVGA BIOS");
	assert_string_equal(find(&d, 254, 2, "text")->text, "Build Number: 1");
	done(&d);
}

static void pointers_that_lie_are_not_followed(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.with_pointers = true});
	struct vbt_info info;
	struct vbt_block block;
	struct vbt_fields fields;
	struct err err;

	(void)state;
	vbt_probe(blob_span(b), 0, &info);
	assert_true(vbt_block_find(blob_span(b), &info, 41, &block));
	put_u16le(b.ptr + block.off + 1 + 9 * 15 + 6, 0xFFFF);
	assert_int_equal(vbt_decode(blob_span(b), &info, &fields, &err), ERR_OK);
	/* the fixed layout serves instead */
	assert_int_equal(vbt_fields_value(&fields, 42, "panels", 2, "hactive", 0), 1366);
	vbt_fields_free(&fields);
	blob_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(child_size_is_read),
		cmocka_unit_test(field_waits_for_its_version),
		cmocka_unit_test(panels_are_read_with_and_without_pointers),
		cmocka_unit_test(old_table_without_pointers_has_no_panels),
		cmocka_unit_test(panel_bits_go_to_their_panel),
		cmocka_unit_test(sequences_are_read),
		cmocka_unit_test(build_text_is_split),
		cmocka_unit_test(pointers_that_lie_are_not_followed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
