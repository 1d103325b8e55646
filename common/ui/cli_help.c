/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "biosbelt/out.h"
#include "ui_private.h"

#define HELP_COLUMN 28 /* where the sentences begin */
#define HELP_WIDTH  80 /* fixed: help is read in pipes and manuals too */

/* Text wrapped at blanks; the first line begins at column at, the others at HELP_COLUMN. */
static void wrapped(const char *text, size_t at)
{
	while (*text != '\0') {
		size_t len = strcspn(text, " ");

		if (at + len > HELP_WIDTH && at > HELP_COLUMN) {
			out_printf("\n%*s", HELP_COLUMN, "");
			at = HELP_COLUMN;
		}
		out_printf("%.*s", (int)len, text);
		at += len;
		text += len;
		if (*text == ' ') {
			text++;
			if (*text != '\0' && at + 1 + strcspn(text, " ") <= HELP_WIDTH) {
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
	char sentence[512];
	int len;
	size_t at;

	len = snprintf(head, sizeof head, "  %c%c%s --%s%s%s%s", opt->letter != 0 ? '-' : ' ',
		opt->letter != 0 ? opt->letter : ' ', opt->letter != 0 ? "," : " ", opt->name,
		opt->arg == CLI_OPTIONAL ? "[="
		: opt->arg == CLI_VALUE  ? "="
					 : "",
		opt->arg != CLI_FLAG ? opt->value : "", opt->arg == CLI_OPTIONAL ? "]" : "");
	at = (size_t)len;
	out_str(head);
	if (at + 2 > HELP_COLUMN) {
		out_printf("\n%*s", HELP_COLUMN, "");
	} else {
		out_printf("%*s", (int)(HELP_COLUMN - at), "");
	}
	snprintf(sentence, sizeof sentence, "%s%s%s%s", opt->help, opt->choices != NULL ? " (" : "",
		opt->choices != NULL ? opt->choices : "", opt->choices != NULL ? ")" : "");
	wrapped(sentence, HELP_COLUMN);
}

/* Returns the last heading; one that is already there is not printed again. */
static const char *print_table(const struct cli_opt *opts, const char *heading)
{
	for (; opts->name != NULL; opts++) {
		if ((opts->flags & (CLI_HIDDEN | CLI_ALIAS)) != 0)
			continue;
		if (opts->group != NULL && strcmp(opts->group, heading) != 0) {
			heading = opts->group;
			out_printf("\n%s:\n", heading);
		}
		print_option(opts);
	}
	return heading;
}

static void print_usage(const char *usage)
{
	const char *head = "Usage: ";

	while (*usage != '\0') {
		size_t len = strcspn(usage, "\n");

		out_printf("%s%.*s\n", head, (int)len, usage);
		usage += len + (usage[len] == '\n');
		head = "       ";
	}
}

/* What the suite means by a status that not every tool has is told where there is one. */
static void print_exits(const struct cli_spec *spec)
{
	bool nothing = (spec->exits & CLI_HAS_NOTHING) != 0;
	bool temporary = (spec->exits & CLI_HAS_TEMPORARY) != 0;

	out_str("\nExit status: 0 done, 1 failed, 2 used wrongly");
	out_str(nothing ? ", 3 ran well but found nothing" : "");
	out_str(nothing && temporary ? ",\n" : temporary ? ", " : "");
	out_str(temporary ? "4 temporary, try again" : "");
	if (spec->exit_notes != NULL)
		out_printf("%s%s", nothing || temporary ? ";\n" : "; ", spec->exit_notes);
	out_str("\n");
}

void cli_print_help(const struct cli_spec *spec)
{
	print_usage(spec->usage);
	out_printf("\n%s\n", spec->summary);
	if (spec->opts[0].name != NULL && spec->opts[0].group == NULL)
		out_str("\nOptions:\n");
	print_table(cli_std_opts, print_table(spec->opts, ""));
	print_exits(spec);
	if (spec->notes != NULL)
		out_printf("\n%s", spec->notes);
	out_str("\nReport faults where you got this program, with what --version --verbose "
		"prints.\n");
}
