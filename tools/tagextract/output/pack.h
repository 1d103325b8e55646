/* SPDX-License-Identifier: MIT */
/* Packs the tagged files into one archive instead of copying them. */
#ifndef TAGEXTRACT_PACK_H
#define TAGEXTRACT_PACK_H

#include "tree/job.h"

#define PACK_BLOCK ((size_t)64 << 20) /* bytes of one solid block of a .7z */

/* True when path ends like an archive that can be written: .7z (own writer) or .zip (libarchive).
 */
bool pack_is_archive(const char *path);

/* path: accepted by pack_is_archive. Unreadable files are recorded in the job_file, the rest is
 * packed; names that are not UTF-8 need a .7z. tag: only files with it; SIZE_MAX: all. */
enum err_code pack_files(
	struct job *job, const char *path, size_t tag, bool force, struct err *err);

#endif
