/* SPDX-License-Identifier: MIT */
/*
 * Executable images as firmware stores them: PE32, PE32+ (Microsoft PE/COFF specification) and
 * the terse form TE (PI 1.7, volume 1, chapter 15). Reads headers only, allocates nothing, and
 * keeps no pointer into the input except in pe_info.in. "RVA" is an address relative to the image
 * base; a TE image keeps the RVAs of the PE image it was made of.
 */
#ifndef BIOSBELT_PE_H
#define BIOSBELT_PE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define PE_SECTION_MAX 32 /* more sections than this are refused; firmware has 2 to 10 */

enum pe_format { PE_FORMAT_PE32, PE_FORMAT_PE32PLUS, PE_FORMAT_TE };

/* IMAGE_FILE_MACHINE_... (PE/COFF, "Machine Types") */
#define PE_MACHINE_IA32    0x014Cu
#define PE_MACHINE_X64     0x8664u
#define PE_MACHINE_ARM     0x01C2u
#define PE_MACHINE_ARM64   0xAA64u
#define PE_MACHINE_EBC     0x0EBCu
#define PE_MACHINE_RISCV64 0x5064u

struct pe_section {
	char name[9]; /* as stored, NUL-terminated; bytes from input */
	uint32_t rva;
	uint32_t virtual_size;
	size_t off; /* of the raw data in the input, a TE's bias removed */
	size_t len; /* raw bytes; may run past the input when the image is cut */
	bool code;  /* holds code or is executable */
};

struct pe_info {
	struct span in; /* the bytes parsed */
	enum pe_format format;
	uint16_t machine;
	uint16_t subsystem;
	uint64_t image_base;
	uint32_t entry_rva;
	size_t header_size; /* bytes before the first section's data */
	size_t te_bias; /* TE: StrippedSize - 40, to be subtracted from a PE file offset; else 0 */
	size_t extent;  /* bytes of the whole image file, certificates included */
	bool whole;     /* extent <= in.len */
	bool is_signed; /* certificates follow the image: Authenticode */
	uint32_t reloc_rva; /* base relocation directory; size 0: none */
	uint32_t reloc_size;
	unsigned section_count;
	struct pe_section sections[PE_SECTION_MAX];
};

/* Reads the headers at the start of in. False: no valid PE or TE header is there, or it is for a
 * machine that is not listed above. */
bool pe_parse(struct span in, struct pe_info *out);

/* Bytes of the image file at the start of in, which may be more than in.len; 0: there is none. */
size_t pe_extent(struct span in);

/* The stored bytes from rva to the end of its section's raw data; false when none are stored. */
bool pe_at_rva(const struct pe_info *pe, uint32_t rva, struct span *out);

/* "x64", "ia32", "arm", "aa64", "ebc", "riscv64"; "unknown" for others. */
const char *pe_machine_name(uint16_t machine);

/* "pe32", "pe32+" or "te". */
const char *pe_format_name(enum pe_format format);

#endif
