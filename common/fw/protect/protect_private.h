/* SPDX-License-Identifier: MIT */
/* Shared by the readers of protect/, one file for each family of checks. */
#ifndef BIOSBELT_PROTECT_PRIVATE_H
#define BIOSBELT_PROTECT_PRIVATE_H

#include "biosbelt/fv.h"
#include "biosbelt/protect.h"
#include "biosbelt/tr.h"

#define MAPS_MAX    24u /* address maps of an image: one a copy of the firmware */
#define FMAPS_MAX   16u
#define TABLES_MAX  64u /* hash files */
#define TABLE_BYTES ((size_t)64 << 10)
#define FLASH_TOP   ((uint64_t)1 << 32)
#define NO_FIT      SIZE_MAX

#define FIT_SIGNATURE "_FIT_   "
#define FIT_SIGN_LEN  8u
#define FIT_TRIES     64u /* of these that are looked at */

#define CHECK_SEVERAL                                                                              \
	N_("its digest is right for several volumes: which of them it is of, is not known")
#define CHECK_WHICH N_("of which image in the file it is, is not known")

#define FV_LEN_OFF  48u /* of the header's length in a volume: PI 1.7 volume 3, 3.2.1 */
#define HASH_BASE   ((uint64_t)64 << 20)
#define HASH_FACTOR 32u /* times the image: genuine ones are hashed a few times over */

/* Maps addresses below 4 GiB to the image: the byte of 0xFFFFFFFF is the one before end.
 * Only 16 MiB are decoded there, whatever the size of the flash (coreboot,
 * util/cbfstool/cbfstool.c). */
struct address_map {
	size_t end;
	size_t fit;  /* offset of its FIT, or NO_FIT */
	bool worn;   /* only the signature of its FIT is destroyed */
	size_t swap; /* size of the top swap block: its addresses are read from the block below; 0:
			none */
};

/* A map of coreboot's areas; one for each flash in the image. */
struct fmap {
	size_t off, len; /* of the map itself */
	int64_t base;    /* of the flash it describes: negative when the image has only a part */
	uint64_t size;
	unsigned count;
	bool placed; /* base is right; else it is 0 */
};

enum table_kind { TABLE_AMI, TABLE_PHOENIX, TABLE_OBB, TABLE_INSYDE };

/* A file with digests, or a packed map of Insyde, from any space; bytes is a copy. */
struct hash_table {
	enum table_kind kind;
	uint32_t space;
	uint32_t node;
	size_t off; /* of the bytes, in that space */
	size_t image_off;
	struct blob bytes;
};

/* The state of the readers. */
struct gather {
	struct span image; /* or, for some readers, the bytes of another space */
	uint32_t space;
	const struct fw_tree *tree;
	struct protect_list *list;
	struct err *err;
	enum err_code rc; /* sticky */
	struct address_map maps[MAPS_MAX];
	unsigned map_count;
	struct fmap fmaps[FMAPS_MAX];
	unsigned fmap_count;
	struct fmap lost_fmaps[FMAPS_MAX]; /* the start of their flash is not known */
	unsigned lost_fmap_count;
	struct hash_table tables[TABLES_MAX];
	unsigned table_count;
	uint64_t hash_left; /* bytes that may still be hashed */
};

/* As span_find, in the image. The needle must not be of 00 or FF alone. */
static inline size_t image_find(const struct gather *g, size_t from, const void *needle, size_t len)
{
	return fw_space_find(g->tree, g->image, from, needle, len);
}

/* list.c: begins a check of the image; returns NULL at a limit or without memory. The pointer is
 * valid until the next call. */
