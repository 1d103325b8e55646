/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/sevenzip.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "input.h"
#include "libarc.h"
#include "look.h"

#define PIECE 65536

struct row {
	const char *name;
	struct lz_kind kind;
	struct lzma_alone head;
	struct lzma_alone_end end;
	bool marker;
	bool looks_f86;
	bool has_xz;
	struct xz_look xz;
	size_t file_len;
};

/* Decodes without output, to read what only the end of a stream shows. */
static enum err_code walk(const struct lz_open *how, uint64_t max, struct lzma_alone_end *end,
	bool *looks_f86, struct err *err)
{
	static uint8_t piece[PIECE];
	struct reader *r;
	uint64_t total = 0;
	struct f86_look look;
	size_t got = PIECE;
	enum err_code rc = lz_reader(how, &r, err);

	if (rc != ERR_OK)
		return rc;
	f86_look_init(&look);
	while (rc == ERR_OK && got == PIECE) {
		rc = r->read(r, piece, PIECE, &got, err);
		total += got;
		if (rc == ERR_OK)
			f86_look_add(&look, span_of(piece, got));
		if (rc == ERR_OK && total > max)
			rc = err_set(err, ERR_LIMIT, "more than %llu bytes come out",
				(unsigned long long)max);
	}
	*end = (struct lzma_alone_end){.out = total, .used = how->kind.body.len};
	if (rc == ERR_OK && how->kind.format != LZ_XZ)
		lzma_alone_ended(r, how->kind.body, total, end);
	reader_close(r);
	*looks_f86 = f86_looks_filtered(&look);
	return rc;
}

/* As walk; *marker: the stream has an end marker. */
static enum err_code walk_marker(const struct cmd *cmd, struct row *r, struct err *err)
{
	struct lz_open how = {r->kind, cmd->memlimit, false};
	enum err_code rc = walk(&how, cmd->max_size, &r->end, &r->looks_f86, err);

	r->marker = lzma_alone_parse(r->kind.body, &r->head) && r->head.size == LZMA_SIZE_UNKNOWN;
	if (rc != ERR_FORMAT || r->marker)
		return rc;
	how.marker_ok = true;
	rc = walk(&how, cmd->max_size, &r->end, &r->looks_f86, err);
	r->marker = rc == ERR_OK;
	return rc;
}

static void xz_json(struct json *j, const struct xz_look *xz)
{
	json_kv_str(j, "method", xz->method);
	if (xz->has_prop) {
		json_kv_u64(j, "lc", xz->prop.lc);
		json_kv_u64(j, "lp", xz->prop.lp);
		json_kv_u64(j, "pb", xz->prop.pb);
	}
	if (xz->has_dict)
		json_kv_u64(j, "dictionary", xz->dict);
	json_kv_str(j, "check", xz->check);
}

static void print_xz(const struct xz_look *xz)
{
	out_printf(", %s", xz->method);
	if (xz->has_prop)
		out_printf(", lc%u lp%u pb%u", xz->prop.lc, xz->prop.lp, xz->prop.pb);
	if (xz->has_dict)
		out_printf(tr(", dictionary %lu"), (unsigned long)xz->dict);
	out_printf(tr(", check %s"), xz->check);
}

/* A bare stream does not record its filter. */
static void print_filter(const struct row *r)
{
	char filter[BRANCH_NAME];

	if (r->kind.stated)
		out_printf(tr("%s filter"), r->kind.filter == BRANCH_NONE
						    ? tr("no")
						    : branch_name(r->kind.filter, filter));
	else
		out_str(r->looks_f86 ? tr("filter not stored (looks like x86: --f86)")
				     : tr("filter not stored"));
}

static void print_json(struct json *j, const struct row *r)
{
	char filter[BRANCH_NAME];

	json_object(j);
	json_kv_str(j, "file", r->name);
	json_kv_str(j, "format", lz_format_name(r->kind.format));
	json_kv_u64(j, "file_bytes", r->file_len);
	json_kv_u64(j, "bytes", r->end.out);
	if (r->has_xz)
		xz_json(j, &r->xz);
	if (r->kind.format != LZ_XZ) {
		json_kv_u64(j, "offset", r->kind.before);
		json_kv_u64(j, "lc", r->head.prop.lc);
		json_kv_u64(j, "lp", r->head.prop.lp);
		json_kv_u64(j, "pb", r->head.prop.pb);
		json_kv_u64(j, "dictionary", r->head.prop.dict);
		json_kv_bool(j, "size_known", r->head.size != LZMA_SIZE_UNKNOWN);
		json_kv_bool(j, "end_marker", r->marker);
		json_key(j, "filter");
		if (r->kind.stated)
			json_str(j, branch_name(r->kind.filter, filter));
		else
			json_null(j);
		if (!r->kind.stated)
			json_kv_bool(j, "looks_x86_filtered", r->looks_f86);
		json_kv_u64(j, "stream_bytes", r->end.used);
		json_kv_u64(j, "trailing_bytes", r->end.trailing);
		json_kv_bool(j, "trailing_is_padding", r->end.trailing != 0 && r->end.padding);
	}
	json_object_end(j);
}

