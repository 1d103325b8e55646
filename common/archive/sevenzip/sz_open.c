/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/tr.h"
#include "sevenzip/sz_read.h"

#define NESTED_MAX 4 /* headers packed in headers; 7-Zip writes one */

void sz_close(struct sz_archive *a)
{
	if (a == NULL)
		return;
	sz_streams_free(&a->streams);
	free(a->entries);
	blob_free(&a->names);
	blob_free(&a->header);
	free(a);
}

/* 7zFormat.txt, "SignatureHeader". Finds the bytes of the header. */
static enum err_code find_header(struct sz_archive *a, struct span *header, struct err *err)
{
	struct cursor c = {.in = a->file};
	struct span start = {NULL, 0};
	uint64_t off, len;
	uint32_t start_crc, crc;
	uint8_t major;

	cursor_skip(&c, SZ_SIGNATURE_LEN);
	major = cursor_u8(&c);
	cursor_skip(&c, 1);
	start_crc = cursor_u32le(&c);
	off = cursor_u64le(&c);
	len = cursor_u64le(&c);
	crc = cursor_u32le(&c);
	if (!span_starts(a->file, sz_signature, SZ_SIGNATURE_LEN))
		return err_set(err, ERR_FORMAT, "no .7z archive");
	if (c.bad || !span_slice(a->file, 12, 20, &start) || crc32_update(0, start) != start_crc)
		return err_set(err, ERR_FORMAT, "start header is damaged");
	if (major != 0)
		return err_set(err, ERR_UNSUPPORTED, "format version %u", major);
	if (off > a->file.len || len > a->file.len ||
		!span_slice(a->file, (size_t)off + SZ_START_LEN, (size_t)len, header))
		return err_set(err, ERR_FORMAT, "header is past the end: the archive is cut short");
	if (crc32_update(0, *header) != crc)
		return err_set(err, ERR_FORMAT, "header is damaged");
	a->end = SZ_START_LEN + off + len;
	a->header_bytes = len;
	return ERR_OK;
}

/* Unpacks a packed header of one block into a->header. */
static enum err_code unpack_header(
	struct sz_archive *a, const struct sz_streams *s, uint64_t memlimit, struct err *err)
{
	const struct sz_block *b = s->blocks;
	struct span packed[SZ_INS_MAX];
	struct reader *r;
	struct blob made;
	uint64_t size;
	enum err_code rc;

	if (s->block_count != 1)
		return err_set(err, ERR_FORMAT, "packed header without its block");
	size = b->unpack[b->last];
	if (size > SZ_HEADER_MAX)
		return err_set(err, ERR_LIMIT, "header of %llu bytes", (unsigned long long)size);
	if (!sz_block_streams(a->file, b, packed))
		return err_set(err, ERR_FORMAT, "packed header is past the end");
	rc = sz_block_open(packed, b, memlimit, a->secret, &r, err);
	if (rc != ERR_OK)
		return rc;
	rc = reader_all(r, (size_t)size, &made, err);
	reader_close(r);
	if (rc == ERR_FORMAT && sz_block_encrypted(b))
		return err_prefix(err, "wrong password, or damage");
	if (rc != ERR_OK)
		return rc;
	a->header_bytes += b->pack_size[0];
	blob_free(&a->header);
	a->header = made;
	if (made.len != size || (b->has_crc && crc32_update(0, blob_span(made)) != b->crc))
		return err_set(err, ERR_FORMAT, "%s",
			sz_block_encrypted(b) ? tr("wrong password, or a damaged header")
					      : tr("packed header is damaged"));
	return ERR_OK;
}

/* Unpacks headers until a plain one; then *c is after its id. */
static enum err_code plain_header(
	struct sz_archive *a, struct cursor *c, uint64_t memlimit, struct err *err)
{
	int depth;

	for (depth = 0; depth < NESTED_MAX; depth++) {
		uint8_t id = cursor_u8(c);
		struct sz_streams s = {.memlimit = memlimit};
		enum err_code rc;

		if (id == SZ_HEADER)
			return ERR_OK;
		if (id != SZ_ENCODED_HEADER)
			return err_set(err, ERR_FORMAT, "unknown header 0x%02X", id);
		rc = sz_get_streams(c, &s, err);
		if (rc == ERR_OK)
			rc = unpack_header(a, &s, memlimit, err);
		sz_streams_free(&s);
		if (rc != ERR_OK)
			return rc;
		*c = (struct cursor){.in = blob_span(a->header)};
	}
	return err_set(err, ERR_FORMAT, "headers are packed in one another");
}

