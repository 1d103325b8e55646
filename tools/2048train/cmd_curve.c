/* SPDX-License-Identifier: MIT */
/* 2048train curve: the learning curve as a picture. */
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "cmd.h"
#include "train/curve.h"

#define CSV_MAX (64u << 20)

int cmd_curve(const struct cmd *cmd)
{
	struct blob csv;
	struct buf svg;
	struct err err;
	enum err_code rc;

	if (file_read(cmd->csv, CSV_MAX, &csv, &err) != ERR_OK) {
		diag_err(cmd->csv, &err);
		return diag_status(&err);
	}
	buf_init(&svg, 0);
	rc = curve_draw(blob_span(csv), &svg, &err);
	blob_free(&csv);
	if (rc != ERR_OK)
		diag_err(cmd->csv, &err);
	else if ((rc = file_write(cmd->out, span_of(svg.ptr, svg.len), cmd->force, &err)) != ERR_OK)
		diag_err(cmd->out, &err);
	buf_free(&svg);
	return rc == ERR_OK ? EXIT_DONE : diag_status(&err);
}
