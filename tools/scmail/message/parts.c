/* SPDX-License-Identifier: MIT */
#include "message/parts.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "message/base64.h"

#define FILE_LINES 1024 /* base64 lines encoded at once: 57 KiB in, 78 KiB out */
#define FILE_IN    ((size_t)BASE64_LINE_IN * FILE_LINES)
#define FILE_OUT   ((size_t)BASE64_LINE_OUT * FILE_LINES)

struct segment {
	struct blob text;
	char *path; /* NULL: text */
	uint64_t size;
	int64_t mtime_ns; /* 0: it may change */
	bool raw;         /* the file is sent unchanged */
	bool unwrapped;   /* because of message_set_binary */
	bool eight_bit;   /* has bytes above 127 */
	uint64_t skip;    /* bytes at its start that are not sent (raw) */
};

struct segments {
	struct segment *items;
	size_t count;
	bool needs_utf8;
};

struct message {
	struct segments *segs;
	uint64_t len;
	char *id;
	bool is_binary;
	bool is_fixed;        /* a signature covers it */
	size_t at;            /* the segment being read */
	size_t pos;           /* in its text, or in the encoded block */
	struct file_in *file; /* of the segment being read */
	uint64_t left;        /* bytes of it still to be read */
	uint8_t *in;
	uint8_t *block;
	size_t block_len;
	struct err failure;
};

enum err_code segments_open(struct segments **out, struct err *err)
{
	*out = calloc(1, sizeof **out);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

void segments_close(struct segments *s)
{
	size_t i;

	if (s == NULL)
		return;
	for (i = 0; i < s->count; i++) {
		blob_free(&s->items[i].text);
		free(s->items[i].path);
	}
	free(s->items);
	free(s);
}

void segments_need_utf8(struct segments *s)
{
	s->needs_utf8 = true;
}

static enum err_code add(struct segments *s, struct segment seg, struct err *err)
{
	struct segment *bigger = realloc(s->items, (s->count + 1) * sizeof *bigger);

	if (bigger == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->items = bigger;
	s->items[s->count++] = seg;
	return ERR_OK;
}

enum err_code segments_add_text(struct segments *s, struct buf *text, struct err *err)
{
	struct segment seg = {0};
	enum err_code rc = buf_finish(text, &seg.text, err);

	if (rc == ERR_OK) {
		seg.eight_bit = text_ascii_len(blob_span(seg.text)) < seg.text.len;
		rc = add(s, seg, err);
		if (rc != ERR_OK)
			blob_free(&seg.text);
	}
	return rc;
}

static enum err_code add_file(
	struct segments *s, const char *path, struct segment seg, struct err *err)
{
	enum err_code rc;

	seg.path = alloc_text(path);
	if (seg.path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = add(s, seg, err);
	if (rc != ERR_OK)
		free(seg.path);
	return rc;
}

enum err_code segments_add_file(struct segments *s, const struct mail_attach *a, struct err *err)
{
	return add_file(
		s, a->path, (struct segment){.size = a->size, .mtime_ns = a->mtime_ns}, err);
}

enum err_code segments_add_raw(struct segments *s, const char *path, uint64_t skip, uint64_t size,
	bool eight_bit, struct err *err)
{
	return add_file(s, path,
		(struct segment){.size = size, .raw = true, .skip = skip, .eight_bit = eight_bit},
		err);
}

enum err_code segments_message(
	struct segments *s, const char *id, struct message **out, struct err *err)
{
	struct message *m = calloc(1, sizeof *m);
	size_t i;

	if (m != NULL)
		m->id = alloc_text(id);
	if (m == NULL || m->id == NULL) {
		message_close(m);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	for (i = 0; i < s->count; i++)
		m->len += s->items[i].path == NULL ? s->items[i].text.len
			  : s->items[i].raw        ? s->items[i].size
						   : base64_len(s->items[i].size);
	m->segs = s;
	*out = m;
	return ERR_OK;
}

/* The end of attach_head in message.c; the other word has the same length. */
static bool ends_in_base64(const struct segment *s)
{
	static const char end[] = "base64\r\n\r\n";
	static const char other[] = "binary\r\n\r\n";
	size_t len = sizeof end - 1;

	return s->path == NULL && s->text.len >= len &&
	       (memcmp(s->text.ptr + s->text.len - len, end, len) == 0 ||
		       memcmp(s->text.ptr + s->text.len - len, other, len) == 0);
}

bool message_set_binary(struct message *m, bool binary)
{
	struct segments *s = m->segs;
	bool any = false;
	size_t i;

	if (m->is_fixed || m->is_binary == binary)
		return m->is_binary;
	for (i = 1; i < s->count; i++) {
		struct segment *file = &s->items[i];
		struct segment *head = &s->items[i - 1];

		if (file->path == NULL || file->raw == binary || !ends_in_base64(head) ||
			(file->raw && !file->unwrapped))
			continue;
		memcpy(head->text.ptr + head->text.len - 10, binary ? "binary" : "base64", 6);
		file->raw = file->unwrapped = binary;
		m->len -= binary ? base64_len(file->size) : file->size;
		m->len += binary ? file->size : base64_len(file->size);
		any = true;
	}
	m->is_binary = binary && any;
	return m->is_binary;
}

enum err_code message_prepend(struct message *m, struct buf *text, struct err *err)
{
	struct segments *s = m->segs;
	struct segment first;
	enum err_code rc = segments_add_text(s, text, err);

