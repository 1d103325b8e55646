/* SPDX-License-Identifier: MIT */
/*
 * Sources: drivers/nvme/target/configfs.c (device_path, enable);
 * Documentation/ABI/testing/configfs-usb-gadget-mass-storage (file);
 * drivers/target/target_core_configfs.c (udev_path, enable). None of the three always opens the
 * device with O_EXCL.
 */
#include "linux/export_linux.h"

#include <errno.h>
#include <glob.h>
#include <string.h>

#include "biosbelt/sysfs.h"

#define CONFIG "/sys/kernel/config"

static const char *const patterns[] = {
	CONFIG "/nvmet/subsystems/*/namespaces/*/device_path",
	CONFIG "/usb_gadget/*/functions/*/lun.*/file",
	CONFIG "/target/core/*/*/udev_path",
};

/* A configured but disabled export is not in use. */
static bool is_off(const char *file)
{
	char folder[SYSFS_PATH_MAX];
	char text[16];

	if (!sysfs_path(folder, sizeof folder, "%s", file))
		return false;
	*strrchr(folder, '/') = '\0';
	return sysfs_attr(folder, "enable", text, sizeof text) && strcmp(text, "0") == 0;
}

static enum err_code check_one(
	struct check *c, const struct query_opts *query, const char *file, struct err *err)
{
	char what[SYSFS_PATH_MAX];
	struct query_opts by_path = *query;
	struct graph g;
	struct err asked;
	enum err_code rc;

	if (!sysfs_text(file, what, sizeof what))
		return errno == ENOENT ? ERR_OK
				       : check_add(c, err, "unseen", true, file,
						 "what is served to others cannot be read");
	if (what[0] != '/' || is_off(file))
		return ERR_OK;
	by_path.path_only = true;
	rc = query_run(&by_path, what, &g, &asked);
	if (rc == ERR_NOMEM)
		err_set(err, rc, "out of memory");
	else if (!query_answered(rc) || !check_touches(c, &g))
		rc = ERR_OK;
	else
		rc = check_add(c, err, "held", false, file, "it is served to others: %.400s",
			file + strlen(query->root));
	graph_free(&g);
	return rc;
}

enum err_code export_check(struct check *c, const struct query_opts *query, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	for (i = 0; rc == ERR_OK && i < sizeof patterns / sizeof patterns[0]; i++) {
		char pattern[SYSFS_PATH_MAX];
		glob_t found = {0};
		int failure;

		if (!sysfs_path(pattern, sizeof pattern, "%s%s", query->root, patterns[i]))
			continue;
		failure = glob(pattern, GLOB_NOSORT, NULL, &found);
		if (failure == GLOB_NOSPACE)
			rc = err_set(err, ERR_NOMEM, "out of memory");
		for (k = 0; failure == 0 && rc == ERR_OK && k < found.gl_pathc; k++)
			rc = check_one(c, query, found.gl_pathv[k], err);
		globfree(&found);
	}
	return rc;
}
