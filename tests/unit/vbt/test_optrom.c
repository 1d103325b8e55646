/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "biosbelt/optrom.h"
#include "biosbelt/pe.h"
#include "biosbelt/vbt.h"
#include "sample.h"

static struct blob vbios(uint16_t at, uint16_t pointer, bool last)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.bdb_version = 155});
	struct blob rom = sample_vbios(8192, blob_span(vbt), at, last);

	put_u16le(rom.ptr + 0x1A, pointer);
	blob_free(&vbt);
	return rom;
}

static void legacy_image_is_read(void **state)
{
	struct blob rom = vbios(0xAE0, 0xAE0, true);
	struct optrom chain;

	(void)state;
	assert_true(optrom_parse(blob_span(rom), 0, &chain));
	assert_int_equal(chain.count, 1);
	assert_true(chain.whole);
	assert_int_equal(chain.len, 8192);
	assert_true(optrom_is_intel_vbios(&chain.images[0]));
	assert_true(chain.images[0].sum_ok);
	assert_int_equal(chain.images[0].device, 0x0F31);
	blob_free(&rom);
}

static void hybrid_chain_is_read(void **state)
{
	struct blob driver = sample_gop(&(struct sample_gop){.te = false});
	struct blob rom = sample_join(
		vbios(0xB60, 0xB60, false), sample_efi_rom(blob_span(driver), false, true));
	struct optrom chain;
	struct span payload;

	(void)state;
	assert_true(optrom_parse(blob_span(rom), 0, &chain));
	assert_int_equal(chain.count, 2);
	assert_true(chain.whole);
	assert_int_equal(chain.len, rom.len);
	assert_true(chain.images[1].efi);
	assert_false(chain.images[1].efi_compressed);
	assert_int_equal(chain.images[1].efi_machine, PE_MACHINE_X64);
	assert_true(span_slice(blob_span(rom), chain.images[1].off + chain.images[1].efi_off,
		chain.images[1].efi_len, &payload));
	assert_int_equal(pe_extent(payload), driver.len);
	blob_free(&driver);
	blob_free(&rom);
}

static void cut_chain_is_told(void **state)
{
	struct blob rom = vbios(0xAE0, 0xAE0, true);
	struct optrom chain;

	(void)state;
	assert_true(optrom_parse(span_of(rom.ptr, 8191), 0, &chain));
	assert_false(chain.whole);
	assert_true(chain.cut);
	assert_int_equal(chain.len, 8191);
	rom.ptr[100]++;
	assert_true(optrom_parse(blob_span(rom), 0, &chain));
	assert_false(chain.images[0].sum_ok);
	blob_free(&rom);
}

static void other_bytes_are_no_rom(void **state)
{
	struct blob rom = vbios(0xAE0, 0xAE0, true);
	struct optrom chain;

	(void)state;
	assert_false(optrom_parse(blob_span(rom), 1, &chain));
	assert_false(optrom_parse(blob_span(rom), 9000, &chain));
	rom.ptr[0x40] = 'Q';
	assert_false(optrom_parse(blob_span(rom), 0, &chain));
	blob_free(&rom);
}

static void endless_chain_ends(void **state)
{
	struct blob rom = vbios(0xAE0, 0xAE0, false);
	struct optrom chain;
	int i;

	(void)state;
	for (i = 0; i < 5; i++) {
		struct blob copy;
		struct err err;

		assert_int_equal(blob_copy(blob_span(rom), &copy, &err), ERR_OK);
		rom = sample_join(rom, copy);
	}
	assert_true(optrom_parse(blob_span(rom), 0, &chain));
	assert_int_equal(chain.count, OPTROM_IMAGE_MAX);
	assert_false(chain.images[OPTROM_IMAGE_MAX - 1].last);
	blob_free(&rom);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(legacy_image_is_read),
		cmocka_unit_test(hybrid_chain_is_read),
		cmocka_unit_test(cut_chain_is_told),
		cmocka_unit_test(other_bytes_are_no_rom),
		cmocka_unit_test(endless_chain_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
