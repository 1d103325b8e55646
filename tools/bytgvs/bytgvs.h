/* SPDX-License-Identifier: MIT */
/*
 * Finds Intel GOP drivers, Video BIOS Tables, legacy video BIOSes, graphics modules of the PEI
 * phase and option ROMs of displays in a firmware image, through all packings. The content decides,
 * never a GUID or a name. Pure: prints and writes nothing.
 */
#ifndef BYTGVS_H
#define BYTGVS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/digest.h"
#include "biosbelt/err.h"
#include "biosbelt/fwwalk.h"
#include "biosbelt/gop.h"
#include "biosbelt/span.h"
#include "biosbelt/vbt.h"

#define FIND_MAX      512 /* finds of one image; more set report.limited */
#define FIND_NONE     UINT32_MAX
#define FIND_NAME_MAX 96

enum find_kind {
	FIND_GOP,
	FIND_VBT,
	FIND_VBIOS,
	FIND_GOP_PEI, /* shows the first picture before drivers run */
	FIND_EFI_ROM, /* of an Intel display device, without a known GOP driver */
	FIND_KINDS
};

struct find {
	enum find_kind kind;
	bool whole;
	char problem[160]; /* not whole: the fault; whole: a remark, or "" */

	uint32_t space;   /* of report.tree */
	uint32_t node;    /* the part it lies in, or FW_NONE */
	size_t off;       /* in that space */
	size_t image_off; /* in the image: of itself, or of the packed stream it is in */
	char *path;       /* fw_tree_path of node; UTF-8, escaped */

	struct blob bytes;                  /* as stored: with the padding of its section or file */
	size_t len;                         /* without: image extent, vbt_size */
	char sha256[SHA256_HEX_LEN];        /* of the first len bytes */
	char stored_sha256[SHA256_HEX_LEN]; /* of bytes */

	struct gop_info gop;     /* FIND_GOP, FIND_GOP_PEI */
	struct vbt_info vbt;     /* FIND_VBT; off is 0 */
	uint16_t vendor, device; /* FIND_VBIOS, FIND_EFI_ROM */
	bool sum_ok;             /* FIND_VBIOS */
	bool in_vbios;           /* FIND_VBT: inside a legacy video BIOS */

	uint32_t same_as;         /* an earlier find with the same bytes, or FIND_NONE */
	char differs[192];        /* the difference to the first of its kind */
	char name[FIND_NAME_MAX]; /* of the file, without the image's: "gop-7.2.1011-x64.efi" */
};

struct report {
	struct fw_tree tree;
	struct find *finds; /* in order of place */
	uint32_t count;
	size_t cap;
	bool limited;
};

/* Searches the whole image for every kind: along its structure, and in the bytes that are not part
 * of it, until tree.limited. Damage is not an error. report_free in either case. max_output: see
 * fw_opts.
 */
enum err_code bytgvs_scan(
	struct span image, size_t max_output, struct report *out, struct err *err);
void report_free(struct report *r);

bool report_damaged(const struct report *r);
/* Did a limit end the search of the image or of one of its spaces? */
bool report_limited(const struct report *r);
/* Distinct finds of a kind, whole ones only or all. */
uint32_t report_count(const struct report *r, enum find_kind kind, bool whole);

/* "gop", "vbt", "vbios", "gop-pei", "efi-rom" */
const char *find_kind_name(enum find_kind kind);
const char *find_machine(const struct find *f); /* of a driver */

/* bytgvs_name.c: fills in name, same_as and differs of all finds. */
void report_name(struct report *r);

#endif
