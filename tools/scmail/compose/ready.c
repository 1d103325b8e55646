/* SPDX-License-Identifier: MIT */
#include "compose/ready.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "compose/clock.h"
#include "compose/ready_body.h"
#include "compose/ready_field.h"
#include "compose/textin.h"
#include "message/fields.h"
#include "message/fieldscan.h"
#include "message/header.h"
#include "message/message.h"

#define WORD_MAX 900 /* characters without a blank: a line has 998 */

/* Fields found in the header. */
struct seen {
	bool date;
	bool from;
	bool id;
};

/* RFC 5322, 2045, 3834, 5536 and 8098, and what old programs write. Not Date, Status, Priority,
 * Keywords and others that texts begin with, too: few messages have them alone. */
static bool is_of_mails(const struct fieldscan *s)
{
	static const char *const names[] = {"from", "to", "cc", "bcc", "subject", "sender",
		"reply-to", "message-id", "in-reply-to", "references", "received", "return-path",
		"mime-version", "auto-submitted", "precedence", "errors-to", "user-agent",
		"apparently-to", "return-receipt-to", "newsgroups", "delivered-to", "envelope-to",
		"dkim-signature", "authentication-results", "thread-topic", "thread-index"};
	static const char *const beginnings[] = {
		"content-", "resent-", "list-", "x-", "disposition-notification-"};
	char name[FIELD_NAME_MAX + 1];
	size_t i, k;

	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (fieldscan_is(s, names[i]))
			return true;
	fieldscan_name(s, name);
	for (i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
		for (k = 0; beginnings[i][k] != '\0'; k++)
			if ((name[k] >= 'A' && name[k] <= 'Z' ? name[k] + 32 : name[k]) !=
				beginnings[i][k])
				break;
		if (beginnings[i][k] == '\0')
			return true;
	}
	return false;
}

static struct span next_word(struct span line, size_t *at)
{
	struct span word;
	size_t start;

	while (*at < line.len && line.ptr[*at] <= ' ')
		++*at;
	start = *at;
	while (*at < line.len && line.ptr[*at] > ' ')
		++*at;
	span_slice(line, start, *at - start, &word);
	return word;
}

/* form: 0 for a digit, else the character itself. */
static bool has_form(struct span word, const char *form)
{
	size_t i;

	if (word.len != strlen(form))
		return false;
	for (i = 0; i < word.len; i++)
		if (form[i] == '0' ? word.ptr[i] < '0' || word.ptr[i] > '9'
				   : word.ptr[i] != (uint8_t)form[i])
			return false;
	return true;
}

static bool is_one_of(struct span word, const char *const *forms, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (has_form(word, forms[i]))
			return true;
	return false;
}

/* "From a@b.c Mon Jan  1 00:00:00 2026" (RFC 4155), also with a time zone before or after the year,
 * or "remote from HOST". */
