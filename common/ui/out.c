/* SPDX-License-Identifier: MIT */
#include "biosbelt/out.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "ui_private.h"

#define OUT_FLUSH_AT 65536 /* bytes */

static struct buf pending;
static struct err failure; /* of the first failed write; sticks */
static bool anything;      /* output was added, even if it could not be written */

/* EPIPE on Linux; ERROR_BROKEN_PIPE and ERROR_NO_DATA on Windows, where 32 cannot come from a
 * write to a pipe. */
static bool is_closed_pipe(long os_error)
{
	return os_error == 32 || os_error == 109 || os_error == 232;
}

static void keep_failure(const struct err *err)
{
	if (failure.code == ERR_OK)
		failure = *err;
}

void out_flush(void)
{
	struct err err;

	if (pending.failed != ERR_OK) {
		err_set(&err, pending.failed, "%s", err_name(pending.failed));
		keep_failure(&err);
	} else if (pending.len > 0 && failure.code == ERR_OK) {
		progress_hide();
		if (os_write_text(OS_STDOUT, pending.ptr, pending.len, &err) != ERR_OK)
			keep_failure(&err);
	}
	pending.len = 0;
}

/* Flushes whole lines to a terminal at once, otherwise large pieces. */
static void after_add(void)
{
	static int terminal = -1;

	anything = anything || pending.len > 0;
	if (terminal < 0)
		terminal = os_is_terminal(OS_STDOUT);
	if (pending.len >= OUT_FLUSH_AT ||
		(terminal && pending.len > 0 && pending.ptr[pending.len - 1] == '\n'))
		out_flush();
}

void out_str(const char *text)
{
	buf_str(&pending, text);
	after_add();
}

void out_printf(const char *fmt, ...)
{
	va_list args;
	char small[1024];
	int len;
	char *big;

	va_start(args, fmt);
	len = vsnprintf(small, sizeof small, fmt, args);
	va_end(args);
	if (len < 0) {
		pending.failed = ERR_NOMEM;
	} else if ((size_t)len < sizeof small) {
		buf_add(&pending, small, (size_t)len);
	} else {
		big = malloc((size_t)len + 1);
		if (big == NULL) {
			pending.failed = ERR_NOMEM;
			return;
		}
		va_start(args, fmt);
		vsnprintf(big, (size_t)len + 1, fmt, args);
		va_end(args);
		buf_add(&pending, big, (size_t)len);
		free(big);
	}
	after_add();
}

void out_text(struct span text)
{
	buf_add(&pending, text.ptr, text.len);
	after_add();
}

void out_buf(struct buf *b)
{
	if (b->failed == ERR_OK)
		out_text(span_of(b->ptr, b->len));
	else if (failure.code == ERR_OK)
		err_set(&failure, ERR_NOMEM, "out of memory");
	buf_free(b);
}

void out_escaped(struct span text)
{
	utf8_escape(text, &pending);
	after_add();
}

void out_escaped_str(const char *text)
{
	out_escaped(span_of(text, strlen(text)));
}

void out_kept(struct span text, enum utf_keep how)
{
	utf8_keep(text, how, &pending);
	after_add();
}

void out_bytes(struct span bytes)
{
	struct err err;

	anything = anything || bytes.len > 0;
	out_flush();
	if (failure.code == ERR_OK &&
		os_write_bytes(OS_STDOUT, bytes.ptr, bytes.len, &err) != ERR_OK)
		keep_failure(&err);
}

bool out_failed(void)
{
	return failure.code != ERR_OK;
}

int out_verdict(int status)
{
	out_flush();
	return out_failed() ? EXIT_FAILED : status;
}

int out_finish(int status)
{
	out_flush();
	buf_free(&pending);
	anything = false;
	if (failure.code == ERR_OK)
		return status;
	if (!is_closed_pipe(failure.os_error))
		diag_err(tr("standard output"), &failure);
	return status == EXIT_DONE || status == EXIT_NOTHING ? EXIT_FAILED : status;
}

int out_finish_json(int status)
{
	struct json j;
	struct buf b;

	if (!anything && !out_failed() &&
		(status == EXIT_FAILED || status == EXIT_NOTHING || status == EXIT_TEMPORARY)) {
		buf_init(&b, 0);
		json_init(&j, &b, true); /* one line, for consumers that read line by line */
		json_object(&j);
		json_kv_str(&j, "error", diag_first_error());
		json_object_end(&j);
		out_buf(&b);
	}
	return out_finish(status);
}
