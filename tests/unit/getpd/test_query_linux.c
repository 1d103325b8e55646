/* SPDX-License-Identifier: MIT */
/* Stacks of block devices in made-up /sys and /proc trees. */
#define _GNU_SOURCE /* nftw, mkdtemp */
#include "drive_linux.h"
#include "fake_tree.h"
#include "query.h"

static void add_disk(const struct fake *f, const char *name, const char *numbers, const char *size)
{
	char path[512];
	char target[512];

	snprintf(path, sizeof path, "sys/devices/x/block/%s/dev", name);
	fake_text(f, path, numbers);
	snprintf(path, sizeof path, "sys/devices/x/block/%s/size", name);
	fake_text(f, path, size);
	snprintf(target, sizeof target, "../../devices/x/block/%s", name);
	snprintf(path, sizeof path, "sys/class/block/%s", name);
	fake_link(f, path, target);
	snprintf(path, sizeof path, "sys/dev/block/%s", numbers);
	fake_link(f, path, target);
	snprintf(path, sizeof path, "dev/%s", name);
	fake_text(f, path, "");
}

static void add_part(
	const struct fake *f, const char *disk, const char *name, const char *numbers, int number)
{
	char path[512];
	char target[512];
	char text[16];

	snprintf(path, sizeof path, "sys/devices/x/block/%s/%s/dev", disk, name);
	fake_text(f, path, numbers);
	snprintf(path, sizeof path, "sys/devices/x/block/%s/%s/size", disk, name);
	fake_text(f, path, "2048");
	snprintf(path, sizeof path, "sys/devices/x/block/%s/%s/partition", disk, name);
	snprintf(text, sizeof text, "%d\n", number);
	fake_text(f, path, text);
	snprintf(target, sizeof target, "../../devices/x/block/%s/%s", disk, name);
	snprintf(path, sizeof path, "sys/class/block/%s", name);
	fake_link(f, path, target);
	snprintf(path, sizeof path, "sys/dev/block/%s", numbers);
	fake_link(f, path, target);
	snprintf(path, sizeof path, "dev/%s", name);
	fake_text(f, path, "");
}

/* name stands on below. */
static void put_on(const struct fake *f, const char *name, const char *below)
{
	char path[512];

	snprintf(path, sizeof path, "sys/devices/x/block/%s/slaves/%s", name, below);
	fake_link(f, path, "../../nowhere");
	snprintf(path, sizeof path, "sys/class/block/%s/holders/%s", below, name);
	fake_link(f, path, "../../nowhere");
}

static void set(const struct fake *f, const char *name, const char *attr, const char *text)
{
	char path[512];

	snprintf(path, sizeof path, "sys/class/block/%s/%s", name, attr);
	fake_text(f, path, text);
}

/* A device of device mapper on another; below NULL: on nothing. */
static void add_dm(const struct fake *f, const char *name, const char *numbers, const char *uuid,
	const char *label, const char *below)
{
	add_disk(f, name, numbers, "1000");
	set(f, name, "dm/uuid", uuid);
	if (label != NULL)
		set(f, name, "dm/name", label);
	if (below != NULL)
		put_on(f, name, below);
}

/* A mirror of MD on both disks. */
static void add_mirror(const struct fake *f)
{
	add_disk(f, "md0", "9:0", "1000");
	set(f, "md0", "md/level", "raid1\n");
	put_on(f, "md0", "sda12");
	put_on(f, "md0", "sdb1");
}

static void mounts(const struct fake *f, const char *text)
{
	fake_text(f, "proc/self/mountinfo", text);
}

