/* SPDX-License-Identifier: MIT */
/*
 * Ports from /sys/class/tty. A name there is a real port when it belongs to a device and, for the
 * 8250 family, has a type. The kernel creates a fixed number of ttyS names, and the type of unused
 * ones is 0 (PORT_UNKNOWN of include/uapi/linux/serial_core.h). The parent's bus does not matter:
 * since Linux 6.8 it is "serial-base" for all of them. The place of a USB port is in its path:
 * .../1-1.4/1-1.4:1.0/... (Documentation/ABI/stable/sysfs-bus-usb).
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/sysfs.h"
#include "port_private.h"
#include "uevent.h"

#define FOLDER_MAX 20000 /* names looked at in one folder */
#define PARTS_MAX  64    /* parts of a device path */

struct scan {
	const char *root;
	char class_folder[SYSFS_PATH_MAX];
	struct port_list list;
	struct err *err;
	bool failed;
};

/* "1-1.4:1.0" and not "1-1.4" or "0000:00:14.0" */
static bool is_usb_interface(const char *part, size_t len)
{
	size_t dash = strcspn(part, "-");
	size_t colon = strcspn(part, ":");

	return dash > 0 && dash < colon && colon < len && strspn(part, "0123456789") == dash;
}

/* "usb1": the root hub, directly below its controller */
static bool is_root_hub(const char *part, size_t len)
{
	return len > 3 && strncmp(part, "usb", 3) == 0 && strspn(part + 3, "0123456789") == len - 3;
}

static bool is_pci_address(const char *part, size_t len)
{
	return len == 12 && part[4] == ':' && part[7] == ':' && part[10] == '.';
}

/* The relevant parts in the path of a tty: lengths up to their ends; 0: none. */
struct place {
	size_t usb_device;
	size_t usb_interface;
	size_t usb_interface_start;
	size_t pci;  /* end of the last PCI address before USB begins */
	size_t host; /* of the USB controller */
	size_t host_start;
	size_t parent;
	size_t parent_start;
};

static struct place find_place(const char *path, size_t from)
{
	struct place p = {0};
	size_t at = from;
	size_t before_end = 0;
	size_t before_start = 0;
	int i;

	for (i = 0; i < PARTS_MAX && path[at] != '\0'; i++) {
		size_t len;
		size_t start;

		at += strspn(path + at, "/");
		start = at;
		len = strcspn(path + at, "/");
		at += len;
		if (is_pci_address(path + start, len))
			p.pci = at;
		if (is_root_hub(path + start, len)) {
			p.host = before_end;
			p.host_start = before_start;
		}
		if (is_usb_interface(path + start, len)) {
			p.usb_interface = at;
			p.usb_interface_start = start;
			p.usb_device = before_end;
		}
		if (len == 3 && strncmp(path + start, "tty", 3) == 0 && p.parent == 0)
			p.parent = before_end;
		before_end = at;
		before_start = start;
	}
	if (p.parent == 0)
		p.parent = p.usb_interface;
	for (p.parent_start = p.parent; p.parent_start > 0 && path[p.parent_start - 1] != '/';)
		p.parent_start--;
	return p;
}

/* Named as in udev's path_id: pci-0000:00:14.0-usb-0:1.4:1.0, platform-3f980000.usb-usb-0:1.4:1.0.
 * Without the bus number, which changes. */
static void make_topology(const char *path, const struct place *p, char *out, size_t cap)
{
	char head[64] = "";

	if (p->pci >= 12)
		snprintf(head, sizeof head, "pci-%.12s", path + p->pci - 12);
	else if (p->host > p->host_start && p->usb_interface != 0)
		snprintf(head, sizeof head, "platform-%.*s", (int)(p->host - p->host_start),
			path + p->host_start);
	if (p->usb_interface != 0) {
		int len = (int)(p->usb_interface - p->usb_interface_start);
		int dash = (int)strcspn(path + p->usb_interface_start, "-") + 1;

		snprintf(out, cap, "%s%susb-0:%.*s", head, head[0] != '\0' ? "-" : "", len - dash,
			path + p->usb_interface_start + dash);
	} else if (head[0] != '\0') { /* serial-base adds the port of the card: ":0.1" */
		const char *last = path + p->parent_start;
		size_t len = p->parent - p->parent_start;
		bool more = len > 12 && strncmp(last, path + p->pci - 12, 12) == 0;

		snprintf(out, cap, "%s%.*s", head, more ? (int)len - 12 : 0, last + 12);
	} else {
		snprintf(out, cap, "%.*s", (int)(p->parent - p->parent_start),
			path + p->parent_start);
	}
}

