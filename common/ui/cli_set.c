/* SPDX-License-Identifier: MIT */
/* Converts a text to the type of a row's field. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/num.h"
#include "ui_private.h"

bool cli_list_add(struct cli_list *list, const char *item)
{
	const char **bigger = realloc(list->items, (list->count + 1) * sizeof *bigger);

	if (bigger == NULL)
		return false;
	list->items = bigger;
	list->items[list->count++] = item;
	return true;
}

void cli_list_free(struct cli_list *list)
{
	free(list->items);
	*list = (struct cli_list){0};
}

int cli_choice_index(const char *choices, const char *value)
{
	size_t len = strlen(value);
	const char *p = choices;
	int index;

	for (index = 0; *p != '\0'; index++) {
		size_t n = strcspn(p, "|");

		if (n == len && memcmp(p, value, n) == 0)
			return index;
		p += n + (p[n] == '|');
	}
	return -1;
}

bool cli_is_unset(const struct cli_opt *opt, const char *value)
{
	return value != NULL && value[0] == '\0' && (opt->flags & CLI_MAY_BE_EMPTY) == 0;
}

static void store(const struct cli_opt *row, void *options, uint64_t v)
{
	char *field = (char *)options + row->at;
	bool flag = v != 0;
	unsigned number = (unsigned)v;
	int whole = (int)v;

	/* memcpy: an enum's type is not always unsigned itself */
	if (row->kind == CLI_BOOL)
		memcpy(field, &flag, sizeof flag);
	else if (row->kind == CLI_NUMBER)
		memcpy(field, &number, sizeof number);
	else if (row->kind == CLI_INT)
		memcpy(field, &whole, sizeof whole);
	else
		memcpy(field, &v, sizeof v);
}

static enum err_code set_choice(
	const struct cli_opt *row, void *options, const char *value, struct err *err)
{
	int index = cli_choice_index(row->choices, value);

	if (index < 0)
		return err_set(err, ERR_USAGE, "'%.80s' is not one of %s", value, row->choices);
	store(row, options, row->min + (unsigned)index);
	return ERR_OK;
}

static uint64_t most(const struct cli_opt *row)
{
	if (row->min != 0 || row->max != 0)
		return row->max;
	return row->kind == CLI_NUMBER64 ? UINT64_MAX
	       : row->kind == CLI_INT    ? INT32_MAX
					 : UINT32_MAX;
}

static enum err_code set_number(
	const struct cli_opt *row, void *options, const char *value, struct err *err)
{
	uint64_t v = 0;
	bool ok = (row->flags & CLI_IS_SIZE) != 0 ? num_parse_size(value, &v)
						  : num_parse_u64(value, &v);

	if (!ok)
		return err_set(err, ERR_USAGE, "'%.80s' is not a number", value);
	if (v < row->min || v > most(row))
		return err_set(err, ERR_USAGE, "%.80s is not between %llu and %llu", value,
			(unsigned long long)row->min, (unsigned long long)most(row));
	store(row, options, v);
	return ERR_OK;
}

/* A flag has no value on the command line, and yes or no in a settings file. */
static enum err_code set_flag(
	const struct cli_opt *row, void *options, const char *value, struct err *err)
{
	bool on = value == NULL || strcmp(value, "yes") == 0;

	if (!on && strcmp(value, "no") != 0)
		return err_set(err, ERR_USAGE, "'%.80s' is neither yes nor no", value);
	if ((row->flags & CLI_WRITES_SETS) != 0 && on)
		store(row, options, row->sets);
	else if (row->kind == CLI_BOOL && (row->flags & CLI_WRITES_SETS) == 0)
		store(row, options, on);
	return ERR_OK;
}

enum err_code cli_set(const struct cli_opt *row, void *options, const char *value, struct err *err)
{
	char *field = (char *)options + row->at;

	if (cli_is_unset(row, value))
		return err_set(err, ERR_USAGE, "the value is empty");
	if (row->set != NULL)
		return row->set(options, value, err);
	if (row->arg == CLI_FLAG)
		return set_flag(row, options, value, err);
	if (value == NULL)
		value = "";
	if (row->kind == CLI_TEXT || row->kind == CLI_LIST) {
		if (row->choices != NULL && cli_choice_index(row->choices, value) < 0)
			return err_set(
				err, ERR_USAGE, "'%.80s' is not one of %s", value, row->choices);
		if (row->kind == CLI_TEXT)
			memcpy(field, &value, sizeof value);
		else if (!cli_list_add((struct cli_list *)(void *)field, value))
			return err_set(err, ERR_NOMEM, "out of memory");
		return ERR_OK;
	}
	return row->choices != NULL ? set_choice(row, options, value, err)
				    : set_number(row, options, value, err);
}

const struct cli_opt *cli_row(const struct cli_opt *opts, const char *name)
{
	for (; opts->name != NULL; opts++)
		if (strcmp(opts->name, name) == 0)
			return opts;
	return NULL;
}

bool cli_was_given(const struct cli_given *given, const struct cli_opt *opts, size_t at)
{
	size_t i;

	for (i = 0; i < CLI_ROWS_MAX && opts[i].name != NULL; i++)
		if (given->row[i] && opts[i].kind != CLI_NO_FIELD && opts[i].at == at)
			return true;
	return false;
}
