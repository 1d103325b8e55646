/* SPDX-License-Identifier: MIT */
#include "output/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "tags/word.h"

#define HEAD "# tagextract: files copied into the folder beside this file\n"

static enum err_code no_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code record_add(
	struct record *r, const char *path, const char hex[SHA256_HEX_LEN], struct err *err)
{
	struct record_line *line;

	if (!ALLOC_ROOM(r->lines, r->count, &r->cap))
		return no_memory(err);
	line = &r->lines[r->count];
	*line = (struct record_line){.path = alloc_text(path), .now = true};
	if (line->path == NULL)
		return no_memory(err);
	memcpy(line->hex, hex, SHA256_HEX_LEN);
	r->count++;
	return ERR_OK;
}

/* Decodes "\n" and "\\" as written by sha256sum, in place. */
static void unescape(char *text)
{
	char *to = text;

	for (; *text != '\0'; text++) {
		if (*text == '\\' && text[1] != '\0') {
			text++;
			*to++ = *text == 'n' ? '\n' : *text == 'r' ? '\r' : *text;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

static enum err_code read_line(struct record *r, struct span line, struct err *err)
{
	bool escaped = span_starts(line, "\\", 1);
	size_t start = escaped ? 1 : 0;
	size_t hex_len = SHA256_HEX_LEN - 1;
	char hex[SHA256_HEX_LEN];
	char *path;
	enum err_code rc;
	size_t i;

	if (line.len < start + hex_len + 3 || memcmp(line.ptr + start + hex_len, "  ", 2) != 0)
		return err_set(err, ERR_FORMAT, "not a record of this program");
	for (i = 0; i < hex_len; i++)
		if (!tag_is_one_of(line.ptr[start + i], "0123456789abcdef"))
			return err_set(err, ERR_FORMAT, "not a record of this program");
	memcpy(hex, line.ptr + start, hex_len);
	hex[hex_len] = '\0';
	start += hex_len + 2;
	path = calloc(line.len - start + 1, 1);
	if (path == NULL)
		return no_memory(err);
	memcpy(path, line.ptr + start, line.len - start);
	if (escaped)
		unescape(path);
	if (!base_is_safe(path))
		rc = err_set(err, ERR_FORMAT, "a path that leads out of the folder: %s", path);
	else
		rc = record_add(r, path, hex, err);
	if (rc == ERR_OK)
		r->lines[r->count - 1].now = false;
	free(path);
	return rc;
}

enum err_code record_read(struct span in, struct record *out, struct err *err)
{
	size_t pos = sizeof HEAD - 1;
	size_t end;

	if (!span_starts(in, HEAD, sizeof HEAD - 1))
		return err_set(err, ERR_FORMAT, "not a record of this program");
	for (; pos < in.len; pos = end + 1) {
		struct span line;

		end = span_find(in, pos, "\n", 1);
		end = end == SIZE_MAX ? in.len : end;
		if (!span_slice(in, pos, end - pos, &line) || read_line(out, line, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

/* Compares paths; on Windows without regard to case. */
static int compare(const char *a, const char *b)
{
	bool fold = path_is_sep('\\');

	for (;; a++, b++) {
		int x = fold ? tag_lower((uint8_t)*a) : (uint8_t)*a;
		int y = fold ? tag_lower((uint8_t)*b) : (uint8_t)*b;

		if (x != y || x == 0)
			return x - y;
	}
}

static int by_name(const void *key, const void *line)
{
	return compare(key, ((const struct record_line *)line)->path);
}

bool record_has(const struct record *r, const char *path)
{
	return num_find(path, r->lines, r->earlier, sizeof r->lines[0], by_name) != NULL;
}

/* "labz/" and "labz" have the record "labz.tagextract"; "." has that of its real path. */
static enum err_code file_of(const char *target, char **out, struct err *err)
{
	struct blob real = {.ptr = NULL};
	const char *path = target;
	size_t len;

	if (file_real_path(target, &real, err) == ERR_OK)
		path = (const char *)real.ptr;
	else if (err->code == ERR_NOMEM)
		return err->code;
	len = strlen(path);
	while (len > 1 && path_is_sep(path[len - 1]))
		len--;
	*out = malloc(len + sizeof ".tagextract");
	if (*out != NULL) {
		memcpy(*out, path, len);
		memcpy(*out + len, ".tagextract", sizeof ".tagextract");
	}
	blob_free(&real);
	return *out != NULL ? ERR_OK : no_memory(err);
}

/* By path; for equal paths the line of this run first. */
static int by_path(const void *a, const void *b)
{
	const struct record_line *x = a;
	const struct record_line *y = b;
	int order = compare(x->path, y->path);

	return order != 0 ? order : y->now - x->now;
}

enum err_code record_open(const char *target, struct record *out, struct err *err)
{
	struct file_info info;
	struct blob bytes;
	enum err_code rc;

	*out = (struct record){.file = NULL};
	rc = file_of(target, &out->file, err);
	if (rc == ERR_OK)
		rc = file_info(out->file, true, &info, err);
	if (rc != ERR_OK || info.type == FILE_NONE)
		return rc;
	out->foreign = true;
	if (info.type != FILE_REGULAR)
		return err_set(err, ERR_FORMAT, "not a record of this program");
	rc = file_read(out->file, RECORD_MAX, &bytes, err);
	if (rc != ERR_OK)
		return rc;
	rc = record_read(blob_span(bytes), out, err);
	/* it may have been sorted differently */
	num_sort(out->lines, out->count, sizeof out->lines[0], by_path);
	out->earlier = out->count;
	out->foreign = rc != ERR_OK;
	blob_free(&bytes);
	return rc;
}

/* Whether the file is regular, not reached through a link, and has the recorded bytes. */
enum state { STATE_GONE, STATE_SAME, STATE_OTHER };

static enum err_code state_of(const char *target, const struct record_line *line, struct blob *path,
	enum state *out, struct err *err)
{
	char hex[SHA256_HEX_LEN];
	struct file_info info;
	struct blob bytes;

	*path = (struct blob){.ptr = NULL};
	*out = STATE_OTHER;
	if (path_join(target, line->path, path, err) != ERR_OK)
		return err->code;
	if (base_meets_link((char *)path->ptr, strlen(target) + 1))
		return ERR_OK;
	if (file_info((const char *)path->ptr, true, &info, err) != ERR_OK)
		return err->code;
	if (info.type == FILE_NONE)
		*out = STATE_GONE;
	if (info.type != FILE_REGULAR)
		return ERR_OK;
	if (file_read((const char *)path->ptr, (size_t)1 << 31, &bytes, err) != ERR_OK)
		return err->code == ERR_LIMIT ? ERR_OK : err->code;
	sha256_hex(blob_span(bytes), hex);
	blob_free(&bytes);
	if (strcmp(hex, line->hex) == 0)
		*out = STATE_SAME;
	return ERR_OK;
}

/* Removes folders that are empty now, but not the target. */
static void drop_folders(const char *target, char *path)
{
	size_t len = path_dir_len(path);

	path[len] = '\0';
	if (len > strlen(target))
		file_drop_folders(path, strlen(target));
}

/* *stays: whether the line remains in the record, as that of a file that cannot be read. */
static enum err_code settle_line(const char *target, const struct record_line *line, bool remove,
	struct record_stale *out, bool *stays, struct err *err)
{
	struct blob path;
	enum state state;
	enum err_code rc = state_of(target, line, &path, &state, err);

	if (rc == ERR_OK) {
		*stays = state == STATE_SAME;
		out->count += state == STATE_SAME;
		out->kept += state == STATE_OTHER;
	}
	if (rc == ERR_OK && state == STATE_SAME && remove) {
		rc = file_remove((const char *)path.ptr, err);
		if (rc == ERR_OK) {
			out->removed++;
			*stays = false;
			drop_folders(target, (char *)path.ptr);
		}
	}
	if (rc != ERR_OK && rc != ERR_NOMEM)
		rc = remove ? err_prefix(err, "%s", (const char *)path.ptr) : ERR_OK;
	blob_free(&path);
	return rc;
}

enum err_code record_settle(struct record *r, const char *target, bool remove,
	struct record_stale *out, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t kept = 0;
	size_t i;

	*out = (struct record_stale){0, 0, 0};
	num_sort(r->lines, r->count, sizeof r->lines[0], by_path);
	for (i = 0; i < r->count; i++) {
		struct record_line line = r->lines[i];
		bool stays = true;

		if (kept > 0 && compare(r->lines[kept - 1].path, line.path) == 0)
			stays = false; /* replaced by the new line */
		else if (!line.now && rc == ERR_OK)
			rc = settle_line(target, &line, remove, out, &stays, err);
		if (stays)
			r->lines[kept++] = line;
		else
			free(line.path);
	}
	r->count = kept;
	return rc;
}

void record_sum(struct buf *out, const char *path, const char hex[SHA256_HEX_LEN])
{
	const char *p;

	buf_printf(out, "%s%s  ", strpbrk(path, "\\\r\n") != NULL ? "\\" : "", hex);
	for (p = path; *p != '\0'; p++) {
		if (*p == '\\' || *p == '\n' || *p == '\r')
			buf_str(out, *p == '\\' ? "\\\\" : *p == '\n' ? "\\n" : "\\r");
		else
			buf_add_u8(out, (uint8_t)*p);
	}
	buf_str(out, "\n");
}

enum err_code record_save(struct record *r, struct err *err)
{
	struct file_info info;
	struct blob bytes;
	struct buf b;
	enum err_code rc;
	size_t i;

	if (r->foreign || r->file == NULL)
		return ERR_OK;
	if (r->count == 0) {
		rc = file_info(r->file, true, &info, err);
		return rc == ERR_OK && info.type == FILE_REGULAR ? file_remove(r->file, err) : rc;
	}
	buf_init(&b, 0);
	buf_str(&b, HEAD);
	for (i = 0; i < r->count; i++)
		record_sum(&b, r->lines[i].path, r->lines[i].hex);
	rc = buf_finish(&b, &bytes, err);
	if (rc != ERR_OK)
		return rc;
	rc = file_write(r->file, blob_span(bytes), true, err);
	blob_free(&bytes);
	return rc;
}

void record_free(struct record *r)
{
	size_t i;

	for (i = 0; i < r->count; i++)
		free(r->lines[i].path);
	free(r->lines);
	free(r->file);
	*r = (struct record){.file = NULL};
}
