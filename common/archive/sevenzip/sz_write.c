/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/hash.h"
#include "biosbelt/num.h"
#include "biosbelt/utf.h"
#include "sevenzip/sz_private.h"

struct item {
	size_t name_off, name_len; /* UTF-16LE in names, including the NUL */
	uint64_t size;
	uint64_t mtime; /* FILETIME; 0: none */
	uint32_t attributes;
	uint32_t crc;
	bool folder;
};

struct sz_writer {
	struct sz_sink sink;
	uint64_t written; /* bytes after the start header */
	struct buf names;
	struct item *items;
	size_t count, cap;
	struct sz_block *blocks;
	size_t block_count, block_cap;
	size_t due_entries; /* entries with content that wait for their block */
	uint64_t due_bytes;
	uint64_t pieces; /* bytes of the block that is being written in pieces */
};

enum err_code sz_writer_open(const struct sz_sink *sink, struct sz_writer **out, struct err *err)
{
	static const uint8_t blank[SZ_START_LEN];
	struct sz_writer *w = calloc(1, sizeof(*w));
	enum err_code rc;

	if (w == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	w->sink = *sink;
	buf_init(&w->names, 0);
	rc = sink->write(sink->user, blank, sizeof(blank), err);
	if (rc != ERR_OK) {
		free(w);
		return rc;
	}
	*out = w;
	return ERR_OK;
}

void sz_writer_close(struct sz_writer *w)
{
	if (w == NULL)
		return;
	buf_free(&w->names);
	free(w->items);
	free(w->blocks);
	free(w);
}

static uint32_t attributes_of(const struct sz_entry *e)
{
	static const uint32_t types[] = {
		[SZ_FILE] = SZ_MODE_FILE, [SZ_FOLDER] = SZ_MODE_FOLDER, [SZ_LINK] = SZ_MODE_LINK};
	static const uint32_t usual[] = {[SZ_FILE] = 0644, [SZ_FOLDER] = 0755, [SZ_LINK] = 0777};
	uint32_t mode = e->has_mode ? e->mode & 07777 : usual[e->type];
	uint32_t windows = e->type == SZ_FOLDER ? SZ_ATTR_FOLDER : SZ_ATTR_ARCHIVE;

	if (e->type == SZ_FILE && (mode & 0222) == 0)
		windows |= SZ_ATTR_READONLY;
	return windows | SZ_ATTR_UNIX | (types[e->type] | mode) << 16;
}

/* Rounded down; 0: none, or before the year 1601. */
static uint64_t filetime(const struct sz_entry *e)
{
	int64_t ticks = e->mtime_ns / 100 - (e->mtime_ns % 100 < 0);

	if (!e->has_mtime || ticks <= -SZ_EPOCH)
		return 0;
	return (uint64_t)(ticks + SZ_EPOCH);
}

static enum err_code add_name(struct sz_writer *w, const char *name, struct err *err)
{
	struct buf text;
	enum err_code rc;

	buf_init(&text, 0);
	utf8_keep(span_of(name, strlen(name)), UTF_KEEP_7Z, &text);
	if (text.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else
		rc = utf8_to_utf16le(span_of(text.ptr, text.len), &w->names, err);
	buf_free(&text);
	return rc;
}

enum err_code sz_writer_entry(
	struct sz_writer *w, const struct sz_entry *e, uint32_t crc, struct err *err)
{
	struct item *it;
	enum err_code rc;

