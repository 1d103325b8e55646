/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "extract.h"
#include "foreign.h"
#include "input.h"
#include "libarc.h"
#include "look.h"
#include "members.h"

#define PIECE      ((size_t)64 << 10)
/*
 * A small file that becomes a huge one is reported while the disk still has room. LZMA reaches
 * 1:7000; erased flash does too, but no image is this long.
 */
#define BOMB_RATIO 1000u
#define BOMB_MIN   ((uint64_t)64 << 20)

struct alarm {
	const char *name;
	struct input *input;
	uint64_t in, out;
	bool reported;
};

static void alarm_add(struct alarm *a, uint64_t more)
{
	a->out += more;
	input_used(a->input, more);
	if (a->reported || a->out < BOMB_MIN || a->out / BOMB_RATIO <= a->in)
		return;
	a->reported = true;
	progress_clear();
	diag_warn("%s: more than %u times its size comes out; --max-size stops it", a->name,
		BOMB_RATIO);
}

int cmd_failed(const char *place, const struct err *err)
{
	progress_end();
	diag_err(place, err);
	return cmd_status(err);
}

int cmd_status(const struct err *err)
{
	switch (err->code) {
	case ERR_FORMAT:
		return STATUS_DAMAGED;
	case ERR_UNSUPPORTED:
		return STATUS_UNSUPPORTED;
	case ERR_LIMIT:
		return STATUS_LIMIT;
	default:
		return diag_status(err);
	}
}

/* .xz is decoded here, but a .tar in it is an archive. */
static bool is_tar_name(const char *name)
{
	return cmd_has_suffix(name, "tar.xz") || cmd_has_suffix(name, "txz");
}

enum err_code cmd_identify(const struct cmd *cmd, const char *name, struct span in,
	struct lz_kind *kind, struct err *err)
{
	bool named = cmd->f86 || cmd->set.format == LZ_LZMA || cmd->set.format == LZ_F86 ||
		     cmd_has_suffix(name, "lzma");

	lz_identify(in, named, kind);
	if (kind->format == LZ_AUTO && libarc_likely(in))
		kind->format = LZ_OTHER;
	if (kind->format == LZ_XZ && is_tar_name(name))
		kind->format = LZ_OTHER;
	if (kind->format == LZ_AUTO && lz_is_others(in, err))
		return err->code;
	if (kind->format == LZ_AUTO)
		return err_set(err, ERR_FORMAT, "no compressed file of a kind known here");
	if ((cmd->f86 || cmd->set.format == LZ_F86) && kind->format == LZ_LZMA) {
		kind->format = LZ_F86;
		kind->filter = BRANCH_X86;
	}
	kind->stated = kind->format != LZ_LZMA || cmd->set.format == LZ_LZMA || cmd->plain;
	return ERR_OK;
}

/* Destination of decoded bytes: a file, stdout, or none when testing. */
struct sink {
	struct file_out *file;
	const char *name; /* of the file */
	bool to_stdout;
	bool stopped; /* stdout is closed or full: out_finish reports it */
};

static enum err_code sink_write(struct sink *s, const uint8_t *ptr, size_t len, struct err *err)
{
	if (s->file != NULL && file_out_write(s->file, ptr, len, err) != ERR_OK)
		return err_prefix(err, "%s", s->name);
	if (s->to_stdout) {
		out_bytes(span_of(ptr, len));
		s->stopped = out_failed();
	}
	return ERR_OK;
}

/* look: NULL, or examines the data. */
static enum err_code pump(struct reader *r, const struct cmd *cmd, struct sink *s,
	struct alarm *alarm, struct f86_look *look, uint64_t *total, struct err *err)
{
	uint8_t *piece = malloc(PIECE);
	enum err_code rc = ERR_OK;
	size_t got = PIECE;

