/* SPDX-License-Identifier: MIT */
/* The comparing decoder: it takes what liblzma takes, and finds every fault that liblzma finds. */
#include "test.h"

#include "../../verify_agrees.h"
#include "lzma/encoder/lze_private.h"

#define MOST ((size_t)200000)

static uint8_t text[MOST];

/* Words, runs and noise, so that every kind of step occurs. */
static void fill(void)
{
	uint32_t seed = 1;
	size_t i = 0, k;

	while (i < MOST) {
		size_t n;

		seed = seed * 1103515245u + 12345u;
		n = (seed >> 16) % 90 + 1;
		for (k = 0; k < n && i < MOST; k++, i++) {
			if (seed >> 30 == 0)
				text[i] = (uint8_t)(seed >> (k % 4 * 8));
			else if (seed >> 30 == 1 && i > 5000)
				text[i] = text[i - (seed >> 8) % 4999 - 1];
			else
				text[i] = (uint8_t)(seed >> 30 == 2 ? 0xFF : (seed >> 24) + k % 5);
		}
	}
}

static struct stream_kind kind_of(unsigned n, size_t len)
{
	static const struct lzma_prop props[] = {
		{3, 0, 2, 1 << 20}, {0, 4, 4, 4096}, {4, 0, 0, 8192}, {1, 2, 1, 1 << 16}};

	return (struct stream_kind){
		.prop = props[n / 3 % 4], .lzma2 = n % 3 == 0, .marker = n % 3 == 1, .size = len};
}

static struct blob encode(const struct stream_kind *kind, size_t len)
{
	struct lzma_encode how = {.prop = kind->prop,
		.effort = {LZMA_HC4, true, 32, 4},
		.marker = kind->marker,
		.threads = 1};
	struct blob packed;
	struct err err;

	assert_int_equal(kind->lzma2 ? lzma2_encode(span_of(text, len), &how, &packed, &err)
				     : lzma1_encode(span_of(text, len), &how, &packed, &err),
		ERR_OK);
	return packed;
}

static bool both_take(struct span packed, const struct stream_kind *kind)
{
	bool sound;

	assert_true(verify_agrees(packed, kind, &sound));
	return sound;
}

static void takes_what_is_sound(void **state)
{
	static const size_t sizes[] = {0, 1, 2, 3, 17, 300, 4097, 70001, MOST};
	unsigned n, i;

	(void)state;
	for (n = 0; n < 12; n++)
		for (i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			struct stream_kind kind = kind_of(n, sizes[i]);
			struct blob packed = encode(&kind, sizes[i]);

			assert_true(both_take(blob_span(packed), &kind));
			blob_free(&packed);
		}
}

