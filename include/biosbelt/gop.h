/* SPDX-License-Identifier: MIT */
/*
 * Recognises an Intel GOP driver (the UEFI graphics driver of Intel's display engines) and computes
 * its version from its own code. The version is not stored: the driver puts the text "
 * [major.minor.build]" together when it starts, from short UTF-16 strings whose addresses its code
 * loads in that order. We read those addresses out of the machine code (x64: RIP-relative lea;
 * IA32: relocated operands), so no table of known drivers is needed.
 */
#ifndef BIOSBELT_GOP_H
#define BIOSBELT_GOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/guid.h"
#include "biosbelt/pe.h"
#include "biosbelt/span.h"

#define GOP_VERSION_MAX 32

struct gop_info {
	enum pe_format format;
	uint16_t machine; /* PE_MACHINE_... */
	size_t size;      /* of the image file (pe_info.extent); a section's body may be longer */
	bool whole;       /* all of size is in the input */
	char version[GOP_VERSION_MAX]; /* "7.2.1011"; empty when the code does not hold it */
	char product[48];              /* "Valley View", "Ivy Bridge": printable ASCII; or "" */
};

/*
 * Whether the image that starts at image.ptr is an Intel GOP driver. A cut image may still be one:
 * then whole is false. Other vendors' drivers and plain data give false. Time is linear in the
 * image's extent.
 */
bool gop_probe(struct span image, struct gop_info *out);

/*
 * Whether it is a module that shows a picture before drivers run, as FSP's IntelGraphicsPeim: its
 * data offer the Graphics PPI of the PEI phase. version and product stay empty. Such a module has
 * no maker's text, so one of another maker would be accepted too; none has been seen.
 */
extern const struct guid gop_pei_mark; /* the PPI's GUID, which every such module has */
bool gop_pei_probe(struct span image, struct gop_info *out);

#endif
