/* SPDX-License-Identifier: MIT */
/* Collects the input of ports_merge: the SERIALCOMM map and the present devices of class Ports. */
#include <windows.h>

#include <cfgmgr32.h>
#include <devpropdef.h>
#include <setupapi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "ports_merge.h"

/* GUID_DEVCLASS_PORTS of devguid.h, DEVPKEY_Device_BusReportedDeviceDesc of devpkey.h. */
static const GUID class_ports = {
	0x4D36E978, 0xE325, 0x11CE, {0xBF, 0xC1, 0x08, 0x00, 0x2B, 0xE1, 0x03, 0x18}};
/* GUID_DEVCLASS_MODEM */
static const GUID class_modem = {
	0x4D36E96D, 0xE325, 0x11CE, {0xBF, 0xC1, 0x08, 0x00, 0x2B, 0xE1, 0x03, 0x18}};
static const DEVPROPKEY key_bus_words = {
	{0x540B947E, 0x8B40, 0x45BC, {0xA8, 0xA2, 0x6A, 0x0B, 0x89, 0x4C, 0xBD, 0xA2}}, 4};

static void narrow(const wchar_t *wide, char *out, int cap)
{
	int n = WideCharToMultiByte(CP_UTF8, 0, wide, -1, out, cap, NULL, NULL);

	if (n <= 0)
		out[0] = '\0';
	out[cap - 1] = '\0';
}

struct names {
	char *items[PORTS_MAX];
	size_t count;
	bool failed; /* out of memory */
};

static void free_names(struct names *n)
{
	while (n->count > 0)
		free(n->items[--n->count]);
}

static void read_serialcomm(struct names *out)
{
	HKEY key;
	DWORD i;

	if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DEVICEMAP\\SERIALCOMM", 0, KEY_READ,
		    &key) != ERROR_SUCCESS)
		return; /* this system never had a port */
	for (i = 0; i < 2 * PORTS_MAX && out->count < PORTS_MAX; i++) {
		wchar_t name[512];
		wchar_t data[128];
		char text[256];
		DWORD name_len = 512;
		DWORD size = sizeof data - sizeof data[0];
		DWORD type;
		LONG rc = RegEnumValueW(key, i, name, &name_len, NULL, &type, (BYTE *)data, &size);

		if (rc == ERROR_NO_MORE_ITEMS)
			break;
		if (rc != ERROR_SUCCESS || type != REG_SZ)
			continue;
		data[size / sizeof data[0]] = L'\0';
		narrow(data, text, sizeof text);
		out->items[out->count] = alloc_text(text);
		if (out->items[out->count] != NULL)
			out->count++;
		else
			out->failed = true;
	}
	RegCloseKey(key);
}

static void property(HDEVINFO set, SP_DEVINFO_DATA *info, DWORD which, char *out, int cap)
{
	wchar_t text[1024];
	DWORD type;

	out[0] = '\0';
	memset(text, 0, sizeof text);
	if (SetupDiGetDeviceRegistryPropertyW(
		    set, info, which, &type, (BYTE *)text, sizeof text - 2 * sizeof text[0], NULL))
		narrow(text, out, cap); /* the first of several strings */
}

static void key_text(
	HDEVINFO set, SP_DEVINFO_DATA *info, DWORD kind, const wchar_t *value, char *out, int cap)
{
	HKEY key = SetupDiOpenDevRegKey(set, info, DICS_FLAG_GLOBAL, 0, kind, KEY_READ);
	wchar_t text[64];
	DWORD size = sizeof text - sizeof text[0];
	DWORD type;

	out[0] = '\0';
	if (key == (HKEY)INVALID_HANDLE_VALUE)
		return;
	if (RegQueryValueExW(key, value, NULL, &type, (BYTE *)text, &size) == ERROR_SUCCESS &&
		type == REG_SZ) {
		text[size / sizeof text[0]] = L'\0';
		narrow(text, out, cap);
	}
	RegCloseKey(key);
}

/* The port of a modem is in the key of its driver, or where other devices have it. */
static void port_name(HDEVINFO set, SP_DEVINFO_DATA *info, bool modem, char *out, int cap)
{
	key_text(set, info, DIREG_DEV, L"PortName", out, cap);
	if (modem && out[0] == '\0')
		key_text(set, info, DIREG_DRV, L"AttachedTo", out, cap);
}

static void bus_words(HDEVINFO set, SP_DEVINFO_DATA *info, char *out, int cap)
{
	wchar_t text[256];
	DEVPROPTYPE type;

	out[0] = '\0';
	memset(text, 0, sizeof text);
	if (SetupDiGetDevicePropertyW(set, info, &key_bus_words, &type, (BYTE *)text,
		    sizeof text - sizeof text[0], NULL, 0))
		narrow(text, out, cap);
}

static bool is_started(DEVINST node)
{
	ULONG status = 0;
	ULONG problem = 0;

	if (CM_Get_DevNode_Status(&status, &problem, node, 0) != CR_SUCCESS)
		return true; /* only its presence is known */
	return (status & DN_STARTED) != 0 || (status == 0 && problem == 0);
}

/* Ports of a bus of their own (FTDIBUS) have no location: the adapter's is used. */
static void parent_location(DEVINST parent, struct win_device *d)
{
	wchar_t text[512];
	ULONG size = sizeof text - 2 * sizeof text[0];
	ULONG type;

	memset(text, 0, sizeof text);
	if (CM_Get_DevNode_Registry_PropertyW(
		    parent, CM_DRP_LOCATION_PATHS, &type, text, &size, 0) == CR_SUCCESS)
		narrow(text, d->location, sizeof d->location);
}

