/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/num.h"
#include "biosbelt/tr.h"
#include "sevenzip/sz_read.h"

enum err_code sz_array(size_t count, size_t size, uint64_t memlimit, void **out, struct err *err)
{
	void *p;

	if (count > memlimit / size)
		return err_set(err, ERR_LIMIT,
			"decoding needs %llu bytes of memory, the limit is %llu",
			(unsigned long long)count * size, (unsigned long long)memlimit);
	p = calloc(count != 0 ? count : 1, size);
	if (p == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	*out = p;
	return ERR_OK;
}

void sz_streams_free(struct sz_streams *s)
{
	free(s->blocks);
	free(s->pack_sizes);
	free(s->sizes);
	free(s->crcs);
	free(s->has_crc);
	*s = (struct sz_streams){0};
}

bool sz_bit(struct span v, size_t i)
{
	uint8_t b = 0;

	return v.len == 0 || (span_u8(v, i / 8, &b) && (b >> (7 - i % 8) & 1) != 0);
}

struct span sz_get_defined(struct cursor *c, size_t count)
{
	if (cursor_u8(c) != 0)
		return (struct span){NULL, 0};
	return cursor_take(c, count / 8 + (count % 8 != 0));
}

/* Reads the number of items that take at least one byte each in the rest of the header. */
static enum err_code get_count(struct cursor *c, const char *what, size_t *out, struct err *err)
{
	uint64_t v = sz_get_number(c);

	if (c->bad || v > cursor_left(c))
		return err_set(err, ERR_FORMAT, "header cannot hold its number of %s", tr(what));
	*out = (size_t)v;
	return ERR_OK;
}

/* Skips CRCs that are not used, such as those of packed streams. */
static void skip_crcs(struct cursor *c, size_t count)
{
	struct span defined = sz_get_defined(c, count);
	size_t i;

	for (i = 0; i < count && !c->bad; i++)
		if (sz_bit(defined, i))
			cursor_skip(c, 4);
}

static enum err_code get_pack_info(struct cursor *c, struct sz_streams *s, struct err *err)
{
	uint8_t id;
	size_t i;
	enum err_code rc;

	if (s->pack_sizes != NULL)
		return err_set(err, ERR_FORMAT, "packed streams are described twice");
	s->pack_pos = sz_get_number(c);
	rc = get_count(c, N_("packed streams"), &s->pack_count, err);
	if (rc == ERR_OK)
		rc = sz_array(
			s->pack_count, sizeof(uint64_t), s->memlimit, (void **)&s->pack_sizes, err);
	if (rc != ERR_OK)
		return rc;
	while ((id = cursor_u8(c)) != SZ_END && !c->bad) {
		if (id == SZ_CRC)
			skip_crcs(c, s->pack_count);
		else if (id != SZ_SIZE)
			return err_set(err, ERR_FORMAT, "unknown property 0x%02X", id);
		for (i = 0; id == SZ_SIZE && i < s->pack_count; i++)
			s->pack_sizes[i] = sz_get_number(c);
	}
	return c->bad ? err_set(err, ERR_FORMAT, "header cut short") : ERR_OK;
}

static enum err_code get_blocks(struct cursor *c, struct sz_streams *s, struct err *err)
{
	enum err_code rc;
	size_t i;

	if (cursor_u8(c) != SZ_FOLDER_ID || s->blocks != NULL)
		return err_set(err, ERR_FORMAT, "blocks are not described");
	rc = get_count(c, N_("blocks"), &s->block_count, err);
	if (rc != ERR_OK)
		return rc;
	if (cursor_u8(c) != 0)
		return err_set(err, ERR_UNSUPPORTED, "blocks described elsewhere");
	rc = sz_array(s->block_count, sizeof(*s->blocks), s->memlimit, (void **)&s->blocks, err);
	for (i = 0; rc == ERR_OK && i < s->block_count; i++)
		rc = sz_get_block(c, &s->blocks[i], err);
	return rc;
}

static void get_block_crcs(struct cursor *c, struct sz_streams *s)
{
	struct span defined = sz_get_defined(c, s->block_count);
	size_t i;

	for (i = 0; i < s->block_count && !c->bad; i++) {
		s->blocks[i].has_crc = sz_bit(defined, i);
		if (s->blocks[i].has_crc)
			s->blocks[i].crc = cursor_u32le(c);
	}
}

static enum err_code get_unpack_info(struct cursor *c, struct sz_streams *s, struct err *err)
{
	enum err_code rc = get_blocks(c, s, err);
	uint8_t id;
	size_t i, j;

	if (rc != ERR_OK)
		return rc;
	if (cursor_u8(c) != SZ_UNPACK_SIZE)
		return err_set(err, ERR_FORMAT, "sizes of blocks are missing");
	for (i = 0; i < s->block_count; i++)
		for (j = 0; j < s->blocks[i].coders; j++)
			s->blocks[i].unpack[j] = sz_get_number(c);
	while ((id = cursor_u8(c)) != SZ_END && !c->bad) {
		if (id != SZ_CRC)
			return err_set(err, ERR_FORMAT, "unknown property 0x%02X", id);
		get_block_crcs(c, s);
	}
	return c->bad ? err_set(err, ERR_FORMAT, "header cut short") : ERR_OK;
}

/* Assigns each block its packed streams and checks that they are consecutive. */
static enum err_code assign_packed(struct sz_streams *s, struct err *err)
{
	uint64_t off = s->pack_pos;
	size_t i, j, next = 0;

