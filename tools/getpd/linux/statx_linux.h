/* SPDX-License-Identifier: MIT */
/* statx(2) itself: C libraries have a function of that name since glibc 2.28 and musl 1.2.5. */
#ifndef GETPD_STATX_LINUX_H
#define GETPD_STATX_LINUX_H

#include <fcntl.h>
#include <linux/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* -1 with errno set; ENOSYS: a kernel before 4.11. */
static inline int linux_statx(const char *path, int flags, unsigned mask, struct statx *out)
{
	return (int)syscall(SYS_statx, AT_FDCWD, path, flags, mask, out);
}

#endif
