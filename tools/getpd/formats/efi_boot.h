/* SPDX-License-Identifier: MIT */
/* The partition in a boot option of UEFI. Pure. */
#ifndef BIOSBELT_GETPD_EFI_BOOT_H
#define BIOSBELT_GETPD_EFI_BOOT_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

/* Start and length in logical blocks of the disk, from the bytes of a variable Boot#### without the
 * attributes that efivarfs adds in front. False: it does not name a partition. */
bool efi_boot_partition(struct span option, uint64_t *start, uint64_t *blocks);

#endif
