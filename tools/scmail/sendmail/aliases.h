/* SPDX-License-Identifier: MIT */
/*
 * aliases(5): "name: address, address", comments with '#', lines that begin with a blank go on. A
 * name without a domain is looked up in it, then "default" as msmtp has it, else a domain is put
 * behind it. Targets that are programs, files or lists in files are refused: scmail delivers
 * nothing here.
 */
#ifndef SCMAIL_ALIASES_H
#define SCMAIL_ALIASES_H

#include "biosbelt/cli.h"
#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define ALIASES_FILE_MAX ((size_t)4 << 20)
#define ALIASES_DEPTH    10   /* aliases of aliases */
#define ALIASES_MOST     1000 /* addresses of one mail: ADDR_MAX */

struct aliases {
	struct span text;   /* of the file; empty: there is none */
	const char *domain; /* for names that no alias is for */
};

/* Adds what spec stands for to out; each address once. The texts of out belong to it:
 * aliases_free. ERR_USAGE: no address, or an alias that nobody can follow. */
enum err_code aliases_resolve(
	const struct aliases *a, const char *spec, struct cli_list *out, struct err *err);
void aliases_free(struct cli_list *out);
/* Does every line read? Names the first that does not. */
enum err_code aliases_check(struct span text, struct err *err);

#endif
