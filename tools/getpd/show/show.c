/* SPDX-License-Identifier: MIT */
#include "show/show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/process.h"
#include "show/show_check.h"
#include "show/show_line.h"
#include "show/show_table.h"
#include "show/show_tree.h"

static void print_disk(const char *what, const struct graph *g, const struct found_disk *d)
{
	struct buf text;

	buf_init(&text, 0);
	text_add(&text, what);
	chain_add(&text, g, d);
	disk_add(&text, g, d);
	out_buf(&text);
	out_str("\n");
}

static void print_leaves(const struct show *show, const struct graph *g)
{
	struct buf text;
	size_t i;

	for (i = 0; i < g->count; i++) {
		if (!node_is_leaf(&g->nodes[i]))
			continue;
		buf_init(&text, 0);
		text_add(&text, show->what);
		buf_str(&text, " -> ");
		leaf_add(&text, g, i);
		buf_str(&text, "\n");
		out_buf(&text);
	}
}

static void print_text(struct buf *text)
{
	out_buf(text);
}

/* why: the reason for an incomplete answer, or NULL. */
static void add_document(struct show *show, const struct graph *g, const char *why)
{
	graph_json(g, show->what, why, &show->document);
	show->printed = true;
}

static enum err_code print_answer(struct show *show, const struct graph *g, struct err *err)
{
	struct buf text;
	size_t i;

	if (show->json) {
		add_document(show, g, NULL);
		return ERR_OK;
	}
	if (show->columns != NULL) {
		notes_print(g, false);
		return table_add(show, show->what, g, err);
	}
	if (show->tree) {
		buf_init(&text, 0);
		tree_add(&text, g);
		print_text(&text);
		return ERR_OK;
	}
	for (i = 0; i < g->disk_count; i++) {
		const struct found_disk *d = &g->disks[i];

		if (show->raw)
			out_printf("%u %u %d\n", d->type, d->number, d->partition);
		else
			print_disk(show->what, g, d);
	}
	if (show->raw)
		out_str("\n"); /* the original printed a blank line after its numbers */
	else
		print_leaves(show, g);
	notes_print(g, show->raw);
	return ERR_OK;
}

/* In WSL, runs the getpd of Windows. False when there is none. */
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
		rc = print_answer(show, &g, err);
		show->degraded = show->degraded || g.degraded || g.unknown;
		show->shown = true;
	} else if (rc == ERR_UNSUPPORTED && g.count > 0 &&
		   strcmp(graph_get(&g, 0, NODE_LABEL), "wsl") == 0 && ask_windows(show)) {
		rc = ERR_OK;
	} else if (rc == ERR_UNSUPPORTED && show->json && g.count > 1) {
		add_document(show, &g,
			err->text); /* the incomplete answer, with what is in place of a disk */
	}
	graph_free(&g);
	return rc;
}

enum err_code show_run(struct show *show, struct err *err)
{
	show->printed = false;
	if (show->check != NULL)
		return check_show(show, err);
	return show->what != NULL ? show_one(show, err) : table_of_all(show, err);
}

/* With --json the reason for a missing answer is part of the document. */
static void error_json(struct show *show, const struct err *err)
{
	struct json *j = &show->document;
	const char *what = show->what != NULL   ? show->what
			   : show->disk != NULL ? show->disk
						: show->check;

	json_object(j);
	if (what != NULL)
		json_kv_str(j, "query", what);
	json_kv_str(j, "error", err->text);
	json_object_end(j);
}

void show_error(struct show *show, const struct err *err)
{
	const char *what = show->what != NULL ? show->what : show->check;
	char words[160];
	struct err ignored;

	if (show->json && !show->printed)
		error_json(show, err);
	if (strstr(err->text, "() Error: ") == NULL && strncmp(err->text, "IOCTL_", 6) != 0) {
		diag_err(what, err);
	} else if (show->raw) {
		os_write_text(OS_STDERR, err->text, strlen(err->text), &ignored);
		os_write_text(OS_STDERR, "\n", 1, &ignored);
	} else {
		diag_error("%s%s%s: %s", what != NULL ? what : "", what != NULL ? ": " : "",
			err->text, os_error_text(err->os_error, words, sizeof words));
	}
}

void show_open(struct show *show, bool several)
{
	buf_init(&show->text, 0);
	json_init(&show->document, &show->text, false);
	show->several = several;
	if (several)
		json_array(&show->document);
}

void show_close(struct show *show)
{
	table_print(show);
	if (show->several)
		json_array_end(&show->document);
	if (show->json)
		out_buf(&show->text);
	else
		buf_free(&show->text);
}
