/* SPDX-License-Identifier: MIT */
/* What the built images of tests/e2e/vbt/protected.py do not show: limits, lies and layout. */
#include "test.h"

#include <string.h>

#include "biosbelt/fwupdate.h"
#include "biosbelt/protect.h"
#include "image.h"

#define VOLUME 0x10000u

static const struct guid ami =
	GUID_INIT(0xCBC91F44, 0xA4BC, 0x4A5B, 0x86, 0x96, 0x70, 0x34, 0x51, 0xD0, 0xB0, 0x53);

static struct protect_list scan(struct blob image)
{
	struct protect_list l;
	struct err err;

	assert_int_equal(protect_scan(blob_span(image), &l, &err), ERR_OK);
	return l;
}

/* A volume with AMI's hash file version 2: one entry for base and size, the other unused. */
static struct blob hashed_volume(uint32_t base, uint32_t size)
{
	struct blob table = image_fill(80, 0xFF);
	struct image_file f = {.guid = ami, .type = FFS_FREEFORM};

	memset(table.ptr, 0, 32);
	put_u32le(table.ptr + 32, base);
	put_u32le(table.ptr + 36, size);
	return image_volume(&(struct image_volume){.size = VOLUME},
		image_file(&f, image_section(SECTION_RAW, table, false)));
}

static const struct guid phoenix =
	GUID_INIT(0x389CC6F2, 0x1EA8, 0x467B, 0xAB, 0x8A, 0x78, 0xE7, 0x69, 0xAE, 0x2A, 0x15);

/* A Phoenix table of one entry, over blank bytes of its volume, whose offset counts from the file's
 * start: 4 KiB before the volume. */
static struct blob blank_phoenix(uint32_t off, uint32_t size)
{
	struct blob table = image_fill(12 + 40, 0), blank = image_fill(size, 0xFF);
	struct image_file f = {.guid = phoenix, .type = FFS_FREEFORM};

	memcpy(table.ptr, "$HASHTBL", 8);
	put_u32le(table.ptr + 8, 1);
	sha256_of(blob_span(blank), table.ptr + 12);
	put_u32le(table.ptr + 44, off);
	put_u32le(table.ptr + 48, size);
	blob_free(&blank);
	return image_join(image_fill(0x1000, 0xFF),
		image_volume(&(struct image_volume){.size = VOLUME}, image_file(&f, table)), 1, 0);
}

static enum err_code follow(struct blob before, size_t change, bool ignore, struct err *err)
{
	struct protect_opts opts = {ignore};
	struct blob after;
	struct buf log;
	enum err_code rc;

	assert_int_equal(blob_copy(blob_span(before), &after, err), ERR_OK);
	after.ptr[change] ^= 1;
	buf_init(&log, 0);
	rc = protect_follow(blob_span(before), &after, &opts, &log, err);
	buf_free(&log);
	blob_free(&after);
	return rc;
}

static void a_range_outside_the_image_refuses_every_change(void **state)
{
	/* 24 MiB below 4 GiB: not decoded there, whatever the flash holds */
	struct blob image = hashed_volume(0xFE800000u, 0x1000);
	struct protect_list l = scan(image);
	struct err err;

	(void)state;
	assert_int_equal(l.count, 1);
	assert_false(l.checks[0].placed);
	assert_int_equal(l.checks[0].state, PROTECT_UNCHECKED);
	assert_int_equal(follow(image, VOLUME - 1, false, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, "AMI hash file"));
	assert_int_equal(follow(image, VOLUME - 1, true, &err), ERR_OK);
	protect_free(&l);
	blob_free(&image);
}

static void a_wrong_digest_refuses_changes_of_its_range_alone(void **state)
{
	struct blob image = hashed_volume(0xFFFF8000u, 0x1000); /* the second half's first page */
	struct protect_list l = scan(image);
	struct err err;

	(void)state;
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].state, PROTECT_FAILS);
	assert_true(protect_any_fails(&l));
	assert_int_equal(follow(image, 0x8010, false, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, "wrong already"));
	assert_int_equal(follow(image, 0x9000, false, &err), ERR_OK);
	protect_free(&l);
	blob_free(&image);
}