static void finds_every_turned_bit_that_the_library_finds(void **state)
{
	unsigned n, found = 0, turned = 0;
	size_t bit;

	(void)state;
	for (n = 0; n < 12; n++) {
		struct stream_kind kind = kind_of(n, 900);
		struct blob packed = encode(&kind, 900);

		for (bit = 0; bit < packed.len * 8; bit++, turned++) {
			packed.ptr[bit / 8] ^= (uint8_t)(1u << bit % 8);
			found += !both_take(blob_span(packed), &kind);
			packed.ptr[bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		blob_free(&packed);
	}
	assert_true(found > turned / 10 * 9);
}

static void finds_every_cut_and_what_is_behind_the_end(void **state)
{
	unsigned n;

	(void)state;
	for (n = 0; n < 12; n++) {
		struct stream_kind kind = kind_of(n, 3000);
		struct blob packed = encode(&kind, 3000), longer;
		struct buf b;
		struct err err;
		size_t cut;

		for (cut = 0; cut < packed.len; cut++)
			assert_false(both_take(span_of(packed.ptr, cut), &kind));
		buf_init(&b, 0);
		buf_add(&b, packed.ptr, packed.len);
		buf_add_u8(&b, 0);
		assert_int_equal(buf_finish(&b, &longer, &err), ERR_OK);
		assert_false(both_take(blob_span(longer), &kind));
		blob_free(&longer);
		blob_free(&packed);
	}
}

/* A stream that is sound, but of other bytes; the place is reported. */
static void tells_where_the_bytes_differ(void **state)
{
	unsigned n;
	size_t at;

	(void)state;
	for (n = 0; n < 12; n++) {
		struct stream_kind kind = kind_of(n, 5000);
		struct blob packed = encode(&kind, 5000);

		for (at = 0; at < 5000; at += 101) {
			struct reader *bytes;
			struct err err;
			enum err_code rc;

			text[at] ^= 0x10;
			assert_int_equal(reader_span(blob_span(packed), &bytes, &err), ERR_OK);
			rc = kind.lzma2 ? lzma2_verify(span_of(text, 5000), 0, kind.prop.dict,
						  bytes, &err)
					: lzma1_verify(span_of(text, 5000), &kind.prop, kind.marker,
						  bytes, &err);
			text[at] ^= 0x10;
			assert_int_equal(rc, ERR_IO);
			assert_non_null(strstr(err.text, "verification failed at byte "));
			assert_true(strtoul(err.text + strlen("verification failed at byte "), NULL,
					    10) <= at);
		}
		blob_free(&packed);
	}
}

/* A stream of raw chunks and LZMA chunks that reset the state: noise, words, noise, words, noise.
 */
#define STRETCH ((size_t)90000)

static uint8_t mixed[5 * STRETCH];

static struct blob encode_mixed(const struct lzma_prop *prop)
{
	struct lzma_encode how = {
		.prop = *prop, .effort = {LZMA_HC4, true, 32, 4}, .threads = 1, .verify = true};
	struct blob packed;
	struct err err;
	uint32_t seed = 3;
	size_t i;

	for (i = 0; i < sizeof(mixed); i++) {
		seed = seed * 1103515245u + 12345u;
		mixed[i] = i / STRETCH % 2 == 0 ? (uint8_t)(seed >> 23) : text[i % MOST];
	}
	assert_int_equal(lzma2_encode(span_of(mixed, sizeof(mixed)), &how, &packed, &err), ERR_OK);
	return packed;
}

/* The places of chunks that reset the state, and where the end is. */
static size_t points_of(struct span packed, struct lze_point *points, size_t most)
{
	size_t at = 0, pos = 0, count = 0;

	while (packed.ptr[at] != 0) {
		const uint8_t *p = packed.ptr + at;
		size_t low = (size_t)p[1] << 8 | p[2];

		/* after a raw chunk the state is reset, with LZMA's first chunk the properties
		 */
		assert_true(count < most);
		points[count].pos = pos;
		points[count].at = at;
		points[count++].control = at == 0             ? LZMA2_ALL
					  : p[0] < LZMA2_KEEP ? LZMA2_PROPS
							      : p[0] & 0xE0;
		if (p[0] < LZMA2_KEEP) {
			at += 3 + low + 1;
			pos += low + 1;
		} else {
			pos += ((size_t)(p[0] & 0x1F) << 16 | low) + 1;
			at += (p[0] >= LZMA2_PROPS ? 6 : 5) + ((size_t)p[3] << 8 | p[4]) + 1;
		}
	}
	assert_int_equal(pos, sizeof(mixed));
	return count;
}

static void pieces_that_fit_are_taken(void **state)
{
	static struct lze_point points[64];
	struct lzma_prop prop = {3, 0, 2, 1 << 20};
	struct blob packed = encode_mixed(&prop);
	struct span in = span_of(mixed, sizeof(mixed)), all = blob_span(packed);
	size_t count = points_of(all, points, 64), i, kept = 0;
	struct err err;

	(void)state;
	assert_true(count > 3);
	for (i = 0; i < count; i++) {
		struct lze_point *from = &points[i], *to = i + 1 < count ? from + 1 : NULL;
		enum err_code rc = lzma2_verify_piece(in, &prop, all, from, to, &err);

		/* what the models are is not known here: such a piece must not fit */
		if (from->control == LZMA2_KEEP || (to != NULL && to->control == LZMA2_KEEP)) {
			assert_int_not_equal(rc, ERR_OK);
			kept++;
			continue;
		}
		assert_int_equal(rc, ERR_OK);
		mixed[from->pos] ^= 1;
		assert_int_not_equal(lzma2_verify_piece(in, &prop, all, from, to, &err), ERR_OK);
		mixed[from->pos] ^= 1;
		if (to == NULL)
			continue;
		to->pos++;
		assert_int_not_equal(lzma2_verify_piece(in, &prop, all, from, to, &err), ERR_OK);
		to->pos--;
	}
	assert_true(kept < count);
	blob_free(&packed);
}

/* A piece that needs what was before is not taken when another thing was before. */
static void a_piece_needs_what_leads_to_it(void **state)
{
	static struct lze_point from, to;
	struct lzma_prop prop = {3, 0, 2, 1 << 20}, other = {3, 0, 0, 1 << 20};
	struct stream_kind kind = {.prop = prop, .lzma2 = true};
	struct blob packed = encode(&kind, 3000);
	struct span in = span_of(text, 3000);
	struct err err;

	(void)state;
	from.control = LZMA2_ALL;
	assert_int_equal(
		lzma2_verify_piece(in, &prop, blob_span(packed), &from, NULL, &err), ERR_OK);
	/* the end of the only chunk: state and models are not those of the beginning */
	from.control = LZMA2_ALL;
	to.pos = 3000;
	to.at = packed.len - 1;
	to.control = LZMA2_KEEP;
	assert_int_not_equal(
		lzma2_verify_piece(in, &prop, blob_span(packed), &from, &to, &err), ERR_OK);
	to.control = LZMA2_STATE;
	assert_int_equal(
		lzma2_verify_piece(in, &prop, blob_span(packed), &from, &to, &err), ERR_OK);
	assert_int_not_equal(
		lzma2_verify_piece(in, &other, blob_span(packed), &from, &to, &err), ERR_OK);
	blob_free(&packed);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_what_is_sound),
		cmocka_unit_test(finds_every_turned_bit_that_the_library_finds),
		cmocka_unit_test(finds_every_cut_and_what_is_behind_the_end),
		cmocka_unit_test(tells_where_the_bytes_differ),
		cmocka_unit_test(pieces_that_fit_are_taken),
		cmocka_unit_test(a_piece_needs_what_leads_to_it),
	};

	fill();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
