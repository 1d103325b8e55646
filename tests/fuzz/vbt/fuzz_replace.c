/* SPDX-License-Identifier: MIT */
/*
 * Replacing of a VBT in damaged images. The input is a recipe: the kind of sample image, then
 * (offset, value) pairs that damage it; so every input is nearly an image. Success implies that the
 * result was read again, which bytgvs_replace does itself; here the new VBT must be in it.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_alone.h"
#include "image.h"
#include "replace.h"
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Under the names that the linker's --wrap gives. */
enum err_code __real_lzma_alone_encode(struct span in, const struct lzma_encode *how,
	bool unknown_size, struct blob *out, struct err *err);
enum err_code __wrap_lzma_alone_encode(struct span in, const struct lzma_encode *how,
	bool unknown_size, struct blob *out, struct err *err);

/* The encoder has a target of its own; it took nine tenths of the time here. */
enum err_code __wrap_lzma_alone_encode(struct span in, const struct lzma_encode *how,
	bool unknown_size, struct blob *out, struct err *err)
{
	struct lzma_encode quick = *how;

	quick.effort.fast = true;
	quick.effort.nice = 16;
	quick.effort.depth = 2;
	return __real_lzma_alone_encode(in, &quick, unknown_size, out, err);
}

#define KINDS 17u

static struct blob samples[KINDS];

static struct blob build(unsigned kind)
{
	struct image_sample o = {
		.codec = (enum fw_codec)(kind % (FW_CODEC_BROTLI + 1)),
		.crc32 = kind % 3 == 1,
		.checksums = kind % 2 == 1,
		.ffs3 = kind % 5 == 2,
		.raw_vbt = kind % 7 == 3,
		.noise = 2000,
	};
	struct blob vbt;

	if (kind < 12)
		return image_sample(&o);
	if (kind == 13)
		return image_capsule(image_sample(&o), true);
	vbt = sample_vbt(&(struct sample_vbt){.padding = 64});
	if (kind == 12 || kind == 16)
		return image_cbfs_file(
			"vbt.bin", 0x50, kind == 12 ? FW_CODEC_LZMA : FW_CODEC_LZ4, vbt);
	if (kind == 14) {
		struct blob rom = sample_vbios(8192, blob_span(vbt), 0xAE0, true);

		blob_free(&vbt);
		return rom;
	}
	return vbt;
}

/* A table that is longer than the sections of the samples. */
static struct blob longer(struct blob vbt)
{
	uint8_t sum = 0;
	size_t i;

	vbt = image_join(vbt, image_fill(4000, 0x5A), 1, 0);
	put_u16le(vbt.ptr + 24, (uint16_t)vbt.len);
	vbt.ptr[26] = 0;
	for (i = 0; i < vbt.len; i++)
		sum = (uint8_t)(sum - vbt.ptr[i]);
	vbt.ptr[26] = sum;
	return vbt;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct replace_opts opts = {.which = NULL};
	struct blob image, vbt;
	struct replaced r;
	struct err err;
	unsigned kind;
	size_t i;

	if (size < 2)
		return 0;
	kind = data[0] % KINDS;
	opts.ignore_signature = (data[1] & 1) != 0;
	if (samples[kind].ptr == NULL)
		samples[kind] = build(kind);
	if (blob_copy(blob_span(samples[kind]), &image, &err) != ERR_OK)
		return 0;
	for (i = 2; i + 4 <= size; i += 4) {
		size_t off = data[i] | (size_t)data[i + 1] << 8 | (size_t)data[i + 2] << 16;

		image.ptr[off % image.len] = data[i + 3];
	}
	vbt = sample_vbt(&(struct sample_vbt){.panel = (data[1] & 2) != 0 ? "ANOTHER" : NULL,
		.child_size = (data[1] & 4) != 0 ? 33 : 39});
	if ((data[1] & 8) != 0)
		vbt = longer(vbt);
	if (bytgvs_replace(blob_span(image), blob_span(vbt), &opts, &r, &err) == ERR_OK) {
		if (r.places == 0 || r.image.len != image.len)
			abort();
		replaced_free(&r);
	}
	blob_free(&vbt);
	blob_free(&image);
	return 0;
}