/* The same blank bytes elsewhere were taken for the range, because the digest holds there. */
static void blank_bytes_do_not_give_the_base_of_a_table(void **state)
{
	struct blob image = blank_phoenix(0x9000, 0x100);
	struct protect_list l = scan(image);

	(void)state;
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].state, PROTECT_HOLDS);
	assert_int_equal(l.ranges[l.checks[0].first].off, 0x9000);
	protect_free(&l);
	image.ptr[0x9000] = 0;
	l = scan(image);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].state, PROTECT_FAILS);
	protect_free(&l);
	blob_free(&image);
}

/* A volume that EDK II refuses was listed as nothing, or as what its files hold. */
static void a_wrong_header_of_a_volume_fails(void **state)
{
	static const size_t fields[] = {16, 32, 33, 34, 40, 44, 48, 50, 52, 55, 56, 60};
	struct blob image = hashed_volume(0xFFFFFFFFu, 0x1000);
	size_t i;

	(void)state;
	for (i = 0; i < sizeof fields / sizeof fields[0]; i++) {
		struct protect_list l;

		image.ptr[fields[i]] ^= 1;
		l = scan(image);
		assert_int_equal(l.count, 1);
		assert_int_equal(l.checks[0].kind, PROTECT_VOLUME);
		assert_int_equal(l.checks[0].state, PROTECT_FAILS);
		assert_int_equal(l.ranges[0].off, 0);
		protect_free(&l);
		image.ptr[fields[i]] ^= 1;
	}
	blob_free(&image);
}

static void a_table_in_a_damaged_file_may_be_missing(void **state)
{
	struct blob image = hashed_volume(0xFFFF8000u, 0x1000);
	struct protect_list l = scan(image);

	(void)state;
	assert_int_equal(l.damaged, 0);
	protect_free(&l);
	image.ptr[0x48 + 5] ^= 1; /* the file's name */
	l = scan(image);
	assert_int_equal(l.count, 0);
	assert_int_equal(l.damaged, 1);
	protect_free(&l);
	blob_free(&image);
}

static void unused_entries_are_no_checks(void **state)
{
	struct blob image = hashed_volume(0xFFFFFFFFu, 0x1000),
		    empty = hashed_volume(0xFFFF0000u, 0);
	struct protect_list a = scan(image), b = scan(empty);

	(void)state;
	assert_int_equal(a.count, 0);
	assert_int_equal(b.count, 0);
	assert_false(protect_any_fails(&a));
	protect_free(&a);
	protect_free(&b);
	blob_free(&image);
	blob_free(&empty);
}

static void a_table_of_unknown_length_is_said_to_be_unknown(void **state)
{
	struct image_file f = {.guid = ami, .type = FFS_FREEFORM};
	struct blob image = image_volume(&(struct image_volume){.size = VOLUME},
		image_file(&f, image_section(SECTION_RAW, image_fill(90, 7), false)));
	struct protect_list l = scan(image);

	(void)state;
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].act, PROTECT_UNKNOWN);
	assert_false(l.checks[0].placed);
	protect_free(&l);
	blob_free(&image);
}

static void a_packed_table_is_known_and_not_rewritten(void **state)
{
	struct blob inner = image_packed_section(FW_CODEC_LZMA,
		image_section(SECTION_FV_IMAGE, hashed_volume(0xFFFF8000u, 0x1000), false));
	struct image_file f = {.guid = FW_GUID_CRC32, .type = FFS_FV_IMAGE};
	struct blob image =
		image_volume(&(struct image_volume){.size = VOLUME}, image_file(&f, inner));
	struct protect_list l = scan(image);
	struct err err;

	(void)state;
	assert_int_equal(l.count, 1);
	assert_int_not_equal(l.checks[0].digest_space, 0);
	assert_int_equal(l.checks[0].state, PROTECT_UNCHECKED);
	assert_int_equal(follow(image, 0x8010, false, &err), ERR_DENIED);
	assert_non_null(strstr(err.text, "packed"));
	protect_free(&l);
	blob_free(&image);
}

