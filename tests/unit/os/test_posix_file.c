/* SPDX-License-Identifier: MIT */
/* Files and streams as only POSIX systems give them. */
#define _POSIX_C_SOURCE 200809L
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "biosbelt/folder.h"
#include "biosbelt/thread.h"
#include "os_private.h"
#include "scratch.h"

static char *dir;

static int set_up(void **state)
{
	(void)state;
	dir = scratch_make();
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	scratch_remove(dir);
	return 0;
}

/* As 9p gives a large file (WSL's /mnt/c): each read ends where a message ends. */
static void a_file_that_comes_in_pieces_is_read_whole(void **state)
{
	static uint8_t piece[4072], read_back[3 * sizeof piece];
	int fds[2];
	struct err err;
	size_t got = 0;

	(void)state;
	assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, fds), 0);
	assert_int_equal(write(fds[0], piece, sizeof piece), sizeof piece);
	assert_int_equal(write(fds[0], piece, sizeof piece), sizeof piece);
	assert_int_equal(close(fds[0]), 0);
	assert_int_equal(os_peek(fds[1], read_back, sizeof read_back, &got, &err), ERR_OK);
	assert_int_equal(got, 2 * sizeof piece);
	assert_int_equal(close(fds[1]), 0);
}

/* Its names are not known then: it is not an empty one. */
static void a_folder_that_was_removed_is_an_error(void **state)
{
	char *path = scratch_path(dir, "gone");
	struct err err = {.code = ERR_OK};
	enum file_type type;
	struct folder *f;

	(void)state;
	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(folder_open(path, &f, &err), ERR_OK);
	assert_int_equal(rmdir(path), 0);
	assert_null(folder_next(f, &type, &err));
	assert_int_not_equal(err.code, ERR_OK);
	folder_close(f);
	free(path);
}

