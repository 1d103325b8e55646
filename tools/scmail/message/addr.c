/* SPDX-License-Identifier: MIT */
#include "message/addr.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "message/punycode.h"

/* ',', ';' and their full-width forms U+FF0C and U+FF1B, which a Chinese keyboard gives. */
static size_t separator_len(const char *p)
{
	if (*p == ',' || *p == ';')
		return 1;
	return strncmp(p, "\xEF\xBC\x8C", 3) == 0 || strncmp(p, "\xEF\xBC\x9B", 3) == 0 ? 3 : 0;
}

/* Length of the address at p: up to a separator outside quotes and angle brackets. */
static size_t item_len(const char *p)
{
	bool quoted = false;
	bool angle = false;
	size_t i;

	for (i = 0; p[i] != '\0'; i++) {
		if (quoted && p[i] == '\\' && p[i + 1] != '\0')
			i++;
		else if (p[i] == '"')
			quoted = !quoted;
		else if (!quoted && p[i] == '<')
			angle = true;
		else if (!quoted && p[i] == '>')
			angle = false;
		else if (!quoted && !angle && separator_len(p + i) > 0)
			break;
	}
	return i;
}

static char *copy_trimmed(const char *text, size_t len)
{
	char *copy;

	while (len > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		len--;
	}
	while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	copy = malloc(len + 1);
	if (copy != NULL) {
		memcpy(copy, text, len);
		copy[len] = '\0';
	}
	return copy;
}

/* Takes the quotes and backslashes off a display name, in place. */
static void unquote(char *name)
{
	size_t len = strlen(name);
	char *to = name;
	char *from = name;

	if (len < 2 || name[0] != '"' || name[len - 1] != '"')
		return;
	name[len - 1] = '\0';
	for (from++; *from != '\0'; from++) {
		if (*from == '\\' && from[1] != '\0')
			from++;
		*to++ = *from;
	}
	*to = '\0';
}

static bool is_local_char(unsigned char c)
{
	return c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || (c != 0 && strchr("!#$%&'*+-/=?^_`{|}~.", c) != NULL);
}

/* dot-atom (dots not at an end; in a row they are common in Japan and let through) or a quoted
 * string. '<' and '>' in one are legal, but servers that look for the next '>' would read another
 * address: refused. */
static bool local_ok(const char *local, size_t len)
{
	size_t i;

	if (len == 0 || len > 64)
		return false;
	if (local[0] == '"') {
		if (len < 3 || local[len - 1] != '"' || memchr(local, '<', len) != NULL ||
			memchr(local, '>', len) != NULL)
			return false;
		for (i = 1; i + 1 < len; i++) {
			if (local[i] == '\\' && i + 2 < len)
				i++;
			else if (local[i] == '"' || local[i] == '\\')
				return false;
		}
		return true;
	}
	for (i = 0; i < len; i++)
		/* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): local is a terminated copy */
		if (!is_local_char((unsigned char)local[i]))
			return false;
	return local[0] != '.' && local[len - 1] != '.';
}

/* Letters, digits and hyphens not at an end, 1 to 63 of them. */
static bool ldh_ok(const char *label, size_t len)
{
	size_t i;

	if (len == 0 || len > ADDR_LABEL_MAX || label[0] == '-' || label[len - 1] == '-')
		return false;
	for (i = 0; i < len; i++) {
		char c = label[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
			    c == '-' || c == '_'))
			return false;
	}
	return true;
}

