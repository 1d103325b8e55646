/* SPDX-License-Identifier: MIT */
#include "compose/merge.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

struct parser {
	struct span in;
	size_t pos;
	size_t line;
	uint8_t separator;
	struct buf text; /* values, each ended by a zero byte */
	size_t *offsets; /* of the values in text */
	size_t count;
	size_t cap;
};

static uint8_t choose_separator(struct span in)
{
	static const char kinds[] = {',', ';', '\t'};
	size_t seen[sizeof kinds] = {0};
	bool quoted = false;
	size_t best = 0;
	size_t i;
	size_t k;

	for (i = 0; i < in.len && (quoted || in.ptr[i] != '\n'); i++) {
		quoted = quoted != (in.ptr[i] == '"');
		for (k = 0; k < sizeof kinds && !quoted; k++)
			seen[k] += in.ptr[i] == (uint8_t)kinds[k];
	}
	for (k = 1; k < sizeof kinds; k++)
		if (seen[k] > seen[best])
			best = k;
	return (uint8_t)kinds[best];
}

static enum err_code begin_cell(struct parser *p, struct err *err)
{
	if (!ALLOC_ROOM(p->offsets, p->count, &p->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	p->offsets[p->count++] = p->text.len;
	return ERR_OK;
}

static bool at_end(const struct parser *p)
{
	return p->pos >= p->in.len;
}

static bool at_line_end(const struct parser *p)
{
	return at_end(p) || p->in.ptr[p->pos] == '\n' || p->in.ptr[p->pos] == '\r';
}

static enum err_code quoted(struct parser *p, struct err *err)
{
	size_t first = p->line;

	for (p->pos++; !at_end(p); p->pos++) {
		uint8_t c = p->in.ptr[p->pos];

		p->line += c == '\n';
		if (c == '"') {
			if (p->pos + 1 >= p->in.len || p->in.ptr[p->pos + 1] != '"') {
				p->pos++;
				return ERR_OK;
			}
			p->pos++;
		}
		buf_add_u8(&p->text, c);
	}
	return err_set(err, ERR_FORMAT, "line %zu: a quote is never closed", first);
}

static enum err_code cell(struct parser *p, struct err *err)
{
	enum err_code rc = begin_cell(p, err);

	if (rc == ERR_OK && !at_end(p) && p->in.ptr[p->pos] == '"') {
		rc = quoted(p, err);
		if (rc == ERR_OK && !at_line_end(p) && p->in.ptr[p->pos] != p->separator)
			rc = err_set(
				err, ERR_FORMAT, "line %zu: text after a closing quote", p->line);
	}
	while (rc == ERR_OK && !at_line_end(p) && p->in.ptr[p->pos] != p->separator)
		buf_add_u8(&p->text, p->in.ptr[p->pos++]);
	buf_add_u8(&p->text, 0);
	return rc;
}

/* "sep=;" of Excel: sets the separator. */
static void take_separator(struct parser *p)
{
	struct span rest;

	if (!span_starts(p->in, "sep=", 4) || p->in.len < 6 || !span_from(p->in, 5, &rest) ||
		strchr(",;\t|", p->in.ptr[4]) == NULL)
		return;
	if (rest.ptr[0] != '\n' && !(rest.len > 1 && rest.ptr[0] == '\r' && rest.ptr[1] == '\n'))
		return;
	p->separator = p->in.ptr[4];
	p->pos = 5 + (rest.ptr[0] == '\r') + 1;
	p->line++;
}

static bool all_empty(const struct parser *p, size_t cells)
{
	size_t from = cells > 0 ? p->offsets[p->count - cells] : 0;
	size_t i;

	for (i = from; i < p->text.len; i++)
		if (p->text.ptr[i] != 0)
			return false;
	return p->text.failed == ERR_OK;
}

/* Reads the cells of a line; *cells is 0 for an empty one. */
static enum err_code line(struct parser *p, size_t *cells, struct err *err)
{
	enum err_code rc = ERR_OK;

	*cells = 0;
	while (rc == ERR_OK && !(*cells == 0 && at_line_end(p))) {
		rc = cell(p, err);
		if (++*cells > MERGE_COLUMNS_MAX)
			return err_set(err, ERR_FORMAT, "line %zu: too many columns", p->line);
		if (at_line_end(p))
			break;
		p->pos++; /* the separator */
	}
	if (!at_end(p) && p->in.ptr[p->pos] == '\r')
		p->pos++;
	if (!at_end(p) && p->in.ptr[p->pos] == '\n')
		p->pos++;
	return rc;
}

/* Spreadsheets write columns that were cleared. Drops empty cells at the end, down to least;
 * returns the number left. */
static size_t drop_empty(struct parser *p, size_t cells, size_t least)
{
	for (; cells > least && p->text.failed == ERR_OK; cells--) {
		size_t at = p->offsets[p->count - 1];

		if (p->text.ptr[at] != 0)
			break;
		p->text.len = at;
		p->count--;
	}
	return cells;
}

static enum err_code all_lines(struct parser *p, struct merge_table *t, struct err *err)
{
	size_t lines = 0;
	enum err_code rc = ERR_OK;

	for (; rc == ERR_OK && !at_end(p); p->line++) {
		size_t first = p->line;
		size_t cells;

		rc = line(p, &cells, err);
		if (rc != ERR_OK || cells == 0)
			continue;
		if (cells > 1 && all_empty(p, cells)) { /* a cleared row of a spreadsheet */
			p->count -= cells;
			p->text.len = p->offsets[p->count];
			continue;
		}
		if (lines++ == 0)
			t->columns = drop_empty(p, cells, 1);
		else if (drop_empty(p, cells, t->columns) != t->columns)
			return err_set(err, ERR_FORMAT, "line %zu: %zu values for %zu columns",
				first, cells, t->columns);
		if (lines > MERGE_ROWS_MAX)
			return err_set(err, ERR_FORMAT, "too many rows");
	}
	if (rc == ERR_OK && lines < 2)
		return err_set(err, ERR_FORMAT, "no row below the names of the columns");
	t->rows = lines - 1;
	return rc;
}

static enum err_code names_ok(const struct merge_table *t, struct err *err)
{
	size_t i;
	size_t k;

	for (i = 0; i < t->columns; i++) {
		/* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): a column has cells */
		if (t->cells[i][0] == '\0' || strpbrk(t->cells[i], "{}\r\n") != NULL)
			return err_set(err, ERR_FORMAT, "column %zu has no good name", i + 1);
		for (k = 0; k < i; k++)
			if (strcmp(t->cells[i], t->cells[k]) == 0)
				return err_set(
					err, ERR_FORMAT, "two columns are called %s", t->cells[i]);
	}
	return ERR_OK;
}

static enum err_code take(struct parser *p, struct merge_table *t, struct err *err)
{
	struct blob text;
	size_t i;
	enum err_code rc = buf_finish(&p->text, &text, err);

	if (rc != ERR_OK)
		return rc;
	t->text = (char *)text.ptr;
	t->cells = calloc(p->count + 1, sizeof *t->cells);
	if (t->cells == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < p->count; i++)
		t->cells[i] = t->text + p->offsets[i];
	return names_ok(t, err);
}

enum err_code merge_parse(struct span text, struct merge_table *out, struct err *err)
{
	struct parser p = {.in = text, .line = 1};
	enum err_code rc = ERR_OK;

	*out = (struct merge_table){0};
	if (text.len > 0 && memchr(text.ptr, 0, text.len) != NULL)
		return err_set(err, ERR_FORMAT, "a zero byte in it");
	p.separator = choose_separator(text);
	take_separator(&p);
	buf_init(&p.text, 0);
	rc = all_lines(&p, out, err);
	if (rc == ERR_OK)
		rc = take(&p, out, err);
	buf_free(&p.text);
	free(p.offsets);
	if (rc != ERR_OK)
		merge_free(out);
	return rc;
}

void merge_free(struct merge_table *t)
{
	free(t->text);
	free(t->cells);
	*t = (struct merge_table){0};
}

static const char *value_of(const struct merge_table *t, size_t row, struct span name)
{
	size_t i;

	for (i = 0; i < t->columns; i++)
		if (strlen(t->cells[i]) == name.len && memcmp(t->cells[i], name.ptr, name.len) == 0)
			return t->cells[(row + 1) * t->columns + i];
	return NULL;
}

static void add_html(struct buf *out, const char *value)
{
	for (; *value != '\0'; value++) {
		if (*value == '&')
			buf_str(out, "&amp;");
		else if (*value == '<')
			buf_str(out, "&lt;");
		else if (*value == '>')
			buf_str(out, "&gt;");
		else if (*value == '"')
			buf_str(out, "&quot;");
		else if (*value == '\'')
			buf_str(out, "&#39;");
		else
			buf_add_u8(out, (uint8_t)*value);
	}
}

/* RFC 3986, section 2.3: characters that need no encoding in a URL. */
static void add_url(struct buf *out, const char *value)
{
	for (; *value != '\0'; value++) {
		unsigned char c = (unsigned char)*value;

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			strchr("-._~", c) != NULL)
			buf_add_u8(out, c);
		else
			buf_printf(out, "%%%02X", c);
	}
}

/* Length up to the brace that ends a name of at most 200 bytes on the same line; SIZE_MAX: none. */
static size_t name_end(struct span text, size_t pos)
{
	size_t i;

	for (i = pos; i < text.len && i - pos <= 200 && text.ptr[i] != '\n' && text.ptr[i] != '{';
		i++)
		if (text.ptr[i] == '}')
			return i;
	return SIZE_MAX;
}

enum err_code merge_expand(const struct merge_table *t, size_t row, struct span text,
	enum merge_form form, struct buf *out, struct err *err)
{
	size_t i = 0;

