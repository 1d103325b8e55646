/* SPDX-License-Identifier: MIT */
/*
 * Packing an image again. The input is an image in its short form; the second byte has the option.
 * A result is as long, no stream grows, without gain it is the image as it was, and none is made
 * that repack_image's own check refuses.
 */
#include "repack.h"
#include "short_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Under the names that the linker's --wrap gives. */
enum err_code __real_lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err);
enum err_code __wrap_lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err);
/* The encoder has a target of its own; --best took nine tenths of the time here. */
enum err_code __wrap_lz_encode(struct span in, const struct lz_settings *s, struct lz_result *res,
	struct blob *out, struct err *err)
{
	struct lz_settings quick = *s;

	quick.best = false;
	quick.level = 1;
	return __real_lz_encode(in, &quick, res, out, err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct repack_opts opts = {.threads = 1};
	struct repacked r;
	struct blob image;
	enum err_code rc;
	struct err err;
	size_t i;

	if (size < SHORT_HEAD)
		return 0;
	image = short_image(data, size);
	opts.ignore_signature = (data[1] & 1) != 0;
	rc = repack_image(blob_span(image), &opts, &r, &err);
	if (rc == ERR_IO)
		abort();
	if (rc == ERR_OK) {
		if (r.image.len != image.len)
			abort();
		if (r.freed == 0 && !span_equal(blob_span(r.image), blob_span(image)))
			abort();
		for (i = 0; i < r.count; i++)
			if (r.streams[i].after > r.streams[i].before)
				abort();
		repack_free(&r);
	}
	blob_free(&image);
	return 0;
}
