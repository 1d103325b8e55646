/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_BITLOCKER_WINDOWS_H
#define BIOSBELT_GETPD_BITLOCKER_WINDOWS_H

#include <wchar.h>

/* The property System.Volume.BitLockerProtection of "C:\", which needs no rights; 0
 * or an HRESULT. */
long bitlocker_state(const wchar_t *root, int *out);

#endif
