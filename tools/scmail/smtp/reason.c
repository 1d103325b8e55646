/* SPDX-License-Identifier: MIT */
#include "smtp/reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/tr.h"

void reason_say(struct smtp_result *out, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(out->reason, sizeof out->reason, fmt, args);
	va_end(args);
	va_start(args, fmt);
	vsnprintf(out->shown, sizeof out->shown, tr(fmt), args);
	va_end(args);
}

void reason_add(struct smtp_result *out, const char *text)
{
	size_t len = strlen(out->reason);
	size_t shown_len = strlen(out->shown);

	snprintf(out->reason + len, sizeof out->reason - len, "%s", text);
	snprintf(out->shown + shown_len, sizeof out->shown - shown_len, "%s", tr(text));
}

void reason_of_talk(struct smtp_result *out, const struct talk *t)
{
	const char *english = t->failure_english;

	if (english[0] == '\0') /* for a file or a key there is only its name */
		english = tr_used() ? err_name(t->failure.code) : t->failure.text;
	snprintf(out->reason, sizeof out->reason, "%s", english);
	snprintf(out->shown, sizeof out->shown, "%s", t->failure.text);
}