	for (i = 0; i < s->block_count; i++) {
		struct sz_block *b = &s->blocks[i];

		b->pack_off = off;
		for (j = 0; j < b->packs; j++) {
			if (next == s->pack_count)
				return err_set(err, ERR_FORMAT, "packed streams are missing");
			b->pack_size[j] = s->pack_sizes[next++];
			if (b->pack_size[j] > UINT64_MAX - off)
				return err_set(err, ERR_FORMAT, "packed sizes are too large");
			off += b->pack_size[j];
		}
	}
	return ERR_OK;
}

static enum err_code get_entry_counts(
	struct cursor *c, struct sz_streams *s, bool given, struct err *err)
{
	size_t i;

	s->size_count = 0;
	for (i = 0; i < s->block_count; i++) {
		uint64_t n = given ? sz_get_number(c) : 1;

		/* all but the first have a size of at least one byte */
		if (c->bad || n > (uint64_t)cursor_left(c) + 1)
			return err_set(err, ERR_FORMAT, "header cannot hold its entries");
		s->blocks[i].entries = (size_t)n;
		s->blocks[i].first = s->size_count;
		if (!num_add(s->size_count, (size_t)n, &s->size_count) ||
			s->size_count > c->in.len + s->block_count)
			return err_set(err, ERR_FORMAT, "header cannot hold its entries");
	}
	return ERR_OK;
}

/* The sizes of a block's entries are listed except for the last, which gets the rest. */
static enum err_code get_sizes(struct cursor *c, struct sz_streams *s, bool given, struct err *err)
{
	size_t i, j, next = 0;

	for (i = 0; i < s->block_count; i++) {
		struct sz_block *b = &s->blocks[i];
		uint64_t left = b->unpack[b->last];

		for (j = 0; j + 1 < b->entries; j++) {
			uint64_t size = given ? sz_get_number(c) : UINT64_MAX;

			if (c->bad || size > left)
				return err_set(err, ERR_FORMAT, "sizes of entries do not add up");
			s->sizes[next++] = size;
			left -= size;
		}
		if (b->entries != 0)
			s->sizes[next++] = left;
	}
	return ERR_OK;
}

/* The CRC of a block with one entry is also that of the entry; other CRCs are listed. */
static void get_entry_crcs(struct cursor *c, struct sz_streams *s)
{
	size_t i, j, unknown = 0, at = 0;
	struct span defined;

	for (i = 0; i < s->block_count; i++)
		if (s->blocks[i].entries != 1 || !s->blocks[i].has_crc)
			unknown += s->blocks[i].entries;
	defined = sz_get_defined(c, unknown);
	for (i = 0; i < s->block_count && !c->bad; i++) {
		const struct sz_block *b = &s->blocks[i];

		if (b->entries == 1 && b->has_crc)
			continue;
		for (j = b->first; j < b->first + b->entries && !c->bad; j++) {
			s->has_crc[j] = sz_bit(defined, at++);
			if (s->has_crc[j])
				s->crcs[j] = cursor_u32le(c);
		}
	}
}

static void lend_crcs(struct sz_streams *s)
{
	size_t i;

	for (i = 0; i < s->block_count; i++) {
		const struct sz_block *b = &s->blocks[i];

		if (b->entries == 1 && b->has_crc) {
			s->has_crc[b->first] = 1;
			s->crcs[b->first] = b->crc;
		}
	}
}

/* given: the header has a SubStreamsInfo, whose first id is read here. */
static enum err_code get_substreams(
	struct cursor *c, struct sz_streams *s, bool given, struct err *err)
{
	uint8_t id = given ? cursor_u8(c) : SZ_END;
	enum err_code rc = get_entry_counts(c, s, id == SZ_NUM_UNPACK_STREAM, err);

	if (rc == ERR_OK && id == SZ_NUM_UNPACK_STREAM)
		id = cursor_u8(c);
	if (rc == ERR_OK)
		rc = sz_array(
			s->size_count, sizeof(uint64_t), s->memlimit, (void **)&s->sizes, err);
	if (rc == ERR_OK)
		rc = sz_array(s->size_count, sizeof(uint32_t), s->memlimit, (void **)&s->crcs, err);
	if (rc == ERR_OK)
		rc = sz_array(s->size_count, 1, s->memlimit, (void **)&s->has_crc, err);
	if (rc == ERR_OK)
		rc = get_sizes(c, s, id == SZ_SIZE, err);
	if (rc != ERR_OK)
		return rc;
	lend_crcs(s);
	if (id == SZ_SIZE)
		id = cursor_u8(c);
	if (id == SZ_CRC) {
		get_entry_crcs(c, s);
		id = cursor_u8(c);
	}
	if (c->bad || id != SZ_END)
		return err_set(err, ERR_FORMAT, "end of the entries' sizes is missing");
	return ERR_OK;
}

enum err_code sz_get_streams(struct cursor *c, struct sz_streams *s, struct err *err)
{
	enum err_code rc = ERR_OK;
	bool entries = false;
	uint8_t id;

	while (rc == ERR_OK && (id = cursor_u8(c)) != SZ_END && !c->bad) {
		if (id == SZ_PACK_INFO)
			rc = get_pack_info(c, s, err);
		else if (id == SZ_UNPACK_INFO)
			rc = get_unpack_info(c, s, err);
		else if (id == SZ_SUBSTREAMS_INFO && !entries)
			rc = get_substreams(c, s, entries = true, err);
		else
			rc = err_set(err, ERR_FORMAT, "unknown property 0x%02X", id);
	}
	if (rc == ERR_OK && c->bad)
		rc = err_set(err, ERR_FORMAT, "header cut short");
	if (rc == ERR_OK && !entries)
		rc = get_substreams(c, s, false, err);
	return rc == ERR_OK ? assign_packed(s, err) : rc;
}
