/* SPDX-License-Identifier: MIT */
#include "core/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/tr.h"
#include "formats/member.h"

static enum err_code no_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code check_add(struct check *c, struct err *err, const char *code, bool unseen,
	const char *path, const char *fmt, ...)
{
	struct check_reason *r;
	char text[1024];
	va_list args;

	if (c->verdict != CHECK_IN_USE)
		c->verdict = unseen ? CHECK_UNSEEN : CHECK_IN_USE;
	if (c->count >= CHECK_REASONS_MAX)
		return ERR_OK;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, tr(fmt), args);
	va_end(args);
	if (c->count == CHECK_REASONS_MAX - 1) {
		snprintf(text, sizeof text, tr("there are more reasons than are listed here"));
		code = "more";
		unseen = true;
		path = NULL;
	}
	if (!ALLOC_ROOM(c->reasons, c->count, &c->cap))
		return no_memory(err);
	r = &c->reasons[c->count];
	*r = (struct check_reason){code, unseen, NULL, alloc_text(text)};
	if (r->text == NULL)
		return no_memory(err);
	c->count++;
	if (path != NULL)
		r->path = alloc_text(path);
	return path != NULL && r->path == NULL ? no_memory(err) : ERR_OK;
}

enum err_code check_name(struct check *c, const char *name, struct err *err)
{
	void *more;

	if (check_has(c, name))
		return ERR_OK;
	more = realloc(c->names, (c->name_count + 1) * sizeof *c->names);
	if (more == NULL)
		return no_memory(err);
	c->names = more;
	snprintf(c->names[c->name_count++], sizeof *c->names, "%.255s", name);
	return ERR_OK;
}

bool check_has(const struct check *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->name_count; i++)
		if (strcmp(c->names[i], name) == 0)
			return true;
	return false;
}

bool check_covers(const struct check *c, const char *name)
{
	return check_has(c, name) || (c->parent[0] != '\0' && strcmp(name, c->parent) == 0);
}

void check_free(struct check *c)
{
	size_t i;

	for (i = 0; i < c->count; i++) {
		free(c->reasons[i].path);
		free(c->reasons[i].text);
	}
	free(c->reasons);
	free(c->names);
	graph_free(&c->graph);
	memset(c, 0, sizeof *c);
}

enum check_verdict check_verdict(const struct check *c)
{
	return c->verdict;
}

bool check_found(const struct check *c, const char *code)
{
	size_t i;

	for (i = 0; i < c->count; i++)
		if (strcmp(c->reasons[i].code, code) == 0)
			return true;
	return false;
}

/* Whether a device uses the whole disk, of which a partition is checked. */
static bool stands_on_parent(const struct check *c, const struct graph *g, size_t node)
{
	const struct node *n = &g->nodes[node];
	size_t i;

	if (c->parent[0] == '\0' || strcmp(n->kind, "partition") == 0)
		return false;
	for (i = 0; i < n->below_count; i++)
		if (strcmp(graph_get(g, n->below[i], NODE_NAME), c->parent) == 0)
			return true;
	return false;
}

bool check_touches(const struct check *c, const struct graph *g)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if ((i > 0 && graph_get(g, i, NODE_DEVICE)[0] != '\0' &&
			    check_has(c, graph_get(g, i, NODE_NAME))) ||
			stands_on_parent(c, g, i))
			return true;
	return false;
}

/* Mount points that the system needs to start. */
static bool is_system(const char *path)
{
	static const char *const points[] = {
		"/", "/boot", "/boot/efi", "/boot/firmware", "/efi", "/usr", "/var"};
	size_t i;

	for (i = 0; i < sizeof points / sizeof points[0]; i++)
		if (strcmp(path, points[i]) == 0)
			return true;
	return false;
}

struct volumes {
	struct check *c;
	struct err *err;
	enum err_code rc;
};

static const char *reason_unknown(const struct graph *g)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (strcmp(g->nodes[i].kind, LEAF_UNKNOWN) == 0)
			return graph_get(g, i, NODE_NOTE);
	return "";
}

static bool is_listed(const struct check *c, const char *code, const char *path)
{
	size_t i;

	for (i = 0; i < c->count; i++)
		if (strcmp(c->reasons[i].code, code) == 0 && c->reasons[i].path != NULL &&
			strcmp(c->reasons[i].path, path) == 0)
			return true;
	return false;
}

/* An unmounted device: the checked one itself, or one that uses it. On Linux its folder in /sys was
 * looked at already. */
static enum err_code on_unused(struct volumes *v, const char *volume, const struct graph *g)
{
	const char *type = graph_get(g, 1, NODE_FSTYPE);
	const char *name = g->count > 2 ? graph_get(g, 2, NODE_NAME) : "";
	bool checked = check_has(v->c, name);

