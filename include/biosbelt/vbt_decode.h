/* SPDX-License-Identifier: MIT */
/*
 * Decodes the blocks of a VBT into a flat list of named fields, in the order of the blocks. A field
 * exists when its bytes are stored and the BDB version has it, so nothing in the list is invented.
 * Bytes that no field covers follow as fields of the group "uncovered", unless they are 0
 * between fields. Names are stable; a unit is the end of the name (_us, _hz, _khz). Blocks,
 * versions and sources: docs/formats/vbt.md.
 */
#ifndef BIOSBELT_VBT_DECODE_H
#define BIOSBELT_VBT_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "biosbelt/vbt.h"

#define VBT_TEXT_MAX  128   /* bytes of vbt_field.text */
#define VBT_FIELD_MAX 65536 /* fields of one VBT; genuine ones have up to 3,000 */

enum vbt_kind {
	VBT_KIND_FLAG,   /* value 0 or 1 */
	VBT_KIND_NUMBER, /* value, decimal */
	VBT_KIND_HEX,    /* value, hexadecimal for people */
	VBT_KIND_NAMED,  /* value, with its meaning in text */
	VBT_KIND_TEXT,   /* text only */
	VBT_KIND_BYTES   /* bytes; text may describe them */
};

/* Bits of a value: bits of them, stored from bit of the VBT on, are those from at on. */
struct vbt_piece {
	uint32_t bit;
	uint8_t bits; /* 0: none */
	uint8_t at;
};

struct vbt_row;

struct vbt_field {
	uint8_t block;     /* block id */
	const char *group; /* "devices", "panels", "steps" ..., or NULL: a field of the block */
	unsigned index;    /* device slot, panel number, step: which of the group; an offset in the
			    * block for "uncovered" */
	const char *part;  /* steps: name of the MIPI sequence; else NULL */
	unsigned panel;    /* steps: panel number; else 0 */
	const char *name;  /* snake_case, static */
	enum vbt_kind kind;
	uint64_t value;
	char text[VBT_TEXT_MAX]; /* bytes from input are printable ASCII here */
	struct span bytes; /* TEXT, BYTES: where they are stored, in the VBT given to vbt_decode */
	/* Others: where the value is stored, times scale plus add; no piece: computed. */
	struct vbt_piece piece[2];
	uint16_t scale;
	uint16_t add;
	bool letters;              /* TEXT: bytes hold three letters of five bits */
	bool in_text;              /* the text of the field before it has the value too */
	const struct vbt_row *row; /* private */
};

struct vbt_fields {
	struct vbt_field *list; /* vbt_fields_free */
	size_t count;
	size_t cap;
	enum err_code failed; /* private */
};

/* vbt: from its first byte on. Damage inside a block leaves fields out; only ERR_NOMEM and
 * ERR_LIMIT fail. */
enum err_code vbt_decode(
	struct span vbt, const struct vbt_info *info, struct vbt_fields *out, struct err *err);
void vbt_fields_free(struct vbt_fields *f);

/* The value of a field, or fallback when it is absent. group may be NULL. */
uint64_t vbt_fields_value(const struct vbt_fields *f, uint8_t block, const char *group,
	unsigned index, const char *name, uint64_t fallback);

/* Whether both are the same field (block, group, index, part, panel, name); have the same value. */
bool vbt_field_same_key(const struct vbt_field *a, const struct vbt_field *b);
bool vbt_field_same_value(const struct vbt_field *a, const struct vbt_field *b);

#endif
