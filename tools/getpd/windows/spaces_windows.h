/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_SPACES_WINDOWS_H
#define BIOSBELT_GETPD_SPACES_WINDOWS_H

#include "windows/win_api.h"

/* win_api.pool_disks, from Windows' management classes. Returns 0, or an HRESULT or error of WMI
 * when these are missing, as before Windows 8. */
long spaces_disks(unsigned number, struct win_member *out, size_t cap, size_t *count, bool *failed);

#endif