	if (piece == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (*total = 0; rc == ERR_OK && got == PIECE && !s->stopped; *total += got) {
		rc = r->read(r, piece, PIECE, &got, err);
		if (rc == ERR_OK && got > cmd->max_size - *total)
			rc = err_set(err, ERR_LIMIT,
				"more than %llu bytes come out; --max-size allows more",
				(unsigned long long)cmd->max_size);
		if (rc == ERR_OK)
			rc = sink_write(s, piece, got, err);
		if (rc == ERR_OK && look != NULL)
			f86_look_add(look, span_of(piece, got));
		progress_add(got);
		alarm_add(alarm, got);
	}
	free(piece);
	return rc;
}

static void warn_after(const char *name, uint64_t count)
{
	if (count != 0)
		diag_warn("%s: %llu bytes of other data follow the stream", name,
			(unsigned long long)count);
}

static void warn_trailing(
	const char *name, const struct reader *r, const struct lz_kind *kind, uint64_t total)
{
	struct lzma_alone_end end;

	if (kind->format == LZ_XZ || kind->format == LZ_OTHER)
		return;
	lzma_alone_ended(r, kind->body, total, &end);
	if (end.trailing != 0)
		diag_warn(end.padding ? N_("%s: %llu bytes of padding follow the stream")
				      : N_("%s: %llu bytes of other data follow the stream"),
			name, (unsigned long long)end.trailing);
	if (kind->after != 0)
		diag_warn(kind->format == LZ_UIMAGE ? N_("%s: %zu bytes follow the image")
						    : N_("%s: %zu bytes follow the section"),
			name, kind->after);
}

/* The result of one input, for --json. */
struct outcome {
	const char *name;
	struct input *input; /* while it is open */
	const char *format;
	uint64_t bytes;
	size_t files, folders, links;
	bool failed, archive;
	struct err err; /* the first failure */
};

static enum err_code decode_stream(const struct cmd *cmd, struct outcome *o,
	const struct lz_kind *kind, struct sink *s, struct err *err)
{
	struct lz_open how = {*kind, cmd->memlimit, true};
	struct alarm alarm = {o->name, o->input, kind->body.len, 0, false};
	struct f86_look look;
	struct libarc *other = NULL;
	struct reader *r = NULL;
	enum err_code rc;

	if (kind->format == LZ_OTHER)
		rc = libarc_open(kind->body, &cmd->names, NULL, &other, err);
	else
		rc = lz_reader(&how, &r, err);
	if (rc != ERR_OK)
		return rc;
	if (other != NULL)
		r = libarc_data(other);
	f86_look_init(&look);
	rc = pump(r, cmd, s, &alarm, kind->stated ? NULL : &look, &o->bytes, err);
	if (rc == ERR_OK && other != NULL)
		warn_after(o->name, libarc_trailing(other));
	if (rc == ERR_OK && !s->stopped)
		warn_trailing(o->name, r, kind, o->bytes);
	if (rc == ERR_OK && f86_looks_filtered(&look))
		diag_warn(
			"%s: what comes out looks x86-filtered; --f86 undoes the filter", o->name);
	reader_close(r);
	libarc_close(other);
	return rc;
}

static int failed(struct outcome *o, const struct err *err)
{
	o->failed = true;
	o->err = *err;
	return cmd_failed(o->name, err);
}

static void outcome_json(struct json *j, const struct outcome *o)
{
	json_object(j);
	json_kv_str(j, "file", o->name);
	json_kv_str(j, "format", o->format);
	json_kv_bool(j, "ok", !o->failed);
	json_kv_u64(j, "bytes", o->bytes);
	if (o->archive) {
		json_kv_u64(j, "files", o->files);
		json_kv_u64(j, "folders", o->folders);
		json_kv_u64(j, "links", o->links);
	}
	if (o->failed)
		json_kv_str(j, "error", o->err.text);
	json_object_end(j);
}

/* The default output: the input's name without its suffix; NULL when it has none. */
static char *default_output(const char *name)
{
	static const char *const suffixes[] = {
		"lzma", "lzma86", "f86", "xz", "sec", "gz", "bz2", "zst", "lz", "lz4", "z"};
	size_t i, n = strlen(name);
	char *out = NULL;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]) && out == NULL; i++) {
		if (!cmd_has_suffix(name, suffixes[i]))
			continue;
		n -= strlen(suffixes[i]) + 1;
		if (n == 0 || path_is_sep(name[n - 1]))
			return NULL; /* the name is only a suffix */
		out = alloc_text_len(name, n);
		if (out == NULL)
			return NULL;
	}
	return out;
}

static enum err_code decode_to_file(const struct cmd *cmd, struct outcome *o, const char *to,
	const struct lz_kind *kind, struct err *err)
{
	struct file_out_opts opts = {.force = cmd->force};
	struct sink s = {.file = NULL, .name = to};
	enum err_code rc;

	if (strcmp(o->name, "-") != 0 && file_same(o->name, to))
		return err_set(err, ERR_USAGE, "input and output are the same file");
	rc = file_out_open(to, &opts, &s.file, err);
	if (rc != ERR_OK) {
		err_prefix(err, "%s", to);
		return rc;
	}
	progress_start(tr("decoding"), 0, PROGRESS_BYTES);
	rc = decode_stream(cmd, o, kind, &s, err);
	progress_end();
	if (rc == ERR_OK)
		rc = input_check(o->input, err);
	if (rc == ERR_OK)
		return file_out_commit(s.file, err) == ERR_OK ? ERR_OK : err_prefix(err, "%s", to);
	file_out_abort(s.file);
	return rc;
}

