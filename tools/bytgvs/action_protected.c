/* SPDX-License-Identifier: MIT */
/* --protected */
#include <stdio.h>

#include "biosbelt/diag.h"
#include "biosbelt/fwcodec.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/protect.h"
#include "biosbelt/tr.h"
#include "options.h"
#include "vbt_input.h"

static int status_of(const struct protect_list *l)
{
	if (protect_any_fails(l) || l->limited || l->damaged != 0)
		return EXIT_FAILED;
	return l->count != 0 ? EXIT_DONE : EXIT_NOTHING;
}

static void add_column(struct buf *out, const char *text, size_t width)
{
	size_t has = (size_t)out_width(text);

	buf_str(out, text);
	buf_fill(out, ' ', has < width ? width - has : 0);
}

/* One line per range; a check without ranges, or inside packed data, has a single line. */
static void text_line(
	const struct protect_list *l, const struct protect_check *c, uint32_t part, struct buf *out)
{
	if (c->space == 0 && c->count != 0) {
		buf_printf(out, "0x%08zx-0x%08zx  ", l->ranges[c->first + part].off,
			l->ranges[c->first + part].off + l->ranges[c->first + part].len);
	} else if (c->space != 0) {
		buf_printf(out, "0x%08zx ", c->image_off);
		add_column(out, tr("packed"), 12);
	} else {
		add_column(out, tr("place not known"), 22);
	}
	buf_printf(out, "  %s", tr(protect_kind_name(c->kind)));
	if (c->count > 1)
		buf_printf(out, tr(", part %u of %u"), part + 1, c->count);
	buf_printf(out, "  %s  %s  %s  %s",
		c->stored ? digest_name(c->alg) : tr("signature or unknown"),
		tr(protect_state_name(c->state)), tr(protect_act_name(c->act)), c->source);
	if (c->note[0] != '\0' && part == 0)
		buf_printf(out, tr("; %s"), c->note);
	buf_str(out, "\n");
}

static void print_lines(const struct protect_list *l, struct buf *out)
{
	uint32_t i, k;

	for (i = 0; i < l->count; i++) {
		const struct protect_check *c = &l->checks[i];

		for (k = 0; k == 0 || k < c->count; k++)
			text_line(l, c, k, out);
	}
	if (l->count == 0)
		buf_printf(out, tr("no range is known to be checked; looked for: %s\n"),
			tr(protect_looked_for()));
	if (l->limited)
		buf_str(out, tr("a limit was reached: not all is listed\n"));
	if (l->damaged != 0)
		buf_printf(out,
			tr("damaged places: %u (--list shows them); a table in one may be "
			   "missed\n"),
			l->damaged);
}

static void json_check(struct json *j, const struct protect_list *l, const struct protect_check *c)
{
	uint32_t i;

	json_object(j);
	json_kv_str(j, "kind", protect_kind_key(c->kind));
	json_kv_str(j, "name", protect_kind_name(c->kind));
	json_key(j, "ranges");
	json_array(j);
	for (i = 0; i < c->count; i++) {
		json_object(j);
		json_kv_u64(j, "offset", l->ranges[c->first + i].off);
		json_kv_u64(j, "size", l->ranges[c->first + i].len);
		json_object_end(j);
	}
	json_array_end(j);
	json_kv_bool(j, "placed", c->placed);
	if (c->space != 0)
		json_kv_u64(j, "packed_at", c->image_off);
	json_kv_str(j, "algorithm", c->stored ? digest_name(c->alg) : "");
	json_kv_str(j, "state", protect_state_name(c->state));
	json_kv_str(j, "action", protect_act_name(c->act));
	if (c->stored && c->digest_space == 0)
		json_kv_u64(j, "digest_offset", c->digest_off);
	json_kv_str(j, "source", c->source);
	if (c->note[0] != '\0')
		json_kv_str(j, "note", c->note);
	json_object_end(j);
}

static void print_json_list(
	const char *path, size_t size, const struct protect_list *l, struct buf *out)
{
	struct json j;
	uint32_t i;

	json_init(&j, out, false);
	json_object(&j);
	json_kv_str(&j, "file", path);
	json_kv_u64(&j, "size", size);
	json_kv_i64(&j, "status", status_of(l));
	json_key(&j, "checks");
	json_array(&j);
	for (i = 0; i < l->count; i++)
		json_check(&j, l, &l->checks[i]);
	json_array_end(&j);
	json_kv_bool(&j, "limited", l->limited);
	json_kv_u64(&j, "damaged", l->damaged);
	json_kv_str(&j, "looked_for", protect_looked_for());
	json_object_end(&j);
}

/* An image that is packed as a whole is searched, but its ranges are not checked. */
static enum err_code list_checks(struct file_map *map, struct protect_list *list, struct err *err)
{
	struct span image = map->data;
	size_t off;
	enum fw_codec codec = fw_codec_around(image, &off);
	const char *archive = fw_archive_name(image);
	enum err_code rc;

	*list = (struct protect_list){.count = 0};
	if (codec != FW_CODEC_NONE)
		return err_set(err, ERR_UNSUPPORTED, "packed with %s: unpack it first",
			fw_codec_name(codec));
	file_map_watch(map);
	rc = protect_scan(image, list, err);
	if (file_map_check(map, err) != ERR_OK)
		return err->code;
	if (rc == ERR_OK && list->count == 0 && archive != NULL)
		rc = err_set(
			err, ERR_UNSUPPORTED, "%s archive, not opened: unpack it first", archive);
	return rc;
}

int action_protected(const struct options *o)
{
	const char *path = o->operands.items[0];
	struct file_map image;
	struct protect_list list;
	struct buf text;
	struct err err;
	int status = EXIT_FAILED;

	if (image_open(path, &image, &err) != ERR_OK) {
		diag_err(path, &err);
		return EXIT_FAILED;
	}
	if (list_checks(&image, &list, &err) != ERR_OK) {
		diag_err(path, &err);
	} else {
		status = status_of(&list);
		buf_init(&text, 0);
		if (o->json)
			print_json_list(path, image.data.len, &list, &text);
		else
			print_lines(&list, &text);
		if (text.failed == ERR_OK) {
			out_text(span_of(text.ptr, text.len));
		} else {
			diag_error("out of memory");
			status = EXIT_FAILED;
		}
		buf_free(&text);
	}
	protect_free(&list);
	image_close(path, &image);
	return status;
}
