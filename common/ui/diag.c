/* SPDX-License-Identifier: MIT */
#include "biosbelt/diag.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "ui_private.h"

#define LINE_MAX_BYTES 4096 /* longer messages are cut: one write keeps threads' lines apart */

static const char no_memory[] = "out of memory\n";

static const char *tool_name = "biosbelt";
static char first_error[LINE_MAX_BYTES];
static atomic_flag first_taken = ATOMIC_FLAG_INIT;

void diag_init(const char *tool)
{
	tool_name = tool;
	first_error[0] = '\0';
	atomic_flag_clear(&first_taken);
}

/* Writes "tool: kind: text\n" at once, with the control characters of text escaped. */
static void say(const char *kind, const char *text)
{
	struct buf b;
	struct err ignored;

	progress_hide();
	buf_init(&b, 0);
	buf_printf(&b, "%s: %s", tool_name, tr(kind));
	utf8_escape(span_of(text, strlen(text)), &b);
	buf_add_u8(&b, '\n');
	/* A failure of stderr cannot be reported; that there is no memory can. */
	if (b.failed == ERR_OK)
		os_write_text(OS_STDERR, b.ptr, b.len, &ignored);
	else
		os_write_text(OS_STDERR, no_memory, sizeof no_memory - 1, &ignored);
	buf_free(&b);
}

static void say_v(const char *kind, const char *fmt, va_list args)
{
	char text[LINE_MAX_BYTES];

	vsnprintf(text, sizeof text, tr(fmt), args);
	say(kind, text);
}

const char *diag_first_error(void)
{
	return first_error;
}

static void keep_first(const char *text)
{
	if (!atomic_flag_test_and_set(&first_taken))
		snprintf(first_error, sizeof first_error, "%s", text);
}

void diag_error(const char *fmt, ...)
{
	char text[LINE_MAX_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof text, tr(fmt), args);
	va_end(args);
	keep_first(text);
	say("", text);
}

void diag_warn(const char *fmt, ...)
{
	va_list args;

	if (diag_quiet())
		return;
	va_start(args, fmt);
	say_v(N_("warning: "), fmt, args);
	va_end(args);
}

void diag_note(const char *fmt, ...)
{
	va_list args;

	if (!diag_verbose() || diag_quiet())
		return;
	va_start(args, fmt);
	say_v("", fmt, args);
	va_end(args);
}

/* A place so long that the reason would not fit loses its beginning. */
static void say_err(const char *kind, const char *place, const struct err *err)
{
	char text[LINE_MAX_BYTES];
	size_t room = sizeof text - sizeof "...: " - strlen(err->text);
	size_t len = place != NULL ? strlen(place) : 0;

	if (len > room)
		snprintf(text, sizeof text, "...%s: %s", utf8_tail(place, room), err->text);
	else if (place != NULL)
		snprintf(text, sizeof text, "%s: %s", place, err->text);
	else
		snprintf(text, sizeof text, "%s", err->text);
	if (kind[0] == '\0')
		keep_first(text);
	say(kind, text);
}

void diag_err(const char *place, const struct err *err)
{
	say_err("", place, err);
}

void diag_warn_err(const char *place, const struct err *err)
{
	if (!diag_quiet())
		say_err(N_("warning: "), place, err);
}

int diag_status(const struct err *err)
{
	switch (err->code) {
	case ERR_OK:
		return EXIT_DONE;
	case ERR_USAGE:
		return EXIT_USAGE;
	case ERR_BUSY:
		return EXIT_TEMPORARY;
	default:
		return EXIT_FAILED;
	}
}
