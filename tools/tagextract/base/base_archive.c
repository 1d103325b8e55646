/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/file.h"
#include "biosbelt/gunzip.h"
#include "biosbelt/num.h"
#include "biosbelt/utf.h"
#include "biosbelt/zip_dir.h"
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

/* An archive being read. */
struct unpack {
	const struct lib_archive *lib;
	struct archive *archive;
	struct base *base;
	uint64_t total;
	struct gunzip *gz; /* or NULL */
	size_t seen;       /* entries */
};

static la_ssize_t next_of_gz(struct archive *a, void *user, const void **out)
{
	struct unpack *u = user;
	struct span got;
	struct err err;

	if (gunzip_next(u->gz, &got, &err) != ERR_OK) {
		u->lib->archive_set_error(a, EILSEQ, "%s", err.text);
		return ARCHIVE_FATAL;
	}
	*out = got.ptr;
	return (la_ssize_t)got.len;
}

/* Returns as libarchive's functions do. */
static int open_memory(struct unpack *u, struct span file)
{
	struct err err;

	if (span_starts(file, "PK\3\4", 4))
		file = zip_to_end(file);
	if (!gunzip_begins(file))
		return u->lib->archive_read_open_memory(u->archive, file.ptr, file.len);
	if (gunzip_open(file, &u->gz, &err) != ERR_OK)
		return ARCHIVE_FATAL;
	return u->lib->archive_read_open(u->archive, u, NULL, next_of_gz, NULL);
}

static enum err_code failed(struct unpack *u, struct err *err)
{
	const char *words = u->lib->archive_error_string(u->archive);

	return err_set(err, ERR_FORMAT, "not an archive that can be read: %s",
		words != NULL ? words : "unknown reason");
}

/* Includes names and copies: an archive may have little else. */
static enum err_code count(struct unpack *u, size_t bytes, struct err *err)
{
	u->total += bytes;
	return u->total <= BASE_TOTAL_MAX ? ERR_OK
					  : err_set(err, ERR_LIMIT, "unpacks to more than 4 GiB");
}

static enum err_code read_data(struct unpack *u, struct blob *out, struct err *err)
{
	struct buf b;
	bool ended = false;
	enum err_code rc = ERR_OK;

	buf_init(&b, BASE_FILE_MAX);
	while (rc == ERR_OK) {
		uint8_t piece[65536];
		la_ssize_t got = u->lib->archive_read_data(u->archive, piece, sizeof piece);

		if (got < 0)
			rc = failed(u, err);
		if (got < 0 || (got == 0 && ended))
			break;
		ended = got == 0; /* once also before the last hole of a sparse file */
		rc = count(u, (size_t)got, err);
		buf_add(&b, piece, (size_t)got);
	}
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

static enum err_code copy_bytes(
	struct unpack *u, struct span bytes, struct blob *out, struct err *err)
{
	return count(u, bytes.len, err) == ERR_OK ? blob_copy(bytes, out, err) : err->code;
}

static int by_place(const void *a, const void *b)
{
	const struct base_entry *x = *(const struct base_entry *const *)a;
	const struct base_entry *y = *(const struct base_entry *const *)b;
	int order = strcmp(x->path, y->path);

	return order != 0 ? order : num_order(x->order, y->order);
}

/* The target of a hard link: the last entry of that path before the link. NULL: none. */
static const struct base_entry *linked_to(
	struct base_entry *const *sorted, size_t count, const struct base_entry *link)
{
	const char *path = (const char *)link->data.ptr;
	size_t low = 0;
	size_t high = count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(sorted[mid]->path, path);

		if (order < 0 || (order == 0 && sorted[mid]->order < link->order))
			low = mid + 1;
		else
			high = mid;
	}
	return low > 0 && strcmp(sorted[low - 1]->path, path) == 0 ? sorted[low - 1] : NULL;
}

/* Copies the target's bytes to a hard link, whose data are the target's path so far. */
static enum err_code copy_linked(struct unpack *u, struct base_entry *const *sorted,
	struct base_entry *link, struct err *err)
{
	const struct base_entry *from = linked_to(sorted, u->base->count, link);
	struct blob bytes;

