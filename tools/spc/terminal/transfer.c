/* SPDX-License-Identifier: MIT */
#include "terminal/transfer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/tr.h"

#include "terminal/session.h"

#define PROGRESS_MS 2000 /* between progress messages */

bool transfer_name(const char *sent, char out[TRANSFER_NAME])
{
	const char *at;
	size_t i;

	for (at = sent; *at != '\0'; at++)
		if (*at == '/' || *at == '\\' || *at == ':')
			sent = at + 1;
	if (sent[0] == '\0' || strcmp(sent, ".") == 0 || strcmp(sent, "..") == 0)
		return false;
	snprintf(out, TRANSFER_NAME, "%s", sent);
	if (out[0] == '.' || out[0] == '-')
		out[0] = '_';
	for (i = 0; out[i] != '\0'; i++)
		if ((unsigned char)out[i] < 0x20 || (unsigned char)out[i] == 0x7F ||
			strchr("<>\"|?*", out[i]) != NULL)
			out[i] = '_';
	return true;
}

bool transfer_target(const struct transfer *t, bool is_folder, const char *name,
	char out[TRANSFER_PATH], struct err *why)
{
	struct blob path = {0};
	struct file_info info;
	size_t len;

	if (!is_folder) {
		strcpy(out, t->path);
	} else {
		if (path_join(t->path, name, &path, why) != ERR_OK)
			return false;
		len = strlen((const char *)path.ptr);
		if (len < TRANSFER_PATH)
			memcpy(out, path.ptr, len + 1);
		blob_free(&path);
		if (len >= TRANSFER_PATH) {
			err_set(why, ERR_LIMIT, "the name is too long");
			return false;
		}
	}
	if (file_info(out, true, &info, why) != ERR_OK)
		return false;
	if (info.type != FILE_NONE)
		err_set(why, ERR_EXISTS, "%.300s is there already", out);
	return info.type == FILE_NONE;
}

void transfer_received(struct session *s, struct span *in)
{
	if (transfer_is_on(s))
		s->transfer.ops->received(s, in);
}

void transfer_work(struct session *s)
{
	if (!transfer_is_on(s))
		return;
	if (!wire_is_open(&s->line))
		transfer_over(s, false, "the port is gone");
	else
		s->transfer.ops->work(s);
}

int transfer_due(const struct session *s)
{
	return transfer_is_on(s) ? s->transfer.ops->due(s) : -1;
}

intptr_t transfer_handle(const struct session *s)
{
	return transfer_is_on(s) && s->transfer.ops->handle != NULL ? s->transfer.ops->handle(s)
								    : -1;
}

void transfer_close(struct session *s)
{
	if (transfer_is_on(s))
		s->transfer.ops->close(s);
	s->transfer.way = TRANSFER_NONE;
}

void transfer_over(struct session *s, bool good, const char *fmt, ...)
{
	const struct transfer *t = &s->transfer;
	bool receives =
		t->way == TRANSFER_RECEIVE || (t->way == TRANSFER_ZMODEM && t->zmodem.receives);
	const char *name = t->name[0] != '\0' ? t->name : t->path;
	char words[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(words, sizeof words, tr(fmt), args);
	va_end(args);
	view_say(&s->view, "%s %s%s%s", name,
		good       ? receives ? tr("received") : tr("sent")
		      : receives ? tr("not received")
			   : tr("not sent"),
		words[0] == '\0' ? ""
		: good           ? tr("; ")
				 : ": ",
		words);
	transfer_close(s);
	s->transfer.then(s, good);
}

void transfer_stop(struct session *s)
{
	struct buf bytes;

	if (!transfer_is_on(s))
		return;
	buf_init(&bytes, 0);
	if (s->transfer.protocol != PROTOCOL_TEXT)
		xmodem_cancel(&bytes);
	line_send(s, span_of(bytes.ptr, bytes.len));
	buf_free(&bytes);
	if (transfer_is_on(s))
		transfer_over(s, false, "stopped");
}

void transfer_tell(struct session *s, uint64_t done, uint64_t whole)
{
	struct transfer *t = &s->transfer;

	if (!transfer_is_on(s) || s->now.ms - t->progress_ms < PROGRESS_MS ||
		!console_has_keys(s->console))
		return;
	t->progress_ms = s->now.ms;
	if (whole != 0)
		view_say(&s->view, "%s: %llu of %llu bytes", t->name, (unsigned long long)done,
			(unsigned long long)whole);
	else
		view_say(&s->view, "%s: %llu bytes", t->name[0] != '\0' ? t->name : t->path,
			(unsigned long long)done);
}
