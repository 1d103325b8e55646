/* SPDX-License-Identifier: MIT */
/* Volumes that Wine cannot show: a made-up Windows after the table of calls. */
#include <stdio.h>
#include <string.h>

#include "test.h"
#include "windows/win_check.h"
#include "windows/win_volume.h"

#define INVALID_FUNCTION 1
#define NO_FILE          2
#define DENIED           5
#define NOT_READY        21
#define NOT_SUPPORTED    50
#define MORE_DATA        234

struct volume {
	const char *device;
	long open_error;
	long extents_error;
	unsigned disks[4];
	size_t disk_count;
	long number_error;
	unsigned type;
	unsigned number;
	unsigned partition;
};

static const struct volume volumes[] = {
	{"\\\\.\\C:", 0, 0, {0}, 1, 0, 7, 0, 2},
	{"\\\\.\\D:", 0, 0, {1, 2, 1}, 3, INVALID_FUNCTION, 7, 0, 0}, /* spanned */
	{"\\\\.\\E:", 0, NOT_SUPPORTED, {0}, 0, 0, 2, 0, 0},          /* CD */
	{"\\\\.\\F:", DENIED, 0, {0}, 0, 0, 7, 0, 0},
	{"\\\\.\\G:", NOT_READY, 0, {0}, 0, 0, 7, 0, 0},
	{"\\\\.\\H:", 0, INVALID_FUNCTION, {0}, 0, INVALID_FUNCTION, 7, 0, 0},
	{"\\\\.\\I:", 0, 0, {0}, 0, 0, 7, 3, 1}, /* Wine: success, no extents */
	{"\\\\.\\J:", 0, 0, {5, 6, 7, 8}, 1000, INVALID_FUNCTION, 7, 0, 0}, /* grown often */
	{"\\\\.\\K:", 0, 0, {9}, 5000, 0, 7, 9, 3},                         /* more than we take */
	{"\\\\?\\Volume{1}", 0, 0, {4}, 1, 0, 7, 4, 1},
	{"\\\\?\\Volume{2}", DENIED, 0, {0}, 0, 0, 7, 0, 0},
	{"\\\\?\\Volume{3}", NOT_READY, 0, {0}, 0, 0, 2, 0, 0},
	{"\\\\.\\PhysicalDrive0", 0, NOT_SUPPORTED, {0}, 0, 0, 7, 0, 0},
	{"\\\\.\\PhysicalDrive9", 0, NOT_SUPPORTED, {0}, 0, 0, 7, 9, 0},
	{"\\\\.\\PhysicalDrive4", 0, NOT_SUPPORTED, {0}, 0, 0, 7, 4, 0},
	{"\\\\.\\PhysicalDrive6", 0, NOT_SUPPORTED, {0}, 0, 0, 7, 6, 0},
};

static long fake_open(void *user, const char *path, void **handle)
{
	size_t i;

	(void)user;
	for (i = 0; i < sizeof volumes / sizeof volumes[0]; i++) {
		if (strcmp(volumes[i].device, path) != 0)
			continue;
		memcpy(handle, &(const void *){&volumes[i]}, sizeof *handle);
		return volumes[i].open_error;
	}
	return NO_FILE;
}

static void fake_close(void *user, void *handle)
{
	(void)user;
	(void)handle;
}

static long fake_number(
	void *user, void *handle, unsigned *type, unsigned *number, unsigned *partition)
{
	const struct volume *v = handle;

	(void)user;
	*type = v->type;
	*number = v->number;
	*partition = v->partition;
	return v->number_error;
}

/* As the system does it: whole pieces as long as there is room, and the true count. */
static long fake_extents(void *user, void *handle, uint8_t *answer, size_t cap, size_t *len)
{
	const struct volume *v = handle;
	size_t i;

	(void)user;
	assert_true(cap >= 8 + 24);
	put_u32le(answer, (uint32_t)v->disk_count);
	for (i = 0; i < v->disk_count && 8 + (i + 1) * 24 <= cap; i++) {
		put_u32le(answer + 8 + i * 24, v->disks[i % 4]);
		put_u64le(answer + 16 + i * 24, 1000 * i);
		put_u64le(answer + 24 + i * 24, 500);
	}
	*len = 8 + i * 24;
	if (v->extents_error == 0 && i < v->disk_count)
		return MORE_DATA;
	return v->extents_error;
}

