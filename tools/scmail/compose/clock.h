/* SPDX-License-Identifier: MIT */
/* The time zone of a Date field. */
#ifndef SCMAIL_CLOCK_H
#define SCMAIL_CLOCK_H

#include <stdint.h>

/* Minutes by which local time is ahead of UTC at that time (seconds since 1970 UTC). */
int clock_zone_minutes(int64_t time_s);

#endif
