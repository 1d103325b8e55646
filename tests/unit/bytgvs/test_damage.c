/* SPDX-License-Identifier: MIT */
/*
 * Damages sample firmware in every way of damage.c, from fixed seeds. Always: what is called whole
 * is byte for byte what was put in. For most kinds: both are found, and the damage is reported.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytgvs.h"
#include "damage.h"
#include "sample.h"

#define ROUNDS 12

struct sound {
	struct blob image;
	struct blob gop;
	struct blob vbt;
	struct anatomy at;
	bool packed;
	bool exact; /* the codec notices any change of its stream */
};

static size_t find_after(struct span in, size_t from, const struct guid *g)
{
	size_t at = span_find(in, from, g->b, GUID_LEN);

	assert_true(at != SIZE_MAX);
	return at;
}

static void dissect(struct sound *s, enum fw_codec codec)
{
	static const struct guid main_guid = GUID_INIT(
		0x9E21FD93, 0x9C72, 0x4C15, 0x8C, 0x4B, 0xE7, 0x7F, 0x1D, 0xB2, 0xD7, 0x92);
	static const struct guid gop_guid = GUID_INIT(
		0xFF0C8745, 0x3270, 0x4439, 0xB7, 0x4F, 0x3E, 0x45, 0xF8, 0xC7, 0x70, 0x64);
	static const struct guid vbt_guid = GUID_INIT(
		0x878AC2CC, 0x5343, 0x46F2, 0xB5, 0x63, 0x51, 0xF8, 0x9D, 0xAF, 0x56, 0xBA);
	struct span in = blob_span(s->image);
	struct section_head h;

	s->at.codec = codec;
	s->at.file = find_after(in, 0, &main_guid);
	s->at.volume = s->at.file - 0x48;
	s->at.section = s->at.file + 24;
	assert_true(section_parse(in, s->at.section, &h));
	s->at.stream = s->at.section + h.head_len;
	s->at.stream_end = s->at.section + (size_t)h.claimed;
	if (codec == FW_CODEC_NONE) {
		s->at.gop_file = find_after(in, 0, &gop_guid);
		s->at.vbt_file = find_after(in, 0, &vbt_guid);
	}
}

static struct sound make(enum fw_codec codec, bool descriptor)
{
	struct image_sample o = {.codec = codec, .descriptor = descriptor};
	struct sound s = {.packed = codec != FW_CODEC_NONE};

	s.exact = codec == FW_CODEC_LZMA || codec == FW_CODEC_LZMA_F86;
	s.image = image_sample(&o);
	s.gop = image_sample_gop(&o);
	s.vbt = image_sample_vbt(&o);
	dissect(&s, codec);
	return s;
}

static void unmake(struct sound *s)
{
	blob_free(&s->image);
	blob_free(&s->gop);
	blob_free(&s->vbt);
}

/* Without headers around it the padding's end is unknown. */
static bool is_vbt(const struct find *f, struct span want)
{
	return f->bytes.len >= f->len && f->bytes.len <= want.len && f->len > 2000 &&
	       memcmp(f->bytes.ptr, want.ptr, f->bytes.len) == 0;
}

static bool has(const struct report *r, enum find_kind kind, struct span want)
{
	uint32_t i;

	for (i = 0; i < r->count; i++)
		if (r->finds[i].kind == kind && r->finds[i].whole &&
			(kind == FIND_VBT ? is_vbt(&r->finds[i], want)
					  : span_equal(blob_span(r->finds[i].bytes), want)))
			return true;
	return false;
}

static bool nothing_false(const struct report *r, const struct sound *s)
{
	uint32_t i;

	for (i = 0; i < r->count; i++) {
		const struct find *f = &r->finds[i];

		if (!f->whole)
			continue;
		if (f->kind == FIND_GOP && !span_equal(blob_span(f->bytes), blob_span(s->gop)))
			return false;
		if (f->kind == FIND_VBT && !is_vbt(f, blob_span(s->vbt)))
			return false;
		if (f->kind == FIND_VBIOS)
			return false;
	}
	return true;
}

