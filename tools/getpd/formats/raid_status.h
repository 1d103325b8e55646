/* SPDX-License-Identifier: MIT */
/* Health of device-mapper arrays (LVM RAID, mirrors), from the kernel's status lines. Pure. */
#ifndef BIOSBELT_GETPD_RAID_STATUS_H
#define BIOSBELT_GETPD_RAID_STATUS_H

/*
 * Number of missing or failed legs according to the status line of a target ("raid" or "mirror",
 * Documentation/admin-guide/device-mapper/dm-raid.rst); 0 for other targets and invalid lines.
 */
unsigned raid_failed(const char *target, const char *status);

#endif
