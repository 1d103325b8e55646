/* SPDX-License-Identifier: MIT */
#include "show/show_check.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "show/show_tree.h"

#define EXIT_UNSEEN 5

static void add_identity(struct buf *out, const struct check *c)
{
	static const enum node_text shown[] = {NODE_MODEL, NODE_SERIAL, NODE_BUS};
	size_t i;

	for (i = 0; c->disk != 0 && i < sizeof shown / sizeof shown[0]; i++) {
		const char *text = graph_get(&c->graph, c->disk, shown[i]);

		if (text[0] == '\0')
			continue;
		buf_str(out, ", ");
		text_add(out, text);
	}
	buf_str(out, ", ");
	size_add(out, c->size);
	buf_str(out, "\n");
}

/* Quotes a word for a shell. */
static void add_quoted(struct buf *out, const char *text)
{
	buf_str(out, "'");
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			buf_str(out, "'\\''");
		else
			buf_add_u8(out, (uint8_t)*text);
	}
	buf_str(out, "'");
}

/* Device names change after replugging; these options still identify the disk. */
static void add_fingerprint(struct buf *out, const struct check *c)
{
	struct buf escaped;
	size_t disk = check_identity(c);
	const char *serial = disk != 0 ? graph_get(&c->graph, disk, NODE_SERIAL) : "";

	if (disk != 0 && serial[0] == '\0')
		serial = graph_get(&c->graph, disk, NODE_WWID);
	buf_init(&escaped, 0);
	text_add(&escaped, serial);
	if (escaped.failed != ERR_OK)
		out->failed = escaped.failed;
	buf_str(out, tr("fingerprint:"));
	if (serial[0] != '\0' && escaped.len == strlen(serial)) {
		buf_str(out, " --serial=");
		add_quoted(out, serial);
	}
	buf_printf(out, " --size=%llu\n", (unsigned long long)c->size);
	buf_free(&escaped);
}

static void add_reasons(struct buf *out, const struct check *c)
{
	size_t i;

	for (i = 0; i < c->count; i++) {
		buf_printf(out, "  %s: ", c->reasons[i].code);
		text_add(out, c->reasons[i].text);
		buf_str(out, "\n");
	}
}

static void print_check(const struct check *c)
{
	static const char *const words[] = {N_("free"), N_("NOT free"), N_("NOT known to be free")};
	struct buf text;

	buf_init(&text, 0);
	text_add(&text, c->device);
	buf_printf(&text, ": %s", tr(words[check_verdict(c)]));
	add_identity(&text, c);
	add_reasons(&text, c);
	if (c->size > 0)
		add_fingerprint(&text, c);
	out_buf(&text);
}

enum err_code check_show(struct show *show, struct err *err)
{
	static const int statuses[] = {EXIT_DONE, EXIT_FAILED, EXIT_UNSEEN};
	struct check c;
	enum err_code rc = check_run(&show->query, &show->against, show->check, &c, err);

	if (rc == ERR_OK) {
		show->status = statuses[check_verdict(&c)];
		if (show->json) {
			check_json(&c, show->check, &show->document);
			show->printed = true;
		} else {
			print_check(&c);
		}
	}
	check_free(&c);
	return rc;
}
