/* SPDX-License-Identifier: MIT */
#include "taglist.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/blank.h"
#include "biosbelt/file.h"
#include "biosbelt/text.h"

#define LIST_MAX ((size_t)1 << 20) /* bytes of a file with tags */

enum err_code tag_list_add(struct tag_list *list, struct span text, struct err *err)
{
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
	char **bigger = realloc(list->tags, (list->count + 1) * sizeof *bigger);
	char *copy = calloc(text.len + 1, 1);

	if (bigger != NULL)
		list->tags = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	memcpy(copy, text.ptr, text.len);
	list->tags[list->count++] = copy;
	return ERR_OK;
}

enum err_code tag_list_split(struct tag_list *list, const char *text, struct err *err)
{
	size_t before = list->count;
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK) {
		size_t len = strcspn(text, ",");
		struct span tag = trim(span_of(text, len));

		if (tag.len > 0)
			rc = tag_list_add(list, tag, err);
		if (text[len] == '\0')
			break;
		text += len + 1;
	}
	if (rc == ERR_OK && list->count == before)
		rc = err_set(err, ERR_USAGE, "an empty tag");
	return rc;
}

/* Reads a text with a byte order mark, or in UTF-8: other encodings would be ambiguous. */
static enum err_code read_list(const char *path, struct buf *text, struct err *err)
{
	struct blob b;
	enum text_enc enc;
	uint64_t bad = 0;
	size_t mark;
	enum err_code rc = file_read(path, LIST_MAX, &b, err);

	if (rc != ERR_OK)
		return rc;
	enc = text_find_bom(blob_span(b), &mark);
	rc = text_to_utf8(enc != TEXT_NONE ? enc : TEXT_UTF8, blob_span(b), text, &bad, err);
	if (rc == ERR_OK &&
		(bad != 0 || span_find(span_of(text->ptr, text->len), 0, "", 1) != SIZE_MAX))
		rc = err_set(err, ERR_FORMAT, "not in UTF-8 (txtcopy --to=utf-8 makes it so)");
	blob_free(&b);
	return rc;
}

/* A tag may contain a '#', but not after a blank. */
static struct span without_comment(struct span line)
{
	size_t i;

	for (i = 0; i < line.len; i++)
		if (line.ptr[i] == '#' && (i == 0 || is_blank(line.ptr[i - 1])))
			line.len = i;
	return line;
}

static enum err_code add_lines(struct tag_list *list, struct span text, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t pos;
	size_t end;

	for (pos = 0; pos < text.len && rc == ERR_OK; pos = end + 1) {
		struct span line;

		end = span_find(text, pos, "\n", 1);
		end = end == SIZE_MAX ? text.len : end;
		line = trim(without_comment(trim(span_of(text.ptr + pos, end - pos))));
		if (line.len > 0)
			rc = tag_list_add(list, line, err);
	}
	return rc;
}

enum err_code tag_list_file(struct tag_list *list, const char *path, struct err *err)
{
	size_t before = list->count;
	struct buf text;
	enum err_code rc;

	buf_init(&text, 0);
	rc = read_list(path, &text, err);
	if (rc == ERR_OK)
		rc = add_lines(list, span_of(text.ptr, text.len), err);
	if (rc == ERR_OK && list->count == before)
		rc = err_set(err, ERR_FORMAT, "no tag in it");
	buf_free(&text);
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

void tag_list_free(struct tag_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		free(list->tags[i]);
	free(list->tags);
	*list = (struct tag_list){.tags = NULL};
}
