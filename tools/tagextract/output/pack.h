/* SPDX-License-Identifier: MIT */
/* Packs the tagged files into one archive instead of copying them. */
#ifndef TAGEXTRACT_PACK_H
#define TAGEXTRACT_PACK_H

#include "tree/job.h"

#define PACK_BLOCK ((size_t)64 << 20) /* bytes of one solid block of a .7z */

/* Does the end of path name an archive that can be written: .7z (own writer) or .zip (libarchive)?
 */
bool pack_is_archive(const char *path);

/* path is one that pack_is_archive knows. What cannot be read is marked in the file, the rest is
 * packed; a name that is not UTF-8 goes into a .7z only. tag: only files with it; SIZE_MAX:
 * all. */
enum err_code pack_files(
	struct job *job, const char *path, size_t tag, bool force, struct err *err);

#endif