static void set_attr(struct port *port, enum port_text which, const char *folder, const char *name)
{
	char text[PORT_TEXT_MAX];

	if (sysfs_attr(folder, name, text, sizeof text))
		port_set(port, which, text);
}

/* Reads uevent of the interface, and three more files where that is incomplete. */
static void identify_usb(struct port *port, const char *device, const char *interface)
{
	char text[2048];
	struct usb_ids ids = {"", "", "", ""};

	if (sysfs_attr(interface, "uevent", text, sizeof text))
		uevent_usb(text, &ids);
	port_set(port, PORT_VID, ids.vid);
	port_set(port, PORT_PID, ids.pid);
	port_set(port, PORT_INTERFACE, ids.interface);
	port_set(port, PORT_DRIVER, ids.driver);
	if (ids.vid[0] == '\0')
		set_attr(port, PORT_VID, device, "idVendor");
	if (ids.pid[0] == '\0')
		set_attr(port, PORT_PID, device, "idProduct");
	if (ids.interface[0] == '\0')
		set_attr(port, PORT_INTERFACE, interface, "bInterfaceNumber");
	if (ids.driver[0] == '\0' && sysfs_link_base(interface, "driver", text, sizeof text))
		port_set(port, PORT_DRIVER, text);
}

/* Drivers that make one port per interface, and so do not number them: saves reading a file for
 * each. */
static bool numbers_ports(const char *driver)
{
	static const char *const single[] = {
		"ftdi_sio", "cp210x", "pl2303", "ch341", "cdc_acm", "option"};
	size_t i;

	for (i = 0; i < sizeof single / sizeof single[0]; i++)
		if (strcmp(driver, single[i]) == 0)
			return false;
	return true;
}

/* The channel within the adapter: the interface's number, or the number within the interface
 * ("port_number" of drivers/usb/serial/bus.c), which is also appended to the place. */
static void set_usb_channel(struct port *port, const char *path, const struct place *p)
{
	char folder[SYSFS_PATH_MAX];
	char text[PORT_TEXT_MAX];
	uint64_t number = 0;
	unsigned interface = 0;
	const char *hex = port_get(port, PORT_INTERFACE);

	if (hex[0] != '\0' && strspn(hex, "0123456789abcdefABCDEF") == strlen(hex))
		interface = (unsigned)strtoul(hex, NULL, 16);
	else if (hex[0] == '\0') { /* 1-1:1.0 has the number too */
		size_t at = p->usb_interface;

		while (at > 0 && path[at - 1] >= '0' && path[at - 1] <= '9')
			at--;
		interface = (unsigned)strtoul(path + at, NULL, 10);
	}
	if (numbers_ports(port_get(port, PORT_DRIVER)) &&
		sysfs_path(folder, sizeof folder, "%.*s", (int)p->parent, path) &&
		sysfs_attr_u64(folder, "port_number", &number) && number > 0 && number < 256) {
		snprintf(text, sizeof text, "%.480s#%u", port_get(port, PORT_TOPOLOGY),
			(unsigned)number);
		port_set(port, PORT_TOPOLOGY, text);
	}
	port_set_channel(port, interface % 256 + (unsigned)number % 256);
}

