/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "ui_private.h"

#define HELP_COLUMN 28 /* where the sentences begin */
#define HELP_WIDTH  80 /* fixed: help is also read in pipes and manuals */

/* Width of the first len bytes. */
static size_t columns(const char *text, size_t len)
{
	struct span in = span_of(text, len);
	size_t pos = 0, width = 0;

	while (pos < len) {
		uint32_t cp = utf8_next(in, &pos);

		width += cp == UTF_BAD ? 1 : (size_t)utf_width(cp);
	}
	return width;
}

/* How many of len bytes a line takes: all, or a long list of choices up to a bar. */
static size_t piece(const char *text, size_t len)
{
	size_t i, fits = 0;

	if (columns(text, len) <= HELP_WIDTH - HELP_COLUMN)
		return len;
	for (i = 0; i < len && i < HELP_WIDTH - HELP_COLUMN; i++)
		if (text[i] == '|')
			fits = i + 1;
	return fits > 0 ? fits : len;
}

/* Prints wrapped text; the first line begins at column at, the others at HELP_COLUMN. */
static void wrapped(const char *text, size_t at)
{
	while (*text != '\0') {
		size_t len = piece(text, out_word(text));
		size_t width = columns(text, len);

		if (at + width > HELP_WIDTH && at > HELP_COLUMN) {
			out_printf("\n%*s", HELP_COLUMN, "");
			at = HELP_COLUMN;
		}
		out_printf("%.*s", (int)len, text);
		at += width;
		text += len;
		if (*text == ' ') {
			text++;
			if (*text != '\0' && at + 1 + columns(text, out_word(text)) <= HELP_WIDTH) {
				out_str(" ");
				at++;
			} else {
				at = HELP_WIDTH + 1;
			}
		}
	}
	out_str("\n");
}

static void print_option(const struct cli_opt *opt)
{
	char head[160];
	char sentence[1024];
	size_t at;

	snprintf(head, sizeof head, "  %c%c%s --%s%s%s%s", opt->letter != 0 ? '-' : ' ',
		opt->letter != 0 ? opt->letter : ' ', opt->letter != 0 ? "," : " ", opt->name,
		opt->arg == CLI_OPTIONAL ? "[="
		: opt->arg == CLI_VALUE  ? "="
					 : "",
		opt->arg != CLI_FLAG ? tr(opt->value) : "", opt->arg == CLI_OPTIONAL ? "]" : "");
	at = (size_t)out_width(head);
	out_str(head);
	if (at + 2 > HELP_COLUMN) {
		out_printf("\n%*s", HELP_COLUMN, "");
	} else {
		out_printf("%*s", (int)(HELP_COLUMN - at), "");
	}
	if (opt->choices != NULL)
		snprintf(sentence, sizeof sentence, tr("%s (%s)"), tr(opt->help), opt->choices);
	else
		snprintf(sentence, sizeof sentence, "%s", tr(opt->help));
	wrapped(sentence, HELP_COLUMN);
}

/* Returns the last heading; heading itself is not printed again. */
static const char *print_table(const struct cli_opt *opts, const char *heading)
{
	for (; opts->name != NULL; opts++) {
		if (!cli_listed(opts))
			continue;
		if (opts->group != NULL && strcmp(opts->group, heading) != 0) {
			heading = opts->group;
			out_printf(tr("\n%s:\n"), tr(heading));
		}
		print_option(opts);
	}
	return heading;
}

static void print_usage(const char *usage)
{
	const char *head = tr("Usage: ");
	char blanks[32];

	snprintf(blanks, sizeof blanks, "%*s", out_width(head), "");
	while (*usage != '\0') {
		size_t len = strcspn(usage, "\n");

		out_printf("%s%.*s\n", head, (int)len, usage);
		usage += len + (usage[len] == '\n');
		head = blanks;
	}
}

/* Exit statuses that not every tool has are listed for the tools that have them. */
static void print_exits(const struct cli_spec *spec)
{
	bool nothing = (spec->exits & CLI_HAS_NOTHING) != 0;
	bool temporary = (spec->exits & CLI_HAS_TEMPORARY) != 0;

	out_str(tr("\nExit status: 0 done, 1 failed, 2 used wrongly"));
	out_str(nothing ? tr(", 3 ran well but found nothing") : "");
	out_str(nothing && temporary ? tr(",\n") : temporary ? tr(", ") : "");
	out_str(temporary ? tr("4 temporary, try again") : "");
	if (spec->exit_notes != NULL)
		out_printf(
			"%s%s", nothing || temporary ? tr(";\n") : tr("; "), tr(spec->exit_notes));
	out_str("\n");
}

void cli_print_help(const struct cli_spec *spec)
{
	print_usage(tr(spec->usage));
	out_printf("\n%s\n", tr(spec->summary));
	if (spec->opts[0].name != NULL && spec->opts[0].group == NULL)
		out_str(tr("\nOptions:\n"));
	print_table(cli_std_opts, print_table(spec->opts, ""));
	print_exits(spec);
	if (spec->notes != NULL)
		out_printf("\n%s", tr(spec->notes));
	out_str(tr("\nReport faults where you got this program, with what --version --verbose "
		   "prints.\n"));
}
