/* SPDX-License-Identifier: MIT */
/* Converts system errors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "os_private.h"

const char *os_error_text(long os_error, char *out, size_t cap)
{
	if (strerror_r((int)os_error, out, cap) != 0)
		snprintf(out, cap, "error %ld", os_error);
	return out;
}

bool os_error_is_full(long os_error)
{
	return os_error == ENOSPC || os_error == EDQUOT;
}

static enum err_code code_of(int e)
{
	switch (e) {
	case ENOENT:
	case ENOTDIR:
		return ERR_NOTFOUND;
	case EEXIST:
		return ERR_EXISTS;
	case EACCES:
	case EPERM:
	case EROFS:
		return ERR_DENIED;
	case EBUSY:
	case EAGAIN:
	case ETXTBSY:
		return ERR_BUSY;
	case ENOMEM:
		return ERR_NOMEM;
	default:
		return ERR_IO;
	}
}

enum err_code os_fail(struct err *err, long os_error, const char *what)
{
	char words[128];

	return err_set_os(err, code_of((int)os_error), os_error, "%s: %s", tr(what),
		os_error_text(os_error, words, sizeof words));
}
