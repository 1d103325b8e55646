/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* strcasestr */
#include "linux/drive_linux.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"

#define FILE_MAX (256u << 10) /* bytes of a map or of mtools' configuration */

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* Finds the name in folder that equals part except for case; part stays when there is none. */
static void find_case(const char *folder, char *part, size_t cap)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;
	char exact[SYSFS_PATH_MAX];
	struct stat info;

	if (dir == NULL)
		return;
	if (!sysfs_path(exact, sizeof exact, "%s/%s", folder, part) || stat(exact, &info) != 0) {
		while ((entry = readdir(dir)) != NULL) {
			if (strcasecmp(entry->d_name, part) == 0 && strlen(entry->d_name) < cap) {
				strcpy(part, entry->d_name);
				break;
			}
		}
	}
	closedir(dir);
}

/* Joins base and the rest of "c:\Some\Path", ignoring case. */
static bool add_rest(const char *base, const char *rest, char *out, size_t cap)
{
	if (!sysfs_path(out, cap, "%s", base))
		return false;
	while (*rest != '\0') {
		char part[256];
		size_t len;

		rest += strspn(rest, "/\\");
		len = strcspn(rest, "/\\");
		if (len == 0)
			break;
		if (len >= sizeof part)
			return false;
		memcpy(part, rest, len);
		part[len] = '\0';
		find_case(out, part, sizeof part);
		if (strlen(out) + 1 + strlen(part) >= cap)
			return false;
		strcat(out, "/");
		strcat(out, part);
		rest += len;
	}
	return true;
}

/* Windows' drives inside WSL: drvfs (WSL 1), 9p with aname=drvfs;path=C:\, virtiofs. */
static bool rule_wsl(const char *root, const struct mounts *mounts, const char *what)
{
	char wanted[16];
	char text[256];
	size_t i;

	if (!sysfs_path(text, sizeof text, "%s/proc/sys/kernel", root) ||
		!sysfs_need(text, "osrelease", text, sizeof text) ||
		strcasestr(text, "microsoft") == NULL)
		return false;

	snprintf(wanted, sizeof wanted, "path=%c:", what[0]);
	for (i = 0; i < mounts->count; i++) {
		const struct mount *m = &mounts->items[i];

		if (strcmp(m->fstype, "drvfs") == 0 && lower(m->source[0]) == lower(what[0]) &&
			m->source[1] == ':')
			return true;
		if (strcmp(m->fstype, "9p") == 0 && strcasestr(m->options, "aname=drvfs") != NULL &&
			strcasestr(m->options, wanted) != NULL)
			return true;
		if (strcmp(m->fstype, "virtiofs") == 0 && drive_is(m->source) &&
			lower(m->source[0]) == lower(what[0]))
			return true;
	}
	return false;
}

/* Wine: dosdevices/c:: is a link to a device, dosdevices/c: one to a folder. */
static bool rule_wine(const char *what, struct drive *drive)
{
	char *out = drive->target;
	size_t cap = sizeof drive->target;
	const char *prefix = os_getenv("WINEPREFIX");
	const char *home = os_getenv("HOME");
	char base[SYSFS_PATH_MAX];
	char real[SYSFS_PATH_MAX];
	struct stat info;

	if (prefix != NULL && prefix[0] != '\0') {
		if (!sysfs_path(base, sizeof base, "%s/dosdevices/%c:", prefix, lower(what[0])))
			return false;
	} else if (home == NULL || home[0] == '\0' ||
		   !sysfs_path(
			   base, sizeof base, "%s/.wine/dosdevices/%c:", home, lower(what[0]))) {
		return false;
	}
	if (what[2] == '\0' && strlen(base) + 2 < sizeof base) {
		strcat(base, ":");
		if (stat(base, &info) == 0 && S_ISBLK(info.st_mode))
			return sysfs_path(out, cap, "%s", base);
		base[strlen(base) - 1] = '\0';
	}
	return sysfs_real(base, real, sizeof real) && add_rest(real, what + 2, out, cap);
}

/* Reads a small regular file; to be freed. */
static bool read_small(const char *path, struct blob *out, bool *no_memory)
{
	struct file_info info;
	struct err err;

	if (file_info(path, false, &info, &err) != ERR_OK || info.type != FILE_REGULAR)
		return false;
	if (file_read(path, FILE_MAX, out, &err) == ERR_OK)
		return true;
	*no_memory |= err.code == ERR_NOMEM;
	return false;
}

