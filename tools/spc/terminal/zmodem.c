/* SPDX-License-Identifier: MIT */
/*
 * Files by ZMODEM: Chuck Forsberg, "The ZMODEM Inter Application File Transfer Protocol" (1988). sz
 * and rz implement it; this code only detects its end, after which bytes are the board's. Files
 * received by rz get their names when they are complete.
 */
#include <stdio.h>
#include <string.h>

#include "biosbelt/folder.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "biosbelt/tr.h"
#include "terminal/session.h"
#include "terminal/xwords.h"

/* Bytes that may wait for the line: a repeated header has to wait for them. */
#define ROOM_SIZE  4096
#define WRITE_MS   5000
#define END_MS     2000
#define LOOK_MS    5   /* polling interval where the program cannot be waited on */
#define DUE_MS     500 /* else, to check for a stalled transfer */
#define FIN_REST   14  /* hex digits of position and CRC, CR, LF after the type of a header */
#define CANCEL_CAN 5
#define XON        0x11

/* A header in hex: ZPAD, ZDLE, 'B', two digits of its type. */
#define HEADER(digit) (UINT64_C(0x2A18423000) | (digit))
#define ZSKIP         HEADER('5')
#define ZFIN          HEADER('8')

static uint64_t seen(uint64_t *last, uint8_t byte)
{
	*last = (*last << 8 | byte) & UINT64_C(0xFFFFFFFFFF);
	return *last;
}

static struct zmodem *of(struct session *s)
{
	return &s->transfer.zmodem;
}

/* Some systems name them lsz and lrz. */
static bool find(struct session *s, bool receives, struct blob *out)
{
	static const char *const names[2][2] = {{"sz", "lsz"}, {"rz", "lrz"}};
	struct err err;

	if (process_find(names[receives][0], out, &err) == ERR_OK ||
		process_find(names[receives][1], out, &err) == ERR_OK)
		return true;
	view_say(&s->view, "ZMODEM is done by %s of lrzsz, which is not in PATH",
		names[receives][0]);
	return false;
}

/* Makes a private folder next to the destination. */
static bool make_folder(struct session *s)
{
	struct transfer *t = &s->transfer;
	size_t dir = t->receiving.is_folder ? strlen(t->path) : path_dir_len(t->path);
	struct blob path;
	char parent[TRANSFER_PATH];
	char name[32];
	uint64_t number;
	size_t there;
	struct err err;

	if (dir > 0)
		memcpy(parent, t->path, dir);
	else
		parent[dir++] = '.';
	parent[dir] = '\0';
	if (os_random(&number, sizeof number, &err) == ERR_OK) {
		snprintf(name, sizeof name, ".spc-%016llx", (unsigned long long)number);
		if (path_join(parent, name, &path, &err) == ERR_OK) {
			snprintf(of(s)->folder, TRANSFER_PATH, "%s", (const char *)path.ptr);
			blob_free(&path);
			if (file_mkdirs_new(of(s)->folder, &there, &err) == ERR_OK)
				return true;
		}
	}
	of(s)->folder[0] = '\0';
	view_say(&s->view, "%s: %s", t->path, err.text);
	return false;
}

static bool check_receive(struct session *s)
{
	struct transfer *t = &s->transfer;
	char path[TRANSFER_PATH];
	struct file_info info;
	struct err err;

	if (file_info(t->path, false, &info, &err) == ERR_OK) {
		t->receiving.is_folder = info.type == FILE_FOLDER;
		if (t->receiving.is_folder || transfer_target(t, false, NULL, path, &err))
			return make_folder(s);
	}
	view_say(&s->view, "%s", err.text);
	return false;
}

static bool check_send(struct session *s)
{
	struct transfer *t = &s->transfer;
	struct file_info info;
	struct err err;

	if (file_info(t->path, false, &info, &err) == ERR_OK) {
		if (info.type == FILE_REGULAR) {
			snprintf(t->name, sizeof t->name, "%s", path_base(t->path));
			return true;
		}
		err_set(&err, ERR_NOTFOUND,
			info.type == FILE_NONE ? N_("there is no such file")
					       : N_("is not a regular file"));
	}
	view_say(&s->view, "%s: %s", t->path, err.text);
	return false;
}

