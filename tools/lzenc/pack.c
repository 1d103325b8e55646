/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/lzma_section.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/spool.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "input.h"
#include "make7z.h"
#include "names.h"

#define WARN_MOST 10 /* names that cannot be extracted: the first ones are printed */

static void on_bytes(void *user, uint64_t more)
{
	(void)user;
	progress_add(more);
}

static enum err_code verify(struct span made, const struct lz_settings *s, struct span want,
	bool verified, struct err *err)
{
	struct lz_open how = {.memlimit = UINT64_MAX, .marker_ok = true};
	struct reader *r;
	enum err_code rc;

	lz_identify(made, true, &how.kind);
	if (s->format == LZ_F86)
		how.kind.filter = BRANCH_X86;
	rc = lz_reader(&how, &r, err);
	if (rc != ERR_OK)
		return rc;
	rc = lz_compare(r, want, verified, err);
	reader_close(r);
	return rc;
}

static enum err_code put_output(
	const struct cmd *cmd, const char *name, struct span data, struct err *err)
{
	if (strcmp(name, "-") != 0)
		return file_write(name, data, cmd->force, err);
	out_bytes(data);
	return ERR_OK;
}

static void report_json(const struct cmd *cmd, const char *name, const struct lz_result *res)
{
	struct json j;
	char filter[BRANCH_NAME];
	struct buf b;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "output", name);
	json_kv_str(&j, "format", lz_format_name(cmd->set.format));
	json_kv_u64(&j, "input_bytes", res->in_len);
	json_kv_u64(&j, "output_bytes", res->out_len);
	json_kv_str(&j, "filter", res->way.bcj2 ? "bcj2" : branch_name(res->way.filter, filter));
	json_kv_u64(&j, "lc", res->way.how.prop.lc);
	json_kv_u64(&j, "lp", res->way.how.prop.lp);
	json_kv_u64(&j, "pb", res->way.how.prop.pb);
	json_kv_u64(&j, "dictionary", res->way.how.prop.dict);
	json_kv_bool(&j, "stored", res->stored);
	json_object_end(&j);
	out_buf(&b);
	out_str("\n");
}

static const struct guid *guid_to_use(const struct cmd *cmd, const struct lz_result *res)
{
	if (cmd->set.format != LZ_F86 && cmd->set.format != LZ_SECTION)
		return NULL;
	return res->way.filter == BRANCH_X86 ? &FW_GUID_LZMA_F86 : &FW_GUID_LZMA;
}

/* False: nothing is reported of this output. */
static bool report_sizes(const char *name, uint64_t in_len, uint64_t out_len)
{
	if (diag_quiet() || strcmp(name, "-") == 0)
		return false;
	out_escaped_str(name);
	out_printf(tr(": %llu -> %llu bytes"), (unsigned long long)in_len,
		(unsigned long long)out_len);
	if (in_len != 0)
		out_printf(" (%.2f %%)", 100.0 * (double)out_len / (double)in_len);
	return true;
}

static void report(const struct cmd *cmd, const char *name, const struct lz_result *res)
{
	const struct guid *guid = guid_to_use(cmd, res);
	char text[GUID_TEXT_LEN], filter[BRANCH_NAME];

	if (cmd->json) {
		report_json(cmd, name, res);
		return;
	}
	if (!report_sizes(name, res->in_len, res->out_len))
		return;
	out_printf(tr(", %s filter, lc%u lp%u pb%u, dictionary %u\n"),
		res->way.filter == BRANCH_NONE ? tr("no") : branch_name(res->way.filter, filter),
		res->way.how.prop.lc, res->way.how.prop.lp, res->way.how.prop.pb,
		(unsigned)res->way.how.prop.dict);
	if (guid != NULL) {
		guid_text(guid, text);
		out_printf(tr("GUID of the section: %s\n"), text);
	}
}

/* len: of the input, or of an archive's largest block. */
static void warn_memory(const struct cmd *cmd, const char *name, uint64_t len)
{
	uint32_t missed = lz_dict_missed(&cmd->set, len);

	if (missed != 0)
		diag_warn(
			"%s: there is not enough memory for a dictionary of %u MiB, it has one of "
			"%u MiB",
			name, (unsigned)(missed >> 20),
			(unsigned)(lz_dict_most(&cmd->set, len) >> 20));
}

