/* SPDX-License-Identifier: MIT */
/*
 * Writes the sample firmware of the tests to a file: make_sample_ifwi FILE [SIZE_KIB]. Descriptor,
 * filler, a main volume with an LZMA-packed driver volume, in it a small PE32 with the structure of
 * Intel's GOP driver and a VBT. Built with the tests; script/demo runs bytgvs on its output.
 */
#include <stdio.h>

#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "image.h"

int os_main(const struct os_args *args)
{
	struct image_sample o = {.codec = FW_CODEC_LZMA, .descriptor = true, .checksums = true};
	struct blob image;
	struct err err;
	uint64_t kib = 0;

	if (args->argc < 2 || args->argc > 3 ||
		(args->argc == 3 && (!num_parse_u64(args->argv[2], &kib) || kib > 65536))) {
		fprintf(stderr, "usage: make_sample_ifwi FILE [SIZE_KIB]\n");
		return 2;
	}
	/* Half the size is BIOS, and code packs to about a half. */
	o.noise = kib != 0 ? (size_t)kib * 300 : 50000;
	image = image_sample(&o);
	if (file_write(args->argv[1], blob_span(image), true, &err) != ERR_OK) {
		fprintf(stderr, "make_sample_ifwi: %s: %s\n", args->argv[1], err.text);
		return 1;
	}
	blob_free(&image);
	return 0;
}