	if (is_listed(v->c, checked ? "member" : "held", name))
		return ERR_OK;
	if (!checked)
		return check_add(v->c, v->err, "held", false, volume,
			"%.200s (%.40s) is built on it", volume,
			g->count > 2 ? tr(g->nodes[2].kind) : tr("device"));
	if (member_is_part(type))
		return check_add(
			v->c, v->err, "member", false, volume, "%.200s holds %.60s", volume, type);
	return ERR_OK;
}

static enum err_code on_used(struct volumes *v, const char *volume, const struct graph *g)
{
	const char *kind = g->count > 1 ? g->nodes[1].kind : "";
	const char *fstype = g->count > 1 ? graph_get(g, 1, NODE_FSTYPE) : "";
	enum err_code rc;

	if (strcmp(kind, "not mounted") == 0)
		return on_unused(v, volume, g);
	if (strcmp(kind, "in use") == 0)
		return check_add(v->c, v->err, "claimed", false, volume, "%.200s: %.200s", volume,
			graph_get(g, 1, NODE_NOTE));
	if (strcmp(kind, "swap") == 0)
		return check_add(
			v->c, v->err, "swap", false, volume, "the system swaps to %.400s", volume);
	if (strncmp(volume, "\\\\?\\", 4) == 0)
		rc = check_add(v->c, v->err, "volume", false, volume,
			"a Windows volume is on it: %.200s", volume);
	else if (strcmp(fstype, "autofs") == 0)
		rc = check_add(v->c, v->err, "automount", false, volume,
			"it will be mounted at %.400s as soon as somebody looks there", volume);
	else
		rc = check_add(v->c, v->err, "mounted", false, volume, "mounted at %.400s%s%.60s",
			volume, fstype[0] != '\0' ? tr(", ") : "", fstype);
	if (rc == ERR_OK && is_system(volume))
		rc = check_add(v->c, v->err, "system", false, volume,
			"the system runs from it: it holds %s", volume);
	return rc;
}

/* A loop does not claim the device below it, so the system does not refuse to open that. */
static bool has_loop(const struct graph *g)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (strcmp(g->nodes[i].kind, "loop") == 0)
			return true;
	return false;
}

static bool on_volume(void *user, const char *volume, const struct graph *g)
{
	struct volumes *v = user;

	if (check_touches(v->c, g))
		v->rc = on_used(v, volume, g);
	else if (g->unknown && (!v->c->reported_unused || has_loop(g)))
		v->rc = check_add(v->c, v->err, "unseen", true, volume,
			"%.200s may be built on it: %.300s", volume, reason_unknown(g));
	return v->rc == ERR_OK;
}

/* The size of a source; of a device as the system reports it, 0 when unknown. */
static uint64_t source_size(const char *source, const struct graph *g)
{
	struct file_info info;
	struct err err;

	if (file_info(source, false, &info, &err) == ERR_OK && info.type == FILE_REGULAR)
		return info.size;
	return g->count > 1 && graph_get(g, 1, NODE_DEVICE)[0] != '\0' ? g->nodes[1].size : 0;
}

static enum err_code check_source(
	struct check *c, const struct check_asks *asks, const char *source, struct err *err)
{
	struct graph g = {0};
	enum err_code rc = asks->one(asks->user, source, &g, err);
	uint64_t bytes;

	if (query_answered(rc) && check_touches(c, &g))
		rc = check_add(c, err, "source", false, source, "the image %.400s is stored on it",
			source);
	else if (rc == ERR_OK && g.unknown && !c->reported_unused)
		rc = check_add(c, err, "unseen", true, source,
			"the image's location is unknown: %.300s", reason_unknown(&g));
	else if (rc == ERR_UNSUPPORTED)
		rc = ERR_OK; /* in memory or on a network: not on the disk */
	if (rc != ERR_OK) {
		graph_free(&g);
		err_prefix(err, "%.150s", source);
		return rc == ERR_NOTFOUND ? err->code = ERR_IO
					  : rc; /* the error is not about the disk */
	}
	bytes = source_size(source, &g);
	graph_free(&g);
	if (bytes > c->size)
		return check_add(c, err, "too-small", false, source,
			"the image has %llu bytes, the disk %llu", (unsigned long long)bytes,
			(unsigned long long)c->size);
	if (bytes == 0)
		return check_add(c, err, "unseen", true, source,
			"the size of the image is not known, or it is empty");
	return ERR_OK;
}

static bool is_external_bus(const char *bus)
{
	static const char *const buses[] = {"usb", "sd", "mmc", "ieee1394", "virtual", "file"};
	size_t i;

	for (i = 0; i < sizeof buses / sizeof buses[0]; i++)
		if (strcmp(bus, buses[i]) == 0)
			return true;
	return false;
}

static const char *bus_words(const struct check *c, size_t disk)
{
	const char *bus = graph_get(&c->graph, disk, NODE_BUS);

	return bus[0] != '\0' ? bus : tr("its bus is not known");
}