static void describe_usb(struct port *port, const char *path, const struct place *p)
{
	char device[SYSFS_PATH_MAX];
	char folder[SYSFS_PATH_MAX];

	if (!sysfs_path(device, sizeof device, "%.*s", (int)p->usb_device, path) ||
		!sysfs_path(folder, sizeof folder, "%.*s", (int)p->usb_interface, path))
		return;
	port_set(port, PORT_BUS, "usb");
	identify_usb(port, device, folder);
	set_usb_channel(port, path, p);
	set_attr(port, PORT_SERIAL, device, "serial");
	set_attr(port, PORT_PRODUCT, device, "product");
	set_attr(port, PORT_MANUFACTURER, device, "manufacturer");
	if (port->text[PORT_PRODUCT] != NULL)
		port_set(port, PORT_DESCRIPTION, port->text[PORT_PRODUCT]);
	else if (port->text[PORT_MANUFACTURER] != NULL)
		port_set(port, PORT_DESCRIPTION, port->text[PORT_MANUFACTURER]);
	else
		port_set(port, PORT_DESCRIPTION, "USB serial port");
}

/* Since Linux 6.8 two devices of the bus "serial-base" are between a device and its tty: "00:04",
 * "00:04:0", "00:04:0.0". Returns the length of path up to the device itself. */
static size_t skip_serial_base(const char *path, size_t end)
{
	int i;

	for (i = 0; i < 2; i++) {
		size_t slash = end;
		size_t up;
		size_t len;

		while (slash > 0 && path[slash - 1] != '/')
			slash--;
		if (slash == 0)
			return end;
		up = slash - 1;
		while (up > 0 && path[up - 1] != '/')
			up--;
		len = slash - 1 - up;
		/* "00:04:0.0" begins with "00:04:0", that with "00:04" */
		if (len == 0 || end - slash <= len || strncmp(path + slash, path + up, len) != 0 ||
			strchr(":.", path[slash + len]) == NULL)
			return end;
		end = slash - 1;
	}
	return end;
}

static void describe_other(struct port *port, const char *path, const struct place *p)
{
	char folder[SYSFS_PATH_MAX];
	char text[64];
	char ids[2][16];
	const char *bus = "platform";
	bool is_pci = p->pci != 0;

	size_t end = is_pci ? p->pci : skip_serial_base(path, p->parent);

	if (!sysfs_path(folder, sizeof folder, "%.*s", (int)end, path))
		return;
	if (strstr(path, "/pnp") != NULL)
		bus = "pnp";
	if (is_pci)
		bus = "pci";
	port_set(port, PORT_BUS, bus);
	if (sysfs_link_base(folder, "driver", text, sizeof text))
		port_set(port, PORT_DRIVER, text);
	if (is_pci && sysfs_attr(folder, "vendor", ids[0], sizeof ids[0]) &&
		sysfs_attr(folder, "device", ids[1], sizeof ids[1]))
		snprintf(text, sizeof text, "PCI serial port (%.6s:%.6s)",
			ids[0] + (strncmp(ids[0], "0x", 2) == 0 ? 2 : 0),
			ids[1] + (strncmp(ids[1], "0x", 2) == 0 ? 2 : 0));
	else
		snprintf(text, sizeof text, "%s serial port",
			strcmp(bus, "pnp") == 0 ? "On-board" : "Platform");
	port_set(port, PORT_DESCRIPTION, text);
}

/* A Bluetooth port is described by its peer and channel, which last; the others by their names. */
static void describe_own(
	struct port *port, const struct port_own_kind *kind, const char *folder, const char *name)
{
	char address[32];
	char channel[16];
	char text[PORT_TEXT_MAX];

	snprintf(text, sizeof text, "%.200s", name);
	if (sysfs_attr(folder, "address", address, sizeof address) &&
		sysfs_attr(folder, "channel", channel, sizeof channel))
		snprintf(text, sizeof text, "bluetooth-%s-%s", address, channel);
	port_set(port, PORT_TOPOLOGY, text);
	port_set(port, PORT_BUS, kind->bus);
	port_set(port, PORT_DESCRIPTION, kind->words);
}

