/* SPDX-License-Identifier: MIT */
/*
 * Checkpoints of training: everything needed to go on, and nothing of entries never visited.
 * Layout, integers little-endian:
 *
 *   "BB2048CK", u32 version, u32 header bytes that follow
 *   header: u32 tuples, u32 stages, u64 masks[tuples], u32 ranks[stages], u64 seed, next_game,
 *           moves, games; f32 alpha, lambda, init; u32 steps, carousel, pool size;
 *           since version 2: u32 starts, u32 ranks[starts]
 *   for each stage: u32 count of blocks, u32 pool count, pool boards u64[min(count, size)],
 *           then blocks: u32 number, 16 x (f32 value, f32 sum, f32 size);
 *           since version 3 in the order of ntuple_near, before in that of the index
 *   for each start: u32 pool count, pool boards as above
 *   u32 CRC-32 of all before
 *
 * A header longer than known is of a newer version with additions at its end and is read.
 */
#ifndef BIOSBELT_2048AI_TRAIN_FILE_H
#define BIOSBELT_2048AI_TRAIN_FILE_H

#include "train/train.h"

#define TRAIN_FILE_VERSION 3u /* 1 and 2 are read too */

/* Takes or gives len bytes; anything but ERR_OK ends the work. */
struct train_sink {
	enum err_code (*write)(void *user, const void *ptr, size_t len, struct err *err);
	void *user;
};

struct train_source {
	/* *got < len only at the end */
	enum err_code (*read)(void *user, void *ptr, size_t len, size_t *got, struct err *err);
	void *user;
};

/* No thread may be training meanwhile. */
enum err_code train_file_write(
	const struct trainer *t, const struct train_sink *sink, struct err *err);

/* A checkpoint being read: first its head, to know how much memory to provide, then the rest. */
struct train_reader {
	struct train_source source;
	uint32_t crc;
	uint32_t version;
	struct ntuple_shape shape;
	struct train_settings set;
	uint64_t next_game;
	uint64_t moves;
	uint64_t games;
};

enum err_code train_file_read_head(
	const struct train_source *source, struct train_reader *out, struct err *err);
/* t has zeroed memory for r->shape and r->set.starts; fills it and its counters (not its
 * settings). */
enum err_code train_file_read_body(struct train_reader *r, struct trainer *t, struct err *err);

#endif
