/* SPDX-License-Identifier: MIT */
/* Source: Microsoft's page on STORAGE_BUS_TYPE. */
#include "windows/win_bus.h"

#include <stddef.h>

const char *win_bus_name(unsigned bus)
{
	static const char *const names[] = {NULL, "scsi", "atapi", "ata", "ieee1394", "ssa", "fc",
		"usb", "raid", "iscsi", "sas", "sata", "sd", "mmc", "virtual", "file", "spaces",
		"nvme", "scm", "ufs"};

	return bus < sizeof names / sizeof names[0] ? names[bus] : NULL;
}
