/* SPDX-License-Identifier: MIT */
/*
 * The command line from one table. The parser, --help, bash completion and the manual-page check
 * read the same struct cli_spec. Forms: --long, --long=V, --long V, -x, -xV, -x V, clusters
 * -ab, "--", "-" as an operand, and the original tools' /name[value], also when a shell split it
 * at blanks. On Windows a bare /name is an option too; elsewhere it is a path.
 *
 * Joining /name[...: words are joined with one blank until the count of brackets returns to 0. If
 * it never does, the value ends at the first word ending in ']' that is last or is followed by an
 * option. Otherwise, or when a word before that opens another option, it is a usage error. On
 * Windows the value is taken from the raw command line, blanks kept. Outside Windows only a long
 * name of the table before '[' makes an option.
 *
 * Every tool has --help (-h), --version (-V), --quiet (-q), --verbose (-v), --output-encoding and
 * the hidden --completion=bash and --dump-options; --lang too where there is a translation (tr.h).
 * cli adds them; a tool's table lacks them.
 */
#ifndef BIOSBELT_CLI_H
#define BIOSBELT_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/os.h"

/* Exit statuses, the same in every tool; 5 to 9 are the tool's own. */
enum exit_status {
	EXIT_DONE = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_NOTHING = 3,
	EXIT_TEMPORARY = 4
};

/* How the option is written. */
enum cli_arg { CLI_FLAG, CLI_VALUE, CLI_OPTIONAL /* --x or --x=V, never --x V */ };

/* The type of the field that a row sets. */
enum cli_kind {
	CLI_NO_FIELD, /* the program asks cli_next for the id, or the row has a function */
	CLI_BOOL,     /* bool */
	CLI_TEXT,     /* const char *: the value itself; "" for an optional value left out */
	CLI_LIST,     /* struct cli_list: one more item */
	CLI_INT,      /* int */
	CLI_NUMBER,   /* unsigned, and every enum without negative values */
	CLI_NUMBER64  /* uint64_t */
};

/* Values of an option that may be repeated, or the operands; freed with cli_list_free. The texts
 * belong to the command line. */
struct cli_list {
	const char **items;
	size_t count;
};

/*
 * One row is one option: its name, the field of its value, and its checks. Rows are written
 * with the macros below, which derive kind and at from the field; the members after "flags" are
 * optional and given by name.
 */
struct cli_opt {
	const char *name; /* long name, without dashes */
	char letter;      /* short form, or 0 */
	enum cli_arg arg;
	const char *value;   /* name of the value in the help: "FILE"; NULL for flags */
	const char *help;    /* one sentence, no full stop at the end */
	const char *choices; /* "a|b|c": checked and completed; NULL: any value */
	const char *group;   /* heading in the help, or NULL for the one before */
	int id;         /* returned by cli_next; > 0, unique in the table; 0: a row with a field */
	unsigned flags; /* CLI_... */
	enum cli_kind kind;
	size_t at;      /* offset of the field in the tool's struct of options */
	unsigned modes; /* modes of the tool that accept it, see cli_modes; 0: all */
	unsigned only;  /* of rows that share a bit here at most one may be given; 0: any */
	uint64_t min; /* numbers: inclusive range, both 0: any. Choices: number of the first one */
	uint64_t max;
	unsigned sets; /* CLI_SETS: what the flag writes into the field */
	/* Instead of a field: reads the value into the tool's options. The error text does not name
	 * the option. */
	enum err_code (*set)(void *options, const char *value, struct err *err);
};

#define CLI_KIND(type, field)                                                                      \
	_Generic(((type *)0)->field,                                                               \
		bool: CLI_BOOL,                                                                    \
		const char *: CLI_TEXT,                                                            \
		struct cli_list: CLI_LIST,                                                         \
		int: CLI_INT,                                                                      \
		unsigned: CLI_NUMBER,                                                              \
		uint64_t: CLI_NUMBER64)
/* An option whose value goes into a field; a flag when the field is a bool. */
#define CLI_OPT(type, name_, letter_, field)                                                       \
	.name = (name_), .letter = (letter_), .at = offsetof(type, field),                         \
	.kind = CLI_KIND(type, field),                                                             \
	.arg = _Generic(((type *)0)->field, bool                                                   \
			: CLI_FLAG, default                                                        \
			: CLI_VALUE)
/* A text whose value may be left out: --name or --name=VALUE. */
#define CLI_OPT_OPTIONAL(type, name_, letter_, field)                                              \
	.name = (name_), .letter = (letter_), .at = offsetof(type, field),                         \
	.kind = CLI_KIND(type, field), .arg = CLI_OPTIONAL
/* A flag that writes a number (an enum, or false) into a field. */
#define CLI_SETS(type, name_, letter_, field, number)                                              \
	.name = (name_), .letter = (letter_), .at = offsetof(type, field),                         \
	.kind = CLI_KIND(type, field), .arg = CLI_FLAG, .sets = (number), .flags = CLI_WRITES_SETS
/* An option whose value a function of the tool reads. */
#define CLI_CALLS(name_, letter_, function)                                                        \
	.name = (name_), .letter = (letter_), .arg = CLI_VALUE, .set = (function)

#define CLI_REPEAT      1u  /* may be given more than once; else the second is a usage error */
#define CLI_HIDDEN      2u  /* not in --help, completion or manual */
#define CLI_IS_FILE     4u  /* value is a path: completion offers files */
#define CLI_IS_DIR      8u  /* value is a folder: the same */
#define CLI_ALIAS       16u /* another name of the option with the same id or field: not listed */
#define CLI_SECRET      32u /* a warning is printed when it is given in argv */
#define CLI_IS_SIZE     64u /* the number may have a suffix: 64K, 8MiB */
/* Set by CLI_SETS; a row with more flags has .sets and this flag of its own. */
#define CLI_WRITES_SETS 128u

