/* SPDX-License-Identifier: MIT */
/* Volumes that overlap, and files of FFS3 over 16 MiB: what is in them is found once, and can be
 * replaced without a change of anything else. */
#include "test.h"

#include <string.h>

#include "bytgvs.h"
#include "image.h"
#include "replace.h"
#include "sample.h"

#define LARGE ((size_t)17 << 20)

static struct blob table(const char *panel)
{
	return sample_vbt(&(struct sample_vbt){.panel = panel, .padding = 64});
}

static struct blob vbt_file(unsigned n)
{
	struct image_file f = {.guid = {{(uint8_t)n, 2, 3}}, .type = FFS_FREEFORM};

	return image_file(&f, image_section(SECTION_RAW, table(NULL), false));
}

static struct blob code_file(unsigned n, size_t len)
{
	struct image_file f = {.guid = {{(uint8_t)n, 7, 7}}, .type = FFS_DRIVER};

	return image_file(&f, image_section(SECTION_PIC, image_code(len, n), false));
}

/* The length that a volume's header and its block map say. */
static void claim(uint8_t *volume, size_t len)
{
	put_u64le(volume + 32, len);
	put_u32le(volume + 56, (uint32_t)(len / 4096));
	image_volume_fix_sum(volume);
}

/* The first of two volumes reaches into the second one; across: its last file does as well. */
static struct blob overlapping(bool across)
{
	struct image_volume v = {.size = 0x4000}, w = {.size = 0x6000};
	struct blob first = image_volume(&v, code_file(1, across ? 0x3F00 : 3000)), image;
	struct blob row = image_join(code_file(2, 5000), vbt_file(3), FFS_ALIGN, 0xFF);

	image = image_join(first, image_volume(&w, row), 1, 0);
	claim(image.ptr, 0x6000);
	if (across) {
		put_u24le(image.ptr + 0x48 + 20, 0x4800);
		image_file_fix_sum(image.ptr + 0x48);
	}
	return image;
}

static size_t where(struct span image, struct span what)
{
	size_t off = span_find(image, 0, what.ptr, what.len);

	assert_true(off != SIZE_MAX);
	assert_true(span_find(image, off + 1, what.ptr, what.len) == SIZE_MAX);
	return off;
}

/* One VBT, at the only place of its bytes. */
static size_t check_found(struct blob image)
{
	struct blob old = table(NULL);
	size_t off = where(blob_span(image), blob_span(old));
	struct report r;
	struct err err;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	assert_int_equal(report_count(&r, FIND_VBT, true), 1);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.finds[0].off, off);
	assert_false(r.tree.limited);
	report_free(&r);
	blob_free(&old);
	return off;
}

/* Another one put there changes nothing around it. */
static void check_swap(struct blob image)
{
	struct replace_opts opts = {.which = NULL};
	struct blob other = table("ANOTHER");
	struct replaced done;
	struct err err;
	size_t off = check_found(image), end = off + other.len;

	assert_int_equal(bytgvs_replace(blob_span(image), blob_span(other), &opts, &done, &err), 0);
	assert_int_equal(done.places, 1);
	assert_int_equal(done.image.len, image.len);
	assert_memory_equal(done.image.ptr, image.ptr, off);
	assert_memory_equal(done.image.ptr + off, other.ptr, other.len);
	assert_memory_equal(done.image.ptr + end, image.ptr + end, image.len - end);
	replaced_free(&done);
	blob_free(&other);
	blob_free(&image);
}

static void a_volume_that_reaches_into_the_next(void **state)
{
	(void)state;
	check_swap(overlapping(false));
	check_swap(overlapping(true));
}

/* After a file over 16 MiB, and in one. */
static void files_over_16_mib(void **state)
{
	struct image_file large = {.guid = {{5}}, .type = FFS_FREEFORM, .large = true};
	struct image_volume v = {.ffs3 = true};
	struct blob row, image;

	(void)state;
	row = image_file(&large, image_section(SECTION_RAW, image_fill(LARGE, 0x00), true));
	check_swap(image_volume(&v, image_join(row, vbt_file(6), FFS_ALIGN, 0xFF)));
	row = image_section(SECTION_RAW, image_fill(LARGE, 0xFF), true);
	row = image_add_section(row, image_section(SECTION_RAW, table(NULL), true));
	image = image_volume(&v, image_file(&large, row));
	(void)check_found(image);
	blob_free(&image);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_volume_that_reaches_into_the_next),
		cmocka_unit_test(files_over_16_mib),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
