/* SPDX-License-Identifier: MIT */
/* Receives files from the board by XMODEM and YMODEM. A file gets its name when it is complete. */
#include <stdio.h>
#include <string.h>

#include "terminal/session.h"

#define MTIME_MAX (1ll << 33) /* seconds: the year 2242 */

static struct receiving *of(struct session *s)
{
	return &s->transfer.receiving;
}

static bool stops(struct session *s, const struct err *err)
{
	snprintf(of(s)->why, sizeof of(s)->why, "%s", err->text);
	return false;
}

static bool begin_file(void *user, const struct xreceive_head *head)
{
	struct session *s = user;
	struct receiving *r = of(s);
	struct file_out_opts opts = {.no_follow = true};
	char path[TRANSFER_PATH];
	struct err err;

	if (!r->is_folder && r->files > 0) {
		err_set(&err, ERR_USAGE, "another file comes, for which a folder has to be named");
		return stops(s, &err);
	}
	if (r->is_folder && !transfer_name(head->name, s->transfer.name)) {
		err_set(&err, ERR_FORMAT, "the board gives no name for the file");
		return stops(s, &err);
	}
	if (head->mtime > 0 && head->mtime < MTIME_MAX) {
		opts.set_times = true;
		opts.mtime_ns = head->mtime * 1000000000;
	}
	if (!transfer_target(&s->transfer, r->is_folder, s->transfer.name, path, &err) ||
		file_out_open(path, &opts, &r->file, &err) != ERR_OK)
		return stops(s, &err);
	r->at = 0;
	r->has_size = head->has_size;
	r->size = head->size;
	if (head->has_size)
		view_say(&s->view, "receiving %s, %llu bytes", s->transfer.name,
			(unsigned long long)head->size);
	else
		view_say(&s->view, "receiving %s", s->transfer.name);
	return true;
}

static bool take_data(void *user, struct span bytes)
{
	struct session *s = user;
	struct err err;

	if (file_out_write(of(s)->file, bytes.ptr, bytes.len, &err) != ERR_OK)
		return stops(s, &err);
	of(s)->at += bytes.len;
	return true;
}

static bool end_file(void *user)
{
	struct session *s = user;
	struct receiving *r = of(s);
	struct file_out *file = r->file;
	struct err err;

	r->file = NULL;
	if (file_out_commit(file, &err) != ERR_OK)
		return stops(s, &err);
	r->files++;
	if (r->x.beyond > 0)
		view_say(&s->view,
			"%s: the board sent more than this size; up to %llu bytes are left out",
			s->transfer.name, (unsigned long long)r->x.beyond);
	if (r->is_folder)
		view_say(&s->view, "%s received, %llu bytes", s->transfer.name,
			(unsigned long long)r->at);
	return true;
}

static void done(struct session *s)
{
	const struct receiving *r = of(s);

	if (r->is_folder)
		s->transfer.name[0] = '\0'; /* fall back to the folder */
	if (r->files == 0)
		transfer_over(s, false, "the board sent no file");
	else if (r->is_folder)
		transfer_over(s, true, "files: %u", r->files);
	else
		transfer_over(s, true, "%llu bytes", (unsigned long long)r->at);
}

static void receive_received(struct session *s, struct span *in)
{
	struct receiving *r = of(s);
	enum xreceive_state state;
	struct buf send;

	buf_init(&send, 0);
	state = xreceive_take(&r->x, in, s->now.ms, &send);
	line_send(s, span_of(send.ptr, send.len));
	buf_free(&send);
	if (!transfer_is_on(s)) /* the port went away */
		return;
	switch (state) {
	case XRECEIVE_DONE:
		done(s);
		break;
	case XRECEIVE_CANCELLED:
		transfer_over(s, false, "the sender stopped it");
		break;
	case XRECEIVE_STOPPED:
		transfer_over(s, false, "%s", r->why);
		break;
	case XRECEIVE_SILENT:
		transfer_over(s, false, "nothing came");
		break;
	case XRECEIVE_DAMAGED:
		transfer_over(s, false, "the same block was damaged again and again");
		break;
	case XRECEIVE_STRAYED:
		transfer_over(s, false, "another block came than the next one; is it %s?",
			r->x.many ? "XMODEM" : "YMODEM");
		break;
	case XRECEIVE_SHORT:
		transfer_over(s, false, "it ended before its size, %llu of %llu bytes",
			(unsigned long long)r->at, (unsigned long long)r->size);
		break;
	default:
		transfer_tell(s, r->at, r->has_size ? r->size : 0);
		break;
	}
}

static void receive_work(struct session *s)
{
	struct span nothing = {NULL, 0};

	receive_received(s, &nothing);
}

static int receive_due(const struct session *s)
{
	(void)s;
	return XRECEIVE_TICK_MS;
}

static void receive_close(struct session *s)
{
	file_out_abort(of(s)->file);
	of(s)->file = NULL;
}

bool receive_begin(struct session *s)
{
	const struct xreceive_ends ends = {
		.begin = begin_file, .data = take_data, .end = end_file, .user = s};
	static const struct transfer_ops ops = {
		receive_received, receive_work, receive_due, NULL, receive_close};
	struct transfer *t = &s->transfer;
	char path[TRANSFER_PATH];
	struct file_info info;
	struct err err;

	if (file_info(t->path, false, &info, &err) != ERR_OK) {
		view_say(&s->view, "%s: %s", t->path, err.text);
		return false;
	}
	t->receiving.is_folder = info.type == FILE_FOLDER;
	if (t->receiving.is_folder && t->protocol != PROTOCOL_YMODEM) {
		view_say(&s->view, "%s is a folder, and XMODEM carries no file name", t->path);
		return false;
	}
	if (!t->receiving.is_folder) {
		snprintf(t->name, sizeof t->name, "%s", path_base(t->path));
		if (!transfer_target(t, false, NULL, path, &err) ||
			file_out_check(path, false, &err) != ERR_OK) {
			view_say(&s->view, "%s", err.text);
			return false;
		}
	}
	xreceive_begin(&t->receiving.x, t->protocol == PROTOCOL_YMODEM ? YMODEM : XMODEM_128, &ends,
		s->now.ms);
	t->ops = &ops;
	view_say(&s->view, "waiting for a file by %s",
		t->protocol == PROTOCOL_YMODEM ? "YMODEM" : "XMODEM");
	return true;
}