static void a_fit_that_lies_about_its_length_is_read_to_the_end_only(void **state)
{
	struct blob image = image_fill(0x1000, 0xFF);
	struct protect_list l;

	(void)state;
	memcpy(image.ptr + 0xF00, "_FIT_   ", 8);
	put_u24le(image.ptr + 0xF08, 0xFFFFFF);
	image.ptr[0xF0E] = 0x80;
	put_u32le(image.ptr + 0xFC0, 0xFFFFFF00u);
	l = scan(image);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].kind, PROTECT_FIT);
	assert_int_equal(l.checks[0].state, PROTECT_FAILS);
	protect_free(&l);
	blob_free(&image);
}

static void a_fit_without_entries_has_one_range(void **state)
{
	struct blob image = image_fill(0x1000, 0);
	struct protect_list l;

	(void)state;
	memcpy(image.ptr, "_FIT_   \1\0\0\0\0\1\x80", 15);
	put_u32le(image.ptr + 0x1000 - 0x40, 0xFFFFF000u);
	l = scan(image);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].kind, PROTECT_FIT);
	assert_int_equal(l.checks[0].count, 1);
	protect_free(&l);
	blob_free(&image);
}

#define FIT_AT  0xF00
#define FIT_LEN 0x30

/* A table of three lines, to which the pointer of an image of 0x1000 bytes leads. */
static struct blob with_fit(const char *sign)
{
	static const uint8_t head[] = {3, 0, 0, 0, 0, 1, 0, 0};
	static const uint8_t line[] = {0x40, 0, 0, 0, 0, 1, 0, 0};
	struct blob image = image_fill(0x1000, 0xFF);
	uint8_t *fit = image.ptr + FIT_AT;

	memset(fit, 0, FIT_LEN);
	memcpy(fit, sign, 8);
	memcpy(fit + 8, head, sizeof head);
	put_u32le(fit + 16, 0xFFFFF000u);
	memcpy(fit + 24, line, sizeof line);
	fit[30] = 2; /* an ACM */
	put_u32le(fit + 32, 0xFFFFF800u);
	memcpy(fit + 40, line, sizeof line);
	fit[46] = 7; /* a module */
	put_u32le(image.ptr + 0xFC0, 0xFFFFFF00u);
	return image;
}

/* Unused entries between others, blank or not, as in tables of AMI; behind the last one the count
 * is too large. */
static void blank_entries_of_a_fit_are_skipped(void **state)
{
	struct blob image = with_fit("_FIT_   ");
	uint8_t *fit = image.ptr + FIT_AT;
	struct protect_list l;

	(void)state;
	memcpy(fit + 48, fit + 32, 16);
	memset(fit + 32, 0xFF, 16);
	fit[8] = 4;
	l = scan(image);
	assert_int_equal(l.count, 2);
	protect_free(&l);
	fit[8] = 5;
	l = scan(image);
	assert_int_equal(l.count, 3);
	protect_free(&l);
	blob_free(&image);
}

/* The check of the first entry, to which the header of an ACM may lead. */
static bool lists_acm(const struct blob *image, size_t len)
{
	struct protect_list l = scan(*image);
	bool is_listed = l.count == 2 && l.checks[0].kind == PROTECT_ACM &&
			 l.ranges[l.checks[0].first].len == len;

	protect_free(&l);
	return is_listed;
}

static void a_fit_entry_that_leads_to_no_acm_names_none(void **state)
{
	struct blob image = with_fit("_FIT_   ");
	struct protect_list l = scan(image);

	(void)state;
	assert_int_equal(l.count, 2);
	assert_int_equal(l.checks[0].kind, PROTECT_FIT_OTHER);
	protect_free(&l);
	put_u24le(image.ptr + FIT_AT + 24, 0);
	l = scan(image);
	assert_int_equal(l.count, 1);
	protect_free(&l);
	put_u32le(image.ptr, 2);
	put_u32le(image.ptr + 4, 161);
	put_u32le(image.ptr + 24, 0x200);
	assert_true(lists_acm(&image, 0x800)); /* the vendor is destroyed */
	put_u32le(image.ptr + 16, 0x8086);
	assert_true(lists_acm(&image, 0x800));
	image.ptr[0] = 3;
	assert_true(lists_acm(&image, 0x800));
	put_u32le(image.ptr + 16, 0);
	assert_false(lists_acm(&image, 0x800));
	blob_free(&image);
}

