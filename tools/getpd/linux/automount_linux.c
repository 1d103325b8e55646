/* SPDX-License-Identifier: MIT */
/*
 * Sources: fstab(5); systemd.mount(5) and systemd.unit(5): the unit of a mount point is its path
 * with '/' as '-', other characters than letters, digits, ':', '_' and '.' as \\xNN.
 */
#include "linux/automount_linux.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/sysfs.h"
#include "biosbelt/tr.h"
#include "formats/fs_kind.h"
#include "linux/block_linux.h"
#include "linux/tag_linux.h"

#define FSTAB_MAX (1u << 20)
#define UNIT_MAX  (64u << 10)

static enum err_code read_text(const char *path, size_t max, struct blob *out)
{
	struct file_info info;
	struct err err;

	if (file_info(path, false, &info, &err) != ERR_OK || info.type != FILE_REGULAR)
		return ERR_NOTFOUND;
	return file_read(path, max, out, &err);
}

/* The next word of a line, unescaped and allocated; NULL at its end. False: out of memory. */
static bool next_word(struct span line, size_t *at, char **out)
{
	size_t start;

	while (*at < line.len && isspace(line.ptr[*at]))
		(*at)++;
	start = *at;
	while (*at < line.len && !isspace(line.ptr[*at]))
		(*at)++;
	*out = *at > start ? mount_unescape(span_of(line.ptr + start, *at - start)) : NULL;
	return *out != NULL || *at == start;
}

static enum err_code take_fstab_line(struct span line, const char *point, char *source, size_t cap)
{
	size_t at = 0;
	char *from = NULL;
	char *where = NULL;
	enum err_code rc = ERR_NOTFOUND;

	if (!next_word(line, &at, &from))
		rc = ERR_NOMEM;
	else if (from != NULL && from[0] != '#' && !next_word(line, &at, &where))
		rc = ERR_NOMEM;
	else if (where != NULL && strcmp(where, point) == 0 && sysfs_path(source, cap, "%s", from))
		rc = ERR_OK;
	free(from);
	free(where);
	return rc;
}

enum err_code fstab_find(const char *root, const char *point, char *source, size_t cap)
{
	char path[SYSFS_PATH_MAX];
	struct blob text;
	size_t at = 0;
	enum err_code rc;

	if (!sysfs_path(path, sizeof path, "%s/etc/fstab", root))
		return ERR_NOTFOUND;
	rc = read_text(path, FSTAB_MAX, &text);
	if (rc != ERR_OK)
		return rc;
	rc = ERR_NOTFOUND;
	while (rc == ERR_NOTFOUND && at < text.len) {
		size_t end = span_find(blob_span(text), at, "\n", 1);

		end = end == SIZE_MAX ? text.len : end;
		rc = take_fstab_line(span_of(text.ptr + at, end - at), point, source, cap);
		at = end + 1;
	}
	blob_free(&text);
	return rc;
}

static bool unit_name(const char *point, char *out, size_t cap)
{
	size_t n = 0;

	point += strspn(point, "/");
	if (*point == '\0')
		return sysfs_path(out, cap, "-");
	for (; *point != '\0' && n + 5 < cap; point++) {
		if (*point == '/')
			out[n++] = '-';
		else if (isalnum((unsigned char)*point) || strchr(":_.", *point) != NULL)
			out[n++] = *point;
		else
			n += (size_t)snprintf(
				out + n, cap - n, "\\x%02x", (unsigned)(unsigned char)*point);
	}
	out[n] = '\0';
	return *point == '\0';
}

/* Reads "What=" and "Type=" of a unit. */
static void take_unit(struct span text, char *source, size_t cap, char *type, size_t type_cap)
{
	size_t at = 0;

	while (at < text.len) {
		size_t end = span_find(text, at, "\n", 1);
		const char *line = (const char *)text.ptr + at;

		end = end == SIZE_MAX ? text.len : end;
		if (end - at > 5 && memcmp(line, "What=", 5) == 0)
			sysfs_path(source, cap, "%.*s", (int)(end - at - 5), line + 5);
		if (end - at > 5 && memcmp(line, "Type=", 5) == 0)
			sysfs_path(type, type_cap, "%.*s", (int)(end - at - 5), line + 5);
		at = end + 1;
	}
}

static enum err_code unit_find(
	const char *root, const char *point, char *source, size_t cap, char *type, size_t type_cap)
{
	static const char *const folders[] = {"/etc/systemd/system", "/run/systemd/system",
		"/run/systemd/generator", "/usr/lib/systemd/system", "/lib/systemd/system",
		"/run/systemd/generator.late"};
	char name[1024];
	char path[SYSFS_PATH_MAX];
	struct blob text;
	size_t i;

	if (!unit_name(point, name, sizeof name))
		return ERR_NOTFOUND;
	for (i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		enum err_code rc;

		if (!sysfs_path(path, sizeof path, "%s%s/%s.mount", root, folders[i], name))
			continue;
		rc = read_text(path, UNIT_MAX, &text);
		if (rc == ERR_NOMEM)
			return rc;
		if (rc != ERR_OK)
			continue;
		take_unit(blob_span(text), source, cap, type, type_cap);
		blob_free(&text);
		return source[0] != '\0' ? ERR_OK : ERR_NOTFOUND;
	}
	return ERR_NOTFOUND;
}

enum err_code automount_walk(struct walk *w, size_t node, const struct mount *m)
{
	char source[SYSFS_PATH_MAX] = "";
	char type[64] = "";
	const char *words;
	enum err_code rc;

	if (strncmp(m->point, "/proc/", 6) == 0) { /* binfmt_misc */
		w->elsewhere = true;
		snprintf(w->where, sizeof w->where,
			tr("not on a local disk: it is a file system of the kernel (autofs)"));
		return ERR_OK;
	}
	rc = fstab_find(w->root, m->point, source, sizeof source);
	if (rc != ERR_OK && rc != ERR_NOMEM)
		rc = unit_find(w->root, m->point, source, sizeof source, type, sizeof type);
	if (rc == ERR_NOMEM)
		return err_set(w->err, rc, "out of memory");
	if (rc != ERR_OK)
		return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
			N_("an automount not used yet; its future mount is unknown"), w->err);
	words = fs_kind_words(type);
	if (words != NULL || (strchr(source, ':') != NULL && source[0] != '/')) {
		w->elsewhere = true;
		snprintf(w->where, sizeof w->where,
			tr("not on a local disk: it is an automount of %.60s"), source);
		return ERR_OK;
	}
	rc = graph_set(w->graph, node, NODE_NOTE, N_("an automount not used yet"), w->err);
	if (rc != ERR_OK)
		return rc;
	if (tag_is(source))
		return walk_soft(w, node, walk_tag(w, node, source), NULL, NULL);
	if (strncmp(source, "/dev/", 5) == 0)
		return walk_soft(w, node, walk_device(w, node, source), NULL, NULL);
	return graph_add_leaf(w->graph, node, LEAF_UNKNOWN, NULL, NULL,
		N_("an automount whose source is not understood"), w->err);
}
