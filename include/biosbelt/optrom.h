/* SPDX-License-Identifier: MIT */
/*
 * PCI expansion ROMs (PCI Firmware 3.x, chapter 5; UEFI 2.10, chapter 14.4): a chain of images,
 * each beginning with 55 AA and holding a "PCIR" structure. Code type 0 is a legacy BIOS, 3 an EFI
 * driver (plain or compressed). Nothing is allocated.
 */
#ifndef BIOSBELT_OPTROM_H
#define BIOSBELT_OPTROM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/span.h"

#define OPTROM_IMAGE_MAX 16 /* images of a chain; the rest of a longer one is left out */

#define OPTROM_UNIT 512u /* lengths are multiples of it */

#define OPTROM_CODE_LEGACY 0u /* PCI Firmware 3.x, table 5-3 "Code Type" */
#define OPTROM_CODE_EFI    3u

#define PCI_VENDOR_INTEL 0x8086u

struct optrom_image {
	size_t off;        /* in the span given to optrom_parse */
	size_t len;        /* image length of the PCIR structure, else byte 2; units resolved */
	bool whole;        /* all of len is in the input */
	bool last;         /* indicator bit 7 */
	uint8_t code_type; /* OPTROM_CODE_... */
	bool type_wrong;   /* PCIR contradicts the image, and code_type is that of the image */
	uint16_t vendor;
	uint16_t device;
	uint32_t class_code; /* 0x030000: VGA */
	/* legacy images */
	size_t init_len; /* byte 2 in 512-byte units: what the checksum covers */
	bool sum_ok;     /* the bytes of init_len add up to 0 mod 256 */
	/* EFI images (signature 0x0EF1 at 4) */
	bool efi;
	bool efi_compressed; /* compression type 1 */
	uint16_t efi_subsystem;
	uint16_t efi_machine;
	size_t efi_off; /* of the PE image or compressed stream, from the start of this image */
	size_t efi_len; /* from there to the end of this image; never past the input */
};

struct optrom {
	size_t off; /* of the first image */
	size_t len; /* all images together, gaps included; never past the input */
	bool whole; /* every image is whole and the last one has the indicator */
	bool cut;   /* the chain runs past the input */
	unsigned count;
	struct optrom_image images[OPTROM_IMAGE_MAX];
};

/* Reads the chain at off; false when no sound first image begins there. */
bool optrom_parse(struct span in, size_t off, struct optrom *out);

/*
 * An EFI image whose "55 AA" or PCIR structure is damaged while the rest of its header holds
 * (0x0EF1, a known machine type, sane offsets). False also for a sound one. Without a PCIR
 * structure last and its other fields are 0.
 */
bool optrom_recover_efi(struct span in, size_t off, struct optrom_image *out);
/* A PCIR structure of an Intel display device at off: its ROM may be damaged beyond recognition. */
bool optrom_is_display_pcir(struct span in, size_t off);

/* Whether it is a legacy Intel video BIOS. */
bool optrom_is_intel_vbios(const struct optrom_image *image);

/* Whether it is an EFI driver for an Intel display device. */
bool optrom_is_intel_display_efi(const struct optrom_image *image);

/* Sum of all bytes mod 256. */
uint8_t optrom_sum(struct span in);

#endif