/* Returns how many promises were broken. */
static unsigned one(const struct sound *s, const struct damage_kind *k, uint64_t seed)
{
	struct random r = {.state = seed * 0x9E3779B97F4A7C15ull + 1};
	struct report rep;
	struct blob image;
	struct err err;
	unsigned bad = 0;
	bool same;

	assert_int_equal(blob_copy(blob_span(s->image), &image, &err), ERR_OK);
	if (!k->apply(&image, &s->at, &r)) {
		blob_free(&image);
		return 0;
	}
	same = span_equal(blob_span(image), blob_span(s->image));
	assert_int_equal(bytgvs_scan(blob_span(image), 0, &rep, &err), ERR_OK);
	/* Bytes of the finds themselves change here; and only LZMA notices every change. */
	if (strcmp(k->name, "bytes anywhere") != 0 && (s->exact || k->both_survive) &&
		!nothing_false(&rep, s))
		bad |= 1;
	if (k->both_survive && !has(&rep, FIND_GOP, blob_span(s->gop)))
		bad |= 2;
	if (k->both_survive && !has(&rep, FIND_VBT, blob_span(s->vbt)))
		bad |= 4;
	/* A GUID of noise may be a vendor's: its section is noted, not called damaged. */
	if (k->is_reported && !same && (s->exact || k->both_survive) &&
		rep.tree.damage_count == 0 &&
		(strcmp(k->name, "section GUID wiped") != 0 || rep.tree.note_count == 0))
		bad |= 8;
	if (bad != 0)
		print_error("%s, seed %llu: %s%s%s%s\n", k->name, (unsigned long long)seed,
			(bad & 1) != 0 ? "a false find; " : "", (bad & 2) != 0 ? "no driver; " : "",
			(bad & 4) != 0 ? "no VBT; " : "", (bad & 8) != 0 ? "damage not told" : "");
	report_free(&rep);
	blob_free(&image);
	return bad != 0;
}

static unsigned all_kinds(enum fw_codec codec, bool descriptor, unsigned *count)
{
	struct sound s = make(codec, descriptor);
	unsigned bad = 0;
	unsigned i;
	uint64_t seed;

	for (i = 0; i < damage_kind_count; i++) {
		const struct damage_kind *k = &damage_kinds[i];

		if ((k->plain_only && s.packed) || (k->packed_only && !s.packed))
			continue;
		for (seed = 1; seed <= ROUNDS; seed++, (*count)++)
			bad += one(&s, k, seed * 131 + i);
	}
	unmake(&s);
	return bad;
}

static void damage_hides_nothing_and_invents_nothing(void **state)
{
	enum fw_codec codec;
	unsigned bad = 0;
	unsigned count = 0;

	(void)state;
	for (codec = FW_CODEC_NONE; codec <= FW_CODEC_BROTLI; codec++) {
		unsigned before = bad;

		bad += all_kinds(codec, true, &count);
		bad += all_kinds(codec, false, &count);
		print_message("%s: %u broken\n", fw_codec_name(codec), bad - before);
	}
	print_message("%u damaged images of %u kinds\n", count, damage_kind_count);
	assert_int_equal(bad, 0);
}

/* An option ROM's header leads to the stream: its damage is one, reported once. */
static void a_damaged_option_rom_is_damaged_once(void **state)
{
	struct blob gop = sample_gop(&(struct sample_gop){.machine = 0});
	struct blob packed, rom;
	struct report r;
	struct err err;

	(void)state;
	gop = sample_join(gop, image_code(30000, 3));
	packed = image_pack(FW_CODEC_EFI, gop);
	memset(packed.ptr + packed.len / 2, 0x5A, 700);
	rom = sample_efi_rom(blob_span(packed), true, true);
	assert_int_equal(bytgvs_scan(blob_span(rom), 0, &r, &err), ERR_OK);
	assert_int_equal(r.tree.damage_count, 1);
	report_free(&r);
	blob_free(&packed);
	blob_free(&rom);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damage_hides_nothing_and_invents_nothing),
		cmocka_unit_test(a_damaged_option_rom_is_damaged_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