/* Warns of streams that are right, but that not every reader accepts. */
static void warn_stream(const struct cmd *cmd, const char *name, const struct lz_result *res)
{
	warn_memory(cmd, name, res->in_len);
	if (cmd->set.target != LZ_ANYONE && cmd->set.target != LZ_7ZIP &&
		res->out_len > res->in_len)
		diag_warn("%s: %llu bytes longer than the input: better stored as it is", name,
			(unsigned long long)(res->out_len - res->in_len));
	if (cmd->set.marker && !cmd->set.unknown_size)
		diag_warn("%s: liblzma before 5.2.6, XZ for Java and lzma-native refuse an end "
			  "marker after a known size",
			name);
}

/* from: what in is of, if that may change. own: in as writable memory, or NULL when it must not
 * change. */
static enum err_code pack_stream(
	struct cmd *cmd, const struct input *from, struct span in, uint8_t *own, struct err *err)
{
	const char *name = cmd->operands[cmd->count - 1];
	struct lz_result res;
	struct blob out;
	enum err_code rc;

	cmd->set.own = own;
	progress_start(tr("compressing"), in.len, PROGRESS_BYTES);
	rc = lz_encode(in, &cmd->set, &res, &out, err);
	progress_end();
	if (rc != ERR_OK)
		return rc;
	if (cmd->set.verify)
		rc = verify(blob_span(out), &cmd->set, in, res.way.how.verify, err);
	if (rc == ERR_OK && from != NULL)
		rc = input_check(from, err);
	if (rc == ERR_OK)
		rc = put_output(cmd, name, blob_span(out), err);
	if (rc == ERR_OK) {
		warn_stream(cmd, name, &res);
		report(cmd, name, &res);
	}
	blob_free(&out);
	return rc;
}

/* A .lzma that is written while it is encoded. */
struct long_stream {
	struct file_out *file; /* NULL: standard output */
	struct input *in;
	uint64_t len;
};

static enum err_code put_bytes(void *user, struct span bytes, struct err *err)
{
	struct long_stream *l = user;

	l->len += bytes.len;
	if (l->file != NULL)
		return file_out_write(l->file, bytes.ptr, bytes.len, err);
	out_bytes(bytes);
	return out_failed() ? err_set(err, ERR_IO, "cannot write") : ERR_OK;
}

static void on_long_bytes(void *user, uint64_t more)
{
	struct long_stream *l = user;

	progress_add(more);
	input_used(l->in, more);
}

static enum err_code pack_long(struct cmd *cmd, struct input *in, struct err *err)
{
	struct file_out_opts opts = {.force = cmd->force};
	const char *name = cmd->operands[cmd->count - 1];
	struct long_stream l = {.in = in};
	struct codec_watch watch = {on_long_bytes, &l};
	struct lzma_sink sink = {put_bytes, &l};
	struct lz_result res;
	enum err_code rc = ERR_OK;

	if (strcmp(name, "-") != 0)
		rc = file_out_open(name, &opts, &l.file, err);
	if (rc != ERR_OK)
		return rc;
	cmd->set.watch = &watch;
	progress_start(tr("compressing"), in->data.len, PROGRESS_BYTES);
	rc = lz_encode_long(in->data, &cmd->set, &sink, &res, err);
	progress_end();
	if (rc == ERR_OK)
		rc = input_check(in, err);
	if (l.file != NULL && rc == ERR_OK)
		rc = file_out_commit(l.file, err);
	else
		file_out_abort(l.file);
	if (rc != ERR_OK)
		return rc;
	res.out_len = l.len;
	warn_stream(cmd, name, &res);
	report(cmd, name, &res);
	return ERR_OK;
}

/* Packs a .lzma of any length. */
static enum err_code pack_lzma(struct cmd *cmd, const char *from, struct err *err)
{
	struct input in;
	enum err_code rc = input_open(from, &in, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", from);
	rc = in.data.len > lz_hold(&cmd->set) ? pack_long(cmd, &in, err)
					      : pack_stream(cmd, &in, in.data, NULL, err);
	if (rc != ERR_OK && input_check(&in, err) != ERR_OK) {
		input_close(&in);
		return err_prefix(err, "%s", from);
	}
	input_close(&in);
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "%s", cmd->operands[cmd->count - 1]);
}

/* Forms with a filter: the whole input is in memory, and filtered in place. */
static enum err_code pack_filtered(struct cmd *cmd, const char *from, struct err *err)
{
	struct blob in;
	enum err_code rc = cmd_read_input(from, SIZE_MAX / 4, &in, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", from);
	rc = pack_stream(cmd, NULL, blob_span(in), in.ptr, err);
	blob_free(&in);
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "%s", cmd->operands[cmd->count - 1]);
}

/* An archive is written to a file, or kept for stdout or a pipe: its first bytes are known last. */
struct target {
	struct file_out *file;
	struct spool held;
	const char *name;
};

