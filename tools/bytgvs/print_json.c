/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "biosbelt/fv.h"
#include "biosbelt/ifd.h"
#include "print.h"

static void hex_id(struct json *j, const char *key, uint16_t v)
{
	char text[8];

	(void)snprintf(text, sizeof text, "%04x", v);
	json_kv_str(j, key, text);
}

static void json_gop(struct json *j, const struct find *f)
{
	if (f->kind == FIND_GOP)
		json_kv_str(j, "version", f->gop.version);
	json_kv_str(j, "machine", find_machine(f));
	json_kv_u64(j, "size", f->len);
	json_kv_str(j, "sha256", f->sha256);
	json_kv_u64(j, "container_size", f->bytes.len);
	json_kv_str(j, "container_sha256", f->stored_sha256);
	json_kv_str(j, "format", pe_format_name(f->gop.format));
	if (f->kind == FIND_GOP)
		json_kv_str(j, "product", f->gop.product);
}

static void json_vbt(struct json *j, const struct find *f)
{
	json_kv_str(j, "platform", f->vbt.platform);
	json_kv_u64(j, "vbt_size", f->len);
	json_kv_u64(j, "vbt_version", f->vbt.version);
	json_kv_u64(j, "bdb_version", f->vbt.bdb_version);
	json_kv_u64(j, "bdb_size", f->vbt.bdb_size);
	json_kv_bool(j, "checksum_ok", f->vbt.sum == VBT_SUM_OK);
	json_kv_str(j, "checksum", vbt_sum_name(f->vbt.sum));
	json_kv_str(j, "sha256", f->sha256);
	if (f->in_vbios) {
		json_kv_bool(j, "in_vbios", true);
	} else {
		json_kv_u64(j, "container_size", f->bytes.len);
		json_kv_str(j, "container_sha256", f->stored_sha256);
	}
	if (f->vbt.headerless)
		json_kv_bool(j, "headerless", true);
}

static void json_rom(struct json *j, const struct find *f)
{
	hex_id(j, "vendor", f->vendor);
	hex_id(j, "device", f->device);
	json_kv_u64(j, "size", f->len);
	json_kv_str(j, "sha256", f->sha256);
	if (f->kind == FIND_VBIOS)
		json_kv_bool(j, "checksum_ok", f->sum_ok);
}

static void json_place(struct json *j, uint32_t space, size_t off, size_t image_off)
{
	json_kv_u64(j, "offset", image_off);
	if (space != 0)
		json_kv_u64(j, "offset_unpacked", off);
}

static void json_find(struct json *j, const struct job *job, uint32_t i)
{
	const struct find *f = &job->report.finds[i];

	json_object(j);
	json_kv_str(j, "kind", find_kind_name(f->kind));
	if (f->kind == FIND_GOP || f->kind == FIND_GOP_PEI)
		json_gop(j, f);
	else if (f->kind == FIND_VBT)
		json_vbt(j, f);
	else
		json_rom(j, f);
	if (f->same_as != FIND_NONE)
		json_kv_bool(j, "duplicate", true);
	json_place(j, f->space, f->off, f->image_off);
	json_kv_str(j, "path", f->path);
	json_kv_bool(j, "whole", f->whole);
	if (f->problem[0] != '\0')
		json_kv_str(j, f->whole ? "note" : "flaw", f->problem);
	if (f->differs[0] != '\0')
		json_kv_str(j, "reason", f->differs);
	json_kv_str(j, "name", f->name);
	if (job->files != NULL && job->files[i] != NULL)
		json_kv_str(j, "file", job->files[i]);
	json_object_end(j);
}

static void json_finds(struct json *j, const struct job *job, const char *key, bool whole)
{
	uint32_t i;

	json_key(j, key);
	json_array(j);
	for (i = 0; i < job->report.count; i++)
		if (job->report.finds[i].whole == whole)
			json_find(j, job, i);
	json_array_end(j);
}

