/* SPDX-License-Identifier: MIT */
/*
 * stamp FILE DEVICE [WORD...]: stands in for a terminal program. Writes to FILE how many
 * milliseconds ago the device node was made, and then its own arguments. With FILE "-" it prints
 * the time when the node was made, in milliseconds of the clock of events.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

int main(int argc, char **argv)
{
	struct timespec now;
	struct stat info;
	long long ms;
	FILE *f;
	int i;

	clock_gettime(CLOCK_REALTIME, &now);
	if (argc < 3 || stat(argv[2], &info) != 0)
		return 1;
	if (strcmp(argv[1], "-") == 0) {
		printf("%lld\n",
			(long long)info.st_ctim.tv_sec * 1000 + info.st_ctim.tv_nsec / 1000000);
		return 0;
	}
	f = fopen(argv[1], "w");
	if (f == NULL)
		return 1;
	ms = ((long long)now.tv_sec - info.st_ctim.tv_sec) * 1000 +
	     (now.tv_nsec - info.st_ctim.tv_nsec) / 1000000;
	fprintf(f, "%lld", ms);
	for (i = 2; i < argc; i++)
		fprintf(f, " %s", argv[i]);
	fprintf(f, "\n");
	return fclose(f) == 0 ? 0 : 1;
}
