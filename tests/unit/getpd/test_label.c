/* SPDX-License-Identifier: MIT */
/* Labels where they stand, and what is no label: boot sectors, folders and records made here. */
#include <stdio.h>
#include <string.h>

#include "label.h"
#include "test.h"
#include "zfs_label.h"

static struct superblock boot(uint8_t *head, const char *type)
{
	struct superblock sb = {.type = type};

	label_place(span_of(head, 512), &sb);
	return sb;
}

static const char *read_label(const char *type, const void *bytes, size_t len, char out[64])
{
	struct superblock sb = {.type = type, .label = "OLD"};

	label_read(span_of(bytes, len), &sb);
	snprintf(out, 64, "%.60s", sb.label);
	return out;
}

static void fat_has_it_in_the_root_folder(void **state)
{
	uint8_t head[512] = {0};
	uint8_t folder[32 * 5] = {0};
	struct superblock sb;
	char out[64];

	(void)state;
	put_u16le(head + 11, 512);
	head[13] = 4;
	put_u16le(head + 14, 1);
	head[16] = 2;
	put_u16le(head + 17, 512);
	put_u16le(head + 22, 40);
	sb = boot(head, "vfat");
	assert_int_equal(sb.label_at, (1 + 2 * 40) * 512);
	assert_int_equal(sb.label_len, 512 * 32);
	put_u16le(head + 22, 0); /* FAT32 */
	put_u32le(head + 36, 1000);
	put_u32le(head + 44, 5);
	sb = boot(head, "vfat");
	assert_int_equal(sb.label_at, (1 + 2 * 1000 + 3 * 4) * 512);
	assert_int_equal(sb.label_len, 4 * 512);
	put_u32le(head + 44, 1);
	assert_int_equal(boot(head, "vfat").label_len, 0);
	put_u16le(head + 11, 0);
	assert_int_equal(boot(head, "vfat").label_len, 0);

	memcpy(folder,
		"\xE5"
		"ELETED    \x08",
		12);
	memcpy(folder + 32, "LONGNAME   \x0F", 12); /* a part of a long name */
	memcpy(folder + 64, "FILE    TXT\x20", 12);
	memcpy(folder + 96, "MY DISK 1  \x28", 12); /* with the archive bit */
	assert_string_equal(read_label("vfat", folder, sizeof folder, out), "MY DISK 1");
	folder[64] = 0; /* the folder ends here */
	assert_string_equal(read_label("vfat", folder, sizeof folder, out), "OLD");
	assert_string_equal(read_label("vfat", folder, 31, out), "OLD");
}

static void exfat_has_an_entry_of_its_own(void **state)
{
	uint8_t head[512] = {0};
	uint8_t folder[64] = {0x81};
	struct superblock sb;
	char out[64];

	(void)state;
	put_u32le(head + 88, 2048);
	put_u32le(head + 96, 4);
	head[108] = 9;
	head[109] = 3;
	sb = boot(head, "exfat");
	assert_int_equal(sb.label_at, (2048 + 2 * 8) * 512);
	assert_int_equal(sb.label_len, 4096);
	head[109] = 17; /* more than 32 MiB a cluster */
	assert_int_equal(boot(head, "exfat").label_len, 0);
	put_u32le(head + 96, UINT32_MAX);
	head[109] = 16;
	assert_int_equal(boot(head, "exfat").label_len, LABEL_SPACE_MAX);

	folder[32] = 0x83;
	folder[33] = 2;
	memcpy(folder + 34, "\x3D\xD8\x0A\xDE", 4); /* a character of two units */
	assert_string_equal(read_label("exfat", folder, sizeof folder, out), "\xF0\x9F\x98\x8A");
	folder[33] = 0;
	assert_string_equal(read_label("exfat", folder, sizeof folder, out), "");
	folder[33] = 12;
	assert_string_equal(read_label("exfat", folder, sizeof folder, out), "OLD");
}

/* A record whose name crosses the end of a sector, where the update sequence has taken two bytes.
 */
static void ntfs_has_it_in_a_record(void **state)
{
	uint8_t head[512] = {0};
	uint8_t record[1024] = {0};
	struct superblock sb;
	char out[64];
	int i;

	(void)state;
	put_u16le(head + 11, 512);
	head[13] = 8;
	put_u64le(head + 48, 10);
	head[64] = 0xF6; /* 2 to the power of 10 */
	sb = boot(head, "ntfs");
	assert_int_equal(sb.label_at, 10 * 4096 + 3 * 1024);
	assert_int_equal(sb.label_len, 1024);
	put_u64le(head + 48, UINT64_MAX / 4096);
	assert_int_equal(boot(head, "ntfs").label_len, 0);
	head[64] = 0x80;
	assert_int_equal(boot(head, "ntfs").label_len, 0);

	memcpy(record, "FILE", 4);
	put_u16le(record + 4, 48);
	put_u16le(record + 6, 3);
	put_u16le(record + 48, 0x1234); /* the sequence, then what it stands for */
	put_u16le(record + 50, 'x');
	put_u16le(record + 52, 0x5555);
	put_u16le(record + 510, 0x1234);
	put_u16le(record + 20, 56);
	put_u32le(record + 56, 0x10);
	put_u32le(record + 60, 400);
	put_u32le(record + 456, 0x60);
	put_u32le(record + 460, 64);
	put_u32le(record + 456 + 16, 2 * 8);
	put_u16le(record + 456 + 20, 48);
	for (i = 0; i < 8; i++)
		if (504 + 2 * i != 510)
			put_u16le(record + 504 + 2 * i, (uint16_t)('a' + i));
	assert_string_equal(read_label("ntfs", record, sizeof record, out), "abcxefgh");
	put_u32le(record + 60, 0); /* an attribute without a length would never end */
	assert_string_equal(read_label("ntfs", record, sizeof record, out), "OLD");
	put_u32le(record + 60, 400);
	put_u32le(record + 456 + 16, 2000);
	assert_string_equal(read_label("ntfs", record, sizeof record, out), "OLD");
	memcpy(record, "BAAD", 4);
	assert_string_equal(read_label("ntfs", record, sizeof record, out), "OLD");
}

static void broken_pools_are_none(void **state)
{
	static uint8_t head[0x5000];
	struct superblock sb;

	(void)state;
	memset(&sb, 0, sizeof sb);
	assert_false(zfs_label_read(span_of(head, sizeof head), &sb));
	head[0x4000] = 1;
	assert_false(zfs_label_read(span_of(head, sizeof head), &sb));
	put_u32be(head + 0x400C, 8); /* smaller than its own words */
	put_u32be(head + 0x4014, 4);
	memcpy(head + 0x4018, "name", 4);
	put_u32be(head + 0x401C, 9);
	put_u32be(head + 0x4020, 1);
	assert_false(zfs_label_read(span_of(head, sizeof head), &sb));
	put_u32be(head + 0x400C, UINT32_MAX);
	assert_false(zfs_label_read(span_of(head, sizeof head), &sb));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fat_has_it_in_the_root_folder),
		cmocka_unit_test(exfat_has_an_entry_of_its_own),
		cmocka_unit_test(ntfs_has_it_in_a_record),
		cmocka_unit_test(broken_pools_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
