/* SPDX-License-Identifier: MIT */
/*
 * Windows' data about ports as plain records, and the rules that make a list of them. The rules are
 * pure, so they are tested on every system with made-up records.
 */
#ifndef BIOSBELT_PORTS_PORTS_MERGE_H
#define BIOSBELT_PORTS_PORTS_MERGE_H

#include "biosbelt/ports.h"

/* A present device of the class Ports or Modem. Texts are UTF-8, "" when the system has none. */
struct win_device {
	char port_name[64]; /* "Device Parameters\PortName"; may be stale or not unique */
	char friendly[256]; /* "Virtual COM Port (COM15)": the name in it may be wrong */
	char instance[256]; /* USB\VID_10C4&PID_EA60\0001 */
	char parent[256];   /* instance of the parent, which has the serial number of a composite
			       device */
	char maker[128];
	char product[128]; /* as reported by the bus; newer systems only */
	char service[64];
	char location[256]; /* PCIROOT(0)#PCI(1400)#USBROOT(0)#USB(1) */
	bool modem;         /* of the class Modem */
	bool started;       /* its driver runs */
};

/*
 * names: the data (not the value names) of HKLM\HARDWARE\DEVICEMAP\SERIALCOMM. Each is a port. So
 * is a started device whose PortName is not among them, as some drivers make no entry; names that
 * do not begin with COM, such as LPT, are excluded.
 */
enum err_code ports_merge(const char *const *names, size_t name_count,
	const struct win_device *devices, size_t device_count, struct port_list *out,
	struct err *err);

#endif
