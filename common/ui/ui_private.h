/* SPDX-License-Identifier: MIT */
/* Shared by the files of common/ui only. */
#ifndef BIOSBELT_UI_PRIVATE_H
#define BIOSBELT_UI_PRIVATE_H

#include "biosbelt/cli.h"
#include "biosbelt/span.h"

/* Options that cli adds to every table; their ids are below -99. */
enum {
	STD_HELP = -100,
	STD_VERSION = -101,
	STD_QUIET = -102,
	STD_VERBOSE = -103,
	STD_ENCODING = -104,
	STD_COMPLETION = -105,
	STD_DUMP = -106,
	STD_SUGGEST = -107,
	STD_LANG = -108
};
extern const struct cli_opt cli_std_opts[];

#define CLI_ROW 0x7FFFFFFF /* returned by cli_next for a row without an id */

struct cli_word {
	size_t start; /* place in the raw line */
	size_t end;
};

struct cli_state {
	const struct os_args *args;
	int pos;             /* next word */
	const char *cluster; /* unhandled rest of "-abc" */
	bool operands_only;  /* after "--" */
	bool finished;
	int operands;
	const char *surplus;       /* the first operand too many: an error unless --help follows */
	unsigned char *seen;       /* per option of the table */
	const struct cli_opt *row; /* of the option just read */
	char **owned;              /* joined values */
	size_t owned_count;
	struct cli_word *raw; /* words of the raw line; NULL when unknown */
};

const struct cli_opt *cli_find_long(const struct cli_spec *spec, const char *name, size_t len);
const struct cli_opt *cli_find_letter(const struct cli_spec *spec, char letter);
/* Index of the value in "a|b|c", or -1. */
int cli_choice_index(const char *choices, const char *value);
/* Whether the value is "", as of an unset variable, and the option takes none such. */
bool cli_is_unset(const struct cli_opt *opt, const char *value);
/* The listed option of an alias, or opt itself. */
const struct cli_opt *cli_main_name(const struct cli_spec *spec, const struct cli_opt *opt);

/* Words that start with '/'. NULL: an operand. *value: the text in brackets, or NULL.
 * A usage error sets cli->status, after printing. */
const struct cli_opt *cli_slash(struct cli *cli, const char *word, const char **value);
bool cli_is_option_word(const struct cli *cli, const char *word);
void cli_slash_open(struct cli_state *s);
char *cli_own(struct cli *cli, char *text);

/* language_open: the language of the command line, else of the system. language_set: of --lang.
 * language_for_programs: English from now on. */
void language_open(const struct os_args *args);
void language_set(const char *name);
void language_for_programs(void);

void cli_print_help(const struct cli_spec *spec);
/* shell: a value of --completion */
void cli_print_completion(const struct cli_spec *spec, const char *shell);
void cli_print_zsh(const struct cli_spec *spec);
void cli_print_fish(const struct cli_spec *spec);
void cli_print_powershell(const struct cli_spec *spec);
/* True for an option that help, completion and manual list. */
bool cli_listed(const struct cli_opt *opt);
/* Calls `call` for every such option, the tool's first. */
void cli_each_listed(const struct cli_spec *spec,
	void (*call)(const struct cli_spec *spec, const struct cli_opt *opt));
void cli_print_choices(const char *choices, const char *between);
void cli_dump_options(const struct cli_spec *spec);

/* The first error printed, without the tool's name; "": none. */
const char *diag_first_error(void);

/* Erases the progress line, if there is one, before a message. */
void progress_hide(void);

#endif
