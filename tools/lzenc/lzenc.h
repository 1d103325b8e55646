/* SPDX-License-Identifier: MIT */
/*
 * lzenc's core: compresses memory into a bare stream or section, identifies compressed data, and
 * opens it. Archives are sevenzip.h's.
 */
#ifndef LZENC_H
#define LZENC_H

#include "biosbelt/lzma_alone.h"
#include "biosbelt/sevenzip.h"

enum lz_format {
	LZ_AUTO,
	LZ_7Z,
	LZ_LZMA,
	LZ_LZMA86,
	LZ_F86,
	LZ_SECTION,
	LZ_XZ,
	LZ_OTHER,
	LZ_UIMAGE, /* only read */
	LZ_FORMATS
};
/* The reader of the result (--for). */
enum lz_target { LZ_ANYONE, LZ_EDK2, LZ_COREBOOT, LZ_UBOOT, LZ_LINUX, LZ_7ZIP, LZ_TARGETS };

#define LZ_UNSET (-1)

struct lz_settings {
	enum lz_format format;
	enum lz_target target;
	int level; /* 1..9 */
	bool best;
	int filter;     /* enum branch_kind or LZ_UNSET: choose */
	int lc, lp, pb; /* LZ_UNSET: choose */
	uint32_t dict;  /* 0: as fits */
	uint32_t nice;  /* 0: the level's */
	bool classic;   /* the original tool's parameters */
	bool marker;
	bool unknown_size;
	unsigned threads; /* 0: all processors */
	uint64_t memory;  /* bytes available for packing; 0: unknown */
	const struct codec_watch *watch;
	/* .7z, no reader or 7-Zip is named: x86 programs may get BCJ2, as in 7-Zip, with best all
	 * x86 code; any data may get Delta */
	bool programs;
	bool bcj2; /* the data are such programs: set for each block */
	/* bytes of a frame when the data are a .wav, for which 7-Zip uses Delta; else 0 */
	unsigned sound;
	bool verify;  /* decodes and compares the output while encoding */
	uint8_t *own; /* the input, when it may be filtered in place temporarily; or NULL */
	struct choose_memo *memo; /* choose.h; or NULL */
};

/* The original tool's parameters (its manual: algorithm 2, 8 MiB, 128 fast bytes, BT4). */
#define LZ_CLASSIC_DICT ((uint32_t)8 << 20)
#define LZ_CLASSIC_NICE 128u

/* The most fast bytes. */
#define LZ_NICE_MOST 273u

/* The encoder's effort at a level. */
struct lzma_effort lz_effort(const struct lz_settings *s);
/*
 * The longest dictionary for an input of len bytes that level, readers and memory allow. An
 * explicit option is not reduced, and 64 MiB are always allowed.
 */
uint32_t lz_dict_most(const struct lz_settings *s, uint64_t len);
/* The dictionary that such an input would have with more memory; 0: the same. */
uint32_t lz_dict_missed(const struct lz_settings *s, uint64_t len);
/* Bytes of an input that are held in memory at a time: four dictionaries, at least 64 MiB. */
size_t lz_hold(const struct lz_settings *s);

/* ERR_USAGE, with the reason: settings contradict each other or the target. */
enum err_code lz_check(const struct lz_settings *s, struct err *err);

#define LZ_BIT(kind) BRANCH_BIT(kind)
/*
 * Filters that every reader of .7z takes: 7-Zip, libarchive 3.6, py7zr 0.11 and unar 1.10. The last
 * lacks Delta, and all but 7-Zip lack ARM64 and RISC-V (tests/e2e/lzenc/readers.sh).
 */
#define LZ_PORTABLE                                                                                \
	(LZ_BIT(BRANCH_NONE) | LZ_BIT(BRANCH_X86) | LZ_BIT(BRANCH_ARM) | LZ_BIT(BRANCH_ARMT) |     \
		LZ_BIT(BRANCH_PPC) | LZ_BIT(BRANCH_SPARC) | LZ_BIT(BRANCH_IA64))
/* Filters allowed by format and reader: LZ_BIT of enum branch_kind. */
unsigned lz_filters(enum lz_format format, enum lz_target target);
/* Whether a .7z may need of its reader what 7-Zip's own of level 9 do: BCJ2 and Delta. */
bool lz_as_7zip(const struct lz_settings *s);
/* Filters to try: those, and Delta for sound or where lz_as_7zip. */
unsigned lz_filters_for(const struct lz_settings *s);
/* True for Delta of any distance. */
bool lz_is_delta(enum branch_kind filter);
/* Whether that is for a .wav, or the like. */
bool lz_is_waves(const struct lz_settings *s, enum branch_kind filter);

/* The largest lc + lp of the target. */
int lz_lclp_most(const struct lz_settings *s);

/* Tiny inputs and tables: which parse suits them is chance, so more of them are tried. */
bool lz_may_surprise(struct span in);

/*
 * Ways worth trying for some data, the likeliest first; more for small inputs and for --best
 * (ways.c). Fixed settings remain fixed.
 */
#define LZ_WAYS_MAX 96
enum err_code lz_ways(struct span in, const struct lz_settings *s,
	struct sz_method ways[LZ_WAYS_MAX], size_t *count, struct err *err);

/* True when narrower readers than the settings' target, or narrower formats, allow the way. */
bool lz_is_narrow(const struct lz_settings *s, const struct sz_method *way);

/* The chosen way. */
struct lz_result {
	struct sz_method way; /* how.verify: it was verified */
	uint64_t in_len, out_len;
	unsigned tried; /* ways that were fully encoded */
	bool stored;    /* no way made it smaller */
};

/* The filter that makes the data smallest, by an estimate; for grouping files. */
enum err_code lz_best_filter(
	struct span in, const struct lz_settings *s, enum branch_kind *out, struct err *err);

/*
 * Decodes the output and compares it: all of it or, when its pieces were verified, as much as
 * proves that they are joined correctly.
 */
enum err_code lz_compare(struct reader *r, struct span want, bool verified, struct err *err);

/* Compresses one solid block of an archive, trying the ways of its data. */
enum err_code lz_pack_block(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct sz_packed **out, struct err *err);

/* Compresses into LZ_LZMA, LZ_LZMA86, LZ_F86 or LZ_SECTION. */
enum err_code lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err);

/*
 * The form LZ_LZMA of an input longer than lz_hold: in may be a mapped file; the output goes to
 * the sink.
 */
enum err_code lz_encode_long(struct span in, const struct lz_settings *s,
	const struct lzma_sink *sink, struct lz_result *res, struct err *err);

/* The kind of some data. */
struct lz_kind {
	enum lz_format format; /* LZ_AUTO: not known */
	enum branch_kind filter;
	struct span body; /* the LZMA-alone stream, .7z or .xz in it */
	size_t before;    /* offset of body */
	size_t after;     /* bytes after a section or uImage */
	size_t missing;   /* of a uImage: bytes missing according to its header */
	uint32_t crc;     /* of a uImage: the right CRC of body */
	bool stated;      /* filter is stated by a section, a flag byte or an option */
};
/* named_lzma: LZMA-alone by name or option, so an unlikely header is accepted. */
void lz_identify(struct span in, bool named_lzma, struct lz_kind *out);
/* True for an archive of a kind that is known but not opened here; *err names it. */
bool lz_is_others(struct span in, struct err *err);
const char *lz_format_name(enum lz_format format);

struct lz_open {
	struct lz_kind kind;
	uint64_t memlimit;
	bool marker_ok;
};
/* A reader of the data of a single stream (not .7z). */
enum err_code lz_reader(const struct lz_open *how, struct reader **out, struct err *err);

#endif
