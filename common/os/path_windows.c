/* SPDX-License-Identifier: MIT */
/*
 * Names that Windows cannot have, by "Naming Files, Paths, and Namespaces" in Microsoft's
 * documentation. Text only, so it is tested on every system.
 */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/tr.h"

static bool same_letters(const char *a, const char *b, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		char c = a[i] >= 'a' && a[i] <= 'z' ? (char)(a[i] - 'a' + 'A') : a[i];

		if (c != b[i])
			return false;
	}
	return true;
}

bool path_names_device(const char *part, size_t len)
{
	static const char *const plain[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
	size_t stem = 0;
	size_t i;

	while (stem < len && part[stem] != '.')
		stem++;
	while (stem > 0 && part[stem - 1] == ' ')
		stem--;
	for (i = 0; i < sizeof plain / sizeof plain[0]; i++)
		if (stem == strlen(plain[i]) && same_letters(part, plain[i], stem))
			return true;
	if (stem < 4 || (!same_letters(part, "COM", 3) && !same_letters(part, "LPT", 3)))
		return false;
	if (stem == 4)
		return part[3] >= '1' && part[3] <= '9';
	/* superscripts count as digits: U+00B9, U+00B2, U+00B3 */
	return stem == 5 && part[3] == '\xC2' &&
	       (part[4] == '\xB9' || part[4] == '\xB2' || part[4] == '\xB3');
}

static bool is_dots(const char *part, size_t len)
{
	return (len == 1 && part[0] == '.') || (len == 2 && part[0] == '.' && part[1] == '.');
}

static enum err_code check_part(const char *part, size_t len, struct err *err)
{
	size_t i;

	if (is_dots(part, len))
		return ERR_OK;
	for (i = 0; i < len; i++)
		if ((unsigned char)part[i] < 0x20 || strchr("<>:\"|?*", part[i]) != NULL)
			return err_set(err, ERR_USAGE,
				(unsigned char)part[i] < 0x20
					? N_("Windows has no control characters in names")
					: N_("Windows has no %c in names"),
				part[i]);
	if (path_names_device(part, len))
		return err_set(err, ERR_USAGE, "%.*s is the name of a device of Windows",
			(int)(len < 40 ? len : 40), part);
	if (len > 0 && (part[len - 1] == '.' || part[len - 1] == ' '))
		return err_set(err, ERR_USAGE, "names of Windows do not end with a %s",
			part[len - 1] == '.' ? tr("dot") : tr("blank"));
	return ERR_OK;
}

enum err_code path_check_windows(const char *path, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (strncmp(path, "\\\\.\\", 4) == 0 || strncmp(path, "//./", 4) == 0)
		return ERR_OK; /* explicitly a device */
	if (strlen(path) == 3 && same_letters(path, "NUL", 3))
		return ERR_OK; /* a sink for output, as in > NUL */
	if (strncmp(path, "\\\\?\\", 4) == 0)
		path += 4;
	if (path[0] != '\0' && path[1] == ':')
		path += 2;
	while (*path != '\0' && rc == ERR_OK) {
		size_t len = strcspn(path, "/\\");

		rc = check_part(path, len, err);
		path += len + (path[len] != '\0');
	}
	return rc;
}
