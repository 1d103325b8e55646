/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#include "biosbelt/longrun.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "posix/stop.h"

static atomic_bool stop_flag;
static int stop_pipe[2] = {-1, -1};

static void on_stop(int number)
{
	int saved = errno;

	(void)number;
	atomic_store(&stop_flag, true);
	(void)!write(stop_pipe[1], "", 1); /* at most three signals: there is room */
	errno = saved;
}

int os_stop_fd(void)
{
	return stop_pipe[0];
}

void os_stop_watch(void)
{
	static const int which[] = {SIGINT, SIGTERM, SIGHUP};
	struct sigaction action, old;

	memset(&action, 0, sizeof(action));
	if (stop_pipe[0] < 0 && pipe(stop_pipe) == 0)
		for (size_t i = 0; i < 2; i++)
			fcntl(stop_pipe[i], F_SETFD, FD_CLOEXEC);
	action.sa_handler = on_stop;
	action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof(which) / sizeof(which[0]); i++)
		if (sigaction(which[i], NULL, &old) != 0 || old.sa_handler != SIG_IGN)
			sigaction(which[i], &action, NULL);
}

bool os_stop_requested(void)
{
	return atomic_load_explicit(&stop_flag, memory_order_relaxed);
}

enum err_code os_large_alloc(size_t len, void **out, struct err *err)
{
	void *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return err_set_os(err, ERR_NOMEM, errno, "out of memory (%zu bytes)", len);
#ifdef MADV_HUGEPAGE
	(void)madvise(p, len, MADV_HUGEPAGE); /* only a hint */
#endif
	*out = p;
	return ERR_OK;
}

void os_large_free(void *ptr, size_t len)
{
	if (ptr != NULL)
		munmap(ptr, len);
}