	if (!ALLOC_ROOM(w->items, w->count, &w->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	it = &w->items[w->count];
	*it = (struct item){.name_off = w->names.len,
		.size = e->type == SZ_FOLDER ? 0 : e->size,
		.mtime = filetime(e),
		.attributes = attributes_of(e),
		.crc = crc,
		.folder = e->type == SZ_FOLDER};
	rc = add_name(w, e->name, err);
	if (rc != ERR_OK)
		return rc;
	buf_add_u16le(&w->names, 0);
	if (w->names.failed != ERR_OK)
		return err_set(err, ERR_NOMEM, "out of memory");
	it->name_len = w->names.len - it->name_off;
	w->count++;
	w->due_entries += it->size != 0;
	w->due_bytes += it->size;
	return ERR_OK;
}

static enum err_code put(struct sz_writer *w, struct span bytes, struct err *err)
{
	enum err_code rc = w->sink.write(w->sink.user, bytes.ptr, bytes.len, err);

	if (rc == ERR_OK)
		w->written += bytes.len;
	return rc;
}

/* Adds the block of the waiting entries; its bytes begin at pack_off. */
static enum err_code add_block(
	struct sz_writer *w, const struct sz_block *block, uint64_t pack_off, struct err *err)
{
	struct sz_block *b;

	if (block->unpack[block->last] != w->due_bytes || w->due_entries == 0)
		return err_set(err, ERR_USAGE, "block and entries differ in size");
	if (!ALLOC_ROOM(w->blocks, w->block_count, &w->block_cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	b = &w->blocks[w->block_count++];
	*b = *block;
	b->pack_off = pack_off;
	b->entries = w->due_entries;
	w->due_entries = 0;
	w->due_bytes = 0;
	return ERR_OK;
}

enum err_code sz_writer_packed(struct sz_writer *w, const struct sz_packed *p, struct err *err)
{
	enum err_code rc = add_block(w, &p->block, w->written, err);
	size_t i;

	for (i = 0; rc == ERR_OK && i < p->block.packs; i++)
		rc = put(w, blob_span(p->stream[i]), err);
	return rc;
}

enum err_code sz_writer_piece(struct sz_writer *w, struct span packed, struct err *err)
{
	enum err_code rc = w->due_entries == 0
				   ? put(w, packed, err)
				   : err_set(err, ERR_USAGE, "entries without their block");

	if (rc == ERR_OK)
		w->pieces += packed.len;
	return rc;
}

enum err_code sz_writer_pieces_end(
	struct sz_writer *w, const struct sz_method *method, struct err *err)
{
	struct sz_block b = {0};
	uint64_t packed = w->pieces;

	w->pieces = 0;
	sz_plain_shape(&b, method, w->due_bytes, packed);
	return add_block(w, &b, w->written - packed, err);
}

enum err_code sz_writer_block(
	struct sz_writer *w, struct span data, const struct sz_method *method, struct err *err)
{
	struct sz_packed *p;
	enum err_code rc = sz_pack(data, method, &p, err);

	if (rc == ERR_OK && sz_packed_len(p) >= sz_stored_len(data.len)) {
		sz_packed_free(p);
		rc = sz_store(data, &p, err);
	}
	if (rc != ERR_OK)
		return rc;
	rc = sz_writer_packed(w, p, err);
	sz_packed_free(p);
	return rc;
}

static void put_pack_info(struct buf *b, const struct sz_block *blocks, size_t count)
{
	uint64_t streams = 0;
	size_t i, j;

	for (i = 0; i < count; i++)
		streams += blocks[i].packs;
	buf_add_u8(b, SZ_PACK_INFO);
	sz_put_number(b, blocks[0].pack_off);
	sz_put_number(b, streams);
	buf_add_u8(b, SZ_SIZE);
	for (i = 0; i < count; i++)
		for (j = 0; j < blocks[i].packs; j++)
			sz_put_number(b, blocks[i].pack_size[j]);
	buf_add_u8(b, SZ_END);
}

static void put_unpack_info(struct buf *b, const struct sz_block *blocks, size_t count)
{
	size_t i, j;

	buf_add_u8(b, SZ_UNPACK_INFO);
	buf_add_u8(b, SZ_FOLDER_ID);
	sz_put_number(b, count);
	buf_add_u8(b, 0); /* not external */
	for (i = 0; i < count; i++)
		sz_put_block(b, &blocks[i]);
	buf_add_u8(b, SZ_UNPACK_SIZE);
	for (i = 0; i < count; i++)
		for (j = 0; j < blocks[i].coders; j++)
			sz_put_number(b, blocks[i].unpack[j]);
}

/* Writes the number of entries of each block, and the sizes of all but the last of a block. */
static void put_shares(struct buf *b, const struct sz_writer *w)
{
	size_t i, block = 0, seen = 0;

	buf_add_u8(b, SZ_NUM_UNPACK_STREAM);
	for (i = 0; i < w->block_count; i++)
		sz_put_number(b, w->blocks[i].entries);
	buf_add_u8(b, SZ_SIZE);
	for (i = 0; i < w->count; i++) {
		if (w->items[i].size == 0)
			continue;
		if (++seen < w->blocks[block].entries) {
			sz_put_number(b, w->items[i].size);
		} else {
			block++;
			seen = 0;
		}
	}
}

/* Writes the structure of blocks unless each has one entry, then the CRCs of all entries with
 * content. */
static void put_substreams(struct buf *b, const struct sz_writer *w)
{
	size_t i;

	buf_add_u8(b, SZ_SUBSTREAMS_INFO);
	for (i = 0; i < w->block_count && w->blocks[i].entries == 1; i++)
		;
	if (i < w->block_count)
		put_shares(b, w);
	buf_add_u8(b, SZ_CRC);
	buf_add_u8(b, 1); /* all are defined */
	for (i = 0; i < w->count; i++)
		if (w->items[i].size != 0)
			buf_add_u32le(b, w->items[i].crc);
	buf_add_u8(b, SZ_END);
}

/* A property whose value is one bit for each of some items, highest bit first. */
struct bits {
	struct buf bytes;
	uint8_t at;
	unsigned used;
	bool any;
};

static void add_bit(struct bits *v, bool bit)
{
	v->at = (uint8_t)(v->at << 1 | bit);
	v->any |= bit;
	if (++v->used == 8) {
		buf_add_u8(&v->bytes, v->at);
		v->used = 0;
		v->at = 0;
	}
}

/* Fills up to a whole byte. */
static void pad_bits(struct bits *v)
{
	while (v->used != 0)
		add_bit(v, false);
}

/* Also frees v. */
static void append_bits(struct buf *b, struct bits *v)
{
	buf_add(b, v->bytes.ptr, v->bytes.len);
	if (v->bytes.failed != ERR_OK)
		b->failed = v->bytes.failed;
	buf_free(&v->bytes);
}

static void put_bits(struct buf *b, enum sz_id id, struct bits *v)
{
	pad_bits(v);
	if (v->any) {
		buf_add_u8(b, (uint8_t)id);
		sz_put_number(b, v->bytes.len);
		append_bits(b, v);
	}
	buf_free(&v->bytes);
}

static void put_empty(struct buf *b, const struct sz_writer *w)
{
	struct bits no_stream = {0}, no_folder = {0};
	size_t i;

	for (i = 0; i < w->count; i++) {
		add_bit(&no_stream, w->items[i].size == 0);
		if (w->items[i].size == 0)
			add_bit(&no_folder, !w->items[i].folder);
	}
	put_bits(b, SZ_EMPTY_STREAM, &no_stream);
	put_bits(b, SZ_EMPTY_FILE, &no_folder);
}

static void put_times(struct buf *b, const struct sz_writer *w)
{
	struct bits defined = {0};
	size_t i, count = 0;
	bool all;

	for (i = 0; i < w->count; i++)
		count += w->items[i].mtime != 0;
	if (count == 0)
		return;
	all = count == w->count;
	buf_add_u8(b, SZ_MTIME);
	sz_put_number(b, count * 8 + 2 + (all ? 0 : (w->count + 7) / 8));
	buf_add_u8(b, all);
	for (i = 0; !all && i < w->count; i++)
		add_bit(&defined, w->items[i].mtime != 0);
	pad_bits(&defined);
	append_bits(b, &defined);
	buf_add_u8(b, 0); /* not external */
	for (i = 0; i < w->count; i++)
		if (w->items[i].mtime != 0)
			buf_add_u64le(b, w->items[i].mtime);
}

static void put_files(struct buf *b, const struct sz_writer *w)
{
	size_t i;

	buf_add_u8(b, SZ_FILES_INFO);
	sz_put_number(b, w->count);
	put_empty(b, w);
	buf_add_u8(b, SZ_NAMES);
	sz_put_number(b, w->names.len + 1);
	buf_add_u8(b, 0); /* not external */
	buf_add(b, w->names.ptr, w->names.len);
	put_times(b, w);
	buf_add_u8(b, SZ_ATTRIBUTES);
	sz_put_number(b, w->count * 4 + 2);
	buf_add_u8(b, 1); /* all are defined */
	buf_add_u8(b, 0); /* not external */
	for (i = 0; i < w->count; i++)
		buf_add_u32le(b, w->items[i].attributes);
	buf_add_u8(b, SZ_END);
}

static void put_header(struct buf *b, const struct sz_writer *w)
{
	buf_add_u8(b, SZ_HEADER);
	if (w->block_count != 0) {
		buf_add_u8(b, SZ_MAIN_STREAMS);
		put_pack_info(b, w->blocks, w->block_count);
		put_unpack_info(b, w->blocks, w->block_count);
		buf_add_u8(b, SZ_END);
		put_substreams(b, w);
		buf_add_u8(b, SZ_END);
	}
	put_files(b, w);
	buf_add_u8(b, SZ_END);
}

/* Writes a compressed header, and replaces *header by its description, when that is shorter. */
static enum err_code compress_header(struct sz_writer *w, struct buf *header, struct err *err)
{
	struct sz_method m = {.how = {.prop = {3, 0, 2, lzma_dict_for(header->len)},
				      .effort = {LZMA_BT4, false, 128, 0}}};
	struct span in = span_of(header->ptr, header->len);
	struct sz_packed *p;
	struct buf b;
	enum err_code rc = sz_pack(in, &m, &p, err);

	if (rc != ERR_OK)
		return rc;
	p->block.pack_off = w->written;
	buf_init(&b, 0);
	buf_add_u8(&b, SZ_ENCODED_HEADER);
	put_pack_info(&b, &p->block, 1);
	put_unpack_info(&b, &p->block, 1);
	buf_add_u8(&b, SZ_CRC);
	buf_add_u8(&b, 1);
	buf_add_u32le(&b, crc32_update(0, in));
	buf_add_u8(&b, SZ_END);
	buf_add_u8(&b, SZ_END);
	if (b.failed == ERR_OK && b.len + p->stream[0].len < header->len) {
		rc = w->sink.write(w->sink.user, p->stream[0].ptr, p->stream[0].len, err);
		w->written += p->stream[0].len;
		buf_free(header);
		*header = b;
	} else {
		buf_free(&b);
	}
	sz_packed_free(p);
	return rc;
}

/* 7zFormat.txt, "SignatureHeader": version 0.4 and where the header is. */
static void start_header(const struct sz_writer *w, struct span header, uint8_t out[SZ_START_LEN])
{
	memcpy(out, sz_signature, SZ_SIGNATURE_LEN);
	out[6] = 0;
	out[7] = 4;
	put_u64le(out + 12, w->written);
	put_u64le(out + 20, header.len);
	put_u32le(out + 28, crc32_update(0, header));
	put_u32le(out + 8, crc32_update(0, span_of(out + 12, 20)));
}

enum err_code sz_writer_finish(struct sz_writer *w, uint64_t *total, struct err *err)
{
	uint8_t start[SZ_START_LEN];
	struct blob header;
	struct buf b;
	enum err_code rc = ERR_OK;

	if (w->due_entries != 0 || w->pieces != 0)
		return err_set(err, ERR_USAGE, "entries without their block");
	buf_init(&b, 0);
	if (w->count != 0)
		put_header(&b, w);
	if (b.failed == ERR_OK && w->count != 0)
		rc = compress_header(w, &b, err);
	if (rc != ERR_OK) {
		buf_free(&b);
		return rc;
	}
	rc = buf_finish(&b, &header, err);
	if (rc != ERR_OK)
		return rc;
	start_header(w, blob_span(header), start);
	rc = w->sink.write(w->sink.user, header.ptr, header.len, err);
	if (rc == ERR_OK)
		rc = w->sink.patch(w->sink.user, start, sizeof(start), err);
	*total = SZ_START_LEN + w->written + header.len;
	blob_free(&header);
	return rc;
}