static long fake_describe(void *user, void *handle, struct win_disk *out)
{
	const struct volume *v = handle;

	(void)user;
	snprintf(out->model, sizeof out->model, "Model %u", v->number);
	out->bus = v->number == 4 ? 15 : v->number == 6 ? 16 : 17;
	out->size = 1000;
	snprintf(out->serial, sizeof out->serial, "S%u", v->number);
	return 0;
}

static unsigned fake_type(void *user, const char *root)
{
	(void)user;
	return root[0] == 'N' || root[0] == '\\' ? 4 : 3;
}

static long fake_dos(void *user, const char *name, char *out, size_t cap)
{
	(void)user;
	if (name[0] == 'S')
		snprintf(out, cap, "\\??\\C:\\work");
	else if (name[0] == 'T')
		snprintf(out, cap, "\\??\\T:\\x"); /* on itself */
	else if (name[0] == 'U')
		snprintf(out, cap, "\\??\\UNC\\server\\share");
	else
		snprintf(out, cap, "\\Device\\HarddiskVolume1");
	return 0;
}

static long fake_path(void *user, const char *path, char *out, size_t cap)
{
	(void)user;
	if (strncmp(path, "C:\\mnt", 6) == 0)
		snprintf(out, cap, "C:\\mnt\\");
	else if (path[0] == '\\')
		snprintf(out, cap, "\\\\server\\share\\");
	else
		snprintf(out, cap, "%c:\\", path[0]);
	return strstr(path, "absent") != NULL ? NO_FILE : 0;
}

static long fake_name(void *user, const char *mount, char *out, size_t cap)
{
	(void)user;
	if (mount[0] == '\\')
		return 144; /* ERROR_DIR_NOT_ROOT, as for a share */
	snprintf(out, cap, "\\\\?\\Volume{1}\\");
	return 0;
}

static long fake_volume(
	void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap)
{
	static const char folders[] = "C:\\mnt\\\0V:\\";

	(void)user;
	if (i > 2)
		return 18;
	snprintf(name, cap, "\\\\?\\Volume{%u}\\", i + 1);
	if (i == 0)
		memcpy(mounts, folders, sizeof folders);
	else
		snprintf(mounts, mounts_cap, "%c:\\", 'X' + (int)i);
	return 0;
}

/* The file of disk 4 lies on C:, which is on disk 0; shown: Windows reports it. */
static bool shown = true;
static long fake_backing(void *user, void *handle, char *out, size_t cap)
{
	(void)user;
	(void)handle;
	snprintf(out, cap, "C:\\disks\\x.vhdx");
	return shown ? 0 : DENIED;
}

/* Disk 6 is of a pool with disks 10, 11 and so on. */
static size_t pool;
static bool pool_failed;
static long fake_pool(void *user, unsigned number, struct win_member *out, size_t cap,
	size_t *count, bool *failed)
{
	size_t i;

	(void)user;
	assert_int_equal(number, 6);
	for (i = 0; i < pool && i < cap; i++) {
		snprintf(out[i].name, sizeof out[i].name, "PhysicalDrive%zu", 10 + i);
		snprintf(out[i].disk.serial, sizeof out[i].disk.serial, "P%zu", i);
		out[i].disk.bus = 11;
		out[i].disk.size = 500;
		out[i].failed = pool_failed && i == 1;
	}
	*count = pool;
	*failed = pool_failed;
	return pool == 0 ? NOT_SUPPORTED : 0;
}

static long fake_bitlocker(void *user, const char *root, int *state)
{
	(void)user;
	*state = root[0] == 'C' ? 1 : root[0] == 'V' ? 6 : 2;
	return root[0] == 'D' ? DENIED : 0;
}

static long alone;
static long fake_alone(void *user, const char *path)
{
	(void)user;
	assert_memory_equal(path, "\\\\.\\PhysicalDrive", 17);
	return alone;
}

static long fake_system(void *user, char *out, size_t cap)
{
	(void)user;
	snprintf(out, cap, "C:\\Windows");
	return 0;
}

static const struct win_api api = {NULL, fake_open, fake_close, fake_number, fake_extents,
	fake_describe, fake_type, fake_dos, fake_path, fake_name, fake_volume, fake_backing,
	fake_pool, fake_bitlocker, fake_alone, fake_system};

