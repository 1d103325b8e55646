/* SPDX-License-Identifier: MIT */
/*
 * U-Boot's images: the legacy header (u-boot include/image.h, struct legacy_img_hdr), and FIT, a
 * device tree with images (Flat Image Tree Specification 1.0; Devicetree Specification 0.4, chapter
 * 5). All numbers are big-endian. Nothing is allocated; what is read points into the image.
 */
#ifndef BIOSBELT_UBOOT_H
#define BIOSBELT_UBOOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define UBOOT_MAGIC     "\x27\x05\x19\x56"
#define UBOOT_MAGIC_LEN 4u
#define UBOOT_HEAD      64u
#define UBOOT_HEAD_CRC  4u /* it counts as 0 in it */
#define UBOOT_SIZE      12u
#define UBOOT_PACKING   31u

/* Whether the header's own checksum is right for it with the right magic, whatever it has. */
bool uboot_head_holds(struct span head);

#define FDT_MAGIC     "\xD0\x0D\xFE\xED"
#define FDT_MAGIC_LEN 4u
#define FDT_HEAD      40u

enum fdt_kind { FDT_STOP, FDT_NODE, FDT_NODE_END, FDT_PROPERTY, FDT_NONE };

struct fdt {
	struct span tree;  /* from the magic on, as many bytes as its header says */
	struct span names; /* of properties */
	size_t pos, end;   /* of the nodes */
	unsigned depth;    /* of the node that pos is in; the root's is 1 */
	bool done;
};

struct fdt_item {
	enum fdt_kind kind;
	struct span name; /* ptr NULL: a property whose name is outside the names */
	size_t at, len;   /* a property's value, in the tree */
};

/* The tree at the start of at; false: its header is wrong. */
bool fdt_open(struct span at, struct fdt *out);
/* FDT_STOP: after the end of the root, or an invalid token. */
enum fdt_kind fdt_next(struct fdt *t, struct fdt_item *out);
/* After FDT_STOP: whether the tree was read to its proper end. */
bool fdt_is_whole(const struct fdt *t);
/* The text with a zero after it at off of in; ptr NULL: none. */
struct span fdt_text(struct span in, size_t off);
bool fdt_is(struct span name, const char *text);

#define FIT_DEPTH_LIST  2u /* of /images */
#define FIT_DEPTH_ENTRY 3u /* of /images/NAME */

/* Data of an image, counted from the tree's start; len 0: unknown. */
struct fit_data {
	size_t off, len;
};

/* Takes a property of an image, if it says where the data are: in the tree or after it. False: it
 * should, and has another size than such a property has. */
bool fit_take_place(const struct fdt *t, const struct fdt_item *p, struct fit_data *data);

#endif
