/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_alone.h"
#include "biosbelt/lzma_section.h"

/* Text that repeats itself with small changes. */
static void fill(uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		p[i] = (uint8_t)((size_t) "firmware volume "[i % 16] + (i / 97 * 7) % 5);
}

static const struct lzma_encode plain = {
	.prop = {3, 0, 2, 1 << 16}, .effort = {LZMA_BT4, false, 64, 0}};

static enum err_code decode(struct span in, bool marker_ok, struct blob *out,
	struct lzma_alone_end *end, struct err *err)
{
	struct reader *r;
	enum err_code rc = lzma_alone_reader(in, BRANCH_NONE, marker_ok, 1 << 20, &r, err);

	if (rc != ERR_OK)
		return rc;
	rc = reader_all(r, 1 << 20, out, err);
	if (rc == ERR_OK)
		lzma_alone_ended(r, in, out->len, end);
	reader_close(r);
	return rc;
}

static void round_trip(size_t len, bool marker, bool unknown)
{
	static uint8_t text[5000];
	struct lzma_encode how = plain;
	struct lzma_alone_end end;
	struct lzma_alone head;
	struct blob packed, back;
	struct err err;

	fill(text, len);
	how.marker = marker;
	assert_int_equal(
		lzma_alone_encode(span_of(text, len), &how, unknown, &packed, &err), ERR_OK);
	assert_true(lzma_alone_likely(blob_span(packed)));
	assert_true(lzma_alone_parse(blob_span(packed), &head));
	assert_true(head.size == (unknown ? LZMA_SIZE_UNKNOWN : len));
	assert_int_equal(decode(blob_span(packed), true, &back, &end, &err), ERR_OK);
	assert_int_equal(back.len, len);
	assert_memory_equal(back.ptr, text, len);
	assert_int_equal(end.used, packed.len);
	assert_int_equal(end.trailing, 0);
	blob_free(&back);
	if (marker && !unknown)
		assert_int_equal(decode(blob_span(packed), false, &back, &end, &err), ERR_FORMAT);
	blob_free(&packed);
}

static void every_length_and_form_comes_back(void **state)
{
	size_t len;

	(void)state;
	for (len = 0; len <= 100; len++) {
		round_trip(len, false, false);
		round_trip(len, true, false);
		round_trip(len, true, true);
	}
	round_trip(4099, false, false);
}

static void every_truncation_is_damage(void **state)
{
	static uint8_t text[3000];
	struct lzma_alone_end end;
	struct blob packed, back;
	struct err err;
	size_t cut;

	(void)state;
	fill(text, sizeof(text));
	assert_int_equal(
		lzma_alone_encode(span_of(text, sizeof(text)), &plain, false, &packed, &err),
		ERR_OK);
	for (cut = 0; cut < packed.len; cut++)
		assert_int_equal(
			decode(span_of(packed.ptr, cut), true, &back, &end, &err), ERR_FORMAT);
	blob_free(&packed);
}

static void padding_is_told_from_other_data(void **state)
{
	static const struct {
		uint8_t a, b;
		bool padding;
	} tails[] = {{0, 0, true}, {0xFF, 0xFF, true}, {0, 0xFF, false}, {'x', 'y', false}};
	struct lzma_alone_end end;
	struct blob packed, back;
	struct buf b;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(
		lzma_alone_encode(span_of("abc", 3), &plain, false, &packed, &err), ERR_OK);
	for (i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
		buf_init(&b, 0);
		buf_add(&b, packed.ptr, packed.len);
		buf_add_u8(&b, tails[i].a);
		buf_add_u8(&b, tails[i].b);
		assert_int_equal(decode(span_of(b.ptr, b.len), true, &back, &end, &err), ERR_OK);
		assert_memory_equal(back.ptr, "abc", 3);
		assert_int_equal(end.trailing, 2);
		assert_int_equal(end.padding, tails[i].padding);
		blob_free(&back);
		buf_free(&b);
	}
	blob_free(&packed);
}

static void memory_limit_is_checked_before_decoding(void **state)
{
	/* lc3 lp0 pb2, a dictionary of 4 GiB - 1, unknown size */
	static const uint8_t head[] = {
		0x5D, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0};
	struct reader *r;
	struct err err;

	(void)state;
	assert_int_equal(lzma_alone_reader(span_of(head, sizeof(head)), BRANCH_NONE, true,
				 256u << 20, &r, &err),
		ERR_LIMIT);
}

static void wide_contexts_are_opened(void **state)
{
	static const uint8_t head[] = {8, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0};
	struct lzma_alone_end end;
	struct blob out;
	struct err err;

	(void)state;
	assert_int_equal(decode(span_of(head, sizeof(head)), true, &out, &end, &err), ERR_FORMAT);
}

