/* SPDX-License-Identifier: MIT */
/* New names for logs. */
#ifndef BIOSBELT_SPC_LOG_NAME_H
#define BIOSBELT_SPC_LOG_NAME_H

#include <stddef.h>

#include "biosbelt/err.h"

#define LOG_NAME_MAX 160 /* bytes of log_name_fresh */

/* ttyUSB0-20260131-235959.log in the current folder; the port's name cannot change the folder. */
enum err_code log_name_fresh(const char *port, char out[LOG_NAME_MAX], struct err *err);
/* The next name of a series: boot.log, boot-2.log, boot-3.log ... from *number (2 at first) on. */
enum err_code log_name_next(
	const char *path, unsigned *number, char *out, size_t cap, struct err *err);

#endif
