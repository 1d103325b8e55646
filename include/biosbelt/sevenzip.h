/* SPDX-License-Identifier: MIT */
/*
 * The .7z container (7zFormat.txt and Methods.txt of 7-Zip): a writer whose archives 7-Zip,
 * libarchive and py7zr open, and a reader. Methods that are read: Copy, LZMA, LZMA2, Deflate,
 * Deflate64, Delta, Swap, AES-256, BCJ2 and the branch filters x86, ARM, ARM Thumb, ARM64, PPC,
 * SPARC, IA64 and RISC-V. Both work in memory of bounded size.
 */
#ifndef BIOSBELT_SEVENZIP_H
#define BIOSBELT_SEVENZIP_H

#include "biosbelt/branch.h"
#include "biosbelt/lzma.h"

/* Times in .7z are FILETIME: 100 ns since 1601; here nanoseconds since 1970. */

enum sz_type { SZ_FILE, SZ_FOLDER, SZ_LINK };

struct sz_entry {
	/*
	 * '/' between the parts, relative, not empty. UTF-8, or a name in some other encoding,
	 * whose bytes 7-Zip and we keep in private characters (utf8_keep).
	 */
	const char *name;
	enum sz_type type;
	uint64_t size; /* of a link: length of its target, which is its content (UTF-8) */
	bool has_mtime;
	int64_t mtime_ns;
	bool has_mode; /* POSIX permission bits in mode */
	uint32_t mode;
	bool anti; /* from here on: set by the reader only. An entry that an update deletes */
	bool has_atime, has_created;
	int64_t atime_ns, created_ns;
	bool has_crc;
	uint32_t crc;
	size_t block; /* index, or SZ_NO_BLOCK: no content */
};
#define SZ_NO_BLOCK SIZE_MAX

/* ---- writing ---- */

struct sz_sink {
	enum err_code (*write)(void *user, const void *ptr, size_t len, struct err *err);
	/* Overwrites the first bytes at the end. */
	enum err_code (*patch)(void *user, const void *ptr, size_t len, struct err *err);
	void *user;
};

/* How one solid block is compressed. */
struct sz_method {
	enum branch_kind filter;
	bool bcj2;  /* instead of filter */
	bool lzma2; /* else LZMA1 */
	/*
	 * A writable pointer to the same data, which sz_pack then filters in place and restores
	 * before it returns: this saves a copy. NULL: filter a copy.
	 */
	uint8_t *own;
	struct lzma_encode how;
};

struct sz_writer;
/* The sink must stay until sz_writer_close. */
enum err_code sz_writer_open(const struct sz_sink *sink, struct sz_writer **out, struct err *err);
/*
 * Adds an entry; name, type, size, times and mode count. Entries with content (size > 0) must be
 * followed, after at most any number of further entries, by an sz_writer_block that holds their
 * contents one after another.
 */
enum err_code sz_writer_entry(
	struct sz_writer *w, const struct sz_entry *entry, uint32_t crc, struct err *err);
/*
 * Compresses the contents of all entries since the last block, or stores them when that is no
 * longer; data.len must be their sum.
 */
enum err_code sz_writer_block(
	struct sz_writer *w, struct span data, const struct sz_method *method, struct err *err);
/* The same with a block that sz_pack made already. */
struct sz_packed;
enum err_code sz_writer_packed(struct sz_writer *w, const struct sz_packed *p, struct err *err);
/*
 * A block whose packed bytes come piece by piece, as the method (plain, without BCJ2) makes them.
 * Before the first piece no entry may wait for its block; the entries come after the last piece,
 * and then sz_writer_pieces_end.
 */
enum err_code sz_writer_piece(struct sz_writer *w, struct span packed, struct err *err);
enum err_code sz_writer_pieces_end(
	struct sz_writer *w, const struct sz_method *method, struct err *err);
/* Writes the header; total: bytes of the whole archive. */
enum err_code sz_writer_finish(struct sz_writer *w, uint64_t *total, struct err *err);
void sz_writer_close(struct sz_writer *w); /* NULL is fine */

/* Compresses a block without writing it, so that several ways can be compared. */
enum err_code sz_pack(
	struct span data, const struct sz_method *method, struct sz_packed **out, struct err *err);
/* At most LZMA_MANY ways with the same filter, all by LZMA1 or all by LZMA2; see lzma1_encode_many.
 */
enum err_code sz_pack_many(struct span data, const struct sz_method *ways, size_t count,
	struct sz_packed **outs, struct err *err);
/* A block that holds the data as they are (method Copy): for incompressible data. */
enum err_code sz_store(struct span data, struct sz_packed **out, struct err *err);
/* Bytes of a block in an archive, with its description; the same of stored bytes. */
uint64_t sz_packed_len(const struct sz_packed *p);
uint64_t sz_stored_len(uint64_t len);
/* Decodes it again, from memory: for verification. */
enum err_code sz_packed_reader(const struct sz_packed *p, struct reader **out, struct err *err);
void sz_packed_free(struct sz_packed *p);

/* ---- reading ---- */

/* Converts a FILETIME; false: outside of what nanoseconds reach. */
bool sz_time(uint64_t ticks, int64_t *ns);

#define SZ_HEADER_MAX ((size_t)256 << 20) /* bytes of an unpacked header */

struct sz_archive;
/* Parses the header of an archive in memory, which must outlive *out. */
enum err_code sz_open(
	struct span file, uint64_t memlimit, struct sz_archive **out, struct err *err);
/*
 * The same when parts may be encrypted. ask is called once, when the password is needed, and gives
 * it as UTF-8; the password is wiped. Must outlive *out; sz_secret_free afterwards.
 */
#define SZ_SALT_MAX 16
struct sz_secret {
	enum err_code (*ask)(const void *user, struct blob *out, struct err *err);
	const void *user;
	bool known, has_key; /* from here on private */
	struct blob utf16;
	unsigned cycles;
	size_t salt_len;
	uint8_t salt[SZ_SALT_MAX], key[32];
};
enum err_code sz_open_secret(struct span file, uint64_t memlimit, struct sz_secret *secret,
	struct sz_archive **out, struct err *err);
/* Asks now, if it has not before: a missing password is then one error, not one for each block. */
enum err_code sz_secret_ask(struct sz_secret *s, struct err *err);
void sz_secret_free(struct sz_secret *s);
void sz_close(struct sz_archive *a);

size_t sz_count(const struct sz_archive *a);
const struct sz_entry *sz_entry_at(const struct sz_archive *a, size_t i);

struct sz_block_info {
	uint64_t packed, unpacked;
	size_t entries;
	bool has_crc;
	uint32_t crc;
	bool encrypted;
	bool supported;  /* sz_block_reader can decode it */
	uint64_t memory; /* bytes that any decoder takes for dictionaries and models, at least */
	char method[96]; /* "LZMA2:24 x86", the coder nearest to the data last */
};
size_t sz_block_count(const struct sz_archive *a);
void sz_block_info(const struct sz_archive *a, size_t i, struct sz_block_info *out);
/* Bytes of the file before and after the archive proper. */
uint64_t sz_trailing(const struct sz_archive *a);
uint64_t sz_header_bytes(const struct sz_archive *a);

/* The contents of a block's entries, one after another, in the order of the entries. */
enum err_code sz_block_reader(const struct sz_archive *a, size_t block, uint64_t memlimit,
	struct reader **out, struct err *err);

#endif