	if (from == NULL)
		return err_set(err, ERR_FORMAT, "a hard link to nothing: %s",
			(const char *)link->data.ptr);
	if (copy_bytes(u, blob_span(from->data), &bytes, err) != ERR_OK)
		return err->code;
	blob_free(&link->data);
	link->data = bytes;
	return ERR_OK;
}

static enum err_code follow_links(struct unpack *u, struct err *err)
{
	struct base *b = u->base;
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
	struct base_entry **sorted = calloc(b->count + 1, sizeof *sorted);
	enum err_code rc = sorted != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
	size_t i;

	for (i = 0; i < b->count && rc == ERR_OK; i++)
		sorted[i] = &b->entries[i];
	if (rc == ERR_OK)
		/* NOLINTNEXTLINE(bugprone-sizeof-expression) */
		qsort(sorted, b->count, sizeof *sorted, by_place);
	for (i = 0; i < b->count && rc == ERR_OK; i++)
		if (b->entries[i].hard)
			rc = copy_linked(u, sorted, &b->entries[i], err);
	free(sorted);
	return rc;
}

static const char *plain_path(const char *path)
{
	while (path[0] == '.' && path[1] == '/')
		path += 2;
	return path;
}

#define SECONDS_MOST (INT64_MAX / 1000000000)

/* Whether it is .git, or in such a folder. */
static bool is_of_git(const char *path)
{
	const char *git = strstr(path, ".git");

	while (git != NULL &&
		((git != path && git[-1] != '/') || (git[4] != '/' && git[4] != '\0')))
		git = strstr(git + 1, ".git");
	return git != NULL;
}

/* A name in UTF-8. Where wide characters are UTF-16 (Windows) the other form is in the system's
 * code page, which may lack some of them. */
static const char *name_of(const char *bytes, const wchar_t *wide, struct buf *room)
{
	buf_init(room, 0);
	if (sizeof(wchar_t) > 2 || wide == NULL)
		return bytes;
	for (; *wide != 0; wide++) {
		uint32_t c = (uint32_t)*wide & 0x1FFFFF;
		uint8_t utf8[4];

		if ((c & 0xFFFC00) == 0xD800 && ((uint32_t)wide[1] & 0xFC00) == 0xDC00)
			c = 0x10000 + ((c & 0x3FF) << 10) + ((uint32_t) * ++wide & 0x3FF);
		buf_add(room, utf8, utf8_put(c, utf8));
	}
	buf_add_u8(room, 0);
	return room->failed == ERR_OK ? (const char *)room->ptr : NULL;
}

static enum err_code take_named(struct unpack *u, struct archive_entry *entry, const char *path,
	const char *link, const char *hard, struct err *err)
{
	unsigned type = (unsigned)u->lib->archive_entry_filetype(entry);
	int64_t seconds = u->lib->archive_entry_mtime(entry);
	struct blob data = {.ptr = NULL};
	struct base_entry *e;
	enum err_code rc;

	if (path == NULL)
		return err_set(err, ERR_FORMAT, "an entry whose name cannot be read");
	path = plain_path(path);
	hard = hard != NULL ? plain_path(hard) : NULL;
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
	e->hard = hard != NULL;
	if (hard != NULL)
		rc = copy_bytes(u, span_of(hard, strlen(hard) + 1), &data, err);
	else if (e->link && link != NULL)
		rc = copy_bytes(u, span_of(link, strlen(link)), &data, err);
	else if (!e->odd && !e->link)
		rc = read_data(u, &data, err);
	u->base->entries[u->base->count - 1].data = data;
	return rc;
}

static enum err_code take_entry(struct unpack *u, struct archive_entry *entry, struct err *err)
{
	const struct lib_archive *lib = u->lib;
	const char *utf8 = lib->archive_entry_pathname_utf8(entry);
	const char *path = utf8 != NULL ? utf8 : lib->archive_entry_pathname(entry);
	const char *link = lib->archive_entry_symlink(entry);
	const char *hard = lib->archive_entry_hardlink(entry);
	struct buf rooms[3];
	enum err_code rc;

	path = name_of(path, lib->archive_entry_pathname_w(entry), &rooms[0]);
	link = name_of(link, lib->archive_entry_symlink_w(entry), &rooms[1]);
	hard = name_of(hard, lib->archive_entry_hardlink_w(entry), &rooms[2]);
	rc = take_named(u, entry, path, link, hard, err);
	buf_free(&rooms[0]);
	buf_free(&rooms[1]);
	buf_free(&rooms[2]);
	return rc;
}