static void parts_of_lzma2_join_and_do_not_depend_on_threads(void **state)
{
	size_t len = 1u << 20, i;
	uint8_t *text = malloc(len);
	struct lzma_encode how = {.prop = {3, 0, 2, 4u << 20},
		.effort = {LZMA_HC4, true, 32, 8},
		.verify = true,
		.threads = 1};
	struct blob one, two, back;
	struct reader *bytes, *r;
	struct err err;

	(void)state;
	assert_non_null(text);
	for (i = 0; i < len; i++)
		text[i] = (uint8_t)(i * i >> 9 ^ (i % 251 * (i >> 14)));
	assert_int_equal(lzma2_encode(span_of(text, len), &how, &one, &err), ERR_OK);
	how.threads = 2;
	assert_int_equal(lzma2_encode(span_of(text, len), &how, &two, &err), ERR_OK);
	assert_true(span_equal(blob_span(one), blob_span(two)));
	assert_int_equal(reader_span(blob_span(one), &bytes, &err), ERR_OK);
	assert_int_equal(lzma2_reader(bytes, how.prop.dict, len, 64u << 20, &r, &err), ERR_OK);
	assert_int_equal(reader_all(r, len, &back, &err), ERR_OK);
	assert_true(span_equal(blob_span(back), span_of(text, len)));
	reader_close(r);
	blob_free(&one);
	blob_free(&two);
	blob_free(&back);
	free(text);
}

static void sections_come_back(void **state)
{
	static const size_t lens[] = {0, 1, 1000, (1u << 24) - 26, (1u << 24) - 25, 1u << 24};
	struct blob data, section;
	struct lzma_section g;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		assert_int_equal(blob_alloc(lens[i], &data, &err), ERR_OK);
		assert_int_equal(
			lzma_section_write(&FW_GUID_LZMA_F86, blob_span(data), &section, &err),
			ERR_OK);
		assert_true(lzma_section_parse(blob_span(section), &g));
		assert_true(guid_equal(&g.guid, &FW_GUID_LZMA_F86));
		assert_int_equal(g.size, section.len);
		assert_int_equal(g.data.len, lens[i]);
		assert_int_equal(g.attributes, 1);
		assert_int_equal(g.data_offset, section.len - lens[i]);
		assert_int_equal(g.data_offset, section.len >= 0xFFFFFF ? 28 : 24);
		assert_false(lzma_section_parse(span_of(section.ptr, section.len - 1), &g));
		blob_free(&data);
		blob_free(&section);
	}
}

static void property_bytes_go_both_ways(void **state)
{
	struct lzma_prop p;
	uint32_t dict;
	unsigned i;

	(void)state;
	for (i = 0; i < 256; i++) {
		assert_int_equal(lzma_prop_parse((uint8_t)i, &p), i < 225);
		if (i < 225)
			assert_int_equal(lzma_prop_byte(&p), i);
		assert_int_equal(lzma2_dict_parse((uint8_t)i, &dict), i <= 40);
		if (i <= 40)
			assert_int_equal(lzma2_dict_byte(dict), i);
	}
	assert_int_equal(lzma2_dict_byte(1 << 20), 16);
	assert_int_equal(lzma2_dict_byte((1 << 20) + 1), 17);
	assert_int_equal(lzma_dict_for(0), 4096);
	assert_int_equal(lzma_dict_for(4097), 8192);
}

static void guids_of_vendors_are_known(void **state)
{
	enum branch_kind filter = BRANCH_COUNT;

	(void)state;
	assert_true(lzma_section_filter(&FW_GUID_LZMA_HP, &filter));
	assert_int_equal(filter, BRANCH_NONE);
	assert_true(lzma_section_filter(&FW_GUID_LZMA_MS, &filter));
	assert_true(lzma_section_filter(&FW_GUID_LZMA_F86, &filter));
	assert_int_equal(filter, BRANCH_X86);
	assert_false(lzma_section_filter(&FW_GUID_TIANO, &filter));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(guids_of_vendors_are_known),
		cmocka_unit_test(every_length_and_form_comes_back),
		cmocka_unit_test(every_truncation_is_damage),
		cmocka_unit_test(padding_is_told_from_other_data),
		cmocka_unit_test(memory_limit_is_checked_before_decoding),
		cmocka_unit_test(wide_contexts_are_opened),
		cmocka_unit_test(parts_of_lzma2_join_and_do_not_depend_on_threads),
		cmocka_unit_test(sections_come_back),
		cmocka_unit_test(property_bytes_go_both_ways),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
