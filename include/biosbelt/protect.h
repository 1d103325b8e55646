/* SPDX-License-Identifier: MIT */
/*
 * The ranges of a firmware image that are verified at boot or when it is flashed: by what, with
 * which digest, whether that is right, and what a change needs. Code that changes an image calls
 * protect_follow first; nothing here proves that an image will boot.
 *
 * What is looked for, and where each format's facts are from, is in docs/formats/protected.md.
 * Public keys are never used: a signature is known by its place and not verified. Whether a check
 * is enforced (fuses, straps, settings) is not in an image.
 *
 * Limits: PROTECT_MAX checks, PROTECT_PARTS ranges and 64 MiB plus 32 times the image of hashed
 * bytes altogether; passing one sets list.limited, and then every change is refused.
 */
#ifndef BIOSBELT_PROTECT_H
#define BIOSBELT_PROTECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/digest.h"
#include "biosbelt/err.h"
#include "biosbelt/fwwalk.h"
#include "biosbelt/span.h"

#define PROTECT_MAX   1024u
#define PROTECT_PARTS 16384u

enum protect_kind {
	PROTECT_FIT,           /* the table itself, and components it keeps a sum of */
	PROTECT_FIT_MEASURED,  /* BIOS startup modules and policies: go into PCR 0 */
	PROTECT_FIT_OTHER,     /* components of other types; Vendor Authorized Boot */
	PROTECT_MICROCODE,     /* signed by Intel */
	PROTECT_ACM,           /* authenticated code module, signed by Intel */
	PROTECT_BG_KEY,        /* Boot Guard key manifest */
	PROTECT_BG_POLICY,     /* Boot Guard boot policy manifest */
	PROTECT_BG_IBB,        /* initial boot block */
	PROTECT_BG_POST_IBB,   /* the volume of the first DXE core */
	PROTECT_BG_OBB,        /* OEM boot block: its place is not stored */
	PROTECT_BG_PMDA,       /* platform manufacturer's ranges */
	PROTECT_CSE,           /* FIT entries of the management engine's secure boot */
	PROTECT_AMI_HASH,      /* AMI hash file, three versions */
	PROTECT_PHOENIX_HASH,  /* $HASHTBL */
	PROTECT_INSYDE_HASH,   /* HFDM flash device map */
	PROTECT_INTEL_OBB,     /* ObbDigest file of Intel's reference code */
	PROTECT_HP,            /* HP's own verification, not published */
	PROTECT_LENOVO_TCPA,   /* signed volume hashes */
	PROTECT_VOLUME,        /* volume's header: listed where its checksum is wrong */
	PROTECT_APPLE_CRC,     /* CRC32 in a volume's zero vector */
	PROTECT_VBOOT,         /* RW firmware under a verified-boot block */
	PROTECT_VBOOT_RO,      /* read-only ranges that a Chromebook's security chip verifies */
	PROTECT_CBFS_HASH,     /* hash attribute of a CBFS file */
	PROTECT_CBFS_METADATA, /* anchor of CBFS headers and FMAP */
	PROTECT_CBFS_MANIFEST, /* oemmanifest.bin */
	PROTECT_SBL_HASH,      /* Slim Bootloader hash store */
	PROTECT_SBL_CONTAINER, /* Slim Bootloader container */
	PROTECT_TXE,           /* Bay Trail $VBM and $SKM */
	PROTECT_IFWI,          /* BPM.met in a BPDT layout */
	PROTECT_SECTION,       /* signed section */
	PROTECT_CAPSULE,       /* signed capsule */
	PROTECT_PROGRAM,       /* signed program that the image is in */
	PROTECT_UPDATE,        /* vendor's update container */
	PROTECT_UBOOT,         /* U-Boot's legacy and FIT images */
	PROTECT_KINDS
};

/* The action that a change of the range needs. */
enum protect_act {
	PROTECT_RECOMPUTE, /* a plain digest: can be made right again */
	PROTECT_SIGNED,    /* only the holder of a key can */
	PROTECT_UNKNOWN,   /* how it is checked is not known */
	PROTECT_MEASURED   /* nothing refuses it; a TPM notices */
};

enum protect_state {
	PROTECT_HOLDS,
	PROTECT_FAILS,
	PROTECT_UNCHECKED /* a signature, an unknown digest, or a range whose place is not known */
};

struct protect_range {
	size_t off;
	size_t len;
};

struct protect_check {
	enum protect_kind kind;
	enum protect_act act;
	enum protect_state state;
	enum digest_alg alg;
	uint32_t space;        /* of the ranges, of the walk protect_scan made; 0: the image */
	uint32_t digest_space; /* where the digest is stored; not 0: inside something packed */
	uint32_t first, count; /* ranges in list.ranges, in the order of hashing */
	bool placed;           /* false: the covered bytes cannot be located in the image */
	bool reversed;         /* the digest is stored last byte first */
	bool in_digest;        /* the digest's own bytes count as zero while hashing */
	bool by_value;         /* known for a digest only because it is right */
	bool impossible;       /* nothing is left that its digest can be of: it fails */
	size_t digest_off;     /* in digest_space; meaningless when stored is false */
	bool stored;           /* the digest's bytes are in the image */
	size_t image_off;      /* spaces inside: of the packed stream in the image */
	bool moves;            /* it is the same wherever it is, as long as its bytes are */
	uint8_t content[DIGEST_LEN_MAX]; /* if it moves: SHA-256 of these */
	char source[72];                 /* where the table is: "hash file at 0x1f0048" */
	char note[120];                  /* why not checked, or a remark; "" */
};

struct protect_list {
	struct protect_check *checks;
	uint32_t count;
	size_t cap;
	struct protect_range *ranges;
	uint32_t range_count;
	size_t range_cap;
	bool limited;
	uint32_t damaged; /* damaged places of the image's structure: tables in them may be missing
			   */
};

/* Walks the image and lists what protects it. Fails only with ERR_NOMEM; protect_free in either
 * case. */
enum err_code protect_scan(struct span image, struct protect_list *out, struct err *err);
void protect_free(struct protect_list *list);

/* Whether a check fails. */
bool protect_any_fails(const struct protect_list *list);

const char *protect_kind_name(enum protect_kind kind);    /* "Boot Guard IBB" */
const char *protect_kind_key(enum protect_kind kind);     /* "bootguard-ibb", for programs */
const char *protect_act_name(enum protect_act act);       /* "recomputed", "signed" ... */
const char *protect_state_name(enum protect_state state); /* "holds", "fails", "not checked" */

/* The kinds of checks that protect_scan looks for, as words for a sentence. */
const char *protect_looked_for(void);

struct protect_opts {
	bool ignore; /* go on where a check is signed, unknown, already wrong or without a place */
};

/*
 * Recomputes every digest of after that was right in before, if it can be, and then the digests
 * over those, until nothing changes. The images have one layout and size; after is changed in
 * place. log gets a line, safe to print, for each digest written and for each check left invalid.
 *
 * ERR_DENIED: a check over the change cannot be recomputed; the text names range, check and reason,
 * and after is not to be used. ERR_FORMAT: the change moved a table.
 */
enum err_code protect_follow(struct span before, struct blob *after,
	const struct protect_opts *opts, struct buf *log, struct err *err);

#endif