/* Entries of the .zip's directory; 0: there is none. */
static size_t listed(struct span file)
{
	struct zip_dir dir;
	struct zip_item item;
	size_t n = 0;

	if (zip_dir_find(file, &dir)) {
		struct cursor c = {.in = dir.items};

		while (zip_item_next(&c, &item))
			n++;
	}
	return n;
}

/* libarchive takes the end of the file for the blocks of zeros that end a .tar, and reads a .zip
 * without its directory, with links as files. */
static enum err_code check_end(const struct unpack *u, struct span file, struct err *err)
{
	int format = u->lib->archive_format(u->archive) & ARCHIVE_FORMAT_BASE_MASK;
	size_t count;

	if (format == ARCHIVE_FORMAT_TAR &&
		u->lib->archive_filter_bytes(u->archive, 0) ==
			u->lib->archive_read_header_position(u->archive))
		return err_set(err, ERR_FORMAT, "cut short: no block of zeros ends the .tar");
	if (format != ARCHIVE_FORMAT_ZIP)
		return ERR_OK;
	count = listed(file);
	if (zip_end_is_odd(file) || count < zip_dir_count(file))
		return err_set(err, ERR_FORMAT,
			"cut short or damaged: no central directory of its own ends it");
	if (u->seen < count) /* libarchive skips these */
		return err_set(err, ERR_FORMAT,
			"entries that share their content with others were not read: %zu",
			count - u->seen);
	return ERR_OK;
}

/* A warning is not: of an entry whose name could not be converted the bytes are there. */
static bool is_bad(int got)
{
	return got < ARCHIVE_WARN;
}

static enum err_code take_all(struct unpack *u, struct span file, struct err *err)
{
	for (;; u->seen++) {
		struct archive_entry *entry;
		int got = u->lib->archive_read_next_header(u->archive, &entry);

		if (got == ARCHIVE_EOF && check_end(u, file, err) != ERR_OK)
			return err->code;
		if (got == ARCHIVE_EOF)
			return follow_links(u, err);
		if (is_bad(got))
			return failed(u, err);
		if (take_entry(u, entry, err) != ERR_OK)
			return err->code;
	}
}

/* Length of the single top folder, with its '/', that contains everything; 0: none. */
static size_t common_folder(const struct base *b)
{
	const char *first = b->count > 0 ? b->entries[0].path : "";
	const char *slash = strchr(first, '/');
	size_t len = slash != NULL ? (size_t)(slash - first) + 1 : 0;
	size_t i;

	for (i = 0; i < b->count; i++)
		if (strncmp(b->entries[i].path, first, len) != 0)
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
	struct blob file = {.ptr = NULL};
	enum err_code rc = lib_archive(&u.lib, err);

	b->kind = &archive_kind;
	/* libarchive returns names in the locale's encoding */
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	if (rc == ERR_OK)
		rc = file_read(path, BASE_ARCHIVE_MAX, &file, err);
	if (rc != ERR_OK)
		return rc;
	u.archive = u.lib->archive_read_new();
	if (u.archive == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (is_bad(u.lib->archive_read_support_filter_gzip(u.archive)) ||
		 is_bad(u.lib->archive_read_support_filter_bzip2(u.archive)) ||
		 is_bad(u.lib->archive_read_support_filter_xz(u.archive)) ||
		 is_bad(u.lib->archive_read_support_format_tar(u.archive)) ||
		 is_bad(u.lib->archive_read_support_format_zip(u.archive)) ||
		 is_bad(u.lib->archive_read_support_format_7zip(u.archive)) ||
		 open_memory(&u, blob_span(file)) != ARCHIVE_OK)
		rc = failed(&u, err);
	else
		rc = take_all(&u, blob_span(file), err);
	if (u.archive != NULL)
		u.lib->archive_read_free(u.archive);
	gunzip_close(u.gz);
	blob_free(&file);
	if (rc == ERR_OK)
		rc = base_decode_names(b, beside, common_folder(b), err);
	return rc == ERR_OK ? drop_folder(b, beside, err) : rc;
}