static bool start(struct session *s, char *program)
{
	struct zmodem *z = of(s);
	char path[TRANSFER_PATH + 2];
	char quiet[] = "--quiet", binary[] = "--binary", restricted[] = "--restricted",
	     upper[] = "--keep-uppercase";
	char *send[] = {program, quiet, binary, path, NULL};
	char *receive[] = {program, quiet, binary, restricted, upper, NULL};
	struct talk_opts opts = {.folder = z->receives ? z->folder : NULL};
	struct err err;

	/* a name that begins with "-" is a file here */
	snprintf(path, sizeof path, "%s%s", s->transfer.path[0] == '-' ? "./" : "",
		s->transfer.path);
	if (talk_start(z->receives ? receive : send, &opts, &z->talk, &err) == ERR_OK)
		return true;
	z->talk = NULL;
	view_say(&s->view, "%s", err.text);
	return false;
}

/* Whether this byte still belongs to the program. */
static bool is_for_program(struct zmodem *z, uint8_t byte)
{
	if (z->deaf)
		return false;
	if (!z->receives) {
		if (z->rest > 0)
			z->deaf = --z->rest == 0;
		else if (z->from_board == ZFIN)
			z->rest = FIN_REST - 1;
		return true;
	}
	if (!z->fin)
		return true;
	if (byte == 'O') {
		z->deaf = ++z->last == 2;
		return true;
	}
	if (z->last == 0 && byte == '*') { /* it missed the end, and repeats its own */
		z->fin = false;
		return true;
	}
	if (z->last == 0 &&
		(byte == '\r' || (byte & 0x7F) == '\n' || byte == XON)) /* of its header */
		return true;
	z->deaf = true;
	return false;
}

/* Moves the files that rz has written to their names; returns their number, or -1 and why. */
static int take_files(struct session *s, struct err *why)
{
	struct transfer *t = &s->transfer;
	struct folder *folder;
	enum file_type type;
	const char *name;
	int files = 0;

	if (folder_open(of(s)->folder, &folder, why) != ERR_OK)
		return -1;
	why->code = ERR_OK;
	while (why->code == ERR_OK && (name = folder_next(folder, &type, why)) != NULL) {
		char target[TRANSFER_PATH];
		struct blob from = {0};

		char own[TRANSFER_NAME];

		if (!transfer_name(name, own))
			continue;
		if (!t->receiving.is_folder && files > 0)
			err_set(why, ERR_USAGE,
				"several files came, for which a folder has to be "
				"named");
		else if (transfer_target(t, t->receiving.is_folder, own, target, why) &&
			 path_join(of(s)->folder, name, &from, why) == ERR_OK)
			file_rename((const char *)from.ptr, target, false, why);
		blob_free(&from);
		if (why->code == ERR_OK) {
			files++;
			if (t->receiving.is_folder)
				view_say(&s->view, "%s received", own);
		}
	}
	folder_close(folder);
	return why->code == ERR_OK ? files : -1;
}

static void finish(struct session *s)
{
	struct zmodem *z = of(s);
	int status = talk_end(z->talk, END_MS);
	struct err why;
	int files;

	z->talk = NULL;
	if (status != 0) {
		transfer_over(s, false, "%s",
			z->stopped    ? tr("the board stopped it")
			: z->receives ? tr("rz gave it up")
				      : tr("sz gave it up"));
	} else if (!z->receives) {
		transfer_over(s, !z->skipped, "%s",
			z->skipped ? tr("the receiver did not take it (it may have it already)")
				   : "");
	} else {
		files = take_files(s, &why);
		if (files < 0)
			transfer_over(s, false, "%s", why.text);
		else if (files == 0)
			transfer_over(s, false, "the board sent no file");
		else if (s->transfer.receiving.is_folder)
			transfer_over(s, true, "files: %d", files);
		else
			transfer_over(s, true, "%s", "");
	}
}

/* It has received everything; its last output is sent, and it ends. */
static void end_now(struct session *s)
{
	uint8_t bytes[ROOM_SIZE];
	uint64_t end = os_time_ms() + END_MS;
	struct err ignored;
	size_t got;

	while (os_time_ms() < end && talk_read(of(s)->talk, bytes, sizeof bytes, LOOK_MS, &got,
					     &ignored) != ERR_NOTFOUND)
		line_send(s, span_of(bytes, got));
	finish(s);
}

