/* SPDX-License-Identifier: MIT */
/* --repack */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/protect.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "repack.h"

static void on_bytes(void *user, uint64_t more)
{
	(void)user;
	progress_add(more);
}

static void path_of(const struct fw_tree *t, uint32_t node, struct buf *b)
{
	buf_init(b, 0);
	fw_tree_path(t, node, b);
}

static void print_path(const struct fw_tree *t, uint32_t node)
{
	struct buf path;

	path_of(t, node, &path);
	out_buf(&path);
}

static void print_stream(const struct repacked *r, const struct repack_stream *s)
{
	const struct fw_node *n = &r->tree.nodes[s->node];

	out_printf(tr("  0x%zX: %s, %zu -> %zu bytes"), n->stream_off, fw_codec_name(n->codec),
		s->before, s->after);
	if (s->why[0] != '\0') {
		out_str(tr(", left as it is: "));
		out_str(tr(s->why));
	}
	out_str("\n    ");
	print_path(&r->tree, s->node);
	out_str("\n");
}

/* Bytes freed in one volume, reported at its first stream. */
static size_t freed_in(const struct repacked *r, uint32_t volume)
{
	size_t i, sum = 0;

	for (i = 0; i < r->count; i++)
		if (repack_volume(&r->tree, r->streams[i].node) == volume)
			sum += r->streams[i].freed;
	return sum;
}

static bool is_first(const struct repacked *r, size_t i)
{
	uint32_t volume = repack_volume(&r->tree, r->streams[i].node);
	size_t k;

	for (k = 0; k < i; k++)
		if (repack_volume(&r->tree, r->streams[k].node) == volume)
			return false;
	return volume != FW_NONE;
}

static void print_volumes(const struct repacked *r)
{
	size_t i;

	for (i = 0; i < r->count; i++) {
		uint32_t volume = repack_volume(&r->tree, r->streams[i].node);

		if (!is_first(r, i))
			continue;
		out_str("  ");
		print_path(&r->tree, volume);
		out_printf(tr(": %zu bytes freed\n"), freed_in(r, volume));
	}
}

static void print_all(const struct cmd *cmd, const char *name, const struct repacked *r)
{
	size_t i;

	if (diag_quiet() || (cmd->out != NULL && strcmp(cmd->out, "-") == 0))
		return;
	out_escaped_str(name);
	out_printf(tr(": streams %zu, %zu bytes freed%s\n"), r->count, r->freed,
		cmd->dry_run ? tr(" (nothing is written)") : "");
	for (i = 0; i < r->count; i++)
		print_stream(r, &r->streams[i]);
	print_volumes(r);
	out_text(span_of(r->log.ptr, r->log.len));
	if (r->freed == 0)
		return;
	out_str(tr("looked for checks of: "));
	out_str(tr(protect_looked_for()));
	out_str(tr(
		"\nread again, it holds the same; whether it boots was not and cannot be checked "
		"here\n"));
}

static void json_path(struct json *j, const struct fw_tree *t, uint32_t node)
{
	struct buf path;

	path_of(t, node, &path);
	json_key(j, "path");
	json_str_buf(j, &path);
}

static void stream_json(struct json *j, const struct repacked *r, const struct repack_stream *s)
{
	const struct fw_node *n = &r->tree.nodes[s->node];

	json_object(j);
	json_path(j, &r->tree, s->node);
	json_kv_u64(j, "offset", n->stream_off);
	json_kv_str(j, "method", fw_codec_name(n->codec));
	json_kv_u64(j, "bytes_before", s->before);
	json_kv_u64(j, "bytes_after", s->after);
	json_kv_u64(j, "freed", s->freed);
	if (s->why[0] != '\0')
		json_kv_str(j, "reason", s->why);
	json_object_end(j);
}

