/* SPDX-License-Identifier: MIT */
/* Small VBTs, GOP-like drivers and option ROMs, built from nothing for the tests. */
#ifndef TEST_VBT_SAMPLE_H
#define TEST_VBT_SAMPLE_H

#include "biosbelt/span.h"

struct sample_vbt {
	const char *platform; /* NULL: "VALLEYVIEW" */
	uint16_t bdb_version; /* 0: 191 */
	uint8_t child_size;   /* 0: 39 */
	bool with_pointers;   /* block 41 */
	bool with_sequences;  /* blocks 52 and 53 */
	uint64_t only;        /* bit N: block N; these and block 254 alone; 0: all */
	bool same_panel;      /* the sequences of panel 2 are there twice */
	bool bad_sum;
	bool unset_sum;
	bool one_byte_off; /* the last block is one byte longer than bdb_size states */
	const char *panel; /* name of panel 2; NULL: "SAMPLE" */
	uint16_t pwm_hz;   /* of panel 2; 0: 200 */
	size_t padding;    /* zero bytes after */
};

struct blob sample_vbt(const struct sample_vbt *opts);

struct sample_gop {
	uint16_t machine;                  /* PE_MACHINE_X64 or PE_MACHINE_IA32; 0: x64 */
	const char *major, *minor, *build; /* NULL: "7", "2", "1011" */
	bool te;
	bool no_relocations; /* IA32 */
	bool pooled;         /* x64: minor is the same literal as major, kept in a register */
	bool no_name;        /* not Intel's */
	bool no_brackets;    /* the version cannot be read */
};

struct blob sample_gop(const struct sample_gop *opts);

/* A module with a descriptor of the PEI phase's Graphics PPI: flags 0x80000010 offer it. */
struct blob sample_gop_pei(const struct sample_gop *opts, uint32_t flags);

/* A legacy video BIOS image of len bytes (a multiple of 512) with a VBT at vbt_at. */
struct blob sample_vbios(size_t len, struct span vbt, uint16_t vbt_at, bool last);
/* An EFI image; payload is a driver or its compressed form. */
struct blob sample_efi_rom(struct span payload, bool compressed, bool last);

struct blob sample_join(struct blob a, struct blob b); /* frees both */

#endif