/* "7/0/2 " for each disk, or the error's text. */
static enum err_code ask(const char *what, char *text, size_t cap)
{
	struct graph g;
	struct err err = {ERR_OK, 0, ""};
	enum err_code rc = win_query(&api, what, &g, &err);
	size_t i;

	snprintf(text, cap, "%s", rc != ERR_OK ? err.text : "");
	for (i = 0; rc == ERR_OK && i < g.disk_count; i++)
		snprintf(text + strlen(text), cap - strlen(text), "%u/%u/%d ", g.disks[i].type,
			g.disks[i].number, g.disks[i].partition);
	graph_free(&g);
	return rc;
}

static void drives_and_folders_are_answered(void **state)
{
	static const char *const pairs[][2] = {{"C:", "7/0/2 "}, {"c:", NULL}, {"C:\\x", "7/0/2 "},
		{"D:", "7/1/0 7/2/0 "}, {"E:", "2/0/0 "}, {"I:", "7/3/1 "},
		{"J:", "7/5/0 7/6/0 7/7/0 7/8/0 "}, {"K:", "7/9/3 "}, {"S:", "7/0/2 "},
		{"S:\\y", "7/0/2 "}, {"C:\\mnt\\z", "7/4/1 "}, {"\\\\?\\Volume{1}\\", "7/4/1 "},
		{"PhysicalDrive0", "7/0/0 "}, {"\\\\.\\PhysicalDrive4", "7/4/0 "}};
	char text[512];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		if (pairs[i][1] == NULL)
			continue; /* the made-up system knows capitals only */
		assert_int_equal(ask(pairs[i][0], text, sizeof text), ERR_OK);
		assert_string_equal(text, pairs[i][1]);
	}
}

static void failures_are_told_apart(void **state)
{
	char text[512];

	(void)state;
	assert_int_equal(ask("Q:", text, sizeof text), ERR_NOTFOUND);
	assert_string_equal(text, "CreateFile() Error: 2");
	assert_int_equal(ask("F:", text, sizeof text), ERR_BUSY);
	assert_string_equal(text, "CreateFile() Error: 5");
	assert_int_equal(ask("G:", text, sizeof text), ERR_NOTFOUND);
	assert_int_equal(ask("H:", text, sizeof text), ERR_IO);
	assert_string_equal(text, "IOCTL_STORAGE_GET_DEVICE_NUMBER Error: 1");
	assert_int_equal(ask("N:", text, sizeof text), ERR_UNSUPPORTED);
	assert_string_equal(text, "not on a local disk: it is a network drive (N:)");
	assert_int_equal(ask("U:", text, sizeof text), ERR_UNSUPPORTED);
	assert_int_equal(ask("\\\\server\\share\\f", text, sizeof text), ERR_UNSUPPORTED);
	assert_int_equal(ask("C:\\absent", text, sizeof text), ERR_NOTFOUND);
	assert_int_equal(ask("T:", text, sizeof text), ERR_LIMIT);
	assert_int_equal(ask("", text, sizeof text), ERR_NOTFOUND);
}

static void short_answers_are_refused(void **state)
{
	uint8_t answer[8 + 2 * 24] = {0};
	unsigned disks[4];
	size_t count = 7;

	(void)state;
	put_u32le(answer, 2);
	put_u32le(answer + 8, 3);
	put_u32le(answer + 32, 4);
	assert_true(win_extents_parse(span_of(answer, sizeof answer), disks, 4, &count));
	assert_int_equal(count, 2);
	assert_int_equal(disks[1], 4);
	assert_false(win_extents_parse(span_of(answer, sizeof answer - 1), disks, 4, &count));
	assert_false(win_extents_parse(span_of(answer, 3), disks, 4, &count));
	assert_false(win_extents_parse(span_of(answer, sizeof answer), disks, 1, &count));
	put_u32le(answer, 0xFFFFFFFFu);
	assert_false(win_extents_parse(span_of(answer, sizeof answer), disks, 4, &count));
	put_u32le(answer, 0);
	assert_true(win_extents_parse(span_of(answer, 4), disks, 4, &count)); /* as Wine */
	assert_int_equal(count, 0);
}

