/* SPDX-License-Identifier: MIT */
/* Volumes and their disks in columns. */
#include "show/show_table.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "show/show_line.h"
#include "show/show_tree.h"

#define COLUMNS_MAX 16 /* limit of --columns */

enum { CELL_VOLUME, CELL_TYPE, CELL_DISK, CELLS = COLUMNS_MAX };

/* The rows to print. */
struct rows {
	char *(*cells)[CELLS];
	size_t count;
	size_t cap;
	int columns; /* used of CELLS */
};

struct table {
	struct show *show;
	struct json json;
	struct buf text;
	struct rows rows;
	bool full; /* out of memory for more rows */
	int columns[CELLS];
	int column_count; /* 0: the default columns */
	char disk[256];   /* "": all */
};

static bool has_disk(const struct graph *g, const char *name)
{
	size_t i;

	if (name[0] == '\0')
		return true;
	for (i = 0; i < g->count; i++) /* a partition or an array may be selected as well */
		if (i > 0 && strcmp(graph_get(g, i, NODE_NAME), name) == 0)
			return true;
	return false;
}

static bool add_row(struct rows *r, struct buf text[CELLS])
{
	bool good = true;
	int k;

	if (!ALLOC_ROOM(r->cells, r->count, &r->cap))
		return false;
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

/* A column that is empty in every row is omitted, unless the user asked for it. */
static void print_rows(const struct rows *r, bool asked)
{
	int widths[CELLS] = {0};
	size_t i;
	int k;

	for (i = 0; i < r->count; i++)
		for (k = 0; k < r->columns; k++)
			if (out_width(r->cells[i][k]) > widths[k])
				widths[k] = out_width(r->cells[i][k]);
	for (i = 0; i < r->count; i++) {
		for (k = 0; k < r->columns; k++) {
			if (widths[k] == 0 && !asked)
				continue;
			out_str(r->cells[i][k]);
			if (k + 1 < r->columns)
				out_printf("%*s", widths[k] - out_width(r->cells[i][k]) + 2, "");
		}
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
	if (g->count > 0 && g->nodes[0].text[NODE_ENCRYPTION] != NULL)
		return graph_get(g, 0, NODE_ENCRYPTION);
	return g->count > 1 ? graph_get(g, 1, NODE_FSTYPE) : "";
}

static const char *const column_names[] = {"volume", "type", "state", "disk", "partition", "model",
	"serial", "wwid", "bus", "size", "kind", "numbers", "layers"};
enum column {
	VOLUME,
	TYPE,
	STATE,
	DISK,
	PARTITION,
	MODEL,
	SERIAL,
	WWID,
	BUS,
	SIZE,
	KIND,
	NUMBERS,
	LAYERS
};

/* False: an unknown name, or too many. */
static bool read_columns(const char *text, int out[CELLS], int *count)
{
	size_t i;

	for (*count = 0; *text != '\0' && *count < CELLS;) {
		size_t len = strcspn(text, ",");

		for (i = 0; i < sizeof column_names / sizeof column_names[0]; i++)
			if (strlen(column_names[i]) == len &&
				strncmp(column_names[i], text, len) == 0)
				break;
		if (i == sizeof column_names / sizeof column_names[0])
			return false;
		out[(*count)++] = (int)i;
		text += len;
		if (*text == ',' && *++text == '\0')
			return false;
	}
	return *count > 0 && *text == '\0';
}

bool columns_are(const char *text)
{
	int columns[CELLS];
	int count;

	return read_columns(text, columns, &count);
}

static const char *state_of(const struct graph *g, const struct found_disk *d, size_t leaf)
{
	if (d == NULL)
		return strcmp(g->nodes[leaf].kind, LEAF_MISSING) == 0 ? "gone" : "unknown";
	if (g->count > 1 && (strcmp(g->nodes[1].kind, "not mounted") == 0 ||
				    strcmp(g->nodes[1].kind, "in use") == 0))
		return g->nodes[1].kind;
	return g->degraded ? "degraded" : "";
}

static void cell_of_disk(
	struct buf *out, int column, const struct graph *g, const struct found_disk *d)
{
	static const enum node_text texts[] = {[DISK] = NODE_DEVICE,
		[MODEL] = NODE_MODEL,
		[SERIAL] = NODE_SERIAL,
		[WWID] = NODE_WWID,
		[BUS] = NODE_BUS,
		[NUMBERS] = NODE_NUMBERS};

	switch (column) {
	case PARTITION:
		if (d->partition != 0)
			buf_printf(out, "%d", d->partition);
		break;
	case SIZE:
		if (g->nodes[d->node].size != 0)
			buf_printf(out, "%llu", (unsigned long long)g->nodes[d->node].size);
		break;
	case KIND:
		buf_str(out, g->nodes[d->node].kind);
		break;
	case LAYERS:
		layers_add(out, g, d);
		break;
	default:
		text_add(out, graph_get(g, d->node, texts[column]));
	}
}

static void cell(struct buf *out, int column, const char *volume, const struct graph *g,
	const struct found_disk *d, size_t leaf)
{
	if (column == VOLUME)
		text_add(out, volume);
	else if (column == TYPE)
		text_add(out, fstype_of(g));
	else if (column == STATE)
		buf_str(out, state_of(g, d, leaf));
	else if (d != NULL)
		cell_of_disk(out, column, g, d);
	else if (column == DISK)
		text_add(out, graph_get(g, leaf, NODE_DEVICE));
}

/* Fills the default columns. */
static void plain_cells(struct buf text[CELLS], const char *volume, const struct graph *g,
	const struct found_disk *d, size_t leaf)
{
	text_add(&text[CELL_VOLUME], volume);
	if (g->count > 1 && strcmp(g->nodes[1].kind, "not mounted") == 0)
		buf_str(&text[CELL_VOLUME], tr("  (not mounted)"));
	if (g->count > 1 && strcmp(g->nodes[1].kind, "in use") == 0)
		buf_str(&text[CELL_VOLUME], tr("  (in use)"));
	text_add(&text[CELL_TYPE], fstype_of(g));
	if (d != NULL)
		disk_add(&text[CELL_DISK], g, d);
	else
		leaf_add(&text[CELL_DISK], g, leaf);
}

/* d: a disk; NULL: the leaf. */
static bool row_of(struct table *t, const char *volume, const struct graph *g,
	const struct found_disk *d, size_t leaf)
{
	struct buf text[CELLS];
	int k;

	for (k = 0; k < CELLS; k++)
		buf_init(&text[k], 0);
	if (t->column_count == 0)
		plain_cells(text, volume, g, d, leaf);
	for (k = 0; k < t->column_count; k++)
		cell(&text[k], t->columns[k], volume, g, d, leaf);
	return add_row(&t->rows, text);
}

static bool head_of(struct table *t)
{
	struct buf text[CELLS];
	const char *p;
	int k;

	for (k = 0; k < CELLS; k++)
		buf_init(&text[k], 0);
	for (k = 0; k < t->column_count; k++)
		for (p = column_names[t->columns[k]]; *p != '\0'; p++)
			buf_add_u8(&text[k], (uint8_t)(*p - 'a' + 'A'));
	return add_row(&t->rows, text);
}

static void rows_of(struct table *t, const char *volume, const struct graph *g)
{
	size_t i;

	for (i = 0; i < g->disk_count; i++)
		t->full = t->full || !row_of(t, volume, g, &g->disks[i], 0);
	for (i = 0; i < g->count; i++)
		if (node_is_leaf(&g->nodes[i]))
			t->full = t->full || !row_of(t, volume, g, NULL, i);
}

static bool on_volume(void *user, const char *volume, const struct graph *g)
{
	struct table *t = user;
	size_t i;

	if (!has_disk(g, t->disk) && !g->unknown)
		return true; /* an incompletely resolved volume may be on the selected disk */
	t->show->shown = true;
	t->show->degraded = t->show->degraded || g->degraded || g->unknown;
	if (t->show->json) {
		graph_json(g, volume, NULL, &t->json);
		return true;
	}
	if (t->show->tree) {
		tree_add(&t->text, g);
		return true;
	}
	for (i = 0; t->show->raw && i < g->disk_count; i++) {
		const struct found_disk *d = &g->disks[i];

		out_printf("%u %u %d ", d->type, d->number, d->partition);
		out_escaped_str(volume);
		out_str("\n");
	}
	if (!t->show->raw)
		rows_of(t, volume, g);
	notes_print(g, t->show->raw);
	return !t->full;
}

static bool table_open(struct table *t, struct show *show)
{
	memset(t, 0, sizeof *t);
	t->show = show;
	t->rows.columns = CELL_DISK + 1;
	buf_init(&t->text, 0);
	if (show->columns == NULL)
		return true;
	read_columns(show->columns, t->columns, &t->column_count);
	t->rows.columns = t->column_count;
	return head_of(t);
}

static void table_close(struct table *t)
{
	free_rows(&t->rows);
	buf_free(&t->text);
}

enum err_code table_add(struct show *show, const char *what, const struct graph *g, struct err *err)
{
	if (show->table == NULL) {
		show->table = calloc(1, sizeof *show->table);
		if (show->table == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		show->table->full = !table_open(show->table, show);
	}
	rows_of(show->table, what, g);
	return show->table->full ? err_set(err, ERR_NOMEM, "out of memory") : ERR_OK;
}

void table_print(struct show *show)
{
	if (show->table == NULL)
		return;
	if (!show->table->full)
		print_rows(&show->table->rows, true);
	table_close(show->table);
	free(show->table);
	show->table = NULL;
}

enum err_code table_of_all(struct show *show, struct err *err)
{
	struct table t;
	enum err_code rc = ERR_OK;

	t.full = !table_open(&t, show);
	if (show->disk != NULL)
		rc = query_disk_name(&show->query, show->disk, t.disk, sizeof t.disk, err);
	if (rc != ERR_OK) {
		table_close(&t);
		return rc;
	}
	if (show->json) {
		json_init(&t.json, &t.text, false);
		json_object(&t.json);
		json_key(&t.json, "volumes");
		json_array(&t.json);
	}
	rc = query_all(&show->query, on_volume, &t, err);
	if (show->json) {
		json_array_end(&t.json);
		json_object_end(&t.json);
	}
	if (rc == ERR_OK && t.full)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK)
		out_buf(&t.text);
	if (rc == ERR_OK && !show->json && !show->tree && !show->raw)
		print_rows(&t.rows, show->columns != NULL);
	table_close(&t);
	if (rc == ERR_OK && !show->shown && !show->json)
		diag_note("nothing mounted from it");
	return rc;
}
