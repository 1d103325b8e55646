/* SPDX-License-Identifier: MIT */
/*
 * Tests every entry of a .zip, .tar or .7z, or a compressed stream, as lzenc --test does. The
 * checksums of .tar headers and the CRCs of a .7z header would stop nearly every input, so they are
 * made right first.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "layer.h"
#include "libarc.h"

#define MEMLIMIT   ((uint64_t)8 << 20)
#define OUTPUT_MAX ((uint64_t)1 << 20)

#define TAR_BLOCK   512u /* POSIX.1-2017, pax, "ustar Interchange Format" */
#define TAR_SUM     148u
#define TAR_SUM_LEN 8u
#define TAR_MAGIC   257u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fix_tar_header(uint8_t *p)
{
	unsigned sum = 0, i;

	memset(p + TAR_SUM, ' ', TAR_SUM_LEN);
	for (i = 0; i < TAR_BLOCK; i++)
		sum += p[i];
	for (i = 6; i-- > 0; sum >>= 3)
		p[TAR_SUM + i] = (uint8_t)('0' + (sum & 7));
	p[TAR_SUM + 6] = 0;
}

static void fix_sevenzip_header(uint8_t *p, struct span file)
{
	struct span header = {NULL, 0}, tail = {NULL, 0};
	uint64_t off = 0, len = 0;

	(void)span_u64le(file, 12, &off);
	(void)span_u64le(file, 20, &len);
	if (off < file.len && len < file.len &&
		span_slice(file, 32 + (size_t)off, (size_t)len, &header))
		put_u32le(p + 28, crc32_update(0, header));
	if (span_slice(file, 12, 20, &tail))
		put_u32le(p + 8, crc32_update(0, tail));
}

static void fix_sums(uint8_t *p, size_t size)
{
	size_t at;

	if (size >= 32 && memcmp(p, "7z\xBC\xAF\x27\x1C", 6) == 0)
		fix_sevenzip_header(p, span_of(p, size));
	for (at = 0; size - at >= TAR_BLOCK; at += TAR_BLOCK)
		if (memcmp(p + at + TAR_MAGIC, "ustar", 5) == 0)
			fix_tar_header(p + at);
}

static void on_error(void *user, const char *name, const struct err *err)
{
	size_t *failed = user;

	if (err->code == ERR_OK || (name != NULL && strlen(name) > SIZE_MAX / 2))
		abort();
	++*failed;
}

static void test_libarchive(struct extract *x, struct span in)
{
	struct name_rule names = {.enc = in.len % 2 != 0 ? TEXT_GBK : TEXT_NONE};
	uint8_t piece[4096];
	struct libarc *l;
	struct err err;
	size_t got = 1;
	unsigned n;

	if (libarc_open(in, &names, NULL, &l, &err) != ERR_OK)
		return;
	if (!libarc_is_stream(l))
		libarc_extract(x, l);
	for (n = 0; libarc_is_stream(l) && n < OUTPUT_MAX / sizeof piece && got != 0; n++)
		if (libarc_data(l)->read(libarc_data(l), piece, sizeof piece, &got, &err) != ERR_OK)
			break;
	(void)libarc_trailing(l);
	libarc_close(l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t failed = 0;
	struct extract x = {.memlimit = MEMLIMIT,
		.max_size = OUTPUT_MAX,
		.on_error = on_error,
		.user = &failed};
	struct sz_archive *a;
	struct blob copy;
	struct err err;

	if (blob_copy(span_of(data, size), &copy, &err) != ERR_OK)
		abort();
	fix_sums(copy.ptr, size);
	if (sz_open(blob_span(copy), MEMLIMIT, &a, &err) == ERR_OK) {
		(void)extract_sevenzip(&x, a);
		sz_close(a);
	} else if (libarc_likely(blob_span(copy))) {
		test_libarchive(&x, blob_span(copy));
	}
	if (x.failed != failed)
		abort();
	blob_free(&copy);
	return 0;
}
