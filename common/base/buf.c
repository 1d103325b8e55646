/* SPDX-License-Identifier: MIT */
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/num.h"
#include "biosbelt/span.h"

#define BUF_FIRST 256 /* bytes of the first allocation */

enum err_code blob_alloc(size_t len, struct blob *out, struct err *err)
{
	uint8_t *ptr = calloc(1, len != 0 ? len : 1);

	if (ptr == NULL)
		return err_set(err, ERR_NOMEM, "out of memory (%zu bytes)", len);
	*out = (struct blob){ptr, len};
	return ERR_OK;
}

enum err_code blob_copy(struct span in, struct blob *out, struct err *err)
{
	/* Not blob_alloc: clearing bytes that are overwritten at once costs time on big images. */
	uint8_t *ptr = malloc(in.len != 0 ? in.len : 1);

	if (ptr == NULL)
		return err_set(err, ERR_NOMEM, "out of memory (%zu bytes)", in.len);
	if (in.len != 0)
		memcpy(ptr, in.ptr, in.len);
	*out = (struct blob){ptr, in.len};
	return ERR_OK;
}

void blob_free(struct blob *b)
{
	free(b->ptr);
	*b = (struct blob){NULL, 0};
}

void blob_wipe(struct blob *b)
{
	alloc_wipe(b->ptr, b->len);
	blob_free(b);
}

void buf_init(struct buf *b, size_t max)
{
	*b = (struct buf){.max = max};
}

/* Makes room for len more bytes and returns a pointer to it, or NULL. */
static uint8_t *grow(struct buf *b, size_t len)
{
	size_t need;
	size_t cap;
	uint8_t *ptr;

	if (b->failed != ERR_OK)
		return NULL;
	if (b->ptr != NULL && len <= b->cap - b->len && (b->max == 0 || len <= b->max - b->len)) {
		(void)alloc_used(b->ptr + b->len, len);
		return b->ptr + b->len;
	}
	if (!num_add(b->len, len, &need) || (b->max != 0 && need > b->max)) {
		b->failed = ERR_LIMIT;
		return NULL;
	}
	cap = b->cap < BUF_FIRST ? BUF_FIRST : b->cap;
	while (cap < need)
		cap = cap > SIZE_MAX / 2 ? need : cap * 2;
	ptr = realloc(b->ptr, cap);
	if (ptr == NULL) {
		b->failed = ERR_NOMEM;
		return NULL;
	}
	b->ptr = ptr;
	b->cap = cap;
	alloc_fence(ptr + need, cap - need);
	return ptr + b->len;
}

void buf_add(struct buf *b, const void *ptr, size_t len)
{
	uint8_t *to = grow(b, len);

	if (to == NULL)
		return;
	if (len != 0)
		memcpy(to, ptr, len);
	b->len += len;
}

void buf_add_u8(struct buf *b, uint8_t v)
{
	uint8_t *to = grow(b, 1);

	if (to == NULL)
		return;
	*to = v;
	b->len++;
}

void buf_add_u16le(struct buf *b, uint16_t v)
{
	uint8_t p[2];

	put_u16le(p, v);
	buf_add(b, p, sizeof p);
}

void buf_add_u24le(struct buf *b, uint32_t v)
{
	uint8_t p[3];

	put_u24le(p, v);
	buf_add(b, p, sizeof p);
}

void buf_add_u32le(struct buf *b, uint32_t v)
{
	uint8_t p[4];

	put_u32le(p, v);
	buf_add(b, p, sizeof p);
}

void buf_add_u64le(struct buf *b, uint64_t v)
{
	uint8_t p[8];

	put_u64le(p, v);
	buf_add(b, p, sizeof p);
}

void buf_fill(struct buf *b, uint8_t value, size_t count)
{
	uint8_t *to = grow(b, count);

	if (to == NULL)
		return;
	memset(to, value, count);
	b->len += count;
}

void buf_align(struct buf *b, size_t align, uint8_t fill)
{
	size_t end;

	if (num_align(b->len, align, &end))
		buf_fill(b, fill, end - b->len);
}

void buf_str(struct buf *b, const char *text)
{
	buf_add(b, text, strlen(text));
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	size_t room = b->failed == ERR_OK && !ALLOC_FENCED ? b->cap - b->len : 0;
	va_list args;
	int len;

	/* usually there is room already */
	va_start(args, fmt);
	len = vsnprintf(room > 0 ? (char *)b->ptr + b->len : NULL, room, fmt, args);
	va_end(args);
	if (len < 0) {
		b->failed = ERR_NOMEM;
		return;
	}
	if (grow(b, (size_t)len + 1) ==
		NULL) /* room for the NUL, which is not counted afterwards */
		return;
	if ((size_t)len >= room) {
		va_start(args, fmt);
		vsnprintf((char *)b->ptr + b->len, b->cap - b->len, fmt, args);
		va_end(args);
	}
	b->len += (size_t)len;
}

enum err_code buf_finish(struct buf *b, struct blob *out, struct err *err)
{
	enum err_code failed = b->failed;

	if (failed == ERR_OK && grow(b, 0) == NULL)
		failed = ERR_NOMEM;
	if (failed != ERR_OK) {
		size_t max = b->max;

		buf_free(b);
		if (failed == ERR_LIMIT)
			return err_set(err, failed, "more than %zu bytes of output", max);
		return err_set(err, failed, "out of memory");
	}
	*out = (struct blob){b->ptr, b->len};
	*b = (struct buf){.max = b->max};
	return ERR_OK;
}

void buf_free(struct buf *b)
{
	free(b->ptr);
	*b = (struct buf){.max = b->max};
}
