/* SPDX-License-Identifier: MIT */
#include "change/lines.h"

#include <stdlib.h>
#include <string.h>

#include "change/hunks.h"

/* Line i + 1 without CR, HUNKS_CR or LF at its end. */
static struct span bare(const struct lines *l, uint32_t i)
{
	struct span line = {.ptr = NULL};

	span_slice(l->text, l->start[i], l->start[i + 1] - l->start[i], &line);
	if (line.ptr[line.len - 1] == '\n') { /* no line is empty */
		line.len--;
		line.len -= line.len > 0 && (line.ptr[line.len - 1] == '\r' ||
						    line.ptr[line.len - 1] == HUNKS_CR[0]);
	}
	return line;
}

static uint32_t hash_of(struct span line)
{
	uint32_t h = 2166136261u;
	size_t i;

	for (i = 0; i < line.len; i++)
		h = (h ^ line.ptr[i]) * 16777619u;
	return h;
}

#define SEEN_OF_LINE 8

static bool *seen_of(const struct lines *l, uint32_t hash)
{
	return &l->seen[hash % ((size_t)l->count * SEEN_OF_LINE)];
}

enum err_code lines_open(struct span text, struct lines *out, struct err *err)
{
	size_t n = 1;
	size_t pos;
	uint32_t i;

	for (pos = 0; pos < text.len; pos++)
		n += text.ptr[pos] == '\n';
	*out = (struct lines){.text = text,
		.start = calloc(n + 1, sizeof *out->start),
		.hash = calloc(n, sizeof *out->hash),
		.seen = calloc(n, SEEN_OF_LINE),
		.ends = line_ends_kind(text)};
	if (out->start == NULL || out->hash == NULL || out->seen == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (pos = 0; pos < text.len; out->start[++out->count] = pos) {
		size_t end = span_find(text, pos, "\n", 1);

		pos = end == SIZE_MAX ? text.len : end + 1;
	}
	for (i = 0; i < out->count; i++) {
		out->hash[i] = hash_of(bare(out, i));
		*seen_of(out, out->hash[i]) = true;
	}
	return ERR_OK;
}

void lines_close(struct lines *l)
{
	free(l->start);
	free(l->hash);
	free(l->seen);
	*l = (struct lines){.start = NULL};
}

struct span lines_part(const struct lines *l, uint32_t first, uint32_t count)
{
	struct span part = {.ptr = NULL};
	uint32_t left = first == 0 || first > l->count ? 0 : l->count - first + 1;

	count = count < left ? count : left;
	if (count > 0)
		span_slice(l->text, l->start[first - 1],
			l->start[first - 1 + count] - l->start[first - 1], &part);
	return part;
}

bool lines_same(const struct lines *l, uint32_t at, const struct lines *part, uint32_t first,
	uint32_t count)
{
	uint32_t k = 0;

	while (k < count && l->hash[at - 1 + k] == part->hash[first - 1 + k] &&
		span_equal(bare(l, at - 1 + k), bare(part, first - 1 + k)))
		k++;
	return k == count;
}

uint32_t lines_find(const struct lines *l, uint32_t from, const struct lines *part, uint32_t first,
	uint32_t count)
{
	const uint32_t *hash = part->hash + first - 1;
	uint32_t i;

	/* a scan in another encoding may have other lines than part */
	if (first > part->count || count > part->count - first + 1 || count > l->count)
		return 0;
	/* quick test: one of the lines may not exist at all */
	for (i = 0; i < count; i++)
		if (!*seen_of(l, hash[i]))
			return 0;
	for (i = from - 1; i <= l->count - count; i++) {
		if (l->hash[i] == hash[0] && memcmp(l->hash + i, hash, count * sizeof *hash) == 0 &&
			lines_same(l, i + 1, part, first, count))
			return i + 1;
	}
	return 0;
}

struct span line_trim(struct span s)
{
	while (s.len > 0 && s.ptr[s.len - 1] <= ' ')
		s.len--;
	while (s.len > 0 && s.ptr[0] <= ' ') {
		s.ptr++;
		s.len--;
	}
	return s;
}
