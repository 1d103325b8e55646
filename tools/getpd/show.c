/* SPDX-License-Identifier: MIT */
#include "show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/process.h"
#include "biosbelt/utf.h"

/* Powers of 1000, as disks are sold. */
static void add_size(struct buf *out, uint64_t size)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
	uint64_t unit = 1;
	int i = 0;

	while (i < 6 && size / unit >= 1000) {
		unit *= 1000;
		i++;
	}
	if (i == 0 || size / unit >= 100)
		buf_printf(out, "%u %s", (unsigned)((size + unit / 2) / unit), units[i]);
	else
		buf_printf(out, "%u.%u %s", (unsigned)(size / unit),
			(unsigned)(size % unit / (unit / 10)), units[i]);
}

static void add_text(struct buf *out, const char *text)
{
	utf8_escape(span_of(text, strlen(text)), out);
}

static void add_disk(struct buf *out, const struct graph *g, const struct found_disk *d)
{
	static const enum node_text shown[] = {NODE_MODEL, NODE_SERIAL, NODE_BUS};
	const struct node *node = &g->nodes[d->node];
	size_t i;

	add_text(out, graph_get(g, d->node, NODE_DEVICE));
	if (d->partition != 0)
		buf_printf(out, " (partition %d)", d->partition);
	for (i = 0; i < sizeof shown / sizeof shown[0]; i++) {
		if (node->text[shown[i]] == NULL)
			continue;
		buf_str(out, ", ");
		add_text(out, node->text[shown[i]]);
	}
	if (node->size != 0) {
		buf_str(out, ", ");
		add_size(out, node->size);
	}
	if (strcmp(node->kind, "disk") != 0)
		buf_printf(out, ", %s", node->kind);
}

static void print_disk(const struct graph *g, const struct found_disk *d)
{
	struct buf text;

	buf_init(&text, 0);
	add_disk(&text, g, d);
	out_text(span_of(text.ptr, text.len));
	out_str("\n");
	buf_free(&text);
}

static void print_notes(const struct graph *g, bool leaves)
{
	size_t i;

	for (i = 0; i < g->count; i++)
		if (g->nodes[i].text[NODE_NOTE] != NULL && (leaves || !node_is_leaf(&g->nodes[i])))
			diag_warn("%s: %s",
				node_is_leaf(&g->nodes[i]) ? graph_get(g, 0, NODE_NAME)
							   : graph_get(g, i, NODE_NAME),
				g->nodes[i].text[NODE_NOTE]);
}

/* A disk that is gone, or what cannot be found out. */
static void add_leaf(struct buf *out, const struct graph *g, size_t node)
{
	bool missing = strcmp(g->nodes[node].kind, LEAF_MISSING) == 0;
	const char *name = graph_get(g, node, NODE_DEVICE);

	add_text(out, name[0] != '\0' ? name : missing ? graph_get(g, node, NODE_NAME) : "unknown");
	buf_str(out, missing ? ", " : ": ");
	add_text(out, graph_get(g, node, NODE_NOTE));
}

static void print_leaves(const struct show *show, const struct graph *g)
{
	struct buf text;
	size_t i;

	for (i = 0; i < g->count; i++) {
		if (!node_is_leaf(&g->nodes[i]))
			continue;
		buf_init(&text, 0);
		add_text(&text, show->what);
		buf_str(&text, " -> ");
		add_leaf(&text, g, i);
		buf_str(&text, "\n");
		out_text(span_of(text.ptr, text.len));
		buf_free(&text);
	}
}

/* why: NULL, or why it ends where it does, for --json. */
static void print_answer(const struct show *show, const struct graph *g, const char *why)
{
	struct json j;
	struct buf text;
	size_t i;

	if (show->json) {
		buf_init(&text, 0);
		json_init(&j, &text, false);
		graph_json(g, show->what, why, &j);
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
		print_leaves(show, g);
	print_notes(g, show->raw);
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
		print_answer(show, &g, NULL);
		show->degraded = g.degraded || g.unknown;
		show->shown = true;
	} else if (rc == ERR_UNSUPPORTED && g.count > 0 &&
		   strcmp(graph_get(&g, 0, NODE_LABEL), "wsl") == 0 && ask_windows(show)) {
		rc = ERR_OK;
	} else if (rc == ERR_UNSUPPORTED && show->json && g.count > 1) {
		print_answer(
			show, &g, err->text); /* as far as it goes: what is in place of a disk */
		show->printed = true;
	}
	graph_free(&g);
	return rc;
}

enum { CELL_VOLUME, CELL_TYPE, CELL_DISK, CELLS };

/* Volumes and disks to be seen. */
struct rows {
	char *(*cells)[CELLS];
	size_t count;
	size_t room;
};

