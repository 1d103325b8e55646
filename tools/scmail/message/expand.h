/* SPDX-License-Identifier: MIT */
/*
 * Inserts values for names after a text was parsed, so that no value can add a part: an address
 * stays one address whatever the cell contains.
 */
#ifndef SCMAIL_EXPAND_H
#define SCMAIL_EXPAND_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct expander {
	/* Appends text with values; in_url: escaped for a URL. */
	enum err_code (*put)(
		void *user, struct span text, bool in_url, struct buf *out, struct err *err);
	void *user;
};

/* A copy of text with values, which the caller frees; e NULL: unchanged. */
enum err_code expand_text(
	const struct expander *e, struct span text, bool in_url, char **out, struct err *err);

#endif