static void volumes_json(struct json *j, const struct repacked *r)
{
	size_t i;

	json_key(j, "volumes");
	json_array(j);
	for (i = 0; i < r->count; i++) {
		uint32_t volume = repack_volume(&r->tree, r->streams[i].node);

		if (!is_first(r, i))
			continue;
		json_object(j);
		json_path(j, &r->tree, volume);
		json_kv_u64(j, "offset", r->tree.nodes[volume].off);
		json_kv_u64(j, "freed", freed_in(r, volume));
		json_object_end(j);
	}
	json_array_end(j);
}

/* err: NULL on success. */
static void put_json(const char *name, const struct repacked *r, const struct err *err)
{
	struct json j;
	struct buf b;
	size_t i;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "file", name);
	if (err != NULL) {
		json_kv_str(&j, "error", err->text);
	} else {
		json_kv_u64(&j, "freed", r->freed);
		volumes_json(&j, r);
		json_key(&j, "streams");
		json_array(&j);
		for (i = 0; i < r->count; i++)
			stream_json(&j, r, &r->streams[i]);
		json_array_end(&j);
	}
	json_object_end(&j);
	out_buf(&b);
	out_str("\n");
}

static int repack_failed(
	const struct cmd *cmd, const char *name, const char *place, const struct err *err)
{
	if (cmd->json)
		put_json(name, NULL, err);
	progress_end();
	diag_err(place, err);
	return err->code == ERR_NOTFOUND ? EXIT_NOTHING : cmd_status(err);
}

static enum err_code put_image(const struct cmd *cmd, struct span image, struct err *err)
{
	if (strcmp(cmd->out, "-") != 0)
		return file_write(cmd->out, image, cmd->force, err);
	out_bytes(image);
	return ERR_OK;
}

static int repack(const struct cmd *cmd, const char *name, struct span image)
{
	static const struct codec_watch watch = {on_bytes, NULL};
	struct repack_opts opts = {cmd->ignore_signature, cmd->set.threads, &watch};
	struct repacked r;
	struct err err;
	int status = EXIT_DONE;
	enum err_code rc;

	progress_start(tr("repacking"), 0, PROGRESS_BYTES);
	rc = repack_image(image, &opts, &r, &err);
	progress_end();
	if (rc != ERR_OK)
		return repack_failed(cmd, name, name, &err);
	if (r.freed == 0)
		status = EXIT_NOTHING;
	else if (!cmd->dry_run && put_image(cmd, blob_span(r.image), &err) != ERR_OK)
		status = repack_failed(cmd, name, cmd->out, &err);
	if (status == EXIT_NOTHING)
		diag_error("%s: no stream becomes smaller%s", name,
			cmd->dry_run ? "" : "; nothing is written");
	if (status == EXIT_DONE || status == EXIT_NOTHING) {
		if (cmd->json)
			put_json(name, &r, NULL);
		else
			print_all(cmd, name, &r);
	}
	repack_free(&r);
	return status;
}

static enum err_code check_output(const struct cmd *cmd, const char *name, struct err *err)
{
	struct file_info info;
	enum err_code rc;

	if (cmd->dry_run || strcmp(cmd->out, "-") == 0)
		return ERR_OK;
	if (strcmp(name, "-") != 0 && file_same(name, cmd->out))
		return err_set(err, ERR_USAGE, "input and output are the same file");
	if (cmd->force)
		return ERR_OK;
	rc = file_info(cmd->out, false, &info, err);
	if (rc == ERR_OK && info.type != FILE_NONE)
		return err_set(err, ERR_EXISTS, "exists; --force writes over it");
	return rc;
}

int cmd_repack(struct cmd *cmd)
{
	const char *name = cmd->operands[0];
	struct blob image;
	struct err err;
	int status;

	if (cmd->json)
		progress_disable();
	if (check_output(cmd, name, &err) != ERR_OK)
		return repack_failed(cmd, name, cmd->out, &err);
	if (cmd_read_input(name, SIZE_MAX / 4, &image, &err) != ERR_OK)
		return repack_failed(cmd, name, name, &err);
	status = repack(cmd, name, blob_span(image));
	blob_free(&image);
	return status;
}