static int decode_named(const struct cmd *cmd, const struct lz_kind *kind, struct outcome *o)
{
	struct sink out = {.to_stdout = true};
	struct err err;
	const char *name = o->name;
	char *made = NULL;
	const char *to = cmd->out != NULL ? cmd->out : cmd->count > 1 ? cmd->operands[1] : NULL;
	enum err_code rc;

	if (cmd->exclude_count != 0 || (cmd->out != NULL && cmd->count > 1)) {
		(void)err_set(&err, ERR_USAGE, "only an archive has members");
		return failed(o, &err);
	}
	if (to == NULL && strcmp(name, "-") == 0)
		to = "-";
	if (to == NULL)
		to = made = default_output(name);
	if (to == NULL)
		rc = err_set(&err, ERR_USAGE, "an output is needed: the name has no known suffix");
	else if (strcmp(to, "-") == 0 && cmd->json)
		rc = err_set(&err, ERR_USAGE, "--json needs an output other than '-'");
	else if (strcmp(to, "-") == 0)
		rc = decode_stream(cmd, o, kind, &out, &err);
	else
		rc = decode_to_file(cmd, o, to, kind, &err);
	free(made);
	return rc == ERR_OK ? EXIT_DONE : failed(o, &err);
}

static int test_named(const struct cmd *cmd, const struct lz_kind *kind, struct outcome *o)
{
	struct sink nowhere = {.file = NULL};
	struct err err;

	progress_start(tr("testing"), 0, PROGRESS_BYTES);
	if (decode_stream(cmd, o, kind, &nowhere, &err) != ERR_OK)
		return failed(o, &err);
	progress_end();
	if (!cmd->json && !diag_quiet()) {
		out_escaped_str(o->name);
		out_printf(tr(": ok, %llu bytes\n"), (unsigned long long)o->bytes);
	}
	return EXIT_DONE;
}

struct reporter {
	const char *archive;
	struct alarm alarm;
	struct members members;
};

static bool wants(void *user, const char *name)
{
	struct reporter *t = user;

	return members_want(&t->members, name);
}

/* Reports patterns without a match; the first is the failure, unless there is one already. */
static int report_missing(const struct reporter *t, struct outcome *o)
{
	int status = EXIT_DONE;
	struct err err;
	size_t i;

	if (t->members.no_memory) {
		(void)err_set(&err, ERR_NOMEM, "out of memory");
		diag_err(t->archive, &err);
		o->failed = true;
		o->err = err;
		return EXIT_FAILED;
	}
	for (i = 0; i < t->members.count; i++) {
		if (t->members.met[i])
			continue;
		(void)err_set(&err, ERR_NOTFOUND, "%s: no such member", t->members.patterns[i]);
		diag_err(t->archive, &err);
		if (!o->failed)
			o->err = err;
		o->failed = true;
		status = EXIT_NOTHING;
	}
	return status;
}

/* Longer names are truncated, to leave room for the reason. */
#define NAME_SHOWN 1000u

static const char *short_name(const char *name, char room[NAME_SHOWN + 4])
{
	size_t len = NAME_SHOWN;

	if (strlen(name) <= NAME_SHOWN)
		return name;
	while (len > 0 && ((unsigned char)name[len] & 0xC0) == 0x80)
		len--;
	memcpy(room, name, len);
	strcpy(room + len, "...");
	return room;
}

static void on_error(void *user, const char *name, const struct err *err)
{
	const struct reporter *t = user;
	char room[NAME_SHOWN + 4];

	progress_clear();
	if (name == NULL)
		diag_err(t->archive, err);
	else
		diag_error("%s: %s: %s", t->archive, short_name(name, room), err->text);
}

static void on_bytes(void *user, uint64_t more)
{
	struct reporter *t = user;

	progress_add(more);
	alarm_add(&t->alarm, more);
}

static bool to_stdout(void *user, struct span data)
{
	(void)user;
	out_bytes(data);
	return !out_failed();
}

