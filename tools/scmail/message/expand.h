/* SPDX-License-Identifier: MIT */
/*
 * Puts values in the place of names in a text that was taken apart before, so that no value can add
 * a part: an address stays one address whatever a table's cell holds.
 */
#ifndef SCMAIL_EXPAND_H
#define SCMAIL_EXPAND_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

struct expander {
	/* Adds text with its values; in_url: they become part of a URL. */
	enum err_code (*put)(
		void *user, struct span text, bool in_url, struct buf *out, struct err *err);
	void *user;
};

/* A copy of text with its values, to be freed; e NULL: as it is. */
enum err_code expand_text(
	const struct expander *e, struct span text, bool in_url, char **out, struct err *err);

#endif
