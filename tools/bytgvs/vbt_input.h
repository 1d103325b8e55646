/* SPDX-License-Identifier: MIT */
/* A file in memory and its finds, for the actions on VBTs. */
#ifndef BYTGVS_SOURCE_H
#define BYTGVS_SOURCE_H

#include "biosbelt/file.h"
#include "bytgvs.h"

struct source {
	struct blob bytes;
	struct report report;
};

/* A whole file of max bytes at most; path "-" is standard input. */
enum err_code input_read(const char *path, size_t max, struct blob *out, struct err *err);

/* An image, mapped where possible; path "-" is standard input. */
enum err_code image_open(const char *path, struct file_map *out, struct err *err);
void image_close(const char *path, struct file_map *map);

/* The bytes of an image; path "-" is standard input. False: already reported. */
bool source_read(const char *path, struct blob *out);
/* Reads and searches. False: already reported. */
bool source_open(const char *path, struct source *out);
void source_close(struct source *s);

/* The next distinct VBT from *i on; false: no more. */
bool source_next_vbt(const struct source *s, uint32_t *i, const struct find **out);

#endif