static void print_archive(const struct cmd *cmd, const char *name, const struct extract *x)
{
	if (cmd->json || cmd->verb != CMD_TEST || x->failed != 0 || diag_quiet())
		return;
	out_escaped_str(name);
	out_printf(tr(": ok, %llu bytes, files %zu, folders %zu, links %zu\n"),
		(unsigned long long)x->bytes, x->files, x->folders, x->links);
}

/* libarchive has no limit of memory. */
static enum err_code check_memory(const struct sz_archive *a, uint64_t memlimit, struct err *err)
{
	struct sz_block_info info;
	size_t i;

	for (i = 0; i < sz_block_count(a); i++) {
		sz_block_info(a, i, &info);
		if (info.memory > memlimit)
			return err_set(err, ERR_LIMIT,
				"decoding needs %llu bytes of memory, --memlimit allows %llu",
				(unsigned long long)info.memory, (unsigned long long)memlimit);
	}
	return ERR_OK;
}

static bool any_encrypted(const struct sz_archive *a)
{
	struct sz_block_info info;
	size_t i;

	for (i = 0; i < sz_block_count(a); i++) {
		sz_block_info(a, i, &info);
		if (info.encrypted)
			return true;
	}
	return false;
}

static bool all_supported(const struct sz_archive *a)
{
	struct sz_block_info info;
	size_t i;

	for (i = 0; i < sz_block_count(a); i++) {
		sz_block_info(a, i, &info);
		if (!info.supported)
			return false;
	}
	return true;
}

/* Checks before the first entry. */
static enum err_code check_archive(const struct cmd *cmd, const struct sz_archive *a,
	struct sz_secret *secret, struct err *err)
{
	if (!all_supported(a))
		return check_memory(a, cmd->memlimit, err);
	return any_encrypted(a) ? sz_secret_ask(secret, err) : ERR_OK;
}

/* The source of the entries. */
struct entries {
	struct span file;
	struct sz_archive *sz; /* of a .7z */
	struct libarc *other;
};

static void run_extract(struct extract *x, const struct entries *from)
{
	if (from->other != NULL)
		libarc_extract(x, from->other);
	else if (all_supported(from->sz))
		extract_sevenzip(x, from->sz);
	else
		foreign_extract(x, from->file, from->sz);
}

static void set_members(const struct cmd *cmd, struct members *m)
{
	if (cmd->out != NULL && cmd->count > 1) {
		m->patterns = cmd->operands + 1;
		m->count = cmd->count - 1;
	}
	m->excludes = cmd->excludes;
	m->exclude_count = cmd->exclude_count;
}

static void warn_skipped(const struct cmd *cmd, const char *name, const struct extract *x)
{
	if (x->odd_names != 0 && x->root != NULL && cmd->names.enc == TEXT_NONE && !cmd->names.keep)
		diag_warn("%s: names that are not UTF-8: %zu; --names=ENC gives their encoding",
			name, x->odd_names);
	if (x->anti != 0)
		diag_warn(
			"%s: entries that an update would delete are skipped: %zu", name, x->anti);
}

/* Extracts or tests all entries, and reports. */
static int unpack_entries(const struct cmd *cmd, struct outcome *o, const struct entries *from)
{
	struct reporter t = {
		.archive = o->name, .alarm = {o->name, o->input, from->file.len, 0, false}};
	struct extract x = {.force = cmd->force,
		.memlimit = cmd->memlimit,
		.max_size = cmd->max_size,
		.names = cmd->names,
		.on_error = on_error,
		.on_bytes = on_bytes,
		.user = &t};
	struct err err;
	int missing;

	if (cmd->verb == CMD_DECODE)
		x.root = cmd->out != NULL ? cmd->out : cmd->count > 1 ? cmd->operands[1] : ".";
	set_members(cmd, &t.members);
	if (t.members.count != 0 || cmd->exclude_count != 0)
		x.wants = wants;
	if (x.root != NULL && strcmp(x.root, "-") == 0) {
		x.root = NULL;
		x.on_data = to_stdout;
	}
	t.members.met = calloc(t.members.count + 1, sizeof(*t.members.met));
	if (t.members.met == NULL) {
		(void)err_set(&err, ERR_NOMEM, "out of memory");
		return failed(o, &err);
	}
	progress_start(
		cmd->verb == CMD_DECODE ? tr("extracting") : tr("testing"), 0, PROGRESS_BYTES);
	run_extract(&x, from);
	progress_end();
	if (x.failed != 0 && x.first.code == ERR_FORMAT && from->sz != NULL &&
		any_encrypted(from->sz))
		diag_warn("%s: it is encrypted: perhaps the password is wrong", o->name);
	warn_skipped(cmd, o->name, &x);
	print_archive(cmd, o->name, &x);
	o->archive = true;
	o->bytes = x.bytes;
	o->files = x.files;
	o->folders = x.folders;
	o->links = x.links;
	o->failed = x.failed != 0;
	o->err = x.first;
	missing = report_missing(&t, o);
	free(t.members.met);
	return x.failed != 0 ? cmd_status(&x.first) : missing;
}

