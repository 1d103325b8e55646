/* SPDX-License-Identifier: MIT */
#include "queue/queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/tr.h"
#include "biosbelt/tree.h"
#include "message/parts.h"

#define MAGIC_OLD  "scmail-queue 1\n"
#define MAGIC      "scmail-queue 2\n"
#define SUM_FORMAT "length %016llx crc32 %08lx\n" /* of everything after this line */
#define SUM_LEN    39
#define EIGHT_BIT  "body 8BITMIME"
#define NEEDS_UTF8 "needs SMTPUTF8"
#define IN_PARTS   "in parts"
#define HEAD_MAX   ((size_t)1 << 20) /* of the head: ADDR_MAX addresses and more */
#define PIECE      65536
#define NAMES_MOST ((size_t)1 << 18) /* files of a folder, of any kind */

static const char *const places[] = {
	"", N_("sending"), N_("unconfirmed"), N_("refused"), N_("broken"), "merging", "merged", ""};

const char *queue_place_word(enum queue_place place)
{
	return place == QUEUE_WAITING ? N_("waiting") : places[place];
}

enum err_code queue_path(const char *folder, enum queue_place place, const char *id,
	struct blob *out, struct err *err)
{
	struct blob sub;
	enum err_code rc;

	if (place == QUEUE_WAITING)
		return path_join(folder, id, out, err);
	rc = path_join(folder, places[place], &sub, err);
	if (rc != ERR_OK)
		return rc;
	if (id[0] == '\0') {
		*out = sub;
		return ERR_OK;
	}
	rc = path_join((const char *)sub.ptr, id, out, err);
	blob_free(&sub);
	return rc;
}

enum err_code queue_make(const char *folder, struct err *err)
{
	enum queue_place p;
	enum err_code rc = ERR_OK;

	for (p = QUEUE_SENDING; p <= QUEUE_MERGED && rc == ERR_OK; p++) {
		struct blob path;

		rc = queue_path(folder, p, "", &path, err);
		if (rc == ERR_OK)
			rc = file_mkdirs((const char *)path.ptr, err);
		if (rc == ERR_OK)
			blob_free(&path);
	}
	return rc != ERR_OK ? err_prefix(err, "%s", folder) : ERR_OK;
}

enum err_code queue_sync(const char *folder, enum queue_place place, struct err *err)
{
	struct blob path;
	enum err_code rc = queue_path(folder, place, "", &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_sync_folder((const char *)path.ptr, err);
	blob_free(&path);
	return rc;
}

bool queue_id_ok(const char *id)
{
	size_t i;

	for (i = 0; i < 24; i++)
		if (!((id[i] >= '0' && id[i] <= '9') || (id[i] >= 'a' && id[i] <= 'f')))
			return false;
	return strcmp(id + 24, ".mail") == 0;
}

enum err_code queue_new_id(int64_t time_ns, char id[QUEUE_ID_MAX], struct err *err)
{
	uint32_t salt = 0;
	enum err_code rc = os_random(&salt, sizeof salt, err);

	snprintf(id, QUEUE_ID_MAX, "%016llx%08lx.mail", (unsigned long long)time_ns,
		(unsigned long)salt);
	return rc;
}

/* A file being written, with length and checksum for its head. */
struct writer {
	struct file_out *f;
	uint64_t len;
	uint32_t crc;
};

static enum err_code put(struct writer *w, const void *ptr, size_t len, struct err *err)
{
	w->len += len;
	w->crc = crc32_update(w->crc, span_of(ptr, len));
	return file_out_write(w->f, ptr, len, err);
}

static enum err_code write_sum(struct writer *w, bool again, struct err *err)
{
	char text[SUM_LEN + 1];

