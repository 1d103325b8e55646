/* SPDX-License-Identifier: MIT */
#include "message/addr.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tr.h"
#include "message/domain.h"

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

/* Removes blanks at the ends, in place. */
static char *trim(char *text)
{
	size_t len;

	text += strspn(text, " \t");
	len = strlen(text);
	while (len > 0 && (text[len - 1] == ' ' || text[len - 1] == '\t'))
		len--;
	text[len] = '\0';
	return text;
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

/* dot-atom (dots not at an end; consecutive ones are accepted, as they are common in Japan) or a
 * quoted string. '<' and '>' in one are legal but refused: servers that look for the next '>' would
 * read another address. */
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
		return err_set(err, ERR_USAGE, "'%s' is not a mail address", spec);
	buf_init(&b, 0);
	buf_add(&b, spec, local + 1);
	for (i = 0; i < local; i++)
		if (((unsigned char)spec[i] & 0x80) != 0) /* NOLINT(clang-analyzer-*): i < strlen */
			a->utf8_local = true;
	if (literal_ok(at + 1, strlen(at + 1)))
		buf_str(&b, at + 1);
	else
		rc = domain_ascii(at + 1, &b, err);
	buf_add_u8(&b, 0);
	if (rc != ERR_OK) {
		buf_free(&b);
		return err_set(err, ERR_USAGE, "'%s' is not a mail address", spec);
	}
	rc = buf_finish(&b, &out, err);
	if (rc == ERR_OK)
		a->spec = (char *)out.ptr;
	return rc;
}

/* Splits "name <spec>" or "spec" in place, trimmed. *name NULL: none. */
static void split_item(char *item, char **name, char **spec)
{
	size_t len = strlen(item);
	char *open = len > 0 && item[len - 1] == '>' ? strrchr(item, '<') : NULL;

	*name = NULL;
	*spec = item;
	if (open == NULL)
		return;
	item[len - 1] = '\0';
	*open = '\0';
	unquote(trim(item));
	*name = trim(item);
	*spec = trim(open + 1);
}

static struct span str(const char *text)
{
	return span_of(text, strlen(text));
}

static enum err_code take_name(
	struct addr *a, const char *name, const struct expander *e, struct err *err)
{
	enum err_code rc = expand_text(e, str(name), false, &a->name, err);

	if (rc == ERR_OK && e != NULL)
		rc = header_text_ok(a->name, tr("the name"), err);
	if (rc == ERR_OK && a->name[0] == '\0') {
		free(a->name);
		a->name = NULL;
	}
	return rc;
}

/* A value alone may also be "Name <a@b>": it is one address. */
static enum err_code take_value(struct addr *a, char *text, struct err *err)
{
	char *name;
	char *spec;
	enum err_code rc = header_text_ok(text, tr("the value"), err);

	if (rc != ERR_OK)
		return rc;
	if (text[item_len(text)] != '\0')
		return err_set(err, ERR_USAGE, "'%s' is more than one mail address", text);
	split_item(trim(text), &name, &spec);
	if (name != NULL)
		rc = take_name(a, name, NULL, err);
	return rc == ERR_OK ? take_spec(a, spec, err) : rc;
}

/* item: one address, trimmed. */
static enum err_code take_item(
	struct addr *a, char *item, const struct expander *e, struct err *err)
{
	char *name;
	char *spec;
	char *filled;
	enum err_code rc = ERR_OK;

	split_item(item, &name, &spec);
	if (name != NULL)
		rc = take_name(a, name, e, err);
	if (rc == ERR_OK)
		rc = expand_text(e, str(spec), false, &filled, err);
	if (rc != ERR_OK)
		return rc;
	if (e == NULL || name != NULL)
		rc = take_spec(a, trim(filled), err);
	else if (filled[strspn(filled, " \t")] != '\0')
		rc = take_value(a, filled, err);
	free(filled);
	return rc;
}

static enum err_code add_item(struct addr_list *list, const char *text, size_t len,
	const struct expander *e, struct err *err)
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
	item = alloc_text_len(text, len);
	if (item == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (*trim(item) == '\0') { /* "a@b;" */
		free(item);
		return ERR_OK;
	}
	list->items[list->count] = (struct addr){NULL, NULL, false};
	rc = take_item(&list->items[list->count], trim(item), e, err);
	/* addr_free frees it, even if it is invalid; an empty value adds none */
	if (rc != ERR_OK || list->items[list->count].spec != NULL)
		list->count++;
	free(item);
	return rc;
}

enum err_code addr_parse_filled(struct addr_list *list, const char *text, const char *what,
	const struct expander *e, struct err *err)
{
	enum err_code rc = header_text_ok(text, what, err);

	while (rc == ERR_OK && *text != '\0') {
		size_t len = item_len(text);

		rc = add_item(list, text, len, e, err);
		if (rc != ERR_OK)
			return err_prefix(err, "%s", what);
		text += len + separator_len(text + len);
	}
	return rc;
}

enum err_code addr_parse(
	struct addr_list *list, const char *text, const char *what, struct err *err)
{
	return addr_parse_filled(list, text, what, NULL, err);
}

enum err_code addr_add_empty(struct addr_list *list, struct err *err)
{
	struct addr *bigger = realloc(list->items, (list->count + 1) * sizeof *bigger);
	char *spec = calloc(1, 1);

	if (bigger != NULL)
		list->items = bigger;
	if (bigger == NULL || spec == NULL) {
		free(spec);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	list->items[list->count++] = (struct addr){NULL, spec, false};
	return ERR_OK;
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
