/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "formats/mountinfo.h"
#include "test.h"

static struct mounts parse(const char *text)
{
	struct mounts m;
	struct err err;

	assert_int_equal(mounts_parse(span_of(text, strlen(text)), &m, &err), ERR_OK);
	return m;
}

static void fields_and_escapes_are_read(void **state)
{
	struct mounts m = parse(
		"36 35 98:0 /mnt1 /mnt\\040two\\012lines rw,noatime master:1 - ext3 /dev/root rw\n"
		"37 36 0:24 / /b rw shared:2 propagate_from:3 - btrfs /dev/sda1 rw,subvol=/\n");

	(void)state;
	assert_int_equal(m.count, 2);
	assert_int_equal(m.items[0].id, 36);
	assert_int_equal(m.items[0].major, 98);
	assert_string_equal(m.items[0].root, "/mnt1");
	assert_string_equal(m.items[0].point, "/mnt two\nlines");
	assert_string_equal(m.items[1].fstype, "btrfs");
	assert_string_equal(m.items[1].source, "/dev/sda1");
	assert_ptr_equal(mounts_by_id(&m, 37), &m.items[1]);
	assert_null(mounts_by_id(&m, 1));
	mounts_free(&m);
}

static void damaged_lines_are_left_out(void **state)
{
	struct mounts m =
		parse("garbage\n1 2 3\n36 35 98 / / rw - ext3 a b\n-1 2 0:1 / / rw - x y z\n"
		      "4 5 0:1 / / rw no dash here at all\n\n\n"
		      "5 5 99999999999:1 / / rw - x y z\n7 5 0:1 / /ok rw - x y z");

	(void)state;
	assert_int_equal(m.count, 1);
	assert_int_equal(m.unread, 6);
	assert_string_equal(m.items[0].point, "/ok");
	mounts_free(&m);
}

static void the_deepest_and_latest_mount_wins(void **state)
{
	struct mounts m =
		parse("1 0 8:1 / / rw - ext4 a rw\n2 1 8:2 / /home rw - ext4 b rw\n"
		      "3 1 8:3 / /home rw - ext4 c rw\n4 1 8:4 / /homes rw - ext4 d rw\n");

	(void)state;
	assert_string_equal(mounts_by_path(&m, "/home/me")->source, "c");
	assert_string_equal(mounts_by_path(&m, "/etc")->source, "a");
	assert_string_equal(mounts_by_path(&m, "/homes")->source, "d");
	mounts_free(&m);
}

static bool collect(void *user, const char *folder)
{
	strcat(user, folder);
	strcat(user, "|");
	return true;
}

static void overlay_folders_are_split(void **state)
{
	static const char *const pairs[][2] = {
		{"rw,lowerdir=/a:/b\\:c,upperdir=/u,workdir=/w", "/a|/b:c|/u|"},
		{"rw,lowerdir+=/x:y,lowerdir+=/z,datadir+=/d,upperdir=/u\\,v", "/x:y|/z|/d|/u,v|"},
		{"lowerdir=/a::/data", "/a|/data|"}, {"rw,index=off", ""}, {"lowerdir=", ""},
		{"lowerdir=/a\\", "/a\\|"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		char text[256] = "";

		mount_overlay_folders(pairs[i][0], collect, text);
		assert_string_equal(text, pairs[i][1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_and_escapes_are_read),
		cmocka_unit_test(damaged_lines_are_left_out),
		cmocka_unit_test(the_deepest_and_latest_mount_wins),
		cmocka_unit_test(overlay_folders_are_split),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