static enum err_code target_write(void *user, const void *ptr, size_t len, struct err *err)
{
	struct target *t = user;

	if (t->file != NULL && file_out_write(t->file, ptr, len, err) != ERR_OK) {
		err_prefix(err, "%s", t->name);
		return err->code;
	}
	if (t->file != NULL)
		return ERR_OK;
	return spool_write(&t->held, span_of(ptr, len), err);
}

static enum err_code target_patch(void *user, const void *ptr, size_t len, struct err *err)
{
	struct target *t = user;

	if (t->file != NULL)
		return file_out_patch(t->file, 0, ptr, len, err);
	return spool_patch(&t->held, 0, ptr, len, err);
}

/* Warns of names and links that extraction refuses, here and in other careful tools. */
static void warn_refused(const struct sources *s)
{
	size_t count = 0;
	size_t i;

	for (i = 0; i < s->count; i++) {
		const struct source *one = &s->list[i];
		struct err why;
		struct buf target;
		enum err_code rc;

		buf_init(&target, 0);
		buf_add(&target, one->data.ptr, one->entry.type == SZ_LINK ? one->data.len : 0);
		buf_add_u8(&target, 0);
		if (target.failed != ERR_OK)
			rc = ERR_OK; /* only a warning is missing */
		else if (one->entry.type == SZ_LINK)
			rc = name_check_link(one->name, (const char *)target.ptr, false, &why);
		else
			rc = name_check(one->name, false, &why);
		buf_free(&target);
		if (rc != ERR_OK && count++ < WARN_MOST)
			diag_warn("%s: cannot be extracted with lzenc: %s", one->name, why.text);
	}
	if (count > WARN_MOST)
		diag_warn("%zu more cannot be extracted with lzenc", count - WARN_MOST);
}

