/* SPDX-License-Identifier: MIT */
/* main, in a file of its own: unit tests link the rest with a main of theirs. */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/os.h"
#include "os_private.h"

/* A program started with a standard stream closed must not open an image as its stdout. */
static void fill_standard_streams(void)
{
	int fd;

	do {
		fd = open("/dev/null", O_RDWR);
	} while (fd >= 0 && fd <= 2);
	if (fd > 2)
		close(fd);
}

int main(int argc, char **argv)
{
	struct os_args args = {argc, argv, NULL};
	static char unnamed[] = "biosbelt";
	static char *fallback[] = {unnamed, NULL};
	char *slash;

	fill_standard_streams();
	os_umask();
	os_catch_signals();
	if (argc < 1 || argv[0] == NULL) {
		args.argc = 1;
		args.argv = fallback;
	}
	slash = strrchr(args.argv[0], '/');
	if (slash != NULL)
		args.argv[0] = slash + 1;
	return os_main(&args);
}
