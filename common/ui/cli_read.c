/* SPDX-License-Identifier: MIT */
/* Reads the whole command line, for tables whose rows have a field or a function. */
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/tr.h"
#include "ui_private.h"

/* Another given row that excludes this one, or NULL. */
static const struct cli_opt *rival(const struct cli *cli, const struct cli_opt *row)
{
	const struct cli_opt *opts = cli->spec->opts;
	size_t i;

	for (i = 0; opts[i].name != NULL; i++)
		if (&opts[i] != row && (opts[i].only & row->only) != 0 && cli->state->seen[i] != 0)
			return &opts[i];
	return NULL;
}

static bool take(struct cli *cli, void *options)
{
	const struct cli_opt *row = cli->state->row;
	const struct cli_opt *other = rival(cli, row);
	struct err err;

	if (other != NULL) {
		cli_usage_error(cli, "--%s and --%s: one of them, please", other->name, row->name);
		return false;
	}
	if (cli_set(row, options, cli->value, &err) == ERR_OK)
		return true;
	if (err.code == ERR_USAGE) {
		cli_usage_error(cli, "--%s: %s", cli->name, err.text);
	} else {
		diag_error("--%s: %s", cli->name, err.text);
		cli->status = diag_status(&err);
	}
	return false;
}

/* The files that a row was given. */
static struct cli_list files_of(const struct cli_opt *row, void *options)
{
	void *field = (char *)options + row->at;
	struct cli_list one = {field, 1};

	if (row->kind == CLI_LIST)
		return *(const struct cli_list *)field;
	if (row->kind != CLI_TEXT || one.items[0] == NULL)
		one.count = 0;
	return one;
}

/* A device, such as /dev/null, keeps nothing that could be lost. */
static bool is_kept(const struct cli_list *out)
{
	struct file_info info;
	struct err ignored;

	return out->count != 0 && file_info(out->items[0], false, &info, &ignored) == ERR_OK &&
	       info.type != FILE_OTHER;
}

/* Prints the usage error if another option has the file that this row writes. */
static bool is_only_written(struct cli *cli, void *options, const struct cli_opt *written)
{
	struct cli_list out = files_of(written, options);
	bool kept = is_kept(&out);
	const struct cli_opt *row;
	size_t i;

	for (row = cli->spec->opts; row->name != NULL && kept; row++) {
		struct cli_list files = files_of(row, options);

		if ((row->flags & CLI_IS_FILE) == 0 || row->at == written->at)
			continue;
		for (i = 0; i < files.count; i++) {
			if (strcmp(files.items[i], "-") == 0 ||
				!file_same(files.items[i], out.items[0]))
				continue;
			cli_usage_error(
				cli, "--%s and --%s: the same file", row->name, written->name);
			return false;
		}
	}
	return true;
}

static void note_given(const struct cli *cli, struct cli_given *given)
{
	size_t i;

	*given = (struct cli_given){0};
	for (i = 0; i < CLI_ROWS_MAX && cli->spec->opts[i].name != NULL; i++)
		given->row[i] = cli->state->seen[i] != 0;
}

bool cli_writes_apart(struct cli *cli, void *options)
{
	const struct cli_opt *row;

	for (row = cli->spec->opts; row->name != NULL; row++)
		if ((row->flags & CLI_WRITES) != 0 && !is_only_written(cli, options, row))
			return false;
	return true;
}

bool cli_read(struct cli *cli, void *options, struct cli_list *operands, struct cli_given *given)
{
	int id;

	while ((id = cli_next(cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE)
			return false;
		if (id == CLI_OPERAND && operands != NULL && !cli_list_add(operands, cli->value)) {
			diag_error("out of memory");
			cli->status = EXIT_FAILED;
			return false;
		}
		if (id == CLI_ROW && !take(cli, options))
			return false;
	}
	if (!cli_writes_apart(cli, options))
		return false;
	if (given != NULL)
		note_given(cli, given);
	return true;
}

bool cli_modes(struct cli *cli, unsigned mode, const char *words)
{
	const struct cli_opt *opts = cli->spec->opts;
	size_t i;

	for (i = 0; opts[i].name != NULL; i++) {
		if (cli->state->seen[i] == 0 || opts[i].modes == 0 || (opts[i].modes & mode) != 0)
			continue;
		cli_usage_error(cli, "--%s does not go with %s", opts[i].name, tr(words));
		return false;
	}
	return true;
}
