/* SPDX-License-Identifier: MIT */
/* Volumes and their disks in columns. */
#ifndef BIOSBELT_GETPD_SHOW_TABLE_H
#define BIOSBELT_GETPD_SHOW_TABLE_H

#include "show/show.h"

#define COLUMNS_HELP                                                                               \
	"volume, type, state, disk, partition, model, serial, wwid, bus, size, kind, numbers, "    \
	"layers"

/* Whether text names columns, with commas between. */
bool columns_are(const char *text);
/* The rows of one answer, with show->columns: those of all operands are one table. */
enum err_code table_add(
	struct show *show, const char *what, const struct graph *g, struct err *err);
/* Prints that table, once. */
void table_print(struct show *show);
/* --all and --disk. */
enum err_code table_of_all(struct show *show, struct err *err);

#endif