static bool is_mailbox_line(struct span line)
{
	static const char *const days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
	static const char *const months[] = {
		"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	static const char *const numbers[] = {"0", "00"};
	static const char *const times[] = {"00:00:00", "0:00:00", "00:00", "0:00"};
	struct span word;
	size_t at = 0;

	(void)next_word(line, &at); /* From */
	(void)next_word(line, &at); /* the address */
	if (!is_one_of(next_word(line, &at), days, 7) ||
		!is_one_of(next_word(line, &at), months, 12) ||
		!is_one_of(next_word(line, &at), numbers, 2) ||
		!is_one_of(next_word(line, &at), times, 4))
		return false;
	word = next_word(line, &at);
	if (!has_form(word, "0000") && !has_form(next_word(line, &at), "0000"))
		return false;
	word = next_word(line, &at);
	return has_form(word, "remote") || next_word(line, &at).len == 0;
}

bool ready_is_text(struct span eml)
{
	struct fieldscan s;
	struct span skipped; /* a byte order mark, a line with From */
	size_t start;

	fieldscan_init(&s, eml);
	start = s.at;
	while (fieldscan_next(&s))
		if (is_of_mails(&s))
			return false;
	span_slice(eml, 0, start, &skipped);
	return span_find(skipped, 0, "From ", 5) != SIZE_MAX ? !is_mailbox_line(skipped)
							     : s.at > start;
}

enum err_code ready_recipients(struct span eml, struct mailbox_list *out, struct err *err)
{
	static const char *const names[2][3] = {
		{"to", "cc", "bcc"}, {"resent-to", "resent-cc", "resent-bcc"}};
	struct fieldscan s;
	bool resent = false;
	enum err_code rc = ERR_OK;
	size_t i;

	fieldscan_init(&s, eml);
	while (fieldscan_next(&s))
		for (i = 0; i < 3; i++)
			resent = resent || fieldscan_is(&s, names[1][i]);
	fieldscan_init(&s, eml);
	while (rc == ERR_OK && fieldscan_next(&s))
		for (i = 0; i < 3 && rc == ERR_OK; i++)
			if (fieldscan_is(&s, names[resent][i]))
				rc = mailbox_parse(out, s.value, err);
	return rc;
}

enum err_code ready_sender(struct span eml, char **out, struct err *err)
{
	struct mailbox_list list = {NULL, 0};
	struct fieldscan s;
	enum err_code rc = ERR_OK;

	fieldscan_init(&s, eml);
	while (rc == ERR_OK && list.count == 0 && fieldscan_next(&s))
		if (fieldscan_is(&s, "from"))
			rc = mailbox_parse(&list, s.value, err);
	if (rc == ERR_OK) {
		*out = alloc_text(list.count > 0 ? list.items[0].spec : "");
		if (*out == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	mailbox_free(&list);
	return rc;
}

static bool is_address_field(const struct fieldscan *s, bool *sends)
{
	static const char *const names[] = {"from", "sender", "reply-to", "resent-from",
		"resent-sender", "to", "cc", "resent-to", "resent-cc"};
	size_t i;

	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (fieldscan_is(s, names[i])) {
			*sends = i < 5;
			return true;
		}
	}
	return false;
}

static bool needs_domain(const struct mailbox_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		if (strchr(list->items[i].spec, '@') == NULL)
			return true;
	return false;
}

static bool is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x7F || (unsigned char)*text < ' ')
			return false;
	return true;
}

/* Writes a name unchanged, or without its quotes if it has to be encoded. */
static void write_name(struct header *h, char *name)
{
	if (is_ascii(name) && (name[0] == '"' || strstr(name, "=?") != NULL)) {
		header_token(h, name, strlen(name));
		return;
	}
	mailbox_unquote(name);
	header_phrase(h, name);
}

static enum err_code write_mailboxes(const struct fieldscan *s, struct mailbox_list *list,
	const struct ready_fill *fill, bool sends, struct buf *out)
{
	char name[FIELD_NAME_MAX + 1];
	struct header h;
	size_t i;

	fieldscan_name(s, name);
	header_begin(&h, out, name);
	for (i = 0; i < list->count; i++) {
		const char *spec = list->items[i].spec;
		bool whole = strchr(spec, '@') != NULL;
		char text[1400];

		if (list->items[i].name[0] != '\0')
			write_name(&h, list->items[i].name);
		if (!whole && sends && fill->local_from != NULL)
			snprintf(text, sizeof text, "<%s>", fill->local_from);
		else
			snprintf(text, sizeof text, "<%.600s%s%.600s>", spec, whole ? "" : "@",
				whole ? "" : fill->domain);
		header_token(&h, text, strlen(text));
		if (i + 1 < list->count)
			header_glue(&h, ",", 1);
	}
	header_end(&h);
	return ERR_OK;
}

static enum err_code write_addresses(const struct fieldscan *s, const struct ready_fill *fill,
	bool sends, struct span value, struct buf *out, struct err *err)
{
	struct mailbox_list list = {NULL, 0};
	enum err_code rc = mailbox_parse(&list, value, err);

	if (rc == ERR_OK && list.count > 0 &&
		(ready_field_is_odd(s) || needs_domain(&list) || list.semicolons))
		rc = write_mailboxes(s, &list, fill, sends, out);
	else if (rc == ERR_OK)
		ready_field_copy(s, out);
	mailbox_free(&list);
	return rc;
}

/* A word that exceeds a line of RFC 5322, as in the command that cron puts in its Subject. */
static bool has_endless_word(const char *value)
{
	while (*value != '\0') {
		size_t len = strcspn(value, " ");

		if (len > WORD_MAX)
			return true;
		value += len;
		value += strspn(value, " ");
	}
	return false;
}