static void virtual_disks_are_told(void **state)
{
	struct graph g;
	struct err err;

	(void)state;
	assert_int_equal(win_query(&api, "C:\\mnt\\z", &g, &err), ERR_OK);
	assert_string_equal(graph_get(&g, 1, NODE_BUS), "file");
	assert_string_equal(graph_get(&g, 1, NODE_NOTE), "a virtual disk in a file");
	assert_string_equal(graph_get(&g, 1, NODE_MODEL), "Model 4");
	assert_string_equal(graph_get(&g, 1, NODE_LABEL), "C:\\disks\\x.vhdx");
	assert_int_equal(g.disk_count, 1);
	assert_string_equal(graph_get(&g, 2, NODE_NAME), "PhysicalDrive0"); /* below it */
	assert_string_equal(graph_get(&g, 0, NODE_EXTENTS), "4:0+500");
	assert_false(g.unknown);
	assert_string_equal(graph_get(&g, 0, NODE_MOUNTPOINT), "C:\\mnt\\");
	graph_free(&g);
}

static void hidden_files_of_virtual_disks_are_unknown(void **state)
{
	struct graph g;
	struct err err;

	(void)state;
	shown = false;
	assert_int_equal(win_query(&api, "\\\\.\\PhysicalDrive4", &g, &err), ERR_OK);
	assert_int_equal(g.disk_count, 1);
	assert_true(g.unknown);
	shown = true;
	graph_free(&g);
}

static void disks_of_a_pool_are_told(void **state)
{
	struct graph g;
	struct err err;

	(void)state;
	pool = 3;
	pool_failed = true;
	assert_int_equal(win_query(&api, "PhysicalDrive6", &g, &err), ERR_OK);
	assert_int_equal(g.disk_count, 1); /* what Windows calls the disk */
	assert_string_equal(graph_get(&g, 1, NODE_BUS), "spaces");
	assert_int_equal(g.nodes[1].below_count, 3);
	assert_string_equal(graph_get(&g, 3, NODE_DEVICE), "\\\\.\\PhysicalDrive11");
	assert_string_equal(graph_get(&g, 3, NODE_SERIAL), "P1");
	assert_string_equal(graph_get(&g, 3, NODE_BUS), "sata");
	assert_int_equal(g.nodes[3].size, 500);
	assert_true(g.nodes[3].degraded);
	assert_false(g.nodes[2].degraded);
	assert_true(g.nodes[1].degraded);
	assert_true(g.degraded);
	assert_false(g.unknown);
	graph_free(&g);

	pool = WIN_MEMBERS_MAX + 1;
	pool_failed = false;
	assert_int_equal(win_query(&api, "PhysicalDrive6", &g, &err), ERR_OK);
	assert_int_equal(g.nodes[1].below_count, WIN_MEMBERS_MAX + 1);
	assert_true(g.unknown);
	assert_false(g.degraded);
	graph_free(&g);

	pool = 0; /* not reported */
	assert_int_equal(win_query(&api, "PhysicalDrive6", &g, &err), ERR_OK);
	assert_true(g.unknown);
	graph_free(&g);
}

/* So many folders that the system's answer has no room. */
static long many_folders(
	void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap)
{
	long number = fake_volume(user, i, name, cap, mounts, mounts_cap);

	if (i == 0)
		memset(mounts, 0, mounts_cap);
	return i == 0 ? MORE_DATA : number;
}

/* More volumes than anybody has. */
static long endless(void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap)
{
	(void)user;
	(void)i;
	(void)mounts;
	(void)mounts_cap;
	snprintf(name, cap, "\\\\?\\Volume{3}\\");
	return 0;
}

static bool add_name(void *user, const char *volume, const struct graph *g);

static void a_list_that_is_cut_says_so(void **state)
{
	struct win_api other = api;
	struct err err;
	char seen[256] = "";

	(void)state;
	other.volume = many_folders;
	assert_int_equal(win_all(&other, add_name, seen, &err), ERR_OK);
	assert_memory_equal(seen, "\\\\?\\Volume{1}\\?;", 15);
	other.volume = endless;
	assert_int_equal(win_all(&other, add_name, seen, &err), ERR_LIMIT);
}

