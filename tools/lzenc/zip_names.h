/* SPDX-License-Identifier: MIT */
/*
 * The encoding of a .zip's names. Bit 11 of an entry's flags marks its name as UTF-8. Without it
 * the name is in the code page of the system that made the archive, which is not stored (PKWARE
 * APPNOTE, appendix D). So all such names are considered together: those that can only be UTF-8
 * are, for the others the user or detection chooses one encoding.
 */
#ifndef LZENC_ZIP_NAMES_H
#define LZENC_ZIP_NAMES_H

#include "biosbelt/nameenc.h"

struct zip_names {
	enum text_enc
		enc;  /* of the names that are not UTF-8; TEXT_NONE: unknown, or no such names */
	bool guessed; /* by detection */
	struct zip_name *list; /* private: the unmarked names that are not ASCII, sorted by bytes */
	size_t count;
	size_t entries; /* of the central directory, whatever their names */
};

/*
 * Reads the central directory. Damaged data, or data of another kind, has no names: libarchive will
 * report the fault. in must outlive *out; zip_names_free either way.
 */
enum err_code zip_names_read(
	struct span in, const struct name_rule *rule, struct zip_names *out, struct err *err);
void zip_names_free(struct zip_names *z);

/* The stored bytes of an unmarked name, where name may have slashes for backslashes; empty: no such
 * name. */
struct span zip_names_bytes(const struct zip_names *z, struct span name);

/*
 * An unmarked name in UTF-8, in room, whose content it replaces; NULL: not one of them, already
 * UTF-8, or not decodable. Without any slash, backslashes of DOS separate.
 */
const char *zip_names_decoded(const struct zip_names *z, struct span name, struct buf *room);

#endif