struct table {
	struct show *show;
	struct json json;
	struct buf text;
	struct rows rows;
	bool full;      /* no memory for more rows */
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

static bool add_row(struct rows *r, struct buf text[CELLS])
{
	bool good = true;
	int k;

	if (r->count == r->room) {
		size_t room = r->room * 2 + 16;
		void *bigger = realloc(r->cells, room * sizeof *r->cells);

		if (bigger == NULL)
			return false;
		r->cells = bigger;
		r->room = room;
	}
	for (k = 0; k < CELLS; k++) {
		struct blob cell = {NULL, 0};
		struct err err;

		buf_add_u8(&text[k], 0);
		good = buf_finish(&text[k], &cell, &err) == ERR_OK && good;
		r->cells[r->count][k] = (char *)cell.ptr;
	}
	r->count++;
	return good;
}

/* A column that is empty in every row is none. */
static void print_rows(const struct rows *r)
{
	int widths[CELLS] = {0};
	size_t i;
	int k;

	for (i = 0; i < r->count; i++)
		for (k = 0; k < CELLS; k++)
			if (out_width(r->cells[i][k]) > widths[k])
				widths[k] = out_width(r->cells[i][k]);
	for (i = 0; i < r->count; i++) {
		for (k = 0; k < CELL_DISK; k++)
			if (widths[k] > 0) {
				out_str(r->cells[i][k]);
				out_printf("%*s", widths[k] - out_width(r->cells[i][k]) + 2, "");
			}
		out_str(r->cells[i][CELL_DISK]);
		out_str("\n");
	}
}

static void free_rows(struct rows *r)
{
	size_t i;
	int k;

	for (i = 0; i < r->count; i++)
		for (k = 0; k < CELLS; k++)
			free(r->cells[i][k]);
	free(r->cells);
}

static const char *fstype_of(const struct graph *g)
{
	return g->count > 1 ? graph_get(g, 1, NODE_FSTYPE) : "";
}

/* d: a disk; NULL: the leaf. */
static bool row_of(struct rows *r, const char *volume, const struct graph *g,
	const struct found_disk *d, size_t leaf)
{
	struct buf text[CELLS];
	int k;

	for (k = 0; k < CELLS; k++)
		buf_init(&text[k], 0);
	add_text(&text[CELL_VOLUME], volume);
	if (g->count > 1 && strcmp(g->nodes[1].kind, "not mounted") == 0)
		buf_str(&text[CELL_VOLUME], "  (not mounted)");
	if (g->count > 1 && strcmp(g->nodes[1].kind, "in use") == 0)
		buf_str(&text[CELL_VOLUME], "  (in use)");
	add_text(&text[CELL_TYPE], fstype_of(g));
	if (d != NULL)
		add_disk(&text[CELL_DISK], g, d);
	else
		add_leaf(&text[CELL_DISK], g, leaf);
	return add_row(r, text);
}

static bool on_volume(void *user, const char *volume, const struct graph *g)
{
	struct table *t = user;
	size_t i;

	if (!has_disk(g, t->disk) && !g->unknown)
		return true; /* what is not wholly known may stand on the disk asked for */
	t->show->shown = true;
	t->show->degraded = t->show->degraded || g->degraded || g->unknown;
	if (t->show->json) {
		graph_json(g, volume, NULL, &t->json);
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
		t->full = t->full || !row_of(&t->rows, volume, g, d, 0);
	}
	for (i = 0; i < g->count && !t->show->raw; i++)
		if (node_is_leaf(&g->nodes[i]))
			t->full = t->full || !row_of(&t->rows, volume, g, NULL, i);
	print_notes(g, t->show->raw);
	return !t->full;
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
	if (rc == ERR_OK && t.full)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && show->json)
		out_text(span_of(t.text.ptr, t.text.len));
	if (rc == ERR_OK)
		print_rows(&t.rows);
	free_rows(&t.rows);
	if (rc == ERR_OK && !show->shown && !show->json)
		diag_note("nothing mounted from it");
	buf_free(&t.text);
	return rc;
}

enum err_code show_run(struct show *show, struct err *err)
{
	return show->what != NULL ? show_one(show, err) : show_table(show, err);
}

/* A program that reads the answer reads why there is none. */
static void error_json(const struct show *show, const struct err *err)
{
	struct json j;
	struct buf text;

	buf_init(&text, 0);
	json_init(&j, &text, false);
	json_object(&j);
	if (show->what != NULL || show->disk != NULL)
		json_kv_str(&j, "query", show->what != NULL ? show->what : show->disk);
	json_kv_str(&j, "error", err->text);
	json_object_end(&j);
	out_text(span_of(text.ptr, text.len));
	buf_free(&text);
}

void show_error(const struct show *show, const struct err *err)
{
	char words[160];
	struct err ignored;

	if (show->json && !show->printed)
		error_json(show, err);
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
