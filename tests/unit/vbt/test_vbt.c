/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/vbt.h"
#include "sample.h"

static struct vbt_info probe(struct blob b, size_t off)
{
	struct vbt_info info;

	vbt_probe(blob_span(b), off, &info);
	return info;
}

static void whole_vbt_is_whole(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.with_pointers = true});
	struct vbt_info info = probe(b, 0);

	(void)state;
	assert_int_equal(info.state, VBT_WHOLE);
	assert_string_equal(info.platform, "VALLEYVIEW");
	assert_int_equal(info.size, b.len);
	assert_int_equal(info.present, b.len);
	assert_int_equal(info.bdb_version, 191);
	assert_int_equal(info.sum, VBT_SUM_OK);
	assert_true(info.chain_ok);
	assert_int_equal(info.block_count, 11);
	blob_free(&b);
}

static void checksum_has_three_states(void **state)
{
	struct blob bad = sample_vbt(&(struct sample_vbt){.bad_sum = true});
	struct blob unset = sample_vbt(&(struct sample_vbt){.unset_sum = true});
	struct vbt_info info = probe(unset, 0);

	(void)state;
	assert_int_equal(probe(bad, 0).sum, VBT_SUM_BAD);
	assert_int_equal(info.sum, VBT_SUM_UNSET);
	assert_int_equal(info.state, VBT_WHOLE);
	vbt_fix_sum(unset.ptr, &info);
	assert_int_equal(probe(unset, 0).sum, VBT_SUM_OK);
	blob_free(&bad);
	blob_free(&unset);
}

static void last_block_may_be_one_byte_longer(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.one_byte_off = true});
	struct vbt_info info = probe(b, 0);

	(void)state;
	assert_int_equal(info.state, VBT_WHOLE);
	assert_true(info.chain_ok);
	assert_int_equal(info.block_count, 10);
	blob_free(&b);
}

static void cut_vbt_is_truncated_at_every_length(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.with_sequences = true});
	size_t len;

	(void)state;
	for (len = 0; len < b.len; len++) {
		struct vbt_info info;
		enum vbt_state found = vbt_probe(span_of(b.ptr, len), 0, &info);

		assert_int_equal(found, len < 48 ? VBT_NONE : VBT_TRUNCATED);
		assert_int_equal(info.present, len < 48 ? 0 : len);
		if (len >= 70)
			assert_true(info.chain_ok);
	}
	blob_free(&b);
}

static void driver_constant_is_no_vbt(void **state)
{
	static const char text[] = "....$VBT ....BIOS_DATA_BLOCK ................................"
				   "$VBT VALLEYVIEW                                              ";
	struct vbt_info info;

	(void)state;
	assert_int_equal(vbt_find(span_of(text, sizeof text), 0, false, &info), VBT_NONE);
}

static void header_with_one_wrong_field_is_refused(void **state)
{
	static const struct {
		size_t off;
		uint8_t value;
	} wrong[] = {{4, 'X'}, {20, 99}, {22, 47}, {25, 0}, {28, 47}, {29, 0xFF}, {66, 21},
		{69, 0xFF}, {7, 0x01}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		struct blob b = sample_vbt(&(struct sample_vbt){.platform = NULL});
		struct vbt_info info;

		b.ptr[wrong[i].off] = wrong[i].value;
		assert_int_equal(vbt_probe(blob_span(b), 0, &info), VBT_NONE);
		blob_free(&b);
	}
}

/* A flipped bit or two in the signature of a table that is sound otherwise. */
static void slightly_damaged_signature_is_told(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.platform = NULL});
	struct vbt_info info;
	size_t i;

	(void)state;
	b.ptr[48] ^= 0x20;
	assert_int_equal(vbt_probe(blob_span(b), 0, &info), VBT_WHOLE);
	assert_true(info.signature_damaged);
	for (i = 49; i < 64; i++)
		b.ptr[i] ^= 0x20;
	assert_int_equal(vbt_probe(blob_span(b), 0, &info), VBT_NONE);
	blob_free(&b);
}