	snprintf(text, sizeof text, SUM_FORMAT, (unsigned long long)w->len, (unsigned long)w->crc);
	return again ? file_out_patch(w->f, strlen(MAGIC), text, SUM_LEN, err)
		     : file_out_write(w->f, text, SUM_LEN, err);
}

/* In angle brackets: a local part may have what separates addresses (a full-width comma). */
static void put_address(struct buf *out, const char *spec)
{
	buf_printf(out, spec[0] == '\0' ? "%s\n" : "<%s>\n", spec);
}

static enum err_code write_mail(struct writer *w, struct composed *c, const char *const *to,
	size_t to_count, struct err *err)
{
	static uint8_t piece[PIECE];
	struct buf head;
	size_t got = 1;
	size_t i;
	enum err_code rc;

	buf_init(&head, HEAD_MAX);
	buf_printf(&head, "id %s\nfrom ", message_id(c->message));
	put_address(&head, c->mail.from.items[0].spec);
	if (message_is_8bit(c->message))
		buf_str(&head, EIGHT_BIT "\n");
	if (message_needs_utf8(c->message))
		buf_str(&head, NEEDS_UTF8 "\n");
	if (c->in_parts)
		buf_str(&head, IN_PARTS "\n");
	for (i = 0; i < to_count; i++) {
		buf_str(&head, "to ");
		put_address(&head, to[i]);
	}
	buf_str(&head, "\n");
	rc = head.failed != ERR_OK ? err_set(err, head.failed, "too many recipients")
				   : put(w, head.ptr, head.len, err);
	buf_free(&head);
	if (rc == ERR_OK)
		rc = message_rewind(c->message, err);
	while (rc == ERR_OK && got > 0) {
		rc = message_read(c->message, piece, sizeof piece, &got, err);
		if (rc == ERR_OK && got > 0)
			rc = put(w, piece, got, err);
	}
	return rc;
}

enum err_code queue_write(const char *path, struct composed *c, const char *const *to,
	size_t to_count, struct err *err)
{
	struct file_out_opts opts = {.set_mode = true, .mode = 0600};
	struct writer w = {0};
	struct file_out *f;
	enum err_code rc = file_out_open(path, &opts, &f, err);

	if (rc != ERR_OK)
		return rc;
	w.f = f;
	rc = file_out_write(f, MAGIC, strlen(MAGIC), err);
	if (rc == ERR_OK)
		rc = write_sum(&w, false, err);
	if (rc == ERR_OK)
		rc = write_mail(&w, c, to, to_count, err);
	if (rc == ERR_OK)
		rc = write_sum(&w, true, err);
	if (rc == ERR_OK)
		return file_out_commit(f, err);
	file_out_abort(f);
	return rc;
}

enum err_code queue_put(const char *folder, enum queue_place place, struct composed *c,
	const char *const *to, size_t to_count, char id[QUEUE_ID_MAX], struct err *err)
{
	struct blob path;
	struct err ignored;
	enum err_code rc = queue_new_id(os_wall_time_ns(), id, err);

	if (rc == ERR_OK)
		rc = queue_path(folder, place, id, &path, err);
	if (rc != ERR_OK)
		return rc;
	rc = queue_write((const char *)path.ptr, c, to, to_count, err);
	if (rc == ERR_OK) {
		rc = queue_sync(folder, place, err);
		if (rc != ERR_OK) /* the caller reports that it is not in the queue */
			(void)file_remove((const char *)path.ptr, &ignored);
	}
	blob_free(&path);
	return rc != ERR_OK ? err_prefix(err, "%s", folder) : ERR_OK;
}

struct listing {
	struct queue_ids *out;
	enum file_type type;
	size_t cap;
	enum err_code failed;
};

static enum tree_action on_entry(void *user, const struct tree_entry *entry)
{
	struct listing *l = user;
	struct queue_ids *out = l->out;

	if (entry->depth == 0)
		return TREE_GO_ON;
	if (entry->type != l->type || strlen(entry->relative) >= QUEUE_ID_MAX)
		return TREE_SKIP_FOLDER;
	if (out->count == NAMES_MOST || !ALLOC_ROOM(out->ids, out->count, &l->cap)) {
		l->failed = out->count == NAMES_MOST ? ERR_LIMIT : ERR_NOMEM;
		return TREE_STOP;
	}
	memcpy(out->ids[out->count++], entry->relative, strlen(entry->relative) + 1);
	return TREE_SKIP_FOLDER;
}

enum err_code queue_names(const char *folder, enum queue_place place, const char *id,
	enum file_type type, struct queue_ids *out, struct err *err)
{
	struct listing l = {.out = out, .type = type};
	struct tree_opts opts = {.on_entry = on_entry, .user = &l};
	struct blob path = {NULL, 0};
	enum err_code rc = ERR_OK;

