/* SPDX-License-Identifier: MIT */
#include "programs/settings.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

static char *copy_text(const uint8_t *ptr, size_t len)
{
	char *out = malloc(len + 1);

	if (out == NULL)
		return NULL;
	if (len > 0)
		memcpy(out, ptr, len);
	out[len] = '\0';
	return out;
}

static bool ends_with(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n > m && strcmp(text + n - m, end) == 0;
}

static enum err_code check_setting(const struct setting *item, struct err *err)
{
	static const char prefix[] = "program.";
	const char *name = item->key + sizeof prefix - 1;

	if (strcmp(item->key, "baud") == 0 || strcmp(item->key, "program") == 0)
		return ERR_OK;
	if (strncmp(item->key, prefix, sizeof prefix - 1) != 0 || name[0] == '\0' || name[0] == '.')
		return err_set(err, ERR_FORMAT, "no setting is called %.60s", item->key);
	if (ends_with(name, ".window") && strcmp(item->value, "yes") != 0 &&
		strcmp(item->value, "no") != 0)
		return err_set(err, ERR_FORMAT, "%.60s is yes or no", item->key);
	return ERR_OK;
}

enum err_code config_check(const struct settings *s, struct err *err)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		if (check_setting(&s->items[i], err) != ERR_OK) {
			err_prefix(err, "line %u", s->items[i].line);
			return err->code = ERR_FORMAT;
		}
	return ERR_OK;
}

static void free_entry(struct history_entry *e)
{
	free(e->identity);
	free(e->topology);
	free(e->name);
	free(e->sercfg);
	free(e->program);
}

/* The next part up to a tab; an allocated copy. */
static char *take_part(const char **p)
{
	size_t len = strcspn(*p, "\t");
	char *out = copy_text((const uint8_t *)*p, len);

	*p += len;
	*p += **p == '\t';
	return out;
}

void history_load(const struct settings *s, struct history *out)
{
	size_t i;

	memset(out, 0, sizeof *out);
	for (i = 0; i < s->count && out->count < HISTORY_MAX; i++) {
		struct history_entry *e = &out->items[out->count];
		const char *p = s->items[i].value;

		if (strcmp(s->items[i].key, "port") != 0)
			continue;
		e->identity = take_part(&p);
		e->topology = take_part(&p);
		e->name = take_part(&p);
		e->sercfg = take_part(&p);
		e->program = take_part(&p);
		if (e->identity == NULL || e->topology == NULL || e->name == NULL ||
			e->sercfg == NULL || e->program == NULL) {
			free_entry(e);
			memset(e, 0, sizeof *e);
			return;
		}
		out->count++;
	}
}

void history_free(struct history *h)
{
	size_t i;

	for (i = 0; i < h->count; i++)
		free_entry(&h->items[i]);
	h->count = 0;
}

/* Tabs and line ends would break a line of our file. */
static char *clean(const char *text)
{
	char *out = copy_text((const uint8_t *)text, strlen(text));
	char *p;

	for (p = out; p != NULL && *p != '\0'; p++)
		if ((unsigned char)*p < 0x20)
			*p = '?';
	return out;
}

static char *clean_identity(const struct port *port)
{
	char *raw = port_identity(port);
	char *out = raw != NULL ? clean(raw) : NULL;

	free(raw);
	return out;
}

const struct history_entry *history_find(const struct history *h, const struct port *port)
{
	char *identity = clean_identity(port);
	const struct history_entry *found = NULL;
	size_t i;

	for (i = 0; identity != NULL && i < h->count; i++) {
		const struct history_entry *e = &h->items[i];

		if (strcmp(e->identity, identity) != 0)
			continue;
		if (strcmp(e->topology, port_get(port, PORT_TOPOLOGY)) == 0) {
			found = e; /* two adapters may claim one serial number */
			break;
		}
		if (found == NULL)
			found = e;
	}
	free(identity);
	return found;
}

static const struct port *find_entry(const struct history_entry *e, const struct port_list *list)
{
	const struct port *found = NULL;
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct port *port = &list->items[i];
		char *identity = clean_identity(port);
		bool same = identity != NULL && strcmp(identity, e->identity) == 0;

		free(identity);
		if (!same)
			continue;
		if (strcmp(e->topology, port_get(port, PORT_TOPOLOGY)) == 0)
			return port;
		if (found == NULL)
			found = port;
	}
	return found;
}

const struct port *history_last(
	const struct history *h, const struct port_list *list, bool only_newest)
{
	size_t i;

	for (i = 0; i < h->count && (i == 0 || !only_newest); i++) {
		const struct port *port = find_entry(&h->items[i], list);

		if (port != NULL)
			return port;
	}
	return NULL;
}

const char *history_last_name(const struct history *h)
{
	return h->count > 0 && strncmp(h->items[0].identity, "name:", 5) == 0 ? h->items[0].name
									      : NULL;
}

bool history_prefers_other(const struct history *h, const struct port *port)
{
	char *identity = clean_identity(port);
	const char *colon = identity != NULL ? strrchr(identity, ':') : NULL;
	bool other = false;
	size_t i;

	/* What follows the last colon tells the ports of one adapter apart. */
	if (colon != NULL && strncmp(identity, "name:", 5) != 0)
		for (i = 0; i < h->count && !other; i++) {
			if (strcmp(h->items[i].identity, identity) == 0)
				break;
			other = strncmp(h->items[i].identity, identity,
					(size_t)(colon - identity) + 1) == 0;
		}
	free(identity);
	return other;
}

enum err_code history_put(struct history *h, const struct port *port, const char *sercfg,
	const char *program, struct err *err)
{
	struct history_entry made = {clean_identity(port), clean(port_get(port, PORT_TOPOLOGY)),
		clean(port_get(port, PORT_NAME)), clean(sercfg), clean(program)};
	size_t i;

	if (made.identity == NULL || made.topology == NULL || made.name == NULL ||
		made.sercfg == NULL || made.program == NULL) {
		free_entry(&made);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	for (i = 0; i < h->count; i++)
		if (strcmp(h->items[i].identity, made.identity) == 0 &&
			strcmp(h->items[i].topology, made.topology) == 0)
			break;
	if (i == h->count && h->count < HISTORY_MAX)
		h->count++;
	else
		free_entry(&h->items[i < HISTORY_MAX ? i : --i]);
	memmove(&h->items[1], &h->items[0], i * sizeof h->items[0]);
	h->items[0] = made;
	return ERR_OK;
}

enum err_code history_save(const struct history *h, const char *path, struct err *err)
{
	struct buf out;
	struct blob text;
	struct blob folder;
	enum err_code rc;
	size_t i;

	buf_init(&out, 0);
	buf_str(&out, "# Written by spc: ports chosen, newest first (identity, place, name, line "
		      "settings, program)\n");
	for (i = 0; i < h->count; i++)
		buf_printf(&out, "port = %s\t%s\t%s\t%s\t%s\n", h->items[i].identity,
			h->items[i].topology, h->items[i].name, h->items[i].sercfg,
			h->items[i].program);
	rc = buf_finish(&out, &text, err);
	if (rc != ERR_OK)
		return rc;
	rc = blob_copy(span_of(path, strlen(path) + 1), &folder, err);
	if (rc == ERR_OK) {
		folder.ptr[path_dir_len(path)] = '\0';
		rc = file_mkdirs((const char *)folder.ptr, err);
		blob_free(&folder);
	}
	if (rc == ERR_OK)
		rc = file_write(path, blob_span(text), true, err);
	blob_free(&text);
	return rc;
}
