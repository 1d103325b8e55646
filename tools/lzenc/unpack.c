/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "cmd.h"
#include "extract.h"
#include "foreign.h"

#define PIECE      ((size_t)64 << 10)
/* Damage can look like a huge file: more out than this many times in is worth a word. */
#define BOMB_RATIO 10000u

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

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool cmd_has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix), i;

	if (n <= m || name[n - m - 1] != '.')
		return false;
	for (i = 0; i < m && lower(name[n - m + i]) == suffix[i]; i++)
		;
	return i == m;
}

enum err_code cmd_read_input(const char *name, uint64_t max, struct blob *out, struct err *err)
{
	if (strcmp(name, "-") == 0)
		return file_read_stdin((size_t)max, out, err);
	return file_read(name, (size_t)max, out, err);
}

enum err_code cmd_identify(const struct cmd *cmd, const char *name, struct span in,
	struct lz_kind *kind, struct err *err)
{
	bool named = cmd->f86 || cmd->set.format == LZ_LZMA || cmd->set.format == LZ_F86 ||
		     cmd_has_suffix(name, "lzma");

	lz_identify(in, named, kind);
	if (kind->format == LZ_AUTO)
		return err_set(err, ERR_FORMAT, "no compressed file of a kind known here");
	if ((cmd->f86 || cmd->set.format == LZ_F86) && kind->format == LZ_LZMA) {
		kind->format = LZ_F86;
		kind->filter = BRANCH_X86;
	}
	return ERR_OK;
}

/* Where decoded bytes go: a file, stdout, or nowhere when testing. */
struct sink {
	struct file_out *file;
	bool to_stdout;
};

static enum err_code sink_write(struct sink *s, const uint8_t *ptr, size_t len, struct err *err)
{
	if (s->file != NULL)
		return file_out_write(s->file, ptr, len, err);
	if (s->to_stdout)
		out_bytes(span_of(ptr, len));
	return ERR_OK;
}

static enum err_code pump(
	struct reader *r, const struct cmd *cmd, struct sink *s, uint64_t *total, struct err *err)
{
	uint8_t *piece = malloc(PIECE);
	enum err_code rc = ERR_OK;
	size_t got = PIECE;

	if (piece == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (*total = 0; rc == ERR_OK && got == PIECE; *total += got) {
		rc = r->read(r, piece, PIECE, &got, err);
		if (rc == ERR_OK && got > cmd->max_size - *total)
			rc = err_set(err, ERR_LIMIT,
				"more than %llu bytes come out; --max-size allows more",
				(unsigned long long)cmd->max_size);
		if (rc == ERR_OK)
			rc = sink_write(s, piece, got, err);
		progress_add(got);
	}
	free(piece);
	return rc;
}

static void warn_trailing(
	const char *name, const struct reader *r, const struct lz_kind *kind, uint64_t total)
{
	struct lzma_alone_end end;

	if (kind->format == LZ_XZ)
		return;
	lzma_alone_ended(r, kind->body, total, &end);
	if (end.trailing != 0)
		diag_warn("%s: %llu bytes of %s follow the stream", name,
			(unsigned long long)end.trailing, end.padding ? "padding" : "other data");
	if (kind->after != 0)
		diag_warn("%s: %zu bytes follow the section", name, kind->after);
}

static enum err_code decode_stream(const struct cmd *cmd, const char *name,
	const struct lz_kind *kind, struct sink *s, uint64_t *total, struct err *err)
{
	struct lz_open how = {*kind, cmd->memlimit, true};
	struct reader *r;
	enum err_code rc = lz_reader(&how, &r, err);

	if (rc != ERR_OK)
		return rc;
	rc = pump(r, cmd, s, total, err);
	if (rc == ERR_OK && *total / BOMB_RATIO > kind->body.len)
		diag_warn("%s: %llu bytes came out of %zu", name, (unsigned long long)*total,
			kind->body.len);
	if (rc == ERR_OK)
		warn_trailing(name, r, kind, *total);
	reader_close(r);
	return rc;
}

/* The output's name when none is given: the input's without its suffix; NULL when it has none. */
static char *default_output(const char *name)
{
	static const char *const suffixes[] = {"lzma", "lzma86", "f86", "xz", "sec"};
	size_t i, n = strlen(name);
	char *out = NULL;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]) && out == NULL; i++) {
		if (!cmd_has_suffix(name, suffixes[i]))
			continue;
		n -= strlen(suffixes[i]) + 1;
		out = malloc(n + 1);
		if (out == NULL)
			return NULL;
		memcpy(out, name, n);
		out[n] = 0;
	}
	return out;
}

static enum err_code decode_to_file(const struct cmd *cmd, const char *name, const char *to,
	const struct lz_kind *kind, struct err *err)
{
	struct file_out_opts opts = {.force = cmd->force};
	struct sink s = {NULL, false};
	uint64_t total;
	enum err_code rc = file_out_open(to, &opts, &s.file, err);

	if (rc != ERR_OK) {
		err_prefix(err, "%s", to);
		return rc;
	}
	progress_start("decoding", 0, PROGRESS_BYTES);
	rc = decode_stream(cmd, name, kind, &s, &total, err);
	progress_end();
	if (rc == ERR_OK)
		return file_out_commit(s.file, err);
	file_out_abort(s.file);
	return rc;
}