struct protect_check *check_add(struct gather *g, enum protect_kind kind, enum protect_act act);
/* Sets the place of its table: "hash file at 0x1f0048". */
void check_source(struct protect_check *c, const char *fmt, ...) ERR_PRINTF(2, 3);
void check_note(struct protect_check *c, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Adds a range to the newest check; a range outside the image makes it not placed. */
void check_range(struct gather *g, struct protect_check *c, uint64_t off, uint64_t len);
/* Takes back the newest check. */
void check_drop(struct gather *g);
/* Sets the digest's kind and place in the image. */
void check_digest(struct protect_check *c, enum digest_alg alg, size_t off);

/* Makes it a check of these bytes, wherever they are. */
void note_content(struct protect_check *c, struct span bytes);

/* state.c: hashes a check of the image; false: no digest, or a range is missing. */
bool check_compute(const struct protect_list *list, const struct protect_check *c,
	struct span image, uint8_t out[DIGEST_LEN_MAX]);
enum protect_state check_state(
	const struct protect_list *list, const struct protect_check *c, struct span image);

/* The same, within the budget of hashed bytes; PROTECT_UNCHECKED when that is used up. */
enum protect_state check_settle(struct gather *g, const struct protect_check *c);
/* Whether a digest is right that is in table, which begins at table_off of the digest's space. That
 * of blank bytes is no evidence: it is right in many places. */
bool check_agrees(
	struct gather *g, const struct protect_check *c, struct span table, size_t table_off);
/* Whether the same bytes, which are not blank, begin at two places: with another image between
 * them, one is a copy. A digest that is right only for the copy is still that of the table's own
 * image. */
bool is_copied(struct span image, size_t a, size_t b);
/* Whether most of what is not blank at either place in len bytes is the same too. */
bool is_changed_copy(struct gather *g, size_t a, size_t b, size_t len);
/* why: a text with N_(); a note that the check has remains. */
void check_unplace(struct protect_check *c, const char *why);
/* For the newest checks from first on, of a table whose place is a guess, since none of its digests
 * holds: what they are of is not known, although their ranges are listed. */
void check_doubt(struct gather *g, uint32_t first);
/* Takes len bytes of hashing from the budget; false: used up, and the list is limited. */
bool hash_budget(struct gather *g, uint64_t len);

/* address.c */
void maps_find(struct gather *g);
/* The map for addresses stored at off of the image. */
const struct address_map *map_of(const struct gather *g, size_t off);
/* The last end of a flash that is not after off; 0: none. */
size_t map_start(const struct gather *g, size_t off);
/* Offset of len bytes at an address; false: not below 4 GiB or not in the image. */
bool map_address(const struct address_map *m, uint64_t address, uint64_t len, size_t *off);
/* A volume of the image around off that begins as one at "copy" of another image does; SIZE_MAX:
 * none. */
size_t own_copy(const struct gather *g, size_t off, size_t copy);
/* A table with addresses: bytes begin at off of their space. */
struct addressed {
	struct span bytes;
	size_t off, image_off;
	void (*read)(struct gather *g, const struct address_map *m, const void *table);
	const void *table;
};
/* Adds the checks of a table, with the map with which the most of its digests hold. */
void read_addressed(struct gather *g, const struct addressed *a);
/* Whether all but the signature is as in a FIT at off: its entries are in the order of their types,
 * and one leads to something in the image, or its checksum holds. */
bool map_has_table(struct span image, const struct address_map *m, size_t off);
/* Whether the entries of the table at off are in the order of their types. */
bool map_is_ordered(struct span image, size_t off);
/* Adds the range of an address to c, in the map m. */
void check_address(struct gather *g, struct protect_check *c, const struct address_map *m,
	uint64_t address, uint64_t len);
/* Puts into the newest check, of a table, the first size bytes (0: all) of the outermost volume of
 * a DXE core: of several that for which the digest is right, the last before the table or else the
 * first after it. Where it is right for others of the same image too, each is a check. */
void check_dxe_volume(
	struct gather *g, struct protect_check *c, const struct addressed *a, uint64_t size);

/* The readers: each adds its checks of the whole image, */
void read_fit(struct gather *g);
void read_boot_policy(struct gather *g, const struct address_map *m, size_t off, size_t room);
void read_lost_policies(struct gather *g);
void read_key_manifest(struct gather *g, size_t off, size_t room);
void read_hash_tables(struct gather *g); /* AMI, Phoenix, OBB */
void read_insyde(struct gather *g);
void read_lenovo(struct gather *g);
void read_vboot(struct gather *g);
void read_cbfs(struct gather *g);
void read_slim(struct gather *g);
void read_txe(struct gather *g);
void read_ifwi(struct gather *g);
void read_update(struct gather *g);
void read_archives(struct gather *g);
/* Capsules from off on, to which no structure refers, as in an update program. One whose size is
 * wrong may go on to the end. */
void read_later_capsules(struct gather *g, size_t off);
void read_uboot(struct gather *g);
/* or of one space while its bytes are available. */
void read_volumes(struct gather *g); /* of the image */
void read_signed(struct gather *g, uint32_t space, struct span bytes);
void read_packed(struct gather *g, uint32_t space, struct span bytes); /* what was packed */
void note_tables(struct gather *g, uint32_t space, struct span bytes);
void note_insyde(struct gather *g, uint32_t space, struct span bytes);
void keep_table(struct gather *g, enum table_kind kind, uint32_t space, uint32_t node, size_t off,
	struct span bytes);

/* scan.c: as protect_scan, with an existing tree; does not look into packed parts. */
enum err_code protect_read(
	struct span image, const struct fw_tree *tree, struct protect_list *out, struct err *err);

/* stray.c: a digest of changed data in an unknown table. */
struct stray_part {
	uint32_t space;
	size_t off, len;  /* in that space */
	size_t image_off; /* in the image: off itself, or the outermost stream around it */
};
struct stray {
	bool found;
	bool limited; /* not all parts around the change were hashed */
	enum digest_alg alg;
	struct stray_part part;
	bool packed;      /* the digest is in a packed part, */
	size_t image_off; /* which begins here; else the digest itself */
};
/* The first digest in before whose data differs in after; known: the checks of before. Fails with
 * ERR_NOMEM only. */
enum err_code stray_find(struct span before, struct span after, const struct protect_list *known,
	struct stray *out, struct err *err);

/* fmap.c. An area that begins before the image has off SIZE_MAX. */
struct fmap_area {
	size_t off, len; /* may be outside of the image */
	char name[33];
};
void fmaps_find(struct gather *g);
/* The map of the flash around off, else the first; NULL: none. */
const struct fmap *fmap_of(const struct gather *g, size_t off);
bool fmap_named(
	const struct gather *g, const struct fmap *m, const char *name, struct fmap_area *out);
bool fmap_in_image(const struct gather *g, const struct fmap_area *area);
/* coreboot.c: adds the headers of all files of a CBFS that are not empty, in order; false: it was
 * read to its end, and none has a header that coreboot hashes. */
bool cbfs_add_headers(struct gather *g, struct protect_check *c, size_t start, size_t len);
/* enum vb2_hash_algorithm; DIGEST_NONE: another one. */
enum digest_alg vb2_alg(uint32_t id);

#endif
