/* SPDX-License-Identifier: MIT */
#include "linux/numbers_linux.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "biosbelt/sysfs.h"
#include "linux/walk_linux.h"

struct search {
	const char *folder;
	const char *numbers;
	char *out;
	size_t cap;
	bool found;
};

static bool on_device(void *user, const char *name)
{
	struct search *s = user;
	char folder[SYSFS_PATH_MAX];
	char numbers[32];

	s->found = sysfs_path(folder, sizeof folder, "%s/%s", s->folder, name) &&
		   sysfs_need(folder, "dev", numbers, sizeof numbers) &&
		   strcmp(numbers, s->numbers) == 0 && sysfs_path(s->out, s->cap, "%s", name);
	return !s->found;
}

bool numbers_name(const char *root, unsigned major, unsigned minor, char *out, size_t cap)
{
	char folder[SYSFS_PATH_MAX];
	char numbers[32];
	struct search s = {folder, numbers, out, cap, false};

	snprintf(numbers, sizeof numbers, "%u:%u", major, minor);
	if (!sysfs_path(folder, sizeof folder, "%s/sys/dev/block", root))
		return false;
	if (sysfs_link_base(folder, numbers, out, cap))
		return true;
	/* Some containers hide that folder. */
	if (access(folder, F_OK) == 0 ||
		!sysfs_path(folder, sizeof folder, "%s/sys/class/block", root))
		return false;
	sysfs_each(folder, NAMES_MAX, on_device, &s);
	return s.found;
}