static void read_device(HDEVINFO set, SP_DEVINFO_DATA *info, bool modem, struct win_device *d)
{
	wchar_t id[256];
	DEVINST parent;

	memset(d, 0, sizeof *d);
	d->modem = modem;
	port_name(set, info, modem, d->port_name, sizeof d->port_name);
	property(set, info, SPDRP_FRIENDLYNAME, d->friendly, sizeof d->friendly);
	property(set, info, SPDRP_MFG, d->maker, sizeof d->maker);
	property(set, info, SPDRP_SERVICE, d->service, sizeof d->service);
	property(set, info, SPDRP_LOCATION_PATHS, d->location, sizeof d->location);
	bus_words(set, info, d->product, sizeof d->product);
	if (SetupDiGetDeviceInstanceIdW(set, info, id, 256, NULL))
		narrow(id, d->instance, sizeof d->instance);
	if (CM_Get_Parent(&parent, info->DevInst, 0) == CR_SUCCESS &&
		CM_Get_Device_IDW(parent, id, 256, 0) == CR_SUCCESS)
		narrow(id, d->parent, sizeof d->parent);
	if (d->location[0] == '\0' && d->parent[0] != '\0')
		parent_location(parent, d);
	d->started = is_started(info->DevInst);
}

struct devices {
	struct win_device *items;
	size_t count;
	bool failed; /* out of memory */
};

static void read_class(const GUID *class, struct devices *out)
{
	HDEVINFO set = SetupDiGetClassDevsW(class, NULL, NULL, DIGCF_PRESENT);
	DWORD i;

	if (set == INVALID_HANDLE_VALUE)
		return;
	for (i = 0; i < PORTS_MAX; i++) {
		SP_DEVINFO_DATA info = {.cbSize = sizeof info};
		struct win_device *more;

		if (!SetupDiEnumDeviceInfo(set, i, &info))
			break;
		more = realloc(out->items, (out->count + 1) * sizeof *more);
		out->failed |= more == NULL;
		if (more == NULL)
			break;
		out->items = more;
		read_device(set, &info, class == &class_modem, &more[out->count++]);
	}
	SetupDiDestroyDeviceInfoList(set);
}

void ports_add_links(const char *root, struct port_list *list)
{
	(void)root; /* Windows has no such links */
	(void)list;
}

enum err_code ports_list_brief(const char *root, struct port_list *out, struct err *err)
{
	struct names *names = calloc(1, sizeof *names);
	struct devices devices = {NULL, 0, false};
	enum err_code rc;

	(void)root;
	if (names == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	read_serialcomm(names);
	read_class(&class_ports, &devices);
	read_class(&class_modem, &devices);
	if (names->failed || devices.failed)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		rc = ports_merge((const char *const *)names->items, names->count, devices.items,
			devices.count, out, err);
	free(devices.items);
	free_names(names);
	free(names);
	return rc;
}

enum err_code ports_named(
	const char *root, const char *name, struct port_list *out, struct err *err)
{
	wchar_t wide[64];
	wchar_t target[512];
	struct port_list list = {0};
	struct port *port;
	char device[80];

	(void)root;
	if (strncmp(name, "\\\\.\\", 4) == 0)
		name += 4;
	/* A DOS device without an entry in the map: com0com's CNCA0 and such. */
	if (MultiByteToWideChar(CP_UTF8, 0, name, -1, wide, 64) == 0 ||
		strchr(name, '\\') != NULL || QueryDosDeviceW(wide, target, 512) == 0)
		return err_set(err, ERR_NOTFOUND, "no such port");
	port = ports_add(&list, err);
	if (port == NULL)
		return err->code;
	snprintf(device, sizeof device, "\\\\.\\%.70s", name);
	if (!port_set(port, PORT_NAME, name) || !port_set(port, PORT_DEVICE, device)) {
		ports_free(&list);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = list;
	return ERR_OK;
}

/* Changes on Windows come without names, so everything is listed. */
enum err_code ports_list_names(const char *root, const struct port_news *news, size_t count,
	struct port_list *out, struct err *err)
{
	(void)news;
	(void)count;
	return ports_list(root, out, err);
}

/* Windows does not show the users of a port to an ordinary program. */
bool port_may_have_siblings(const char *root, const struct port *port)
{
	(void)root;
	return port->text[PORT_INTERFACE] != NULL ||
	       strcmp(port_get(port, PORT_VID), "0403") ==
		       0; /* FTDI's bus has no interface numbers */
}

void ports_find_users(const char *root, struct port_list *list)
{
	(void)root;
	(void)list;
}

/* Opening would give the answer, but asserts DTR: only the terminal program opens a port. */
enum err_code ports_check(const char *root, const struct port *port, struct err *err)
{
	wchar_t wide[64];
	wchar_t target[512];

	(void)root;
	if (MultiByteToWideChar(CP_UTF8, 0, port_get(port, PORT_NAME), -1, wide, 64) == 0 ||
		QueryDosDeviceW(wide, target, 512) == 0)
		return err_set_os(err, ERR_NOTFOUND, (long)GetLastError(), "%s is gone",
			port_get(port, PORT_NAME));
	return ERR_OK;
}
