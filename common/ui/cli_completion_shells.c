/* SPDX-License-Identifier: MIT */
/* Completion scripts for zsh, fish and PowerShell. */
#include <string.h>

#include "biosbelt/out.h"
#include "ui_private.h"

/* Prints text for single quotes: special characters after escape, and quote for each quote. */
static void quoted(const char *text, const char *special, const char *escape, const char *quote)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			out_str(quote);
		else if (strchr(special, *text) != NULL)
			out_printf("%s%c", escape, *text);
		else
			out_printf("%c", *text);
	}
}

/* --- zsh: a list of specifications for its _arguments --- */

static void zsh_text(const char *text)
{
	quoted(text, "[]:\\", "\\", "'\\''");
}

/* :what:action of the option's value */
static void zsh_value(const struct cli_spec *spec, const struct cli_opt *opt)
{
	if (opt->arg == CLI_FLAG)
		return;
	out_str(opt->arg == CLI_OPTIONAL ? "::" : ":");
	zsh_text(opt->value);
	out_str(":");
	if (opt->choices != NULL) {
		out_str("(");
		cli_print_choices(opt->choices, " ");
		out_str(")");
	} else if ((opt->flags & CLI_IS_DIR) != 0) {
		out_str("_files -/");
	} else if ((opt->flags & CLI_IS_FILE) != 0) {
		out_str("_files");
	} else if ((opt->flags & CLI_SUGGESTED) != 0) {
		out_printf("{compadd -- ${(f)\"$(%s --suggest=%s 2>/dev/null)\"}}", spec->tool,
			opt->name);
	}
}

static void zsh_one(const struct cli_spec *spec, const struct cli_opt *opt)
{
	const char *repeat = (opt->flags & CLI_REPEAT) != 0 ? "*" : "";

	out_printf(" \\\n\t\t'%s--%s%s[", repeat, opt->name,
		opt->arg == CLI_VALUE      ? "="
		: opt->arg == CLI_OPTIONAL ? "=-"
					   : "");
	zsh_text(opt->help);
	out_str("]");
	zsh_value(spec, opt);
	out_str("'");
	if (opt->letter == 0)
		return;
	out_printf(" \\\n\t\t'%s-%c%s[", repeat, opt->letter, opt->arg == CLI_VALUE ? "+" : "");
	zsh_text(opt->help);
	out_str("]");
	if (opt->arg == CLI_VALUE)
		zsh_value(spec, opt);
	out_str("'");
}

void cli_print_zsh(const struct cli_spec *spec)
{
	/* Works as an autoloaded function of zsh and when read with source. */
	out_printf("#compdef %s\n_%s() {\n\t_arguments -s -S", spec->tool, spec->tool);
	cli_each_listed(spec, zsh_one);
	if (spec->suggest != NULL)
		out_printf(" \\\n\t\t'*: :{ compadd -- ${(f)\"$(%s --suggest 2>/dev/null)\"}; "
			   "_files }'",
			spec->tool);
	else
		out_str(" \\\n\t\t'*: :_files'");
	out_printf("\n}\nif [[ $funcstack[1] == _%s ]]; then _%s \"$@\"; else compdef _%s %s; fi\n",
		spec->tool, spec->tool, spec->tool, spec->tool);
}

/* --- fish: one command a line --- */

static void fish_one(const struct cli_spec *spec, const struct cli_opt *opt)
{
	out_printf("complete -c %s -l %s", spec->tool, opt->name);
	if (opt->letter != 0)
		out_printf(" -s %c", opt->letter);
	if (opt->arg == CLI_VALUE && opt->choices == NULL && (opt->flags & CLI_IS_FILE) != 0)
		out_str(" -r -F");
	else if (opt->arg == CLI_VALUE)
		out_str(" -x");
	if (opt->choices != NULL) {
		out_str(" -a '");
		cli_print_choices(opt->choices, " ");
		out_str("'");
	} else if ((opt->flags & CLI_IS_DIR) != 0) {
		out_str(" -a '(__fish_complete_directories)'");
	} else if ((opt->flags & CLI_SUGGESTED) != 0) {
		out_printf(" -a '(%s --suggest=%s 2>/dev/null)'", spec->tool, opt->name);
	}
	out_str(" -d '");
	quoted(opt->help, "\\", "\\", "\\'");
	out_str("'\n");
}

void cli_print_fish(const struct cli_spec *spec)
{
	cli_each_listed(spec, fish_one);
	if (spec->suggest != NULL)
		out_printf(
			"complete -c %s -a '(%s --suggest 2>/dev/null)'\n", spec->tool, spec->tool);
}

/* --- PowerShell: the words; where none matches it offers files itself --- */

static void powershell_one(const struct cli_spec *spec, const struct cli_opt *opt)
{
	const char *rest = opt->choices;

	(void)spec;
	out_printf("\t\t'--%s%s'\n", opt->name, opt->arg == CLI_VALUE ? "=" : "");
	if (opt->letter != 0)
		out_printf("\t\t'-%c'\n", opt->letter);
	while (rest != NULL && *rest != '\0') {
		size_t len = strcspn(rest, "|");

		out_printf("\t\t'--%s=%.*s'\n", opt->name, (int)len, rest);
		rest += len + (rest[len] == '|');
	}
}

void cli_print_powershell(const struct cli_spec *spec)
{
	out_printf("Register-ArgumentCompleter -Native -CommandName '%s', '%s.exe' -ScriptBlock {\n"
		   "\tparam($word, $line, $cursor)\n\t$words = @(\n",
		spec->tool, spec->tool);
	cli_each_listed(spec, powershell_one);
	out_str("\t)\n");
	if (spec->suggest != NULL)
		out_printf("\t$words += @(%s --suggest 2>$null)\n", spec->tool);
	out_str("\t$words | Where-Object { $word -ne '' -and $_.StartsWith($word) } | "
		"ForEach-Object {\n"
		"\t\t[System.Management.Automation.CompletionResult]::new($_)\n\t}\n}\n");
}
