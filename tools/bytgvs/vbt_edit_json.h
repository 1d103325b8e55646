/* SPDX-License-Identifier: MIT */
#ifndef BYTGVS_VBT_EDIT_JSON_H
#define BYTGVS_VBT_EDIT_JSON_H

#include "biosbelt/vbt_decode.h"

/*
 * Makes the fields of a VBT what a document of --show --json says: only those that differ are
 * written, by vbt_set. The document tells of one table, of the same platform, versions and sizes;
 * what it leaves out stays. vbt is not to be used after a failure.
 */
enum err_code vbt_edit_json(
	struct blob *vbt, const struct vbt_info *info, struct span json, struct err *err);

#endif
