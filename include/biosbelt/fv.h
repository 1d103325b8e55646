/* SPDX-License-Identifier: MIT */
/*
 * Headers of UEFI firmware volumes, files and sections (PI 1.7, volume 3, chapters 2 and 3). Only
 * reads, and allocates nothing. Sizes are as stored; callers clip them.
 */
#ifndef BIOSBELT_FV_H
#define BIOSBELT_FV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/fwguid.h"
#include "biosbelt/span.h"

#define FV_SIGNATURE_OFF 40
#define FV_GUID_OFF      16
#define FV_HEADER_MIN    56
#define FFS_HEADER_LEN   24
#define FFS3_HEADER_LEN  32
#define FFS_ALIGN        8
#define SECTION_ALIGN    4

enum fv_fs {
	FV_FS_UNKNOWN, /* an unknown GUID */
	FV_FS_OTHER,   /* known, holds no files (variables) */
	FV_FS_FFS1,
	FV_FS_FFS2,
	FV_FS_FFS3
};

struct fv_head {
	struct guid guid;
	enum fv_fs fs;
	uint64_t claimed; /* length field */
	uint64_t map_len; /* sum of the block map; 0: no valid map */
	size_t head_len;
	size_t data_off; /* first file, from the volume's start; 8-aligned */
	uint8_t revision;
	uint8_t erase; /* 0xFF or 0x00 */
	bool signature_ok;
	bool sum_ok; /* the zero vector, first in the header, may be left out of it */
};

/* True for a valid or recognizably damaged volume header: one or two of signature, GUID, checksum
 * and block map may be wrong. */
bool fv_parse(struct span in, size_t off, struct fv_head *out);

/* Sum of 16-bit words; 0 for a valid header. len is even. */
uint16_t fv_sum16(struct span in);

/* Apple's volumes have in the zero vector a CRC32 of everything after the header. The field may
 * have any other content: only a right value is a CRC. volume: including the header. */
#define FV_APPLE_CRC 8
bool fv_apple_body(struct span volume, struct span *body); /* false: the field is 0, or no room */
bool fv_apple_crc(struct span volume);
/* Whether the zero vector looks like Apple's, with a right CRC or not: zero, the CRC, and the
 * offset of the free space or zero. Others leave it zero, or begin it with code (ARM). */
bool fv_apple_shape(struct span volume);

enum ffs_type {
	FFS_RAW = 0x01,
	FFS_FREEFORM = 0x02,
	FFS_SEC = 0x03,
	FFS_PEI_CORE = 0x04,
	FFS_DXE_CORE = 0x05,
	FFS_PEIM = 0x06,
	FFS_DRIVER = 0x07,
	FFS_COMBINED = 0x08, /* PEIM and driver in one */
	FFS_APPLICATION = 0x09,
	FFS_MM = 0x0A,
	FFS_FV_IMAGE = 0x0B,
	FFS_MM_CORE = 0x0D,
	FFS_TYPE_LAST = 0x0F,
	FFS_PAD = 0xF0
};

struct ffs_head {
	struct guid guid;
	uint8_t type;
	uint8_t attributes;
	uint8_t state; /* as with erase polarity 1: bits written are 0 */
	size_t head_len;
	uint64_t claimed;
	bool sum_ok;
	bool deleted;
};

/* Reads the 24 or 32 bytes at off; false when in is too short. The only check is sum_ok. */
bool ffs_parse(struct span in, size_t off, uint8_t erase, struct ffs_head *out);

/* Length of a file's tail in a volume of revision 1, after its content: the inverted checksums of
 * its header. 2 or 0. */
size_t ffs_tail_len(const struct ffs_head *head, uint8_t revision);

/* True for a type that PI defines, for PAD, and for OEM types. */
bool ffs_type_known(uint8_t type);
bool ffs_has_sections(uint8_t type);

/* Whether the checksum of the body is right; true when the file has none. body: all bytes after
 * the header. */
bool ffs_body_sum_ok(struct span in, size_t off, const struct ffs_head *head, struct span body);

enum section_type {
	SECTION_COMPRESSION = 0x01,
	SECTION_GUIDED = 0x02,
	SECTION_DISPOSABLE = 0x03,
	SECTION_PE32 = 0x10,
	SECTION_PIC = 0x11,
	SECTION_TE = 0x12,
	SECTION_DXE_DEPEX = 0x13,
	SECTION_VERSION = 0x14,
	SECTION_UI = 0x15,
	SECTION_COMPAT16 = 0x16,
	SECTION_FV_IMAGE = 0x17,
	SECTION_FREEFORM_GUID = 0x18,
	SECTION_RAW = 0x19,
	SECTION_PEI_DEPEX = 0x1B,
	SECTION_MM_DEPEX = 0x1C
};

#define SECTION_PROCESSING_REQUIRED 1u

struct section_head {
	uint8_t type;
	size_t common_len; /* 4, or 8 when the size is extended */
	size_t head_len;   /* all header bytes: the body begins there */
	uint64_t claimed;
	struct guid guid;    /* GUIDED and FREEFORM_GUID */
	uint16_t attributes; /* GUIDED */
	uint8_t method;      /* COMPRESSION: 0 none, 1 standard */
	uint32_t unpacked;   /* COMPRESSION: size claimed */
};

/* False without a header of a known type and possible size. The size may exceed the input. */
bool section_parse(struct span in, size_t off, struct section_head *out);
bool section_type_known(uint8_t type);

/* "pe32", "raw", "guided" ...; "section" for unknown types. */
const char *section_type_name(uint8_t type);

#endif
