/* SPDX-License-Identifier: MIT */
/* Stacks of block devices in made-up /sys and /proc trees. */
#define _GNU_SOURCE /* nftw, mkdtemp */
#include "core/query.h"
#include "fake_tree.h"
#include "linux/drive_linux.h"
#include "linux/open_linux.h"

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

/* "sda/1 sdb/0" for the disks, "-x" for one that is gone, "?" for what cannot be found out, or
 * "!N text" for an error; a '*' after when degraded. */
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
	for (i = 0; rc == ERR_OK && i < g.count; i++)
		if (node_is_leaf(&g.nodes[i]))
			snprintf(out + strlen(out), 1024 - strlen(out), "%s%s%s",
				out[0] != '\0' ? " " : "",
				strcmp(g.nodes[i].kind, LEAF_MISSING) == 0 ? "-" : "?",
				strcmp(g.nodes[i].kind, LEAF_MISSING) == 0
					? graph_get(&g, i, NODE_NAME)
					: "");
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
	expect(f, "/dev/dm-0", "sda/12 -vg-lv_rimage_1-missing_0_0 *");
	expect(f, "/dev/dm-2", "-vg-lv_rimage_1-missing_0_0 *");
}

static void circles_end(void **state)
{
	const struct fake *f = *state;

	add_dm(f, "dm-0", "253:0", "LVM-a\n", NULL, NULL);
	add_dm(f, "dm-1", "253:1", "LVM-b\n", NULL, NULL);
	put_on(f, "dm-0", "dm-1");
	put_on(f, "dm-1", "dm-0");
	expect(f, "/dev/dm-0", "?");
	/* A loop device whose file lies on itself. */
	add_disk(f, "loop0", "7:0", "1000");
	set(f, "loop0", "loop/backing_file", "/self/image\n");
	mounts(f, "1 0 7:0 / /self rw - ext4 /dev/loop0 rw\n");
	expect(f, "/self/x", "?");
	/* An overlay over itself. */
	mounts(f, "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
		  "2 1 0:40 / /over rw - overlay o rw,lowerdir=/over,upperdir=/up\n");
	expect(f, "/over", "sda/1");
	mounts(f, "2 2 0:40 / / rw - overlay o rw,lowerdir=/over,upperdir=/up\n");
	expect(f, "/over", "?");
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
	expect(f, "/dev/dm-39", "?");
}

