/* SPDX-License-Identifier: MIT */
/* Shared by the .7z writer and reader. Ids and layout: 7zFormat.txt and Methods.txt of 7-Zip. */
#ifndef BIOSBELT_SZ_PRIVATE_H
#define BIOSBELT_SZ_PRIVATE_H

#include "biosbelt/sevenzip.h"

#define SZ_SIGNATURE_LEN 6
#define SZ_START_LEN     32 /* signature, version, CRC, start header */
extern const uint8_t sz_signature[SZ_SIGNATURE_LEN];

/* 7zFormat.txt, "Property IDs" */
enum sz_id {
	SZ_END = 0x00,
	SZ_HEADER = 0x01,
	SZ_ARCHIVE_PROPERTIES = 0x02,
	SZ_ADDITIONAL_STREAMS = 0x03,
	SZ_MAIN_STREAMS = 0x04,
	SZ_FILES_INFO = 0x05,
	SZ_PACK_INFO = 0x06,
	SZ_UNPACK_INFO = 0x07,
	SZ_SUBSTREAMS_INFO = 0x08,
	SZ_SIZE = 0x09,
	SZ_CRC = 0x0A,
	SZ_FOLDER_ID = 0x0B,
	SZ_UNPACK_SIZE = 0x0C,
	SZ_NUM_UNPACK_STREAM = 0x0D,
	SZ_EMPTY_STREAM = 0x0E,
	SZ_EMPTY_FILE = 0x0F,
	SZ_ANTI = 0x10,
	SZ_NAMES = 0x11,
	SZ_CTIME = 0x12, /* of creation */
	SZ_ATIME = 0x13,
	SZ_MTIME = 0x14,
	SZ_ATTRIBUTES = 0x15,
	SZ_ENCODED_HEADER = 0x17,
	SZ_DUMMY = 0x19
};

/* Methods.txt */
enum sz_method_id {
	SZ_M_COPY = 0x00,
	SZ_M_DELTA = 0x03,
	SZ_M_X86_NEW = 0x04,
	SZ_M_PPC_NEW = 0x05,
	SZ_M_IA64_NEW = 0x06,
	SZ_M_ARM_NEW = 0x07,
	SZ_M_ARMT_NEW = 0x08,
	SZ_M_SPARC_NEW = 0x09,
	SZ_M_ARM64 = 0x0A,
	SZ_M_RISCV = 0x0B,
	SZ_M_LZMA2 = 0x21,
	SZ_M_LZMA = 0x030101,
	SZ_M_PPMD = 0x030401,
	SZ_M_X86 = 0x03030103,
	SZ_M_BCJ2 = 0x0303011B,
	SZ_M_AES = 0x06F10701,
	SZ_M_PPC = 0x03030205,
	SZ_M_IA64 = 0x03030401,
	SZ_M_ARM = 0x03030501,
	SZ_M_ARMT = 0x03030701,
	SZ_M_SPARC = 0x03030805,
	SZ_M_SWAP2 = 0x020302,
	SZ_M_SWAP4 = 0x020304,
	SZ_M_DEFLATE = 0x040108,
	SZ_M_DEFLATE64 = 0x040109
};
#define SZ_M_OTHER 0xFFFFFFFFu /* an id longer than 4 bytes */

/* 7-Zip, libarchive and py7zr make at most 5 coders (AES, BCJ2 and three LZMA). */
#define SZ_CODERS_MAX 8
#define SZ_INS_MAX    16
#define SZ_PROPS_MAX  34 /* of AES: two bytes, salt and start value of 16 each */

struct sz_coder {
	uint32_t id;
	uint8_t ins;       /* input streams; the output is always one */
	uint8_t props_len; /* more than SZ_PROPS_MAX: the properties were not kept */
	uint8_t props[SZ_PROPS_MAX];
};

struct sz_block {
	struct sz_coder coder[SZ_CODERS_MAX];
	uint64_t unpack[SZ_CODERS_MAX]; /* sizes of the coders' outputs */
	uint64_t pack_size[SZ_INS_MAX];
	uint64_t pack_off; /* of the first packed stream, from the end of the start header */
	struct {
		uint8_t in, out;
	} bind[SZ_CODERS_MAX];                   /* an input fed by an output */
	uint8_t packed_in[SZ_INS_MAX];           /* inputs fed by the packed streams */
	uint8_t coders, ins, binds, packs, last; /* last: coder whose output is the block's */
	bool has_crc, odd;                       /* odd: of a shape unknown to sz_block_reader */
	uint32_t crc;
	size_t entries; /* with content */
	size_t first;   /* index of the first of them */
};

/* A block that was compressed: its description and the packed streams in order. */
struct sz_packed {
	struct sz_block block;
	struct blob stream[4];
};

/* Describes a block with one packed stream, of a method without BCJ2. */
void sz_plain_shape(struct sz_block *b, const struct sz_method *m, uint64_t len, uint64_t packed);

/* Seconds from 1601 to 1970 times 10^7 (FILETIME of MS-DTYP 2.3.3). */
#define SZ_EPOCH 116444736000000000LL

/* Attributes: a Windows part and, under this bit, the POSIX mode in the upper half. */
#define SZ_ATTR_READONLY 0x01u
#define SZ_ATTR_FOLDER   0x10u
#define SZ_ATTR_ARCHIVE  0x20u
#define SZ_ATTR_REPARSE  0x400u
#define SZ_ATTR_UNIX     0x8000u
#define SZ_MODE_TYPE     0170000u
#define SZ_MODE_FILE     0100000u
#define SZ_MODE_FOLDER   0040000u
#define SZ_MODE_LINK     0120000u

/* sz_number.c: the variable-length numbers. */
void sz_put_number(struct buf *b, uint64_t v);
uint64_t sz_get_number(struct cursor *c);

/* sz_crypt.c: AES-256 with a key from a password; secret may be NULL. Owns in on success only. */
enum err_code sz_crypt_open(const struct sz_coder *coder, uint64_t size, struct sz_secret *secret,
	struct reader *in, struct reader **out, struct err *err);

/* sz_block.c */
void sz_put_block(struct buf *b, const struct sz_block *block);
enum err_code sz_get_block(struct cursor *c, struct sz_block *block, struct err *err);
void sz_block_text(const struct sz_block *block, char *out, size_t cap);
/* packed: the bytes of each packed stream */
enum err_code sz_block_open(const struct span *packed, const struct sz_block *block,
	uint64_t memlimit, struct sz_secret *secret, struct reader **out, struct err *err);
/* Finds a block's packed streams in a file; false when they run past it. */
bool sz_block_streams(struct span file, const struct sz_block *block, struct span out[SZ_INS_MAX]);
bool sz_block_encrypted(const struct sz_block *block);
uint64_t sz_block_memory(const struct sz_block *block);
bool sz_block_supported(const struct sz_block *block);

#endif