/* Whether the table is read, and fails for want of its signature; else it is none. */
static bool is_worn(struct blob image)
{
	struct protect_list l = scan(image);
	bool worn = false;
	uint32_t i;

	for (i = 0; i < l.count; i++)
		worn = worn ||
		       (l.checks[i].kind == PROTECT_FIT && l.checks[i].state == PROTECT_FAILS &&
			       strstr(l.checks[i].note, "is destroyed") != NULL);
	assert_int_equal(l.count, worn ? 3 : 0);
	protect_free(&l);
	return worn;
}

static void a_fit_whose_signature_is_destroyed_fails(void **state)
{
	struct blob image = with_fit("_FIT_  "), whole = with_fit("_FIT_   ");
	struct protect_list l = scan(whole);

	(void)state;
	assert_int_equal(l.count, 2);
	assert_false(protect_any_fails(&l));
	assert_true(is_worn(image));
	memset(image.ptr + FIT_AT, 0, 8);
	assert_true(is_worn(image));
	protect_free(&l);
	blob_free(&image);
	blob_free(&whole);
}

/* Whatever the pointer's place holds in an image without a FIT. */
static void what_is_not_wholly_like_a_fit_is_none(void **state)
{
	static const struct {
		size_t off;
		uint8_t value;
	} other[] = {
		{8, 1}, {9, 4}, {10, 1}, {8, 5},    /* entries: none, too many, past the end */
		{11, 1}, {12, 1}, {13, 0},          /* reserved, version */
		{14, 1}, {30, 8}, {46, 1}, {46, 0}, /* types */
		{27, 1},                            /* of an entry */
		{0xC0, 8}, {0xC3, 0},               /* the pointer */
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof other / sizeof other[0]; i++) {
		struct blob image = with_fit("nothing!");

		image.ptr[FIT_AT + other[i].off] = other[i].value;
		assert_false(is_worn(image));
		blob_free(&image);
	}
}

static void a_worn_fit_leads_to_something_in_the_image(void **state)
{
	struct blob image = with_fit("nothing!");
	uint8_t *fit = image.ptr + FIT_AT;

	(void)state;
	put_u32le(fit + 16, 0xFFFFE000u);
	assert_true(is_worn(image));
	fit[44] = 1; /* the module's version */
	assert_false(is_worn(image));
	blob_free(&image);
}

/* Whether the table is noted as one that nothing leads to; else nothing is. */
static bool is_lost(struct blob image)
{
	struct protect_list l = scan(image);
	bool lost = l.count == 1;

	assert_true(l.count <= 1);
	if (lost) {
		assert_int_equal(l.checks[0].state, PROTECT_UNCHECKED);
		assert_true(l.checks[0].placed);
		assert_non_null(strstr(l.checks[0].note, "no pointer leads"));
	}
	protect_free(&l);
	return lost;
}

static void a_table_that_no_pointer_leads_to_is_noted(void **state)
{
	struct blob image = with_fit("_FIT_   ");
	uint8_t *fit = image.ptr + FIT_AT;
	unsigned i, sum = 0;

	(void)state;
	put_u32le(image.ptr + 0xFC0, 0xFFFFFE00u);
	assert_true(is_lost(image));
	fit[14] = 0x80;
	assert_false(is_lost(image)); /* a wrong checksum */
	for (i = 0; i < FIT_LEN; i++)
		sum += fit[i];
	fit[15] = (uint8_t)(0u - sum);
	assert_true(is_lost(image));
	fit[1] = 'X';
	assert_false(is_lost(image));
	blob_free(&image);
}

