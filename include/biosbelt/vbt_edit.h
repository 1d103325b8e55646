/* SPDX-License-Identifier: MIT */
/*
 * Names of a VBT's fields for people, and changing one. A name is BLOCK.FIELD,
 * BLOCK.GROUP[INDEX].FIELD or, for a step of a MIPI sequence, 53.steps[PANEL/SEQUENCE/STEP].FIELD:
 * "12.boot_mode_x", "42.panels[2].name", "53.steps[0/power on/1].delay_us". A blank counts as "_"
 * in a field's name.
 */
#ifndef BIOSBELT_VBT_EDIT_H
#define BIOSBELT_VBT_EDIT_H

#include "biosbelt/vbt_decode.h"

/* The field's name. */
void vbt_field_path(const struct vbt_field *f, struct buf *out);

/* The field of that name; NULL: none. *from: where to look first, then where it is, for names that
 * are looked up in the order of the fields. */
const struct vbt_field *vbt_field_find(
	const struct vbt_fields *fields, struct span name, size_t *from);

/*
 * Writes value into the field of that name, in the bytes of a whole VBT. Sizes stay: a text may be
 * as long as its room, bytes (hex digits) are as many as before. Flags: 0, 1, yes, no, true, false.
 * Numbers: decimal or 0x..., in the unit shown. Named values: the number, or the name as --show
 * prints it. Afterwards the table is decoded again: every other field must read as before. A
 * checksum that was right is right again.
 *
 * ERR_NOTFOUND: this table or its BDB version has no such field. ERR_USAGE: the value does not fit.
 * ERR_DENIED: the field is computed, or other fields would be read differently. After an error vbt
 * is as before.
 */
enum err_code vbt_set(struct blob *vbt, const struct vbt_info *info, struct span name,
	struct span value, struct err *err);

#endif