/* "sda/1 sdb/0" for the disks, or "!N text" for an error; a '*' behind when degraded. */
static const char *ask(const struct fake *f, const char *what, char out[1024])
{
	const struct query_opts opts = {.root = f->root};
	struct graph g;
	struct err err;
	enum err_code rc = query_run(&opts, what, &g, &err);
	size_t i;

	out[0] = '\0';
	if (rc != ERR_OK)
		snprintf(out, 1024, "!%d %s", rc, err.text);
	for (i = 0; rc == ERR_OK && i < g.disk_count; i++)
		snprintf(out + strlen(out), 1024 - strlen(out), "%s%s/%d", i > 0 ? " " : "",
			graph_get(&g, g.disks[i].node, NODE_NAME), g.disks[i].partition);
	if (rc == ERR_OK && g.degraded)
		strcat(out, " *");
	graph_free(&g);
	return out;
}

static void expect(const struct fake *f, const char *what, const char *wanted)
{
	char out[1024];

	assert_string_equal(ask(f, what, out), wanted);
}

static void expect_error(const struct fake *f, const char *what, enum err_code code)
{
	char out[1024];
	char wanted[8];

	snprintf(wanted, sizeof wanted, "!%d ", code);
	assert_memory_equal(ask(f, what, out), wanted, strlen(wanted));
}

/* What most tests begin with: two disks, three partitions, and mounts of several kinds. */
static int two_disks(void **state)
{
	static struct fake made;
	const struct fake *f = &made;

	fake_make(&made);
	*state = &made;
	add_disk(f, "sda", "8:0", "1000000");
	add_part(f, "sda", "sda1", "8:1", 1);
	add_part(f, "sda", "sda12", "8:12", 12);
	add_disk(f, "sdb", "8:16", "2000000");
	add_part(f, "sdb", "sdb1", "8:17", 1);
	mounts(f, "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
		  "2 1 8:12 / /two\\040words\\012line rw - ext4 /dev/sda12 rw\n"
		  "3 1 0:30 / /proc rw - proc proc rw\n"
		  "4 1 0:31 / /tmp rw - tmpfs tmpfs rw\n"
		  "5 1 0:32 / /net rw - nfs4 host:/x rw\n");
	return 0;
}

static int remove_all(void **state)
{
	fake_remove(*state);
	return 0;
}

static void paths_and_devices_lead_to_disks(void **state)
{
	const struct fake *f = *state;

	expect(f, "/home/me", "sda/1");
	expect(f, "/two words\nline/x", "sda/12");
	expect(f, "/dev/sda12", "sda/12");
	expect(f, "/dev/sdb", "sdb/0");
	expect(f, "8:17", "sdb/1");
	expect(f, "sdb1", "sdb/1");
	expect_error(f, "/proc/x", ERR_UNSUPPORTED);
	expect_error(f, "/tmp", ERR_UNSUPPORTED);
	expect_error(f, "/net/a", ERR_UNSUPPORTED);
	expect_error(f, "/dev/sdz", ERR_NOTFOUND);
	expect_error(f, "99:99", ERR_NOTFOUND);
	expect_error(f, "", ERR_NOTFOUND);
}

static void stacks_are_followed_to_the_end(void **state)
{
	const struct fake *f = *state;

	add_mirror(f);
	set(f, "md0", "md/degraded", "0\n");
	add_dm(f, "dm-0", "253:0", "CRYPT-LUKS2-x\n", "secret\n", "md0");
	add_dm(f, "dm-1", "253:1", "LVM-x\n", "vg-lv\n", "dm-0");
	mounts(f, "1 0 253:1 / / rw - xfs /dev/mapper/vg-lv rw\n");
	expect(f, "/", "sda/12 sdb/1");
	set(f, "md0", "md/degraded", "1\n");
	expect(f, "/", "sda/12 sdb/1 *");
}

static void a_missing_leg_is_no_disk(void **state)
{
	const struct fake *f = *state;

	add_dm(f, "dm-0", "253:0", "LVM-a\n", "vg-lv\n",
		NULL); /* LVM's RAID over a leg and a hole */
	add_dm(f, "dm-1", "253:1", "LVM-b\n", "vg-lv_rimage_0\n", "sda12");
	add_dm(f, "dm-2", "253:2", "LVM-c\n", "vg-lv_rimage_1-missing_0_0\n", NULL);
	put_on(f, "dm-0", "dm-1");
	put_on(f, "dm-0", "dm-2");
	expect(f, "/dev/dm-0", "sda/12 *");
	expect_error(f, "/dev/dm-2", ERR_UNSUPPORTED);
}

