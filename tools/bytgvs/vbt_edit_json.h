/* SPDX-License-Identifier: MIT */
#ifndef BYTGVS_VBT_EDIT_JSON_H
#define BYTGVS_VBT_EDIT_JSON_H

#include "biosbelt/vbt_decode.h"

/*
 * Sets the fields of a VBT to those of a document of --show --json: writes only those that differ,
 * by vbt_set. The document must be of one table of the same platform, versions and sizes. Fields
 * and blocks missing in it are not changed; left: adds the numbers of those blocks. An array must
 * have all its entries (ERR_DENIED). vbt must not be used after a failure.
 */
enum err_code vbt_edit_json(struct blob *vbt, const struct vbt_info *info, struct span json,
	struct buf *left, struct err *err);

#endif
