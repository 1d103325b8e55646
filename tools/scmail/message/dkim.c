/* SPDX-License-Identifier: MIT */
#include "message/dkim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message/base64.h"
#include "message/dkim_canon.h"
#include "message/fieldscan.h"
#include "message/header.h"

#define PIECE    65536
#define HEAD_MAX ((size_t)1 << 20)

/* Fields that readers see or that have an effect (RFC 6376, section 5.4.1; RFC 8058 requires the
 * last two). The first two are signed once more than they occur, so that none can be added; not
 * Date and the like, which servers add when they are missing. */
static const char *const signed_twice[] = {"from", "subject"};
static const char *const signed_once[] = {"date", "to", "cc", "message-id", "sender", "reply-to",
	"in-reply-to", "references", "mime-version", "content-type", "content-transfer-encoding",
	"disposition-notification-to", "resent-from", "resent-to", "resent-date", "list-id",
	"list-post", "list-unsubscribe", "list-unsubscribe-post"};

#define TWICE (sizeof signed_twice / sizeof signed_twice[0])
#define ONCE  (sizeof signed_once / sizeof signed_once[0])

/* State while reading the message. */
struct reading {
	struct buf head;
	bool in_body;
	struct dkim_body body;
	uint8_t hash[DKIM_HASH_LEN +
		     BASE64_SLACK]; /* of the body; base64_word reads beyond the end */
};

enum err_code dkim_name_ok(const char *name, const char *what, struct err *err)
{
	const char *p;

	for (p = name; *p != '\0'; p++)
		if ((*p < 'a' || *p > 'z') && (*p < 'A' || *p > 'Z') && (*p < '0' || *p > '9') &&
			*p != '-' && *p != '.' && *p != '_')
			break;
	if (*p != '\0' || p == name || p - name > 253)
		return err_set(err, ERR_USAGE, "%s: '%.80s' is not a name of the DNS", what, name);
	return ERR_OK;
}

/* Collects the header in r->head up to its empty line, and hashes the rest. */
static enum err_code take(struct reading *r, struct span in, struct err *err)
{
	size_t from = r->head.len > 3 ? r->head.len - 3 : 0;
	size_t end;

	if (r->in_body) {
		dkim_body_update(&r->body, in);
		return ERR_OK;
	}
	buf_add(&r->head, in.ptr, in.len);
	if (r->head.failed != ERR_OK)
		return err_set(err, ERR_FORMAT, "the header is too large to be signed");
	end = span_find(span_of(r->head.ptr, r->head.len), from, "\r\n\r\n", 4);
	if (end != SIZE_MAX) {
		r->in_body = true;
		dkim_body_update(&r->body, span_of(r->head.ptr + end + 4, r->head.len - end - 4));
		r->head.len = end + 2;
	}
	return ERR_OK;
}

static enum err_code read_all(struct message *m, struct reading *r, struct err *err)
{
	uint8_t *piece = malloc(PIECE);
	size_t got = 1;
	enum err_code rc =
		piece != NULL ? message_rewind(m, err) : err_set(err, ERR_NOMEM, "out of memory");

	while (rc == ERR_OK && got > 0) {
		rc = message_read(m, piece, PIECE, &got, err);
		if (rc == ERR_OK && got > 0)
			rc = take(r, span_of(piece, got), err);
	}
	free(piece);
	return rc;
}

/* Adds the fields of that name from the last to the first (section 5.4.2), and their names to
 * names. */
static size_t add_fields(
	struct span head, const char *name, struct buf *names, struct buf *signed_text)
{
	struct span found[64];
	size_t count = 0;
	struct fieldscan s;
	size_t i;

	fieldscan_init(&s, head);
	while (fieldscan_next(&s))
		if (fieldscan_is(&s, name) && count < sizeof found / sizeof found[0])
			found[count++] = s.whole;
	for (i = count; i > 0; i--) {
		dkim_field(found[i - 1], true, signed_text);
		buf_printf(names, "%s%s", names->len > 0 ? ":" : "", name);
	}
	return count;
}

static enum err_code choose_fields(
	struct span head, struct buf *names, struct buf *signed_text, struct err *err)
{
	size_t i;

	for (i = 0; i < TWICE; i++) {
		size_t count = add_fields(head, signed_twice[i], names, signed_text);

		if (i == 0 && count == 0)
			return err_set(err, ERR_FORMAT, "no From: nothing to sign");
		buf_printf(names, "%s%s", names->len > 0 ? ":" : "", signed_twice[i]);
	}
	for (i = 0; i < ONCE; i++)
		add_fields(head, signed_once[i], names, signed_text);
	return ERR_OK;
}

