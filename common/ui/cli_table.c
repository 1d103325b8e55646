/* SPDX-License-Identifier: MIT */
/* The options of every tool, the search for rows, and the usage error. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "ui_private.h"

const struct cli_opt cli_std_opts[] = {
	{.name = "quiet",
		.letter = 'q',
		.help = "Print errors only",
		.group = "General",
		.id = STD_QUIET,
		.flags = CLI_REPEAT},
	{.name = "verbose",
		.letter = 'v',
		.help = "Print more about what is done",
		.id = STD_VERBOSE,
		.flags = CLI_REPEAT},
	{.name = "output-encoding",
		.arg = CLI_VALUE,
		.value = "ENCODING",
		.help = "Encoding of pipes and files: utf-8 also in JSON (else ASCII), ansi on "
			"Windows",
		.choices = "utf-8|ansi",
		.id = STD_ENCODING},
	{.name = "lang",
		.arg = CLI_VALUE,
		.value = "LANGUAGE",
		.help = "Language of messages, whatever the system's is",
		.choices = "zh|en",
		.id = STD_LANG},
	{.name = "help", .letter = 'h', .help = "Print this help and exit", .id = STD_HELP},
	{.name = "version", .letter = 'V', .help = "Print the version and exit", .id = STD_VERSION},
	{.name = "completion",
		.arg = CLI_VALUE,
		.value = "SHELL",
		.help = "Print a completion script and exit",
		.choices = "bash|zsh|fish|powershell",
		.id = STD_COMPLETION,
		.flags = CLI_HIDDEN},
	{.name = "suggest",
		.arg = CLI_OPTIONAL,
		.value = "OPTION",
		.help = "Print the values that completion offers for an option, else for operands",
		.id = STD_SUGGEST,
		.flags = CLI_HIDDEN},
	{.name = "dump-options",
		.help = "Print the names of all options",
		.id = STD_DUMP,
		.flags = CLI_HIDDEN},
	{0},
};

static const struct cli_opt *find(
	const struct cli_opt *opts, const char *name, size_t len, char letter)
{
	for (; opts->name != NULL; opts++) {
		if (letter != 0 ? opts->letter == letter
				: name != NULL && strlen(opts->name) == len &&
					  memcmp(opts->name, name, len) == 0)
			return opts;
	}
	return NULL;
}

const struct cli_opt *cli_find_long(const struct cli_spec *spec, const char *name, size_t len)
{
	const struct cli_opt *opt = find(spec->opts, name, len, 0);

	return opt != NULL ? opt : find(cli_std_opts, name, len, 0);
}

const struct cli_opt *cli_find_letter(const struct cli_spec *spec, char letter)
{
	const struct cli_opt *opt = find(spec->opts, NULL, 0, letter);

	return opt != NULL ? opt : find(cli_std_opts, NULL, 0, letter);
}

static bool same_option(const struct cli_opt *a, const struct cli_opt *b)
{
	if (a->id != 0 || b->id != 0)
		return a->id == b->id;
	return a->set == b->set && a->kind == b->kind && a->at == b->at && a->sets == b->sets;
}

const struct cli_opt *cli_main_name(const struct cli_spec *spec, const struct cli_opt *opt)
{
	const struct cli_opt *o;

	if ((opt->flags & CLI_ALIAS) == 0)
		return opt;
	for (o = spec->opts; o->name != NULL; o++)
		if ((o->flags & CLI_ALIAS) == 0 && same_option(o, opt))
			return o;
	return opt;
}

bool cli_listed(const struct cli_opt *opt)
{
	if (opt->id == STD_LANG && !tr_offered())
		return false;
	return (opt->flags & (CLI_HIDDEN | CLI_ALIAS)) == 0;
}

void cli_each_listed(const struct cli_spec *spec,
	void (*call)(const struct cli_spec *spec, const struct cli_opt *opt))
{
	const struct cli_opt *opt;

	for (opt = spec->opts; opt->name != NULL; opt++)
		if (cli_listed(opt))
			call(spec, opt);
	for (opt = cli_std_opts; opt->name != NULL; opt++)
		if (cli_listed(opt))
			call(spec, opt);
}

void cli_print_choices(const char *choices, const char *between)
{
	for (; *choices != '\0'; choices++) {
		if (*choices == '|')
			out_str(between);
		else
			out_printf("%c", *choices);
	}
}

int cli_usage_error(struct cli *cli, const char *fmt, ...)
{
	char text[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, tr(fmt), args);
	va_end(args);
	diag_error("%s", text);
	diag_error("Try '%s --help'", cli->spec->tool);
	cli->status = EXIT_USAGE;
	return EXIT_USAGE;
}

char *cli_own(struct cli *cli, char *text)
{
	struct cli_state *s = cli->state;
	char **bigger;

	if (text == NULL)
		return NULL;
	bigger = realloc(s->owned, (s->owned_count + 1) * sizeof *bigger);
	if (bigger == NULL) {
		free(text);
		return NULL;
	}
	s->owned = bigger;
	s->owned[s->owned_count++] = text;
	return text;
}
