/* SPDX-License-Identifier: MIT */
/* Ready messages: sent unchanged, except line ends, Bcc fields and what would break SMTP. */
#include <string.h>

#include "message/parts.h"

#define EML_LINE_MAX 998 /* RFC 5322, section 2.1.1 */

struct eml {
	struct buf out;
	char id[256];
	bool in_head;
	bool has_field;
	bool dropping; /* the current field is left out */
	size_t line;
};

/* Old mails have blanks before the colon (RFC 5322, section 4.5), and no Bcc may be missed. */
static bool field_is(struct span line, const char *name)
{
	size_t len = strlen(name);
	size_t i;

	if (line.len <= len)
		return false;
	for (i = 0; i < len; i++)
		if ((line.ptr[i] | 0x20) != (uint8_t)name[i] && line.ptr[i] != (uint8_t)name[i])
			return false;
	while (i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'))
		i++;
	return i < line.len && line.ptr[i] == ':';
}

static void keep_id(struct eml *e, struct span line)
{
	struct span value;
	size_t len;

	span_from(line, span_find(line, 0, ":", 1) + 1, &value);
	while (value.len > 0 && *value.ptr == ' ')
		span_from(value, 1, &value);
	len = value.len < sizeof e->id - 1 ? value.len : sizeof e->id - 1;
	memcpy(e->id, value.ptr, len);
	e->id[len] = '\0';
}

static enum err_code take_line(struct eml *e, struct span line, struct err *err)
{
	e->line++;
	if (line.len > EML_LINE_MAX)
		return err_set(err, ERR_FORMAT, "line %zu has more than %d characters", e->line,
			EML_LINE_MAX);
	if (line.len > 0 && memchr(line.ptr, 0, line.len) != NULL)
		return err_set(err, ERR_FORMAT, "line %zu holds a zero byte", e->line);
	/* the separator line of a mailbox is not part of the mail (RFC 4155) */
	if (e->line == 1 && span_starts(line, "From ", 5) && !field_is(line, "from"))
		return ERR_OK;
	if (e->in_head) {
		bool goes_on = line.len > 0 && (*line.ptr == ' ' || *line.ptr == '\t');

		if (line.len == 0)
			e->in_head = false;
		else if (!goes_on && memchr(line.ptr, ':', line.len) == NULL)
			return err_set(err, ERR_FORMAT, "line %zu is not a header field", e->line);
		if (!goes_on)
			e->dropping = line.len > 0 &&
				      (field_is(line, "bcc") || field_is(line, "resent-bcc"));
		if (field_is(line, "message-id"))
			keep_id(e, line);
		if (e->dropping)
			return ERR_OK;
		e->has_field = e->has_field || e->in_head;
	}
	buf_add(&e->out, line.ptr, line.len);
	buf_add(&e->out, "\r\n", 2);
	return ERR_OK;
}

static enum err_code take_lines(struct eml *e, struct span eml, struct err *err)
{
	size_t start =
		span_starts(eml, "\xEF\xBB\xBF", 3) ? 3 : 0; /* a byte order mark of an editor */
	size_t i;
	enum err_code rc = ERR_OK;

	for (i = start; i < eml.len && rc == ERR_OK; i++) {
		struct span line;

		if (eml.ptr[i] != '\r' && eml.ptr[i] != '\n')
			continue;
		span_slice(eml, start, i - start, &line);
		rc = take_line(e, line, err);
		if (eml.ptr[i] == '\r' && i + 1 < eml.len && eml.ptr[i + 1] == '\n')
			i++;
		start = i + 1;
	}
	if (rc == ERR_OK && start < eml.len) {
		struct span line;

		span_from(eml, start, &line);
		rc = take_line(e, line, err);
	}
	if (rc == ERR_OK && !e->has_field)
		rc = err_set(err, ERR_FORMAT, "no header field in it: this is not a mail");
	if (rc == ERR_OK && e->in_head)
		buf_str(&e->out, "\r\n");
	return rc;
}

enum err_code message_from_eml(struct span eml, struct message **out, struct err *err)
{
	struct eml e = {.in_head = true};
	struct segments *segs;
	enum err_code rc;

	buf_init(&e.out, 0);
	rc = take_lines(&e, eml, err);
	if (rc == ERR_OK)
		rc = segments_open(&segs, err);
	if (rc != ERR_OK) {
		buf_free(&e.out);
		return rc;
	}
	rc = segments_add_text(segs, &e.out, err);
	if (rc == ERR_OK)
		rc = segments_message(segs, e.id, out, err);
	if (rc != ERR_OK) {
		buf_free(&e.out);
		segments_close(segs);
	}
	return rc;
}