#define CLI_SUGGESTED    256u /* completion asks cli_spec.suggest for the values */
#define CLI_FOR_PROGRAMS 512u /* its output is read by programs: English in every locale */
/* Of a text that names a file that is written: no other option of cli_read may have that file. */
#define CLI_WRITES       1024u
/* "" is a value too, as of a subject; for every other option it is a usage error. */
#define CLI_MAY_BE_EMPTY 2048u

#define CLI_ROWS_MAX 128 /* of one table, the empty last one not counted */

/* Which rows of a table were given. */
struct cli_given {
	bool row[CLI_ROWS_MAX];
};

/* An option that only some modes of a tool accept: the bits of these modes. */
struct cli_fit {
	int id;
	unsigned modes;
};

#define CLI_HAS_NOTHING   1u /* the tool has EXIT_NOTHING */
#define CLI_HAS_TEMPORARY 2u /* the tool has EXIT_TEMPORARY */

struct cli_spec {
	const char *tool;    /* name of the program */
	const char *summary; /* one line: its job, such as "copies text"; no full stop */
	const char *
		usage; /* lines after "Usage: ", each starting with the tool's name, '\n' between */
	const char *notes;          /* examples and such, printed last by --help; may be NULL */
	unsigned exits;             /* CLI_HAS_...: for --help */
	const char *exit_notes;     /* meaning of the tool's own statuses 5 to 9; may be NULL */
	const char *version;        /* NULL: the suite's */
	const struct cli_opt *opts; /* ends with name == NULL */
	int min_operands;
	int max_operands; /* -1: any number */
	/* Prints what completion offers for the option of that long name (NULL: for an operand),
	 * one a line; may be NULL. It is called at a key press: it must be quick and print no
	 * errors. */
	void (*suggest)(const char *option);
};

/* Libraries that --version --verbose lists, one a line; names is not copied. Called before os_main
 * by a constructor of programs with static libraries. */
void cli_name_libraries(const char *names);

#define CLI_END     0    /* no more */
#define CLI_OPERAND (-1) /* value is the operand */
#define CLI_ERROR   (-2) /* usage error; already printed */
#define CLI_DONE    (-3) /* --help or the like was printed: return cli->status from os_main */

struct cli {
	const struct cli_spec *spec;
	const char *value;       /* of the option or operand just returned; NULL for a flag */
	const char *name;        /* as the user wrote it, for messages */
	int status;              /* exit status after CLI_ERROR and CLI_DONE */
	struct cli_state *state; /* private */
};

/* Starts parsing; cli_close frees the state. Never fails: cli_next returns the errors. */
void cli_open(struct cli *cli, const struct cli_spec *spec, const struct os_args *args);
/* Next option id, or one of CLI_... above. Values stay valid until cli_close. */
int cli_next(struct cli *cli);
void cli_close(struct cli *cli);

/*
 * Whether all options given so far belong to the mode: table ends with id 0; options that are not
 * in it belong to every mode. Else prints the usage error "--lc does not go with MODE". To be
 * called between the last cli_next and cli_close.
 */
bool cli_fits(struct cli *cli, const struct cli_fit *table, unsigned mode, const char *mode_words);

/*
 * Reads the whole command line: every row into its field of options, operands into the list (NULL:
 * the tool takes none), and which rows were given (NULL: not needed). Every row of the table must
 * have a field or a function. False: the program ends with cli->status; messages were printed.
 */
bool cli_read(struct cli *cli, void *options, struct cli_list *operands, struct cli_given *given);
/* Whether no other option has a file that one with CLI_WRITES names. cli_read asks that; a tool
 * asks it again once a file of settings has set more. False: as cli_read. */
bool cli_writes_apart(struct cli *cli, void *options);
/*
 * Sets one row as the command line does, for files of settings; a flag takes yes or no. The error
 * text does not name the option.
 */
enum err_code cli_set(const struct cli_opt *row, void *options, const char *value, struct err *err);
/* The row of that long name, NULL: none. */
const struct cli_opt *cli_row(const struct cli_opt *opts, const char *name);
/* Whether a row of the table with its field at this offset was given. */
bool cli_was_given(const struct cli_given *given, const struct cli_opt *opts, size_t at);
/* Whether all options given belong to the mode (a bit of cli_opt.modes); else prints the usage
 * error "--lc does not go with WORDS". Between cli_read and cli_close. */
bool cli_modes(struct cli *cli, unsigned mode, const char *words);
/*
 * On Windows, where no shell does it: * and ? in the operands become the names of the
 * files and folders that match, which belong to cli until cli_close. Where none does the operand
 * stays as it is; "*.*" means "*" as in cmd. False: printed, cli->status is set.
 */
bool cli_expand(struct cli *cli, struct cli_list *operands);
/* False: out of memory. */
bool cli_list_add(struct cli_list *list, const char *item);
void cli_list_free(struct cli_list *list); /* empties it */

/* Prints a usage error in two lines and returns EXIT_USAGE. */
int cli_usage_error(struct cli *cli, const char *fmt, ...) ERR_PRINTF(2, 3);

/* Number values; false after printing the usage error. Ranges are inclusive. */
bool cli_u64(struct cli *cli, uint64_t min, uint64_t max, uint64_t *out);
bool cli_size(struct cli *cli, uint64_t min, uint64_t max, uint64_t *out); /* 64K, 8MiB */
bool cli_int(struct cli *cli, int min, int max, int *out);
/* Index of the value in opts[].choices. */
int cli_choice(const struct cli *cli);

#endif
