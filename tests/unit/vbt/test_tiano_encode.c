/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/tiano.h"
#include "biosbelt/tiano_encode.h"
#include "codec/tiano_huff.h"
#include "image.h"

static size_t check(struct blob plain)
{
	size_t packed = 0;
	unsigned kind;

	for (kind = 0; kind < 2; kind++) {
		struct blob out;
		struct fw_unpacked u;
		struct err err;

		assert_int_equal(
			tiano_encode(blob_span(plain), (enum tiano_kind)kind, &out, &err), ERR_OK);
		assert_int_equal(
			tiano_decode(blob_span(out),
				kind == TIANO_KIND_TIANO ? TIANO_POS_BITS : EFI_STD_POS_BITS,
				plain.len + 1, &u, &err),
			ERR_OK);
		assert_int_equal(u.end, FW_END_WHOLE);
		assert_int_equal(u.used, out.len);
		assert_true(span_equal(blob_span(u.bytes), blob_span(plain)));
		packed = out.len;
		if (plain.len != 0) {
			assert_true(tiano_begins(blob_span(out)));
			out.ptr[TIANO_HEADER_LEN + 2] =
				0xFF; /* lengths of more codes than there are */
			assert_false(tiano_begins(blob_span(out)));
		}
		blob_free(&u.bytes);
		blob_free(&out);
	}
	blob_free(&plain);
	return packed;
}

static void whatever_goes_in_comes_out(void **state)
{
	static const size_t sizes[] = {
		0, 1, 2, 3, 4, 17, 255, 256, 257, 4096, 49151, 49152, 49153, 100000};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		check(image_fill(sizes[i], 0));
		check(image_noise(sizes[i], (uint32_t)i + 1));
		check(image_code(sizes[i], (uint32_t)i + 1));
	}
}

static void matches_reach_across_the_window(void **state)
{
	struct blob far = image_join(image_noise(3000, 7), image_noise(520000, 8), 1, 0);

	(void)state;
	/* 3000 bytes again, near the far end of what Tiano can reach */
	check(image_join(far, image_noise(3000, 7), 1, 0));
}

static void repetition_packs_well(void **state)
{
	(void)state;
	assert_true(check(image_fill(300000, 0x5A)) < 200);
}

static void skewed_frequencies_keep_codes_short(void **state)
{
	uint32_t freq[40] = {1, 1};
	struct tiano_code code;
	uint32_t kraft = 0;
	unsigned i;

	(void)state;
	for (i = 2; i < 40; i++) /* Huffman's code for Fibonacci numbers is 39 bits deep */
		freq[i] = freq[i - 1] + freq[i - 2];
	tiano_make_code(freq, 40, &code);
	for (i = 0; i < 40; i++) {
		assert_in_range(code.len[i], 1, TIANO_CODE_BITS);
		kraft += 1u << (TIANO_CODE_BITS - code.len[i]);
	}
	assert_int_equal(kraft, 1u << TIANO_CODE_BITS); /* a complete code, as decoders demand */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whatever_goes_in_comes_out),
		cmocka_unit_test(matches_reach_across_the_window),
		cmocka_unit_test(repetition_packs_well),
		cmocka_unit_test(skewed_frequencies_keep_codes_short),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
