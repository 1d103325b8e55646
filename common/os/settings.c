/* SPDX-License-Identifier: MIT */
#include "biosbelt/settings.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/blank.h"
#include "biosbelt/file.h"
#include "biosbelt/utf.h"

static enum err_code add_pair(struct settings *s, struct span section, struct span key,
	struct span value, unsigned line, struct err *err)
{
	struct setting *item = &s->items[s->count];

	item->section = alloc_text_len(section.ptr, section.len);
	item->key = alloc_text_len(key.ptr, key.len);
	item->value = alloc_text_len(value.ptr, value.len);
	item->line = line;
	s->count++;
	if (item->section == NULL || item->key == NULL || item->value == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

/* Parses "[name]" into *section, which the following lines belong to. */
static enum err_code parse_section(
	struct span line, unsigned number, struct span *section, struct err *err)
{
	if (line.ptr[line.len - 1] != ']')
		return err_set(err, ERR_FORMAT, "line %u: '[' without ']'", number);
	*section = trim(span_of(line.ptr + 1, line.len - 2));
	return ERR_OK;
}

static enum err_code parse_line(struct settings *s, struct span line, unsigned number,
	struct span *section, struct err *err)
{
	size_t equals;

	line = trim(line);
	if (line.len == 0 || line.ptr[0] == '#' || line.ptr[0] == ';')
		return ERR_OK;
	if (line.ptr[0] == '[')
		return parse_section(line, number, section, err);
	equals = span_find(line, 0, "=", 1);
	if (equals == SIZE_MAX || equals == 0)
		return err_set(err, ERR_FORMAT, "line %u: not \"key = value\"", number);
	if (span_find(line, 0, "", 1) != SIZE_MAX)
		return err_set(err, ERR_FORMAT, "line %u: a NUL byte", number);
	if (s->count >= SETTINGS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d settings", SETTINGS_MAX);
	return add_pair(s, *section, trim(span_of(line.ptr, equals)),
		trim(span_of(line.ptr + equals + 1, line.len - equals - 1)), number, err);
}

enum err_code settings_parse(struct span text, struct settings *out, struct err *err)
{
	return settings_parse_warn(text, NULL, NULL, out, err);
}

/* What > of PowerShell 5 and "Unicode" of Notepad write. */
static enum err_code parse_utf16(
	struct span text, settings_warn_fn warn, void *user, struct settings *out, struct err *err)
{
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	rc = utf16le_to_utf8(span_of(text.ptr + 2, text.len - 2), &b, NULL, err);
	if (rc == ERR_OK)
		rc = settings_parse_warn(span_of(b.ptr, b.len), warn, user, out, err);
	buf_free(&b);
	return rc;
}

enum err_code settings_parse_warn(
	struct span text, settings_warn_fn warn, void *user, struct settings *out, struct err *err)
{
	struct settings s;
	struct span section = span_of(NULL, 0);
	enum err_code rc = ERR_OK;
	unsigned number = 0;
	size_t at = 0;

	if (span_starts(text, "\xFF\xFE", 2))
		return parse_utf16(text, warn, user, out, err);
	s = (struct settings){calloc(SETTINGS_MAX, sizeof *s.items), 0};
	if (s.items == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (span_starts(text, "\xEF\xBB\xBF", 3))
		at = 3;
	while (rc == ERR_OK && at < text.len) {
		size_t end = span_find(text, at, "\n", 1);

		if (end == SIZE_MAX)
			end = text.len;
		rc = parse_line(&s, span_of(text.ptr + at, end - at), ++number, &section, err);
		if (rc == ERR_FORMAT && warn != NULL) {
			warn(user, err->text);
			rc = ERR_OK;
		}
		at = end + 1;
	}
	if (rc != ERR_OK) {
		settings_free(&s);
		return rc;
	}
	*out = s;
	return ERR_OK;
}

enum err_code settings_read(const char *path, struct settings *out, struct err *err)
{
	return settings_read_warn(path, NULL, NULL, out, err);
}

enum err_code settings_read_named(const char *path, struct settings *out, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(path, false, &info, err);

	*out = (struct settings){NULL, 0};
	if (rc == ERR_OK && info.type == FILE_NONE)
		rc = err_set(err, ERR_IO, "no such file");
	return rc == ERR_OK ? settings_read(path, out, err) : rc;
}

enum err_code settings_read_warn(
	const char *path, settings_warn_fn warn, void *user, struct settings *out, struct err *err)
{
	struct file_info info;
	struct blob text;
	enum err_code rc = file_info(path, false, &info, err);

	*out = (struct settings){NULL, 0};
	if (rc != ERR_OK || info.type == FILE_NONE)
		return rc;
	if (info.type == FILE_OTHER && strncmp(path, "/dev/", 5) != 0 &&
		strncmp(path, "/proc/", 6) != 0) /* a FIFO may wait for its writer */
		return err_set(err, ERR_IO, "is not a regular file");
	rc = file_read(path, SETTINGS_FILE_MAX, &text, err);
	if (rc != ERR_OK)
		return rc;
	rc = settings_parse_warn(blob_span(text), warn, user, out, err);
	blob_free(&text);
	return rc;
}

void settings_free(struct settings *s)
{
	size_t i;

	for (i = 0; i < s->count; i++) {
		free(s->items[i].section);
		free(s->items[i].key);
		free(s->items[i].value);
	}
	free(s->items);
	*s = (struct settings){NULL, 0};
}

void settings_unquote(struct setting *item)
{
	size_t len = strlen(item->value);
	char mark = item->value[0];

	if ((mark != '"' && mark != '\'') || strchr(item->value + 1, mark) != item->value + len - 1)
		return;
	memmove(item->value, item->value + 1, len - 2);
	item->value[len - 2] = '\0';
}

const char *settings_get(const struct settings *s, const char *key)
{
	size_t i;

	for (i = s->count; i > 0; i--)
		if (strcmp(s->items[i - 1].key, key) == 0)
			return s->items[i - 1].value;
	return NULL;
}
