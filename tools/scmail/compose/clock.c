/* SPDX-License-Identifier: MIT */
/* The zone's offset, from the C library's local and UTC times. */
#define _POSIX_C_SOURCE 200809L /* localtime_r, which does not reread the zone each time */
#include "compose/clock.h"

#include <time.h>

int clock_zone_minutes(int64_t time_s)
{
	time_t now = (time_t)time_s;
	struct tm utc = {0};
	struct tm local;
	int days;

	if (gmtime_r(&now, &utc) == NULL || localtime_r(&now, &local) == NULL)
		return 0;
	days = local.tm_yday - utc.tm_yday;
	if (days > 1 || days < -1) /* across the turn of the year */
		days = days > 0 ? -1 : 1;
	return days * 1440 + (local.tm_hour - utc.tm_hour) * 60 + local.tm_min - utc.tm_min;
}
