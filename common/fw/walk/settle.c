/* SPDX-License-Identifier: MIT */
/* Streams of two forms that decode either way: their content decides. */
#include "walk/fw_private.h"

#include <stdlib.h>

#define CALLS_MIN 16u
#define CALLS_MAX 16384u

static int by_value(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a;
	uint32_t y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

/* The number of values that are not unique. */
static size_t repeats(uint32_t *values, size_t count)
{
	size_t n = 0;
	size_t i;

	qsort(values, count, sizeof *values, by_value);
	for (i = 0; i < count; i++)
		n += (i > 0 && values[i] == values[i - 1]) ||
		     (i + 1 < count && values[i] == values[i + 1]);
	return n;
}

enum filtered { PLAIN, FILTERED, UNSURE };

/*
 * Whether code was x86-filtered, which LZMA streams do not record. Many calls go to the same few
 * functions. Unfiltered, their operands are distances and differ; the filter makes them addresses,
 * which repeat.
 */
static enum filtered calls_are_filtered(struct span code)
{
	uint32_t *values = malloc(2 * CALLS_MAX * sizeof *values);
	size_t count = 0, as_is, as_calls;
	size_t i;

	if (values == NULL) /* the other decoding would lack memory too */
		return PLAIN;
	for (i = 0; i + 5 <= code.len && count < CALLS_MAX; i++) {
		uint32_t operand = 0;

		if (code.ptr[i] != 0xE8 || !span_u32le(code, i + 1, &operand) || operand == 0 ||
			(operand >> 24 != 0x00 && operand >> 24 != 0xFF))
			continue;
		values[count] = operand & 0x1FFFFFF;
		values[CALLS_MAX + count++] = (operand + (uint32_t)i) & 0x1FFFFFF;
	}
	as_is = repeats(values, count);
	as_calls = repeats(values + CALLS_MAX, count);
	free(values);
	if (as_is > 2 * as_calls + CALLS_MIN)
		return FILTERED;
	return as_calls > 2 * as_is + CALLS_MIN ? PLAIN : UNSURE;
}

/* Replaces *u by other, unless it was not decoded. */
static void take_other(struct fw_unpacked *u, struct fw_unpacked *other)
{
	blob_free(&u->bytes);
	*u = *other;
	other->bytes = (struct blob){NULL, 0};
}

/* Both forms of a stream are walked, or none. */
static bool may_try(struct walker *w, size_t len)
{
	if (w->damage_within == NULL || w->tries_left / 2 < len)
		return false;
	w->tries_left -= (uint64_t)len * 2;
	return true;
}

/*
 * A guessed LZMA stream may be an F86 one. What is packed in the wrong form is damaged where the
 * filter changed it and a checksum or a header shows that; this proves the form. Else calls decide.
 */
static enum err_code settle_filter(
	struct ctx *c, struct fw_node *n, struct span in, struct fw_unpacked *u)
{
	enum filtered code = calls_are_filtered(blob_span(u->bytes));
	struct fw_unpacked other = {0};
	uint32_t damage = 0, damage_other = 0;
	bool compare = code != PLAIN && u->end == FW_END_WHOLE && may_try(c->w, u->bytes.len);
	enum err_code rc;

	if (compare)
		damage = c->w->damage_within(c, u);
	if (code != FILTERED && damage == 0)
		return ERR_OK;
	rc = trial_unpack(c, FW_CODEC_LZMA_F86, in, c->w->output_left, &other);
	if (rc != ERR_OK)
		return rc;
	if (compare)
		damage_other = c->w->damage_within(c, &other);
	if (damage != damage_other)
		n->flags &= (uint8_t)~FW_GUESSED;
	if (damage_other < damage || (damage_other == damage && code == FILTERED))
		take_other(u, &other);
	trial_drop(c, &other);
	return ERR_OK;
}

/* Whether what a packed section names is at the start of its body: a known method, a stream's
 * magic, or the size, which a stream of EFI's compression has too. */
static bool is_packed(struct span body, const struct section_head *h)
{
	uint32_t size = 0;

	if (h->type == SECTION_GUIDED && fw_guid_packing(&h->guid) != FW_PACKING_UNKNOWN)
		return true;
	if (h->type == SECTION_COMPRESSION && h->method == 1)
		return span_u32le(body, 4, &size) && size == h->unpacked && size != 0;
	return (h->type == SECTION_GUIDED || h->type == SECTION_COMPRESSION) &&
	       (fw_codec_at(body, 0) != FW_CODEC_NONE || fw_lzma_plausible(body, 0));
}

/* Firmware, or sections of which one is packed: enough to choose between two forms, but not to find
 * a stream, as noise may decode to this. */
static bool is_likely(struct span in, uint64_t claimed)
{
	struct section_head h;
	struct span body;
	size_t pos = 0;

	while (section_parse(in, pos, &h) && h.claimed <= in.len - pos &&
		span_slice(in, pos + h.head_len, (size_t)h.claimed - h.head_len, &body)) {
		if (is_packed(body, &h))
			return true;
		pos += ((size_t)h.claimed + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1);
		if (pos >= in.len)
			break;
	}
	return is_firmware(in, claimed);
}

/* Vendors confuse Tiano and EFI, and short streams may decode as either. */
static enum err_code settle_tiano(struct ctx *c, struct span in, struct fw_unpacked *u)
{
	enum fw_codec form = u->codec == FW_CODEC_EFI ? FW_CODEC_TIANO : FW_CODEC_EFI;
	struct fw_unpacked other = {0};
	enum err_code rc;

	if (u->end != FW_END_WHOLE || is_likely(blob_span(u->bytes), u->claimed))
		return ERR_OK;
	rc = trial_unpack(c, form, in, c->w->output_left, &other);
	if (rc != ERR_OK)
		return rc;
	if (other.codec == form && other.end == FW_END_WHOLE &&
		is_likely(blob_span(other.bytes), other.claimed))
		take_other(u, &other);
	trial_drop(c, &other);
	return ERR_OK;
}

enum err_code settle_form(struct ctx *c, struct fw_node *n, struct span in, struct fw_unpacked *u)
{
	if (u->codec == FW_CODEC_LZMA && n->codec == FW_CODEC_LZMA && (n->flags & FW_GUESSED) != 0)
		return settle_filter(c, n, in, u);
	if (u->codec == FW_CODEC_TIANO || u->codec == FW_CODEC_EFI)
		return settle_tiano(c, in, u);
	return ERR_OK;
}
