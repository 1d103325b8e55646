/* SPDX-License-Identifier: MIT */
#include "sendmail/aliases.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/blank.h"
#include "message/mailbox.h"

/* An entry: the name and all its targets, including continuation lines. */
struct entry {
	struct span name;
	struct span targets;
	size_t line;
};

struct lines {
	struct span text;
	size_t at;
	size_t number;
};

/* Reads to the end of the line; *out is without it. */
static bool next_line(struct lines *l, struct span *out)
{
	size_t end = span_find(l->text, l->at, "\n", 1);

	if (l->at >= l->text.len)
		return false;
	if (end == SIZE_MAX)
		end = l->text.len;
	span_slice(l->text, l->at, end - l->at, out);
	l->at = end < l->text.len ? end + 1 : end;
	l->number++;
	return true;
}

/* False at the end. An entry without a colon has an empty name. */
static bool next_entry(struct lines *l, struct entry *e)
{
	struct span line;

	while (next_line(l, &line)) {
		size_t colon;

		if (trim(line).len == 0 || trim(line).ptr[0] == '#')
			continue;
		*e = (struct entry){.line = l->number};
		colon = line.ptr[0] == '"' ? span_find(line, 1, "\":", 2)
					   : span_find(line, 0, ":", 1);
		if (colon == SIZE_MAX || is_blank(line.ptr[0]))
			return true;
		if (line.ptr[0] == '"')
			colon++;
		span_slice(line, 0, colon, &e->name);
		e->name = trim(e->name);
		if (e->name.len > 1 && e->name.ptr[0] == '"')
			e->name = span_of(e->name.ptr + 1, e->name.len - 2);
		span_from(line, colon + 1, &e->targets);
		while (l->at < l->text.len && is_blank(l->text.ptr[l->at]) && next_line(l, &line))
			e->targets.len = (size_t)(line.ptr + line.len - e->targets.ptr);
		return true;
	}
	return false;
}

static bool same_name(struct span name, const char *text)
{
	size_t i;

	if (strlen(text) != name.len)
		return false;
	for (i = 0; i < name.len; i++) {
		uint8_t a = name.ptr[i];
		uint8_t b = (uint8_t)text[i];

		a |= a >= 'A' && a <= 'Z' ? 0x20 : 0;
		b |= b >= 'A' && b <= 'Z' ? 0x20 : 0;
		if (a != b)
			return false;
	}
	return true;
}

static bool find(const struct aliases *a, const char *name, struct entry *e)
{
	struct lines l = {.text = a->text};

	while (next_entry(&l, e))
		if (e->name.len > 0 && same_name(e->name, name))
			return true;
	return false;
}

static bool is_there(const struct cli_list *out, const char *spec)
{
	size_t i;

	for (i = 0; i < out->count; i++)
		if (strcmp(out->items[i], spec) == 0)
			return true;
	return false;
}

static enum err_code put(
	struct cli_list *out, const char *spec, const char *domain, struct err *err)
{
	size_t len = strlen(spec) + (domain != NULL ? strlen(domain) + 1 : 0) + 1;
	char *copy = malloc(len);

	if (copy == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	snprintf(
		copy, len, "%s%s%s", spec, domain != NULL ? "@" : "", domain != NULL ? domain : "");
	if (is_there(out, copy)) {
		free(copy);
		return ERR_OK;
	}
	if (out->count < ALIASES_MOST && cli_list_add(out, copy))
		return ERR_OK; /* NOLINT(clang-analyzer-unix.Malloc): owned by the list */
	free(copy);
	return out->count >= ALIASES_MOST
		       ? err_set(err, ERR_LIMIT, "more than %d recipients", ALIASES_MOST)
		       : err_set(err, ERR_NOMEM, "out of memory");
}

static bool is_delivery(const char *target)
{
	return target[0] == '|' || target[0] == '/' || strncmp(target, "\"|", 2) == 0 ||
	       strncmp(target, "\"/", 2) == 0;
}

#define BY_DEFAULT 100u /* added to the depth: "default" is looked up once */

static enum err_code resolve(const struct aliases *a, const char *spec, unsigned depth,
	struct cli_list *out, struct err *err);

static enum err_code follow(const struct aliases *a, const struct entry *e, unsigned depth,
	struct cli_list *out, struct err *err)
{
	struct mailbox_list list = {NULL, 0};
	size_t i;
	enum err_code rc;

	if (span_find(e->targets, 0, ":include:", 9) != SIZE_MAX)
		rc = err_set(
			err, ERR_USAGE, "aliases line %zu: scmail reads no :include:", e->line);
	else
		rc = mailbox_parse(&list, e->targets, err);
	if (rc == ERR_OK && list.count == 0)
		rc = err_set(err, ERR_USAGE, "aliases line %zu: no recipient", e->line);
	for (i = 0; i < list.count && rc == ERR_OK; i++) {
		if (is_delivery(list.items[i].spec))
			rc = err_set(err, ERR_USAGE,
				"aliases line %zu: scmail delivers to no program and no file",
				e->line);
		else
			rc = resolve(a, list.items[i].spec, depth + 1, out, err);
	}
	mailbox_free(&list);
	return rc;
}

static enum err_code resolve(const struct aliases *a, const char *spec, unsigned depth,
	struct cli_list *out, struct err *err)
{
	struct entry e;

	if (depth % BY_DEFAULT > ALIASES_DEPTH)
		return err_set(err, ERR_USAGE, "%.80s: its aliases go round in a circle", spec);
	if (strchr(spec, '@') != NULL)
		return put(out, spec, NULL, err);
	if (spec[0] == '\\') /* the user, without aliases */
		return put(out, spec + 1, a->domain, err);
	if (find(a, spec, &e))
		return follow(a, &e, depth, out, err);
	if (depth < BY_DEFAULT && find(a, "default", &e))
		return follow(a, &e, depth + BY_DEFAULT, out, err);
	if (a->domain == NULL || a->domain[0] == '\0')
		return err_set(err, ERR_USAGE,
			"'%.80s' has no domain: an alias or the setting mail-domain can name it",
			spec);
	return put(out, spec, a->domain, err);
}

enum err_code aliases_resolve(
	const struct aliases *a, const char *spec, struct cli_list *out, struct err *err)
{
	return resolve(a, spec, 0, out, err);
}

void aliases_free(struct cli_list *out)
{
	size_t i;

	for (i = 0; i < out->count; i++)
		free((char *)out->items[i]); /* allocated by put */
	cli_list_free(out);
}

enum err_code aliases_check(struct span text, struct err *err)
{
	struct lines l = {.text = text};
	struct entry e;

	while (next_entry(&l, &e))
		if (e.name.len == 0)
			return err_set(err, ERR_FORMAT, "line %zu: no \"name: address\"", e.line);
	return ERR_OK;
}