/* One label of UTF-8 in lower case, as A-label. */
static bool add_label(struct buf *out, struct span label)
{
	uint32_t cp[PUNYCODE_LABEL_MAX + 1];
	size_t count = 0;
	size_t pos = 0;
	size_t before;
	bool ascii = true;

	while (pos < label.len) {
		uint32_t c = utf8_next(label, &pos);

		if (c == UTF_BAD || count == PUNYCODE_LABEL_MAX)
			return false;
		if (c >= 0xFF01 && c <= 0xFF5E) /* full-width ASCII */
			c -= 0xFEE0;
		if (c >= 'A' && c <= 'Z')
			c |= 0x20;
		if (c < 0x80 && c != '-' && c != '_' &&
			!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')))
			return false;
		ascii = ascii && c < 0x80;
		cp[count++] = c;
	}
	before = out->len;
	if (!ascii)
		buf_str(out, "xn--");
	if (ascii) {
		for (pos = 0; pos < count; pos++)
			buf_add_u8(out, (uint8_t)cp[pos]);
	} else if (!punycode_label(cp, count, out)) {
		return false;
	}
	return out->failed == ERR_OK && ldh_ok((const char *)out->ptr + before, out->len - before);
}

/* Length of the dot at p: '.', or U+3002 and U+FF0E (RFC 3490, section 3.1). */
static size_t dot_len(struct span s, size_t i)
{
	struct span three;

	if (s.ptr[i] == '.')
		return 1;
	if (span_slice(s, i, 3, &three) &&
		(span_starts(three, "\xE3\x80\x82", 3) || span_starts(three, "\xEF\xBC\x8E", 3)))
		return 3;
	return 0;
}

enum err_code addr_domain_ascii(const char *domain, struct buf *out, struct err *err)
{
	struct span in = span_of(domain, strlen(domain));
	size_t before = out->len;
	size_t start = 0;
	size_t i = 0;

	while (i <= in.len) {
		size_t dot = i < in.len ? dot_len(in, i) : 0;
		struct span label;

		if (i < in.len && dot == 0) {
			i++;
			continue;
		}
		span_slice(in, start, i - start, &label);
		if (label.len == 0 || !add_label(out, label))
			return err_set(err, ERR_USAGE, "'%s' is no domain", domain);
		if (i == in.len)
			break;
		buf_add_u8(out, '.');
		i += dot;
		start = i;
	}
	if (out->failed != ERR_OK)
		return err_set(err, out->failed, "out of memory");
	if (out->len - before > 255)
		return err_set(err, ERR_USAGE, "'%s' is too long for a domain", domain);
	return ERR_OK;
}

/* "[192.0.2.1]" or "[IPv6:...]" */
static bool literal_ok(const char *domain, size_t len)
{
	size_t i;

	if (len < 3 || domain[0] != '[' || domain[len - 1] != ']')
		return false;
	for (i = 1; i + 1 < len; i++)
		if (strchr("0123456789abcdefABCDEFIPv.:", domain[i]) == NULL)
			return false;
	return true;
}

static enum err_code take_spec(struct addr *a, const char *spec, struct err *err)
{
	const char *at = strrchr(spec, '@');
	size_t local = at != NULL ? (size_t)(at - spec) : 0;
	struct buf b;
	struct blob out;
	enum err_code rc = ERR_OK;
	size_t i;

	if (at == NULL || strlen(spec) > ADDR_SPEC_MAX || !local_ok(spec, local))
		return err_set(err, ERR_USAGE, "'%s' is no mail address", spec);
	buf_init(&b, 0);
	buf_add(&b, spec, local + 1);
	for (i = 0; i < local; i++)
		if (((unsigned char)spec[i] & 0x80) != 0) /* NOLINT(clang-analyzer-*): i < strlen */
			a->utf8_local = true;
	if (literal_ok(at + 1, strlen(at + 1)))
		buf_str(&b, at + 1);
	else
		rc = addr_domain_ascii(at + 1, &b, err);
	buf_add_u8(&b, 0);
	if (rc != ERR_OK) {
		buf_free(&b);
		return err_set(err, ERR_USAGE, "'%s' is no mail address", spec);
	}
	rc = buf_finish(&b, &out, err);
	if (rc == ERR_OK)
		a->spec = (char *)out.ptr;
	return rc;
}

/* item: one address, trimmed. */
static enum err_code take_item(struct addr *a, char *item, struct err *err)
{
	size_t len = strlen(item);
	char *open = len > 0 && item[len - 1] == '>' ? strrchr(item, '<') : NULL;
	char *spec = item;
	enum err_code rc;

	if (open != NULL) {
		item[len - 1] = '\0';
		*open = '\0';
		a->name = copy_trimmed(item, strlen(item));
		if (a->name == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		unquote(a->name);
		if (a->name[0] == '\0') {
			free(a->name);
			a->name = NULL;
		}
		spec = open + 1;
	}
	spec = copy_trimmed(spec, strlen(spec));
	if (spec == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = take_spec(a, spec, err);
	free(spec);
	return rc;
}

static enum err_code add_item(struct addr_list *list, const char *text, size_t len, struct err *err)
{
	struct addr *bigger;
	char *item;
	enum err_code rc;

	if (list->count == ADDR_MAX)
		return err_set(err, ERR_USAGE, "more than %d addresses", ADDR_MAX);
	bigger = realloc(list->items, (list->count + 1) * sizeof *bigger);
	if (bigger == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	list->items = bigger;
	item = copy_trimmed(text, len);
	if (item == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (item[0] == '\0') { /* "a@b;" */
		free(item);
		return ERR_OK;
	}
	list->items[list->count] = (struct addr){NULL, NULL, false};
	rc = take_item(&list->items[list->count], item, err);
	list->count++; /* addr_free releases it, also when it is no address */
	free(item);
	return rc;
}

enum err_code addr_parse(
	struct addr_list *list, const char *text, const char *what, struct err *err)
{
	enum err_code rc = header_text_ok(text, what, err);

	while (rc == ERR_OK && *text != '\0') {
		size_t len = item_len(text);

		rc = add_item(list, text, len, err);
		if (rc != ERR_OK)
			return err_prefix(err, "%s", what);
		text += len + separator_len(text + len);
	}
	return rc;
}

void addr_free(struct addr_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		free(list->items[i].name);
		free(list->items[i].spec);
	}
	free(list->items);
	*list = (struct addr_list){NULL, 0};
}

void addr_field(struct buf *out, const char *name, const struct addr_list *list)
{
	struct header h;
	size_t i;

	if (list->count == 0)
		return;
	header_begin(&h, out, name);
	for (i = 0; i < list->count; i++) {
		const struct addr *a = &list->items[i];
		char spec[ADDR_SPEC_MAX + 300];
		size_t len = strlen(a->spec);
		bool last = i + 1 == list->count;

		if (a->name != NULL)
			header_phrase(&h, a->name);
		spec[0] = '<';
		memcpy(spec + 1, a->spec, len);
		memcpy(spec + 1 + len, ">,", 3);
		if (a->name != NULL)
			header_token(&h, spec, len + (last ? 2 : 3));
		else
			header_token(&h, spec + 1, len);
		if (a->name == NULL && !last)
			header_glue(&h, ",", 1);
	}
	header_end(&h);
}