static void bitlocker_is_named(void **state)
{
	static const char *const pairs[][2] = {{"C:", "BitLocker"}, {"D:", ""}, {"I:", ""}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
		struct graph g;
		struct err err;

		assert_int_equal(win_query(&api, pairs[i][0], &g, &err), ERR_OK);
		assert_string_equal(graph_get(&g, 0, NODE_ENCRYPTION), pairs[i][1]);
		graph_free(&g);
	}
}

static bool add_name(void *user, const char *volume, const struct graph *g)
{
	char *out = user;

	snprintf(out + strlen(out), 256 - strlen(out), "%s%s%s;", volume, g->unknown ? "?" : "",
		graph_get(g, 0, NODE_ENCRYPTION));
	return true;
}

/* Each folder of a volume, and what is refused with the reason; an empty drive is not a volume. */
static void all_volumes_are_walked(void **state)
{
	struct err err;
	char seen[256] = "";

	(void)state;
	assert_int_equal(win_all(&api, add_name, seen, &err), ERR_OK);
	assert_string_equal(seen, "C:\\mnt\\;V:\\BitLocker, locked;Y:\\?;");
}

/* Of the volumes the first one alone, or also the one that cannot be opened. */
static unsigned volumes_listed = 1;
static long first_volumes(
	void *user, unsigned i, char *name, size_t cap, char *mounts, size_t mounts_cap)
{
	return i < volumes_listed ? fake_volume(user, i, name, cap, mounts, mounts_cap) : 18;
}

static enum err_code list(const void *user,
	bool (*each)(void *each_user, const char *volume, const struct graph *g), void *each_user,
	struct err *err)
{
	struct win_api other = api;

	(void)user;
	other.volume = first_volumes;
	return win_all(&other, each, each_user, err);
}

/* The codes of the reasons, each with a blank after. */
static enum check_verdict check(const char *what, const char *serial, char *out, size_t cap)
{
	const struct check_opts opts = {.serial = serial};
	struct check c;
	struct err err;
	enum check_verdict verdict;
	size_t i;

	out[0] = '\0';
	assert_int_equal(win_check(&api, NULL, list, &opts, what, &c, &err), ERR_OK);
	for (i = 0; i < c.count; i++)
		snprintf(out + strlen(out), cap - strlen(out), "%s ", c.reasons[i].code);
	verdict = check_verdict(&c);
	check_free(&c);
	return verdict;
}

static void disks_are_checked(void **state)
{
	char codes[256];
	struct check c;
	struct err err;
	const struct check_opts opts = {0};

	(void)state;
	assert_int_equal(check("PhysicalDrive0", NULL, codes, sizeof codes), CHECK_IN_USE);
	/* the virtual disk's volumes lie on it in the end */
	assert_string_equal(codes, "system mounted mounted internal ");
	assert_int_equal(check("PhysicalDrive9", "S9", codes, sizeof codes), CHECK_FREE);
	assert_string_equal(codes, "");
	alone = 32;
	assert_int_equal(check("PhysicalDrive9", "S9", codes, sizeof codes), CHECK_IN_USE);
	assert_string_equal(codes, "claimed ");
	alone = DENIED;
	assert_int_equal(check("PhysicalDrive9", "S9", codes, sizeof codes), CHECK_UNSEEN);
	assert_string_equal(codes, "unseen ");
	alone = 0;
	volumes_listed = 3; /* the volume that cannot be opened may be on it */
	assert_int_equal(check("PhysicalDrive9", "S9", codes, sizeof codes), CHECK_UNSEEN);
	assert_string_equal(codes, "unseen ");
	volumes_listed = 1;
	assert_int_equal(
		win_check(&api, NULL, list, &opts, "PhysicalDrive77", &c, &err), ERR_NOTFOUND);
	check_free(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(drives_and_folders_are_answered),
		cmocka_unit_test(failures_are_told_apart),
		cmocka_unit_test(short_answers_are_refused),
		cmocka_unit_test(virtual_disks_are_told),
		cmocka_unit_test(hidden_files_of_virtual_disks_are_unknown),
		cmocka_unit_test(disks_of_a_pool_are_told),
		cmocka_unit_test(a_list_that_is_cut_says_so),
		cmocka_unit_test(bitlocker_is_named),
		cmocka_unit_test(all_volumes_are_walked),
		cmocka_unit_test(disks_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