/* False for the unused names described at the top of this file. */
static bool is_real(const char *folder, const char *path, const struct port_own_kind *kind,
	const struct place *place)
{
	char text[16];

	if (strstr(path, "/devices/virtual/") != NULL)
		return kind != NULL;
	if (place->usb_interface == 0) { /* USB ports never have a type */
		if (sysfs_attr(folder, "type", text, sizeof text))
			return strcmp(text, "0") != 0;
		if (errno ==
			EACCES) /* before Linux 5.11 only root may read it; unused names are here */
			return strstr(path, "/serial8250") == NULL;
	}
	return access(folder, F_OK) == 0; /* a dangling link: just unplugged */
}

static bool resolve(const struct scan *s, const char *name, char *folder, char *path, size_t cap)
{
	char target[SYSFS_PATH_MAX];
	char device[SYSFS_PATH_MAX];

	if (!sysfs_path(folder, cap, "%s/%s", s->class_folder, name))
		return false;
	if (sysfs_link(folder, target, sizeof target) && strncmp(target, "../../devices/", 14) == 0)
		return strcmp(strrchr(target, '/') + 1, name) == 0 &&
		       sysfs_path(path, cap, "%s/sys/%s", s->root, target + 6);
	/* Old kernels (CONFIG_SYSFS_DEPRECATED) had folders here, with links in them. */
	return sysfs_path(device, sizeof device, "%s/device", folder) &&
	       sysfs_real(device, path, cap) && access(device, F_OK) == 0;
}

static bool add_port(struct scan *s, const char *name, const char *folder, const char *path)
{
	const struct port_own_kind *kind = port_own_kind_of(name);
	char text[PORT_TEXT_MAX];
	struct place place;
	struct port *port;

	place = find_place(path, strlen(s->root));
	if (!is_real(folder, path, kind, &place))
		return true;
	port = ports_add(&s->list, s->err);
	if (port == NULL)
		return s->err->code == ERR_LIMIT;
	port_set(port, PORT_NAME, name);
	snprintf(text, sizeof text, "%s/dev/%s", s->root, name);
	port_set(port, PORT_DEVICE, text);
	make_topology(path, &place, text, sizeof text);
	port_set(port, PORT_TOPOLOGY, text);
	if (kind != NULL)
		describe_own(port, kind, folder, name);
	else if (place.usb_interface != 0)
		describe_usb(port, path, &place);
	else
		describe_other(port, path, &place);
	return !port->lacks_text;
}

/* tty0, tty1 ...: the consoles of the screen (Documentation/admin-guide/devices.txt, major 4). */
static bool is_console(const char *name)
{
	return strncmp(name, "tty", 3) == 0 && name[3] != '\0' &&
	       name[3 + strspn(name + 3, "0123456789")] == '\0';
}

static bool on_name(void *user, const char *name)
{
	struct scan *s = user;
	char folder[SYSFS_PATH_MAX];
	char path[SYSFS_PATH_MAX];

	if (is_console(name))
		return true;
	if (!resolve(s, name, folder, path, sizeof path))
		return true; /* no device, or a broken link */
	if (!add_port(s, name, folder, path)) {
		s->failed = true;
		if (s->err->code == ERR_OK)
			err_set(s->err, ERR_NOMEM, "out of memory");
		return false;
	}
	return true;
}

struct links {
	struct port_list *list;
	const char *folder;
	enum port_text which;
};

static bool on_link(void *user, const char *name)
{
	struct links *l = user;
	char path[SYSFS_PATH_MAX];
	char base[256];
	struct port *port;

	if (sysfs_link_base(l->folder, name, base, sizeof base) &&
		(port = ports_find(l->list, base)) != NULL &&
		sysfs_path(path, sizeof path, "%s/%s", l->folder, name))
		port_set(port, l->which, path);
	return true;
}

static void add_links(
	const char *root, struct port_list *list, const char *sub, enum port_text which)
{
	char folder[SYSFS_PATH_MAX];
	struct links l = {list, folder, which};

	if (list->count > 0 && sysfs_path(folder, sizeof folder, "%s/dev/serial/%s", root, sub))
		sysfs_each(folder, FOLDER_MAX, on_link, &l);
}

