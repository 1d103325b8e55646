/* SPDX-License-Identifier: MIT */
/*
 * Walks a firmware image of any make and finds its parts: flash descriptor, capsules, volumes,
 * files, sections, CBFS files, option ROMs, OpRegions and every compressed stream. It follows the
 * structure where that is valid and searches all other bytes for headers and GUIDs at any offset,
 * because descriptors can be wrong and dumps damaged.
 *
 * Bytes are in spaces: space 0 is the image, each decoded stream is a further one, which on_layer
 * gets before it is freed. Nodes stay until fw_tree_free.
 *
 * Limits: FW_DEPTH_MAX levels, FW_NODE_MAX nodes, fw_opts.max_output decoded bytes altogether, and
 * searches whose time grows linearly with the image. Reaching one sets tree.limited.
 */
#ifndef BIOSBELT_FWWALK_H
#define BIOSBELT_FWWALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/fwcodec.h"
#include "biosbelt/fwupdate.h"
#include "biosbelt/guid.h"
#include "biosbelt/span.h"

#define FW_NONE       UINT32_MAX
#define FW_DEPTH_MAX  96
#define FW_NODE_MAX   65536
#define FW_DAMAGE_MAX 200
#define FW_NAME_MAX   48

enum fw_kind {
	FW_DESCRIPTOR,
	FW_REGION,
	FW_CAPSULE,
	FW_VOLUME,
	FW_FILE,
	FW_SECTION,
	FW_STREAM, /* a compressed stream without a header of its own around it */
	FW_CBFS_FILE,
	FW_ROM_IMAGE,
	FW_OPREGION,
	FW_PFS, /* part of a Dell update: FW_PFS_... in type */
	FW_PFAT /* part of an AMI BIOS Guard update: FW_PFAT_... in type */
};

enum fw_pfs { FW_PFS_VOLUME, FW_PFS_ENTRY, FW_PFS_SECTION };
/* A component is there twice: as its blocks in the container, and in the space of their data. */
enum fw_pfat { FW_PFAT_CONTAINER, FW_PFAT_COMPONENT };

#define FW_DAMAGED   1u   /* its header or extent is wrong in some way */
#define FW_RECOVERED 2u   /* found by searching, not by following the structure */
#define FW_DELETED   4u   /* a file marked as deleted */
#define FW_CLIPPED   8u   /* claims more bytes than there are */
#define FW_GUESSED   16u  /* nothing names its compression, nor does its content prove the filter */
#define FW_BROKEN    32u  /* its CRC32 proves that bytes of its body are damaged */
#define FW_SUM_WRONG 64u  /* a checksum over its body is wrong, and may be so itself */
#define FW_SIGNED    128u /* capsules: a signature covers it */
#define FW_PROVED    128u /* a CRC32 over its body is right; volumes: Apple's */

struct fw_node {
	enum fw_kind kind;
	uint32_t parent; /* index, or FW_NONE */
	uint32_t space;  /* where its bytes are */
	size_t off;      /* in that space, header included */
	size_t len;      /* header and body, never past the end of the space */
	size_t head;     /* header bytes: the body begins at off + head */
	uint64_t claimed;
	uint8_t type; /* of the file, section, region or CBFS file */
	uint8_t flags;
	bool has_guid;
	struct guid guid;
	char name[FW_NAME_MAX]; /* UTF-8, from the image: may hold anything */
	/* Compressed parts */
	enum fw_codec codec;
	enum fw_end end;
	uint8_t lc, lp, pb;
	bool framed; /* as in struct fw_unpacked */
	uint32_t dict;
	size_t stream_off; /* of the stream, in the node's space */
	size_t stream_len; /* bytes it takes */
	size_t unpacked;   /* decoded bytes */
	uint32_t inner;    /* the space of the decoded bytes, or FW_NONE */
};

struct fw_layer {
	uint32_t owner; /* node of the stream, or FW_NONE for the image */
	uint32_t file;  /* the space of the file it is part of: the image, or one that was packed
			   for distribution */
	size_t len;
	size_t image_off; /* of the outermost stream in the image; 0 for the image */
	enum fw_end end;  /* of the decoding */
	size_t proved;    /* broken streams: bytes before this are right, a sound header follows */
	uint64_t looked;  /* of the first space: nodes that fw_tree_at compared so far */
	/* Of a file: vendors' update containers in it, a bit 1 << FW_UPDATE_... each, and where the
	 * first of a kind begins. Where their headers interrupt the firmware they look like damage,
	 * which is therefore reported only in the parts that were opened. */
	uint8_t updates;
	uint8_t opened; /* those of which some parts are in the tree */
	size_t update_off[FW_UPDATE_KINDS];
	uint32_t withheld; /* damage in it, FW_DAMAGE_MAX of it in the tree's list */
	/* A .tar: so many layers after it are no spaces, but the files in it, bytes [from, to) of
	 * the space "within", each with update containers of its own. */
	uint32_t members;
	uint32_t within;
	size_t from, to;
};

struct fw_damage {
	uint32_t space;
	size_t off;       /* in that space */
	size_t image_off; /* in the image: off itself, or the outermost stream around it */
	uint32_t node;    /* the part it is in, or FW_NONE */
	char text[128];
};

struct fw_ranges;

