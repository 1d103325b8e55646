/* SPDX-License-Identifier: MIT */
/* The completion script for bash, and the plain list the manual-page test reads. */
#include <ctype.h>
#include <string.h>

#include "biosbelt/out.h"
#include "ui_private.h"

static bool listed(const struct cli_opt *opt)
{
	return (opt->flags & (CLI_HIDDEN | CLI_ALIAS)) == 0;
}

static void words(const struct cli_opt *opts)
{
	for (; opts->name != NULL; opts++) {
		if (!listed(opts))
			continue;
		out_printf(" --%s%s", opts->name, opts->arg == CLI_VALUE ? "=" : "");
		if (opts->letter != 0)
			out_printf(" -%c", opts->letter);
	}
}

/* One "case" arm: what to offer after --name or -x. */
static void arm(const struct cli_opt *opt)
{
	const char *p;

	if (!listed(opt) || opt->arg == CLI_FLAG)
		return;
	out_printf("\t--%s", opt->name);
	if (opt->letter != 0)
		out_printf("|-%c", opt->letter);
	out_str(")\n\t\t");
	if (opt->choices != NULL) {
		out_str("COMPREPLY=($(compgen -W '");
		for (p = opt->choices; *p != '\0'; p++)
			out_printf("%c", *p == '|' ? ' ' : *p);
		out_str("' -- \"$cur\"))");
	} else if ((opt->flags & CLI_IS_DIR) != 0) {
		out_str("COMPREPLY=($(compgen -d -- \"$cur\"))");
	} else if ((opt->flags & CLI_IS_FILE) != 0) {
		out_str("COMPREPLY=($(compgen -f -- \"$cur\"))");
	} else {
		out_str("COMPREPLY=()");
	}
	out_str("\n\t\treturn ;;\n");
}

static void function_name(const char *tool)
{
	out_str("_biosbelt_");
	for (; *tool != '\0'; tool++)
		out_printf("%c", isalnum((unsigned char)*tool) ? *tool : '_');
}

void cli_print_completion(const struct cli_spec *spec)
{
	const struct cli_opt *opt;

	out_printf("# bash completion for %s\n", spec->tool);
	function_name(spec->tool);
	out_str("() {\n"
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
		"\tif [[ $cur == = ]]; then cur=\n"
		"\telif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
		"\tcase $prev in\n");
	for (opt = spec->opts; opt->name != NULL; opt++)
		arm(opt);
	for (opt = cli_std_opts; opt->name != NULL; opt++)
		arm(opt);
	out_str("\tesac\n\tif [[ $cur == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W '");
	words(spec->opts);
	words(cli_std_opts);
	out_str("' -- \"$cur\"))\n"
		"\t\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
		"\telse\n\t\tCOMPREPLY=($(compgen -f -- \"$cur\"))\n\tfi\n}\n"
		"complete -o filenames -F ");
	function_name(spec->tool);
	out_printf(" %s\n", spec->tool);
}

static void dump(const struct cli_opt *opts)
{
	for (; opts->name != NULL; opts++) {
		if (!listed(opts))
			continue;
		out_printf("--%s", opts->name);
		if (opts->letter != 0)
			out_printf(" -%c", opts->letter);
		out_str("\n");
	}
}

void cli_dump_options(const struct cli_spec *spec)
{
	dump(spec->opts);
	dump(cli_std_opts);
}