static bool in_mtools(const char *path, char letter, struct drive *drive)
{
	struct blob text;
	bool found;

	if (!read_small(path, &text, &drive->no_memory))
		return false;
	found = drive_in_mtools(
		blob_span(text), letter, drive->target, sizeof drive->target, &drive->partition);
	blob_free(&text);
	return found;
}

static bool rule_mtools(const char *what, struct drive *drive)
{
	const char *rc = os_getenv("MTOOLSRC");
	const char *home = os_getenv("HOME");
	char path[SYSFS_PATH_MAX];

	if (rc != NULL && rc[0] != '\0' && in_mtools(rc, lower(what[0]), drive))
		return true;
	if (home != NULL && sysfs_path(path, sizeof path, "%s/.mtoolsrc", home) &&
		in_mtools(path, lower(what[0]), drive))
		return true;
	return in_mtools("/etc/mtools.conf", lower(what[0]), drive);
}

/* A folder is followed by the rest of the operand; a device has no rest. */
static bool rule_own(const char *what, struct drive *drive)
{
	char path[SYSFS_PATH_MAX];
	struct blob folder;
	struct blob text;
	struct stat info;
	struct err err;
	unsigned wrong;
	bool found;

	if (os_settings_folder(&folder, &err) != ERR_OK) {
		drive->no_memory |= err.code == ERR_NOMEM;
		return false;
	}
	found = sysfs_path(path, sizeof path, "%s/drives", (const char *)folder.ptr);
	blob_free(&folder);
	if (!found || !read_small(path, &text, &drive->no_memory))
		return false;
	found = drive_in_map(
		blob_span(text), lower(what[0]), drive->target, sizeof drive->target, &wrong);
	blob_free(&text);
	if (wrong > 0)
		snprintf(drive->mistake, sizeof drive->mistake,
			"%s: line %u: not \"letter = folder or device\"", path, wrong);
	if (!found || drive->target[0] != '/' || stat(drive->target, &info) != 0 ||
		!S_ISDIR(info.st_mode))
		return found;
	strcpy(path, drive->target);
	return add_rest(path, what + 2, drive->target, sizeof drive->target);
}

static bool is_asked(const struct query_opts *opts, const char *rule)
{
	return opts->map == NULL || strcmp(opts->map, rule) == 0;
}

enum err_code drive_resolve(const struct query_opts *opts, const struct mounts *mounts,
	const char *what, struct drive *out, struct drive *other, struct err *err)
{
	static const struct {
		const char *name;
		bool (*find)(const char *what, struct drive *drive);
		const char *place;
	} rules[] = {{"wine", rule_wine, N_("Wine's dosdevices")},
		{"mtools", rule_mtools, N_("mtools' configuration")},
		{"own", rule_own, N_("our map 'drives'")}};
	char places[256] = "";
	size_t count = 0;
	size_t i;

	*out = (struct drive){.rule = NULL};
	*other = (struct drive){.rule = NULL};
	if (is_asked(opts, "wsl") && rule_wsl(opts->root, mounts, what))
		return err_set(err, ERR_UNSUPPORTED,
			"%c: is a drive of the Windows around us; its disk is not visible from "
			"here (getpd.exe on the PATH would be asked)",
			what[0]);
	for (i = 0; i < sizeof rules / sizeof rules[0] && count < 2; i++) {
		struct drive *d = count == 0 ? out : other;

		if (!is_asked(opts, rules[i].name) || !rules[i].find(what, d))
			continue;
		if (count > 0 && strcmp(out->target, d->target) == 0 &&
			out->partition == d->partition)
			continue;
		d->rule = rules[i].name;
		count++;
	}
	if (out->no_memory || other->no_memory)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (out->mistake[0] == '\0')
		memcpy(out->mistake, other->mistake, sizeof out->mistake);
	if (count > 0)
		return ERR_OK;
	if (is_asked(opts, "wsl"))
		strcat(places, tr(", WSL mounts"));
	for (i = 0; i < sizeof rules / sizeof rules[0]; i++)
		if (is_asked(opts, rules[i].name))
			strcat(strcat(places, tr(", ")), tr(rules[i].place));
	err_set(err, ERR_NOTFOUND,
		"no drive %c: here (looked at: %s); for a file of that name: --path", what[0],
		places + strlen(tr(", ")));
	if (out->mistake[0] != '\0')
		err_prefix(err, "%s", out->mistake);
	return ERR_NOTFOUND;
}
