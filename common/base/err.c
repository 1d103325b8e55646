/* SPDX-License-Identifier: MIT */
#include "biosbelt/err.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/tr.h"
#include "biosbelt/utf.h"

/* The headers' macros for static analysers would replace the definitions. */
#undef err_set
#undef err_set_os

#define PREFIX_MAX   4096 /* of a longer one the beginning is dropped */
#define PREFIX_LEAST 80   /* kept of a prefix, however long the text is */

/* vsnprintf may have cut inside a UTF-8 sequence: drop the incomplete tail. */
static void trim_partial_utf8(char *text)
{
	size_t len = strlen(text);
	size_t i = len;
	size_t need;

	if (len < ERR_TEXT_MAX - 1)
		return;
	while (i > 0 && ((uint8_t)text[i - 1] & 0xC0) == 0x80)
		i--;
	if (i == 0)
		return;
	i--;
	if ((uint8_t)text[i] < 0xC0)
		return;
	need = (uint8_t)text[i] >= 0xF0 ? 4 : (uint8_t)text[i] >= 0xE0 ? 3 : 2;
	if (len - i < need)
		text[i] = '\0';
}

static enum err_code fill(
	struct err *err, enum err_code code, long os_error, const char *fmt, va_list args)
{
	err->code = code;
	err->os_error = os_error;
	if (vsnprintf(err->text, sizeof err->text, tr(fmt), args) < 0)
		err->text[0] = '\0';
	trim_partial_utf8(err->text);
	return code;
}

enum err_code err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fill(err, code, 0, fmt, args);
	va_end(args);
	return code;
}

enum err_code err_set_os(struct err *err, enum err_code code, long os_error, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fill(err, code, os_error, fmt, args);
	va_end(args);
	return code;
}

enum err_code err_prefix(struct err *err, const char *fmt, ...)
{
	char prefix[PREFIX_MAX];
	const char *shown = prefix, *dots = "";
	struct err old = *err;
	size_t most = sizeof err->text - 3, reason = strlen(old.text), len;
	va_list args;

	va_start(args, fmt);
	if (vsnprintf(prefix, sizeof prefix, tr(fmt), args) < 0)
		prefix[0] = '\0';
	va_end(args);
	/* the end of a long path is the most useful part, and the path must not push out the reason
	 */
	most = reason + PREFIX_LEAST < most ? most - reason : PREFIX_LEAST;
	len = strlen(prefix);
	if (len > most) {
		dots = "...";
		shown = utf8_tail(prefix, most - 3);
	}
	snprintf(err->text, sizeof err->text, "%s%.*s: %.*s", dots, (int)most, shown, (int)reason,
		old.text);
	trim_partial_utf8(err->text);
	return err->code;
}

enum err_code err_append(struct err *err, const char *fmt, ...)
{
	size_t len = strlen(err->text);
	va_list args;

	va_start(args, fmt);
	if (vsnprintf(err->text + len, sizeof err->text - len, tr(fmt), args) < 0)
		err->text[len] = '\0';
	va_end(args);
	trim_partial_utf8(err->text);
	return err->code;
}

const char *err_name(enum err_code code)
{
	switch (code) {
	case ERR_OK:
		return tr("success");
	case ERR_NOMEM:
		return tr("out of memory");
	case ERR_IO:
		return tr("input/output error");
	case ERR_FORMAT:
		return tr("damaged data");
	case ERR_LIMIT:
		return tr("limit passed");
	case ERR_UNSUPPORTED:
		return tr("not supported");
	case ERR_NOTFOUND:
		return tr("not found");
	case ERR_EXISTS:
		return tr("exists already");
	case ERR_USAGE:
		return tr("used wrongly");
	case ERR_BUSY:
		return tr("busy");
	case ERR_DENIED:
		return tr("access denied");
	case ERR_CANCELLED:
		return tr("cancelled");
	}
	return tr("unknown error");
}
