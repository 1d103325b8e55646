/* SPDX-License-Identifier: MIT */
/* Completion scripts, generated from the table of options, and the plain list that the manual-page
 * test reads. */
#include <ctype.h>
#include <string.h>

#include "biosbelt/out.h"
#include "ui_private.h"

/* A prefix keeps the shell's function apart from those of others. */
static void function_name(const char *tool)
{
	out_str("_biosbelt_");
	for (; *tool != '\0'; tool++)
		out_printf("%c", isalnum((unsigned char)*tool) ? *tool : '_');
}

/*
 * --- bash: one function; a reply is one line, so names with blanks work. compgen -W expands its
 * words, $(commands) among them, so it gets only our words and none that a program suggests ---
 */

static void bash_word(const struct cli_spec *spec, const struct cli_opt *opt)
{
	(void)spec;
	out_printf("\n--%s%s", opt->name, opt->arg == CLI_VALUE ? "=" : "");
	if (opt->letter != 0)
		out_printf("\n-%c", opt->letter);
}

/* Prints one "case" arm: the replies after --name or -x. */
static void bash_arm(const struct cli_spec *spec, const struct cli_opt *opt)
{
	(void)spec;
	if (opt->arg == CLI_FLAG)
		return;
	out_printf("\t--%s", opt->name);
	if (opt->letter != 0)
		out_printf("|-%c", opt->letter);
	out_str(") ");
	if (opt->choices != NULL) {
		out_str("offer -W '");
		cli_print_choices(opt->choices, "\n");
		out_str("'");
	} else if ((opt->flags & CLI_IS_DIR) != 0) {
		out_str("offer -d");
	} else if ((opt->flags & CLI_IS_FILE) != 0) {
		out_str("offer -f");
	} else if ((opt->flags & CLI_SUGGESTED) != 0) {
		out_printf("suggest =%s", opt->name);
	} else {
		out_str(":");
	}
	out_str("; return ;;\n");
}

static void print_bash(const struct cli_spec *spec)
{
	out_printf("# bash completion for %s\n", spec->tool);
	function_name(spec->tool);
	out_str("() {\n"
		"\tlocal IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]} "
		"prev=${COMP_WORDS[COMP_CWORD-1]}\n"
		"\toffer() { mapfile -t COMPREPLY < <(compgen \"$@\" -- \"$cur\"); }\n");
	if (spec->suggest != NULL)
		out_printf("\tsuggest() { while read -r; do [[ $REPLY == \"$cur\"* ]] && "
			   "COMPREPLY+=(\"$REPLY\"); done < <(%s \"--suggest$1\" 2>/dev/null); }\n",
			spec->tool);
	out_str("\tCOMPREPLY=()\n"
		"\tif [[ $cur == = ]]; then cur=\n"
		"\telif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
		"\tcase $prev in\n");
	cli_each_listed(spec, bash_arm);
	out_str("\tesac\n\tif [[ $cur == -* ]]; then\n\t\toffer -W '");
	cli_each_listed(spec, bash_word);
	out_str("'\n\t\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n\telse\n\t\toffer -f\n");
	if (spec->suggest != NULL)
		out_str("\t\tsuggest\n");
	out_str("\tfi\n}\ncomplete -o filenames -F ");
	function_name(spec->tool);
	out_printf(" %s\n", spec->tool);
}

void cli_print_completion(const struct cli_spec *spec, const char *shell)
{
	static const struct {
		const char *shell;
		void (*print)(const struct cli_spec *spec);
	} all[] = {
		{"bash", print_bash},
		{"zsh", cli_print_zsh},
		{"fish", cli_print_fish},
		{"powershell", cli_print_powershell},
	};
	size_t i;

	for (i = 0; i < sizeof all / sizeof all[0]; i++)
		if (strcmp(all[i].shell, shell) == 0)
			all[i].print(spec);
}

static void dump(const struct cli_spec *spec, const struct cli_opt *opt)
{
	(void)spec;
	out_printf("--%s", opt->name);
	if (opt->letter != 0)
		out_printf(" -%c", opt->letter);
	out_str("\n");
}

void cli_dump_options(const struct cli_spec *spec)
{
	cli_each_listed(spec, dump);
}