static void circles_end(void **state)
{
	const struct fake *f = *state;

	add_dm(f, "dm-0", "253:0", "LVM-a\n", NULL, NULL);
	add_dm(f, "dm-1", "253:1", "LVM-b\n", NULL, NULL);
	put_on(f, "dm-0", "dm-1");
	put_on(f, "dm-1", "dm-0");
	expect_error(f, "/dev/dm-0", ERR_FORMAT);
	/* A loop device whose file lies on itself. */
	add_disk(f, "loop0", "7:0", "1000");
	set(f, "loop0", "loop/backing_file", "/self/image\n");
	mounts(f, "1 0 7:0 / /self rw - ext4 /dev/loop0 rw\n");
	expect_error(f, "/self/x", ERR_NOTFOUND);
	/* An overlay over itself. */
	mounts(f, "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
		  "2 1 0:40 / /over rw - overlay o rw,lowerdir=/over,upperdir=/up\n");
	expect(f, "/over", "sda/1");
	mounts(f, "2 2 0:40 / / rw - overlay o rw,lowerdir=/over,upperdir=/up\n");
	expect_error(f, "/over", ERR_UNSUPPORTED);
}

static void deep_stacks_are_refused(void **state)
{
	const struct fake *f = *state;
	char name[16];
	char below[16] = "sda1";
	char numbers[16];
	int i;

	for (i = 0; i < 40; i++) {
		snprintf(name, sizeof name, "dm-%d", i);
		snprintf(numbers, sizeof numbers, "253:%d", i);
		add_disk(f, name, numbers, "1000");
		set(f, name, "dm/uuid", "LVM-a\n");
		put_on(f, name, below);
		strcpy(below, name);
	}
	expect(f, "/dev/dm-20", "sda/1");
	expect_error(f, "/dev/dm-39", ERR_LIMIT);
}

static void loops_follow_their_file(void **state)
{
	const struct fake *f = *state;

	add_disk(f, "loop3", "7:3", "1000");
	set(f, "loop3", "loop/backing_file", "/two words\\012line/image\n");
	expect(f, "/dev/loop3", "sda/1"); /* sysfs escapes the newline: found by its folder */
	set(f, "loop3", "loop/backing_file", "/home/image (deleted)\n");
	expect(f, "/dev/loop3", "sda/1");
	set(f, "loop3", "loop/backing_file", "\n");
	expect_error(f, "/dev/loop3", ERR_NOTFOUND);
}

static void btrfs_has_all_its_devices(void **state)
{
	const struct fake *f = *state;

	mounts(f, "1 0 0:24 / / rw - btrfs /dev/sda1 rw,subvol=/\n"
		  "2 1 0:24 /sub /sub rw - btrfs /dev/sda1 rw,subvol=/sub\n");
	fake_link(f, "sys/fs/btrfs/1111-22/devices/sda1", "../../../../devices/x/block/sda/sda1");
	fake_link(f, "sys/fs/btrfs/1111-22/devices/sdb1", "../../../../devices/x/block/sdb/sdb1");
	expect(f, "/sub/x", "sda/1 sdb/1");
	expect(f, "UUID=1111-22", "sda/1 sdb/1");
	fake_text(f, "sys/fs/btrfs/1111-22/devinfo/2/missing", "1\n");
	expect(f, "/", "sda/1 sdb/1 *");
}

static void paths_of_one_disk_are_folded(void **state)
{
	const struct fake *f = *state;

	set(f, "sda", "device/wwid", "naa.5000\n");
	set(f, "sdb", "device/wwid", "naa.5000\n");
	add_dm(f, "dm-0", "253:0", "mpath-5000\n", NULL, "sda");
	put_on(f, "dm-0", "sdb");
	expect(f, "/dev/dm-0", "sda/0");
}

