/* SPDX-License-Identifier: MIT */
/* Prints its options and operands one a line, or does one thing of the common layer. */
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"

enum {
	SERVER = 1,
	SUBJECT,
	BODY,
	PASSWORD,
	WRITE,
	COPY,
	WARN,
	BYTES,
	STEPS,
	FORCE,
	MODE,
	FOLDER,
	SUM
};

static const struct cli_opt opts[] = {
	{"server", 's', CLI_VALUE, "HOST", "Mail server", NULL, NULL, SERVER, CLI_SUGGESTED},
	{"subject", 0, CLI_VALUE, "TEXT",
		"Subject of the mail, a sentence that is long enough to be "
		"wrapped by the help",
		NULL, NULL, SUBJECT, 0},
	{"body", 0, CLI_VALUE, "FILE", "Body", NULL, NULL, BODY, CLI_IS_FILE},
	{"password", 0, CLI_VALUE, "WORD", "Password", NULL, NULL, PASSWORD, CLI_SECRET},
	{"write", 0, CLI_VALUE, "FILE", "Begin an output file and wait", NULL, "Actions", WRITE, 0},
	{"copy", 0, CLI_VALUE, "FILE", "Write standard input to a file", NULL, NULL, COPY, 0},
	{"folder", 0, CLI_VALUE, "DIR", "Make a folder and those above it", NULL, NULL, FOLDER, 0},
	{"add-up", 0, CLI_VALUE, "FILE",
		"Map a file, begin sum.bin, and add up at the end of stdin", NULL, NULL, SUM, 0},
	{"warn", 0, CLI_VALUE, "TEXT", "Print a warning", NULL, NULL, WARN, CLI_REPEAT},
	{"bytes", 0, CLI_VALUE, "N", "Print N bytes", NULL, NULL, BYTES, 0},
	{"steps", 0, CLI_VALUE, "N", "Show progress over N steps", NULL, NULL, STEPS, 0},
	{"force", 'f', CLI_FLAG, NULL, "Overwrite", NULL, NULL, FORCE, 0},
	{"mode", 0, CLI_VALUE, "WHICH", "Choice", "fast|slow", NULL, MODE, 0},
	{0},
};

static void suggest(const char *option)
{
	out_str(option != NULL ? "mail.one\nmail.two\nmail.$(touch ran)\n"
			       : "word one\nword two\nword $(touch ran)\n");
}

static const struct cli_spec spec = {.tool = "frame_probe",
	.summary = "shows what the common layer makes of a command line",
	.usage = "frame_probe [OPTION]... [WORD]...",
	.opts = opts,
	.max_operands = -1,
	.suggest = suggest};

static bool force;

static int begin_and_wait(const char *path)
{
	struct file_out_opts o = {.force = force};
	struct file_out *f;
	struct err err;
	int i;

	if (file_out_open(path, &o, &f, &err) != ERR_OK ||
		file_out_write(f, "half", 4, &err) != ERR_OK) {
		diag_err(path, &err);
		return diag_status(&err);
	}
	out_str("waiting\n");
	out_flush();
	for (i = 0; i < 600; i++)
		os_sleep_ms(100);
	file_out_abort(f);
	return EXIT_FAILED;
}

static int sum_later(const char *path)
{
	struct file_out_opts o = {.force = force};
	struct file_out *f = NULL;
	struct file_map map;
	struct blob in;
	struct err err;
	uint64_t sum = 0;
	enum err_code rc = file_map_open(path, SIZE_MAX, false, &map, &err);

	if (rc != ERR_OK) {
		diag_err(path, &err);
		return diag_status(&err);
	}
	rc = file_out_open("sum.bin", &o, &f, &err);
	out_str("waiting\n");
	out_flush();
	if (rc == ERR_OK && file_read_stdin(1 << 24, &in, &err) == ERR_OK)
		blob_free(&in);
	for (size_t i = 0; i < map.data.len; i++)
		sum += map.data.ptr[i];
	if (f != NULL)
		file_out_abort(f);
	file_map_close(&map);
	return sum > 0 ? EXIT_DONE : EXIT_FAILED;
}

static int copy_stdin(const char *path)
{
	struct blob b;
	struct err err;
	enum err_code rc = file_read_stdin(1 << 24, &b, &err);

	if (rc == ERR_OK) {
		rc = file_write(path, blob_span(b), force, &err);
		blob_free(&b);
	}
	if (rc != ERR_OK)
		diag_err(path, &err);
	return diag_status(&err) * (rc != ERR_OK);
}

static int make_folder(const char *path)
{
	struct err err;

	if (file_mkdirs(path, &err) == ERR_OK)
		return EXIT_DONE;
	diag_err(path, &err);
	return diag_status(&err);
}

static void steps(uint64_t n)
{
	uint64_t i;

	progress_start("image.bin", n, PROGRESS_ITEMS);
	for (i = 0; i <= n; i++) {
		progress_set(i);
		os_sleep_ms(20);
	}
	progress_end();
}

static int act(struct cli *cli, int id)
{
	uint64_t n = 0;

	switch (id) {
	case WRITE:
		return begin_and_wait(cli->value);
	case SUM:
		return sum_later(cli->value);
	case COPY:
		return copy_stdin(cli->value);
	case FOLDER:
		return make_folder(cli->value);
	case WARN:
		diag_warn("%s", cli->value);
		return 0;
	case FORCE:
		force = true;
		return 0;
	case BYTES:
		if (!cli_u64(cli, 0, 1u << 30, &n))
			return EXIT_USAGE;
		for (; n > 0; n--)
			out_str(n % 64 != 0 ? "x" : "\n");
		return 0;
	case STEPS:
		if (!cli_u64(cli, 0, 1000, &n))
			return EXIT_USAGE;
		steps(n);
		return 0;
	default:
		out_str(id == CLI_OPERAND ? "operand" : cli->name);
		out_str("=");
		out_escaped_str(cli->value != NULL ? cli->value : "");
		out_str("\n");
		return 0;
	}
}

int os_main(const struct os_args *args)
{
	struct cli cli;
	int status = 0;
	int id;

	cli_open(&cli, &spec, args);
	while (status == 0 && (id = cli_next(&cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE) {
			status = cli.status;
			cli_close(&cli);
			return out_finish(status);
		}
		status = act(&cli, id);
	}
	cli_close(&cli);
	return out_finish(status);
}
