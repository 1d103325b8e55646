/* SPDX-License-Identifier: MIT */
/*
 * Private to the VBT decoder: rows with the place and encoding of a field. A field of an array of
 * 16 panels is one row with a stride, in bits, to the next panel's field.
 */
#ifndef BIOSBELT_FW_VBT_TABLE_H
#define BIOSBELT_FW_VBT_TABLE_H

#include "biosbelt/vbt_decode.h"

#define VBT_PANELS      16u
#define VBT_MIPI_PANELS 6u

struct vbt_row {
	const char *name;
	uint16_t byte;      /* from the start of the record */
	uint8_t shift;      /* first bit in that byte */
	uint8_t bits;       /* 1 to 32 */
	uint16_t stride;    /* bits from one panel's field to the next; 0: not an array */
	uint16_t since;     /* first BDB version that has it; 0: all */
	uint16_t until;     /* last one; 0: all */
	uint16_t high_byte; /* place of the value's high_bits upper bits */
	uint8_t high_shift;
	uint8_t high_bits; /* 0: none */
	enum vbt_kind kind;
	uint16_t scale;           /* value * scale + add; 0: 1 */
	uint16_t add;             /* */
	const char *const *names; /* VBT_KIND_NAMED */
	uint8_t name_count;
	/* for VBT_KIND_NAMED, instead of a list of names */
	void (*describe)(uint64_t value, unsigned version, char text[VBT_TEXT_MAX]);
};

struct vbt_decoder {
	struct span vbt;
	const struct vbt_info *info;
	struct vbt_fields *out;
	uint8_t block;
	const char *group;
	unsigned index;
	const char *part;
	unsigned panel;
};

/* Adds a field with the decoder's block, group, index, part and panel; NULL when out of room. */
struct vbt_field *vbt_add(struct vbt_decoder *d, const char *name, enum vbt_kind kind);
/* A computed number. */
void vbt_add_number(struct vbt_decoder *d, const char *name, uint64_t value);
void vbt_add_text(struct vbt_decoder *d, const char *name, struct span text);
void vbt_add_bytes(struct vbt_decoder *d, const char *name, struct span bytes);
/* The meaning of a value as text; "" for rows without names. */
void vbt_row_text(
	const struct vbt_row *row, uint64_t value, unsigned version, char text[VBT_TEXT_MAX]);
/* The field's value is stored at the start of "at", in that many bits. */
void vbt_place(struct vbt_decoder *d, struct vbt_field *field, struct span at, unsigned bits);

/* Adds the bytes of a block not covered by the fields from first on: cover.c. */
void vbt_add_uncovered(struct vbt_decoder *d, struct span data, size_t first);

/* Reads consecutive records of one size as a group, with indexes from 0, at most max. */
void vbt_read_records(struct vbt_decoder *d, const char *group, struct span data, size_t size,
	unsigned max, const struct vbt_row *rows, size_t count);

/* Detailed timing of 18 bytes and PnP id of 10 bytes, as in EDIDs: edid.c. */
void vbt_read_dtd(struct vbt_decoder *d, struct span dtd);
void vbt_read_pnp(struct vbt_decoder *d, struct span pnp);

/* Reads every row of the table from record; in arrays the element index. */
void vbt_read_rows(struct vbt_decoder *d, struct span record, const struct vbt_row *rows,
	size_t count, unsigned index);

/* The same, as a group of panels: index 0 to panels - 1. */
void vbt_read_panels(struct vbt_decoder *d, struct span record, const struct vbt_row *rows,
	size_t count, unsigned panels);

void vbt_decode_general(struct vbt_decoder *d, struct span data);     /* 1 */
void vbt_decode_devices(struct vbt_decoder *d, struct span data);     /* 2 */
void vbt_decode_old_devices(struct vbt_decoder *d, struct span data); /* 11 */
void vbt_decode_registers(struct vbt_decoder *d, struct span data);   /* 6, 7, 8 */
void vbt_decode_psr(struct vbt_decoder *d, struct span data);         /* 9 */
void vbt_decode_driver(struct vbt_decoder *d, struct span data);      /* 12 */
void vbt_decode_edp(struct vbt_decoder *d, struct span data);         /* 27 */
void vbt_decode_lfp(struct vbt_decoder *d, struct span data);         /* 40 */
void vbt_decode_lfp_ptrs(struct vbt_decoder *d, struct span data);    /* 41 */
void vbt_decode_lfp_data(struct vbt_decoder *d, struct span data);    /* 42 */
void vbt_decode_backlight(struct vbt_decoder *d, struct span data);   /* 43 */
void vbt_decode_power(struct vbt_decoder *d, struct span data);       /* 44 */
void vbt_decode_frames(struct vbt_decoder *d, struct span data);      /* 45 */
void vbt_decode_colours(struct vbt_decoder *d, struct span data);     /* 46 */
void vbt_decode_palette(struct vbt_decoder *d, struct span data);     /* 54 */
void vbt_decode_vswing(struct vbt_decoder *d, struct span data);      /* 57 */
void vbt_decode_mipi(struct vbt_decoder *d, struct span data);        /* 52 */
void vbt_decode_sequences(struct vbt_decoder *d, struct span data);   /* 53 */
void vbt_decode_dsc(struct vbt_decoder *d, struct span data);         /* 56 */

void vbt_decode_generic_mode(struct vbt_decoder *d, struct span data); /* 5 */
void vbt_decode_old_clocks(struct vbt_decoder *d, struct span data);   /* 9 before BDB 165 */
void vbt_decode_clocks(struct vbt_decoder *d, struct span data);       /* 15 */
void vbt_decode_old_mipi(struct vbt_decoder *d, struct span data);     /* 50 */