static void tags_are_found_without_udev(void **state)
{
	static uint8_t ext[4096];
	static uint8_t head[4096];
	const struct fake *f = *state;

	put_u16le(ext + 1024 + 0x38, 0xEF53);
	memset(ext + 1024 + 0x68, 0xAB, 16);
	memcpy(ext + 1024 + 0x78, "my label", 8);
	fake_bytes(f, "dev/sda12", ext, sizeof ext);
	memcpy(head + 3, "NTFS    ", 8);
	put_u64le(head + 72, 0x1234567890ABCDEFu);
	fake_bytes(f, "dev/sdb1", head, sizeof head);
	set(f, "sda1", "uevent", "MAJOR=8\nPARTNAME=EFI system\nPARTUUID=0aa0-1\n");
	expect(f, "LABEL=my label", "sda/12");
	expect(f, "UUID=abababab-abab-abab-abab-abababababab", "sda/12");
	expect(f, "UUID=1234567890abcdef", "sdb/1");
	expect(f, "PARTLABEL=EFI system", "sda/1");
	expect(f, "PARTUUID=0aa0-1", "sda/1");
	expect_error(f, "LABEL=other", ERR_NOTFOUND);
	expect_error(f, "LABEL=", ERR_NOTFOUND);
	expect_error(f, "UUID=..", ERR_NOTFOUND);
	expect_error(f, "PARTUUID=0aa0-", ERR_NOTFOUND);
	/* A mirror shows the superblock on itself and on its legs: the mirror is meant. */
	add_mirror(f);
	fake_bytes(f, "dev/md0", ext, sizeof ext);
	expect(f, "LABEL=my label", "sda/12 sdb/1");
	/* udev's links are believed first. */
	fake_link(f, "dev/disk/by-label/my\\x20label", "../../sdb");
	expect(f, "LABEL=my label", "sdb/0");
}

static bool on_volume(void *user, const char *volume, const struct graph *g)
{
	char *out = user;

	snprintf(out + strlen(out), 1024 - strlen(out), "%s=%s;", volume,
		g->count > 1 ? graph_get(g, 1, NODE_FSTYPE) : "");
	return true;
}

static void everything_on_disks_is_listed(void **state)
{
	static uint8_t swap[4096];
	struct query_opts opts = {0};
	const struct fake *f = *state;
	struct err err;
	char out[1024] = "";

	add_part(f, "sda", "sda3", "8:3", 3);
	add_part(f, "sda", "sda4", "8:4", 4);
	add_disk(f, "sr0", "11:0", "0");
	add_disk(f, "ram0", "1:0", "1000");
	memcpy(swap + 4086, "SWAPSPACE2", 10);
	fake_bytes(f, "dev/sda4", swap, sizeof swap);
	fake_text(f, "proc/swaps",
		"Filename\tType\tSize\tUsed\tPriority\n/dev/sda3 partition\t1\t0\t-2\n"
		"/swap\\040file\tfile\t1\t0\t-3\nnonsense\n/dev/sdz partition 1 0 0\n");
	opts.root = f->root;
	assert_int_equal(query_all(&opts, on_volume, out, &err), ERR_OK);
	assert_string_equal(out,
		"/=ext4;/two words\nline=ext4;/dev/sda3=swap;/swap file=swap;/dev/sda4=swap;"
		"/dev/sdb1=;");
}

