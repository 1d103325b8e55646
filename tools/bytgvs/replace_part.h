/* SPDX-License-Identifier: MIT */
/* Shared by the files of replace: the job, its targets, the path to one, and packing of streams. */
#ifndef BYTGVS_REPLACE_PART_H
#define BYTGVS_REPLACE_PART_H

#include "replace.h"

#define REPLACE_TARGETS 64

struct replace_job {
	struct span vbt; /* as passed by the caller */
	struct vbt_info info;
	const struct replace_opts *opts;
	struct buf *output;
	struct buf *warnings;
};

/* replace_target.c: the finds to replace, as indexes of r. ERR_NOTFOUND, ERR_USAGE: several differ;
 * ERR_LIMIT. */
enum err_code replace_targets(const struct report *r, const struct replace_job *job,
	uint32_t targets[REPLACE_TARGETS], size_t *count, struct err *err);
/* Reads the result: all finds as before, the targets new, no more damage; else ERR_FORMAT. */
enum err_code replace_verify(const struct replace_job *job, const struct report *before,
	const uint32_t *targets, size_t count, struct span image, struct err *err);

/* replace_layers.c: replaces one find, packing streams again. */
enum err_code replace_one(struct replace_job *job, struct span image, const struct report *r,
	const struct find *f, struct blob *out, struct err *err);

/*
 * Packs plain with the parameters of old, a complete stream of that codec. The result is padded to
 * room bytes in a way that readers ignore; it is longer when it does not fit.
 */
enum err_code pack_stream(enum fw_codec codec, struct span plain, struct span old, size_t room,
	struct blob *out, struct err *err);

#endif
