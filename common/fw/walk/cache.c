/* SPDX-License-Identifier: MIT */
/* Decoded streams of the image itself, so that none is decoded twice. */
#include <stdlib.h>

#include "walk/fw_private.h"

static struct fw_cached *find(struct fw_cache *cache, enum fw_codec codec, size_t off, size_t len)
{
	size_t i;

	for (i = 0; i < cache->count; i++)
		if (cache->list[i].off == off && cache->list[i].len == len &&
			cache->list[i].codec == codec)
			return &cache->list[i];
	return NULL;
}

enum err_code unpack_once(struct ctx *c, enum fw_codec codec, size_t off, struct span in,
	struct fw_unpacked *out, struct err *err)
{
	struct fw_cache *cache = c->w->opts->cache;
	struct fw_cached *have =
		cache != NULL && c->space == 0 ? find(cache, codec, off, in.len) : NULL;

	if (have == NULL || have->unpacked.bytes.len > c->w->output_left)
		return fw_unpack(codec, in, c->w->output_left, out, err);
	*out = have->unpacked;
	cache->bytes -= out->bytes.len;
	*have = cache->list[--cache->count];
	return ERR_OK;
}

void unpack_done(struct ctx *c, enum fw_codec codec, size_t off, size_t len, struct fw_unpacked *u)
{
	struct fw_cache *cache = c->w->opts->cache;
	struct fw_cached *list;

	if (cache == NULL || c->space != 0 || u->end == FW_END_LIMIT || u->bytes.len == 0 ||
		u->bytes.len > c->bytes.len || cache->bytes > c->bytes.len - u->bytes.len) {
		blob_free(&u->bytes);
		return;
	}
	if (cache->count == cache->cap) {
		size_t cap = cache->cap == 0 ? 16 : cache->cap * 2;

		list = realloc(cache->list, cap * sizeof *list);
		if (list == NULL) { /* only slower */
			blob_free(&u->bytes);
			return;
		}
		cache->list = list;
		cache->cap = cap;
	}
	cache->list[cache->count++] = (struct fw_cached){off, len, codec, *u};
	cache->bytes += u->bytes.len;
	u->bytes = (struct blob){NULL, 0};
}

void fw_cache_free(struct fw_cache *cache)
{
	size_t i;

	for (i = 0; i < cache->count; i++)
		blob_free(&cache->list[i].unpacked.bytes);
	free(cache->list);
	*cache = (struct fw_cache){0};
}