	if (rc != ERR_OK)
		return rc;
	first = s->items[s->count - 1];
	memmove(s->items + 1, s->items, (s->count - 1) * sizeof *s->items);
	s->items[0] = first;
	m->len += first.text.len;
	m->is_fixed = true;
	return message_rewind(m, err);
}

void message_close(struct message *m)
{
	if (m == NULL)
		return;
	file_in_close(m->file);
	segments_close(m->segs);
	free(m->id);
	free(m->in);
	free(m->block);
	free(m);
}

uint64_t message_len(const struct message *m)
{
	return m->len;
}

const char *message_id(const struct message *m)
{
	return m->id;
}

bool message_is_8bit(const struct message *m)
{
	size_t i;

	for (i = 0; i < m->segs->count; i++)
		if (m->segs->items[i].eight_bit)
			return true;
	return false;
}

bool message_needs_utf8(const struct message *m)
{
	return m->segs->needs_utf8;
}

bool message_in_memory(const struct message *m)
{
	size_t i;

	for (i = 0; i < m->segs->count; i++)
		if (m->segs->items[i].path != NULL)
			return false;
	return true;
}

enum err_code message_rewind(struct message *m, struct err *err)
{
	(void)err;
	file_in_close(m->file);
	m->file = NULL;
	m->at = 0;
	m->pos = 0;
	m->block_len = 0;
	m->failure.code = ERR_OK;
	return ERR_OK;
}

static size_t copy_out(struct message *m, const uint8_t *from, size_t len, void *ptr, size_t cap)
{
	size_t n = len - m->pos < cap ? len - m->pos : cap;

	memcpy(ptr, from + m->pos, n);
	m->pos += n;
	return n;
}

static enum err_code skip(struct message *m, uint64_t left, struct err *err)
{
	enum err_code rc = ERR_OK;

	while (left > 0 && rc == ERR_OK) {
		size_t want = left < FILE_IN ? (size_t)left : FILE_IN;
		size_t got = 0;

		rc = file_in_read(m->file, m->in, want, &got, err);
		if (rc == ERR_OK && got < want)
			rc = err_set(err, ERR_IO, "became shorter while it was sent");
		left -= got;
	}
	return rc;
}

/* For files; texts need no buffers. */
static enum err_code make_room(struct message *m, struct err *err)
{
	if (m->in == NULL)
		m->in = malloc(FILE_IN + BASE64_SLACK);
	if (m->block == NULL)
		m->block = malloc(FILE_OUT);
	return m->in != NULL && m->block != NULL ? ERR_OK
						 : err_set(err, ERR_NOMEM, "out of memory");
}

/* Whether the file that was read is the one that was looked at. A longer one may be a log that was
 * added to, and what was read is its beginning. */
static enum err_code check_unchanged(
	const struct segment *seg, struct file_in *file, struct err *err)
{
	struct file_info now;
	enum err_code rc = file_in_info(file, &now, err);

	if (rc != ERR_OK || now.size > seg->size ||
		(now.size == seg->size && now.mtime_ns == seg->mtime_ns))
		return rc;
	return err_set(err, ERR_IO, "was changed while it was sent");
}

/* Reads and encodes the next block of the file; the end of the segment leaves block_len 0. */
static enum err_code next_block(struct message *m, struct segment *seg, struct err *err)
{
	size_t want;
	size_t got = 0;
	enum err_code rc = ERR_OK;

	if (m->file == NULL) {
		rc = make_room(m, err);
		if (rc == ERR_OK)
			rc = file_in_open_regular(seg->path, false, &m->file, err);
		m->left = seg->size;
		if (rc == ERR_OK)
			rc = skip(m, seg->skip, err);
	}
	want = m->left < FILE_IN ? (size_t)m->left : FILE_IN;
	if (rc == ERR_OK && want > 0)
		rc = file_in_read(m->file, m->in, want, &got, err);
	if (rc == ERR_OK && got < want)
		rc = err_set(err, ERR_IO, "became shorter while it was sent");
	m->left -= got;
	if (rc == ERR_OK && got > 0 && m->left == 0 && seg->mtime_ns != 0)
		rc = check_unchanged(seg, m->file, err);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", seg->path);
	if (seg->raw)
		memcpy(m->block, m->in, got);
	m->block_len = seg->raw ? got : base64_lines(m->in, got, m->block);
	m->pos = 0;
	return ERR_OK;
}

static void next_segment(struct message *m)
{
	file_in_close(m->file);
	m->file = NULL;
	m->at++;
	m->pos = 0;
	m->block_len = 0;
}

/* Reads from the current segment; *got 0: at its end. */
static enum err_code read_segment(
	struct message *m, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct segment *seg = &m->segs->items[m->at];

	if (seg->path == NULL) {
		*got = copy_out(m, seg->text.ptr, seg->text.len, ptr, cap);
		return ERR_OK;
	}
	if (m->pos == m->block_len) {
		enum err_code rc = next_block(m, seg, err);

		if (rc != ERR_OK)
			return rc;
	}
	*got = copy_out(m, m->block, m->block_len, ptr, cap);
	return ERR_OK;
}

enum err_code message_read(struct message *m, void *ptr, size_t cap, size_t *got, struct err *err)
{
	uint8_t *p = ptr;
	size_t have = 0;

	*got = 0;
	if (m->failure.code != ERR_OK) {
		*err = m->failure;
		return err->code;
	}
	while (have < cap && m->at < m->segs->count) {
		size_t n = 0;

		if (read_segment(m, p + have, cap - have, &n, err) != ERR_OK) {
			m->failure = *err;
			return err->code;
		}
		if (n == 0)
			next_segment(m);
		have += n;
	}
	*got = have;
	return ERR_OK;
}
