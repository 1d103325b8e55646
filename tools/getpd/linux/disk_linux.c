/* SPDX-License-Identifier: MIT */
/* Describes a disk: model, serial number, bus, identity. Sources:
 * Documentation/ABI/stable/sysfs-block. */
#include "linux/disk_linux.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"

static enum err_code set(struct walk *w, size_t node, enum node_text which, const char *text)
{
	return graph_set(w->graph, node, which, text, w->err);
}

void disk_set_attr(
	struct walk *w, size_t node, enum node_text which, const char *folder, const char *name)
{
	char text[256];

	if (graph_get(w->graph, node, which)[0] == '\0' &&
		(which == NODE_MODEL ? sysfs_attr : sysfs_need)(folder, name, text, sizeof text))
		set(w, node, which, text);
}

/* SCSI's unit serial number page (SPC-4, 7.8.13): four bytes of head, then text. */
static void set_vpd_serial(struct walk *w, size_t node, const char *folder)
{
	char path[SYSFS_PATH_MAX];
	char text[256] = "";
	FILE *f;
	size_t n;
	size_t i;

	if (graph_get(w->graph, node, NODE_SERIAL)[0] != '\0' ||
		!sysfs_path(path, sizeof path, "%s/device/vpd_pg80", folder))
		return;
	f = fopen(path, "rb");
	n = f != NULL ? fread(text, 1, sizeof text - 1, f) : 0;
	if (f == NULL || ferror(f))
		sysfs_failed(path, errno);
	if (f != NULL)
		fclose(f);
	if (n <= 4)
		return;
	for (i = 4; i < n && text[i] == ' '; i++)
		;
	while (n > i && (text[n - 1] == ' ' || text[n - 1] == '\0'))
		n--;
	text[n] = '\0';
	set(w, node, NODE_SERIAL, text + i);
}

static const char *bus_of(const char *real)
{
	static const char *const signs[][2] = {{"/usb", "usb"}, {"/nvme", "nvme"},
		{"/mmc_host/", "mmc"}, {"/ata", "ata"}, {"/virtio", "virtio"},
		{"/iscsi_host/", "iscsi"}, {"/session", "iscsi"}, {"/rport-", "fc"},
		{"/end_device-", "sas"}, {"/vmbus", "vmbus"}, {"/host", "scsi"}, {"/xen", "xen"},
		{"/devices/virtual/", "virtual"}};
	size_t i;

	for (i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (strstr(real, signs[i][0]) != NULL)
			return signs[i][1];
	return NULL;
}

/* Memory and network: named like disks, but not removable hardware. */
static const char *virtual_kind(const char *name)
{
	static const char *const kinds[][2] = {{"zram", "zram"}, {"ram", "ramdisk"},
		{"nbd", "network"}, {"rbd", "network"}, {"drbd", "drbd"}, {"pmem", "pmem"}};
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strncmp(name, kinds[i][0], strlen(kinds[i][0])) == 0)
			return kinds[i][1];
	return NULL;
}

/* Many sticks have a serial number only in the USB device
 * (Documentation/ABI/testing/sysfs-bus-usb). */
static void set_usb_serial(struct walk *w, size_t node, const char *folder)
{
	char path[SYSFS_PATH_MAX];
	char text[256];
	char *slash;

	if (strstr(folder, "/usb") == NULL || !sysfs_path(path, sizeof path, "%s", folder))
		return;
	while ((slash = strrchr(path, '/')) != NULL && strstr(path, "/usb") != NULL) {
		*slash = '\0';
		if (!sysfs_need(path, "idVendor", text, sizeof text))
			continue;
		disk_set_attr(w, node, NODE_SERIAL, path, "serial");
		disk_set_attr(w, node, NODE_MODEL, path, "product");
		return;
	}
}

/* SCSI: scsi_device_state of drivers/scsi/scsi_sysfs.c. */
bool disk_is_offline(const char *folder)
{
	char text[64];

	return sysfs_need(folder, "device/state", text, sizeof text) &&
	       (strstr(text, "offline") != NULL || strcmp(text, "deleted") == 0 ||
		       strcmp(text, "cancel") == 0 || strcmp(text, "dead") == 0);
}

enum err_code disk_describe(struct walk *w, size_t node, const char *folder)
{
	const char *name = graph_get(w->graph, node, NODE_NAME);
	const char *special = virtual_kind(name);
	char type[32];

	if (special != NULL)
		w->graph->nodes[node].kind = special;
	disk_set_attr(w, node, NODE_MODEL, folder, "device/model");
	disk_set_attr(w, node, NODE_MODEL, folder, "device/name");
	disk_set_attr(w, node, NODE_SERIAL, folder, "serial");
	disk_set_attr(w, node, NODE_SERIAL, folder, "device/serial");
	set_vpd_serial(w, node, folder);
	set_usb_serial(w, node, folder);
	disk_set_attr(w, node, NODE_WWID, folder, "wwid");
	disk_set_attr(w, node, NODE_WWID, folder, "device/wwid");
	if (strncmp(name, "sd", 2) == 0 && disk_is_offline(folder)) {
		w->graph->nodes[node].degraded = true;
		w->graph->degraded = true;
		set(w, node, NODE_NOTE, N_("offline: the system cannot reach it any more"));
	}
	if (special != NULL && strcmp(special, "network") == 0)
		set(w, node, NODE_NOTE,
			N_("a network block device: the disk is in another machine"));
	if (strncmp(name, "mmcblk", 6) == 0 &&
		sysfs_need(folder, "device/type", type, sizeof type) && strcmp(type, "MMC") == 0)
		return set(w, node, NODE_BUS, "emmc"); /* soldered, unlike a card */
	return set(w, node, NODE_BUS, special != NULL ? "virtual" : bus_of(folder));
}
