/* SPDX-License-Identifier: MIT */
/*
 * An input as one span. Small files and the beginning of a pipe are in memory, longer files are
 * mapped. The rest of a pipe and further volumes are in a temporary file.
 */
#ifndef LZENC_INPUT_H
#define LZENC_INPUT_H

#include "biosbelt/spool.h"

struct input {
	struct span data;
	struct file_map map; /* from here on private */
	struct spool spool;
	uint64_t used;
};

/* A file, or standard input ("-"). */
enum err_code input_open(const char *name, struct input *in, struct err *err);
/* The same; of x.001 also the further volumes. */
enum err_code input_open_archive(const char *name, struct input *in, struct err *err);
/* An error when bytes of it got lost while it was read, see file_map_check. */
enum err_code input_check(const struct input *in, struct err *err);
void input_close(struct input *in);
/* more: bytes decoded from it since the last call; releases memory now and then. */
void input_used(struct input *in, uint64_t more);

#endif
