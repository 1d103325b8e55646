/* SPDX-License-Identifier: MIT */
/* The list for terminals that cannot draw: numbered ports, and one line as the answer. */
#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "spc.h"

#define ANSWER_MAX 64
#define TRIES      5

static void print_ports(const struct port_list *list)
{
	struct buf text;
	struct err err;
	size_t i;

	buf_init(&text, 0);
	for (i = 0; i < list->count; i++) {
		const struct port *p = &list->items[i];
		const char *name = port_get(p, PORT_NAME);
		const char *words = port_get(p, PORT_DESCRIPTION);

		buf_printf(&text, "%3u  ", (unsigned)(i + 1));
		utf8_escape(span_of(name, strlen(name)), &text);
		buf_str(&text, "  ");
		if (p->text[PORT_VID] != NULL)
			buf_printf(
				&text, "%.4s:%.4s  ", port_get(p, PORT_VID), port_get(p, PORT_PID));
		utf8_escape(span_of(words, strlen(words)), &text);
		buf_str(&text, "\n");
	}
	buf_str(&text, tr("Number: "));
	os_write_text(OS_STDERR, text.ptr, text.len, &err);
	buf_free(&text);
}

/* 1 to count, 0 for anything else, -1 at the end of the input. */
static long ask(size_t count)
{
	char line[ANSWER_MAX];
	uint64_t n;

	if (fgets(line, sizeof line, stdin) == NULL)
		return -1;
	line[strcspn(line, "\r\n")] = '\0';
	return num_parse_u64(line, &n) && n >= 1 && n <= count ? (long)n : 0;
}

enum pick_result prompt_run(struct app *app, struct port_list *out)
{
	struct port_list list;
	struct port_list one;
	struct err err;
	long answer = 0;
	size_t at = 0;
	int i;
	enum pick_result result = PICK_NONE;

	if (ports_list(app->opt.root, &list, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return PICK_FAILED;
	}
	while (at < list.count) {
		struct port *port = &list.items[at];

		if (app_hides(app, port) ||
			(app->opt.match != NULL && !port_matches(port, app->opt.match)) ||
			(app->opt.port != NULL && !port_matches(port, app->opt.port)))
			ports_remove(&list, port);
		else
			at++;
	}
	for (i = 0; i < TRIES && answer == 0 && list.count > 0; i++) {
		print_ports(&list);
		answer = ask(list.count);
	}
	if (list.count == 0)
		diag_error("no serial port");
	if (answer > 0) {
		one = (struct port_list){&list.items[answer - 1], 1};
		result = ports_copy(&one, out, &err) == ERR_OK ? PICK_CHOSEN : PICK_FAILED;
	}
	ports_free(&list);
	return result;
}
