/* SPDX-License-Identifier: MIT */
/* Between the files of replace: packing of streams, checksums and room. */
#ifndef BYTGVS_REPLACE_PART_H
#define BYTGVS_REPLACE_PART_H

#include "bytgvs.h"

/*
 * Packs plain as old, a whole stream of that codec, was packed. The result is padded with zeros
 * to room bytes in a way its readers do not mind, or longer when it does not fit.
 */
enum err_code pack_stream(enum fw_codec codec, struct span plain, struct span old, size_t room,
	struct blob *out, struct err *err);

/* Why the node must not be changed: "a signed section"; NULL: it may. bytes: of its space. */
const char *seal_reason(const struct fw_node *node, struct span bytes);

/* Redoes the checksums of node and all around it in the same space, from the inside out. */
void seal_space(const struct fw_tree *tree, uint32_t node, struct blob *bytes, struct buf *told);

/*
 * Makes the section node need bytes longer, if it is the last of its file and free space or a pad
 * file follows that, or the stream of a CBFS file, if the next file leaves room. False: no room;
 * nothing that matters is changed then.
 */
bool seal_grow(const struct fw_tree *tree, uint32_t node, size_t need, struct blob *bytes);

#endif
