/* SPDX-License-Identifier: MIT */
/* main, in a file of its own: unit tests link the rest with a main of theirs. */
#include <fcntl.h>
#include <string.h>

#include "biosbelt/os.h"
#include "os_private.h"

/*
 * A program started with a standard stream closed must not open an image as its stdout. The gap is
 * filled by a descriptor of the wrong direction, so that using the stream still fails with an
 * error.
 */
static void fill_standard_streams(void)
{
	static const int useless[] = {O_WRONLY, O_RDONLY, O_RDONLY};
	int fd;

	for (fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) == -1)
			(void)!open("/dev/null", useless[fd]); /* the lowest free one: fd */
}

int main(int argc, char **argv)
{
	struct os_args args = {argc, argv, NULL};
	static char unnamed[] = "biosbelt";
	static char *fallback[] = {unnamed, NULL};
	char *slash;

	fill_standard_streams();
	os_umask();
	if (argc < 1 || argv[0] == NULL) {
		args.argc = 1;
		args.argv = fallback;
	}
	slash = strrchr(args.argv[0], '/');
	if (slash != NULL)
		args.argv[0] = slash + 1;
	os_catch_signals(args.argv[0]);
	return os_main(&args);
}