static void loops_follow_their_file(void **state)
{
	const struct fake *f = *state;

	add_disk(f, "loop3", "7:3", "1000");
	set(f, "loop3", "loop/backing_file", "/two words\\012line/image\n");
	expect(f, "/dev/loop3", "sda/1"); /* sysfs escapes the newline: found by its folder */
	set(f, "loop3", "loop/backing_file", "/home/image (deleted)\n");
	expect(f, "/dev/loop3", "sda/1");
	set(f, "loop3", "loop/backing_file", "/dev/sdb (deleted)\n"); /* a node that was removed */
	expect(f, "/dev/loop3", "?");
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

/* udev's database says what is on a device, whether or not it may be read. */
static void udev_says(const struct fake *f, const char *numbers, const char *type,
	const char *label, const char *uuid)
{
	char path[128];
	char text[512];

	snprintf(path, sizeof path, "run/udev/data/b%s", numbers);
	snprintf(text, sizeof text,
		"S:disk/by-id/x\nE:ID_FS_TYPE=%s\nE:ID_FS_LABEL_ENC=%s\nE:ID_FS_UUID_ENC=%s\n",
		type, label, uuid);
	fake_text(f, path, text);
}

static void tags_are_found_without_links(void **state)
{
	const struct fake *f = *state;

	udev_says(f, "8:12", "ext4", "my\\x20label", "abababab-abab-abab-abab-abababababab");
	udev_says(f, "8:17", "ntfs", "", "1234567890abcdef");
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
	udev_says(f, "9:0", "ext4", "my\\x20label", "abababab-abab-abab-abab-abababababab");
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
	struct query_opts opts = {0};
	const struct fake *f = *state;
	struct err err;
	char out[1024] = "";

	add_part(f, "sda", "sda3", "8:3", 3);
	add_part(f, "sda", "sda4", "8:4", 4);
	add_disk(f, "sr0", "11:0", "0");
	add_disk(f, "ram0", "1:0", "1000");
	udev_says(f, "8:4", "swap", "", "");
	fake_text(f, "proc/swaps",
		"Filename\tType\tSize\tUsed\tPriority\n/dev/sda3 partition\t1\t0\t-2\n"
		"/swap\\040file\tfile\t1\t0\t-3\nnonsense\n/dev/sdz partition 1 0 0\n");
	opts.root = f->root;
	assert_int_equal(query_all(&opts, on_volume, out, &err), ERR_OK);
	assert_string_equal(out, "/=ext4;/two words\nline=ext4;/dev/sda3=swap;/swap "
				 "file=swap;/dev/sdz=swap;/proc/swaps=;/dev/sda4=swap;"
				 "/dev/sdb1=;"); /* one line of the swaps was no such line */
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

	mounts(f, "1 0 0:24 / / rw - zfs tank/root rw\n"
		  "2 1 0:26 / /snap rw - zfs tank@old rw\n"
		  "3 1 0:27 / /other rw - zfs other rw\n");
	expect(f, "/", "?"); /* no device of the pool is in sight */
	put_pool(f, "dev/sda12", "tank", 0, 0x0123456789ABCDEFu);
	put_pool(f, "dev/sdb1", "tank", 0, 0x0123456789ABCDEFu);
	put_pool(f, "dev/sda1", "tank", 1, 7); /* exported: a pool of that name some time ago */
	put_pool(f, "dev/sdb", "tank2", 0, 8);
	expect(f, "/", "sda/12 sdb/1");
	expect(f, "/snap", "sda/12 sdb/1");
	expect(f, "UUID=81985529216486895", "sda/12 sdb/1");
	expect(f, "LABEL=tank2", "sdb/0");
	expect(f, "/other", "?");
	fake_text(f, "proc/spl/kstat/zfs/tank/state", "ONLINE\n");
	expect(f, "/", "sda/12 sdb/1");
	fake_text(f, "proc/spl/kstat/zfs/tank/state", "DEGRADED\n");
	expect(f, "/", "sda/12 sdb/1 *");
	fake_text(f, "proc/spl/kstat/zfs/other/state", "FAULTED\n");
	expect(f, "/other", "? *");
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
	expect(&f, "/", "-sda1 *"); /* gone while it is mounted */
	/* No layer of an overlay is in sight, then one of two. */
	mounts(&f, "2 1 0:40 / / rw - overlay o rw,lowerdir=a,upperdir=b\n");
	expect(&f, "/", "?");
	mounts(&f, "1 0 8:0 / /low rw - ext4 /dev/sda rw\n"
		   "2 1 0:40 / /m rw - overlay o rw,lowerdir=/low,upperdir=b\n");
	expect(&f, "/m", "sda/0 ?");
	fake_remove(&f);
}

static void odd_sources_are_followed(void **state)
{
	const struct fake *f = *state;

	mounts(f, "2 1 0:25 / /b rw - bcachefs /dev/sda1:/dev/sdb1 rw\n");
	expect(f, "/b", "sda/1 sdb/1");
}

static void pulled_legs_do_not_hide_the_others(void **state)
{
	const struct fake *f = *state;

	add_mirror(f);
	fake_link(f, "sys/devices/x/block/md0/slaves/sdz3", "../../nowhere");
	mounts(f, "1 0 9:0 / / rw - ext4 /dev/md0 rw\n"
		  "2 1 8:99 / /gone rw - ext4 /dev/sdq3 rw\n"
		  "3 1 0:30 / /bt rw - btrfs /dev/sdy1 rw\n"
		  "4 1 0:31 / /lv rw - bcachefs /dev/sda1:/dev/sdx rw\n");
	expect(f, "/", "sda/12 sdb/1 -sdz3 *");
	expect(f, "/gone", "-sdq3 *");
	expect(f, "/lv", "sda/1 -/dev/sdx *");
	fake_link(f, "sys/fs/btrfs/0123/devices/sda1", "../../../../devices/x/block/sda/sda1");
	fake_link(f, "sys/fs/btrfs/0123/devices/sdy1", "../../nowhere");
	expect(f, "/bt", "sda/1 -sdy1 *");
	expect_error(f, "/dev/sdz3", ERR_NOTFOUND); /* asked for itself it is simply not there */
}

static void failed_disks_are_told(void **state)
{
	const struct fake *f = *state;

	add_disk(f, "md1", "9:1", "1000");
	set(f, "md1", "md/level", "raid0\n");
	put_on(f, "md1", "sda1");
	put_on(f, "md1", "sdb1");
	expect(f, "/dev/md1", "sda/1 sdb/1");
	set(f, "md1", "md/dev-sdb1/state", "faulty\n");
	expect(f, "/dev/md1", "sda/1 sdb/1 *");
	expect(f, "/dev/sda", "sda/0");
	set(f, "sda", "device/state", "offline\n");
	expect(f, "/dev/sda", "sda/0 *");
}

static void logs_and_journals_have_disks_too(void **state)
{
	const struct fake *f = *state;

	add_disk(f, "nvme0n1", "259:0", "1000");
	mounts(f, "1 0 8:1 / /x rw - xfs /dev/sda1 rw,logdev=/dev/sdb1,rtdev=/dev/nvme0n1,noquota\n"
		  "2 0 8:12 / /e rw - ext4 /dev/sda12 rw\n"
		  "3 0 8:17 / /i rw - ext4 /dev/sdb1 rw\n");
	expect(f, "/x", "nvme0n1/0 sda/1 sdb/1");
	fake_text(f, "proc/fs/jbd2/sdb1-8/info", "");
	fake_text(f, "proc/fs/jbd2/nvme0n1/info", "");
	expect(f, "/e", "nvme0n1/0 sda/12");
	expect(f, "/i", "sdb/1");
	fake_text(f, "sys/fs/ext4/sda12/journal_task", "<none>\n");
	expect(f, "/e", "sda/12");
	/* Two of them: the name of the journal's thread settles it. */
	fake_text(f, "proc/fs/jbd2/sda1/info", "");
	fake_text(f, "sys/fs/ext4/sda12/journal_task", "77\n");
	expect(f, "/e", "sda/12 ?");
	fake_text(f, "proc/77/comm", "jbd2/nvme0n1\n");
	expect(f, "/e", "nvme0n1/0 sda/12");
}

static void automounts_are_looked_up(void **state)
{
	const struct fake *f = *state;

	mounts(f, "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
		  "2 1 0:40 / /efi rw - autofs systemd-1 rw\n"
		  "3 1 0:41 / /boot/a\\040b-c rw - autofs systemd-1 rw\n"
		  "4 1 0:42 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
		  "5 1 0:43 / /net rw - autofs -hosts rw\n"
		  "6 1 0:44 / /far rw - autofs systemd-1 rw\n");
	expect(f, "/efi", "?");
	fake_text(f, "etc/fstab",
		"# /dev/sdb1 /efi\n\n/dev/sda12 /efi vfat x-systemd.automount 0 0\n"
		"host:/x /far nfs x-systemd.automount 0 0\n");
	expect(f, "/efi", "sda/12");
	fake_text(f, "run/systemd/generator.late/boot-a\\x20b\\x2dc.mount",
		"[Mount]\nWhat=/dev/sdb1\nType=vfat\n");
	expect(f, "/boot/a b-c", "sdb/1");
	expect_error(f, "/proc/sys/fs/binfmt_misc", ERR_UNSUPPORTED);
	expect_error(f, "/far", ERR_UNSUPPORTED);
	expect(f, "/net", "?");
}

static void flash_and_stacked_file_systems_are_local(void **state)
{
	const struct fake *f = *state;

	mounts(f, "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
		  "2 1 0:40 / /ubi rw - ubifs ubi0:rootfs rw\n"
		  "3 1 0:41 / /u rw - ecryptfs /home/.ecryptfs/u/.Private rw\n"
		  "4 1 0:42 / /odd rw - newfs something rw\n"
		  "5 1 0:43 / /ssh rw - fuse.sshfs host: rw\n"
		  "6 1 0:44 / /b rw - btrfs /dev/root rw\n");
	expect(f, "/ubi", "?");
	fake_text(f, "sys/class/ubi/ubi0/mtd_num", "5\n");
	expect(f, "/ubi", "mtd5/0");
	add_disk(f, "mtdblock5", "31:5", "1000");
	expect(f, "/ubi", "mtdblock5/0");
	expect(f, "/u", "sda/1");
	expect(f, "/odd", "?");
	expect_error(f, "/ssh", ERR_UNSUPPORTED);
	expect(f, "/b", "?");
	fake_link(f, "sys/fs/btrfs/01234567-89ab-cdef-0123-456789abcdef/devices/sdb1", "../x");
	expect(f, "/b", "sdb/1"); /* there is no other */
}

static void partitions_of_device_mapper_have_numbers(void **state)
{
	const struct fake *f = *state;

	set(f, "sda", "device/wwid", "naa.5000\n");
	set(f, "sdb", "device/wwid", "naa.5000\n");
	add_dm(f, "dm-0", "253:0", "mpath-5000\n", "mpatha\n", "sda");
	put_on(f, "dm-0", "sdb");
	add_dm(f, "dm-1", "253:1", "part2-mpath-5000\n", "mpatha-part2\n", "dm-0");
	expect(f, "/dev/dm-1", "sda/2");
	add_disk(f, "loop5", "7:5", "1000");
	set(f, "loop5", "loop/backing_file", "/dev/sdb1\n");
	expect(f, "/dev/loop5", "sdb/1"); /* a loop over a device, not over a file of devtmpfs */
}

static void areas_of_flash_do_not_count(void **state)
{
	const struct fake *f = *state;
	struct query_opts opts = {.root = f->root};
	struct err err;
	char out[256];

	add_disk(f, "mmcblk0", "179:0", "1");
	add_disk(f, "mmcblk0boot0", "179:8", "1");
	add_disk(f, "mmcblk0rpmb", "179:16", "1");
	add_disk(f, "mtdblock0", "31:0", "1");
	assert_int_equal(query_disk_name(&opts, "0", out, sizeof out, &err), ERR_OK);
	assert_string_equal(out, "mmcblk0");
	assert_int_equal(query_disk_name(&opts, "1", out, sizeof out, &err), ERR_OK);
	assert_string_equal(out, "sda");
}

/* What cannot be resolved stands in the list, and so do devices used out of sight. */
static void lists_say_what_they_lack(void **state)
{
	const struct fake *f = *state;
	struct query_opts opts = {.root = f->root};
	struct err err;
	char out[1024] = "";

	mounts(f, "1 0 8:99 / / rw - ext4 /dev/sdq3 rw\n"
		  "2 1 0:40 / /efi rw - autofs systemd-1 rw\n"
		  "3 1 0:41 / /proc rw - proc proc rw\n");
	udev_says(f, "8:1", "LVM2_member", "", "");
	fake_text(f, "sys/fs/ext4/sda12/x", "");
	assert_int_equal(query_all(&opts, on_volume, out, &err), ERR_OK);
	assert_string_equal(
		out, "/=ext4;/efi=autofs;/dev/sda1=LVM2_member;/dev/sda12=;/dev/sdb1=;");
}

/* Programs map libraries privately, so its number alone tells the file of a loop from them. */
static void a_file_that_is_mapped_is_open(void **state)
{
	const struct fake *f = *state;
	struct loop file = {.known = true};
	struct check c = {.verdict = CHECK_FREE};
	char path[FAKE_PATH];
	struct stat info;
	struct err err;
	char line[128];

	fake_text(f, "image", "1");
	assert_int_equal(stat(fake_path(f, "image", path), &info), 0);
	file.device = info.st_dev;
	file.inode = info.st_ino;
	fake_text(f, "proc/77/comm", "cat\n");
	fake_link(f, "proc/77/map_files/1000-2000", "../../../image");
	snprintf(line, sizeof line, "1000-2000 r--p 00000000 08:02 %llu %20s/image\n",
		(unsigned long long)info.st_ino, "");
	fake_text(f, "proc/77/maps", line);
	assert_int_equal(open_by_processes(&c, f->root, &file, &err), ERR_OK);
	assert_int_equal(c.count, 1);
	assert_string_equal(c.reasons[0].code, "open");
	check_free(&c);
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
		cmocka_unit_test_setup_teardown(
			tags_are_found_without_links, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			everything_on_disks_is_listed, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			disks_are_named_by_rank_and_name, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			drives_of_wsl_belong_to_windows, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			a_pool_is_told_by_its_labels, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			pulled_legs_do_not_hide_the_others, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(failed_disks_are_told, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			logs_and_journals_have_disks_too, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(automounts_are_looked_up, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			flash_and_stacked_file_systems_are_local, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			partitions_of_device_mapper_have_numbers, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(areas_of_flash_do_not_count, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(lists_say_what_they_lack, two_disks, remove_all),
		cmocka_unit_test_setup_teardown(
			a_file_that_is_mapped_is_open, two_disks, remove_all),
		cmocka_unit_test(hidden_parts_are_told),
		cmocka_unit_test_setup_teardown(odd_sources_are_followed, two_disks, remove_all),
	};

	/* Whoever runs this may have a drive c: of Wine or mtools. */
	setenv("HOME", "/nowhere", 1);
	unsetenv("XDG_CONFIG_HOME");
	unsetenv("WINEPREFIX");
	unsetenv("MTOOLSRC");
	return cmocka_run_group_tests(tests, NULL, NULL);
}
