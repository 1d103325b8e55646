/* SPDX-License-Identifier: MIT */
/*
 * Packs the compressed sections of a firmware image again, smaller: LZMA, LZMA with the x86 filter,
 * Tiano and EFI streams, also those inside others, and LZMA in coreboot's CBFS. No file moves; what
 * a stream no longer takes becomes a pad file or free space of its volume, or an empty CBFS file.
 * Checksums and plain digests on the way are recomputed (fwedit.h, protect.h). A section in
 * something damaged, such as a volume whose header sum is wrong, is left as it is: how a reader
 * goes on there depends on the bytes that would change. The result is read again, and everything
 * that it unpacks to is compared with the image given. Whether the result boots is not known here.
 */
#ifndef LZENC_REPACK_H
#define LZENC_REPACK_H

#include "biosbelt/fwwalk.h"
#include "lzenc.h"

struct repack_opts {
	bool ignore_signature; /* go on where a check covers a change that cannot be made right */
	unsigned threads;
	const struct codec_watch *watch;
};

/* A stream of the image itself. */
struct repack_stream {
	uint32_t node;
	size_t before, after; /* bytes; equal: it is left as it is */
	size_t freed;         /* in the volume */
	char why[256];        /* it is left although it could be smaller; "" */
};

struct repacked {
	struct blob image;
	struct fw_tree tree; /* of the image given */
	struct repack_stream *streams;
	size_t count;
	size_t freed;   /* altogether; 0: image is a copy of the one given */
	struct buf log; /* digests written and checks left wrong, a line each, safe to print */
};

/*
 * ERR_NOTFOUND: no such stream in the image. A check that forbids a change (ERR_DENIED of
 * protect.h) leaves its streams as they are, with the reason. repack_free after success only.
 */
enum err_code repack_image(
	struct span image, const struct repack_opts *opts, struct repacked *out, struct err *err);
void repack_free(struct repacked *r);

/* The volume that holds a stream, in the image itself; FW_NONE: none. */
uint32_t repack_volume(const struct fw_tree *tree, uint32_t node);

#endif