	while (i < text.len) {
		bool twice = text.ptr[i] == '{' && i + 1 < text.len && text.ptr[i + 1] == '{';
		size_t end = text.ptr[i] == '{' && !twice ? name_end(text, i + 1) : SIZE_MAX;
		struct span name = {NULL, 0};
		const char *value = NULL;

		if (end != SIZE_MAX) {
			span_slice(text, i + 1, end - i - 1, &name);
			value = value_of(t, row, name);
		}
		if (value == NULL && end != SIZE_MAX && (form == MERGE_STRICT || form == MERGE_URL))
			return err_set(err, ERR_USAGE, "no column is called %.*s", (int)name.len,
				(const char *)name.ptr);
		if (value == NULL) { /* left as it is, including what follows up to a brace */
			size_t next = span_find(text, i + 1, "{", 1);
			bool strict = form == MERGE_STRICT || form == MERGE_URL;

			next = twice ? i + 1 : next == SIZE_MAX ? text.len : next;
			buf_add(out, text.ptr + i, next - i);
			i = twice && strict ? i + 2 : next;
			continue;
		}
		if (form == MERGE_HTML)
			add_html(out, value);
		else if (form == MERGE_URL)
			add_url(out, value);
		else
			buf_str(out, value);
		i = end + 1;
	}
	return out->failed != ERR_OK ? err_set(err, out->failed, "out of memory") : ERR_OK;
}

bool merge_has_column(const struct merge_table *t, struct span text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		size_t end = text.ptr[i] == '{' ? name_end(text, i + 1) : SIZE_MAX;
		struct span name;

		if (end != SIZE_MAX && span_slice(text, i + 1, end - i - 1, &name) &&
			value_of(t, 0, name) != NULL)
			return true;
	}
	return false;
}