static void disks_are_named_by_rank_and_name(void **state)
{
	struct query_opts opts = {0};
	const struct fake *f = *state;
	struct err err;
	char out[256];

	add_disk(f, "loop0", "7:0", "1");
	add_disk(f, "nvme0n1", "259:0", "1");
	opts.root = f->root;
	assert_int_equal(query_disk_name(&opts, "0", out, sizeof out, &err), ERR_OK);
	assert_string_equal(out, "nvme0n1");
	assert_int_equal(query_disk_name(&opts, "2", out, sizeof out, &err), ERR_OK);
	assert_string_equal(out, "sdb");
	assert_int_equal(query_disk_name(&opts, "/dev/sda", out, sizeof out, &err), ERR_OK);
	assert_string_equal(out, "sda");
	assert_int_equal(query_disk_name(&opts, "3", out, sizeof out, &err), ERR_NOTFOUND);
	assert_int_equal(query_disk_name(&opts, "/dev/", out, sizeof out, &err), ERR_NOTFOUND);
	/* The folder of disks alone is believed where there is one. */
	fake_link(f, "sys/block/sdb", "../devices/x/block/sdb");
	fake_link(f, "sys/block/loop0", "../devices/x/block/loop0");
	assert_int_equal(query_disk_name(&opts, "0", out, sizeof out, &err), ERR_OK);
	assert_string_equal(out, "sdb");
	assert_int_equal(query_disk_name(&opts, "1", out, sizeof out, &err), ERR_NOTFOUND);
}

static void drives_of_wsl_belong_to_windows(void **state)
{
	static const char *const lines[] = {"5 1 0:50 / /mnt/c rw - drvfs C: rw\n",
		"5 1 0:50 / /mnt/c rw - 9p C:\\134 rw,aname=drvfs;path=C:\\;uid=0\n",
		"5 1 0:50 / /mnt/c rw - virtiofs C:\\134 rw\n"};
	const struct fake *f = *state;
	char out[1024];
	size_t i;

	for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		mounts(f, lines[i]);
		fake_text(f, "proc/sys/kernel/osrelease", "6.1.0-generic\n");
		assert_null(strstr(ask(f, "c:", out), "Windows around us"));
		fake_text(f, "proc/sys/kernel/osrelease", "5.15.90.1-microsoft-standard-WSL2\n");
		assert_non_null(strstr(ask(f, "c:", out), "Windows around us"));
		assert_null(strstr(ask(f, "d:", out), "Windows around us"));
	}
}

/* A pair of a ZFS label as XDR: a string, or with text NULL a number. */
static size_t put_pair(uint8_t *at, const char *name, const char *text, uint64_t number)
{
	size_t n = 12;
	size_t len = strlen(name);

	put_u32be(at + 8, (uint32_t)len);
	memcpy(at + n, name, len);
	n += (len + 3) / 4 * 4;
	put_u32be(at + n, text != NULL ? 9 : 8);
	put_u32be(at + n + 4, 1);
	n += 8;
	if (text != NULL) {
		len = strlen(text);
		put_u32be(at + n, (uint32_t)len);
		memcpy(at + n + 4, text, len);
		n += 4 + (len + 3) / 4 * 4;
	} else {
		put_u32be(at + n, (uint32_t)(number >> 32));
		put_u32be(at + n + 4, (uint32_t)number);
		n += 8;
	}
	put_u32be(at, (uint32_t)n);
	return n;
}

static void put_pool(
	const struct fake *f, const char *device, const char *pool, uint64_t state, uint64_t guid)
{
	static uint8_t head[0x6000];
	size_t at = 0x4000 + 12;

	memset(head, 0, sizeof head);
	head[0x4000] = 1;
	head[0x4001] = 1;
	put_u32be(head + 0x4008, 1);
	at += put_pair(head + at, "version", NULL, 5000);
	at += put_pair(head + at, "name", pool, 0);
	at += put_pair(head + at, "state", NULL, state);
	put_pair(head + at, "pool_guid", NULL, guid);
	fake_bytes(f, device, head, sizeof head);
}

