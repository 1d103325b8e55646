/* SPDX-License-Identifier: MIT */
/* Devices that the kernel exports without claiming them. */
#ifndef BIOSBELT_GETPD_EXPORT_LINUX_H
#define BIOSBELT_GETPD_EXPORT_LINUX_H

#include "core/check.h"

/* Adds a reason for each that would be overwritten. */
enum err_code export_check(struct check *c, const struct query_opts *query, struct err *err);

#endif