	*out = (struct queue_ids){NULL, 0};
	if (place != QUEUE_WAITING || id[0] != '\0')
		rc = queue_path(folder, place, id, &path, err);
	if (rc != ERR_OK)
		return rc;
	rc = tree_walk(path.ptr != NULL ? (const char *)path.ptr : folder, &opts, err);
	blob_free(&path);
	if (rc == ERR_OK && l.failed != ERR_OK)
		rc = err_set(err, l.failed, "%s: too many files", folder);
	if (rc != ERR_OK) {
		free(out->ids);
		*out = (struct queue_ids){NULL, 0};
	}
	return rc == ERR_NOTFOUND ? ERR_OK : rc;
}

enum err_code queue_list(
	const char *folder, enum queue_place place, struct queue_ids *out, struct err *err)
{
	struct queue_ids all;
	size_t i;
	enum err_code rc = queue_names(folder, place, "", FILE_REGULAR, &all, err);

	*out = (struct queue_ids){all.ids, 0};
	for (i = 0; i < all.count; i++)
		if (queue_id_ok(all.ids[i]))
			memmove(out->ids[out->count++], all.ids[i], QUEUE_ID_MAX);
	return rc;
}

/* The head of a file, without the addresses. */
struct head {
	const char *id;
	size_t len;
	bool eight_bit;
	bool needs_utf8;
	bool summed; /* length and checksum are present */
	uint64_t sum_len;
	uint32_t crc;
};

static bool read_hex(const char *text, size_t digits, uint64_t *out)
{
	*out = 0;
	for (; digits > 0; digits--, text++) {
		char c = *text;

		if ((c < '0' || c > '9') && (c < 'a' || c > 'f'))
			return false;
		*out = *out << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return true;
}

/* *pos moves past the first lines. */
static enum err_code load_sum(
	const char *text, size_t len, size_t *pos, struct head *head, struct err *err)
{
	uint64_t crc;

	*pos = strlen(MAGIC_OLD);
	if (len >= *pos && memcmp(text, MAGIC_OLD, *pos) == 0)
		return ERR_OK;
	if (len < *pos || memcmp(text, MAGIC, *pos) != 0)
		return err_set(err, ERR_FORMAT, "no mail of a queue");
	if (len < *pos + SUM_LEN || memcmp(text + *pos, "length ", 7) != 0 ||
		!read_hex(text + *pos + 7, 16, &head->sum_len) ||
		memcmp(text + *pos + 23, " crc32 ", 7) != 0 ||
		!read_hex(text + *pos + 30, 8, &crc) || text[*pos + SUM_LEN - 1] != '\n')
		return err_set(err, ERR_FORMAT, "its head is damaged");
	head->crc = (uint32_t)crc;
	head->summed = true;
	*pos += SUM_LEN;
	return ERR_OK;
}

/* Compares the file with length and checksum in its head. */
static enum err_code check_sum(
	const char *path, const struct head *head, uint64_t size, struct err *err)
{
	static uint8_t piece[PIECE];
	size_t skip = strlen(MAGIC) + SUM_LEN;
	uint32_t crc = 0;
	size_t got = 1;
	struct file_in *in;
	enum err_code rc;

	if (!head->summed)
		return ERR_OK;
	if (size != head->sum_len + skip)
		return err_set(err, ERR_FORMAT, "it was cut: %llu bytes of %llu",
			(unsigned long long)size, (unsigned long long)(head->sum_len + skip));
	rc = file_in_open(path, &in, err);
	if (rc != ERR_OK)
		return rc;
	while (rc == ERR_OK && got > 0) {
		rc = file_in_read(in, piece, sizeof piece, &got, err);
		if (rc == ERR_OK && got >= skip)
			crc = crc32_update(crc, span_of(piece + skip, got - skip));
		skip = 0;
	}
	file_in_close(in);
	if (rc == ERR_OK && crc != head->crc)
		rc = err_set(err, ERR_FORMAT, "it is damaged: its checksum is another");
	return rc;
}

static enum err_code load_line(struct composed *c, char *line, struct head *head, struct err *err)
{
	if (strncmp(line, "id ", 3) == 0)
		head->id = line + 3;
	else if (strcmp(line, EIGHT_BIT) == 0)
		head->eight_bit = true;
	else if (strcmp(line, NEEDS_UTF8) == 0)
		head->needs_utf8 = true;
	else if (strcmp(line, IN_PARTS) == 0)
		c->in_parts = true;
	else if (strcmp(line, "from ") == 0)
		return addr_add_empty(&c->mail.from, err);
	else if (strncmp(line, "from ", 5) == 0)
		return addr_parse(&c->mail.from, line + 5, "from", err);
	else if (strncmp(line, "to ", 3) == 0)
		return addr_parse(&c->mail.to, line + 3, "to", err);
	else
		return err_set(err, ERR_FORMAT, "an unknown line in it");
	return ERR_OK;
}

/* Reads the lines up to the empty one, before the message. */
static enum err_code load_head(
	struct composed *c, char *text, size_t len, struct head *head, struct err *err)
{
	size_t pos;
	enum err_code rc = load_sum(text, len, &pos, head, err);

	while (rc == ERR_OK) {
		char *end = memchr(text + pos, '\n', len - pos);

		if (end == NULL)
			return err_set(err, ERR_FORMAT, "its head does not end");
		*end = '\0';
		if (end == text + pos) {
			head->len = pos + 1;
			break;
		}
		rc = load_line(c, text + pos, head, err);
		if (rc == ERR_USAGE || rc == ERR_LIMIT) /* of an address */
			rc = err->code = ERR_FORMAT;
		pos = (size_t)(end - text) + 1;
	}
	if (rc == ERR_OK && (c->mail.from.count != 1 || c->mail.to.count == 0))
		rc = err_set(err, ERR_FORMAT, "no sender or recipient in it");
	return rc;
}

static enum err_code load_message(const char *path, const struct head *head, uint64_t size,
	struct message **out, struct err *err)
{
	struct segments *segs;
	enum err_code rc = segments_open(&segs, err);

	if (rc != ERR_OK)
		return rc;
	rc = segments_add_raw(segs, path, head->len, size, head->eight_bit, err);
	if (rc == ERR_OK)
		rc = segments_message(segs, head->id, out, err);
	if (rc == ERR_OK && head->needs_utf8)
		segments_need_utf8(segs);
	if (rc != ERR_OK)
		segments_close(segs);
	return rc;
}

static enum err_code load_file(const char *path, struct composed *out, struct err *err)
{
	char *text = malloc(HEAD_MAX);
	struct file_info info;
	struct head head = {.id = ""};
	size_t got = 0;
	enum err_code rc = text == NULL ? err_set(err, ERR_NOMEM, "out of memory")
					: file_info(path, true, &info, err);

	if (rc == ERR_OK)
		rc = file_peek(path, text, HEAD_MAX, &got, err);
	if (rc == ERR_OK)
		rc = load_head(out, text, got, &head, err);
	if (rc == ERR_OK)
		rc = check_sum(path, &head, info.size, err);
	if (rc == ERR_OK && info.size <= head.len)
		rc = err_set(err, ERR_FORMAT, "no message in it");
	if (rc == ERR_OK)
		rc = load_message(path, &head, info.size - head.len, &out->message, err);
	free(text);
	return rc;
}

enum err_code queue_load(const char *folder, enum queue_place place, const char *id,
	struct composed *out, struct err *err)
{
	struct blob path;
	size_t i;
	enum err_code rc = queue_path(folder, place, id, &path, err);

	*out = (struct composed){0};
	if (rc != ERR_OK)
		return rc;
	rc = load_file((const char *)path.ptr, out, err);
	blob_free(&path);
	if (rc == ERR_OK) {
		out->to = calloc(out->mail.to.count, sizeof *out->to);
		if (out->to == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	for (i = 0; rc == ERR_OK && i < out->mail.to.count; i++)
		out->to[out->to_count++] = out->mail.to.items[i].spec;
	return rc != ERR_OK ? err_prefix(err, "%s", id) : ERR_OK;
}

enum err_code queue_move(const char *folder, const char *id, enum queue_place from,
	enum queue_place to, struct err *err)
{
	struct blob a = {NULL, 0};
	struct blob b = {NULL, 0};
	enum err_code rc = queue_path(folder, from, id, &a, err);

	if (rc == ERR_OK)
		rc = queue_path(folder, to, id, &b, err);
	/* in one step, and flushed: ids are unique, so nothing is overwritten */
	if (rc == ERR_OK)
		rc = file_rename((const char *)a.ptr, (const char *)b.ptr, true, err);
	blob_free(&a);
	blob_free(&b);
	if (rc == ERR_OK && to != QUEUE_WAITING)
		rc = queue_sync(folder, to, err);
	if (rc == ERR_OK)
		rc = queue_sync(folder, QUEUE_WAITING, err);
	return rc != ERR_OK ? err_prefix(err, "%s", id) : ERR_OK;
}

enum err_code queue_remove(
	const char *folder, enum queue_place place, const char *id, struct err *err)
{
	struct blob path;
	enum err_code rc = queue_path(folder, place, id, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_remove((const char *)path.ptr, err);
	blob_free(&path);
	return rc != ERR_OK ? err_prefix(err, "%s", id) : ERR_OK;
}

enum queue_place queue_find(const char *folder, const char *id)
{
	static const enum queue_place places_after[] = {
		QUEUE_UNCONFIRMED, QUEUE_REFUSED, QUEUE_BROKEN};
	struct file_info info = {.type = FILE_NONE};
	struct blob path;
	struct err ignored;
	size_t i;

	for (i = 0; i < sizeof places_after / sizeof places_after[0]; i++) {
		if (queue_path(folder, places_after[i], id, &path, &ignored) != ERR_OK)
			continue;
		if (file_info((const char *)path.ptr, true, &info, &ignored) != ERR_OK)
			info.type = FILE_NONE;
		blob_free(&path);
		if (info.type != FILE_NONE)
			return places_after[i];
	}
	return QUEUE_GONE;
}