static enum err_code collect(struct cmd *cmd, struct sources *s, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	s->names = cmd->names;
	s->output_name = cmd->operands[cmd->count - 1];
	s->hold = lz_hold(&cmd->set);
	if (strcmp(s->output_name, "-") != 0)
		rc = file_info(s->output_name, false, &s->output, err);
	for (i = 0; rc == ERR_OK && i + 1 < cmd->count; i++) {
		rc = sources_add(s, cmd->operands[i], cmd->name, err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", cmd->operands[i]);
	}
	if (rc == ERR_OK && s->skipped != 0)
		diag_warn("left out, as sockets, devices or the like: %zu", s->skipped);
	if (rc == ERR_OK && s->own != 0)
		diag_warn("%s: is the output, and is left out", s->output_name);
	if (rc == ERR_OK && s->odd_names != 0 && cmd->names.keep)
		diag_warn("names that are not UTF-8: %zu; only lzenc and 7-Zip on a Unix give them "
			  "back",
			s->odd_names);
	else if (rc == ERR_OK && s->odd_names != 0)
		diag_note(
			"names that were in %s: %zu", text_enc_name(cmd->names.enc), s->odd_names);
	if (rc == ERR_OK)
		warn_refused(s);
	return rc == ERR_OK ? archive_group(s, &cmd->set, err) : rc;
}

static void report_archive(
	const struct cmd *cmd, const char *name, const struct archive_result *res)
{
	if (cmd->json) {
		struct lz_result all = res->last;

		all.in_len = res->in_len;
		all.out_len = res->out_len;
		report_json(cmd, name, &all);
		return;
	}
	if (!report_sizes(name, res->in_len, res->out_len))
		return;
	out_printf(tr(", files %zu, folders %zu, links %zu, blocks %zu\n"), res->files,
		res->folders, res->links, res->blocks);
}

static bool is_pipe(const char *name)
{
	struct file_info info;
	struct err ignored;

	return file_info(name, false, &info, &ignored) == ERR_OK && info.type == FILE_OTHER;
}

/* Writes the kept archive; to standard output in steps, so that it does not stay in memory. */
static enum err_code put_held(
	const struct cmd *cmd, const char *name, struct spool *held, struct err *err)
{
	struct span all, piece;
	enum err_code rc = spool_view(held, &all, err);
	size_t at, step;

	if (rc != ERR_OK)
		return rc;
	if (strcmp(name, "-") != 0)
		return put_output(cmd, name, all, err) == ERR_OK ? ERR_OK
								 : err_prefix(err, "%s", name);
	for (at = 0; at < all.len && !out_failed(); at += step) {
		step = all.len - at < SPOOL_MEMORY ? all.len - at : SPOOL_MEMORY;
		if (span_slice(all, at, step, &piece))
			out_bytes(piece);
		file_map_forget(&held->map, at, step);
	}
	return ERR_OK;
}

static enum err_code write_archive(struct cmd *cmd, struct sources *s, struct err *err)
{
	const char *name = cmd->operands[cmd->count - 1];
	struct file_out_opts opts = {.force = cmd->force};
	struct target t = {.name = name};
	struct sz_sink sink = {target_write, target_patch, &t};
	struct archive_result res = {0};
	enum err_code rc = ERR_OK;
	bool to_stdout = strcmp(name, "-") == 0;
	bool to_pipe = !to_stdout && is_pipe(name);

	spool_init(&t.held);
	if (!to_stdout && !to_pipe) {
		rc = file_out_open(name, &opts, &t.file, err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", name);
	}
	if (rc == ERR_OK)
		rc = archive_write(s, &cmd->set, &sink, &res, err);
	if (rc != ERR_OK)
		file_out_abort(t.file);
	else if (t.file != NULL)
		rc = file_out_commit(t.file, err);
	else
		rc = put_held(cmd, name, &t.held, err);
	spool_close(&t.held);
	if (rc == ERR_OK) {
		warn_memory(cmd, name, res.last.in_len);
		report_archive(cmd, name, &res);
	}
	return rc;
}

static int pack_failed(const struct cmd *cmd, const char *place, const struct err *err)
{
	struct json j;
	struct buf b;

	if (cmd->json) {
		buf_init(&b, 0);
		json_init(&j, &b, false);
		json_object(&j);
		json_kv_str(&j, "output", cmd->operands[cmd->count - 1]);
		json_kv_str(&j, "error", err->text);
		json_object_end(&j);
		out_buf(&b);
		out_str("\n");
	}
	return cmd_failed(place, err);
}

static int pack_archive(struct cmd *cmd)
{
	struct sources s = {0};
	struct err err;
	uint64_t total = 0;
	size_t i;
	enum err_code rc = collect(cmd, &s, &err);

	for (i = 0; i < s.count; i++)
		total += s.list[i].entry.size;
	if (rc == ERR_OK) {
		progress_start(tr("compressing"), total, PROGRESS_BYTES);
		rc = write_archive(cmd, &s, &err);
		progress_end();
	}
	sources_free(&s);
	return rc == ERR_OK ? EXIT_DONE : pack_failed(cmd, NULL, &err);
}

/* An existing output is refused before hours of work, not after; an input as the output even with
 * --force. */
static enum err_code check_output(const struct cmd *cmd, const char *name, struct err *err)
{
	struct file_info info;
	enum err_code rc;
	size_t i;

	if (strcmp(name, "-") == 0)
		return ERR_OK;
	for (i = 0; i + 1 < cmd->count; i++)
		if (strcmp(cmd->operands[i], "-") != 0 && file_same(cmd->operands[i], name))
			return err_set(err, ERR_USAGE, "input and output are the same file");
	if (cmd->force)
		return ERR_OK;
	rc = file_info(name, false, &info, err);
	if (rc == ERR_OK && info.type != FILE_NONE)
		return err_set(err, ERR_EXISTS, "exists; --force writes over it");
	return rc;
}

static bool is_folder(const char *name)
{
	struct file_info info;
	struct err ignored;

	return strcmp(name, "-") != 0 && file_info(name, false, &info, &ignored) == ERR_OK &&
	       info.type == FILE_FOLDER;
}

int cmd_pack(struct cmd *cmd)
{
	static const struct codec_watch watch = {on_bytes, NULL};
	const char *from = cmd->operands[0];
	const char *to = cmd->operands[cmd->count - 1];
	struct err err;
	enum err_code rc;

	if (cmd->json)
		progress_disable();
	cmd->set.watch = &watch;
	cmd->set.memory = os_memory_free() / 4 * 3;
	if (check_output(cmd, to, &err) != ERR_OK)
		return pack_failed(cmd, to, &err);
	if (cmd->set.format == LZ_7Z)
		return pack_archive(cmd);
	if (is_folder(from)) {
		(void)err_set(&err, ERR_USAGE, "a folder; only .7z holds folders");
		return pack_failed(cmd, from, &err);
	}
	rc = cmd->set.format == LZ_LZMA ? pack_lzma(cmd, from, &err)
					: pack_filtered(cmd, from, &err);
	if (rc != ERR_OK && out_failed())
		return EXIT_FAILED; /* os_main reports the error of stdout */
	return rc == ERR_OK ? EXIT_DONE : pack_failed(cmd, NULL, &err);
}
