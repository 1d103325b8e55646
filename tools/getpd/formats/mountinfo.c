/* SPDX-License-Identifier: MIT */
/*
 * Sources: Documentation/filesystems/proc.rst, 3.5 (fields; blank, tab, newline and backslash are
 * \040, \011, \012, \134); Documentation/filesystems/overlayfs.rst (escapes in lowerdir).
 */
#include "formats/mountinfo.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

#define FIELDS_MAX 64 /* fields of a line; there are 10 and a few optional ones */

static bool is_octal(uint8_t b)
{
	return b >= '0' && b <= '7';
}

char *mount_unescape(struct span in)
{
	char *out = malloc(in.len + 1);
	size_t n = 0;
	size_t i;

	if (out == NULL)
		return NULL;
	for (i = 0; i < in.len; i++) {
		if (in.ptr[i] == '\\' && in.len - i > 3 && in.ptr[i + 1] <= '3' &&
			is_octal(in.ptr[i + 1]) && is_octal(in.ptr[i + 2]) &&
			is_octal(in.ptr[i + 3])) {
			out[n++] = (char)((in.ptr[i + 1] - '0') << 6 | (in.ptr[i + 2] - '0') << 3 |
					  (in.ptr[i + 3] - '0'));
			i += 3;
		} else {
			out[n++] = (char)in.ptr[i];
		}
	}
	out[n] = '\0';
	return out;
}

static bool number(struct span in, uint64_t max, uint64_t *out)
{
	uint64_t v = 0;
	size_t i;

	for (i = 0; i < in.len; i++) {
		if (in.ptr[i] < '0' || in.ptr[i] > '9' || v > max)
			return false;
		v = v * 10 + (in.ptr[i] - '0');
	}
	*out = v;
	return in.len > 0 && v <= max;
}

static bool numbers(struct span in, struct mount *m)
{
	size_t colon = span_find(in, 0, ":", 1);
	uint64_t major;
	uint64_t minor;

	if (colon == SIZE_MAX || !number(span_of(in.ptr, colon), UINT32_MAX, &major) ||
		!number(span_of(in.ptr + colon + 1, in.len - colon - 1), UINT32_MAX, &minor))
		return false;
	m->major = (unsigned)major;
	m->minor = (unsigned)minor;
	return true;
}

static void mount_clear(struct mount *m)
{
	free(m->root);
	free(m->point);
	free(m->fstype);
	free(m->source);
	free(m->options);
	memset(m, 0, sizeof *m);
}

static size_t split(struct span line, struct span *fields)
{
	size_t count = 0;
	size_t at = 0;

	while (at <= line.len && count < FIELDS_MAX) {
		size_t end = span_find(line, at, " ", 1);

		if (end == SIZE_MAX)
			end = line.len;
		fields[count++] = span_of(line.ptr + at, end - at);
		at = end + 1;
	}
	return count;
}

/* ERR_FORMAT: the line is invalid. Allocates nothing unless it returns ERR_OK. */
static enum err_code parse_line(struct span line, struct mount *m)
{
	struct span fields[FIELDS_MAX];
	size_t count = split(line, fields);
	size_t dash = 6; /* optional fields begin here, and end at "-" */

	memset(m, 0, sizeof *m);
	while (dash < count && !(fields[dash].len == 1 && fields[dash].ptr[0] == '-'))
		dash++;
	if (count < 10 || dash + 3 >= count || !number(fields[0], UINT32_MAX, &m->id) ||
		!number(fields[1], UINT32_MAX, &m->parent) || !numbers(fields[2], m))
		return ERR_FORMAT;
	m->root = mount_unescape(fields[3]);
	m->point = mount_unescape(fields[4]);
	m->fstype = mount_unescape(fields[dash + 1]);
	m->source = mount_unescape(fields[dash + 2]);
	m->options = mount_unescape(fields[dash + 3]);
	if (m->root != NULL && m->point != NULL && m->fstype != NULL && m->source != NULL &&
		m->options != NULL)
		return ERR_OK;
	mount_clear(m);
	return ERR_NOMEM;
}

