/* SPDX-License-Identifier: MIT */
/* Shared by the parts of the walker. */
#ifndef BIOSBELT_FW_PRIVATE_H
#define BIOSBELT_FW_PRIVATE_H

#include "biosbelt/fv.h"
#include "biosbelt/fwcodec.h"
#include "biosbelt/fwwalk.h"

#define LZMA_USUAL 0x5Du /* properties of most LZMA streams: lc 3, lp 0, pb 2 */
enum err_code fw_lzma_decode(
	struct span in, bool f86, size_t max_out, struct fw_unpacked *out, struct err *err);
struct lzma_shape {
	unsigned lc, lp, pb;
	uint32_t dict;
};
/*
 * lzma_fast.c: decodes the LZMA1 stream of in, without a header, which must fill out exactly;
 * *used: its length. False: it does not, is damaged or has an end marker; the content of out is
 * undefined then.
 */
bool lzma_fast_decode(
	struct span in, const struct lzma_shape *shape, struct blob *out, size_t *used);
enum err_code fw_brotli_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
enum err_code fw_lz4_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);

enum err_code fw_deflate_decode(enum fw_codec codec, struct span in, size_t max_out,
	struct fw_unpacked *out, struct err *err);
enum err_code fw_xz_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
enum err_code fw_zstd_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
enum err_code fw_sbl_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
enum err_code fw_pfs_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
enum err_code fw_pfat_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
enum err_code fw_cab_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err);
/* Whether it is a cabinet whose folders are all packed by methods that fw_cab_decode supports. */
bool fw_cab_is_at(struct span in, size_t off);
bool fw_cab_is_readable(struct span in);
/* Doubles out (len: its capacity), to at most max; false: out of memory. */
bool codec_grow(struct blob *out, size_t max);
/* The frame of that magic number at or after *off, where only skippable frames (RFC 8878, 3.1.2;
 * LZ4's are the same) are before it; false: none, and *off stays. */
bool codec_next_frame(struct span in, uint32_t magic, size_t *off);

#define XZ_MAGIC                                                                                   \
	"\xFD"                                                                                     \
	"7zXZ\0" /* The .xz File Format 1.1.0, 2.1.1.1 */
#define XZ_MAGIC_LEN 6
#define ZSTD_FRAME   0xFD2FB528u /* RFC 8878, 3.1.1 */

#define LZ4_MAGIC 0x184D2204u /* LZ4 frame format 1.6, general structure */

/* A set of byte ranges, sorted and merged: what the structured walk has explained. */
struct fw_range {
	size_t off;
	size_t end;
};
struct fw_ranges {
	struct fw_range *r;
	size_t count;
	size_t cap;
};
bool cover_add(struct fw_ranges *c, size_t off, size_t end); /* false: out of memory */
bool cover_has(const struct fw_ranges *c, size_t off);
/* The next range [*off, *end) at or after from that is not covered; false: none before limit. */
bool cover_gap(const struct fw_ranges *c, size_t from, size_t limit, size_t *off, size_t *end);
void cover_free(struct fw_ranges *c);
/* blank.c: ranges of 00 or FF, of 4 KiB and more; false: out of memory. */
bool blank_find(struct span in, struct fw_ranges *out);
/* As span_find, but skips the blank ranges; the needle must not be blank. */
size_t blank_search(
	const struct fw_ranges *blank, struct span in, size_t from, const void *needle, size_t len);

/* update.c: notes the containers in the bytes of a file, whose blank ranges are known. */
void updates_find(struct span bytes, const struct fw_ranges *blank, struct fw_layer *file);
/* After the walk of the file, whose bytes begin at base of the space: drops containers whose marks
 * are all in streams that were unpacked. LZ4 and deflate leave them readable. */
void updates_settle(const struct fw_tree *t, uint32_t space, size_t base, struct span bytes,
	const struct fw_ranges *blank, struct fw_layer *file);

/* A stream decoded on trial. */
struct trial {
	bool kept;
	uint32_t space;
	size_t off, len;
	enum fw_codec codec;
	struct fw_unpacked unpacked;
};

