/* SPDX-License-Identifier: MIT */
#include "programs/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && strcmp(text + n - m, end) == 0;
}

static bool is_plain_key(const char *key)
{
	static const char *const keys[] = {"baud", "program", "hide", "escape"};
	size_t i;

	for (i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return strncmp(key, "alias.", 6) == 0 && key[6] != '\0';
}

/* program.NAME.args and program.NAME.log have quotation marks of their own. */
static bool is_template(const char *key)
{
	return strncmp(key, "program.", 8) == 0 &&
	       (ends_with(key, ".args") || ends_with(key, ".log"));
}

/* Writes the error of a setting to out; false: it is valid. */
static bool is_wrong(const struct setting *item, char *out, size_t cap)
{
	static const char prefix[] = "program.";
	const char *name = item->key + sizeof prefix - 1;

	if (is_plain_key(item->key))
		return false;
	if (strncmp(item->key, prefix, sizeof prefix - 1) != 0 || name[0] == '\0' ||
		name[0] == '.') {
		snprintf(
			out, cap, tr("line %u: no setting is called %.60s"), item->line, item->key);
		return true;
	}
	if (ends_with(name, ".window") && strcmp(item->value, "yes") != 0 &&
		strcmp(item->value, "no") != 0) {
		snprintf(out, cap, tr("line %u: %.60s is yes or no"), item->line, item->key);
		return true;
	}
	return false;
}

void config_check(struct settings *s, void (*warn)(void *user, const char *text), void *user)
{
	char text[160];
	size_t kept = 0;
	size_t i;

	for (i = 0; i < s->count; i++) {
		struct setting *item = &s->items[i];

		if (!is_template(item->key))
			settings_unquote(item);
		if (!is_wrong(item, text, sizeof text)) {
			s->items[kept++] = *item;
			continue;
		}
		warn(user, text);
		free(item->section);
		free(item->key);
		free(item->value);
	}
	s->count = kept;
}

/* The value of alias.NAME, len bytes of name. */
static const char *alias(const struct settings *s, const char *name, size_t len)
{
	size_t i;

	for (i = s->count; i > 0; i--) {
		const struct setting *item = &s->items[i - 1];

		if (strncmp(item->key, "alias.", 6) == 0 && strlen(item->key + 6) == len &&
			strncmp(item->key + 6, name, len) == 0)
			return item->value;
	}
	return NULL;
}

bool config_alias(const struct settings *s, const char *name, char *out, size_t cap)
{
	const char *value = alias(s, name, strlen(name));
	const char *dot = strrchr(name, '.');
	int n = -1;

	if (value != NULL) {
		n = snprintf(out, cap, "%s", value);
	} else if (dot != NULL && dot != name) {
		value = alias(s, name, (size_t)(dot - name));
		if (value != NULL)
			n = snprintf(out, cap, "%s%s", value, dot);
	}
	return n >= 0 && (size_t)n < cap;
}

bool config_hides(const struct settings *s, const struct port *port)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		if (strcmp(s->items[i].key, "hide") == 0 && port_matches(port, s->items[i].value))
			return true;
	return false;
}
