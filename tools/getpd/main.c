/* SPDX-License-Identifier: MIT */
/* getpd: finds the physical disk of a drive letter, a path or a device. */
#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "options.h"

#define EXIT_DEGRADED 5

static int status_of(const struct err *err)
{
	switch (err->code) {
	case ERR_NOTFOUND:
	case ERR_UNSUPPORTED:
		return EXIT_NOTHING;
	case ERR_BUSY:
	case ERR_DENIED:
		return EXIT_TEMPORARY;
	case ERR_USAGE:
		return EXIT_USAGE;
	default:
		return EXIT_FAILED;
	}
}

static int answer(struct show *show)
{
	struct err err;

	show->degraded = show->shown = false;
	show->status = -1;
	if (show_run(show, &err) != ERR_OK) {
		show_error(show, &err);
		return status_of(&err);
	}
	if (show->status >= 0)
		return show->status;
	return show->degraded ? EXIT_DEGRADED : show->shown ? EXIT_DONE : EXIT_NOTHING;
}

/* Handles each operand; the status is that of the first without a complete answer. */
static int answer_all(struct show *show, const struct cli_list *operands)
{
	int status = EXIT_DONE;
	size_t i;

	show_open(show, operands->count > 1);
	if (operands->count == 0)
		status = answer(show);
	for (i = 0; i < operands->count; i++) {
		int one;

		show->what = operands->items[i];
		one = answer(show);
		status = status == EXIT_DONE ? one : status;
	}
	show_close(show);
	return status;
}

int os_main(const struct os_args *args)
{
	struct show show = {.query = {.root = ""}, .status = -1};
	struct cli_list operands = {0};
	struct cli cli;
	int status;

	diag_init("getpd");
	cli_open(&cli, &options_spec, args);
	status = options_read(&cli, &show, &operands) ? answer_all(&show, &operands) : cli.status;
	cli_list_free(&operands);
	cli_close(&cli);
	return out_finish(status == EXIT_DEGRADED ? out_verdict(status) : status);
}
