/* SPDX-License-Identifier: MIT */
/*
 * For LD_PRELOAD: the allocation with the number $FAIL_AT fails, counted among those that the
 * program itself asks for before main returns, or those of the library whose path has $FAIL_IN.
 * Without it, their number is written to the file $FAIL_COUNT. Of the calls that list a folder the
 * one with the number $FAIL_LIST fails, of those for one name of it the one with the number
 * $FAIL_NAME. Files and folders whose path has $FAIL_READ cannot be read. When a file whose path
 * has $FAIL_SWAP is read, the one with ".other" behind its name takes its place. Of the bytes
 * written to files a bit of the one with the number $FAIL_BYTE, from 0 on, is another on the disk.
 */
#define _GNU_SOURCE /* dl_iterate_phdr, dladdr, syscall */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static uintptr_t begin, end; /* of the program in memory */
static long fail_at;
static long count;
static const char *library;
static int over; /* gcov allocates after main, and does not check it */

/* The first object is the program. */
static int take_first(struct dl_phdr_info *info, size_t size, void *user)
{
	size_t i;

	(void)size;
	(void)user;
	begin = UINTPTR_MAX;
	for (i = 0; i < info->dlpi_phnum; i++) {
		uintptr_t at = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

		if (info->dlpi_phdr[i].p_type != PT_LOAD)
			continue;
		begin = at < begin ? at : begin;
		end = at + info->dlpi_phdr[i].p_memsz > end ? at + info->dlpi_phdr[i].p_memsz : end;
	}
	return 1;
}

__attribute__((constructor)) static void start(void)
{
	const char *text = getenv("FAIL_AT");

	library = getenv("FAIL_IN");
	fail_at = text != NULL ? strtol(text, NULL, 10) : 0;
	(void)dl_iterate_phdr(take_first, NULL);
}

__attribute__((destructor)) static void stop(void)
{
	const char *path = getenv("FAIL_COUNT");
	FILE *f = path != NULL ? fopen(path, "w") : NULL;

	if (f == NULL)
		return;
	(void)fprintf(f, "%ld\n", count);
	(void)fclose(f);
}

/* Not a destructor: such functions run after those of the program. */
static void finish(void)
{
	over = 1;
}

static int is_counted(const void *caller)
{
	uintptr_t at = (uintptr_t)caller;
	static int begun;
	Dl_info info;

	if (library != NULL)
		return dladdr(caller, &info) != 0 && strstr(info.dli_fname, library) != NULL;
	if (at < begin || at >= end)
		return 0;
	if (__atomic_exchange_n(&begun, 1, __ATOMIC_RELAXED) == 0)
		(void)atexit(finish);
	return !over;
}

static int fails(const void *caller)
{
	if (!is_counted(caller) || __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED) != fail_at)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t nmemb, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(nmemb, size);
}

void *realloc(void *ptr, size_t size)
{
	return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(ptr, size);
}

ssize_t getdents64(int fd, void *buffer, size_t length)
{
	static long lists;
	const char *text = getenv("FAIL_LIST");

	if (text != NULL &&
		__atomic_add_fetch(&lists, 1, __ATOMIC_RELAXED) == strtol(text, NULL, 10)) {
		errno = EIO;
		return -1;
	}
	return syscall(SYS_getdents64, fd, buffer, length);
}

struct dirent64 *readdir64(DIR *folder)
{
	static struct dirent64 *(*real)(DIR *);
	static long names;
	const char *text = getenv("FAIL_NAME");

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "readdir64");
	if (text != NULL &&
		__atomic_add_fetch(&names, 1, __ATOMIC_RELAXED) == strtol(text, NULL, 10)) {
		errno = EIO;
		return NULL;
	}
	return real(folder);
}

DIR *opendir(const char *path)
{
	static DIR *(*real)(const char *);
	const char *text = getenv("FAIL_READ");

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "opendir");
	if (text == NULL || strstr(path, text) == NULL)
		return real(path);
	errno = EACCES;
	return NULL;
}

/* Whether the path of the file has the text, which may be NULL. */
static int is_of(int fd, const char *text, char path[4096])
{
	char link[48];
	ssize_t len;

	if (text == NULL)
		return 0;
	(void)snprintf(link, sizeof link, "/proc/thread-self/fd/%d", fd);
	len = readlink(link, path, 4095);
	path[len > 0 ? len : 0] = '\0';
	return strstr(path, text) != NULL;
}

static int read_fails(int fd)
{
	char path[4096];

	if (!is_of(fd, getenv("FAIL_READ"), path))
		return 0;
	errno = EIO;
	return 1;
}

static void swap(int fd)
{
	char path[4096];
	char other[4200];
	int old = errno;

	if (is_of(fd, getenv("FAIL_SWAP"), path)) {
		(void)snprintf(other, sizeof other, "%s.other", path);
		(void)rename(other, path); /* once */
	}
	errno = old;
}

ssize_t read(int fd, void *ptr, size_t len)
{
	swap(fd);
	return read_fails(fd) ? -1 : syscall(SYS_read, fd, ptr, len);
}

ssize_t pread64(int fd, void *ptr, size_t len, off64_t at)
{
	return read_fails(fd) ? -1 : syscall(SYS_pread64, fd, ptr, len, at);
}

ssize_t write(int fd, const void *ptr, size_t len)
{
	static long written;
	const char *text = getenv("FAIL_BYTE");
	unsigned char bad = len != 0 ? *(const unsigned char *)ptr ^ 1 : 0;
	struct stat info;
	long left, done;

	if (text == NULL || fstat(fd, &info) != 0 || !S_ISREG(info.st_mode))
		return syscall(SYS_write, fd, ptr, len);
	left = strtol(text, NULL, 10) - written;
	if (left > 0 && (size_t)left < len)
		len = (size_t)left;
	done = left == 0 && len != 0 ? syscall(SYS_write, fd, &bad, 1)
				     : syscall(SYS_write, fd, ptr, len);
	if (done > 0)
		written += done;
	return done;
}
