/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_QUERY_WINDOWS_H
#define BIOSBELT_GETPD_QUERY_WINDOWS_H

#include "windows/win_volume.h"

/* The calls of the real system. */
const struct win_api *query_windows_api(void);

#endif