static void print_row(const struct row *r)
{
	out_escaped_str(r->name);
	out_printf(tr(": %s, %zu -> %llu bytes"), lz_format_name(r->kind.format), r->file_len,
		(unsigned long long)r->end.out);
	if (r->has_xz)
		print_xz(&r->xz);
	if (r->kind.format != LZ_XZ) {
		out_printf(tr(", lc%u lp%u pb%u, dictionary %u, "), r->head.prop.lc,
			r->head.prop.lp, r->head.prop.pb, (unsigned)r->head.prop.dict);
		print_filter(r);
		out_str(r->head.size != LZMA_SIZE_UNKNOWN ? tr(", size known")
							  : tr(", size unknown"));
		out_str(r->marker ? tr(", end marker") : tr(", no end marker"));
	}
	if (r->end.trailing != 0)
		out_printf(r->end.padding ? tr(", %llu bytes of padding after it")
					  : tr(", %llu bytes of other data after it"),
			(unsigned long long)r->end.trailing);
	out_str("\n");
}

static const char *type_name(const struct sz_entry *e)
{
	enum sz_type type = e->type;

	if (e->anti)
		return N_("anti");
	return type == SZ_FOLDER ? N_("folder") : type == SZ_LINK ? N_("link") : N_("file");
}

/* The name decoded by --names, valid as long as room; else unchanged. */
static const char *shown_name(const struct cmd *cmd, const char *name, struct buf *room)
{
	const char *decoded = NULL;
	struct err ignored;

	if (cmd->names.enc != TEXT_NONE && !name_is_utf8(name))
		decoded = name_decoded(&cmd->names, name, room, &ignored);
	return decoded != NULL ? decoded : name;
}

static void entry_json(struct json *j, const struct sz_entry *e, const char *name)
{
	json_object(j);
	json_kv_str(j, "name", name);
	json_kv_str(j, "type", type_name(e));
	json_kv_u64(j, "bytes", e->size);
	if (e->has_mtime)
		json_kv_i64(j, "mtime_ns", e->mtime_ns);
	if (e->has_atime)
		json_kv_i64(j, "atime_ns", e->atime_ns);
	if (e->has_created)
		json_kv_i64(j, "created_ns", e->created_ns);
	if (e->has_mode)
		json_kv_u64(j, "mode", e->mode);
	if (e->has_crc)
		json_kv_u64(j, "crc32", e->crc);
	if (e->block != SZ_NO_BLOCK)
		json_kv_u64(j, "block", e->block);
	json_object_end(j);
}

static void archive_json(const struct cmd *cmd, struct json *j, const char *name, size_t len,
	size_t before, const struct sz_archive *a)
{
	struct sz_block_info b;
	struct buf room;
	size_t i;

	json_object(j);
	json_kv_str(j, "file", name);
	json_kv_str(j, "format", "7z");
	json_kv_u64(j, "file_bytes", len);
	json_kv_u64(j, "offset", before);
	json_kv_u64(j, "header_bytes", sz_header_bytes(a));
	json_kv_u64(j, "trailing_bytes", sz_trailing(a));
	json_key(j, "blocks");
	json_array(j);
	for (i = 0; i < sz_block_count(a); i++) {
		sz_block_info(a, i, &b);
		json_object(j);
		json_kv_str(j, "method", b.method);
		json_kv_u64(j, "packed_bytes", b.packed);
		json_kv_u64(j, "bytes", b.unpacked);
		json_kv_u64(j, "entries", b.entries);
		json_kv_bool(j, "supported", b.supported);
		json_kv_bool(j, "encrypted", b.encrypted);
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "entries");
	json_array(j);
	buf_init(&room, 0);
	for (i = 0; i < sz_count(a); i++)
		entry_json(j, sz_entry_at(a, i), shown_name(cmd, sz_entry_at(a, i)->name, &room));
	buf_free(&room);
	json_array_end(j);
	json_object_end(j);
}

