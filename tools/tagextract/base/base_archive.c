/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/file.h"
#include "lib/lib_archive.h"

static enum err_code archive_read(
	const struct base *b, const struct base_entry *e, struct blob *out, struct err *err)
{
	(void)b;
	return blob_copy(blob_span(e->data), out, err);
}

static void archive_close(struct base *b)
{
	(void)b;
}

static const struct base_kind archive_kind = {archive_read, archive_close};

/* One archive being read. */
struct unpack {
	const struct lib_archive *lib;
	struct archive *archive;
	struct base *base;
	uint64_t total;
};

static enum err_code failed(struct unpack *u, struct err *err)
{
	const char *words = u->lib->archive_error_string(u->archive);

	return err_set(err, ERR_FORMAT, "not an archive that can be read: %s",
		words != NULL ? words : "unknown reason");
}

/* Names and copies count too: an archive may have little else. */
static enum err_code count(struct unpack *u, size_t bytes, struct err *err)
{
	u->total += bytes;
	return u->total <= BASE_TOTAL_MAX ? ERR_OK
					  : err_set(err, ERR_LIMIT, "unpacks to more than 4 GiB");
}

static enum err_code read_data(struct unpack *u, struct blob *out, struct err *err)
{
	struct buf b;
	enum err_code rc = ERR_OK;

	buf_init(&b, BASE_FILE_MAX);
	while (rc == ERR_OK) {
		uint8_t piece[65536];
		la_ssize_t got = u->lib->archive_read_data(u->archive, piece, sizeof piece);

		if (got < 0)
			rc = failed(u, err);
		if (got <= 0)
			break;
		rc = count(u, (size_t)got, err);
		buf_add(&b, piece, (size_t)got);
	}
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

static enum err_code copy_text(const char *text, struct blob *out, struct err *err)
{
	return blob_copy(span_of(text, strlen(text)), out, err);
}

/* The same bytes as an entry before: a hard link of a .tar. */
static enum err_code copy_linked(
	struct unpack *u, const char *to, struct blob *out, struct err *err)
{
	size_t i;

	for (i = u->base->count; i > 0; i--) {
		struct span data = blob_span(u->base->entries[i - 1].data);

		if (strcmp(u->base->entries[i - 1].path, to) == 0)
			return count(u, data.len, err) == ERR_OK ? blob_copy(data, out, err)
								 : err->code;
	}
	return err_set(err, ERR_FORMAT, "a hard link to nothing: %s", to);
}

static const char *plain_path(const char *path)
{
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	return path;
}

#define SECONDS_MOST (INT64_MAX / 1000000000)

/* Is it in a folder .git? */
static bool is_of_git(const char *path)
{
	const char *git = strstr(path, ".git/");

	while (git != NULL && git != path && git[-1] != '/')
		git = strstr(git + 1, ".git/");
	return git != NULL;
}

static enum err_code take_entry(struct unpack *u, struct archive_entry *entry, struct err *err)
{
	const char *path = u->lib->archive_entry_pathname_utf8(entry);
	const char *link = u->lib->archive_entry_symlink(entry);
	const char *hard = u->lib->archive_entry_hardlink(entry);
	unsigned type = (unsigned)u->lib->archive_entry_filetype(entry);
	int64_t seconds = u->lib->archive_entry_mtime(entry);
	struct blob data = {NULL, 0};
	struct base_entry *e;
	enum err_code rc;