static void a_table_that_no_pointer_leads_to_is_read_where_its_entries_are_found(void **state)
{
	struct blob image = with_fit("_FIT_   ");
	struct protect_list l;

	(void)state;
	put_u32le(image.ptr + 0xFC0, 0xFFFFFE00u);
	put_u32le(image.ptr + 16, 0x8086); /* the vendor, in the ACM */
	put_u32le(image.ptr + 24, 0x40);   /* its size, in units of 4 bytes */
	l = scan(image);
	assert_int_equal(l.count, 3);
	assert_int_equal(l.checks[0].kind, PROTECT_ACM);
	assert_true(l.checks[0].placed);
	assert_int_equal(l.ranges[l.checks[0].first].len, 0x100);
	assert_int_equal(l.checks[1].kind, PROTECT_FIT_MEASURED);
	protect_free(&l);
	/* a copy of the table lists nothing twice, whether a pointer leads to one of them or to
	 * none */
	memcpy(image.ptr + FIT_AT - 0x180, image.ptr + FIT_AT, FIT_LEN);
	l = scan(image);
	assert_int_equal(l.count, 4);
	protect_free(&l);
	put_u32le(image.ptr + 0xFC0, 0xFFFFFF00u);
	l = scan(image);
	assert_int_equal(l.count, 3);
	protect_free(&l);
	blob_free(&image);
}

/* The processor skips them wherever they are. */
static void skipped_entries_are_in_no_order(void **state)
{
	struct blob image = with_fit("_FIT_   ");
	struct protect_list l;

	(void)state;
	image.ptr[FIT_AT + 30] = 0x7F;
	l = scan(image);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].kind, PROTECT_FIT_MEASURED);
	protect_free(&l);
	image.ptr[FIT_AT + 30] = 8; /* unlike others, which name no range either */
	l = scan(image);
	assert_int_equal(l.count, 2);
	assert_int_equal(l.checks[0].act + l.checks[1].act, PROTECT_UNKNOWN + PROTECT_MEASURED);
	protect_free(&l);
	blob_free(&image);
}

static void nothing_changed_and_other_sizes(void **state)
{
	struct blob image = image_fill(0x1000, 0x11), copy = image_fill(0x1000, 0x11),
		    other = image_fill(0x800, 0x11);
	struct protect_opts opts = {false};
	struct buf log;
	struct err err;

	(void)state;
	buf_init(&log, 0);
	assert_int_equal(protect_follow(blob_span(image), &copy, &opts, &log, &err), ERR_OK);
	assert_int_equal(log.len, 0);
	assert_int_equal(protect_follow(blob_span(image), &other, &opts, &log, &err), ERR_USAGE);
	buf_free(&log);
	blob_free(&image);
	blob_free(&copy);
	blob_free(&other);
}

static void containers_are_known_by_more_than_a_word(void **state)
{
	static const char words[] = "x_AMIPFAT $_IFLASH_BIOSIMG PFS.HDR. $_IFLASH";
	static const char two[] = "PFS.HDR. $_IFLASH_BIOSIMG\4\0\0\0\4\0\0\0....";
	size_t off;

	(void)state;
	assert_int_equal(fw_update_find(NULL, span_of(words, sizeof words), &off), FW_UPDATE_NONE);
	assert_int_equal(fw_update_find(NULL, span_of("PFS.HDR.", 8), &off), FW_UPDATE_DELL);
	assert_int_equal(fw_update_find(NULL, span_of(NULL, 0), &off), FW_UPDATE_NONE);
	/* the first, whatever its kind: all that is after its beginning is in a container */
	assert_int_equal(fw_update_find(NULL, span_of(two, sizeof two), &off), FW_UPDATE_DELL);
	assert_int_equal(off, 0);
	assert_int_equal(
		fw_update_find(NULL, span_of(two + 1, sizeof two - 1), &off), FW_UPDATE_IFLASH);
}

#define TREE  (4u << 20)
#define NODES (1u << 20)

/* Each property's name is to be looked for in megabytes, each policy's elements too: that took
 * minutes. */
