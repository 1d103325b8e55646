/* SPDX-License-Identifier: MIT */
/* Chooses the program for a port, and checks its file against the pinned hash. */
#ifndef BIOSBELT_SPC_SELECT_PROGRAM_H
#define BIOSBELT_SPC_SELECT_PROGRAM_H

#include "spc.h"

#define LAUNCH_NAME_MAX 64 /* bytes of the name of a program of the settings */

#define LAUNCH_BUILTIN "builtin" /* the program that is our own terminal */

/* A program found on this machine. Texts live as long as app. */
struct chosen {
	const char *name;
	struct blob path; /* NUL-terminated */
	const char *args;
	const char *log_args; /* NULL: it has no log */
	bool window;
	bool builtin;                /* our own terminal: path and args are unused */
	const struct program *known; /* owner of these built-in arguments; NULL: a template */
};

/* Chooses the program; free with chosen_free. ERR_NOTFOUND: none is installed. */
enum err_code launch_choose(const struct app *app, const struct port *port,
	const struct port_list *present, struct chosen *out, struct err *err);
void chosen_free(struct chosen *c);

/* verify_hash: SHA-256 of a file. verify_check: ERR_DENIED when another hash is pinned. */
enum err_code verify_hash(const char *path, char out[65], struct err *err);
enum err_code verify_check(const struct app *app, const char *path, struct err *err);

#endif