static int unpack_archive(const struct cmd *cmd, struct span file, struct outcome *o)
{
	struct sz_secret secret = {.ask = cmd_ask_password, .user = cmd};
	struct entries from = {.file = file};
	struct err err;
	int status;

	o->archive = true;
	if (sz_open_secret(file, cmd->memlimit, &secret, &from.sz, &err) != ERR_OK ||
		check_archive(cmd, from.sz, &secret, &err) != ERR_OK) {
		status = failed(o, &err);
	} else {
		if (sz_trailing(from.sz) != 0)
			diag_warn("%s: %llu bytes follow the archive", o->name,
				(unsigned long long)sz_trailing(from.sz));
		status = unpack_entries(cmd, o, &from);
	}
	if (from.sz != NULL)
		sz_close(from.sz);
	sz_secret_free(&secret);
	return status;
}

static int unpack_stream(const struct cmd *cmd, const struct lz_kind *kind, struct outcome *o)
{
	return cmd->verb == CMD_TEST ? test_named(cmd, kind, o) : decode_named(cmd, kind, o);
}

static void print_names(const char *archive, const struct libarc *l)
{
	bool guessed;
	enum text_enc enc = libarc_names(l, &guessed);

	if (guessed)
		diag_warn("%s: names look like %s and were decoded so; --names=ENC gives another "
			  "encoding",
			archive, text_enc_name(enc));
}

/* Unpacks an archive by libarchive, or a stream. */
static int unpack_other(const struct cmd *cmd, struct lz_kind *kind, struct outcome *o)
{
	struct sz_secret secret = {.ask = cmd_ask_password, .user = cmd};
	struct entries from = {.file = kind->body};
	struct err err;
	int status;

	if (libarc_open(kind->body, &cmd->names, &secret, &from.other, &err) != ERR_OK)
		return failed(o, &err);
	o->format = libarc_form(from.other);
	if (libarc_is_stream(from.other)) {
		kind->stated = true;
		status = unpack_stream(cmd, kind, o);
	} else {
		status = unpack_entries(cmd, o, &from);
		warn_after(o->name, libarc_trailing(from.other));
		if (cmd->verb == CMD_DECODE)
			print_names(o->name, from.other);
	}
	libarc_close(from.other);
	return status;
}

static int unpack_one(const struct cmd *cmd, struct outcome *o)
{
	struct lz_kind kind;
	struct input in;
	struct err err;
	int status;

	if (input_open_archive(o->name, &in, &err) != ERR_OK)
		return failed(o, &err);
	o->input = &in;
	if (cmd_identify(cmd, o->name, in.data, &kind, &err) == ERR_OK)
		o->format = lz_format_name(kind.format);
	else
		kind.format = LZ_AUTO;
	if (kind.format == LZ_AUTO)
		status = failed(o, &err);
	else if (kind.format == LZ_7Z)
		status = unpack_archive(cmd, kind.body, o);
	else if (kind.format == LZ_OTHER)
		status = unpack_other(cmd, &kind, o);
	else
		status = unpack_stream(cmd, &kind, o);
	if (status == EXIT_DONE && input_check(&in, &err) != ERR_OK)
		status = failed(o, &err);
	input_close(&in);
	o->input = NULL;
	return status;
}

int cmd_unpack(struct cmd *cmd)
{
	size_t i, count = cmd->verb == CMD_TEST ? cmd->count : 1;
	int status = EXIT_DONE;
	struct json j;
	struct buf b;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_array(&j);
	for (i = 0; i < count; i++) {
		struct outcome o = {.name = cmd->operands[i], .format = lz_format_name(LZ_AUTO)};
		int one = unpack_one(cmd, &o);

		if (status == EXIT_DONE)
			status = one;
		outcome_json(&j, &o);
	}
	json_array_end(&j);
	if (cmd->json) {
		out_buf(&b);
		out_str("\n");
	}
	buf_free(&b);
	return status;
}
