/* SPDX-License-Identifier: MIT */
/* The terminal programs that spc can start, and templates of their command lines. */
#ifndef BIOSBELT_SPC_PROGRAMS_H
#define BIOSBELT_SPC_PROGRAMS_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/ports.h"
#include "biosbelt/serial.h"
#include "biosbelt/span.h"

#define PROGRAM_WORDS_MAX    128  /* words of one command line */
#define PROGRAM_TEMPLATE_MAX 4096 /* bytes */

/* Line settings that a program's arguments can express: each character is one value. */
struct program_line {
	const char *data;   /* bits */
	const char *parity; /* serial_cfg's letters */
	const char *stop_2; /* halves of a stop bit */
	const char *flow;   /* PuTTY's letters */
};

struct program {
	const char *name;         /* as --program takes it */
	const char *const *files; /* names to look for, best first; ends with NULL */
	const char *args;         /* template, without the program itself */
	const char *log_args;     /* added with --log; NULL: it has no log */
	bool window;              /* opens its own window: spc does not wait for it */
	const struct program_line *line;
	const char *const *folders; /* of its installer, in Program Files; NULL: none */
};

/* The built-in ones, best first; ends with name == NULL. */
const struct program *programs_known(void);
const struct program *programs_find(const char *name); /* NULL: none */

/* ERR_USAGE names the setting that the program's built-in arguments cannot express; pure. */
enum err_code programs_check(
	const struct program *p, const struct serial_cfg *c, bool windows, struct err *err);

/* The values of placeholders. */
struct launch_values {
	const struct port *port;
	struct serial_cfg cfg;
	const char *log; /* NULL: no log */
	bool windows;    /* names of ports as Windows has them */
};

/*
 * Splits a template into words at blanks that are not within "..." and '...', and then inserts the
 * values, which are never split again. In "..." a backslash escapes a quotation mark or a
 * backslash. Placeholders: {port} {device} {serial} {number} {baud} {data} {parity} {parity_name}
 * {stop} {flow} {flow_letter} {flow_name} {sercfg} {screencfg} {log} {{ }}. Appends words (to be
 * freed) to argv from *count on and NULL after the last. ERR_USAGE names the fault. Pure.
 */
enum err_code programs_expand(const char *tmpl, const struct launch_values *values, char **argv,
	int *count, struct err *err);

void programs_free_argv(char **argv, int count);

#endif
