/* SPDX-License-Identifier: MIT */
/*
 * Private to the VBT decoder: rows that say where a field lies and how to read it. A field of an
 * array of 16 panels is one row whose stride, in bits, leads to the next panel's.
 */
#ifndef BIOSBELT_FW_VBT_TABLE_H
#define BIOSBELT_FW_VBT_TABLE_H

#include "biosbelt/vbt_decode.h"

#define VBT_PANELS      16u
#define VBT_MIPI_PANELS 6u

struct vbt_row {
	const char *name;
	uint16_t byte;   /* from the start of the record */
	uint8_t shift;   /* first bit in that byte */
	uint8_t bits;    /* 1 to 32 */
	uint16_t stride; /* bits from one panel's field to the next; 0: no array */
	uint16_t since;  /* first BDB version that has it; 0: all */
	uint16_t until;  /* last one; 0: all */
	enum vbt_kind kind;
	uint16_t scale;           /* value * scale + add; 0: 1 */
	uint16_t add;             /* */
	const char *const *names; /* VBT_KIND_NAMED */
	uint8_t name_count;
	/* VBT_KIND_NAMED with more to say than a list of names */
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
void vbt_add_number(struct vbt_decoder *d, const char *name, uint64_t value);
void vbt_add_text(struct vbt_decoder *d, const char *name, struct span text);

/* Reads every row of the table out of record; for tables of arrays, element number index. */
void vbt_read_rows(struct vbt_decoder *d, struct span record, const struct vbt_row *rows,
	size_t count, unsigned index);

/* The same, as a group of panels: index 0 to panels - 1. */
void vbt_read_panels(struct vbt_decoder *d, struct span record, const struct vbt_row *rows,
	size_t count, unsigned panels);

void vbt_decode_general(struct vbt_decoder *d, struct span data);   /* 1 */
void vbt_decode_devices(struct vbt_decoder *d, struct span data);   /* 2 */
void vbt_decode_psr(struct vbt_decoder *d, struct span data);       /* 9 */
void vbt_decode_driver(struct vbt_decoder *d, struct span data);    /* 12 */
void vbt_decode_edp(struct vbt_decoder *d, struct span data);       /* 27 */
void vbt_decode_lfp(struct vbt_decoder *d, struct span data);       /* 40 */
void vbt_decode_lfp_ptrs(struct vbt_decoder *d, struct span data);  /* 41 */
void vbt_decode_lfp_data(struct vbt_decoder *d, struct span data);  /* 42 */
void vbt_decode_backlight(struct vbt_decoder *d, struct span data); /* 43 */
void vbt_decode_mipi(struct vbt_decoder *d, struct span data);      /* 52 */
void vbt_decode_sequences(struct vbt_decoder *d, struct span data); /* 53 */
void vbt_decode_dsc(struct vbt_decoder *d, struct span data);       /* 56 */

/* Rows: name, byte, shift, bits, then what differs. */
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
