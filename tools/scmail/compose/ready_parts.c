/* SPDX-License-Identifier: MIT */
#include "compose/ready_parts.h"

#include <string.h>

#include "compose/ready_field.h"

#define DEPTH_MAX 20 /* depth of nested parts; deeper ones stay unchanged */

struct parts {
	struct buf *out;
	char *warning;
	unsigned depth;
};

static enum err_code write_body(struct parts *p, const struct content *c, struct err *err);

/* Copies the bytes between two offsets. */
static void copy(struct parts *p, struct span in, size_t from, size_t to)
{
	struct span bytes;

	span_slice(in, from, to - from, &bytes);
	buf_add(p->out, bytes.ptr, bytes.len);
}

/* "--boundary", with "--" after the last part (RFC 2046, section 5.1.1). */
static bool is_delimiter(struct span line, struct span boundary, bool *last)
{
	size_t at = 2 + boundary.len;

	if (line.len < at || memcmp(line.ptr, "--", 2) != 0 ||
		memcmp(line.ptr + 2, boundary.ptr, boundary.len) != 0)
		return false;
	*last = line.len >= at + 2 && memcmp(line.ptr + at, "--", 2) == 0;
	for (at += *last ? 2 : 0; at < line.len; at++)
		if (strchr(" \t\r\n", line.ptr[at]) == NULL)
			return false;
	return true;
}

static enum err_code write_fields(
	struct parts *p, struct fieldscan *s, bool coded_anew, struct err *err)
{
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && fieldscan_next(s)) {
		if (coded_anew && fieldscan_is(s, "content-transfer-encoding"))
			continue;
		if (ready_field_has_parameters(s))
			rc = ready_field_parameters(s, p->warning, p->out, err);
		else
			buf_add(p->out, s->whole.ptr, s->whole.len);
	}
	if (rc == ERR_OK && coded_anew)
		buf_str(p->out, "Content-Transfer-Encoding: base64\r\n");
	return rc;
}

/* The line end before a delimiter belongs to it. */
static struct span without_line_end(struct span part)
{
	if (part.len > 0 && part.ptr[part.len - 1] == '\n')
		part.len--;
	if (part.len > 0 && part.ptr[part.len - 1] == '\r')
		part.len--;
	return part;
}

static enum err_code write_part(struct parts *p, struct span part, struct err *err)
{
	struct span inner = without_line_end(part);
	struct content c;
	struct fieldscan s;
	bool repaired;
	enum err_code rc;

	content_read(inner, &c);
	repaired = content_is_repaired(&c);
	fieldscan_init(&s, inner);
	copy(p, inner, 0, s.at);
	rc = write_fields(p, &s, repaired && c.coding == CODING_NONE, err);
	if (rc != ERR_OK)
		return rc;
	copy(p, inner, s.at, inner.len - c.body.len); /* the empty line */
	if (repaired && s.at == inner.len - c.body.len)
		buf_str(p->out, "\r\n"); /* missing in the output of some scripts */
	rc = write_body(p, &c, err);
	if (!repaired || c.coding == CODING_QP)
		copy(p, part, inner.len, part.len);
	return rc;
}

/* Writes a part, or the text before the first or after the last one. */
static enum err_code write_piece(
	struct parts *p, struct span body, size_t from, size_t to, bool is_part, struct err *err)
{
	struct span part;

	if (!is_part) {
		copy(p, body, from, to);
		return ERR_OK;
	}
	span_slice(body, from, to - from, &part);
	return write_part(p, part, err);
}

static enum err_code write_parts(struct parts *p, const struct content *c, struct err *err)
{
	bool inside = false;
	bool last;
	size_t from = 0;
	size_t at;
	size_t end;
	enum err_code rc = ERR_OK;

	for (at = 0; at < c->body.len && rc == ERR_OK; at = end) {
		struct span line;

		end = span_find(c->body, at, "\n", 1);
		end = end == SIZE_MAX ? c->body.len : end + 1;
		span_slice(c->body, at, end - at, &line);
		if (!is_delimiter(line, c->boundary, &last))
			continue;
		rc = write_piece(p, c->body, from, at, inside, err);
		copy(p, c->body, at, end);
		inside = !last;
		from = end;
	}
	/* scripts omit the last delimiter */
	return rc == ERR_OK ? write_piece(p, c->body, from, c->body.len, inside, err) : rc;
}

static enum err_code write_body(struct parts *p, const struct content *c, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (content_is_repaired(c)) {
		content_write(c, p->out);
	} else if (c->boundary.len > 0 && p->depth < DEPTH_MAX) {
		p->depth++;
		rc = write_parts(p, c, err);
		p->depth--;
	} else {
		buf_add(p->out, c->body.ptr, c->body.len);
	}
	return rc;
}

enum err_code ready_parts_write(
	const struct content *c, char *warning, struct buf *out, struct err *err)
{
	struct parts p = {.out = out, .warning = warning};

	return write_body(&p, c, err);
}
