/* SPDX-License-Identifier: MIT */
/* Source: Documentation/filesystems/efivarfs.rst: four bytes of attributes, then the variable. */
#include "linux/booted_linux.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/sysfs.h"
#include "formats/efi_boot.h"

#define GLOBAL       "8be4df61-93ca-11d2-aa0d-00e098032b8c" /* EFI_GLOBAL_VARIABLE */
#define ATTRIBUTES   4
#define VARIABLE_MAX 65536
#define LARGE_SECTOR 4096
#define SECTOR       512

/* ERR_NOTFOUND also where it cannot be read. */
static enum err_code read_variable(
	const char *root, const char *name, struct blob *out, struct span *value)
{
	char path[SYSFS_PATH_MAX];
	struct file_info info;
	struct err err;

	if (!sysfs_path(path, sizeof path, "%s/sys/firmware/efi/efivars/%s-" GLOBAL, root, name) ||
		file_info(path, false, &info, &err) != ERR_OK || info.type != FILE_REGULAR)
		return ERR_NOTFOUND;
	if (file_read(path, VARIABLE_MAX, out, &err) != ERR_OK)
		return err.code == ERR_NOMEM ? ERR_NOMEM : ERR_NOTFOUND;
	if (span_from(blob_span(*out), ATTRIBUTES, value))
		return ERR_OK;
	blob_free(out);
	return ERR_NOTFOUND;
}

enum err_code booted_find(const char *root, struct booted *out)
{
	struct blob text;
	struct span value;
	uint16_t number;
	enum err_code rc = read_variable(root, "BootCurrent", &text, &value);
	bool good;

	if (rc != ERR_OK)
		return rc;
	good = span_u16le(value, 0, &number);
	blob_free(&text);
	if (!good)
		return ERR_NOTFOUND;
	snprintf(out->option, sizeof out->option, "Boot%04X", (unsigned)number);
	rc = read_variable(root, out->option, &text, &value);
	if (rc != ERR_OK)
		return rc;
	good = efi_boot_partition(value, &out->start, &out->blocks);
	blob_free(&text);
	return good ? ERR_OK : ERR_NOTFOUND;
}

bool booted_is(const struct booted *b, const char *root, const char *name)
{
	static const uint64_t scales[] = {1, LARGE_SECTOR / SECTOR}; /* sysfs counts 512 bytes */
	char folder[SYSFS_PATH_MAX];
	uint64_t start;
	uint64_t size;
	size_t i;

	if (!sysfs_path(folder, sizeof folder, "%s/sys/class/block/%s", root, name) ||
		!sysfs_need_u64(folder, "start", &start) || !sysfs_attr_u64(folder, "size", &size))
		return false;
	for (i = 0; i < sizeof scales / sizeof scales[0]; i++)
		if (start % scales[i] == 0 && size % scales[i] == 0 &&
			start / scales[i] == b->start && size / scales[i] == b->blocks)
			return true;
	return false;
}