static void zmodem_received(struct session *s, struct span *in)
{
	struct zmodem *z = of(s);
	struct err err;
	size_t n = 0;

	if (z->talk == NULL)
		return;
	while (n < in->len && is_for_program(z, in->ptr[n])) {
		uint8_t byte = in->ptr[n++];

		z->cancels = byte == CAN ? z->cancels + 1 : 0;
		z->stopped = z->stopped || z->cancels >= CANCEL_CAN;
		if (seen(&z->from_board, byte) == ZSKIP)
			z->skipped = true;
	}
	if (n == 0)
		return;
	if (z->receives) {
		z->carried += n;
		z->heard_ms = s->now.ms;
	}
	if (talk_write(z->talk, in->ptr, n, WRITE_MS, &err) != ERR_OK)
		z->deaf = true; /* its end is detected by reading */
	*in = span_of(in->ptr + n, in->len - n);
	if (z->deaf) /* the rest is for a script that continues */
		end_now(s);
}

static bool has_room(const struct session *s)
{
	return s->queue.len - s->sent < ROOM_SIZE;
}

static void give_up(struct session *s)
{
	struct buf bytes;

	buf_init(&bytes, 0);
	xmodem_cancel(&bytes);
	line_send(s, span_of(bytes.ptr, bytes.len));
	buf_free(&bytes);
	transfer_over(s, false, "%s", of(s)->receives ? tr("nothing came") : tr("no answer"));
}

static void zmodem_work(struct session *s)
{
	struct zmodem *z = of(s);
	uint8_t bytes[ROOM_SIZE];
	struct err err;
	size_t got, i;

	if (s->now.ms - z->heard_ms >= XMODEM_WAIT_MS) {
		give_up(s);
		return;
	}
	if (!has_room(s))
		return;
	switch (talk_read(z->talk, bytes, sizeof bytes, 0, &got, &err)) {
	case ERR_OK:
		for (i = 0; i < got; i++)
			if (seen(&z->from_program, bytes[i]) == ZFIN)
				z->fin = true;
		if (!z->receives) {
			z->carried += got;
			z->heard_ms = s->now.ms;
		}
		line_send(s, span_of(bytes, got));
		break;
	case ERR_BUSY:
		break;
	default:
		finish(s);
		return;
	}
	transfer_tell(s, z->carried, 0);
}

static int zmodem_due(const struct session *s)
{
	return !has_room(s) ? 100 : talk_handle(s->transfer.zmodem.talk) == -1 ? LOOK_MS : DUE_MS;
}

static intptr_t zmodem_handle(const struct session *s)
{
	return has_room(s) ? talk_handle(s->transfer.zmodem.talk) : -1;
}

/* Removes what an unfinished transfer left. */
static void empty_folder(const char *path)
{
	struct folder *folder;
	enum file_type type;
	const char *name;
	struct err ignored;

	if (folder_open(path, &folder, &ignored) != ERR_OK)
		return;
	while ((name = folder_next(folder, &type, &ignored)) != NULL) {
		struct blob file;

		if (path_join(path, name, &file, &ignored) != ERR_OK)
			continue;
		file_remove((const char *)file.ptr, &ignored);
		blob_free(&file);
	}
	folder_close(folder);
}

static void zmodem_close(struct session *s)
{
	struct zmodem *z = of(s);

	talk_end(z->talk, 0);
	z->talk = NULL;
	if (z->folder[0] == '\0')
		return;
	empty_folder(z->folder);
	file_drop_folders(z->folder, strlen(z->folder) - strlen(path_base(z->folder)));
	z->folder[0] = '\0';
}

bool zmodem_begin(struct session *s, bool receives)
{
	static const struct transfer_ops ops = {
		zmodem_received, zmodem_work, zmodem_due, zmodem_handle, zmodem_close};
	struct blob found, program;
	struct err err;
	bool begun = false;

	s->transfer.ops = &ops;
	of(s)->receives = receives;
	of(s)->heard_ms = s->now.ms;
	if (!find(s, receives, &found))
		return false;
	if (file_real_path((const char *)found.ptr, &program, &err) == ERR_OK) {
		begun = (receives ? check_receive(s) : check_send(s)) &&
			start(s, (char *)program.ptr);
		blob_free(&program);
	} else {
		view_say(&s->view, "%s", err.text);
	}
	blob_free(&found);
	if (!begun)
		zmodem_close(s);
	else if (receives)
		view_say(&s->view, "waiting for a file by ZMODEM");
	else
		view_say(&s->view, "sending %s by ZMODEM", s->transfer.name);
	return begun;
}