	if (path == NULL)
		path = u->lib->archive_entry_pathname(entry);
	if (path == NULL)
		return err_set(err, ERR_FORMAT, "an entry whose name cannot be read");
	path = plain_path(path);
	if (type == AE_IFDIR || *path == '\0' || is_of_git(path))
		return ERR_OK;
	rc = count(u, strlen(path), err);
	if (rc == ERR_OK)
		rc = base_add(u->base, path, &e, err);
	if (rc != ERR_OK)
		return rc;
	e->link = type == AE_IFLNK;
	e->odd = hard == NULL && type != AE_IFLNK && type != AE_IFREG;
	e->executable = (u->lib->archive_entry_perm(entry) & 0100) != 0;
	if (seconds > -SECONDS_MOST && seconds < SECONDS_MOST)
		e->mtime_ns = seconds * 1000000000;
	if (hard != NULL)
		rc = copy_linked(u, plain_path(hard), &data, err);
	else if (e->link)
		rc = copy_text(link != NULL ? link : "", &data, err);
	else if (!e->odd)
		rc = read_data(u, &data, err);
	u->base->entries[u->base->count - 1].data = data;
	return rc;
}

static enum err_code take_all(struct unpack *u, struct err *err)
{
	for (;;) {
		struct archive_entry *entry;
		int got = u->lib->archive_read_next_header(u->archive, &entry);

		if (got == ARCHIVE_EOF)
			return ERR_OK;
		if (got < ARCHIVE_WARN)
			return failed(u, err);
		if (take_entry(u, entry, err) != ERR_OK)
			return err->code;
	}
}

/* Length of the one folder, with its '/', that everything is in; 0: there is none. */
static size_t common_folder(const struct base *b)
{
	size_t len = b->count > 0 ? strcspn(b->entries[0].path, "/") + 1 : 0;
	size_t i;

	for (i = 0; i < b->count; i++)
		if (strncmp(b->entries[i].path, b->entries[0].path, len) != 0 ||
			strlen(b->entries[i].path) <= len)
			return 0;
	return len;
}

static enum err_code drop_folder(struct base *b, const char *beside, struct err *err)
{
	size_t len = common_folder(b);
	struct file_info info;
	struct blob path;
	size_t i;
	enum err_code rc;

	if (len == 0 || beside == NULL)
		return ERR_OK;
	b->entries[0].path[len - 1] = '\0';
	rc = path_join(beside, b->entries[0].path, &path, err);
	b->entries[0].path[len - 1] = '/';
	if (rc != ERR_OK)
		return rc;
	rc = file_info((const char *)path.ptr, false, &info, err);
	blob_free(&path);
	if (rc != ERR_OK || info.type == FILE_FOLDER)
		return rc;
	for (i = 0; i < b->count; i++)
		memmove(b->entries[i].path, b->entries[i].path + len,
			strlen(b->entries[i].path + len) + 1);
	return ERR_OK;
}

enum err_code base_open_archive(
	const char *path, const char *beside, struct base *b, struct err *err)
{
	struct unpack u = {.base = b};
	struct blob file = {NULL, 0};
	enum err_code rc = lib_archive(&u.lib, err);

	b->kind = &archive_kind;
	if (rc == ERR_OK)
		rc = file_read(path, BASE_ARCHIVE_MAX, &file, err);
	if (rc != ERR_OK)
		return rc;
	u.archive = u.lib->archive_read_new();
	if (u.archive == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (u.lib->archive_read_support_filter_gzip(u.archive) < ARCHIVE_WARN ||
		 u.lib->archive_read_support_filter_bzip2(u.archive) < ARCHIVE_WARN ||
		 u.lib->archive_read_support_filter_xz(u.archive) < ARCHIVE_WARN ||
		 u.lib->archive_read_support_format_tar(u.archive) < ARCHIVE_WARN ||
		 u.lib->archive_read_support_format_zip(u.archive) < ARCHIVE_WARN ||
		 u.lib->archive_read_support_format_7zip(u.archive) < ARCHIVE_WARN ||
		 u.lib->archive_read_open_memory(u.archive, file.ptr, file.len) != ARCHIVE_OK)
		rc = failed(&u, err);
	else
		rc = take_all(&u, err);
	if (u.archive != NULL)
		u.lib->archive_read_free(u.archive);
	blob_free(&file);
	return rc == ERR_OK ? drop_folder(b, beside, err) : rc;
}