void ports_add_links(const char *root, struct port_list *list)
{
	add_links(root, list, "by-id", PORT_BY_ID);
	add_links(root, list, "by-path", PORT_BY_PATH);
}

/* Several ports of one interface or card are numbered in their order. */
static void number_twins(struct port_list *list)
{
	char text[PORT_TEXT_MAX];
	size_t i;
	size_t k;

	for (i = 0; i < list->count; i = k) {
		const char *place = port_get(&list->items[i], PORT_TOPOLOGY);

		/* Such ports are adjacent: their names have consecutive numbers. */
		for (k = i + 1; k < list->count; k++) {
			struct port *port = &list->items[k];

			if (strcmp(place, port_get(port, PORT_TOPOLOGY)) != 0)
				break;
			snprintf(text, sizeof text, "%.480s#%u", place, (unsigned)(k - i));
			port_set(port, PORT_TOPOLOGY, text);
			if (port->text[PORT_VID] != NULL)
				port_set_channel(port, (unsigned)(k - i));
		}
	}
}

enum err_code ports_list_brief(const char *root, struct port_list *out, struct err *err)
{
	struct scan s = {.root = root, .err = err};

	err->code = ERR_OK;
	if (!sysfs_path(s.class_folder, sizeof s.class_folder, "%s/sys/class/tty", root))
		return err_set(err, ERR_LIMIT, "path too long");
	if (!sysfs_each(s.class_folder, FOLDER_MAX, on_name, &s))
		return err_set_os(err, ERR_IO, errno, "cannot read %s", s.class_folder);
	if (s.failed || sysfs_whole(err) != ERR_OK) {
		ports_free(&s.list);
		return err->code;
	}
	ports_sort(&s.list);
	number_twins(&s.list);
	if (ports_whole(&s.list, err) != ERR_OK)
		return err->code;
	*out = s.list;
	return ERR_OK;
}

static enum err_code list_with_links(const char *root, struct port_list *out, struct err *err)
{
	*out = (struct port_list){0};
	if (ports_list_brief(root, out, err) != ERR_OK)
		return err->code;
	ports_add_links(root, out);
	return ports_whole(out, err);
}

/* Whether the name with the previous number is a port of the same interface or card. */
static bool has_twin_before(const struct scan *s, const struct port *port)
{
	const char *name = port_get(port, PORT_NAME);
	size_t stem = strlen(name);
	char folder[SYSFS_PATH_MAX];
	char path[SYSFS_PATH_MAX];
	char text[PORT_TEXT_MAX];
	struct place place;
	uint64_t number;

	while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9')
		stem--;
	if (!num_parse_u64(name + stem, &number) || number == 0)
		return false;
	snprintf(text, sizeof text, "%.*s%llu", (int)stem, name, (unsigned long long)number - 1);
	if (!resolve(s, text, folder, path, sizeof path))
		return false;
	place = find_place(path, strlen(s->root));
	make_topology(path, &place, text, sizeof text);
	return strcmp(text, port_get(port, PORT_TOPOLOGY)) == 0;
}

enum err_code ports_list_names(const char *root, const struct port_news *news, size_t count,
	struct port_list *out, struct err *err)
{
	struct scan s = {.root = root, .err = err};
	bool twins = false;
	size_t i;

	err->code = ERR_OK;
	if (!sysfs_path(s.class_folder, sizeof s.class_folder, "%s/sys/class/tty", root))
		return err_set(err, ERR_LIMIT, "path too long");
	for (i = 0; i < count; i++)
		if (ports_find(&s.list, news[i].name) == NULL && !on_name(&s, news[i].name))
			break;
	for (i = 0; i < s.list.count && !twins; i++)
		twins = has_twin_before(&s, &s.list.items[i]);
	if (s.failed || twins)
		ports_free(&s.list);
	if (s.failed)
		return err->code;
	if (twins) /* numbering needs the whole list */
		return list_with_links(root, out, err);
	ports_sort(&s.list);
	ports_add_links(root, &s.list);
	if (ports_whole(&s.list, err) != ERR_OK)
		return err->code;
	*out = s.list;
	return ERR_OK;
}

