/* SPDX-License-Identifier: MIT */
/*
 * Vendors' update containers: files that an update program checks and takes apart before it flashes
 * anything. Headers and signatures interrupt a firmware image inside one. Those of AMI and Dell are
 * joined again (pfat.h, pfs.h); others have to be unpacked with the vendor's or a third party's
 * program first.
 *
 * Sources: platomav/BIOSUtilities (ami_pfat_extract.py, insyde_ifd_extract.py,
 * dell_pfs_extract.py).
 */
#ifndef BIOSBELT_FWUPDATE_H
#define BIOSBELT_FWUPDATE_H

#include "biosbelt/span.h"

enum fw_update {
	FW_UPDATE_NONE,
	FW_UPDATE_PFAT,   /* AMI BIOS Guard */
	FW_UPDATE_IFLASH, /* Insyde $_IFLASH_ */
	FW_UPDATE_DELL,   /* Dell PFS, bare or in an update program */
	FW_UPDATE_KINDS
};

struct fw_tree;

/* Looks for the first container that the file is or holds; *off: where it begins. tree: in
 * on_layer, which makes it faster; else NULL. */
enum fw_update fw_update_find(const struct fw_tree *tree, struct span image, size_t *off);

/* Do headers and signatures interrupt the firmware inside? Insyde's container holds it in one
 * piece. */
bool fw_update_interrupts(enum fw_update kind);

/* "AMI BIOS Guard (PFAT)" ...; never NULL. */
const char *fw_update_name(enum fw_update kind);

#endif
