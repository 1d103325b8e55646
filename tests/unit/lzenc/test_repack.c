/* SPDX-License-Identifier: MIT */
/* --repack on every kind of section that holds LZMA, Tiano or EFI streams: the header stays what it
 * was, its codec too. */
#include "test.h"

#include <string.h>

#include "biosbelt/tiano.h"
#include "image.h"
#include "repack.h"

#define SPARE 200 /* zeros after each stream, which the section counts as its own */

/* PI 1.8 volume 3, 3.2.5.3 and 3.2.5.7; methods 2 and 0x86 of a compression section as AMI has
 * them. */
struct kind {
	const char *what;
	const struct guid *guid; /* NULL: a compression section */
	uint8_t method;
	enum fw_codec codec;
};

static const struct kind kinds[] = {
	{"guided LZMA", &FW_GUID_LZMA, 0, FW_CODEC_LZMA},
	{"guided LZMA with the x86 filter", &FW_GUID_LZMA_F86, 0, FW_CODEC_LZMA_F86},
	{"guided Tiano", &FW_GUID_TIANO, 0, FW_CODEC_TIANO},
	{"guided Tiano, in truth EFI", &FW_GUID_TIANO, 0, FW_CODEC_EFI},
	{"standard compression", NULL, 1, FW_CODEC_EFI},
	{"standard compression, in truth Tiano", NULL, 1, FW_CODEC_TIANO},
	{"customised compression, LZMA", NULL, 2, FW_CODEC_LZMA},
	{"customised compression, Tiano", NULL, 2, FW_CODEC_TIANO},
	{"customised compression, EFI", NULL, 2, FW_CODEC_EFI},
	{"customised compression, LZMA with the x86 filter", NULL, 0x86, FW_CODEC_LZMA_F86},
};

static struct blob content(void)
{
	return image_section(SECTION_RAW, image_code(20000, 5), false);
}

static struct blob firmware(const struct kind *k)
{
	struct image_file file = {.guid = {{1, 2, 3}}, .type = 7};
	struct blob plain = content(), stream;
	uint32_t len = (uint32_t)plain.len;

	stream = image_join(image_pack(k->codec, plain), image_fill(SPARE, 0), 1, 0);
	if (k->codec == FW_CODEC_TIANO || k->codec == FW_CODEC_EFI)
		put_u32le(stream.ptr, (uint32_t)stream.len - 8); /* its header has the length */
	return image_volume(&(struct image_volume){.size = 0},
		image_file(&file, k->guid != NULL ? image_guided(k->guid, 1, stream)
						  : image_compressed(k->method, len, stream)));
}

static const struct fw_node *packed_part(const struct fw_tree *t)
{
	uint32_t i;

	for (i = 0; i < t->count; i++)
		if (t->nodes[i].kind == FW_SECTION && t->nodes[i].codec != FW_CODEC_NONE)
			return &t->nodes[i];
	return NULL;
}

/* What the section at n is now, read without the tree of the result. */
static void expect_section(
	const struct kind *k, struct span image, const struct fw_node *n, size_t less)
{
	size_t head = k->guid != NULL ? 24 : 9;
	struct blob plain = content();
	struct fw_unpacked u;
	struct span s;
	struct err err;

	assert_true(span_from(image, n->off, &s));
	assert_int_equal(s.ptr[0] | s.ptr[1] << 8 | s.ptr[2] << 16, (int)(n->len - less));
	assert_int_equal(s.ptr[3], k->guid != NULL ? SECTION_GUIDED : SECTION_COMPRESSION);
	if (k->guid != NULL) {
		assert_memory_equal(s.ptr + 4, k->guid->b, GUID_LEN);
	} else {
		assert_int_equal(s.ptr[4] | s.ptr[5] << 8 | s.ptr[6] << 16, (int)plain.len);
		assert_int_equal(s.ptr[8], k->method);
	}
	assert_true(span_slice(s, head, n->len - less - head, &s));
	assert_int_equal(fw_unpack(k->codec, s, plain.len, &u, &err), ERR_OK);
	assert_int_equal(u.end, FW_END_WHOLE);
	assert_int_equal(u.codec, k->codec);
	assert_int_equal(u.bytes.len, plain.len);
	assert_memory_equal(u.bytes.ptr, plain.ptr, plain.len);
	blob_free(&u.bytes);
	blob_free(&plain);
}

static void every_kind_of_section_keeps_its_header_and_codec(void **state)
{
	struct repack_opts opts = {.threads = 1};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct blob image = firmware(&kinds[i]);
		const struct fw_node *n;
		struct repacked r;
		struct err err;

		print_message("%s\n", kinds[i].what);
		assert_int_equal(repack_image(blob_span(image), &opts, &r, &err), ERR_OK);
		assert_int_equal(r.count, 1);
		assert_true(r.streams[0].after <= r.streams[0].before - SPARE);
		assert_true(r.freed >= SPARE - 8);
		n = packed_part(&r.tree);
		assert_non_null(n);
		assert_int_equal(n->codec, kinds[i].codec);
		expect_section(
			&kinds[i], blob_span(r.image), n, r.streams[0].before - r.streams[0].after);
		repack_free(&r);
		blob_free(&image);
	}
}

