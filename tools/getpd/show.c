/* SPDX-License-Identifier: MIT */
#include "show.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/process.h"

/* Powers of 1000, as disks are sold. */
static void print_size(uint64_t size)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
	uint64_t unit = 1;
	int i = 0;

	while (i < 6 && size / unit >= 1000) {
		unit *= 1000;
		i++;
	}
	if (i == 0 || size / unit >= 100)
		out_printf("%u %s", (unsigned)((size + unit / 2) / unit), units[i]);
	else
		out_printf("%u.%u %s", (unsigned)(size / unit),
			(unsigned)(size % unit / (unit / 10)), units[i]);
}

static void print_disk(const struct graph *g, const struct found_disk *d)
{
	static const enum node_text shown[] = {NODE_MODEL, NODE_SERIAL, NODE_BUS};
	const struct node *node = &g->nodes[d->node];
	size_t i;

	out_escaped_str(graph_get(g, d->node, NODE_DEVICE));
	if (d->partition != 0)
		out_printf(" (partition %d)", d->partition);
	for (i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		if (node->text[shown[i]] == NULL)
			continue;
		out_str(", ");
		out_escaped_str(node->text[shown[i]]);
	}
	if (node->size != 0) {
		out_str(", ");
		print_size(node->size);
	}
	if (strcmp(node->kind, "disk") != 0)
		out_printf(", %s", node->kind);
	out_str("\n");
}

static void print_notes(const struct graph *g)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (g->nodes[i].text[NODE_NOTE] != NULL)
			diag_warn(
				"%s: %s", graph_get(g, i, NODE_NAME), g->nodes[i].text[NODE_NOTE]);
}

static void print_answer(const struct show *show, const struct graph *g)
{
	struct json j;
	struct buf text;
	size_t i;

	if (show->json) {
		buf_init(&text, 0);
		json_init(&j, &text, false);
		graph_json(g, show->what, &j);
		out_text(span_of(text.ptr, text.len));
		buf_free(&text);
		return;
	}
	for (i = 0; i < g->disk_count; i++) {
		const struct found_disk *d = &g->disks[i];

		if (show->raw) {
			out_printf("%u %u %d\n", d->type, d->number, d->partition);
			continue;
		}
		out_escaped_str(show->what);
		out_str(" -> ");
		print_disk(g, d);
	}
	if (show->raw)
		out_str("\n"); /* the original printed a blank line behind its numbers */
	else
		print_notes(g);
}

/* In WSL: Windows' own getpd knows. False when there is none. */
static bool ask_windows(struct show *show)
{
	static char raw[] = "--raw";
	static char json[] = "--json";
	static char end[] = "--";
	const struct process_opts opts = {0};
	char *argv[5] = {NULL};
	struct blob path;
	struct blob what;
	struct err err;
	bool good = false;
	int n = 1;

	if (process_find("getpd.exe", &path, &err) != ERR_OK)
		return false;
	if (blob_copy(span_of(show->what, strlen(show->what) + 1), &what, &err) == ERR_OK) {
		argv[0] = (char *)path.ptr;
		if (show->raw || show->json)
			argv[n++] = show->raw ? raw : json;
		argv[n++] = end;
		argv[n] = (char *)what.ptr;
		good = process_run(argv, &opts, &show->status, &err) == ERR_OK;
		if (!good)
			diag_warn_err(argv[0], &err);
		blob_free(&what);
	}
	blob_free(&path);
	return good;
}

static enum err_code show_one(struct show *show, struct err *err)
{
	struct graph g;
	enum err_code rc = query_run(&show->query, show->what, &g, err);

	if (rc == ERR_OK) {
		print_answer(show, &g);
		show->degraded = g.degraded;
		show->shown = true;
	} else if (rc == ERR_UNSUPPORTED && g.count > 0 &&
		   strcmp(graph_get(&g, 0, NODE_LABEL), "wsl") == 0 && ask_windows(show)) {
		rc = ERR_OK;
	}
	graph_free(&g);
	return rc;
}

struct table {
	struct show *show;
	struct json json;
	struct buf text;
	char disk[256]; /* "": all */
};

static bool has_disk(const struct graph *g, const char *name)
{
	size_t i;

	if (name[0] == '\0')
		return true;
	for (i = 0; i < g->count; i++) /* a partition or an array may be asked for as well */
		if (i > 0 && strcmp(graph_get(g, i, NODE_NAME), name) == 0)
			return true;
	return false;
}

static const char *fstype_of(const struct graph *g)
{
	return g->count > 1 ? graph_get(g, 1, NODE_FSTYPE) : "";
}

static bool on_volume(void *user, const char *volume, const struct graph *g)
{
	struct table *t = user;
	size_t i;

	if (!has_disk(g, t->disk))
		return true;
	t->show->shown = true;
	t->show->degraded = t->show->degraded || g->degraded;
	if (t->show->json) {
		graph_json(g, volume, &t->json);
		return true;
	}
	for (i = 0; i < g->disk_count; i++) {
		const struct found_disk *d = &g->disks[i];

		if (t->show->raw) {
			out_printf("%u %u %d ", d->type, d->number, d->partition);
			out_escaped_str(volume);
			out_str("\n");
			continue;
		}
		out_escaped_str(volume);
		if (g->count > 1 && strcmp(g->nodes[1].kind, "not mounted") == 0)
			out_str("  (not mounted)");
		if (fstype_of(g)[0] != '\0') {
			out_str("  ");
			out_escaped_str(fstype_of(g));
		}
		out_str("  ");
		print_disk(g, d);
	}
	return true;
}

static enum err_code show_table(struct show *show, struct err *err)
{
	struct table t = {.show = show};
	enum err_code rc = ERR_OK;

	if (show->disk != NULL)
		rc = query_disk_name(&show->query, show->disk, t.disk, sizeof t.disk, err);
	if (rc != ERR_OK)
		return rc;
	buf_init(&t.text, 0);
	json_init(&t.json, &t.text, false);
	json_object(&t.json);
	json_key(&t.json, "volumes");
	json_array(&t.json);
	rc = query_all(&show->query, on_volume, &t, err);
	json_array_end(&t.json);
	json_object_end(&t.json);
	if (rc == ERR_OK && show->json)
		out_text(span_of(t.text.ptr, t.text.len));
	if (rc == ERR_OK && !show->shown && !show->json)
		diag_note("nothing mounted from it");
	buf_free(&t.text);
	return rc;
}

enum err_code show_run(struct show *show, struct err *err)
{
	return show->what != NULL ? show_one(show, err) : show_table(show, err);
}

void show_error(const struct show *show, const struct err *err)
{
	char words[160];
	struct err ignored;

	if (strstr(err->text, "() Error: ") == NULL && strncmp(err->text, "IOCTL_", 6) != 0) {
		diag_err(show->what, err);
	} else if (show->raw) {
		os_write_text(OS_STDERR, err->text, strlen(err->text), &ignored);
		os_write_text(OS_STDERR, "\n", 1, &ignored);
	} else {
		diag_error("%s: %s: %s", show->what, err->text,
			os_error_text(err->os_error, words, sizeof words));
	}
}