/* Takes over the mount, even when out of memory. */
static bool append(struct mounts *m, struct mount *mount)
{
	if (!ALLOC_ROOM(m->items, m->count, &m->cap)) {
		mount_clear(mount);
		return false;
	}
	m->items[m->count++] = *mount;
	return true;
}

enum err_code mounts_parse(struct span text, struct mounts *out, struct err *err)
{
	struct mounts m = {0};
	size_t at = 0;
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && at < text.len) {
		size_t end = span_find(text, at, "\n", 1);
		struct mount mount;

		if (end == SIZE_MAX)
			end = text.len;
		rc = parse_line(span_of(text.ptr + at, end - at), &mount);
		if (rc == ERR_OK && !append(&m, &mount))
			rc = ERR_NOMEM;
		if (rc == ERR_FORMAT) {
			m.unread += end > at;
			rc = ERR_OK;
		}
		at = end + 1;
	}
	if (rc != ERR_OK) {
		mounts_free(&m);
		return err_set(err, rc, "out of memory");
	}
	*out = m;
	return ERR_OK;
}

void mounts_free(struct mounts *m)
{
	size_t i;

	for (i = 0; i < m->count; i++)
		mount_clear(&m->items[i]);
	free(m->items);
	*m = (struct mounts){NULL, 0, 0};
}

const struct mount *mounts_by_id(const struct mounts *m, uint64_t id)
{
	size_t i;

	for (i = 0; i < m->count; i++)
		if (m->items[i].id == id)
			return &m->items[i];
	return NULL;
}

static bool is_above(const char *folder, const char *path, size_t *len)
{
	*len = strlen(folder);
	if (strcmp(folder, "/") == 0)
		return true;
	return strncmp(folder, path, *len) == 0 && (path[*len] == '\0' || path[*len] == '/');
}

const struct mount *mounts_by_path(const struct mounts *m, const char *path)
{
	const struct mount *best = NULL;
	size_t best_len = 0;
	size_t i;

	for (i = 0; i < m->count; i++) {
		size_t len;

		/* Of equal length, the later one covers the earlier. */
		if (is_above(m->items[i].point, path, &len) && (best == NULL || len >= best_len)) {
			best = &m->items[i];
			best_len = len;
		}
	}
	return best;
}

/* Calls each for the folders of one lowerdir value, which ends at an unescaped ','; returns its
 * end. */
static const char *lower_folders(const char *p, bool split_colons,
	bool (*each)(void *, const char *), void *user, bool *go_on)
{
	char folder[MOUNT_FOLDER_MAX];
	size_t n = 0;

	for (;; p++) {
		bool end = *p == '\0' || *p == ',' || (split_colons && *p == ':');

		if (end) {
			folder[n] = '\0';
			if (n > 0 && *go_on)
				*go_on = each(user, folder);
			n = 0;
			if (*p != ':')
				return p;
			continue;
		}
		if (*p == '\\' && p[1] != '\0')
			p++;
		if (n < sizeof folder - 1)
			folder[n++] = *p;
	}
}

void mount_overlay_folders(
	const char *options, bool (*each)(void *user, const char *folder), void *user)
{
	static const char *const names[] = {"lowerdir=", "lowerdir+=", "datadir+=", "upperdir="};
	const char *p = options;
	bool go_on = true;

	while (*p != '\0' && go_on) {
		size_t i;

		for (i = 0; i < 4; i++)
			if (strncmp(p, names[i], strlen(names[i])) == 0)
				break;
		if (i < 4)
			p = lower_folders(p + strlen(names[i]), i == 0, each, user, &go_on);
		while (*p != '\0' && *p != ',')
			p += *p == '\\' && p[1] != '\0' ? 2 : 1;
		p += *p == ',';
	}
}
