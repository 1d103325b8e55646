/* SPDX-License-Identifier: MIT */
/*
 * Packs the compressed sections of a firmware image again, smaller: LZMA, LZMA with the x86 filter,
 * Tiano and EFI streams, also those inside others, and LZMA in coreboot's CBFS. No file moves;
 * freed space becomes a pad file or free space of its volume, or an empty CBFS file.
 * Checksums and plain digests on the way are recomputed (fwedit.h, protect.h). A section in
 * a damaged part, such as a volume with a wrong header sum, is not changed: how readers continue
 * there depends on the bytes that would change. The result is read again, and all its unpacked
 * content is compared with that of the image. Whether the result boots is not checked.
 */
#ifndef LZENC_REPACK_H
#define LZENC_REPACK_H

#include "biosbelt/fwwalk.h"
#include "lzenc.h"

struct repack_opts {
	bool ignore_signature; /* also change parts whose checks cannot be corrected */
	unsigned threads;
	const struct codec_watch *watch;
};

#define REPACK_WHY_MAX 256

/* A stream of the image itself. */
struct repack_stream {
	uint32_t node;
	size_t before, after;     /* bytes; equal: not changed */
	size_t freed;             /* in the volume */
	char why[REPACK_WHY_MAX]; /* why it was not changed, if it could be smaller or must stay */
};

struct repacked {
	struct blob image;
	struct fw_tree tree; /* of the input */
	struct repack_stream *streams;
	size_t count;
	size_t freed;   /* in all; 0: image is a copy of the input */
	struct buf log; /* digests written and checks left wrong, a line each, safe to print */
};

/*
 * ERR_NOTFOUND: no such stream in the image. A check that forbids a change (ERR_DENIED of
 * protect.h) leaves its streams unchanged, with the reason. repack_free after success only.
 */
enum err_code repack_image(
	struct span image, const struct repack_opts *opts, struct repacked *out, struct err *err);
void repack_free(struct repacked *r);

/* The volume that holds a stream, in the image itself; FW_NONE: none. */
uint32_t repack_volume(const struct fw_tree *tree, uint32_t node);

#endif
