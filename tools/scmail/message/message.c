/* SPDX-License-Identifier: MIT */
#include "message/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "biosbelt/tr.h"
#include "message/base64.h"
#include "message/fields.h"
#include "message/parts.h"
#include "message/textbody.h"

#define BOUNDARY_MAX 64

struct builder {
	const struct mail *mail;
	struct segments *segs;
	char id[24]; /* hexadecimal digits of the random bytes */
	unsigned boundaries;
};

void message_date(int64_t time_s, int zone_min, char out[40])
{
	static const char *const days[] = {"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"};
	static const char *const months[] = {
		"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
	int64_t local = time_s + (int64_t)zone_min * 60;
	int64_t day = local / 86400 - (local % 86400 < 0);
	int64_t sec = local - day * 86400;
	/* Days to civil date, counted from March so that the leap day is the last of a year. */
	int64_t z = day + 719468;
	int64_t era = (z >= 0 ? z : z - 146096) / 146097;
	int64_t doe = z - era * 146097;
	int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
	int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
	int64_t mp = (5 * doy + 2) / 153;
	int month = (int)(mp < 10 ? mp + 2 : mp - 10);
	int zone = zone_min < 0 ? -zone_min : zone_min;

	snprintf(out, 40, "%s, %d %s %d %02d:%02d:%02d %c%02d%02d", days[(day % 7 + 7) % 7],
		(int)(doy - (153 * mp + 2) / 5 + 1), months[month],
		(int)(yoe + era * 400 + (month < 2)), (int)(sec / 3600), (int)(sec / 60 % 60),
		(int)(sec % 60), zone_min < 0 ? '-' : '+', zone / 60 % 100, zone % 60);
}

static const char *domain_of(const struct mail *mail)
{
	const char *at = strrchr(mail->from.items[0].spec, '@');

	/* an address literal has brackets, which are valid in a Message-ID too */
	return at + 1;
}

static void priority_fields(struct buf *out, enum mail_priority p)
{
	static const char *const fields[] = {"", "X-Priority: 5 (Lowest)\r\nImportance: low\r\n",
		"X-Priority: 3 (Normal)\r\nImportance: normal\r\n",
		"X-Priority: 1 (Highest)\r\nImportance: high\r\n"};

	buf_str(out, fields[p]);
}

static enum err_code write_head(
	struct builder *b, struct buf *out, char *message_id, size_t cap, struct err *err)
{
	const struct mail *m = b->mail;
	char date[40];
	size_t i;
	enum err_code rc = ERR_OK;

	message_date(m->time_s, m->zone_min, date);
	snprintf(message_id, cap, "<%s.%llx@%s>", b->id, (unsigned long long)m->time_s,
		domain_of(m));
	buf_printf(out, "Date: %s\r\n", date);
	addr_field(out, "From", &m->from);
	addr_field(out, "To", &m->to);
	addr_field(out, "Cc", &m->cc);
	if (m->to.count == 0 && m->cc.count == 0)
		buf_str(out, "To: undisclosed-recipients:;\r\n");
	addr_field(out, "Reply-To", &m->reply_to);
	if (m->subject != NULL)
		header_field(out, "Subject", m->subject);
	buf_printf(out, "Message-ID: %s\r\n", message_id);
	priority_fields(out, m->priority);
	for (i = 0; i < m->header_count && rc == ERR_OK; i++)
		rc = field_write(out, m->headers[i].name, m->headers[i].value, m->expander, err);
	buf_str(out, "X-Mailer: scmail (biosbelt)\r\nMIME-Version: 1.0\r\n");
	return rc;
}

/* "=_" is impossible in quoted-printable and base64, so no body can contain a boundary. */
static void new_boundary(struct builder *b, char out[BOUNDARY_MAX])
{
	snprintf(out, BOUNDARY_MAX, "=_%s_%u", b->id, ++b->boundaries);
}

/* root: type of the first part, or NULL. */
static void multipart_head(
	struct buf *out, const char *kind, const char *root, const char *boundary)
{
	buf_printf(out, "Content-Type: multipart/%s;\r\n", kind);
	if (root != NULL)
		buf_printf(out, " type=\"%s\";\r\n", root);
	buf_printf(out, " boundary=\"%s\"\r\n\r\n", boundary);
}

static unsigned count_words(const struct mail *m)
{
	unsigned n = (unsigned)m->has_text + m->has_html + m->has_calendar;

	return n > 0 ? n : 1; /* a text without a line */
}

static const char *words_type(const struct mail *m)
{
	if (count_words(m) > 1)
		return "multipart/alternative";
	return m->has_html ? "text/html" : m->has_calendar ? "text/calendar" : "text/plain";
}

/* The value of a calendar's METHOD line (RFC 5545, section 3.7.2), which the part has to repeat
 * (RFC 6047, section 2.4). */
static void calendar_type(struct span text, char *out, size_t cap)
{
	static const char name[] = "\nMETHOD:";
	size_t at = span_find(text, 0, name, sizeof name - 1);
	size_t len = 0;

	snprintf(out, cap, "calendar");
	if (at == SIZE_MAX)
		return;
	for (at += sizeof name - 1; at < text.len && len < 20; at++, len++)
		if (text.ptr[at] < 'A' || text.ptr[at] > 'Z')
			break;
	if (len > 0)
		snprintf(out, cap, "calendar; method=%.*s", (int)len,
			(const char *)text.ptr + at - len);
}

static void one_of_words(struct buf *out, const struct mail *m, unsigned which)
{
	char type[64];

	if (which == 0) {
		textbody_part(out, "plain", m->text);
	} else if (which == 1) {
		textbody_part(out, "html", m->html);
	} else {
		calendar_type(m->calendar, type, sizeof type);
		textbody_part(out, type, m->calendar);
	}
}

/* Text, HTML, a calendar entry, or several of them as alternatives: the richest is last. */
static void words_part(struct builder *b, struct buf *out)
{
	const struct mail *m = b->mail;
	bool has[] = {
		m->has_text || (!m->has_html && !m->has_calendar), m->has_html, m->has_calendar};
	bool several = count_words(m) > 1;
	char boundary[BOUNDARY_MAX];
	const char *before = "";
	unsigned i;

	if (several) {
		new_boundary(b, boundary);
		multipart_head(out, "alternative", NULL, boundary);
	}
	for (i = 0; i < 3; i++) {
		if (!has[i])
			continue;
		if (several)
			buf_printf(out, "%s--%s\r\n", before, boundary);
		one_of_words(out, m, i);
		before = "\r\n";
	}
	if (several)
		buf_printf(out, "\r\n--%s--\r\n", boundary);
}

static void attach_head(struct buf *out, const struct mail_attach *a)
{
	struct header h;

	header_begin(&h, out, "Content-Type");
	header_token(&h, a->type, strlen(a->type));
	if (a->charset != NULL)
		header_param(&h, "charset", a->charset, false);
	header_param(&h, "name", a->name, false);
	header_end(&h);
	header_begin(&h, out, "Content-Disposition");
	if (a->cid != NULL)
		header_token(&h, "inline", 6);
	else
		header_token(&h, "attachment", 10);
	header_param(&h, "filename", a->name, true);
	header_end(&h);
	if (a->cid != NULL)
		buf_printf(out, "Content-ID: <%s>\r\n", a->cid);
	buf_str(out, "Content-Transfer-Encoding: base64\r\n\r\n");
}

/* Makes a segment of the text so far, then one of the file. */
static enum err_code add_attach(struct builder *b, struct buf *out, const struct mail_attach *a,
	const char *boundary, struct err *err)
{
	enum err_code rc;

	buf_printf(out, "\r\n--%s\r\n", boundary);
	attach_head(out, a);
	if (a->path == NULL) {
		base64_body(out, a->data);
		return ERR_OK;
	}
	rc = segments_add_text(b->segs, out, err);
	if (rc == ERR_OK)
		rc = segments_add_file(b->segs, a, err);
	return rc;
}

static enum err_code add_all(
	struct builder *b, struct buf *out, bool inlined, const char *boundary, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < b->mail->attach_count && rc == ERR_OK; i++)
		if ((b->mail->attach[i].cid != NULL) == inlined)
			rc = add_attach(b, out, &b->mail->attach[i], boundary, err);
	buf_printf(out, "\r\n--%s--\r\n", boundary);
	return rc;
}

