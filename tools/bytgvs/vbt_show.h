/* SPDX-License-Identifier: MIT */
/*
 * Shows a VBT: as text for people, as JSON for programs, and the difference of two. Writes into
 * buffers; prints nothing. Text is safe for a terminal.
 */
#ifndef BYTGVS_VBT_SHOW_H
#define BYTGVS_VBT_SHOW_H

#include "biosbelt/json.h"
#include "biosbelt/vbt_decode.h"

/* A decoded VBT. bytes begin at its first byte. */
struct vbt_view {
	struct span bytes;
	struct vbt_info info;
	struct vbt_fields fields;
};

/* Probes the VBT at off and decodes it; in must outlive the view. */
enum err_code vbt_view_open(struct span in, size_t off, struct vbt_view *out, struct err *err);
void vbt_view_close(struct vbt_view *v);

/* all_panels: not only the one the table itself selects. */
void vbt_view_text(const struct vbt_view *v, bool all_panels, struct buf *out);

/* Keys into the current object: platform, vbt_size, ..., blocks. */
void vbt_view_json(const struct vbt_view *v, struct json *j);

/* The differences from a to b, a line each. *count: their number; 0: nothing written. */
enum err_code vbt_view_diff(const struct vbt_view *a, const struct vbt_view *b, struct buf *out,
	size_t *count, struct err *err);

/* The same as keys into the current object: blocks, fields. */
enum err_code vbt_view_diff_json(const struct vbt_view *a, const struct vbt_view *b, struct json *j,
	size_t *count, struct err *err);

/* One field's value as text for people; long byte strings are cut. */
void vbt_field_text(const struct vbt_field *field, struct buf *out);

#endif
