/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_SPACES_WINDOWS_H
#define BIOSBELT_GETPD_SPACES_WINDOWS_H

#include "windows/win_api.h"

/* win_api.pool_disks by Windows' own management classes; the number of an HRESULT or of WMI when it
 * does not answer, as before Windows 8. */
long spaces_disks(unsigned number, struct win_member *out, size_t cap, size_t *count, bool *failed);

#endif