static void json_places(struct json *j, const char *key, const struct fw_tree *t,
	const struct fw_damage *list, uint32_t count)
{
	uint32_t i;

	json_key(j, key);
	json_array(j);
	for (i = 0; i < count; i++) {
		const struct fw_damage *d = &list[i];
		struct buf path;

		buf_init(&path, 65536);
		fw_tree_path(t, d->node, &path);
		json_object(j);
		json_place(j, d->space, d->off, d->image_off);
		json_kv_str(j, "text", d->text);
		json_key(j, "path");
		json_str_buf(j, &path);
		json_object_end(j);
	}
	json_array_end(j);
}

static void json_searched(struct json *j, const struct report *r)
{
	int kind;

	json_key(j, "searched");
	json_object(j);
	for (kind = 0; kind < FIND_KINDS; kind++)
		json_kv_str(j, find_kind_name((enum find_kind)kind),
			report_limited(r) ? "until a limit" : "everywhere");
	json_object_end(j);
}

static void json_packed(struct json *j, const struct fw_node *n)
{
	json_kv_str(j, "codec", fw_codec_name(n->codec));
	json_kv_u64(j, "packed_size", n->stream_len);
	json_kv_u64(j, "unpacked_size", n->unpacked);
	json_kv_str(j, "stream", fw_end_name(n->end));
	if (n->codec == FW_CODEC_LZMA || n->codec == FW_CODEC_LZMA_F86) {
		json_kv_u64(j, "lc", n->lc);
		json_kv_u64(j, "lp", n->lp);
		json_kv_u64(j, "pb", n->pb);
		json_kv_u64(j, "dictionary", n->dict);
	}
}

static void json_node(struct json *j, const struct fw_tree *t, const struct fw_node *n)
{
	char guid[GUID_TEXT_LEN];

	json_object(j);
	json_kv_str(j, "kind", fw_kind_name(n->kind));
	if (n->parent != FW_NONE)
		json_kv_u64(j, "parent", n->parent);
	json_place(j, n->space, n->off, n->space == 0 ? n->off : t->spaces[n->space].image_off);
	json_kv_u64(j, "size", n->len);
	if (n->claimed != n->len && n->claimed != 0)
		json_kv_u64(j, "claimed_size", n->claimed);
	if (n->has_guid) {
		guid_text(&n->guid, guid);
		json_kv_str(j, "guid", guid);
		if (fw_guid_name(&n->guid) != NULL)
			json_kv_str(j, "known_as", fw_guid_name(&n->guid));
	}
	if (n->name[0] != '\0')
		json_kv_str(j, "name", n->name);
	if (n->kind == FW_SECTION)
		json_kv_str(j, "type", section_type_name(n->type));
	else if (n->kind == FW_REGION)
		json_kv_str(j, "type", ifd_region_name(n->type));
	else if (n->kind == FW_FILE)
		json_kv_u64(j, "type", n->type);
	if (n->codec != FW_CODEC_NONE)
		json_packed(j, n);
	if ((n->flags & FW_DAMAGED) != 0)
		json_kv_bool(j, "damaged", true);
	if ((n->flags & FW_DELETED) != 0)
		json_kv_bool(j, "deleted", true);
	json_object_end(j);
}

void print_json(const struct job *job, struct json *j)
{
	const struct fw_tree *t = &job->report.tree;
	uint32_t i;

	json_object(j);
	json_kv_str(j, "image", job->shown);
	json_kv_u64(j, "size", job->size);
	json_kv_i64(j, "status", job->status);
	if (job->error[0] != '\0')
		json_kv_str(j, "error", job->error);
	json_finds(j, job, "finds", true);
	json_finds(j, job, "partial", false);
	json_places(j, "damage", t, t->damages, t->damage_count);
	if (t->damage_more != 0)
		json_kv_u64(j, "damage_more", t->damage_more);
	json_places(j, "notes", t, t->notes, t->note_count);
	if (t->note_more != 0)
		json_kv_u64(j, "notes_more", t->note_more);
	json_searched(j, &job->report);
	json_kv_bool(j, "limited", report_limited(&job->report));
	json_key(j, "map");
	json_array(j);
	for (i = 0; i < t->count; i++)
		json_node(j, t, &t->nodes[i]);
	json_array_end(j);
	json_object_end(j);
}
