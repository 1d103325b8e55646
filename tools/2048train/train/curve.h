/* SPDX-License-Identifier: MIT */
/* The learning curve as a picture: average score and the rates of large tiles over moves. */
#ifndef BIOSBELT_2048AI_CURVE_H
#define BIOSBELT_2048AI_CURVE_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define CURVE_POINTS_MAX 100000u

/* csv: what train writes, its first line names the columns. svg gets a whole SVG document. */
enum err_code curve_draw(struct span csv, struct buf *svg, struct err *err);

#endif
