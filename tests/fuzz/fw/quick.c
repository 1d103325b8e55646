/* SPDX-License-Identifier: MIT */
/*
 * For targets that read whole images, under the names that the linker's --wrap gives.
 *
 * span_find: the real one took up to half of the time where images are filling for the most part;
 * memchr of the sanitizer checks its range at once instead of sixteen bytes at a time.
 * os_alloc_large: a wrong size in a header would cost megabytes of the sanitizer's notes. Without
 * this memory the stream is decoded by liblzma, which grows what it needs.
 * lzma_raw_decoder: so would a wrong dictionary of that one; no input is as long as this one's.
 */
#include <stdlib.h>
#include <string.h>

#include <lzma.h>

#include "biosbelt/span.h"

#define LARGE_MAX ((size_t)256 << 10)
#define DICT_MAX  ((uint32_t)64 << 10)

size_t __wrap_span_find(struct span in, size_t from, const void *needle, size_t len);
void *__wrap_os_alloc_large(size_t len);
lzma_ret __real_lzma_raw_decoder(lzma_stream *strm, const lzma_filter *filters);
lzma_ret __wrap_lzma_raw_decoder(lzma_stream *strm, const lzma_filter *filters);

void *__wrap_os_alloc_large(size_t len)
{
	return len <= LARGE_MAX ? malloc(len) : NULL;
}

lzma_ret __wrap_lzma_raw_decoder(lzma_stream *strm, const lzma_filter *filters)
{
	const lzma_filter *f;

	for (f = filters; f->id != LZMA_VLI_UNKNOWN; f++) {
		lzma_options_lzma *opt = f->id == LZMA_FILTER_LZMA1EXT ? f->options : NULL;

		if (opt != NULL && opt->dict_size > DICT_MAX)
			opt->dict_size = DICT_MAX;
	}
	return __real_lzma_raw_decoder(strm, filters);
}

/* The first byte of the needle that filling does not have. */
static size_t rare_byte(const uint8_t *needle, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (needle[i] != 0x00 && needle[i] != 0xFF)
			return i;
	return 0;
}

size_t __wrap_span_find(struct span in, size_t from, const void *needle, size_t len)
{
	const uint8_t *n = needle, *hit;
	size_t rare = rare_byte(n, len);

	if (len == 0)
		return SIZE_MAX;
	while (from < in.len && len <= in.len - from) {
		hit = memchr(in.ptr + from + rare, n[rare], in.len - from - len + 1);
		if (hit == NULL)
			break;
		hit -= rare;
		if (memcmp(hit, n, len) == 0)
			return (size_t)(hit - in.ptr);
		from = (size_t)(hit - in.ptr) + 1;
	}
	return SIZE_MAX;
}