bool port_may_have_siblings(const char *root, const struct port *port)
{
	struct scan s = {.root = root};
	char folder[SYSFS_PATH_MAX];
	char path[SYSFS_PATH_MAX];
	struct place place;
	uint64_t count;

	if (port->text[PORT_VID] == NULL)
		return false;
	if (numbers_ports(port_get(port, PORT_DRIVER)) ||
		!sysfs_path(s.class_folder, sizeof s.class_folder, "%s/sys/class/tty", root) ||
		!resolve(&s, port_get(port, PORT_NAME), folder, path, sizeof path))
		return true;
	place = find_place(path, strlen(root));
	return !sysfs_path(folder, sizeof folder, "%.*s", (int)place.usb_device, path) ||
	       !sysfs_attr_u64(folder, "bNumInterfaces", &count) || count != 1;
}

/*
 * The class of a device, found without opening it: opening would assert DTR, or start a watchdog. A
 * device unknown to sysfs (ptys, a machine without /sys) may be a port; so may a device of CUSE,
 * implemented by a program in user space.
 */
static bool is_no_terminal(const char *root, dev_t device, char *class, size_t cap)
{
	char folder[SYSFS_PATH_MAX];

	return sysfs_path(folder, sizeof folder, "%s/sys/dev/char/%u:%u", root, major(device),
		       minor(device)) &&
	       sysfs_link_base(folder, "subsystem", class, cap) && strcmp(class, "tty") != 0 &&
	       strcmp(class, "cuse") != 0;
}

/* Finds the port of the list that is this device: a name made by the user's own udev rules is a
 * port like any other. ERR_NOTFOUND: none is, or there is no list. */
static enum err_code find_device(
	const char *root, dev_t device, struct port_list *out, struct err *err)
{
	struct port_list list;
	enum err_code rc = list_with_links(root, &list, err);
	size_t i;

	if (rc != ERR_OK)
		return rc == ERR_NOMEM ? rc : ERR_NOTFOUND;
	rc = ERR_NOTFOUND;
	for (i = 0; i < list.count && rc == ERR_NOTFOUND; i++) {
		struct port_list one = {.items = &list.items[i], .count = 1};
		struct stat info;

		if (stat(port_get(one.items, PORT_DEVICE), &info) == 0 && S_ISCHR(info.st_mode) &&
			info.st_rdev == device)
			rc = ports_copy(&one, out, err);
	}
	ports_free(&list);
	return rc;
}

/* A path stays as it is, also a relative one (./console, vm/console); else a name in /dev. */
static bool resolve_name(const char *root, const char *name, char *real, size_t cap)
{
	char path[SYSFS_PATH_MAX];

	if (name[0] != '/' && name[0] != '.' &&
		sysfs_path(path, sizeof path, "%s/dev/%s", root, name) &&
		sysfs_real(path, real, cap))
		return true;
	return strchr(name, '/') != NULL && sysfs_real(name, real, cap);
}

