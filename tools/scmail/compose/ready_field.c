/* SPDX-License-Identifier: MIT */
#include "compose/ready_field.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "compose/textin.h"
#include "message/header.h"
#include "message/mailbox.h"

#define LINE_LEN_MAX 990
#define NAME_LEN_MAX 20 /* of a parameter: "filename" and the like */

bool ready_field_is_odd(const struct fieldscan *s)
{
	bool blank = false; /* a continuation line with only blanks so far */
	size_t line = 0;
	size_t i;

	for (i = 0; i < s->whole.len; i++) {
		uint8_t c = s->whole.ptr[i];
		bool line_end = c == '\r' || c == '\n';

		if (c >= 0x7F || (c < ' ' && c != '\t' && !line_end) || line > LINE_LEN_MAX ||
			(line_end && blank && line > 0))
			return true;
		blank = line == 0 ? c == ' ' || c == '\t' : blank && (c == ' ' || c == '\t');
		line = line_end ? 0 : line + 1;
	}
	return false;
}

/* Copies lines with CR LF at each end, including the last. */
static void add_lines(struct buf *out, struct span text)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] != '\r' && text.ptr[i] != '\n') {
			buf_add_u8(out, text.ptr[i]);
			continue;
		}
		buf_str(out, "\r\n");
		if (text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n')
			i++;
	}
	/* the last line of a header without a body may lack its end, and all behind its colon */
	if (text.len == 0 || (text.ptr[text.len - 1] != '\n' && text.ptr[text.len - 1] != '\r'))
		buf_str(out, "\r\n");
}

/* Only old parsers accept blanks before the colon (RFC 5322, section 4.5.8). */
void ready_field_copy(const struct fieldscan *s, struct buf *out)
{
	if (s->name.ptr + s->name.len + 1 == s->value.ptr) {
		add_lines(out, s->whole);
		return;
	}
	buf_add(out, s->name.ptr, s->name.len);
	buf_add_u8(out, ':');
	add_lines(out, s->value);
}

enum err_code ready_field_text(
	const struct fieldscan *s, char *warning, struct buf *out, struct err *err)
{
	struct textin t = {.warn = true, .warning = warning};
	struct blob text = {NULL, 0};
	struct buf line;
	size_t i;
	enum err_code rc = ERR_OK;

	buf_init(&line, 0);
	for (i = 0; i < s->value.len; i++)
		if (s->value.ptr[i] >= ' ' && s->value.ptr[i] != 0x7F)
			buf_add_u8(&line, s->value.ptr[i]);
		else if (s->value.ptr[i] == '\t')
			buf_add_u8(&line, ' ');
	if (line.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (utf8_valid_len(span_of(line.ptr, line.len)) == line.len)
		buf_add(out, line.ptr, line.len);
	else
		rc = textin_guess(
			&t, span_of(line.ptr, line.len), tr("a header field"), &text, err);
	if (text.len > 0)
		buf_add(out, text.ptr, text.len);
	blob_free(&text);
	buf_free(&line);
	return rc;
}

bool ready_field_has_parameters(const struct fieldscan *s)
{
	return fieldscan_is(s, "content-type") || fieldscan_is(s, "content-disposition");
}

static bool is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

/* Splits text at its next ';' outside quotes; returns what follows, or NULL. */
static char *split(char *text)
{
	bool quoted = false;

	for (; *text != '\0' && (quoted || *text != ';'); text++) {
		if (*text == '"')
			quoted = !quoted;
		else if (*text == '\\' && quoted && text[1] != '\0')
			text++;
	}
	if (*text == '\0')
		return NULL;
	*text = '\0';
	return text + 1;
}

static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " ");
	for (len = strlen(text); len > 0 && text[len - 1] == ' '; len--)
		text[len - 1] = '\0';
	return text;
}

/* False: not a parameter, or its name is not ASCII. */
static bool write_parameter(struct header *h, char *text, bool extended)
{
	char *value = strchr(text, '=');
	char *name;

	if (is_ascii(text)) {
		if (text[0] != '\0') {
			header_glue(h, ";", 1);
			header_token(h, text, strlen(text));
		}
		return true;
	}
	if (value == NULL)
		return false;
	*value++ = '\0';
	name = trim(text);
	if (strlen(name) > NAME_LEN_MAX ||
		strspn(name, "abcdefghijklmnopqrstuvwxyz-"
			     "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strlen(name))
		return false;
	value = trim(value);
	mailbox_unquote(value);
	header_param(h, name, value, extended);
	return true;
}

/* Modifies value. */
static bool write_parameters(const struct fieldscan *s, char *value, struct buf *out)
{
	char name[FIELD_NAME_MAX + 1];
	char *next = split(value);
	struct header h;
	bool good;

	value = trim(value);
	good = is_ascii(value);
	fieldscan_name(s, name);
	header_begin(&h, out, name);
	header_token(&h, value, strlen(value));
	while (good && next != NULL) {
		value = next;
		next = split(value);
		/* mail programs without RFC 2231 use the name parameter of the type */
		good = write_parameter(&h, trim(value), fieldscan_is(s, "content-disposition"));
	}
	header_end(&h);
	return good;
}

enum err_code ready_field_parameters(
	const struct fieldscan *s, char *warning, struct buf *out, struct err *err)
{
	struct buf value;
	struct buf field;
	enum err_code rc;

	if (!ready_field_is_odd(s)) {
		ready_field_copy(s, out);
		return ERR_OK;
	}
	buf_init(&value, 0);
	buf_init(&field, 0);
	rc = ready_field_text(s, warning, &value, err);
	buf_add_u8(&value, 0);
	if (rc == ERR_OK && value.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && write_parameters(s, (char *)value.ptr, &field))
		buf_add(out, field.ptr, field.len);
	else if (rc == ERR_OK)
		ready_field_copy(s, out);
	buf_free(&field);
	buf_free(&value);
	return rc;
}
