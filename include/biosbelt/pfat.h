/* SPDX-License-Identifier: MIT */
/*
 * AMI's container for updates by BIOS Guard, PFAT. It is a header with a text, whose lines describe
 * the components ("flags option blocks ;name"), and then the blocks of all components one after the
 * other. Other data, another container as well, may follow it. Nothing is allocated.
 *
 * Source: platomav/BIOSUtilities, ami_pfat_extract.py.
 */
#ifndef BIOSBELT_PFAT_H
#define BIOSBELT_PFAT_H

#include "biosbelt/biosguard.h"

#define PFAT_TAG       "_AMIPFAT"
#define PFAT_TAG_LEN   8u
#define PFAT_TAG_OFF   8u  /* after u32 size of header and text, u32 checksum of unknown kind */
#define PFAT_TEXT_OFF  17u /* after u8 flags */
#define PFAT_TITLE     "AMI_BIOS_GUARD_FLASH_CONFIGURATIONS"
#define PFAT_TITLE_LEN (sizeof PFAT_TITLE - 1)
/* Larger texts are not read: a line has some 20 bytes. */
#define PFAT_TEXT_MAX  65536u

/* Whether a header with its title is at off. */
bool pfat_is_at(struct span in, size_t off);

/* Reads a container from front to back. */
struct pfat {
	struct span in;        /* the container is at its start */
	size_t line, text_end; /* the next component's line */
	size_t pos;            /* the next block; the container's end after the last one */
	size_t first;          /* the first block */
	uint32_t left;         /* blocks of the component */
	size_t signature;      /* bytes of one of an unknown kind, once known */
	struct {
		size_t script, signature, whole;
	} last;        /* bytes of the last sound block */
	bool unlisted; /* blocks follow that no line names */
	bool bad_line; /* a line could not be read */
};

/* False: no header, no line of a component, or no block after them. */
bool pfat_open(struct span in, struct pfat *out);

/* The next component; false: there is none. name: as the text has it; empty for blocks that no
 * line names. */
bool pfat_next_component(struct pfat *p, struct span *name);

enum pfat_step {
	PFAT_BLOCK,
	PFAT_REPAIRED, /* its header is damaged; *out follows from the blocks before and after it */
	PFAT_CUT,      /* the file ends first; *out has what is there of the data */
	PFAT_DONE,     /* the component has no more */
	PFAT_DAMAGED   /* no block is here, nor any after it */
};
/* The next block of the component; up to CUT *out is set. After CUT and DAMAGED there are none. */
enum pfat_step pfat_next_block(struct pfat *p, struct guard_block *out);

#endif
