/* SPDX-License-Identifier: MIT */
#include "biosbelt/cli.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "ui_private.h"

void cli_open(struct cli *cli, const struct cli_spec *spec, const struct os_args *args)
{
	size_t count = 0;

	*cli = (struct cli){.spec = spec};
	diag_init(spec->tool);
	language_open(args);
	while (spec->opts[count].name != NULL)
		count++;
	cli->state = calloc(1, sizeof *cli->state);
	if (cli->state == NULL)
		return;
	cli->state->args = args;
	cli->state->pos = 1;
	cli->state->seen = calloc(count + 1, 1);
	cli_slash_open(cli->state);
}

void cli_close(struct cli *cli)
{
	struct cli_state *s = cli->state;
	size_t i;

	if (s == NULL)
		return;
	for (i = 0; i < s->owned_count; i++)
		free(s->owned[i]);
	free(s->owned);
	free(s->seen);
	free(s->raw);
	free(s);
	cli->state = NULL;
}

static int fail(struct cli *cli)
{
	cli->status = cli->status != 0 ? cli->status : EXIT_USAGE;
	cli->state->finished = true;
	return CLI_ERROR;
}

static void set_encoding(const char *name)
{
	bool ansi = name != NULL && strcmp(name, "ansi") == 0;

	os_set_output_encoding(ansi ? OS_ANSI : OS_UTF8);
	json_set_utf8(!ansi);
	if (ansi && !os_ansi_has_chinese())
		language_for_programs();
}

#ifndef BIOSBELT_COMMIT
#define BIOSBELT_COMMIT "" /* built from sources without git */
#endif

static const char *libraries; /* one per line; NULL: only those of the system */

void cli_name_libraries(const char *names)
{
	libraries = names;
}

/* One line; with --verbose also the libraries. */
static void print_version(const struct cli *cli)
{
	const struct cli_spec *spec = cli->spec;
	const struct cli_state *s = cli->state;
	bool verbose = diag_verbose();
	int i;

	for (i = s->pos; i < s->args->argc; i++)
		verbose = verbose || strcmp(s->args->argv[i], "-v") == 0 ||
			  strcmp(s->args->argv[i], "--verbose") == 0;
	out_printf("%s (biosbelt) %s%s\n", spec->tool,
		spec->version != NULL ? spec->version : BIOSBELT_VERSION, BIOSBELT_COMMIT);
	if (verbose)
		out_str(libraries != NULL ? libraries : "libraries: the system's\n");
}

static int serve_std(struct cli *cli, int id)
{
	const struct cli_spec *spec = cli->spec;

	switch (id) {
	case STD_QUIET:
		diag_set_quiet(true);
		return 0;
	case STD_VERBOSE:
		diag_set_verbose(true);
		return 0;
	case STD_ENCODING:
		set_encoding(cli->value);
		return 0;
	case STD_LANG:
		language_set(cli->value);
		return 0;
	case STD_HELP:
		cli_print_help(spec);
		break;
	case STD_VERSION:
		print_version(cli);
		break;
	case STD_COMPLETION:
		cli_print_completion(spec, cli->value);
		break;
	case STD_SUGGEST:
		if (spec->suggest != NULL)
			spec->suggest(cli->value);
		break;
	default:
		cli_dump_options(spec);
		break;
	}
	cli->status = EXIT_DONE; /* a failed write is reported by out_finish in os_main */
	cli->state->finished = true;
	return CLI_DONE;
}

/* Checks for repeats and valid choices, and sets the value. */
static int accept(struct cli *cli, const struct cli_opt *opt, const char *value)
{
	const struct cli_spec *spec = cli->spec;

	cli->value = value;
	cli->name = opt->name;
	if (value != NULL && opt->choices != NULL && cli_choice_index(opt->choices, value) < 0) {
		cli_usage_error(cli, "--%s: '%s' is not one of %s", opt->name, value, opt->choices);
		return fail(cli);
	}
	if (opt->id < 0)
		return serve_std(cli, opt->id);
	/* an empty variable of a script must not choose the current folder or any port */
	if (cli_is_unset(opt, value)) {
		cli_usage_error(cli, "--%s: the value is empty", opt->name);
		return fail(cli);
	}
	opt = cli_main_name(spec, opt);
	if ((opt->flags & CLI_REPEAT) == 0 && cli->state->seen[opt - spec->opts] != 0) {
		cli_usage_error(cli, "--%s is given twice", opt->name);
		return fail(cli);
	}
	cli->state->seen[opt - spec->opts] = 1;
	if ((opt->flags & CLI_SECRET) != 0 && value != NULL)
		diag_warn(
			"--%s: a secret on the command line can be seen by others on this machine",
			opt->name);
	if ((opt->flags & CLI_FOR_PROGRAMS) != 0)
		language_for_programs();
	cli->state->row = opt;
	return opt->id != 0 ? opt->id : CLI_ROW;
}