/* Converts the day since 1970-01-01 to the Gregorian calendar; years begin in March. */
static void civil_day(int64_t day, int *year, int *month, int *of_month)
{
	int64_t d = day + 719468; /* from 0000-03-01 */
	int64_t era = (d >= 0 ? d : d - 146096) / 146097, in_era = d - era * 146097;
	int64_t y = (in_era - in_era / 1460 + in_era / 36524 - in_era / 146096) / 365;
	int64_t in_year = in_era - (365 * y + y / 4 - y / 100), m = (5 * in_year + 2) / 153;

	*of_month = (int)(in_year - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = (int)(y + era * 400 + (*month <= 2));
}

/* Prints the time in UTC, POSIX mode and CRC; blanks where the archive has none. */
static void print_facts(const struct sz_entry *e)
{
	int64_t s = e->mtime_ns / 1000000000 - (e->mtime_ns % 1000000000 < 0);
	int64_t day = s / 86400 - (s % 86400 < 0), in_day = s - day * 86400;
	int year, month, of_month;

	civil_day(day, &year, &month, &of_month);
	if (e->has_mtime)
		out_printf("%04d-%02d-%02d %02d:%02d:%02d", year, month, of_month,
			(int)(in_day / 3600), (int)(in_day / 60 % 60), (int)(in_day % 60));
	else
		out_printf("%19s", "");
	if (e->has_mode)
		out_printf("  %04o", (unsigned)e->mode);
	else
		out_printf("  %4s", "");
	if (e->has_crc)
		out_printf("  %08X  ", (unsigned)e->crc);
	else
		out_printf("  %8s  ", "");
}

static void print_entry(const struct cmd *cmd, const struct sz_entry *e, struct buf *room)
{
	const char *type = tr(type_name(e));

	out_printf("%12llu  %s%*s  ", (unsigned long long)e->size, type,
		out_width(type) < 6 ? 6 - out_width(type) : 0, "");
	print_facts(e);
	out_escaped_str(shown_name(cmd, e->name, room));
	out_str("\n");
}

static void print_archive(const struct cmd *cmd, const char *name, size_t len, size_t before,
	const struct sz_archive *a)
{
	struct sz_block_info b;
	struct buf room;
	size_t i;

	out_escaped_str(name);
	out_printf(tr(": 7z, %zu bytes, entries %zu, header %llu bytes"), len, sz_count(a),
		(unsigned long long)sz_header_bytes(a));
	if (before != 0)
		out_printf(tr(", after a program of %zu bytes"), before);
	if (sz_trailing(a) != 0)
		out_printf(tr(", %llu bytes after it"), (unsigned long long)sz_trailing(a));
	out_str("\n");
	for (i = 0; i < sz_block_count(a); i++) {
		sz_block_info(a, i, &b);
		out_printf(tr("  block %zu: %llu -> %llu bytes, %s%s\n"), i,
			(unsigned long long)b.packed, (unsigned long long)b.unpacked, b.method,
			b.supported ? "" : tr(" (left to libarchive)"));
	}
	buf_init(&room, 0);
	for (i = 0; i < sz_count(a); i++)
		print_entry(cmd, sz_entry_at(a, i), &room);
	buf_free(&room);
}

static int list_archive(
	const struct cmd *cmd, const char *name, struct span file, size_t before, struct json *j)
{
	struct sz_secret secret = {.ask = cmd_ask_password, .user = cmd};
	struct sz_archive *a;
	struct err err;

	if (sz_open_secret(file, cmd->memlimit, &secret, &a, &err) != ERR_OK) {
		sz_secret_free(&secret);
		return cmd_list_failed(cmd, name, &err, j);
	}
	if (cmd->json)
		archive_json(cmd, j, name, file.len, before, a);
	else
		print_archive(cmd, name, file.len, before, a);
	sz_close(a);
	sz_secret_free(&secret);
	return EXIT_DONE;
}

static void other_head(const struct cmd *cmd, const char *name, const struct libarc *l, size_t len,
	uint64_t bytes, struct json *j)
{
	const char *form = libarc_form(l);
	bool stream = libarc_is_stream(l), guessed;
	enum text_enc names = libarc_names(l, &guessed);

	if (cmd->json) {
		json_object(j);
		json_kv_str(j, "file", name);
		json_kv_str(j, "format", form);
		json_kv_u64(j, "file_bytes", len);
		if (stream)
			json_kv_u64(j, "bytes", bytes);
		if (names != TEXT_NONE) {
			json_kv_str(j, "names_encoding", text_enc_name(names));
			json_kv_bool(j, "names_guessed", guessed);
		}
		return;
	}
	out_escaped_str(name);
	if (names != TEXT_NONE)
		out_printf(guessed ? tr(": %s, %zu bytes, names look like %s\n")
				   : tr(": %s, %zu bytes, names in %s\n"),
			form, len, text_enc_name(names));
	else if (stream)
		out_printf(tr(": %s, %zu -> %llu bytes\n"), form, len, (unsigned long long)bytes);
	else
		out_printf(tr(": %s, %zu bytes\n"), form, len);
}

/* Counts the decoded bytes of a stream, whose headers need not have the size. */
static enum err_code count_bytes(
	const struct cmd *cmd, struct reader *r, uint64_t *total, struct err *err)
{
	static uint8_t piece[(size_t)64 << 10];
	size_t got = sizeof(piece);
	enum err_code rc = ERR_OK;

	for (*total = 0; rc == ERR_OK && got == sizeof(piece); *total += got) {
		rc = r->read(r, piece, sizeof(piece), &got, err);
		if (rc == ERR_OK && got > cmd->max_size - *total)
			rc = err_set(err, ERR_LIMIT,
				"more than %llu bytes come out; --max-size allows more",
				(unsigned long long)cmd->max_size);
	}
	return rc;
}

static enum err_code other_entries(
	const struct cmd *cmd, struct libarc *l, struct json *j, struct err *err)
{
	struct sz_entry e;
	const char *target;
	enum err_code rc = ERR_OK, first = ERR_OK;
	bool end = false;
	struct buf room;

	buf_init(&room, 0);
	while (!end) {
		struct err mine;

		rc = libarc_next(l, &e, &target, &end, &mine);
		if (rc != ERR_OK && first == ERR_OK) {
			*err = mine;
			first = rc;
		}
		if (end || e.name == NULL)
			continue;
		if (cmd->json)
			entry_json(j, &e, shown_name(cmd, e.name, &room));
		else
			print_entry(cmd, &e, &room);
	}
	buf_free(&room);
	return first;
}

static int list_other(const struct cmd *cmd, const char *name, struct span file, struct json *j)
{
	struct libarc *l;
	struct err err;
	uint64_t bytes = 0;
	enum err_code rc = libarc_open(file, &cmd->names, NULL, &l, &err);
	bool stream;

	if (rc != ERR_OK)
		return cmd_list_failed(cmd, name, &err, j);
	stream = libarc_is_stream(l);
	if (stream && count_bytes(cmd, libarc_data(l), &bytes, &err) != ERR_OK) {
		libarc_close(l);
		return cmd_list_failed(cmd, name, &err, j);
	}
	other_head(cmd, name, l, file.len, bytes, j);
	if (cmd->json && !stream) {
		json_key(j, "entries");
		json_array(j);
	}
	if (!stream)
		rc = other_entries(cmd, l, j, &err);
	if (cmd->json && !stream)
		json_array_end(j);
	if (cmd->json) {
		if (rc != ERR_OK)
			json_kv_str(j, "error", err.text);
		json_object_end(j);
	}
	libarc_close(l);
	return rc == ERR_OK ? EXIT_DONE : cmd_failed(name, &err);
}

static int list_one(struct cmd *cmd, const char *name, struct json *j)
{
	struct row row = {.name = name};
	struct input in;
	struct err err;
	int status = EXIT_DONE;

	if (input_open_archive(name, &in, &err) != ERR_OK)
		return cmd_list_failed(cmd, name, &err, j);
	row.file_len = in.data.len;
	if (cmd_identify(cmd, name, in.data, &row.kind, &err) != ERR_OK)
		status = cmd_list_image(cmd, name, in.data, j);
	else if (row.kind.format == LZ_7Z)
		status = list_archive(cmd, name, row.kind.body, row.kind.before, j);
	else if (row.kind.format == LZ_OTHER)
		status = list_other(cmd, name, row.kind.body, j);
	else if (walk_marker(cmd, &row, &err) != ERR_OK)
		status = cmd_list_failed(cmd, name, &err, j);
	else {
		row.has_xz = row.kind.format == LZ_XZ && xz_look(row.kind.body, &row.xz);
		if (cmd->json)
			print_json(j, &row);
		else
			print_row(&row);
	}
	input_close(&in);
	return status;
}

int cmd_list(struct cmd *cmd)
{
	int status = EXIT_DONE;
	struct json j;
	struct buf b;
	size_t i;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_array(&j);
	for (i = 0; i < cmd->count; i++) {
		int one = list_one(cmd, cmd->operands[i], &j);

		if (status == EXIT_DONE)
			status = one;
	}
	json_array_end(&j);
	if (cmd->json) {
		out_buf(&b);
		out_str("\n");
	}
	buf_free(&b);
	return status;
}
