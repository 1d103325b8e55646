/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/utf.h"

static size_t part_len(const char *p)
{
	return strcspn(p, "/");
}

static bool is_part(const char *p, size_t len, const char *want)
{
	return len == strlen(want) && memcmp(p, want, len) == 0;
}

void name_tidy(const char *name, struct buf *out)
{
	size_t start = out->len;

	if (name[0] == '/')
		buf_add_u8(out, '/');
	while (name[0] != 0) {
		size_t len = part_len(name);

		if (len != 0 && !is_part(name, len, ".")) {
			if (out->len != start && out->ptr[out->len - 1] != '/')
				buf_add_u8(out, '/');
			buf_add(out, name, len);
		}
		name += len + (name[len] != 0);
	}
	buf_add_u8(out, 0);
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static enum err_code check_windows(const char *p, size_t len, struct err *err)
{
	size_t i;

	if (utf8_valid_len(span_of(p, len)) != len)
		return err_set(
			err, ERR_DENIED, "the name is not UTF-8; --names=ENC gives its encoding");
	for (i = 0; i < len; i++)
		if (strchr("\\:<>\"|?*", p[i]) != NULL)
			return err_set(err, ERR_DENIED, "character '%c' in a name", p[i]);
	if (p[len - 1] == ' ' || p[len - 1] == '.')
		return err_set(err, ERR_DENIED, "a name ends in a blank or dot");
	if (path_names_device(p, len))
		return err_set(err, ERR_DENIED, "a name is that of a device");
	return ERR_OK;
}

static enum err_code check_part(const char *p, size_t len, bool windows, struct err *err)
{
	size_t i;

	if (len == 0)
		return err_set(err, ERR_DENIED, "a part of the name is empty");
	if (is_part(p, len, "..") || is_part(p, len, "."))
		return err_set(err, ERR_DENIED, "the name leaves its folder");
	for (i = 0; i < len; i++)
		if ((unsigned char)p[i] < 0x20 || p[i] == 0x7F)
			return err_set(err, ERR_DENIED, "control character in the name");
	return windows ? check_windows(p, len, err) : ERR_OK;
}

enum err_code name_check(const char *name, bool windows, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (name[0] == '/')
		return err_set(err, ERR_DENIED, "the name is absolute");
	/* drive letters are refused on every system, for the archive may be unpacked on another
	 * one */
	if (upper(name[0]) >= 'A' && upper(name[0]) <= 'Z' && name[1] == ':')
		return err_set(err, ERR_DENIED, "the name has a drive letter");
	for (;;) {
		size_t len = part_len(name);

		rc = check_part(name, len, windows, err);
		if (rc != ERR_OK || name[len] == 0)
			return rc;
		name += len + 1;
	}
}

enum err_code name_check_link(const char *name, const char *target, bool windows, struct err *err)
{
	enum err_code rc = name_check(name, windows, err);
	size_t depth = 0;
	bool named = false; /* the target had a name already */
	const char *p;

	if (rc != ERR_OK)
		return rc;
	for (p = strchr(name, '/'); p != NULL; p = strchr(p + 1, '/'))
		depth++;
	if (target[0] == 0)
		return err_set(err, ERR_DENIED, "link without a target");
	if (target[0] == '/' || target[0] == '\\' || target[1] == ':')
		return err_set(err, ERR_DENIED, "link to an absolute place");
	for (p = target;; p++) {
		size_t len = windows ? strcspn(p, "/\\") : part_len(p);

		if (is_part(p, len, "..")) {
			/* a name may be a link to elsewhere, whose ".." is unknown */
			if (named)
				return err_set(err, ERR_DENIED, "link with '..' after a name");
			if (depth-- == 0)
				return err_set(err, ERR_DENIED, "link out of the folder");
		} else if (len != 0 && !is_part(p, len, ".")) {
			named = true;
		}
		p += len;
		if (*p == 0)
			return ERR_OK;
	}
}