struct fw_tree {
	struct fw_node *nodes;
	uint32_t count;
	size_t cap;
	struct fw_layer *spaces;
	uint32_t space_count;
	size_t space_cap;
	struct fw_damage *damages; /* FW_DAMAGE_MAX at most */
	uint32_t damage_count;
	uint32_t damage_more;    /* further ones, only counted */
	struct fw_damage *notes; /* look-alikes and foreign parts: no sign of damage */
	uint32_t note_count;     /* FW_DAMAGE_MAX at most */
	uint32_t note_more;
	struct fw_damage *withheld; /* during the walk: where a container may interrupt */
	uint32_t withheld_count;
	size_t withheld_cap;
	uint64_t unpacked;             /* bytes in all, those of trials included */
	bool limited;                  /* a limit stopped part of the walk */
	bool archive;                  /* the image is one, which is not opened */
	const struct fw_ranges *blank; /* on_layer: of the space, for fw_space_find; else NULL */
};

struct fw_opts {
	size_t max_output; /* decoded bytes altogether; 0: 64 MiB + 16 times the image */
	bool deep;         /* also tries what is rarely there: bare streams, odd alignments */
	void *user;
	/* A node's header is read and, for a compressed one, its stream decoded. bytes: the node's.
	 * May be NULL. */
	void (*on_node)(void *user, const struct fw_tree *tree, uint32_t node, struct span bytes);
	/* A space's nodes, and all spaces inside it, are known; its bytes are freed after this. Not
	 * called for a space of 00 or of FF alone, which is not searched. May be NULL. */
	void (*on_layer)(void *user, const struct fw_tree *tree, uint32_t space, struct span bytes);
};

/* Damage is not an error: it fails only with ERR_NOMEM. fw_tree_free in either case. */
enum err_code fw_walk(
	struct span image, const struct fw_opts *opts, struct fw_tree *tree, struct err *err);
void fw_tree_free(struct fw_tree *tree);

/*
 * The deepest node that holds the byte at off of a space; else the stream the space came from;
 * FW_NONE: none. After FW_LOOK_MAX comparisons, which only an image of thousands of overlapping
 * headers needs, always the stream; then paths are less exact.
 */
#define FW_LOOK_MAX ((uint64_t)1 << 28)
uint32_t fw_tree_at(const struct fw_tree *tree, uint32_t space, size_t off);

/* The BIOS region of a flash descriptor with both bytes of the image in it; NULL: none. */
const struct fw_node *fw_tree_bios_region(const struct fw_tree *tree, size_t a, size_t b);

/* Words such as "bios/volume@510000/file 9E21FD93-.../lzma/file FF0C8745-...
 * (IntelGopDriver)/pe32"; text from the image is escaped. node may be FW_NONE: "". */
void fw_tree_path(const struct fw_tree *tree, uint32_t node, struct buf *out);

/* Adds damage that a reader of the contents found; false: out of memory. */
bool fw_tree_add_damage(
	struct fw_tree *tree, uint32_t space, size_t off, uint32_t node, const char *text);

/* Adds a note, which is not damage; false: out of memory. */
bool fw_tree_note(
	struct fw_tree *tree, uint32_t space, size_t off, uint32_t node, const char *text);

/* In on_layer: as span_find in the bytes of the space, but faster where many of them are blank. The
 * needle must not be of 00 or FF alone. */
size_t fw_space_find(
	const struct fw_tree *tree, struct span bytes, size_t from, const void *needle, size_t len);

/* Whether the bytes [off, off + len) of a space are known to be those that were packed. */
bool fw_layer_trusted(const struct fw_tree *tree, uint32_t space, size_t off, size_t len);

/*
 * The verdict of the checksums of a node and of those around it on its bytes: 0, FW_SUM_WRONG or
 * FW_BROKEN. An LZMA stream that ended correctly proves all that it decoded to, as a correct CRC32
 * proves what it covers; the other codecs decode damage to wrong bytes.
 */
uint8_t fw_checksum_state(const struct fw_tree *tree, uint32_t node);

/* The end of the stream, or of the update container's blocks, that hold the byte at off, or 0 when
 * none do. What was unpacked or joined is searched in a space of its own; LZ4 and deflate leave
 * some of it readable in the stream. */
size_t fw_tree_unpacked_end(const struct fw_tree *tree, uint32_t space, size_t off);

/* Whether headers of an update container may interrupt the bytes around off. Never in parts that
 * were opened. */
bool fw_tree_interrupted(const struct fw_tree *tree, uint32_t space, size_t off);

/* The update container of which parts were opened in the file that the space is part of;
 * FW_UPDATE_NONE. */
enum fw_update fw_tree_opened(const struct fw_tree *tree, uint32_t space, size_t off);

/* Whether an image is AMIBIOS or Phoenix FirstBIOS, from before UEFI: no volumes nor
 * files, and a mark (coreboot's bios_extract, src/bios_extract.c). EFI streams are its modules:
 * nothing is damaged where only their headers, which are not read here, lead to them. The packed
 * size includes the 8 bytes of sizes in AMIBIOS 8 and Lenovo's FirstBIOS, so that a stream ends
 * before it seems to, and a module of AMIBIOS has a sum. */
bool fw_is_old_bios(const struct fw_tree *tree, struct span in);

const char *fw_kind_name(enum fw_kind kind);

/* What sort of archive the bytes begin as; NULL: none. Downloads often are archives, which are not
 * opened. */
const char *fw_archive_name(struct span in);

#endif