/* "a:b:c", folded after its colons. */
static void add_names(struct header *h, const struct buf *names)
{
	const char *text = (const char *)names->ptr;
	size_t left = names->len;

	while (left > 0) {
		const char *colon = memchr(text, ':', left);
		size_t n = colon != NULL ? (size_t)(colon - text) + 1 : left;

		if (h->column + n > HEADER_LINE)
			header_token(h, text, n);
		else
			header_glue(h, text, n);
		text += n;
		left -= n;
	}
}

static void add_base64(struct header *h, const uint8_t *bytes, size_t len)
{
	uint8_t text[DKIM_SIGNATURE_MAX * 4 / 3 + 8];
	size_t n = base64_word(bytes, len, text);
	size_t at = 0;

	while (at < n) {
		size_t room = HEADER_LINE - h->column;
		size_t part = n - at < room ? n - at : room;

		if (h->column >= HEADER_LINE - 1) {
			part = n - at < HEADER_LINE - 1 ? n - at : HEADER_LINE - 1;
			header_token(h, (const char *)text + at, part);
		} else {
			header_glue(h, (const char *)text + at, part);
		}
		at += part;
	}
}

static void add_tag(struct header *h, const char *tag, const char *value)
{
	char text[400];
	int n = snprintf(text, sizeof text, "%s=%s;", tag, value);

	header_token(h, text, (size_t)n);
}

/* Writes the field without the signature. */
static void write_field(struct header *h, const struct dkim_signer *signer, int64_t time_s,
	const struct buf *names, const uint8_t *body_hash)
{
	char time[24];

	snprintf(time, sizeof time, "%lld", (long long)time_s);
	add_tag(h, "v", "1");
	add_tag(h, "a", dkim_key_algorithm(signer->key));
	add_tag(h, "c", "relaxed/relaxed");
	add_tag(h, "d", signer->domain);
	add_tag(h, "s", signer->selector);
	add_tag(h, "t", time);
	header_token(h, "h=", 2);
	add_names(h, names);
	header_glue(h, ";", 1);
	header_token(h, "bh=", 3);
	add_base64(h, body_hash, DKIM_HASH_LEN);
	header_glue(h, ";", 1);
	header_token(h, "b=", 2);
}

static enum err_code sign(struct reading *r, const struct dkim_signer *signer, int64_t time_s,
	struct buf *field, struct err *err)
{
	uint8_t hash[DKIM_HASH_LEN];
	uint8_t signature[DKIM_SIGNATURE_MAX + BASE64_SLACK] = {0};
	struct sha256_ctx sha;
	struct header h;
	struct buf names;
	struct buf text;
	size_t start = field->len;
	size_t len = 0;
	enum err_code rc;

	buf_init(&names, 0);
	buf_init(&text, 0);
	rc = choose_fields(span_of(r->head.ptr, r->head.len), &names, &text, err);
	if (rc == ERR_OK) {
		header_begin(&h, field, "DKIM-Signature");
		write_field(&h, signer, time_s, &names, r->hash);
		dkim_field(span_of(field->ptr + start, field->len - start), false, &text);
		if (names.failed != ERR_OK || text.failed != ERR_OK || field->failed != ERR_OK)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	if (rc == ERR_OK) {
		sha256_init(&sha);
		sha256_update(&sha, text.len, text.ptr);
		sha256_digest(&sha, DKIM_HASH_LEN, hash);
		rc = dkim_key_sign(signer->key, hash, signature, &len, err);
	}
	if (rc == ERR_OK) {
		add_base64(&h, signature, len);
		header_end(&h);
	}
	buf_free(&names);
	buf_free(&text);
	return rc;
}

enum err_code dkim_sign(struct message *m, const struct dkim_signer *signers, size_t count,
	int64_t time_s, struct buf *fields, struct err *err)
{
	struct reading r = {0};
	size_t i;
	enum err_code rc;

	buf_init(&r.head, HEAD_MAX + PIECE);
	dkim_body_init(&r.body);
	rc = read_all(m, &r, err);
	dkim_body_final(&r.body, r.hash);
	for (i = 0; i < count && rc == ERR_OK; i++)
		rc = sign(&r, &signers[i], time_s, fields, err);
	buf_free(&r.head);
	return rc;
}
