/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/gop.h"
#include "sample.h"

static void expect(const struct sample_gop *opts, const char *version)
{
	struct blob b = sample_gop(opts);
	struct gop_info gop;

	assert_true(gop_probe(blob_span(b), &gop));
	assert_string_equal(gop.version, version);
	assert_int_equal(gop.size, b.len);
	assert_true(gop.whole);
	assert_int_equal(gop.format, opts->te                           ? PE_FORMAT_TE
				     : opts->machine == PE_MACHINE_IA32 ? PE_FORMAT_PE32
									: PE_FORMAT_PE32PLUS);
	blob_free(&b);
}

static void version_comes_from_the_code(void **state)
{
	(void)state;
	expect(&(struct sample_gop){.te = false}, "7.2.1011");
	expect(&(struct sample_gop){.te = true}, "7.2.1011");
	expect(&(struct sample_gop){.machine = PE_MACHINE_IA32}, "7.2.1011");
	expect(&(struct sample_gop){.machine = PE_MACHINE_IA32, .te = true}, "7.2.1011");
	expect(&(struct sample_gop){.major = "23", .minor = "0", .build = "1075"}, "23.0.1075");
}

static void stripped_relocations_do_no_harm(void **state)
{
	(void)state;
	expect(&(struct sample_gop){.machine = PE_MACHINE_IA32, .no_relocations = true},
		"7.2.1011");
}

static void literal_kept_in_a_register_counts_twice(void **state)
{
	(void)state;
	expect(&(struct sample_gop){.major = "5", .build = "1034", .pooled = true}, "5.5.1034");
}

static void version_is_empty_rather_than_guessed(void **state)
{
	(void)state;
	expect(&(struct sample_gop){.no_brackets = true}, "");
	expect(&(struct sample_gop){.minor = "beta"}, "");
}

static void other_drivers_are_not_ours(void **state)
{
	struct blob b = sample_gop(&(struct sample_gop){.no_name = true});
	struct gop_info gop;

	(void)state;
	assert_false(gop_probe(blob_span(b), &gop));
	blob_free(&b);
}

/* FSP's graphics module offers the PPI; others wait for it, or only look it up. */
static void the_module_that_offers_the_graphics_ppi_is_one(void **state)
{
	static const struct sample_gop shapes[] = {{.machine = PE_MACHINE_IA32},
		{.machine = PE_MACHINE_X64}, {.machine = PE_MACHINE_IA32, .te = true}};
	static const struct {
		uint32_t flags;
		bool is_one;
	} all[] = {{0x80000010, true}, {0x10, true}, {0x80000020, false}, {0x80000040, false},
		{0xB9D23351, false}, {0, false}};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
		for (k = 0; k < sizeof all / sizeof all[0]; k++) {
			struct blob b = sample_gop_pei(&shapes[i], all[k].flags);
			struct gop_info gop;

			assert_int_equal(gop_pei_probe(blob_span(b), &gop), all[k].is_one);
			assert_true(!all[k].is_one || (gop.whole && gop.size == b.len));
			assert_false(gop_probe(blob_span(b), &gop));
			blob_free(&b);
		}
	}
}

static void cut_driver_is_not_whole(void **state)
{
	struct blob b = sample_gop(&(struct sample_gop){.te = false});
	struct gop_info gop;
	size_t len;

	(void)state;
	for (len = 0; len < b.len; len++) {
		if (!gop_probe(span_of(b.ptr, len), &gop))
			continue;
		assert_false(gop.whole);
		assert_int_equal(gop.size, b.len);
	}
	blob_free(&b);
}

static void extent_leaves_what_follows(void **state)
{
	struct blob b = sample_gop(&(struct sample_gop){.te = true});
	size_t len = b.len;
	struct blob more = sample_join(b, sample_gop(&(struct sample_gop){.te = false}));

	(void)state;
	assert_int_equal(pe_extent(blob_span(more)), len);
	blob_free(&more);
}

static void certificate_belongs_to_the_image(void **state)
{
	struct blob b = sample_gop(&(struct sample_gop){.te = false});
	uint8_t *dirs = b.ptr + 88 + 112;
	struct pe_info pe;

	(void)state;
	put_u32le(dirs + 4 * 8, (uint32_t)b.len);
	put_u32le(dirs + 4 * 8 + 4, 0x100);
	assert_true(pe_parse(blob_span(b), &pe));
	assert_int_equal(pe.extent, b.len + 0x100);
	assert_false(pe.whole);
	blob_free(&b);
}

static void absurd_headers_are_refused(void **state)
{
	static const size_t places[] = {60, 63, 64, 68, 71, 88, 88 + 60 + 3};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof places / sizeof places[0]; i++) {
		struct blob b = sample_gop(&(struct sample_gop){.te = false});
		struct pe_info pe;

		b.ptr[places[i]] = 0xF7;
		assert_false(pe_parse(blob_span(b), &pe));
		blob_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(version_comes_from_the_code),
		cmocka_unit_test(stripped_relocations_do_no_harm),
		cmocka_unit_test(literal_kept_in_a_register_counts_twice),
		cmocka_unit_test(version_is_empty_rather_than_guessed),
		cmocka_unit_test(other_drivers_are_not_ours),
		cmocka_unit_test(the_module_that_offers_the_graphics_ppi_is_one),
		cmocka_unit_test(cut_driver_is_not_whole),
		cmocka_unit_test(extent_leaves_what_follows),
		cmocka_unit_test(certificate_belongs_to_the_image),
		cmocka_unit_test(absurd_headers_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