/* ASCII may contain encoded words already: it is only folded at its blanks. */
static void write_value(struct buf *out, const char *name, const char *value)
{
	struct header h;

	value += strspn(value, " ");
	if (!is_ascii(value) || (field_class_of(name) == FIELD_TEXT && has_endless_word(value))) {
		header_field(out, name, value);
		return;
	}
	header_begin(&h, out, name);
	while (*value != '\0') {
		size_t len = strcspn(value, " ");

		header_token(&h, value, len);
		value += len;
		value += strspn(value, " ");
	}
	header_end(&h);
}

static enum err_code write_field(const struct fieldscan *s, const struct ready_fill *fill,
	char *warning, struct buf *out, struct err *err)
{
	char name[FIELD_NAME_MAX + 1];
	struct buf value;
	bool sends = false;
	bool address = is_address_field(s, &sends);
	enum err_code rc;

	if (fieldscan_is(s, "bcc") || fieldscan_is(s, "resent-bcc") ||
		fieldscan_is(s, "return-path"))
		return ERR_OK;
	if (ready_field_has_parameters(s))
		return ready_field_parameters(s, warning, out, err);
	if (!address && !ready_field_is_odd(s)) {
		ready_field_copy(s, out);
		return ERR_OK;
	}
	buf_init(&value, 0);
	rc = ready_field_text(s, warning, &value, err);
	buf_add_u8(&value, 0);
	if (rc == ERR_OK && value.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && address) {
		rc = write_addresses(s, fill, sends, span_of(value.ptr, value.len - 1), out, err);
	} else if (rc == ERR_OK) {
		fieldscan_name(s, name);
		write_value(out, name, (const char *)value.ptr);
	}
	buf_free(&value);
	return rc;
}

static bool is_blank(struct span value)
{
	size_t i;

	for (i = 0; i < value.len; i++)
		if (value.ptr[i] > ' ')
			return false;
	return true;
}

/* True for one of the three required fields. */
static bool note(struct seen *seen, const struct fieldscan *s)
{
	const struct {
		const char *name;
		bool *seen;
	} needed[] = {{"date", &seen->date}, {"from", &seen->from}, {"message-id", &seen->id}};
	size_t i;

	for (i = 0; i < 3; i++) {
		if (!fieldscan_is(s, needed[i].name))
			continue;
		*needed[i].seen = *needed[i].seen || !is_blank(s->value);
		return true;
	}
	return false;
}

static enum err_code write_missing(
	const struct seen *seen, const struct ready_fill *fill, struct buf *out, struct err *err)
{
	uint8_t random[10];
	int64_t now = os_wall_time_ns() / 1000000000;
	char date[40];
	enum err_code rc = os_random(random, sizeof random, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	if (!seen->from) {
		struct header h;
		char spec[800];

		header_begin(&h, out, "From");
		if (fill->name != NULL && fill->name[0] != '\0')
			header_phrase(&h, fill->name);
		snprintf(spec, sizeof spec, "<%.700s>", fill->from);
		header_token(&h, spec, strlen(spec));
		header_end(&h);
	}
	if (!seen->date) {
		message_date(now, clock_zone_minutes(now), date);
		buf_printf(out, "Date: %s\r\n", date);
	}
	if (!seen->id) {
		buf_str(out, "Message-ID: <");
		for (i = 0; i < sizeof random; i++)
			buf_printf(out, "%02x", random[i]);
		buf_printf(out, ".%llx@%.255s>\r\n", (unsigned long long)now, fill->domain);
	}
	return ERR_OK;
}

enum err_code ready_complete(struct span eml, const struct ready_fill *fill, char *warning,
	struct buf *out, struct err *err)
{
	struct ready_body body;
	struct seen seen = {0};
	struct fieldscan s;
	enum err_code rc = ERR_OK;

	ready_body_look(eml, &body);
	fieldscan_init(&s, eml);
	while (rc == ERR_OK && fieldscan_next(&s)) {
		if (note(&seen, &s) && is_blank(s.value))
			continue; /* counts as missing: PHP scripts write an empty "From:" */
		if (!ready_body_replaces(&body, &s))
			rc = write_field(&s, fill, warning, out, err);
	}
	if (rc == ERR_OK)
		rc = write_missing(&seen, fill, out, err);
	if (rc == ERR_OK)
		rc = ready_body_write(&body, warning, out, err);
	if (rc == ERR_OK && out->failed != ERR_OK)
		rc = err_set(err, out->failed, "the message is too large");
	ready_body_free(&body);
	return rc;
}