void vbt_decode_modes(struct vbt_decoder *d, struct span data);        /* 4 */
void vbt_decode_removal(struct vbt_decoder *d, struct span data);      /* 10 */
void vbt_decode_custom(struct vbt_decoder *d, struct span data);       /* 20 */
void vbt_decode_efp_list(struct vbt_decoder *d, struct span data);     /* 21 */
void vbt_decode_sdvo_options(struct vbt_decoder *d, struct span data); /* 22 */
void vbt_decode_sdvo(struct vbt_decoder *d, struct span data);         /* 23, 24, 25 */
void vbt_decode_efp_dtds(struct vbt_decoder *d, struct span data);     /* 28 */
void vbt_decode_fixed(struct vbt_decoder *d, struct span data);        /* 51 */
void vbt_decode_timings(struct vbt_decoder *d, struct span data);      /* 58 */

void vbt_decode_toggle(struct vbt_decoder *d, struct span data);      /* 3 */
void vbt_decode_persistence(struct vbt_decoder *d, struct span data); /* 13 */
void vbt_decode_select(struct vbt_decoder *d, struct span data);      /* 16, 29, 31 */
void vbt_decode_tests(struct vbt_decoder *d, struct span data);       /* 17 */
void vbt_decode_rotation(struct vbt_decoder *d, struct span data);    /* 18 */
void vbt_decode_pairs(struct vbt_decoder *d, struct span data);       /* 19, 30, 32 */
void vbt_decode_tv(struct vbt_decoder *d, struct span data);          /* 26 */
void vbt_decode_prd(struct vbt_decoder *d, struct span data);         /* 253 */

void vbt_decode_outer_tables(struct vbt_decoder *d, struct span data); /* 14 */
void vbt_decode_old_dsc(struct vbt_decoder *d, struct span data);      /* 55 */
void vbt_decode_hooks(struct vbt_decoder *d, struct span data);        /* 252 */
void vbt_decode_build(struct vbt_decoder *d, struct span data);        /* 254 */

/* Rows: name, byte, shift, bits, then the other parameters. */
#define VBT_COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define VBT_FLAG(n, by, sh, since_, until_)                                                        \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = 1, .since = (since_),            \
		.until = (until_), .kind = VBT_KIND_FLAG                                           \
	}
#define VBT_NUM(n, by, sh, bi, since_, until_)                                                     \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .since = (since_),         \
		.until = (until_), .kind = VBT_KIND_NUMBER                                         \
	}
#define VBT_HEX(n, by, sh, bi, since_, until_)                                                     \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .since = (since_),         \
		.until = (until_), .kind = VBT_KIND_HEX                                            \
	}
#define VBT_NAMED(n, by, sh, bi, since_, until_, list)                                             \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .since = (since_),         \
		.until = (until_), .kind = VBT_KIND_NAMED, .names = (list),                        \
		.name_count = VBT_COUNT(list)                                                      \
	}
#define VBT_TOLD(n, by, sh, bi, since_, until_, how)                                               \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .since = (since_),         \
		.until = (until_), .kind = VBT_KIND_NAMED, .describe = (how)                       \
	}
#define VBT_SCALED(n, by, sh, bi, since_, scale_, add_)                                            \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .since = (since_),         \
		.kind = VBT_KIND_NUMBER, .scale = (scale_), .add = (add_)                          \
	}
/* A value in two places: byte, shift, bits of the low part, then of the high part. */
#define VBT_SPLIT(n, by, sh, bi, hby, hsh, hbi)                                                    \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .high_byte = (hby),        \
		.high_shift = (hsh), .high_bits = (hbi), .kind = VBT_KIND_NUMBER                   \
	}
/* Arrays over panels: the stride after the bits. */
#define VBT_PFLAG(n, by, since_, until_)                                                           \
	{                                                                                          \
		.name = (n), .byte = (by), .bits = 1, .stride = 1, .since = (since_),              \
		.until = (until_), .kind = VBT_KIND_FLAG                                           \
	}
#define VBT_PBIT(n, by, sh, st, since_, until_)                                                    \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = 1, .stride = (st),               \
		.since = (since_), .until = (until_), .kind = VBT_KIND_FLAG                        \
	}
#define VBT_PNUM(n, by, sh, bi, st, since_, until_)                                                \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .stride = (st),            \
		.since = (since_), .until = (until_), .kind = VBT_KIND_NUMBER                      \
	}
#define VBT_PHEX(n, by, sh, bi, st, since_, until_)                                                \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .stride = (st),            \
		.since = (since_), .until = (until_), .kind = VBT_KIND_HEX                         \
	}
#define VBT_PSCALED(n, by, sh, bi, st, since_, scale_, add_)                                       \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .stride = (st),            \
		.since = (since_), .kind = VBT_KIND_NUMBER, .scale = (scale_), .add = (add_)       \
	}
#define VBT_PNAMED(n, by, sh, bi, st, since_, until_, list)                                        \
	{                                                                                          \
		.name = (n), .byte = (by), .shift = (sh), .bits = (bi), .stride = (st),            \
		.since = (since_), .until = (until_), .kind = VBT_KIND_NAMED, .names = (list),     \
		.name_count = VBT_COUNT(list)                                                      \
	}

extern const char *const vbt_vswing_names[4];
extern const char *const vbt_preemphasis_names[4];
extern const char *const vbt_i2c_speed_names[4];

#endif
