/* SPDX-License-Identifier: MIT */
/*
 * Firmware images built from nothing for the tests: sections, files, volumes, packed streams,
 * flash descriptors, capsules and CBFS. Functions that take blobs free them; out of memory aborts.
 */
#ifndef TEST_FW_IMAGE_H
#define TEST_FW_IMAGE_H

#include <stdbool.h>

#include "biosbelt/fv.h"
#include "biosbelt/fwcodec.h"
#include "biosbelt/span.h"

/* Joins and frees both; b begins at a multiple of align, filled up with fill. */
struct blob image_join(struct blob a, struct blob b, size_t align, uint8_t fill);
struct blob image_fill(size_t len, uint8_t value);
/* Bytes that compress badly, the same for the same seed. */
struct blob image_noise(size_t len, uint32_t seed);
/* Bytes like code: compress to a half or so and hold x86 calls. */
struct blob image_code(size_t len, uint32_t seed);
/* As much x86 code as shows whether it was filtered: filtered, its calls have the same operand. */
struct blob image_calls(bool filtered);

/* The stream alone. Codecs: all but NONE. */
struct blob image_pack(enum fw_codec codec, struct blob body);
struct blob image_pack_unusual(struct blob body); /* LZMA, lc 1 */

/* Sections. large: with the 32-bit size. */
struct blob image_section(uint8_t type, struct blob body, bool large);
struct blob image_ui(const char *name);
struct blob image_guided(const struct guid *guid, uint16_t attributes, struct blob body);
struct blob image_compressed(uint8_t method, uint32_t unpacked, struct blob body);
/* Packs sections into the section type of the codec; EFI gives type 01, NONE type 01 with method
 * 0. */
struct blob image_packed_section(enum fw_codec codec, struct blob sections);
struct blob image_crc32_section(struct blob sections);
struct blob image_add_section(struct blob row, struct blob section);

/* Files. checksum: with a checksum of the body. */
struct image_file {
	struct guid guid;
	uint8_t type;
	bool large;
	bool checksum;
};
struct blob image_file(const struct image_file *opts, struct blob body);

/* A volume of consecutive 8-aligned files; size 0: as needed, a multiple of 4096. */
struct image_volume {
	size_t size;
	bool ffs3;
	bool ext_header;
	bool other_guid;
};
struct blob image_volume(const struct image_volume *opts, struct blob files);
void image_volume_fix_sum(uint8_t *volume);
void image_file_fix_sum(uint8_t *file);

/* 4 KiB; regions by number; len 0: unused. */
struct image_region {
	size_t off;
	size_t len;
};
struct blob image_descriptor(const struct image_region *regions, unsigned count);

struct blob image_capsule(struct blob body, bool aptio);
/* Codecs: NONE, LZMA, LZ4. */
struct blob image_cbfs_file(const char *name, uint32_t type, enum fw_codec codec, struct blob body);

/*
 * The sample firmware: a driver volume (noise files around a GOP driver and a VBT) packed with
 * codec into a main volume, and a second volume with plain files after.
 */
struct image_sample {
	enum fw_codec codec;
	bool crc32;     /* around the packed section */
	bool ffs3;      /* driver volume FFS3, VBT in a large file */
	bool checksums; /* files with body checksums */
	bool ia32;      /* the driver */
	bool te;
	bool raw_vbt;      /* VBT as body of a RAW file */
	bool no_names;     /* no UI sections, unknown GUIDs */
	unsigned nesting;  /* further packed volumes around, 0: none */
	bool descriptor;   /* flash descriptor and filler before it, BIOS region at half the size */
	size_t noise;      /* bytes of other files in the driver volume; 0: 40,000 */
	const char *panel; /* see sample_vbt */
};
struct blob image_sample(const struct image_sample *opts);
/* What image_sample puts in, as bytgvs should give it back: driver, and VBT with its padding. */
struct blob image_sample_gop(const struct image_sample *opts);
struct blob image_sample_vbt(const struct image_sample *opts);

#endif