static void a_pool_is_told_by_its_labels(void **state)
{
	const struct fake *f = *state;
	char out[1024];

	mounts(f, "1 0 0:24 / / rw - zfs tank/root rw\n"
		  "2 1 0:26 / /snap rw - zfs tank@old rw\n"
		  "3 1 0:27 / /other rw - zfs other rw\n");
	expect_error(f, "/", ERR_UNSUPPORTED);
	put_pool(f, "dev/sda12", "tank", 0, 0x0123456789ABCDEFu);
	put_pool(f, "dev/sdb1", "tank", 0, 0x0123456789ABCDEFu);
	put_pool(f, "dev/sda1", "tank", 1, 7); /* exported: a pool of that name some time ago */
	put_pool(f, "dev/sdb", "tank2", 0, 8);
	expect(f, "/", "sda/12 sdb/1");
	expect(f, "/snap", "sda/12 sdb/1");
	expect(f, "UUID=81985529216486895", "sda/12 sdb/1");
	expect(f, "LABEL=tank2", "sdb/0");
	expect_error(f, "/other", ERR_UNSUPPORTED);
	fake_text(f, "proc/spl/kstat/zfs/tank/state", "ONLINE\n");
	expect(f, "/", "sda/12 sdb/1");
	fake_text(f, "proc/spl/kstat/zfs/tank/state", "DEGRADED\n");
	expect(f, "/", "sda/12 sdb/1 *");
	fake_text(f, "proc/spl/kstat/zfs/other/state", "FAULTED\n");
	assert_non_null(strstr(ask(f, "/other", out), "FAULTED"));
}

/* In containers parts of all this are hidden: said, not guessed. */
static void hidden_parts_are_told(void **state)
{
	struct query_opts opts = {0};
	struct fake f;
	struct graph g;
	struct err err;
	char out[1024] = "";

	(void)state;
	fake_make(&f);
	opts.root = f.root;
	assert_int_equal(query_run(&opts, "/", &g, &err), ERR_IO); /* no /proc */
	assert_non_null(strstr(err.text, "mountinfo"));
	graph_free(&g);
	mounts(&f, "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n");
	expect_error(&f, "/", ERR_IO); /* no /sys */
	expect_error(&f, "8:1", ERR_IO);
	expect_error(&f, "LABEL=x", ERR_IO);
	expect_error(&f, "c:", ERR_NOTFOUND);
	assert_int_equal(query_disk_name(&opts, "0", out, sizeof out, &err), ERR_IO);
	assert_int_equal(query_disk_name(&opts, "sda", out, sizeof out, &err), ERR_IO);
	assert_int_equal(query_all(&opts, on_volume, out, &err), ERR_IO);
	add_disk(&f, "sda", "8:0", "1000");
	expect_error(&f, "/", ERR_NOTFOUND);
	/* No layer of an overlay is in sight, then one of two. */
	mounts(&f, "2 1 0:40 / / rw - overlay o rw,lowerdir=a,upperdir=b\n");
	assert_non_null(strstr(ask(&f, "/", out), "layers of this overlay"));
	mounts(&f, "1 0 8:0 / /low rw - ext4 /dev/sda rw\n"
		   "2 1 0:40 / /m rw - overlay o rw,lowerdir=/low,upperdir=b\n");
	expect(&f, "/m", "sda/0");
	fake_remove(&f);
}

static void odd_sources_are_followed(void **state)
{
	const struct fake *f = *state;

	mounts(f, "2 1 0:25 / /b rw - bcachefs /dev/sda1:/dev/sdb1 rw\n");
	expect(f, "/b", "sda/1 sdb/1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			paths_and_devices_lead_to_disks, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			stacks_are_followed_to_the_end, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(a_missing_leg_is_no_disk, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(circles_end, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(deep_stacks_are_refused, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(loops_follow_their_file, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(btrfs_has_all_its_devices, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			paths_of_one_disk_are_folded, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(tags_are_found_without_udev, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			everything_on_disks_is_listed, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			disks_are_named_by_rank_and_name, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			drives_of_wsl_belong_to_windows, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			a_pool_is_told_by_its_labels, two_disks, remove_all),
		cmocka_unit_test(hidden_parts_are_told),
		cmocka_unit_test_setup_teardown(odd_sources_are_followed, two_disks, remove_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
