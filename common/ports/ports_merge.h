/* SPDX-License-Identifier: MIT */
/*
 * What Windows tells about ports, as plain records, and the rules that make a list of them. The
 * rules are pure, so they are tested on every system with records made up for the purpose.
 */
#ifndef BIOSBELT_PORTS_PORTS_MERGE_H
#define BIOSBELT_PORTS_PORTS_MERGE_H

#include "biosbelt/ports.h"

/* A present device of the class Ports or Modem. Texts are UTF-8, "" when the system has none. */
struct win_device {
	char port_name[64]; /* "Device Parameters\PortName"; old ones linger, names repeat */
	char friendly[256]; /* "Virtual COM Port (COM15)": the name in it may be wrong */
	char instance[256]; /* USB\VID_10C4&PID_EA60\0001 */
	char parent[256];   /* instance of the parent: has the serial number of composite ones */
	char maker[128];
	char product[128]; /* what the bus reported, where the system tells it */
	char service[64];
	char location[256]; /* PCIROOT(0)#PCI(1400)#USBROOT(0)#USB(1) */
	bool modem;         /* of the class Modem */
	bool started;       /* its driver runs */
};

/*
 * names: the data (not the value names) of HKLM\HARDWARE\DEVICEMAP\SERIALCOMM. Every one of them
 * is a port; a started device whose PortName is not among them is one too (some drivers make no
 * entry), but LPT and others that do not begin with COM are not.
 */
enum err_code ports_merge(const char *const *names, size_t name_count,
	const struct win_device *devices, size_t device_count, struct port_list *out,
	struct err *err);

#endif