static enum err_code skip_properties(struct cursor *c, struct err *err)
{
	while (sz_get_number(c) != SZ_END && !c->bad) {
		uint64_t len = sz_get_number(c);

		cursor_skip(c, len > SIZE_MAX ? SIZE_MAX : (size_t)len);
	}
	return c->bad ? err_set(err, ERR_FORMAT, "header cut short") : ERR_OK;
}

static enum err_code parse(struct sz_archive *a, struct cursor *c, struct err *err)
{
	enum err_code rc = ERR_OK;
	uint8_t id = cursor_u8(c);

	if (id == SZ_ARCHIVE_PROPERTIES) {
		rc = skip_properties(c, err);
		id = cursor_u8(c);
	}
	if (rc == ERR_OK && id == SZ_ADDITIONAL_STREAMS)
		return err_set(err, ERR_UNSUPPORTED, "additional streams");
	if (rc == ERR_OK && id == SZ_MAIN_STREAMS) {
		rc = sz_get_streams(c, &a->streams, err);
		id = cursor_u8(c);
	}
	if (rc == ERR_OK && id == SZ_FILES_INFO) {
		rc = sz_get_files(c, a, err);
		id = cursor_u8(c);
	}
	if (rc == ERR_OK && (c->bad || id != SZ_END))
		return err_set(err, ERR_FORMAT, "end of the header is missing");
	return rc;
}

enum err_code sz_open(struct span file, uint64_t memlimit, struct sz_archive **out, struct err *err)
{
	return sz_open_secret(file, memlimit, NULL, out, err);
}

enum err_code sz_open_secret(struct span file, uint64_t memlimit, struct sz_secret *secret,
	struct sz_archive **out, struct err *err)
{
	struct sz_archive *a = calloc(1, sizeof(*a));
	struct cursor c = {.pos = 0};
	enum err_code rc;

	if (a == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	a->file = file;
	a->secret = secret;
	a->streams.memlimit = memlimit;
	rc = find_header(a, &c.in, err);
	if (rc == ERR_OK && c.in.len != 0) {
		rc = plain_header(a, &c, memlimit, err);
		if (rc == ERR_OK)
			rc = parse(a, &c, err);
	}
	if (rc != ERR_OK) {
		sz_close(a);
		return rc;
	}
	*out = a;
	return ERR_OK;
}

size_t sz_count(const struct sz_archive *a)
{
	return a->count;
}

const struct sz_entry *sz_entry_at(const struct sz_archive *a, size_t i)
{
	return i < a->count ? &a->entries[i] : NULL;
}

size_t sz_block_count(const struct sz_archive *a)
{
	return a->streams.block_count;
}

void sz_block_info(const struct sz_archive *a, size_t i, struct sz_block_info *out)
{
	const struct sz_block *b = &a->streams.blocks[i];
	size_t j;

	*out = (struct sz_block_info){.unpacked = b->unpack[b->last],
		.entries = b->entries,
		.has_crc = b->has_crc,
		.crc = b->crc,
		.supported = sz_block_supported(b),
		.encrypted = sz_block_encrypted(b),
		.memory = sz_block_memory(b)};
	for (j = 0; j < b->packs; j++)
		out->packed += b->pack_size[j];
	sz_block_text(b, out->method, sizeof(out->method));
}

uint64_t sz_trailing(const struct sz_archive *a)
{
	return a->file.len - a->end;
}

uint64_t sz_header_bytes(const struct sz_archive *a)
{
	return a->header_bytes;
}

enum err_code sz_block_reader(const struct sz_archive *a, size_t block, uint64_t memlimit,
	struct reader **out, struct err *err)
{
	const struct sz_block *b = &a->streams.blocks[block];
	struct span packed[SZ_INS_MAX];

	if (!sz_block_streams(a->file, b, packed))
		return err_set(err, ERR_FORMAT, "packed data run past the archive");
	return sz_block_open(packed, b, memlimit, a->secret, out, err);
}
