/* SPDX-License-Identifier: MIT */
#include "terminal/view.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"

#define TICK_MS 100 /* after which an incomplete line of hexadecimal is shown */

/* No attributes, scrolling in the whole window, ASCII, wrapping, normal cursor keys and keypad, no
 * reverse screen and wrap, mouse, reports of focus, bracketed paste, insertion and LF as a new
 * line, cursor on: undoes what a board that went away, or that was trusted, may have set. */
#define RESET                                                                                      \
	"\033[0m\033[?7;25h\033[?1;5;9;45;1000;1002;1003;1004;1006;2004l\033>\033[4;20l\033(B\017" \
	"\0337\033[r\0338"
#define MAIN_SCREEN "\033[?1049l"

/* Undoes what is shown so far; on the main screen MAIN_SCREEN would move the cursor. */
static const char *reset(const struct view *v)
{
	return v->clean.other_screen ? MAIN_SCREEN RESET : RESET;
}

void view_init(struct view *v, struct console *console, bool trusted, const struct moment *now)
{
	memset(v, 0, sizeof *v);
	v->console = console;
	v->raw = !console_is_shown(console) || (trusted && console_has_sequences(console));
	v->line_start = true;
	clean_init(&v->clean, console_has_sequences(console) ? CLEAN_SAFE : CLEAN_PLAIN);
	stamp_init(&v->stamp, STAMP_TIME, now->ms);
	if (console_has_sequences(console))
		console_reset_by(reset(v));
}

/* Converts line ends for the terminal. */
static void map_newlines(struct view *v, struct span in, struct buf *out)
{
	bool lf = v->newline == VIEW_LF || v->newline == VIEW_CRLF;
	bool cr = v->newline == VIEW_CR || v->newline == VIEW_CRLF;
	size_t i;

	for (i = 0; i < in.len; i++) {
		uint8_t byte = in.ptr[i];

		if (v->after_cr && cr && byte != '\n')
			buf_add_u8(out, '\n');
		if (byte == '\n' && lf && !v->after_cr)
			buf_add_u8(out, '\r');
		buf_add_u8(out, byte);
		v->after_cr = byte == '\r';
	}
}

static void add_stamps(struct view *v, struct span in, const struct moment *now, struct buf *out)
{
	size_t i = 0;

	while (i < in.len) {
		const uint8_t *end = memchr(in.ptr + i, '\n', in.len - i);
		size_t n = end != NULL ? (size_t)(end - in.ptr) + 1 - i : in.len - i;

		if (v->line_start)
			stamp_add(&v->stamp, now, out);
		buf_add(out, in.ptr + i, n);
		v->line_start = end != NULL;
		i += n;
	}
}

static void add_hex(struct view *v, struct span in, const struct moment *now, struct buf *out)
{
	if (v->bytes.len == 0)
		v->held = *now;
	while (in.len > 0)
		if (hex_feed(&v->bytes, &in, out))
			buf_add_u8(out, '\r');
}

static enum err_code show(
	struct view *v, struct buf *text, const struct moment *now, struct err *err)
{
	struct buf stamped;
	enum err_code rc;

	buf_init(&stamped, 0);
	if (v->stamped)
		add_stamps(v, span_of(text->ptr, text->len), now, &stamped);
	else if (text->len > 0)
		v->line_start = text->ptr[text->len - 1] == '\n';
	rc = text->len == 0 ? ERR_OK
	     : v->stamped   ? console_write(v->console, span_of(stamped.ptr, stamped.len), err)
			    : console_write(v->console, span_of(text->ptr, text->len), err);
	buf_free(&stamped);
	return rc;
}

enum err_code view_received(
	struct view *v, struct span in, const struct moment *now, struct err *err)
{
	struct buf mapped;
	struct buf text;
	enum err_code rc;

	buf_init(&text, 0);
	buf_init(&mapped, 0);
	if (v->newline != VIEW_AS_IS && !v->hex) {
		map_newlines(v, in, &mapped);
		in = span_of(mapped.ptr, mapped.len);
	}
	if (v->hex)
		add_hex(v, in, now, &text);
	else
		clean_feed(&v->clean, in, &text);
	if (v->raw && !v->hex) { /* cleaned only to see other_screen */
		text.len = 0;
		buf_add(&text, in.ptr, in.len);
	}
	if (v->clean.kind == CLEAN_SAFE)
		console_reset_by(reset(v));
	rc = text.failed != ERR_OK || mapped.failed != ERR_OK
		     ? err_set(err, ERR_NOMEM, "out of memory")
		     : show(v, &text, now, err);
	buf_free(&mapped);
	buf_free(&text);
	return rc;
}

/* Whether the screen lacks something; says so as soon as it can be shown there. */
static bool tell_left_out(struct view *v)
{
	uint64_t bytes;
	bool any = console_left_out(v->console, &bytes);

	if (bytes > 0) {
		v->line_start = false; /* of what is left out */
		view_say(v, "the screen took nothing: %llu bytes are left out here",
			(unsigned long long)bytes);
	}
	return any;
}

bool view_is_waiting(struct view *v)
{
	return tell_left_out(v) || v->bytes.len > 0;
}

void view_tick(struct view *v, const struct moment *now)
{
	struct buf text;
	struct err ignored; /* a persistent error recurs with the next byte */

	if (v->bytes.len == 0 || now->ms - v->held.ms < TICK_MS)
		return;
	buf_init(&text, 0);
	hex_flush(&v->bytes, &text);
	buf_add_u8(&text, '\r');
	show(v, &text, now, &ignored);
	buf_free(&text);
}

void view_say(struct view *v, const char *fmt, ...)
{
	const char *end = console_has_keys(v->console) ? "\r\n" : "\n";
	char text[600];
	struct buf line;
	va_list args;

	if (diag_quiet())
		return;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, tr(fmt), args);
	va_end(args);
	buf_init(&line, 0);
	if (!v->line_start && console_is_shown(v->console))
		buf_str(&line, end);
	buf_str(&line, "spc: ");
	utf8_escape(span_of(text, strlen(text)), &line);
	buf_str(&line, end);
	console_say(v->console, span_of(line.ptr, line.len));
	buf_free(&line);
	if (console_is_shown(v->console))
		v->line_start = true;
}

void view_close(struct view *v)
{
	struct err ignored;
	const char *text = reset(v);

	(void)console_flush(v->console, &ignored);
	(void)tell_left_out(v);
	if (console_has_sequences(v->console))
		console_write(v->console, span_of(text, strlen(text)), &ignored);
}
