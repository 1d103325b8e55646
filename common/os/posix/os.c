/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* getrandom, madvise */
#include "biosbelt/os.h"

#include <errno.h>
#include <malloc.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include "biosbelt/file.h"
#include "os_private.h"

#define LARGE_PAGE ((size_t)2 << 20) /* of x86-64 and most others */

const char *os_getenv(const char *name)
{
	return getenv(name);
}

/* Only whole pages; a system that does not know the advice refuses. */
static void advise(void *ptr, size_t len, int advice)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), before = (page - (uintptr_t)ptr % page) % page;

	if (len >= before + page)
		madvise((uint8_t *)ptr + before, (len - before) / page * page, advice);
}

void os_keep_freed(void)
{
#ifdef __GLIBC__ /* mallopt(3) */
	(void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
	(void)mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

void os_prefer_large_pages(void *ptr, size_t len)
{
	advise(ptr, len, MADV_HUGEPAGE);
}

void *os_alloc_large(size_t len)
{
	void *p = NULL;

	if (len < LARGE_PAGE)
		return malloc(len);
	if (posix_memalign(&p, LARGE_PAGE, len) != 0)
		return NULL;
	os_prefer_large_pages(p, len);
	return p;
}

void os_will_write(void *ptr, size_t len)
{
#ifdef MADV_POPULATE_WRITE
	advise(ptr, len, MADV_POPULATE_WRITE);
#else
	(void)ptr;
	(void)len;
#endif
}

enum err_code os_random(void *ptr, size_t len, struct err *err)
{
	uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = getrandom(p, len, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return os_fail(err, errno, "no random bytes");
		p += n;
		len -= (size_t)n;
	}
	return ERR_OK;
}

static enum err_code user_folder(
	const char *variable, const char *below_home, struct blob *out, struct err *err)
{
	const char *base = os_getenv(variable);
	struct blob home;
	enum err_code rc;

	if (base != NULL &&
		base[0] == '/') /* XDG base directory specification: relative paths are ignored */
		return path_join(base, "biosbelt", out, err);
	base = os_getenv("HOME");
	if (base == NULL || base[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "neither %s nor HOME is set", variable);
	rc = path_join(base, below_home, &home, err);
	if (rc == ERR_OK) {
		rc = path_join((const char *)home.ptr, "biosbelt", out, err);
		blob_free(&home);
	}
	return rc;
}

enum err_code os_settings_folder(struct blob *out, struct err *err)
{
	return user_folder("XDG_CONFIG_HOME", ".config", out, err);
}

enum err_code os_cache_folder(struct blob *out, struct err *err)
{
	return user_folder("XDG_CACHE_HOME", ".cache", out, err);
}

enum err_code os_system_settings_folder(struct blob *out, struct err *err)
{
	return path_join("/etc", "biosbelt", out, err);
}

enum err_code os_temp_folder(struct blob *out, struct err *err)
{
	return blob_copy(span_of("/tmp", 5), out, err);
}

/* From the user database; in a container without an entry there, from the environment. */
enum err_code os_user_name(struct blob *out, struct err *err)
{
	const struct passwd *user = getpwuid(geteuid());
	const char *name = user != NULL ? user->pw_name : os_getenv("LOGNAME");

	if (name == NULL || name[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "the system names no user");
	return blob_copy(span_of(name, strlen(name) + 1), out, err);
}

enum err_code os_host_name(struct blob *out, struct err *err)
{
	char name[256] = "";

	if (gethostname(name, sizeof name - 1) != 0 || name[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "this machine has no name");
	return blob_copy(span_of(name, strlen(name) + 1), out, err);
}

enum err_code os_program_folder(struct blob *out, struct err *err)
{
	enum err_code rc = file_real_path("/proc/self/exe", out, err);

	if (rc == ERR_OK) {
		out->len = path_dir_len((const char *)out->ptr);
		out->ptr[out->len] = '\0';
	}
	return rc;
}

bool os_add_winpty(struct err *err)
{
	(void)err;
	return false;
}

bool os_is_terminal(enum os_stream which)
{
	return isatty((int)which) == 1;
}

unsigned os_terminal_columns(void)
{
	struct winsize size;

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
		return size.ws_col;
	return 80;
}

/* Only Windows offers other encodings than UTF-8. */
void os_set_output_encoding(enum os_encoding encoding)
{
	(void)encoding;
}

enum err_code os_write_text(enum os_stream which, const void *ptr, size_t len, struct err *err)
{
	return os_write_bytes(which, ptr, len, err);
}

enum err_code os_write_bytes(enum os_stream which, const void *ptr, size_t len, struct err *err)
{
	const uint8_t *p = ptr;

	while (len > 0) {
		ssize_t n = write((int)which, p, len);

		if (n < 0 && os_again((int)which, POLLOUT))
			continue;
		if (n < 0)
			return os_fail(err, errno, "write failed");
		p += n;
		len -= (size_t)n;
	}
	return ERR_OK;
}