struct ctx;

struct walker {
	const struct fw_opts *opts;
	struct fw_tree *tree;
	struct err *err;
	enum err_code rc; /* sticky: ERR_NOMEM */
	size_t output_left;
	uint64_t work_left;  /* bytes that may still be searched */
	uint64_t tries_left; /* bytes that damage_within may still be given */
	struct trial trial;
	struct fw_ranges plain; /* of an archive: what it stores as it is */
	/* Walk the content of a section or a stream: walk_volume and walk_layer, which call
	 * walk_sections in turn. */
	uint32_t (*enter_volume)(
		struct ctx *c, uint32_t parent, size_t off, size_t end, const struct fv_head *fv);
	void (*enter_layer)(struct walker *w, uint32_t owner, uint32_t space, struct span bytes,
		unsigned depth, bool quiet);
	/* Damage in what was unpacked, as an image of its own; NULL while such a one is walked. */
	uint32_t (*damage_within)(struct ctx *c, const struct fw_unpacked *u);
};

/* One space while it is walked. */
struct ctx {
	struct walker *w;
	uint32_t space;
	struct span bytes;
	struct fw_ranges cover;
	struct fw_ranges blank; /* while it is searched */
	unsigned depth;
	size_t row_end; /* of the sections being walked: a section's own size may be wrong */
	bool quiet;     /* damage here follows from the stream's, which is already reported */
};

/* tree.c */
/* Reports the withheld damage that no update container interrupts; false: out of memory. */
bool tree_settle(struct fw_tree *t);
/* As fw_tree_unpacked_end; framed: also of streams that nothing interrupts, although damaged. */
size_t tree_unpacked_end(const struct fw_tree *tree, uint32_t space, size_t off, bool framed);
uint32_t tree_add(struct ctx *c, const struct fw_node *node); /* FW_NONE: limit or no memory */
uint32_t tree_add_layer(struct walker *w, const struct fw_layer *space);
/* The layer of the file that the byte is part of. */
uint32_t tree_file(const struct fw_tree *t, uint32_t space, size_t off);
void tree_name(struct ctx *c, uint32_t node, struct span utf8);
void fw_add_damage(struct ctx *c, uint32_t node, size_t off, const char *fmt, ...) ERR_PRINTF(4, 5);
/* Adds a remark that is not damage. */
void fw_note(struct ctx *c, uint32_t node, size_t off, const char *fmt, ...) ERR_PRINTF(4, 5);
void ctx_cover(struct ctx *c, size_t off, size_t len);
/* Takes len bytes of searching from the budget; false when it is used up. */
bool ctx_work(struct ctx *c, size_t len);
void notify_node(struct ctx *c, uint32_t node); /* calls on_node */

/* volume.c: the volume whose header is at off; end bounds it. Returns its index. */
uint32_t walk_volume(
	struct ctx *c, uint32_t parent, size_t off, size_t end, const struct fv_head *fv);
/* Whether the headers of a volume and its files are right up to free space at its end: packers do
 * not leave that as it is. */
bool volume_is_intact(struct ctx *c, size_t off, const struct fv_head *fv);
struct fw_files {
	size_t end;       /* limit of the files */
	uint8_t erase;    /* value of erased flash */
	uint8_t revision; /* of the volume; 0: unknown */
	bool sure;        /* end is certain: after damage the next header before it belongs here */
};
/* Files from pos on; base: origin of the 8-byte alignment. */
void walk_files(struct ctx *c, uint32_t parent, size_t base, size_t pos, const struct fw_files *f);
/* True when consecutive sections fill [body, end). */
bool sections_fill(struct ctx *c, size_t body, size_t end);
/* True when a fully valid file header is at off. */
bool file_is_sound(struct ctx *c, size_t off, size_t end, uint8_t erase, struct ffs_head *out);

/* sections.c: consecutive sections in [off, end). strict: anything else is damage. Returns their
 * number. */
unsigned walk_sections(struct ctx *c, uint32_t parent, size_t off, size_t end, bool strict);
void walk_section(struct ctx *c, uint32_t parent, size_t off, size_t end,
	const struct section_head *h, uint8_t flags);