bool cli_fits(struct cli *cli, const struct cli_fit *table, unsigned mode, const char *mode_words)
{
	const struct cli_opt *opts = cli->spec->opts;
	const struct cli_fit *fit;
	size_t i;

	for (fit = table; fit->id != 0; fit++) {
		if ((fit->modes & mode) != 0)
			continue;
		for (i = 0; opts[i].name != NULL; i++) {
			if (opts[i].id != fit->id || cli->state->seen[i] == 0)
				continue;
			cli_usage_error(
				cli, "--%s does not go with %s", opts[i].name, tr(mode_words));
			return false;
		}
	}
	return true;
}

/* Takes the next word as the value of opt. */
static int take_value(struct cli *cli, const struct cli_opt *opt)
{
	struct cli_state *s = cli->state;

	if (s->pos >= s->args->argc) {
		cli_usage_error(cli, "--%s needs a value: %s", opt->name, tr(opt->value));
		return fail(cli);
	}
	return accept(cli, opt, s->args->argv[s->pos++]);
}

static int long_option(struct cli *cli, const char *word)
{
	size_t len = strcspn(word, "=");
	const struct cli_opt *opt = cli_find_long(cli->spec, word, len);

	if (opt == NULL) {
		cli_usage_error(cli, "unknown option --%.*s", (int)len, word);
		return fail(cli);
	}
	if (word[len] == '=') {
		if (opt->arg == CLI_FLAG) {
			cli_usage_error(cli, "--%s takes no value", opt->name);
			return fail(cli);
		}
		return accept(cli, opt, word + len + 1);
	}
	return opt->arg == CLI_VALUE ? take_value(cli, opt) : accept(cli, opt, NULL);
}

static int letter_option(struct cli *cli)
{
	struct cli_state *s = cli->state;
	const char *at = s->cluster;
	const struct cli_opt *opt = cli_find_letter(cli->spec, *at);

	if (opt == NULL) {
		cli_usage_error(cli, "unknown option -%c", *at);
		return fail(cli);
	}
	s->cluster = at[1] != '\0' && opt->arg == CLI_FLAG ? at + 1 : NULL;
	if (opt->arg == CLI_FLAG)
		return accept(cli, opt, NULL);
	if (at[1] != '\0')
		return accept(cli, opt, at[1] == '=' ? at + 2 : at + 1);
	return opt->arg == CLI_VALUE ? take_value(cli, opt) : accept(cli, opt, NULL);
}

static int operand(struct cli *cli, const char *word)
{
	struct cli_state *s = cli->state;

	s->operands++;
	if (cli->spec->max_operands >= 0 && s->operands > cli->spec->max_operands) {
		s->surplus = s->surplus != NULL ? s->surplus : word;
		return 0;
	}
	cli->value = word;
	cli->name = word;
	return CLI_OPERAND;
}

static int at_end(struct cli *cli)
{
	struct cli_state *s = cli->state;

	if (s->surplus != NULL) {
		cli_usage_error(cli, "one argument too many: '%s'", s->surplus);
		return fail(cli);
	}
	if (s->operands < cli->spec->min_operands) {
		cli_usage_error(cli,
			s->operands == 0 ? N_("an argument is missing") : N_("too few arguments"));
		return fail(cli);
	}
	s->finished = true;
	return CLI_END;
}

static int slash_option(struct cli *cli, const char *word)
{
	const char *value = NULL;
	const struct cli_opt *opt = cli_slash(cli, word, &value);

	if (cli->status != 0)
		return fail(cli);
	if (opt == NULL)
		return operand(cli, word);
	if (value != NULL && opt->arg == CLI_FLAG) {
		cli_usage_error(cli, "/%s takes no value", opt->name);
		return fail(cli);
	}
	if (value == NULL && opt->arg == CLI_VALUE)
		return take_value(cli, opt);
	return accept(cli, opt, value);
}

static int next_word(struct cli *cli)
{
	struct cli_state *s = cli->state;
	const char *word;

	if (s->cluster != NULL)
		return letter_option(cli);
	if (s->pos >= s->args->argc)
		return at_end(cli);
	word = s->args->argv[s->pos++];
	if (!s->operands_only && strcmp(word, "--") == 0) {
		s->operands_only = true;
		return 0;
	}
	if (s->operands_only || strcmp(word, "-") == 0)
		return operand(cli, word);
	if (word[0] == '-' && word[1] == '-')
		return long_option(cli, word + 2);
	if (word[0] == '-') {
		s->cluster = word + 1;
		return letter_option(cli);
	}
	return word[0] == '/' ? slash_option(cli, word) : operand(cli, word);
}

int cli_next(struct cli *cli)
{
	struct cli_state *s = cli->state;
	int id = 0;

	if (s == NULL || s->seen == NULL) {
		diag_error("out of memory");
		cli->status = EXIT_FAILED;
		return CLI_ERROR;
	}
	if (s->finished)
		return cli->status != 0 ? CLI_ERROR : CLI_END;
	cli->value = NULL;
	/* 0: a word that was handled here ("--", --quiet); s->finished distinguishes CLI_END. */
	while (id == 0 && !s->finished)
		id = next_word(cli);
	return id;
}
