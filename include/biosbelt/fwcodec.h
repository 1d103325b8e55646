/* SPDX-License-Identifier: MIT */
/*
 * Unpacking of the compressed streams firmware is made of. A damaged stream is not an error: the
 * bytes decoded so far are the output, and fw_unpacked.end is their state. Output is never larger
 * than the caller's limit whatever the stream claims, and memory grows only with real output.
 */
#ifndef BIOSBELT_FWCODEC_H
#define BIOSBELT_FWCODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum fw_codec {
	FW_CODEC_NONE,
	FW_CODEC_LZMA,     /* 13-byte LZMA-alone header, then LZMA1 */
	FW_CODEC_LZMA_F86, /* the same, the x86 branch filter from position 0 on the result */
	FW_CODEC_TIANO,    /* UEFI 2.10 chapter 19 with 5-bit position code lengths */
	FW_CODEC_EFI,      /* the same with 4 bits: "standard" compression */
	FW_CODEC_BROTLI,   /* u64 size, u64 scratch size, Brotli (RFC 7932) */
	FW_CODEC_LZ4,      /* LZ4 frame */
	FW_CODEC_GZIP,     /* RFC 1952 */
	FW_CODEC_ZLIB,     /* RFC 1950, alone or after AMD's 256-byte section header */
	FW_CODEC_XZ,       /* .xz: LZMA2 with checks */
	FW_CODEC_ZSTD,     /* RFC 8878 */
	FW_CODEC_SBL,      /* Slim Bootloader's header, then LZMA-alone or an LZ4 block */
	FW_CODEC_PFS,      /* BIOS Guard blocks of a volume of a Dell update, put together */
	FW_CODEC_PFAT,     /* BIOS Guard blocks of AMI's container, one after the other */
	FW_CODEC_CAB,      /* all files of a cabinet, one after the other: stored, or MSZIP */
	FW_CODEC_COUNT
};

/* How the decoding of a stream ended. */
enum fw_end {
	FW_END_WHOLE,  /* everything claimed was decoded, the stream's own checks hold */
	FW_END_CUT,    /* the input ended first: all decoded bytes are right */
	FW_END_BROKEN, /* the stream is damaged somewhere before: the last bytes out may be wrong */
	FW_END_LIMIT   /* the caller's limit stopped it */
};

struct fw_unpacked {
	struct blob bytes;   /* the caller frees it */
	size_t used;         /* bytes of input the stream takes */
	uint64_t claimed;    /* size its header claims; UINT64_MAX: it names none */
	enum fw_codec codec; /* the one that decoded it: some makers confuse Tiano and EFI */
	enum fw_end end;
	uint8_t lc, lp, pb; /* LZMA */
	uint32_t dict;      /* LZMA: dictionary size of the header */
	bool framed;        /* gzip: broken, but of the size that is named at its end */
	bool repaired;      /* LZMA: the header's fields were wrong and usual ones made it work */
};

/*
 * Decodes the stream at the start of in; bytes after its end are ignored. ERR_FORMAT: not even a
 * header; ERR_NOMEM. Tiano and EFI streams are tried the other way when the named one fails.
 */
enum err_code fw_unpack(enum fw_codec codec, struct span in, size_t max_out,
	struct fw_unpacked *out, struct err *err);

/* Whether an LZMA-alone header as firmware encoders write it begins at off. */
bool fw_lzma_plausible(struct span in, size_t off);

/* Whether a Tiano or EFI stream may begin at off: its sizes fit into in. */
bool fw_tiano_plausible(struct span in, size_t off);

/* The codec whose magic bytes begin here (gzip, zlib, xz, zstd, lz4); FW_CODEC_NONE. */
enum fw_codec fw_codec_at(struct span in, size_t off);

/* The codec of an image that is packed as a whole for transport (gzip, xz, zstd, lz4, .lzma, cab),
 * else FW_CODEC_NONE. *off: start of the stream; not 0 in Dell's ThinOS packages. */
enum fw_codec fw_codec_around(struct span image, size_t *off);

/* Slim Bootloader's header, LOADER_COMPRESSED_HEADER: u32 signature, u32 packed size, u32 size, u16
 * version, u8 svn, u8 attribute. An LZ4 block is after a u32 size, which counts as packed. */
#define FW_SBL_HEAD     16u
#define FW_SBL_PACKED   4u
#define FW_SBL_SIZE     8u
#define FW_SBL_LZ4_HEAD 4u

/* Whether a packed component of Slim Bootloader begins at off. *len: bytes it takes, header
 * included. */
bool fw_sbl_plausible(struct span in, size_t off, size_t *len);

/* "lzma", "lzma-f86", "tiano", "efi", "brotli", "lz4", "gzip", "zlib", "xz", "zstd", "sbl", "pfs",
 * "pfat", "cab", "none" */
const char *fw_codec_name(enum fw_codec codec);

/* "whole", "cut short", "damaged", "larger than the limit" */
const char *fw_end_name(enum fw_end end);

#endif
