/* SPDX-License-Identifier: MIT */
/*
 * Replacing of a VBT in damaged images. The input is a recipe: the kind of sample image, then
 * (offset, value) pairs that damage it; so every input is nearly an image. Success implies that the
 * result was read again, which bytgvs_replace does itself; here the new VBT must be in it.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/lzma_alone.h"
#include "biosbelt/protect.h"
#include "biosbelt/tiano_encode.h"
#include "image.h"
#include "replace.h"
#include "sample.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Under the names that the linker's --wrap gives. */
enum err_code __real_lzma_alone_encode(struct span in, const struct lzma_encode *how,
	bool unknown_size, struct blob *out, struct err *err);
enum err_code __wrap_lzma_alone_encode(struct span in, const struct lzma_encode *how,
	bool unknown_size, struct blob *out, struct err *err);
enum err_code __real_tiano_encode(
	struct span in, enum tiano_kind kind, struct blob *out, struct err *err);
enum err_code __wrap_tiano_encode(
	struct span in, enum tiano_kind kind, struct blob *out, struct err *err);
enum err_code __real_protect_follow(struct span before, struct blob *after,
	const struct protect_opts *opts, struct buf *log, struct err *err);
enum err_code __wrap_protect_follow(struct span before, struct blob *after,
	const struct protect_opts *opts, struct buf *log, struct err *err);
struct ctx;
void __real_scan_bare_tiano(struct ctx *c);
void __wrap_scan_bare_tiano(struct ctx *c);

/*
 * The encoders have targets of their own, and took most of the time here. Little effort is made,
 * and results are kept: most inputs damage other parts of the image than what is packed. A result
 * stands for the other context bits too, of which up to 27 are tried: a stream names its own.
 */
#define KEPT 512u

struct packing {
	struct blob plain, packed;
	uint64_t how;
};

static struct packing kept[KEPT];

static bool find_packing(struct span in, uint64_t how, struct blob *out)
{
	struct err err;
	unsigned i;

	for (i = 0; i < KEPT; i++)
		if (kept[i].packed.len != 0 && kept[i].how == how &&
			span_equal(blob_span(kept[i].plain), in))
			return blob_copy(blob_span(kept[i].packed), out, &err) == ERR_OK;
	return false;
}

static void keep_packing(struct span in, uint64_t how, const struct blob *out)
{
	static unsigned next;
	struct packing *p = &kept[next++ % KEPT];
	struct err err;

	blob_free(&p->plain);
	blob_free(&p->packed);
	p->how = how;
	if (blob_copy(in, &p->plain, &err) != ERR_OK ||
		blob_copy(blob_span(*out), &p->packed, &err) != ERR_OK)
		abort();
}

enum err_code __wrap_lzma_alone_encode(struct span in, const struct lzma_encode *how,
	bool unknown_size, struct blob *out, struct err *err)
{
	struct lzma_encode quick = *how;
	uint64_t settings =
		(uint64_t)how->prop.dict << 32 | (how->marker ? 2u : 0u) | (unknown_size ? 1u : 0u);
	enum err_code rc;

	if (find_packing(in, settings, out))
		return ERR_OK;
	quick.effort.fast = true;
	quick.effort.nice = 16;
	quick.effort.depth = 2;
	rc = __real_lzma_alone_encode(in, &quick, unknown_size, out, err);
	if (rc == ERR_OK)
		keep_packing(in, settings, out);
	return rc;
}

enum err_code __wrap_tiano_encode(
	struct span in, enum tiano_kind kind, struct blob *out, struct err *err)
{
	uint64_t settings = UINT64_MAX - (unsigned)kind;
	enum err_code rc;

	if (find_packing(in, settings, out))
		return ERR_OK;
	rc = __real_tiano_encode(in, kind, out, err);
	if (rc == ERR_OK)
		keep_packing(in, settings, out);
	return rc;
}

/* So have protect_follow and the search for streams that no header leads to, which took more than
 * half of the time then: they work for a quarter of the inputs. */
static bool thorough;

enum err_code __wrap_protect_follow(struct span before, struct blob *after,
	const struct protect_opts *opts, struct buf *log, struct err *err)
{
	return thorough ? __real_protect_follow(before, after, opts, log, err) : ERR_OK;
}

void __wrap_scan_bare_tiano(struct ctx *c)
{
	if (thorough)
		__real_scan_bare_tiano(c);
}

#define KINDS       17u
#define TWO_VOLUMES 2u  /* the kinds that keep the second volume of the sample image */
#define VOLUME_LEN  32u /* of the length in a volume's header, u64 (PI 1.7, volume 3, 3.2.1) */

static struct blob samples[KINDS];

static struct blob sample(const struct image_sample *o, bool two_volumes)
{
	struct blob image = image_sample(o);
	uint32_t len;

	if (!two_volumes && span_u32le(blob_span(image), VOLUME_LEN, &len))
		image.len = len;
	return image;
}

static struct blob build(unsigned kind)
{
	struct image_sample o = {
		.codec = (enum fw_codec)(kind % (FW_CODEC_BROTLI + 1)),
		.crc32 = kind % 3 == 1,
		.checksums = kind % 2 == 1,
		.ffs3 = kind % 5 == 2,
		.raw_vbt = kind % 7 == 3,
		.noise = 400,
	};
	struct blob vbt;

	if (kind < 12)
		return sample(&o, kind < TWO_VOLUMES);
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
	thorough = (data[1] & 0x30) == 0;
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