static void what_has_no_end_is_not_searched_for_it(void **state)
{
	static const char id[] = "__ACBP__";
	struct blob tree = image_fill(TREE, 'a'), policies = image_fill(1u << 20, 0);
	struct protect_list l;
	size_t at;

	(void)state;
	put_u32be(tree.ptr, 0xD00DFEED);
	put_u32be(tree.ptr + 4, TREE);
	put_u32be(tree.ptr + 8, 40);
	put_u32be(tree.ptr + 12, NODES);
	put_u32be(tree.ptr + 32, TREE - NODES);
	put_u32be(tree.ptr + 36, NODES - 40);
	for (at = 40; at + 12 <= NODES; at += 12) {
		put_u32be(tree.ptr + at, 3); /* a property of no bytes */
		put_u32be(tree.ptr + at + 4, 0);
		put_u32be(tree.ptr + at + 8, 0);
	}
	for (at = 0; at < policies.len; at += 8)
		memcpy(policies.ptr + at, id, 8);
	l = scan(tree);
	assert_int_equal(l.count, 0);
	protect_free(&l);
	l = scan(policies);
	assert_int_equal(l.count, 0);
	protect_free(&l);
	blob_free(&tree);
	blob_free(&policies);
}

/* A table of Phoenix that is too short for its head. */
static void a_table_without_entries_is_unknown(void **state)
{
	struct image_file f = {.guid = phoenix, .type = FFS_RAW};
	struct blob table = image_fill(8, 0), image;
	struct protect_list l;

	(void)state;
	memcpy(table.ptr, "$HASHTBL", 8);
	image = image_volume(&(struct image_volume){.size = VOLUME}, image_file(&f, table));
	l = scan(image);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].act, PROTECT_UNKNOWN);
	protect_free(&l);
	blob_free(&image);
}

#define MANY 100u

/* A Phoenix table of MANY entries over the second half of a MiB of fill, before which is a volume:
 * their offsets may count from two places. */
static struct blob many_phoenix(const char *sign, uint8_t fill)
{
	struct blob table = image_fill(12 + 40 * MANY, 0x11);
	struct image_file f = {.guid = phoenix, .type = FFS_FREEFORM};
	struct blob volume;
	unsigned i;

	memcpy(table.ptr, sign, 8);
	put_u32le(table.ptr + 8, MANY);
	for (i = 0; i < MANY; i++) {
		put_u32le(table.ptr + 44 + 40 * i, 0x70000);
		put_u32le(table.ptr + 48 + 40 * i, 0x80000);
	}
	volume = image_join(image_fill(0x1000, 0xFF),
		image_volume(&(struct image_volume){.size = VOLUME}, image_file(&f, table)), 1, 0);
	return image_join(volume, image_fill((1u << 20) - VOLUME - 0x1000, fill), 1, 0);
}

/* To look whether a range is blank takes time as to hash it does: it was not counted. What is no
 * table was hashed all the same. */
static void the_search_for_the_base_has_a_limit(void **state)
{
	struct blob blank = many_phoenix("$HASHTBL", 0xFF), other = many_phoenix("$HASHTBX", 0);
	struct protect_list l = scan(blank);

	(void)state;
	other.ptr[(1u << 20) - 1] = 1; /* not blank */
	assert_int_equal(l.count, MANY);
	assert_true(l.limited);
	protect_free(&l);
	other.ptr[0xF0000 - 1] = other.ptr[0xF0000] = 1;
	l = scan(other);
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].act, PROTECT_UNKNOWN);
	assert_false(l.limited);
	protect_free(&l);
	blob_free(&blank);
	blob_free(&other);
}

#define CBFS_OFF 0x10000u

/* An image with an FMAP and so many anchors, whose area has files of 64 bytes, the name's field in
 * each so long. */
static struct blob anchored_cbfs(unsigned anchors, unsigned files, size_t name)
{
	static const char head[] = "__FMAP__\1\1";
	struct blob image = image_fill(CBFS_OFF + (size_t)files * (64 + name), 0xFF);
	uint8_t *map = image.ptr + 0x8000;
	unsigned i;

