/* SPDX-License-Identifier: MIT */
#include "message/expand.h"

#include <string.h>

#include "message/header.h"

enum err_code expand_text(
	const struct expander *e, struct span text, bool in_url, char **out, struct err *err)
{
	struct blob made;
	struct buf b;
	enum err_code rc = ERR_OK;

	buf_init(&b, HEADER_TEXT_MAX * 2);
	if (e != NULL)
		rc = e->put(e->user, text, in_url, &b, err);
	else
		buf_add(&b, text.ptr, text.len);
	buf_add_u8(&b, 0);
	if (rc == ERR_OK)
		rc = buf_finish(&b, &made, err);
	if (rc == ERR_OK && memchr(made.ptr, 0, made.len - 1) != NULL) {
		blob_free(&made);
		rc = err_set(err, ERR_USAGE, "a zero byte in it");
	}
	if (rc != ERR_OK)
		buf_free(&b);
	else
		*out = (char *)made.ptr;
	return rc;
}