/* What a FIFO has now is all of it, though its writer is still there. */
static void a_fifo_gives_what_it_has(void **state)
{
	static uint8_t piece[4072], read_back[2 * sizeof piece];
	int fds[2];
	struct err err;
	size_t got = 0;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(fcntl(fds[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_not_equal(os_peek(fds[0], read_back, sizeof read_back, &got, &err), ERR_OK);
	assert_int_equal(write(fds[1], piece, sizeof piece), sizeof piece);
	assert_int_equal(os_peek(fds[0], read_back, sizeof read_back, &got, &err), ERR_OK);
	assert_int_equal(got, sizeof piece);
	assert_int_equal(close(fds[0]), 0);
	assert_int_equal(close(fds[1]), 0);
}

/* Nanoseconds in 64 bits end in 2262; file systems go on. */
static void times_beyond_nanoseconds_are_clamped(void **state)
{
	struct timespec later[2] = {{15000000000, 0}, {15000000000, 0}};
	char *path = scratch_path(dir, "later");
	struct file_info info;
	struct stat st;
	struct err err;

	(void)state;
	scratch_file(dir, "later", "x");
	assert_int_equal(utimensat(AT_FDCWD, path, later, 0), 0);
	assert_int_equal(stat(path, &st), 0);
	if (st.st_mtime == later[1].tv_sec) { /* else the file system cannot have it */
		assert_int_equal(file_info(path, false, &info, &err), ERR_OK);
		assert_true(info.mtime_ns == INT64_MAX);
	}
	free(path);
}

/* What shares the terminal or pipe with others may find that one of them set O_NONBLOCK on it. */
static void a_full_pipe_that_does_not_wait_is_waited_for(void **state)
{
	static uint8_t bytes[300000], read_back[sizeof bytes + 1];
	int fds[2], status;
	struct file_in *in;
	struct err err;
	size_t got = 0;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(fcntl(fds[0], F_SETFL, O_NONBLOCK), 0);
	assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		close(fds[0]);
		dup2(fds[1], STDOUT_FILENO);
		os_sleep_ms(100); /* whoever reads finds nothing at first */
		_exit(os_write_bytes(OS_STDOUT, bytes, sizeof bytes, &err) == ERR_OK ? 0 : 1);
	}
	assert_int_equal(close(fds[1]), 0);
	assert_int_equal(dup2(fds[0], STDIN_FILENO), STDIN_FILENO);
	assert_int_equal(file_in_stdin(&in, &err), ERR_OK);
	assert_int_equal(file_in_read(in, read_back, sizeof read_back, &got, &err), ERR_OK);
	assert_int_equal(got, sizeof bytes);
	file_in_close(in);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(close(fds[0]), 0);
}

static void a_folder_of_a_team_stays_one(void **state)
{
	struct stat st;
	struct err err;

	(void)state;
	assert_int_equal(chmod(dir, 02770), 0);
	assert_int_equal(file_set_folder_mode(dir, 0755, &err), ERR_OK);
	assert_int_equal(stat(dir, &st), 0);
	assert_int_equal(st.st_mode & 07777, 02755);
}

/* A file that is written again is for the same users as before, whom its folder adds to new ones.
 */
static void a_replaced_file_gets_no_list_of_its_folder(void **state)
{
	static const uint8_t list[] = {2, 0, 0, 0, /* version; then tag, permissions, user: */
		1, 0, 7, 0, 255, 255, 255, 255,    /* owner */
		2, 0, 7, 0, 0xD2, 4, 0, 0,         /* user 1234 */
		4, 0, 5, 0, 255, 255, 255, 255,    /* group */
		16, 0, 7, 0, 255, 255, 255, 255,   /* mask */
		32, 0, 0, 0, 255, 255, 255, 255};  /* others */
	char *path = scratch_path(dir, "old");
	struct stat st;
	struct err err;

	(void)state;
	assert_int_equal(file_write(path, span_of(list, 1), false, &err), ERR_OK);
	assert_int_equal(chmod(path, 0640), 0);
	if (setxattr(dir, "system.posix_acl_default", list, sizeof list, 0) != 0)
		skip();
	assert_int_equal(file_write(path, span_of(list, 2), true, &err), ERR_OK);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 07777, 0640);
	assert_int_equal(st.st_size, 2);
	assert_int_equal(getxattr(path, "system.posix_acl_access", NULL, 0), -1);
	free(path);
}

static char *files[4];

static void replace_again_and_again(void *arg)
{
	struct file_out_opts opts = {.force = true, .no_sync = true};
	struct file_out *f;
	struct err err;

	for (;;) {
		if (file_out_open(arg, &opts, &f, &err) != ERR_OK ||
			file_out_commit(f, &err) != ERR_OK)
			pause(); /* its temporary file was removed */
	}
}

/* Other threads are between a name and the file, or between two files. */
static void a_signal_leaves_no_temporary_file(void **state)
{
	const struct dirent *entry;
	DIR *folder;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		files[i] = scratch_path(dir, (char[]){(char)('a' + i), '\0'});
	for (unsigned round = 0; round < 20; round++) {
		int ready[2];
		pid_t child;
		char byte;

		assert_int_equal(pipe(ready), 0);
		child = fork();
		if (child == 0) {
			struct thread *t;
			struct err err;

			os_catch_signals("test");
			for (unsigned i = 1; i < 4; i++)
				(void)thread_start(replace_again_and_again, files[i], &t, &err);
			(void)file_write(files[0], span_of("new", 3), true, &err);
			(void)!write(ready[1], "x", 1);
			replace_again_and_again(files[0]);
		}
		assert_int_equal(read(ready[0], &byte, 1), 1);
		assert_int_equal(kill(child, SIGTERM), 0);
		assert_int_equal(waitpid(child, NULL, 0), child);
		close(ready[0]);
		close(ready[1]);
	}
	folder = opendir(dir);
	assert_non_null(folder);
	while ((entry = readdir(folder)) != NULL)
		assert_false(file_is_temp(entry->d_name));
	closedir(folder);
	for (unsigned i = 0; i < 4; i++)
		free(files[i]);
}

/* A file that becomes shorter while it is read, beside one that stays. */
static void lost_bytes_are_noticed(void **state)
{
	enum { LEN = 300000 };
	static uint8_t bytes[LEN];
	char path[2][128];
	struct file_map map[2];
	struct err err;

	(void)state;
	os_catch_signals("test");
	memset(bytes, 'x', sizeof bytes);
	for (int i = 0; i < 2; i++) {
		snprintf(path[i], sizeof path[i], "%s/%d", dir, i);
		assert_int_equal(file_write(path[i], span_of(bytes, LEN), true, &err), ERR_OK);
		assert_int_equal(file_map_regular(path[i], false, SIZE_MAX, &map[i], &err), ERR_OK);
		file_map_watch(&map[i]);
	}
	assert_int_equal(truncate(path[0], 10), 0);
	for (size_t at = 0; at < LEN; at++) {
		assert_int_equal(map[0].data.ptr[at], at < 10 ? 'x' : 0);
		assert_int_equal(map[1].data.ptr[at], 'x');
	}
	assert_int_equal(file_map_check(&map[0], &err), ERR_IO);
	assert_int_equal(file_map_check(&map[1], &err), ERR_OK);
	file_map_close(&map[0]);
	assert_int_equal(file_map_regular(path[1], false, SIZE_MAX, &map[0], &err), ERR_OK);
	assert_int_equal(file_map_check(&map[0], &err), ERR_OK);
	file_map_close(&map[0]);
	/* within the last page there is no signal */
	assert_int_equal(truncate(path[1], LEN - 10), 0);
	assert_int_equal(map[1].data.ptr[LEN - 1], 0);
	assert_int_equal(file_map_check(&map[1], &err), ERR_IO);
	file_map_close(&map[1]);
}

/* The program ends as for other failures, and says which file it was, in a line that a terminal
 * can show. */
static void lost_bytes_end_a_program_that_does_not_watch(void **state)
{
	enum { LEN = 300000 };
	static uint8_t bytes[LEN];
	char path[128], said[256] = "";
	struct file_map map;
	struct err err;
	int ends[2], status;
	pid_t child;

	(void)state;
	snprintf(path, sizeof path, "%s/a\033b", dir);
	assert_int_equal(file_write(path, span_of(bytes, LEN), true, &err), ERR_OK);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		dup2(ends[1], STDERR_FILENO);
		os_catch_signals("test");
		if (file_map_regular(path, false, SIZE_MAX, &map, &err) != ERR_OK ||
			truncate(path, 10) != 0)
			_exit(2);
		_exit(map.data.ptr[LEN - 1] == 0 ? 0 : 3);
	}
	close(ends[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 1);
	assert_true(read(ends[0], said, sizeof said - 1) > 0);
	close(ends[0]);
	assert_non_null(strstr(said, "/a\\x1Bb: was cut short"));
	assert_null(strchr(said, 033));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_that_comes_in_pieces_is_read_whole),
		cmocka_unit_test_setup_teardown(
			a_folder_that_was_removed_is_an_error, set_up, tear_down),
		cmocka_unit_test(a_fifo_gives_what_it_has),
		cmocka_unit_test_setup_teardown(lost_bytes_are_noticed, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			lost_bytes_end_a_program_that_does_not_watch, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			times_beyond_nanoseconds_are_clamped, set_up, tear_down),
		cmocka_unit_test_setup_teardown(a_folder_of_a_team_stays_one, set_up, tear_down),
		cmocka_unit_test_setup_teardown(
			a_replaced_file_gets_no_list_of_its_folder, set_up, tear_down),
		cmocka_unit_test(a_full_pipe_that_does_not_wait_is_waited_for),
		cmocka_unit_test_setup_teardown(
			a_signal_leaves_no_temporary_file, set_up, tear_down),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
