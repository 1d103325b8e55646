/* SPDX-License-Identifier: MIT */
/* The report about each file, as lines or as one JSON document. */
#ifndef TXTCOPY_REPORT_H
#define TXTCOPY_REPORT_H

#include "biosbelt/json.h"
#include "txtcopy.h"

struct report {
	bool json;
	enum txt_mode mode;
	struct json j;
	struct buf text; /* the JSON document */
	unsigned failed;
	unsigned files;
};

void report_begin(struct report *r, enum txt_mode mode, bool json);
/* One file; rc and err are the results of txt_run. */
void report_file(struct report *r, const char *path, const struct txt_result *result,
	enum err_code rc, const struct err *err);
/* A file that could not be started. */
void report_error(struct report *r, const char *path, const struct err *err);
void report_end(struct report *r);

#endif