static int decode_named(const struct cmd *cmd, const char *name, const struct lz_kind *kind)
{
	struct sink out = {NULL, true};
	struct err err;
	uint64_t total;
	char *made = NULL;
	const char *to = cmd->count > 1 ? cmd->operands[1] : NULL;
	enum err_code rc;

	if (to == NULL && strcmp(name, "-") == 0)
		to = "-";
	if (to == NULL)
		to = made = default_output(name);
	if (to == NULL)
		rc = err_set(&err, ERR_USAGE, "an output is needed: the name has no known suffix");
	else if (strcmp(to, "-") == 0)
		rc = decode_stream(cmd, name, kind, &out, &total, &err);
	else
		rc = decode_to_file(cmd, name, to, kind, &err);
	free(made);
	return rc == ERR_OK ? EXIT_DONE : cmd_failed(name, &err);
}

static int test_named(const struct cmd *cmd, const char *name, const struct lz_kind *kind)
{
	struct sink nowhere = {NULL, false};
	struct err err;
	uint64_t total;

	progress_start("testing", 0, PROGRESS_BYTES);
	if (decode_stream(cmd, name, kind, &nowhere, &total, &err) != ERR_OK)
		return cmd_failed(name, &err);
	progress_end();
	if (!diag_quiet()) {
		out_escaped_str(name);
		out_printf(": ok, %llu bytes\n", (unsigned long long)total);
	}
	return EXIT_DONE;
}

struct telling {
	const char *archive;
	const struct cmd *cmd;
};

static void on_error(void *user, const char *name, const struct err *err)
{
	const struct telling *t = user;

	progress_clear();
	if (name == NULL)
		diag_err(t->archive, err);
	else
		diag_error("%s: %s: %s", t->archive, name, err->text);
}

static void on_bytes(void *user, uint64_t more)
{
	(void)user;
	progress_add(more);
}

static void tell_archive(const char *name, const struct extract *x, size_t archive_len)
{
	if (x->bytes / BOMB_RATIO > archive_len)
		diag_warn("%s: %llu bytes came out of %zu", name, (unsigned long long)x->bytes,
			archive_len);
	if (x->root != NULL || x->failed != 0 || diag_quiet())
		return;
	out_escaped_str(name);
	out_printf(": ok, %llu bytes, files %zu, folders %zu, links %zu\n",
		(unsigned long long)x->bytes, x->files, x->folders, x->links);
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

static int unpack_archive(const struct cmd *cmd, const char *name, struct span file)
{
	struct telling t = {name, cmd};
	struct extract x = {.force = cmd->force,
		.memlimit = cmd->memlimit,
		.max_size = cmd->max_size,
		.on_error = on_error,
		.on_bytes = on_bytes,
		.user = &t};
	struct sz_archive *a = NULL;
	struct err err;
	enum err_code rc;

	if (cmd->verb == CMD_DECODE)
		x.root = cmd->count > 1 ? cmd->operands[1] : ".";
	rc = sz_open(file, cmd->memlimit, &a, &err);
	if (rc != ERR_OK && rc != ERR_UNSUPPORTED)
		return cmd_failed(name, &err);
	if (rc == ERR_OK && sz_trailing(a) != 0)
		diag_warn("%s: %llu bytes follow the archive", name,
			(unsigned long long)sz_trailing(a));
	progress_start(x.root != NULL ? "extracting" : "testing", 0, PROGRESS_BYTES);
	if (rc == ERR_OK && all_supported(a))
		extract_sevenzip(&x, a);
	else
		foreign_extract(&x, file, rc == ERR_OK ? a : NULL);
	progress_end();
	if (rc == ERR_OK)
		sz_close(a);
	tell_archive(name, &x, file.len);
	return x.failed != 0 ? cmd_status(&x.first) : EXIT_DONE;
}

static int unpack_one(const struct cmd *cmd, const char *name)
{
	struct lz_kind kind;
	struct blob in;
	struct err err;
	int status;

	if (cmd_read_input(name, SIZE_MAX / 4, &in, &err) != ERR_OK)
		return cmd_failed(name, &err);
	if (cmd_identify(cmd, name, blob_span(in), &kind, &err) != ERR_OK)
		status = cmd_failed(name, &err);
	else if (kind.format == LZ_7Z)
		status = unpack_archive(cmd, name, blob_span(in));
	else if (cmd->verb == CMD_TEST)
		status = test_named(cmd, name, &kind);
	else
		status = decode_named(cmd, name, &kind);
	blob_free(&in);
	return status;
}

int cmd_unpack(struct cmd *cmd)
{
	size_t i, count = cmd->verb == CMD_TEST ? cmd->count : 1;
	int status = EXIT_DONE;

	for (i = 0; i < count; i++) {
		int one = unpack_one(cmd, cmd->operands[i]);

		if (status == EXIT_DONE)
			status = one;
	}
	return status;
}
