/* SPDX-License-Identifier: MIT */
/*
 * aliases(5): "name: address, address", comments with '#', continuation lines begin with a blank. A
 * name without a domain is looked up, then "default" as in msmtp, else a domain is appended.
 * Targets that are programs, files or lists in files are refused: scmail does not deliver locally.
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
	struct span text;   /* of the file; empty: no file */
	const char *domain; /* for names without an alias */
};

/* Adds the addresses of spec to out, each once; out owns the texts, see aliases_free. ERR_USAGE:
 * not an address, or an alias that cannot be followed. */
enum err_code aliases_resolve(
	const struct aliases *a, const char *spec, struct cli_list *out, struct err *err);
void aliases_free(struct cli_list *out);
/* Checks every line; err names the first invalid one. */
enum err_code aliases_check(struct span text, struct err *err);

#endif
