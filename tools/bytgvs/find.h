/* SPDX-License-Identifier: MIT */
/*
 * Shared by the files that search one space of an image, one file for each kind. Each adds its
 * finds to the report; the collector's rc is sticky.
 */
#ifndef BYTGVS_FIND_H
#define BYTGVS_FIND_H

#include "bytgvs.h"

struct collector {
	struct report *report;
	struct err *err;
	enum err_code rc;
	uint64_t probe_left; /* bytes of possible drivers that may still be looked at */
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
/* Marks it as not whole, with the reason. */
void find_set_problem(struct find *f, const char *text);
/* Copies and hashes the stored bytes, and checks whether they are trustworthy. f->len must be set.
 */
void find_keep(struct collector *col, const struct place *at, struct find *f, size_t stored);
/* The body of the node that begins with f; false: f is not at the start of a node. */
bool find_body(const struct place *at, const struct find *f, struct span *body);

/* The collectors, in this order. */
void find_vbioses(struct collector *col, const struct place *at);
void find_vbts(struct collector *col, const struct place *at);
void find_drivers(struct collector *col, const struct place *at);
/* Option ROMs of displays, as Arc cards have, where no GOP driver was found inside. */
void find_efi_roms(struct collector *col, const struct place *at);

#endif
