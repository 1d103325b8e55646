/* SPDX-License-Identifier: MIT */
/* Volumes and their disks in columns. */
#ifndef BIOSBELT_GETPD_SHOW_TABLE_H
#define BIOSBELT_GETPD_SHOW_TABLE_H

#include "show/show.h"

#define COLUMNS_HELP                                                                               \
	"volume, type, state, disk, partition, model, serial, wwid, bus, size, kind, numbers, "    \
	"layers"

/* True when text is a list of column names, separated by commas. */
bool columns_are(const char *text);
/* Adds the rows of one answer, with show->columns; all operands share one table. */
enum err_code table_add(
	struct show *show, const char *what, const struct graph *g, struct err *err);
/* Prints the table. */
void table_print(struct show *show);
/* Runs --all and --disk. */
enum err_code table_of_all(struct show *show, struct err *err);

#endif