enum err_code ports_named(
	const char *root, const char *name, struct port_list *out, struct err *err)
{
	char real[SYSFS_PATH_MAX];
	char class[64];
	struct port_list list = {0};
	struct stat info;
	struct port *port;
	enum err_code rc;

	if (!resolve_name(root, name, real, sizeof real) || stat(real, &info) != 0)
		return err_set(err, ERR_NOTFOUND, "no such port");
	if (!S_ISCHR(info.st_mode))
		return err_set(err, ERR_NOTFOUND, "not a port");
	if (is_no_terminal(root, info.st_rdev, class, sizeof class))
		return err_set(err, ERR_UNSUPPORTED,
			"no serial port or other terminal, but a device of the class \"%s\"",
			class);
	rc = find_device(root, info.st_rdev, out, err);
	if (rc != ERR_NOTFOUND)
		return rc;
	port = ports_add(&list, err);
	if (port == NULL)
		return err->code;
	if (!port_set(port, PORT_DEVICE, real) ||
		!port_set(port, PORT_NAME, strncmp(real, "/dev/", 5) == 0 ? real + 5 : real)) {
		ports_free(&list);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = list;
	return ERR_OK;
}

struct users {
	const char *root;
	struct port_list *list;
	char fd_folder[64 + SYSFS_PATH_MAX];
	char pid[16];
	bool noted[PORTS_MAX]; /* ports that already list this process as a user */
};

static void add_user(struct users *u, struct port *port)
{
	char text[PORT_TEXT_MAX];
	char name[64] = "";
	char folder[SYSFS_PATH_MAX];
	const char *old = port_get(port, PORT_USERS);

	if (sysfs_path(folder, sizeof folder, "%s/proc/%s", u->root, u->pid))
		sysfs_attr(folder, "comm", name, sizeof name);
	snprintf(text, sizeof text, "%s%s%s %s", old, old[0] != '\0' ? ", " : "", u->pid, name);
	port_set(port, PORT_USERS, text);
}

static bool on_fd(void *user, const char *name)
{
	struct users *u = user;
	char path[SYSFS_PATH_MAX + 64];
	char target[SYSFS_PATH_MAX];
	size_t i;

	if (!sysfs_path(path, sizeof path, "%s/%s", u->fd_folder, name) ||
		!sysfs_link(path, target, sizeof target))
		return true;
	for (i = 0; i < u->list->count; i++) {
		struct port *port = &u->list->items[i];

		if (!u->noted[i] && strcmp(target, port_get(port, PORT_DEVICE)) == 0) {
			add_user(u, port);
			u->noted[i] = true;
		}
	}
	return true;
}

static bool on_process(void *user, const char *name)
{
	struct users *u = user;

	if (name[0] < '0' || name[0] > '9' || !sysfs_path(u->pid, sizeof u->pid, "%s", name))
		return true;
	memset(u->noted, 0, sizeof u->noted);
	if (sysfs_path(u->fd_folder, sizeof u->fd_folder, "%s/proc/%s/fd", u->root, name))
		sysfs_each(u->fd_folder, FOLDER_MAX, on_fd, u);
	return true;
}

void ports_find_users(const char *root, struct port_list *list)
{
	struct users u = {.root = root, .list = list};
	char folder[SYSFS_PATH_MAX];

	if (list->count > 0 && sysfs_path(folder, sizeof folder, "%s/proc", root))
		sysfs_each(folder, 1u << 22, on_process, &u);
}

/* The old convention of /var/lock/LCK..ttyUSB0 with a process number in it, still in use
 * (Filesystem Hierarchy Standard 3.0, section 5.9). */
static bool is_locked(const char *root, const struct port *port, struct err *err)
{
	char path[SYSFS_PATH_MAX];
	char text[32];
	const char *base = strrchr(port_get(port, PORT_DEVICE), '/');
	uint64_t pid;

	if (base == NULL || !sysfs_path(path, sizeof path, "%s/var/lock/LCK..%s", root, base + 1) ||
		!sysfs_text(path, text, sizeof text))
		return false;
	text[strspn(text, "0123456789")] = '\0';
	if (!num_parse_u64(text, &pid) || pid == 0 || pid > INT32_MAX)
		return false;
	if (kill((pid_t)pid, 0) != 0 && errno == ESRCH)
		return false; /* its owner died */
	err_set(err, ERR_BUSY, "locked by process %llu (%s)", (unsigned long long)pid, path);
	return true;
}

enum err_code ports_check(const char *root, const struct port *port, struct err *err)
{
	const char *device = port_get(port, PORT_DEVICE);

	if (access(device, F_OK) != 0)
		return err_set_os(err, ERR_NOTFOUND, errno, "%s is gone", device);
	if (access(device, R_OK | W_OK) != 0)
		return err_set_os(err, ERR_DENIED, errno,
			"no rights for %s (a member of the group \"dialout\" has them)", device);
	return is_locked(root, port, err) ? err->code : ERR_OK;
}
