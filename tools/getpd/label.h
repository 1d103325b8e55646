/* SPDX-License-Identifier: MIT */
/* Labels of FAT, exFAT and NTFS: they stand in a folder, or in a file of their own. Pure. */
#ifndef BIOSBELT_GETPD_LABEL_H
#define BIOSBELT_GETPD_LABEL_H

#include "superblock.h"

#define LABEL_SPACE_MAX 0x10000 /* bytes read for it */

/* Says in sb where the label stands, by the boot sector at the start of head. */
void label_place(struct span head, struct superblock *sb);
/* Takes the label from the bytes of that place; what sb has is kept when there is none. */
void label_read(struct span text, struct superblock *sb);

#endif