static void broken_chain_is_told_and_strict_search_skips_it(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.platform = "HASWELL"});
	struct vbt_info info;

	(void)state;
	put_u16le(b.ptr + 71, 0xF000); /* size of the first block */
	assert_int_equal(vbt_probe(blob_span(b), 0, &info), VBT_WHOLE);
	assert_false(info.chain_ok);
	assert_int_equal(vbt_find(blob_span(b), 0, true, &info), VBT_NONE);
	assert_int_equal(vbt_find(blob_span(b), 0, false, &info), VBT_WHOLE);
	blob_free(&b);
}

static void bdb_without_header_is_found(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.platform = NULL});
	struct vbt_info info;

	(void)state;
	memset(b.ptr, 0xEE, 48);
	assert_int_equal(vbt_find(blob_span(b), 0, true, &info), VBT_WHOLE);
	assert_true(info.headerless);
	assert_int_equal(info.off, 48);
	assert_int_equal(info.size, b.len - 48);
	blob_free(&b);
}

static void search_finds_each_of_several(void **state)
{
	struct blob a = sample_vbt(&(struct sample_vbt){.padding = 5000});
	struct blob all = sample_join(a, sample_vbt(&(struct sample_vbt){.platform = "BROXTON"}));
	struct vbt_info first, second, none;

	(void)state;
	assert_int_equal(vbt_find(blob_span(all), 0, true, &first), VBT_WHOLE);
	assert_int_equal(
		vbt_find(blob_span(all), first.off + first.present, true, &second), VBT_WHOLE);
	assert_string_equal(second.platform, "BROXTON");
	assert_int_equal(
		vbt_find(blob_span(all), second.off + second.present, true, &none), VBT_NONE);
	blob_free(&all);
}

static void stored_body_counts_padding_only(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.padding = 100});
	struct vbt_info info = probe(b, 0);

	(void)state;
	assert_int_equal(vbt_stored_len(blob_span(b), &info), b.len);
	b.ptr[b.len - 1] = 1;
	assert_int_equal(vbt_stored_len(blob_span(b), &info), info.size);
	blob_free(&b);
}

static void sequence_block_has_a_wide_size(void **state)
{
	struct blob b =
		sample_vbt(&(struct sample_vbt){.with_sequences = true, .bdb_version = 256});
	struct vbt_info info = probe(b, 0);
	struct vbt_block block;

	(void)state;
	assert_true(info.chain_ok);
	assert_true(vbt_block_find(blob_span(b), &info, 53, &block));
	put_u16le(b.ptr + block.off - 2, 0); /* the u16 is not what counts */
	info = probe(b, 0);
	assert_true(info.chain_ok);
	assert_true(vbt_block_find(blob_span(b), &info, 56, &block));
	blob_free(&b);
}

static void platform_name_is_safe(void **state)
{
	struct blob b = sample_vbt(&(struct sample_vbt){.platform = "SNB/IVB;rm -rf"});
	struct vbt_info info = probe(b, 0);

	(void)state;
	assert_string_equal(info.platform, "SNB/IVB_rm_-rf");
	blob_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_vbt_is_whole),
		cmocka_unit_test(checksum_has_three_states),
		cmocka_unit_test(last_block_may_be_one_byte_longer),
		cmocka_unit_test(cut_vbt_is_truncated_at_every_length),
		cmocka_unit_test(driver_constant_is_no_vbt),
		cmocka_unit_test(header_with_one_wrong_field_is_refused),
		cmocka_unit_test(slightly_damaged_signature_is_told),
		cmocka_unit_test(broken_chain_is_told_and_strict_search_skips_it),
		cmocka_unit_test(bdb_without_header_is_found),
		cmocka_unit_test(search_finds_each_of_several),
		cmocka_unit_test(stored_body_counts_padding_only),
		cmocka_unit_test(sequence_block_has_a_wide_size),
		cmocka_unit_test(platform_name_is_safe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
