/* SPDX-License-Identifier: MIT */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/utf.h"

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

static bool is_blank(uint8_t b)
{
	return b == ' ' || b == '\t' || b == '\r';
}

static struct span trim(struct span in)
{
	while (in.len > 0 && is_blank(in.ptr[0]))
		in = span_of(in.ptr + 1, in.len - 1);
	while (in.len > 0 && is_blank(in.ptr[in.len - 1]))
		in.len--;
	return in;
}

static enum err_code add_pair(
	struct settings *s, struct span key, struct span value, struct err *err)
{
	struct setting *item = &s->items[s->count];

	item->key = copy_text(key.ptr, key.len);
	item->value = copy_text(value.ptr, value.len);
	s->count++;
	if (item->key == NULL || item->value == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

static enum err_code parse_line(
	struct settings *s, struct span line, unsigned number, struct err *err)
{
	size_t equals;

	line = trim(line);
	if (line.len == 0 || line.ptr[0] == '#' || line.ptr[0] == ';' || line.ptr[0] == '[')
		return ERR_OK;
	equals = span_find(line, 0, "=", 1);
	if (equals == SIZE_MAX || equals == 0)
		return err_set(err, ERR_FORMAT, "line %u: not \"key = value\"", number);
	if (span_find(line, 0, "", 1) != SIZE_MAX)
		return err_set(err, ERR_FORMAT, "line %u: a NUL byte", number);
	if (s->count >= SETTINGS_MAX)
		return err_set(err, ERR_LIMIT, "more than %d settings", SETTINGS_MAX);
	return add_pair(s, trim(span_of(line.ptr, equals)),
		trim(span_of(line.ptr + equals + 1, line.len - equals - 1)), err);
}

enum err_code settings_parse(struct span text, struct settings *out, struct err *err)
{
	struct settings s = {calloc(SETTINGS_MAX, sizeof *s.items), 0};
	enum err_code rc = ERR_OK;
	unsigned number = 0;
	size_t at = 0;

	if (s.items == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (span_starts(text, "\xEF\xBB\xBF", 3))
		at = 3;
	while (rc == ERR_OK && at < text.len) {
		size_t end = span_find(text, at, "\n", 1);

		if (end == SIZE_MAX)
			end = text.len;
		rc = parse_line(&s, span_of(text.ptr + at, end - at), ++number, err);
		at = end + 1;
	}
	if (rc != ERR_OK) {
		settings_free(&s);
		return rc;
	}
	*out = s;
	return ERR_OK;
}

enum err_code settings_read(const char *path, struct settings *out, struct err *err)
{
	struct file_info info;
	struct blob text;
	enum err_code rc = file_info(path, false, &info, err);

	*out = (struct settings){NULL, 0};
	if (rc != ERR_OK || info.type == FILE_NONE)
		return rc;
	rc = file_read(path, SETTINGS_FILE_MAX, &text, err);
	if (rc != ERR_OK)
		return rc;
	rc = settings_parse(blob_span(text), out, err);
	blob_free(&text);
	return rc;
}

void settings_free(struct settings *s)
{
	size_t i;

	for (i = 0; i < s->count; i++) {
		free(s->items[i].key);
		free(s->items[i].value);
	}
	free(s->items);
	*s = (struct settings){NULL, 0};
}

const char *settings_get(const struct settings *s, const char *key)
{
	size_t i;

	for (i = s->count; i > 0; i--)
		if (strcmp(s->items[i - 1].key, key) == 0)
			return s->items[i - 1].value;
	return NULL;
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