	memset(map, 0, 56 + 42);
	memcpy(map, head, sizeof head - 1);
	put_u32le(map + 18, (uint32_t)image.len);
	memcpy(map + 22, "FLASH", 6);
	map[54] = 1;
	put_u32le(map + 56, CBFS_OFF);
	put_u32le(map + 60, (uint32_t)(image.len - CBFS_OFF));
	memcpy(map + 64, "COREBOOT", 9);
	for (i = 0; i < anchors; i++) {
		memset(image.ptr + 0x1000 + (size_t)i * 0x100, 0,
			0x100); /* no digest of the FMAP */
		memcpy(image.ptr + 0x1000 + (size_t)i * 0x100, "\xADMdtHsh\x15\0\0\0\2\1", 13);
	}
	for (i = 0; i < files; i++) {
		uint8_t *file = image.ptr + CBFS_OFF + (size_t)i * (64 + name);

		memset(file, 0, 24 + name);
		memcpy(file, "LARCHIVE", 9);
		put_u32be(file + 8, 16);
		put_u32be(file + 12, 0x50);
		put_u32be(file + 20, 24 + (uint32_t)name);
		file[24] = 'f';
	}
	return image;
}

static void a_check_that_is_not_made_does_not_fail(void **state)
{
	static const struct {
		unsigned anchors, files;
		size_t name;
		bool limited;
		enum protect_state last;
	} cases[] = {
		{5, 4096, 64, true, PROTECT_UNCHECKED}, /* ranges of all checks */
		{1, 4097, 64, true, PROTECT_UNCHECKED}, /* files of one */
		{1, 4096, 64, false, PROTECT_FAILS},
		{1, 9, 320, false, PROTECT_FAILS}, /* coreboot passes over such long headers */
		{1, 0, 64, false, PROTECT_FAILS},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct blob image = anchored_cbfs(cases[i].anchors, cases[i].files, cases[i].name);
		struct protect_list l = scan(image);
		unsigned k, found = 0;
		enum protect_state last = PROTECT_HOLDS;

		for (k = 0; k < l.count; k++)
			if (l.checks[k].kind == PROTECT_CBFS_METADATA) {
				found++;
				last = l.checks[k].state;
			}
		assert_int_equal(found, cases[i].anchors);
		assert_int_equal(last, cases[i].last);
		assert_int_equal(l.limited, cases[i].limited);
		protect_free(&l);
		blob_free(&image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_range_outside_the_image_refuses_every_change),
		cmocka_unit_test(a_wrong_digest_refuses_changes_of_its_range_alone),
		cmocka_unit_test(blank_bytes_do_not_give_the_base_of_a_table),
		cmocka_unit_test(a_wrong_header_of_a_volume_fails),
		cmocka_unit_test(a_table_in_a_damaged_file_may_be_missing),
		cmocka_unit_test(unused_entries_are_no_checks),
		cmocka_unit_test(a_table_of_unknown_length_is_said_to_be_unknown),
		cmocka_unit_test(a_packed_table_is_known_and_not_rewritten),
		cmocka_unit_test(a_fit_that_lies_about_its_length_is_read_to_the_end_only),
		cmocka_unit_test(a_fit_without_entries_has_one_range),
		cmocka_unit_test(a_fit_entry_that_leads_to_no_acm_names_none),
		cmocka_unit_test(blank_entries_of_a_fit_are_skipped),
		cmocka_unit_test(a_fit_whose_signature_is_destroyed_fails),
		cmocka_unit_test(what_is_not_wholly_like_a_fit_is_none),
		cmocka_unit_test(a_worn_fit_leads_to_something_in_the_image),
		cmocka_unit_test(a_table_that_no_pointer_leads_to_is_noted),
		cmocka_unit_test(
			a_table_that_no_pointer_leads_to_is_read_where_its_entries_are_found),
		cmocka_unit_test(skipped_entries_are_in_no_order),
		cmocka_unit_test(nothing_changed_and_other_sizes),
		cmocka_unit_test(containers_are_known_by_more_than_a_word),
		cmocka_unit_test(what_has_no_end_is_not_searched_for_it),
		cmocka_unit_test(a_table_without_entries_is_unknown),
		cmocka_unit_test(the_search_for_the_base_has_a_limit),
		cmocka_unit_test(a_check_that_is_not_made_does_not_fail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