/* Repacks sections in one LZMA section of method 2, which does not say if it is x86-filtered, and
 * is taken for it; gives back what it unpacks to as plain LZMA. */
static struct blob repacked_content(struct blob sections)
{
	struct image_file file = {.guid = {{1, 2, 3}}, .type = 7};
	uint32_t len = (uint32_t)sections.len;
	struct blob stream =
		image_join(image_pack(FW_CODEC_LZMA, sections), image_fill(SPARE, 0), 1, 0);
	struct blob image = image_volume(&(struct image_volume){.size = 0},
		image_file(&file, image_compressed(2, len, stream)));
	struct repack_opts opts = {.threads = 1};
	const struct fw_node *n;
	struct fw_unpacked u;
	struct repacked r;
	struct span s;
	struct err err;

	assert_int_equal(repack_image(blob_span(image), &opts, &r, &err), ERR_OK);
	assert_int_equal(r.count, 1);
	assert_true(r.freed >= SPARE - 8);
	n = packed_part(&r.tree);
	assert_non_null(n);
	assert_int_equal(n->codec, FW_CODEC_LZMA_F86);
	assert_true(span_from(blob_span(r.image), n->stream_off, &s));
	assert_int_equal(fw_unpack(FW_CODEC_LZMA, s, len, &u, &err), ERR_OK);
	assert_int_equal(u.end, FW_END_WHOLE);
	repack_free(&r);
	blob_free(&image);
	return u.bytes;
}

/* What looks filtered, and a packed section. */
static struct blob like_filtered(void)
{
	struct blob stream;

	stream = image_join(image_pack(FW_CODEC_LZMA, content()), image_fill(SPARE, 0), 1, 0);
	return image_add_section(image_section(SECTION_RAW, image_calls(true), false),
		image_guided(&FW_GUID_LZMA, 1, stream));
}

static void a_filter_that_is_guessed_garbles_nothing(void **state)
{
	struct blob before = like_filtered();
	struct blob after = repacked_content(like_filtered());

	(void)state;
	assert_int_equal(after.len, before.len);
	assert_memory_equal(after.ptr, before.ptr, before.len);
	blob_free(&before);
	blob_free(&after);
}

struct bits {
	struct blob to;
	size_t count;
};

static void put_bits(struct bits *b, unsigned value, unsigned count)
{
	while (count-- != 0) {
		b->to.ptr[b->count / 8] |= (uint8_t)((value >> count & 1) << (7 - b->count % 8));
		b->count++;
	}
}

/* A Tiano stream of literals of 8 bits, without a match: its only code of positions takes 5 + 5
 * zeros, of which an EFI decoder reads 4 + 4. */
static struct blob literals(struct span plain)
{
	struct bits b = {image_fill(TIANO_HEADER_LEN + plain.len + 16, 0), TIANO_HEADER_LEN * 8};
	size_t i;

	put_u32le(b.to.ptr, (uint32_t)(b.to.len - TIANO_HEADER_LEN));
	put_u32le(b.to.ptr + 4, (uint32_t)plain.len);
	put_bits(&b, (unsigned)plain.len, 16); /* symbols of the block */
	put_bits(&b, 0, 5);
	put_bits(&b, 8 + 2, 5); /* all lengths are 8 */
	put_bits(&b, 256, 9);
	put_bits(&b, 0, 5 + 5);
	for (i = 0; i < plain.len; i++)
		put_bits(&b, plain.ptr[i], 8);
	return b.to;
}

static void a_stream_of_either_form_stays(void **state)
{
	struct blob plain = content(), stream = literals(blob_span(plain));
	struct image_file file = {.guid = {{1, 2, 3}}, .type = 7};
	uint32_t len = (uint32_t)plain.len;
	struct blob image = image_volume(&(struct image_volume){.size = 0},
		image_file(&file, image_compressed(1, len, stream)));
	struct repack_opts opts = {.threads = 1};
	struct repacked r;
	struct err err;

	(void)state;
	assert_int_equal(repack_image(blob_span(image), &opts, &r, &err), ERR_OK);
	assert_int_equal(r.freed, 0);
	assert_string_equal(r.streams[0].why, "it decodes as Tiano and as EFI");
	repack_free(&r);
	blob_free(&image);
	blob_free(&plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_section_keeps_its_header_and_codec),
		cmocka_unit_test(a_filter_that_is_guessed_garbles_nothing),
		cmocka_unit_test(a_stream_of_either_form_stays),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
