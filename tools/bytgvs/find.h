/* SPDX-License-Identifier: MIT */
/*
 * Between the files that look for finds in one space of an image, a kind of find a file. Each adds
 * what it finds to the report; the collector's rc is sticky.
 */
#ifndef BYTGVS_FIND_H
#define BYTGVS_FIND_H

#include "bytgvs.h"

struct collector {
	struct report *report;
	struct err *err;
	enum err_code rc;
};

/* A space and its bytes. */
struct place {
	const struct fw_tree *tree;
	uint32_t space;
	struct span bytes;
};

/* Adds a find at off of the space; NULL at a limit or without memory. Valid until the next call. */
struct find *find_add(
	struct collector *col, const struct place *at, size_t off, enum find_kind kind);
/* It is not whole, because of that. */
void find_set_problem(struct find *f, const char *text);
/* Copies the stored bytes, hashes them, and asks whether they can be trusted. f->len is set. */
void find_keep(struct collector *col, const struct place *at, struct find *f, size_t stored);
/* The body of the node f is stored at the start of; false when it is stored elsewhere. */
bool find_body(const struct place *at, const struct find *f, struct span *body);

/* The collectors, in this order. */
void find_vbioses(struct collector *col, const struct place *at);
void find_vbts(struct collector *col, const struct place *at);
void find_drivers(struct collector *col, const struct place *at);
/* Option ROMs of displays, as Arc cards have, where no GOP driver was found inside. */
void find_efi_roms(struct collector *col, const struct place *at);

#endif
