/* SPDX-License-Identifier: MIT */
/* -l on a firmware image: every compressed part that the firmware walker finds. */
#include "biosbelt/diag.h"
#include "biosbelt/fwwalk.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd.h"

static void node_path(const struct fw_tree *t, uint32_t i, struct buf *b)
{
	buf_init(b, 0);
	fw_tree_path(t, i, b);
}

static void print_node(const struct fw_tree *t, uint32_t i)
{
	const struct fw_node *n = &t->nodes[i];
	char guid[GUID_TEXT_LEN];
	struct buf path;

	out_printf("  %s0x%zX: %s", n->space == 0 ? "" : tr("inside, at "), n->stream_off,
		fw_codec_name(n->codec));
	if (n->codec == FW_CODEC_LZMA || n->codec == FW_CODEC_LZMA_F86)
		out_printf(tr(" lc%u lp%u pb%u, dictionary %u"), n->lc, n->lp, n->pb,
			(unsigned)n->dict);
	out_printf(
		tr(", %zu -> %zu bytes, %s"), n->stream_len, n->unpacked, tr(fw_end_name(n->end)));
	if (n->has_guid) {
		guid_text(&n->guid, guid);
		out_printf(", GUID %s", guid);
	}
	node_path(t, i, &path);
	out_str("\n    ");
	out_buf(&path);
	out_str("\n");
}

static void node_json(struct json *j, const struct fw_tree *t, uint32_t i)
{
	const struct fw_node *n = &t->nodes[i];
	char guid[GUID_TEXT_LEN];
	struct buf path;

	json_object(j);
	json_kv_u64(j, "space", n->space);
	json_kv_u64(j, "offset", n->stream_off);
	json_kv_str(j, "method", fw_codec_name(n->codec));
	if (n->codec == FW_CODEC_LZMA || n->codec == FW_CODEC_LZMA_F86) {
		json_kv_u64(j, "lc", n->lc);
		json_kv_u64(j, "lp", n->lp);
		json_kv_u64(j, "pb", n->pb);
		json_kv_u64(j, "dictionary", n->dict);
	}
	json_kv_u64(j, "stream_bytes", n->stream_len);
	json_kv_u64(j, "bytes", n->unpacked);
	json_kv_str(j, "end", tr(fw_end_name(n->end)));
	if (n->has_guid) {
		guid_text(&n->guid, guid);
		json_kv_str(j, "guid", guid);
	}
	node_path(t, i, &path);
	json_key(j, "path");
	json_str_buf(j, &path);
	json_object_end(j);
}

static uint32_t count_streams(const struct fw_tree *t)
{
	uint32_t i, count = 0;

	for (i = 0; i < t->count; i++)
		count += t->nodes[i].codec != FW_CODEC_NONE;
	return count;
}

static void print_tree(
	const char *name, size_t len, const struct fw_tree *t, struct json *j, bool json)
{
	uint32_t i;

	if (json) {
		json_object(j);
		json_kv_str(j, "file", name);
		json_kv_str(j, "format", "firmware");
		json_kv_u64(j, "file_bytes", len);
		json_key(j, "sections");
		json_array(j);
	} else {
		out_escaped_str(name);
		out_printf(tr(": firmware image, %zu bytes, compressed parts %u\n"), len,
			(unsigned)count_streams(t));
	}
	for (i = 0; i < t->count; i++) {
		if (t->nodes[i].codec == FW_CODEC_NONE)
			continue;
		if (json)
			node_json(j, t, i);
		else
			print_node(t, i);
	}
	if (json) {
		json_array_end(j);
		json_object_end(j);
	}
}

/* Whether the walk found anything typical of a firmware image. */
static bool is_image(const struct fw_tree *t)
{
	uint32_t i;

	for (i = 0; i < t->count; i++)
		if (t->nodes[i].kind == FW_VOLUME || t->nodes[i].kind == FW_CAPSULE ||
			t->nodes[i].kind == FW_CBFS_FILE || t->nodes[i].codec != FW_CODEC_NONE)
			return true;
	return false;
}

int cmd_list_image(const struct cmd *cmd, const char *name, struct span image, struct json *j)
{
	struct fw_opts opts = {.max_output = 0};
	struct fw_tree tree = {.count = 0};
	int status = EXIT_DONE;
	struct err err;

	if (fw_walk(image, &opts, &tree, &err) != ERR_OK) {
		status = cmd_list_failed(cmd, name, &err, j);
	} else if (!is_image(&tree)) {
		if (!lz_is_others(image, &err))
			err_set(&err, ERR_FORMAT,
				"no compressed file or firmware of a kind known here");
		status = cmd_list_failed(cmd, name, &err, j);
	} else {
		print_tree(name, image.len, &tree, j, cmd->json);
		if (tree.limited)
			diag_warn("%s: a limit stopped part of the search", name);
	}
	fw_tree_free(&tree);
	return status;
}

int cmd_list_failed(const struct cmd *cmd, const char *name, const struct err *err, struct json *j)
{
	if (cmd->json) {
		json_object(j);
		json_kv_str(j, "file", name);
		json_kv_str(j, "error", err->text);
		json_object_end(j);
	}
	return cmd_failed(name, err);
}
