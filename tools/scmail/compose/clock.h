/* SPDX-License-Identifier: MIT */
/* The time zone of a Date field. */
#ifndef SCMAIL_CLOCK_H
#define SCMAIL_CLOCK_H

#include <stdint.h>

/* Minutes that local time is ahead of UTC at that time (since 1970 UTC). */
int clock_zone_minutes(int64_t time_s);

#endif