static bool is_named(const struct check *c, size_t disk, const char *serial)
{
	return serial != NULL && serial[0] != '\0' &&
	       (strcmp(serial, graph_get(&c->graph, disk, NODE_SERIAL)) == 0 ||
		       strcmp(serial, graph_get(&c->graph, disk, NODE_WWID)) == 0);
}

/* A loop on a file writes only to that file, not to the disk. */
static bool is_in_file(const struct graph *g)
{
	size_t i;

	for (i = 1; i < g->count; i++)
		if (strcmp(g->nodes[i].kind, "mount") == 0 || strcmp(g->nodes[i].kind, "file") == 0)
			return true;
	return false;
}

size_t check_identity(const struct check *c)
{
	if (c->disk != 0 || is_in_file(&c->graph) || c->graph.disk_count == 0)
		return c->disk;
	return c->graph.disks[0].node;
}

/* For volumes, arrays and encrypted devices each disk below is checked too. */
static enum err_code check_stack(struct check *c, bool named, struct err *err)
{
	const struct graph *g = &c->graph;
	size_t i;

	for (i = 0; !named && !is_in_file(g) && i < g->disk_count; i++)
		if (!is_external_bus(graph_get(g, g->disks[i].node, NODE_BUS)))
			return check_add(c, err, "internal", false, NULL,
				"it is on an internal disk, %.100s (%.40s); --serial confirms it",
				graph_get(g, g->disks[i].node, NODE_NAME),
				bus_words(c, g->disks[i].node));
	return ERR_OK;
}

static enum err_code check_meant(struct check *c, const struct check_opts *opts, struct err *err)
{
	const struct graph *g = &c->graph;
	bool named = is_named(c, c->disk, opts->serial);
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; c->disk == 0 && !named && !is_in_file(g) && i < g->disk_count; i++)
		named = is_named(c, g->disks[i].node, opts->serial);
	if (opts->serial != NULL && !named)
		rc = check_add(c, err, "serial", false, NULL,
			"its serial number is '%.200s', not '%.200s'",
			graph_get(g, check_identity(c), NODE_SERIAL), opts->serial);
	if (rc == ERR_OK && opts->size != 0 && opts->size != c->size)
		rc = check_add(c, err, "size", false, NULL, "it has %llu bytes, not %llu",
			(unsigned long long)c->size, (unsigned long long)opts->size);
	if (rc != ERR_OK)
		return rc;
	/* An internal disk given by its serial number is intended. */
	if (c->disk == 0)
		return check_stack(c, named, err);
	if (!named && !c->removable && !is_external_bus(graph_get(g, c->disk, NODE_BUS)))
		rc = check_add(c, err, "internal", false, NULL,
			"an internal disk (%.40s); --serial confirms it", bus_words(c, c->disk));
	return rc;
}

enum err_code check_common(struct check *c, const struct check_asks *asks,
	const struct check_opts *opts, struct err *err)
{
	struct volumes v = {c, err, ERR_OK};
	enum err_code rc = asks->all(asks->user, on_volume, &v, err);

	if (rc == ERR_OK)
		rc = v.rc;
	if (rc == ERR_OK && opts->source != NULL)
		rc = check_source(c, asks, opts->source, err);
	if (rc == ERR_OK && c->size == 0)
		rc = check_add(c, err, "no-medium", false, NULL, "there is no medium in it");
	return rc == ERR_OK ? check_meant(c, opts, err) : rc;
}

static void disk_json(const struct check *c, struct json *j)
{
	static const enum node_text shown[] = {NODE_MODEL, NODE_SERIAL, NODE_WWID, NODE_BUS};
	static const char *const keys[] = {"model", "serial", "wwid", "bus"};
	size_t i;

	json_key(j, "disk");
	json_object(j);
	json_kv_str(j, "device", c->device);
	json_kv_u64(j, "size", c->size);
	for (i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		const char *text = c->disk != 0 ? graph_get(&c->graph, c->disk, shown[i]) : "";

		json_key(j, keys[i]);
		if (text[0] != '\0')
			json_str(j, text);
		else
			json_null(j);
	}
	json_object_end(j);
}

void check_json(const struct check *c, const char *what, struct json *j)
{
	static const char *const verdicts[] = {"free", "in use", "not all seen"};
	size_t i;

	json_object(j);
	json_kv_str(j, "query", what);
	json_kv_str(j, "verdict", verdicts[check_verdict(c)]);
	disk_json(c, j);
	json_key(j, "reasons");
	json_array(j);
	for (i = 0; i < c->count; i++) {
		json_object(j);
		json_kv_str(j, "code", c->reasons[i].code);
		json_kv_bool(j, "unseen", c->reasons[i].unseen);
		if (c->reasons[i].path != NULL)
			json_kv_str(j, "path", c->reasons[i].path);
		json_kv_str(j, "text", c->reasons[i].text);
		json_object_end(j);
	}
	json_array_end(j);
	json_object_end(j);
}
