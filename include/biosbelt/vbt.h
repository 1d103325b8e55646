/* SPDX-License-Identifier: MIT */
/*
 * The Video BIOS Table: how a board's display is wired and driven, read by Intel's GOP driver,
 * legacy video BIOS and i915. A 48-byte header "$VBT <platform>", then a BDB ("BIOS_DATA_BLOCK "):
 * a 22-byte header and a chain of blocks (u8 id, u16 size, data). See docs/formats/vbt.md.
 * Parsing allocates nothing; decoding (vbt_decode.h) does.
 */
#ifndef BIOSBELT_VBT_H
#define BIOSBELT_VBT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define VBT_SIGNATURE     "$VBT "
#define VBT_SIGNATURE_LEN 5
#define BDB_SIGNATURE     "BIOS_DATA_BLOCK "
#define BDB_SIGNATURE_LEN 16
#define VBT_HEADER_LEN    48
#define BDB_HEADER_LEN    22
#define VBT_PLATFORM_MAX  17 /* 15 characters, one to spare, NUL */
#define VBT_BLOCK_MAX     256 /* a longer chain is not a chain: ids are bytes, genuine ones have 45 */

enum vbt_state {
	VBT_NONE,     /* not a VBT */
	VBT_WHOLE,    /* the header holds and every byte is there */
	VBT_TRUNCATED /* the header holds, the end is missing */
};

/* Sum of the vbt_size bytes mod 256. Half of the genuine VBTs fail it, since firmware sets it at
 * run time: report it, but never reject a table for it. */
enum vbt_sum { VBT_SUM_OK, VBT_SUM_BAD, VBT_SUM_UNSET /* field 0 and the sum is not 0 */ };

struct vbt_info {
	enum vbt_state state;
	bool headerless;     /* a BDB without $VBT: platform is "", version 0, sum means nothing */
	bool header_damaged; /* a $VBT header is before the BDB, but part of it is wrong */
	size_t off;          /* where it starts in the span given */
	size_t size;         /* bytes it claims: vbt_size, or bdb_size when headerless */
	size_t present;      /* of these, in the input: less than size when truncated */
	char platform[VBT_PLATFORM_MAX]; /* letters, digits, -, /, _ and '.'; others become '_' */
	uint16_t version;                /* 100; another one only with a right sum */
	uint8_t checksum;                /* the field */
	enum vbt_sum sum;
	size_t bdb_off; /* from the start of the VBT */
	uint16_t bdb_version;
	uint16_t bdb_size;
	unsigned block_count;   /* blocks that are wholly inside */
	bool signature_damaged; /* a byte or two of "BIOS_DATA_BLOCK " are wrong */
	bool chain_ok;          /* the block chain ends within a byte of the BDB's end */
	size_t chain_end;       /* where it ends, from the start of the VBT */
};

/*
 * Reads the table at off: a "$VBT" header that passes the acceptance rule of docs/formats/vbt.md,
 * or a bare "BIOS_DATA_BLOCK ". With a damaged header before the latter the table begins there, so
 * out->off is smaller than off. Constant time but for the sum and the chain, both bounded by 64
 * KiB. Returns out->state. A VBT with a valid header and a broken chain is VBT_WHOLE with chain_ok
 * false; three of 470 genuine ones are so. Require chain_ok where chance hits are likely, as inside
 * driver code.
 */
enum vbt_state vbt_probe(struct span in, size_t off, struct vbt_info *out);

/*
 * The next VBT at or after from: a $VBT that vbt_probe accepts, or a bare BDB that no $VBT header
 * points at. strict: only with chain_ok. out->off is never below from. Returns VBT_NONE at the end
 * of in.
 */
enum vbt_state vbt_find(struct span in, size_t from, bool strict, struct vbt_info *out);

/*
 * Bytes of the stored body: body.len when body is one VBT at offset 0 followed by padding (00 or FF
 * throughout), as a section or file holds it; else info->present. The vendors' editors need the
 * padding too.
 */
size_t vbt_stored_len(struct span body, const struct vbt_info *info);

/* One block of the chain. */
struct vbt_block {
	uint8_t id;
	size_t off; /* of the data, from the start of the VBT */
	struct span data;
	bool cut; /* its size runs past the input; data holds the bytes up to the end */
};

/* Walks the chain. Begin with *pos = 0. False at the end or where the chain breaks. */
bool vbt_next_block(
	struct span vbt, const struct vbt_info *info, size_t *pos, struct vbt_block *out);

/* The first block of that id. */
bool vbt_block_find(
	struct span vbt, const struct vbt_info *info, uint8_t id, struct vbt_block *out);

/* Short English name of a block id, or NULL. */
const char *vbt_block_name(uint8_t id);

/* Sets the checksum byte so that the sum becomes 0. vbt holds at least info->size bytes. */
void vbt_fix_sum(uint8_t *vbt, const struct vbt_info *info);

/* "ok", "bad", "unset" */
const char *vbt_sum_name(enum vbt_sum sum);

#endif