static size_t count_attach(const struct mail *m, bool inlined)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < m->attach_count; i++)
		n += (m->attach[i].cid != NULL) == inlined;
	return n;
}

/* Writes the texts, with inline images in a multipart/related around them. */
static enum err_code related_part(struct builder *b, struct buf *out, struct err *err)
{
	char boundary[BOUNDARY_MAX];

	if (count_attach(b->mail, true) == 0) {
		words_part(b, out);
		return ERR_OK;
	}
	new_boundary(b, boundary);
	multipart_head(out, "related", words_type(b->mail), boundary); /* RFC 2387, section 3.1 */
	buf_printf(out, "--%s\r\n", boundary);
	words_part(b, out);
	return add_all(b, out, true, boundary, err);
}

static enum err_code body(struct builder *b, struct buf *out, struct err *err)
{
	char boundary[BOUNDARY_MAX];
	enum err_code rc;

	if (count_attach(b->mail, false) == 0)
		return related_part(b, out, err);
	new_boundary(b, boundary);
	multipart_head(out, "mixed", NULL, boundary);
	buf_printf(out, "--%s\r\n", boundary);
	rc = related_part(b, out, err);
	return rc == ERR_OK ? add_all(b, out, false, boundary, err) : rc;
}

static enum err_code check(const struct mail *mail, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	if (mail->from.count != 1)
		return err_set(err, ERR_USAGE, "--from: exactly one address, please");
	if (mail->subject != NULL)
		rc = header_text_ok(mail->subject, "--subject", err);
	for (i = 0; i < mail->attach_count && rc == ERR_OK; i++) {
		rc = header_text_ok(mail->attach[i].name, tr("attachment name"), err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", mail->attach[i].name);
	}
	if (rc == ERR_OK && mail->has_calendar &&
		!span_starts(mail->calendar, "BEGIN:VCALENDAR", 15))
		rc = err_set(err, ERR_FORMAT,
			"--calendar: this is not a calendar (BEGIN:VCALENDAR comes first)");
	return rc;
}

enum err_code message_open(const struct mail *mail, struct message **out, struct err *err)
{
	struct builder b = {.mail = mail};
	struct message *m;
	struct buf text;
	char id[512];
	size_t i;
	enum err_code rc = check(mail, err);

	if (rc != ERR_OK)
		return rc;
	rc = segments_open(&b.segs, err);
	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < 20; i++)
		b.id[i] = "0123456789abcdef"[mail->random[i / 2] >> (i % 2 == 0 ? 4 : 0) & 15];
	buf_init(&text, 0);
	rc = write_head(&b, &text, id, sizeof id, err);
	/* everything except addresses is encoded */
	if (rc == ERR_OK && text_ascii_len(span_of(text.ptr, text.len)) < text.len)
		segments_need_utf8(b.segs);
	if (rc == ERR_OK)
		rc = body(&b, &text, err);
	if (rc == ERR_OK)
		rc = segments_add_text(b.segs, &text, err);
	if (rc == ERR_OK)
		rc = segments_message(b.segs, id, &m, err);
	buf_free(&text);
	if (rc != ERR_OK) {
		segments_close(b.segs);
		return rc;
	}
	*out = m;
	return ERR_OK;
}