/* Unpacks the stream of node (stream_off, stream_len, codec set) and walks its content. */
void walk_stream(struct ctx *c, uint32_t node, bool quiet);

/* trial.c: as fw_unpack, with the walker's err. Out of memory ends the walk, since it does not show
 * that there is no stream. unpack_once is for the stream in at off of the space, and uses the kept
 * trial if it is of this stream. */
enum err_code trial_unpack(
	struct ctx *c, enum fw_codec codec, struct span in, size_t max, struct fw_unpacked *out);
enum err_code unpack_once(
	struct ctx *c, enum fw_codec codec, size_t off, struct span in, struct fw_unpacked *out);
/* Takes the bytes over. */
void trial_keep(
	struct ctx *c, enum fw_codec codec, size_t off, size_t len, const struct fw_unpacked *u);
void trial_free(struct walker *w);
/* Takes another decoding of the stream n, in, if the content shows that it is of that form; n is no
 * longer FW_GUESSED if the content proves whether it is x86-filtered. */
enum err_code settle_form(struct ctx *c, struct fw_node *n, struct span in, struct fw_unpacked *u);
/* Frees bytes that are not needed, and charges them to the budget of searching; kept bytes are
 * charged to the budget of output. */
void trial_drop(struct ctx *c, struct fw_unpacked *u);

/* The likely codec of a stream at off, from its first bytes; FW_CODEC_NONE: not one that we
 * decode. */
enum fw_codec guess_codec(struct span bytes, size_t off, size_t end);
/* True when a stream of codec at off decodes completely, or at least to the beginning of firmware.
 */
bool stream_holds(struct ctx *c, enum fw_codec codec, size_t off, size_t end);
/* firmware.c: true for a program, a volume, sections, a VBT or an option ROM; claimed: its size,
 * in: its first bytes. */
bool is_firmware(struct span in, uint64_t claimed);
/* False when is_firmware is, whatever follows in. */
#define FIRMWARE_LEAST 64u
bool may_be_firmware(struct span in, uint64_t claimed);

/* scan.c: searches the parts of a space that are outside its structure. */
void scan_layer(struct ctx *c);
/* scan_hits.c: calls found for every needle in the gaps; found may cover more. before: bytes of the
 * structure before the needle. */
void each_hit(struct ctx *c, const void *needle, size_t len, size_t before,
	void (*found)(struct ctx *c, size_t off, size_t gap, size_t end));
/* True inside a file or section, where a part without a container is not damage. */
bool in_file(struct ctx *c, uint32_t node);
/* scan_cbfs.c */
void scan_cbfs(struct ctx *c);
/* scan_uboot.c */
void scan_uboot(struct ctx *c);
/* scan_whole.c: an input that is a single file of a volume, sections or a packed image */
void scan_whole(struct ctx *c);
/* Gives each file of a .tar a layer. */
void note_tar(struct ctx *c);
/* Packed files in a packed .tar; those that are not packed are found as parts of any input. */
void scan_tar(struct ctx *c);
/* scan_streams.c */
/* Walks the stream at off, of len bytes at most; returns the place to continue. */
size_t take_stream(struct ctx *c, size_t off, size_t len, enum fw_codec codec);
void scan_bare_lzma(struct ctx *c);
void scan_bare_tiano(struct ctx *c);
void scan_sbl(struct ctx *c);
/* True when the first bytes of a Tiano or EFI stream at off unpack to firmware. */
bool tiano_prefix_decodes(struct ctx *c, size_t off);
bool tiano_sizes_fit(struct span in, size_t off);
/* scan_update.c: the supported update containers of vendors */
void scan_update(struct ctx *c);
/* Names the components of a PFAT container, in the space of its blocks' data. */
void name_components(struct ctx *c, uint32_t container);
/* scan_containers.c */
void scan_roms(struct ctx *c);
void scan_opregion(struct ctx *c);
void scan_capsule(struct ctx *c);
void scan_descriptors(struct ctx *c);

#endif
