/* SPDX-License-Identifier: MIT */
/* Prints the time of day in milliseconds, for comparing with the time_ms of events. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <time.h>

int main(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	printf("%lld\n", (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000);
	return 0;
}
