/* SPDX-License-Identifier: MIT */
/* What is sound, or only looks like a table, is not called damaged: a false alarm refuses changes.
 */
#include "test.h"

#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/protect.h"
#include "image.h"

static struct protect_list scan(struct blob image)
{
	struct protect_list l;
	struct err err;

	assert_int_equal(protect_scan(blob_span(image), &l, &err), ERR_OK);
	return l;
}

static void put(uint8_t *to, const void *from, size_t len)
{
	memcpy(to, from, len);
}

/* How many checks have the note. */
static unsigned noted(struct blob image, const char *note)
{
	struct protect_list l = scan(image);
	unsigned n = 0;
	uint32_t i;

	for (i = 0; i < l.count; i++)
		n += strstr(l.checks[i].note, note) != NULL;
	protect_free(&l);
	return n;
}

/* Scans and frees: whether nothing is listed. */
static bool is_quiet(struct blob image)
{
	struct protect_list l = scan(image);
	bool quiet = l.count == 0;

	protect_free(&l);
	blob_free(&image);
	return quiet;
}

struct tree {
	uint8_t bytes[1024];
	size_t nodes, names; /* so many bytes of each */
};

#define TREE_NODES 40u
#define TREE_NAMES 600u

static void token(struct tree *t, uint32_t value)
{
	put_u32be(t->bytes + TREE_NODES + t->nodes, value);
	t->nodes += 4;
}

static void node(struct tree *t, const char *name)
{
	token(t, 1);
	put(t->bytes + TREE_NODES + t->nodes, name, strlen(name) + 1);
	t->nodes += (strlen(name) + 4) & ~(size_t)3;
}

static void nodes_end(struct tree *t, unsigned count)
{
	while (count-- > 0)
		token(t, 2);
}

static void property(struct tree *t, const char *name, const char *value)
{
	size_t len = strlen(value) + 1;

	token(t, 3);
	token(t, (uint32_t)len);
	token(t, (uint32_t)t->names);
	put(t->bytes + TREE_NODES + t->nodes, value, len);
	t->nodes += (len + 3) & ~(size_t)3;
	put(t->bytes + TREE_NAMES + t->names, name, strlen(name) + 1);
	t->names += strlen(name) + 1;
}

static struct blob tree_image(struct tree *t)
{
	struct blob image = image_fill(0x2000, 0xFF);

	nodes_end(t, 1);
	token(t, 9);
	put(t->bytes, "\xD0\x0D\xFE\xED", 4);
	put_u32be(t->bytes + 4, sizeof t->bytes);
	put_u32be(t->bytes + 8, TREE_NODES);
	put_u32be(t->bytes + 12, TREE_NAMES);
	put_u32be(t->bytes + 20, 17);
	put_u32be(t->bytes + 24, 16);
	put_u32be(t->bytes + 32, (uint32_t)t->names);
	put_u32be(t->bytes + 36, (uint32_t)t->nodes);
	put(image.ptr + 0x1000, t->bytes, sizeof t->bytes);
	return image;
}

/* Words of a hash in a tree that has none, or as the ends of longer names. */
static void a_device_tree_without_hashes_is_no_fit(void **state)
{
	static const char *const names[][2] = {{"algo", "linux,input-value"},
		{"algo", "default-value"}, {"mac-algo", "reset-value"}, {"algo", "value"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		struct tree t = {.nodes = 0};

		node(&t, "");
		node(&t, "key");
		property(&t, "compatible", "x");
		property(&t, names[i][0], "sha256");
		property(&t, names[i][1], "1");
		nodes_end(&t, 1);
		assert_true(is_quiet(tree_image(&t)));
	}
}

static struct blob fit_with(const char *name)
{
	struct tree t = {.nodes = 0};

	node(&t, "");
	node(&t, "images");
	node(&t, "kernel");
	property(&t, "data", "kernel");
	node(&t, name);
	property(&t, "algo", "sha256,rsa2048");
	property(&t, "value", "signature");
	nodes_end(&t, 3);
	return tree_image(&t);
}

static void a_fit_that_is_signed_and_not_hashed_is_read(void **state)
{
	struct blob signature = fit_with("signature-1"), hash = fit_with("hash-1");
	struct protect_list l = scan(signature);

	(void)state;
	assert_int_equal(l.count, 1);
	assert_int_equal(l.checks[0].act, PROTECT_SIGNED);
	protect_free(&l);
	/* names that no property leads to any more */
	put_u32be(hash.ptr + 0x1000 + 12, TREE_NAMES + 1);
	assert_int_equal(noted(hash, "cannot be read"), 1);
	blob_free(&signature);
	blob_free(&hash);
}

struct cpd_file {
	const char *name;
	uint32_t off, len;
};

/* A boot partition, to which a BPDT leads where bpdt is set. */
static struct blob boot_partition(
	bool bpdt, const char *dir, const struct cpd_file *files, unsigned n)
{
	static const uint8_t head[] = {0xAA, 0x55, 0, 0, 1, 0, 1, 0};
	struct blob image = image_fill(0x4000, 0xFF);
	uint8_t *p = image.ptr + 0x1000;
	unsigned i;

	memset(image.ptr, 0, 0x40);
	if (bpdt) {
		put(image.ptr, head, sizeof head);
		put_u32le(image.ptr, 0x000055AA);
		image.ptr[24] = 4;
		put_u32le(image.ptr + 28, 0x1000);
		put_u32le(image.ptr + 32, 0x2000);
	}
	put(p, "$CPD", 4);
	put_u32le(p + 4, n);
	put(p + 8, "\1\1\x10\0", 4);
	put(p + 12, dir, 4);
	for (i = 0; i < n; i++) {
		uint8_t *entry = p + 16 + (size_t)i * 24;

		memset(entry, 0, 24);
		put(entry, files[i].name, strlen(files[i].name));
		put_u32le(entry + 12, files[i].off);
		put_u32le(entry + 16, files[i].len);
	}
	return image;
}

static void a_boot_partition_may_have_no_digests(void **state)
{
	static const struct cpd_file files[] = {{"IBBP.man", 0x200, 0x40}, {"IBBL", 0x300, 0x100},
		{"IBB", 0x400, 0x100}, {"BPM.mex", 0x500, 0x88}};
	struct blob image = boot_partition(true, "IBBP", files, 3);

	(void)state;
	assert_int_equal(noted(image, "(BPM.met)"), 0);
	assert_int_equal(noted(image, "manifests are signed"), 1);
	image.ptr[0x1000 + 16 + 24] = 'X'; /* a name is damaged */
	assert_int_equal(noted(image, "(BPM.met)"), 1);
	blob_free(&image);
	/* that of the digests, whose contents tell */
	image = boot_partition(true, "IBBP", files, 4);
	put_u32le(image.ptr + 0x1500, 0x13);
	assert_int_equal(noted(image, "(BPM.met)"), 1);
	blob_free(&image);
}

static void a_bpdt_may_be_behind_the_header_of_a_capsule(void **state)
{
	static const uint8_t name[] = {0xBD, 0x86, 0x66, 0x3B, 0x76, 0x0D, 0x30, 0x40, 0xB7, 0x0E,
		0xB5, 0x51, 0x9E, 0x2F, 0xC5, 0xA0};
	static const struct cpd_file files[] = {{"IBBL", 0x300, 0x100}, {"IBB", 0x400, 0x100}};
	struct blob image =
		image_join(image_fill(0x50, 0), boot_partition(true, "IBBP", files, 2), 1, 0);

	(void)state;
	put(image.ptr, (const char *)name, sizeof name);
	put_u32le(image.ptr + 16, 0x50);
	put_u32le(image.ptr + 24, (uint32_t)image.len);
	assert_int_equal(noted(image, "manifests are signed"), 1);
	blob_free(&image);
}

static void digests_of_nothing_but_00_or_ff_are_none(void **state)
{
	static const struct cpd_file files[] = {
		{"IBBL", 0x300, 0x100}, {"IBB", 0x400, 0x100}, {"BPM.met", 0x500, 0x88}};
	struct blob image = boot_partition(true, "IBBP", files, 3);
	uint8_t *met = image.ptr + 0x1500;
	struct protect_list l;

	(void)state;
	memset(met, 0, 0x34);
	put_u32le(met, 0x13);
	put_u32le(met + 0x0C, 2);
	put_u32le(met + 0x10, 32);
	put_u32le(met + 0x34, 2);
	put_u32le(met + 0x38, 32);
	l = scan(image);
	assert_false(protect_any_fails(&l));
	protect_free(&l);
	met[0x20] = 1;
	l = scan(image);
	assert_true(protect_any_fails(&l));
	protect_free(&l);
	blob_free(&image);
}

/* With digests and without, as in Chromebooks. */
static void only_a_directory_that_is_called_so_is_a_lost_boot_partition(void **state)
{
	static const struct cpd_file met = {"BPM.met", 0x500, 0x88};
	static const char *const names[] = {"IBBP", "OBBP", "FTPR"};
	unsigned i;

	(void)state;
	for (i = 0; i < 6; i++) {
		struct blob image = boot_partition(false, names[i / 2], &met, i % 2);

		put_u32le(image.ptr + 0x1500, 0x13);
		assert_int_equal(noted(image, "no BPDT leads"), i < 4);
		blob_free(&image);
	}
}

static void an_unknown_capsule_may_be_padded(void **state)
{
	static const uint32_t sizes[] = {0x2000, 0x1F00, 0x1E00, 0x2100, 28, 0};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		struct blob image = image_fill(0x2000, 0xFF);

		put_u32le(image.ptr + 16, 28);
		put_u32le(image.ptr + 20, 0x50000);
		put_u32le(image.ptr + 24, sizes[i]);
		image.ptr[0x1EFF] = 0;
		assert_int_equal(noted(image, "its GUID is not known"), i < 2);
		blob_free(&image);
	}
}

static void a_signed_capsule_may_be_cut_or_have_a_wrong_size(void **state)
{
	static const struct guid lenovo = GUID_INIT(
		0x25B5FE76, 0x8243, 0x4A5C, 0xA9, 0xBD, 0x7E, 0xE3, 0x24, 0x61, 0x98, 0xB5);
	/* head, flags, size; either length shows it */
	static const struct {
		uint32_t head, flags, size;
		uint64_t len; /* that it covers; 0: it is none */
	} heads[] = {{0x50, 0, 0x1C00, 0x1C00}, {0x50, 0x50000, 0x1C00, 0x1C00},
		{0x50, 0x50000, 0x1000, 0x1C00}, {0x50, 0x50000, 0, 0x1C00},
		{0x50, 0x50000, 0x40000, 0x1C00}, {0x50, 0, 0x40000, 0x1C00}, {0x50, 0, 0, 0x1C00},
		{0x50, 0, 0x60, 0x1C00}, {0x50, 0xFFFFFFFF, 0xFFFFFFFF, 0x1C00},
		{0xFFFFFFFF, 0, 0x1C00, 0x1C00}, {0, 0x50000, 0x1C00, 0x1C00}, {0, 0, 0x1BFC, 0},
		{0x51, 0, 0, 0}, {0x1C00, 0, 0, 0}, {0x14318, 0x14320, 0x14328, 0}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		struct blob image = image_noise(0x2000, 5);
		struct protect_list l;

		memcpy(image.ptr + 0x400, lenovo.b, GUID_LEN);
		put_u32le(image.ptr + 0x410, heads[i].head);
		put_u32le(image.ptr + 0x414, heads[i].flags);
		put_u32le(image.ptr + 0x418, heads[i].size);
		l = scan(image);
		assert_int_equal(l.count, heads[i].len != 0 ? 1 : 0);
		if (l.count != 0)
			assert_int_equal(l.ranges[0].len, heads[i].len);
		protect_free(&l);
		blob_free(&image);
	}
}

/* AMI's has the place of the image too, which programs do not have after the GUID. */
static void of_amis_capsule_a_length_may_be_destroyed(void **state)
{
	static const struct guid ami = GUID_INIT(
		0x4A3CA68B, 0x7723, 0x48FB, 0x80, 0x3D, 0x57, 0x8C, 0xC1, 0xFE, 0xC4, 0x4D);
	static const struct {
		uint32_t head, flags, size, image;
		unsigned count;
	} heads[] = {{0x20, 0, 0, 0, 1}, {0x20, 0, 0, 0xFFFF, 1}, {0, 0, 0, 0x50, 1},
		{0xFFFFFFFF, 0x50000, 0xFFFFFFFF, 0x800, 1}, {0xEEBB9000, 0xDB890A14, 0, 0x53C, 0},
		{0, 0, 0, 0, 0}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof heads / sizeof heads[0]; i++) {
		struct blob image = image_noise(0x2000, 5);

		memcpy(image.ptr + 0x400, ami.b, GUID_LEN);
		put_u32le(image.ptr + 0x410, heads[i].head);
		put_u32le(image.ptr + 0x414, heads[i].flags);
		put_u32le(image.ptr + 0x418, heads[i].size);
		put_u32le(image.ptr + 0x41C, heads[i].image);
		assert_int_equal(noted(image, "AMI Aptio, signed"), heads[i].count);
		blob_free(&image);
	}
}

/* Such as those in an option ROM or a raw part. */
static void a_program_that_no_section_holds_has_no_capsule(void **state)
{
	static const struct guid fmp = GUID_INIT(
		0x6DCBD5ED, 0xE82D, 0x4C44, 0xBD, 0xA1, 0x71, 0x94, 0x19, 0x9A, 0xD9, 0x2A);
	unsigned behind;

	(void)state;
	for (behind = 0; behind < 2; behind++) {
		struct blob driver =
			image_sample_gop(&(struct image_sample){.codec = FW_CODEC_NONE});
		size_t at = 0x1000 + (behind != 0 ? driver.len + 0x40 : driver.len / 2);
		struct blob image = image_join(image_fill(0x1000, 0xFF), driver, 1, 0);
		struct protect_list l;

		image = image_join(image, image_noise(0x8000, 5), 1, 0);
		memcpy(image.ptr + at, fmp.b, GUID_LEN);
		put_u32le(image.ptr + at + 16, 0x4318); /* pointers */
		put_u32le(image.ptr + at + 20, 0x12340);
		put_u32le(image.ptr + at + 24, 0x12344);
		l = scan(image);
		assert_int_equal(l.count, behind);
		protect_free(&l);
		blob_free(&image);
	}
}

/* A driver with a certificate after it. */
static struct blob signed_driver(void)
{
	struct blob driver = image_sample_gop(&(struct image_sample){.codec = FW_CODEC_NONE});
	size_t len = driver.len;
	uint32_t head = 0;

	assert_true(span_u32le(blob_span(driver), 0x3C, &head));
	driver = image_join(driver, image_noise(0x200, 7), 1, 0);
	put_u32le(driver.ptr + head + 24 + 108, 16); /* directories */
	put_u32le(driver.ptr + head + 24 + 112 + 32, (uint32_t)len);
	put_u32le(driver.ptr + head + 24 + 112 + 36, 0x200);
	return driver;
}

static struct blob volume_of(enum fw_codec codec, uint8_t section)
{
	struct blob row = image_section(section, signed_driver(), false);
	struct blob file = image_file(
		&(struct image_file){.type = FFS_FREEFORM}, image_packed_section(codec, row));

	return image_volume(&(struct image_volume){.size = 0}, file);
}

/* That of a driver in a section, which the firmware starts, is not verified. */
static void a_signed_program_may_be_anywhere(void **state)
{
	struct blob driver = signed_driver();
	uint32_t head = 0;
	struct blob bare = image_join(image_fill(0x1000, 0xFF), signed_driver(), 1, 0);
	struct blob twice =
		image_join(signed_driver(), image_join(image_noise(0x123, 3), bare, 1, 0), 1, 0);

	(void)state;
	assert_int_equal(noted(driver, "Authenticode"), 1);
	assert_int_equal(noted(twice, "Authenticode"), 2);
	blob_free(&driver);
	blob_free(&twice);
	driver = signed_driver(); /* without the DOS stub */
	assert_true(span_u32le(blob_span(driver), 0x3C, &head));
	memmove(driver.ptr, driver.ptr + head, driver.len - head);
	assert_int_equal(noted(driver, "Authenticode"), 1);
	blob_free(&driver);
	driver = volume_of(FW_CODEC_NONE, SECTION_PE32);
	assert_int_equal(noted(driver, "Authenticode"), 0);
	blob_free(&driver);
	driver = volume_of(FW_CODEC_LZMA, SECTION_PE32);
	assert_int_equal(noted(driver, "Authenticode"), 0);
	blob_free(&driver);
	driver = volume_of(FW_CODEC_NONE, SECTION_RAW);
	assert_int_equal(noted(driver, "Authenticode"), 1);
	blob_free(&driver);
	driver = volume_of(FW_CODEC_LZMA, SECTION_RAW);
	assert_int_equal(noted(driver, "Authenticode"), 1);
	blob_free(&driver);
}

static struct blob signed_section(void)
{
	return image_guided(&FW_GUID_RSA2048_SHA256, 3, image_noise(0x500, 8));
}

/* A .zip that stores a file. */
static struct blob stored_zip(void)
{
	struct blob file = image_join(image_fill(30, 0), image_noise(0x500, 8), 1, 0);
	struct blob dir = image_fill(46 + 22, 0);

	memcpy(file.ptr, "PK\3\4", 4);
	memcpy(dir.ptr, "PK\1\2", 4);
	put_u32le(dir.ptr + 20, 0x500);
	put_u32le(dir.ptr + 24, 0x500);
	memcpy(dir.ptr + 46, "PK\5\6", 4);
	put_u32le(dir.ptr + 46 + 12, 46);
	put_u32le(dir.ptr + 46 + 16, (uint32_t)file.len);
	return image_section(SECTION_RAW, image_join(file, dir, 1, 0), false);
}

static struct blob signed_program(void)
{
	return image_section(SECTION_RAW, signed_driver(), false);
}

/* A table of len bytes, and after it two files of a section. */
static struct blob before_two(enum fw_codec codec, size_t len, struct blob (*make)(void))
{
	struct image_file raw = {.type = FFS_FREEFORM};
	struct blob files =
		image_file(&raw, image_section(SECTION_RAW, image_noise(len, 3), false));
	unsigned i;

	for (i = 0; i < 2; i++)
		files = image_join(files, image_file(&raw, make()), 8, 0xFF);
	files = image_volume(&(struct image_volume){.size = 0x80000}, files);
	if (codec == FW_CODEC_NONE)
		return files;
	files = image_packed_section(codec, image_section(SECTION_FV_IMAGE, files, false));
	return image_volume(&(struct image_volume){.size = 0x80000},
		image_file(&(struct image_file){.type = FFS_FV_IMAGE}, files));
}

static enum err_code followed(struct blob before, struct blob *after)
{
	const struct protect_opts opts = {.ignore = false};
	enum err_code rc;
	struct buf log;
	struct err err;

	buf_init(&log, 0);
	rc = protect_follow(blob_span(before), after, &opts, &log, &err);
	buf_free(&log);
	return rc;
}

/* A longer table moves them; of two that are equal, both have to be left. In packed parts, nothing
 * stored in a .zip is changed. */
static void what_is_signed_may_move(void **state)
{
	static const struct {
		struct blob (*make)(void);
		const char *note;
		enum fw_codec codec;
	} cases[] = {
		{signed_program, "Authenticode", FW_CODEC_NONE},
		{signed_program, "Authenticode", FW_CODEC_LZMA},
		{signed_section, "the signature is not verified", FW_CODEC_NONE},
		{signed_section, "the signature is not verified", FW_CODEC_LZMA},
		{stored_zip, ".zip archive", FW_CODEC_NONE},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct blob before = before_two(cases[i].codec, 0x1000, cases[i].make);
		struct blob after = before_two(cases[i].codec, 0x1008, cases[i].make);

		assert_int_equal(noted(before, cases[i].note), 2);
		assert_int_equal(followed(before, &after), ERR_OK);
		if (cases[i].codec == FW_CODEC_NONE) {
			struct protect_list l = scan(after);

			after.ptr[l.ranges[l.checks[1].first].off + 0x400] ^= 1;
			protect_free(&l);
			assert_int_equal(followed(before, &after), ERR_DENIED);
		}
		blob_free(&before);
		blob_free(&after);
	}
}

static void a_certificate_of_insyde_is_for_what_is_before_it(void **state)
{
	static const char *const kinds[] = {"$_IFLASH_BIOSCER", "$_IFLASH_BIOSIMG"};
	size_t i;

	(void)state;
	for (i = 0; i < 2; i++) {
		struct blob image = image_fill(0x2000, 0xFF);
		struct protect_list l;

		put(image.ptr + 0x1000, kinds[i], 16);
		put_u32le(image.ptr + 0x1010, 0x100);
		put_u32le(image.ptr + 0x1014, 0x100);
		l = scan(image);
		assert_int_equal(l.count, 1);
		assert_int_equal(l.ranges[l.checks[0].first].off, i == 0 ? 0 : 0x1000);
		protect_free(&l);
		blob_free(&image);
	}
}

/* A program's constants: a GUID, and before and after it numbers. */
static void a_guid_in_a_program_is_no_section(void **state)
{
	static const struct {
		uint32_t before, after;
		bool section;
	} cases[] = {
		{0x0001C385, 0x0001A2B0, false},
		{0x00FFFFFF, 0x00010090, false}, /* size, or place */
		{0x02FFFFFF, 0x00010090, true},
		{0x02000300, 0x0001FFFF, true},
		{0x00000300, 0x00010090, true},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct blob image = image_fill(0x40000, 0x90);

		put_u32le(image.ptr + 0x800, cases[i].before);
		put(image.ptr + 0x804, FW_GUID_RSA2048_SHA256.b, sizeof FW_GUID_RSA2048_SHA256.b);
		put_u32le(image.ptr + 0x814, cases[i].after);
		assert_int_equal(noted(image, "its header is damaged"), cases[i].section);
		blob_free(&image);
	}
}

/* Of revision 3, with the boards' numbers in the header: the sum is over one of both lengths. */
static void an_insyde_header_with_extensions_has_a_right_sum(void **state)
{
	static const size_t lengths[] = {28, 56, 40};
	size_t i, k;

	(void)state;
	for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
		struct blob image = image_fill(0x2000, 0xFF);
		uint8_t *p = image.ptr + 0x1000, sum = 0;

		memset(p, 0, 0x200);
		put(p, "HFDM", 4);
		put_u32le(p + 4, 0x200);
		put_u32le(p + 8, 56);
		put_u32le(p + 12, 84);
		p[17] = 3;
		p[18] = 1;
		put_u32le(p + 20, 0xFF800000u);
		memset(p + 28, 9, 28);
		for (k = 0; k < lengths[i]; k++)
			sum = (uint8_t)(sum + p[k]);
		p[19] = (uint8_t)(0u - sum);
		assert_int_equal(noted(image, "the checksum of its header is wrong"), i == 2);
		blob_free(&image);
	}
}

static struct blob legacy(uint32_t size, const char *name)
{
	struct blob image = image_fill(0x2000, 0xFF);
	uint8_t *p = image.ptr + 0x1000;

	memset(p, 0, 64);
	put(p, "\x27\x05\x19\x56", 4);
	put_u32be(p + 12, size);
	put(p + 28, "\x05\x02\x02\x01", 4);
	put(p + 32, name, strlen(name));
	put_u32be(p + 24, crc32_update(0, span_of(p + 64, size < 0xF00 ? size : 0xF00)));
	put_u32be(p + 4, crc32_update(0, span_of(p, 64)));
	return image;
}

static void a_boot_image_that_is_cut_off_is_said_to_be(void **state)
{
	static const char cut[] = "the image ends before its data do";
	struct blob whole = legacy(0x800, "Linux"), part = legacy(0x8000, "Linux");
	struct protect_list l = scan(part);

	(void)state;
	assert_int_equal(noted(whole, cut), 0);
	assert_int_equal(l.count, 2);
	assert_int_equal(l.checks[0].state, PROTECT_HOLDS);
	assert_int_equal(l.checks[1].act, PROTECT_UNKNOWN);
	assert_int_equal(l.ranges[l.checks[1].first].len, 0x1000);
	protect_free(&l);
	/* one odd byte of the name, and the checksum of the data holds */
	whole.ptr[0x1000 + 34] = 1;
	l = scan(whole);
	assert_int_equal(l.count, 2);
	assert_int_equal(l.checks[0].state, PROTECT_FAILS);
	assert_int_equal(l.checks[1].state, PROTECT_HOLDS);
	protect_free(&l);
	whole.ptr[0x1000 + 36] = 1; /* two: chance */
	assert_true(is_quiet(whole));
	blob_free(&part);
}

static const struct guid ami =
	GUID_INIT(0xCBC91F44, 0xA4BC, 0x4A5B, 0x86, 0x96, 0x70, 0x34, 0x51, 0xD0, 0xB0, 0x53);
static const struct guid phoenix =
	GUID_INIT(0x389CC6F2, 0x1EA8, 0x467B, 0xAB, 0x8A, 0x78, 0xE7, 0x69, 0xAE, 0x2A, 0x15);

static void a_table_may_be_in_a_section_of_a_section(void **state)
{
	unsigned i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct image_file f = {.guid = ami, .type = FFS_FREEFORM};
		struct blob table = image_fill(80, 0xFF), raw, image;
		struct protect_list l;

		put_u32le(table.ptr + 32, 0xFFFF8000u);
		put_u32le(table.ptr + 36, 0x1000);
		raw = image_section(i == 2 ? SECTION_PE32 : SECTION_RAW, table, false);
		raw = i == 0 ? image_crc32_section(raw) : image_packed_section(FW_CODEC_LZMA, raw);
		image = image_volume(&(struct image_volume){.size = 0x10000}, image_file(&f, raw));
		l = scan(image);
		assert_int_equal(noted(image, "no raw section is in it"), i == 2);
		assert_int_equal(l.count, 1);
		assert_int_equal(l.checks[0].kind, PROTECT_AMI_HASH);
		protect_free(&l);
		blob_free(&image);
	}
}

/* After the entries that it counts: a signature, and an entry that was one. */
static void what_follows_a_phoenix_table_is_no_entry(void **state)
{
	struct blob table = image_fill(12 + 120, 0x5A), noise = image_noise(0x1000, 7), image;
	struct image_file f = {.guid = phoenix, .type = FFS_FREEFORM};
	unsigned i;

	(void)state;
	put(table.ptr, "$HASHTBL\1\0\0", 12);
	for (i = 0; i < 2; i++) {
		uint8_t *entry = table.ptr + 12 + 40 * (size_t)i;

		sha256_of(blob_span(noise), entry);
		put_u32le(entry + 32, 0x10000);
		put_u32le(entry + 36, 0x1000);
	}
	memset(table.ptr + 52, 0x77, 40);
	image = image_join(
		image_volume(&(struct image_volume){.size = 0x10000}, image_file(&f, table)), noise,
		1, 0);
	assert_int_equal(noted(image, "marked as unused"), 0);
	memmove(image.ptr + 0x48 + 24 + 52, image.ptr + 0x48 + 24 + 12, 40);
	assert_int_equal(noted(image, "marked as unused"), 1);
	blob_free(&image);
}

#define POLICY 0x800u

/* A Boot Guard policy of version 1, with bytes between its block and its signature. */
static struct blob policy(const char *gap)
{
	struct blob image = image_fill(0x1000, 0xFF);
	uint8_t *fit = image.ptr + 0xF00, *p = image.ptr + POLICY;

	memset(fit, 0, 32);
	put(fit, "_FIT_   \2\0\0\0\0\1", 14);
	put_u32le(fit + 16, 0xFFFFF000u + POLICY);
	fit[29] = 1;
	fit[30] = 0x0C;
	put_u32le(image.ptr + 0xFC0, 0xFFFFFF00u);
	memset(p, 0, 0x100);
	put(p, "__ACBP__\x10\0\1\1\1", 13);
	p += 16;
	put(p, "__IBBS__\x10", 9);
	p += 9 + 3 + 4 + 8 + 8 + 4 + 4 + 8 + 8;
	put(p, "\x10\0\x20", 3);
	p += 4 + 32 + 4;
	put(p, "\x10\0\x20", 3);
	p += 4 + 32 + 1;
	put(p, gap, strlen(gap));
	put(p + strlen(gap), "__PMSG__\x10", 9);
	return image;
}

static void bytes_between_elements_are_none(void **state)
{
	static const char *const gaps[] = {
		"", "\xFF\xFF\xFF", "some words more", "__PMDX__...", "_xPMDA__..."};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof gaps / sizeof gaps[0]; i++) {
		struct blob image = policy(gaps[i]);

		assert_int_equal(noted(image, "an element that is not known"), i > 2);
		blob_free(&image);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_tree_without_hashes_is_no_fit),
		cmocka_unit_test(a_fit_that_is_signed_and_not_hashed_is_read),
		cmocka_unit_test(a_boot_partition_may_have_no_digests),
		cmocka_unit_test(a_bpdt_may_be_behind_the_header_of_a_capsule),
		cmocka_unit_test(digests_of_nothing_but_00_or_ff_are_none),
		cmocka_unit_test(only_a_directory_that_is_called_so_is_a_lost_boot_partition),
		cmocka_unit_test(an_unknown_capsule_may_be_padded),
		cmocka_unit_test(a_signed_capsule_may_be_cut_or_have_a_wrong_size),
		cmocka_unit_test(of_amis_capsule_a_length_may_be_destroyed),
		cmocka_unit_test(a_program_that_no_section_holds_has_no_capsule),
		cmocka_unit_test(a_signed_program_may_be_anywhere),
		cmocka_unit_test(what_is_signed_may_move),
		cmocka_unit_test(a_certificate_of_insyde_is_for_what_is_before_it),
		cmocka_unit_test(a_guid_in_a_program_is_no_section),
		cmocka_unit_test(an_insyde_header_with_extensions_has_a_right_sum),
		cmocka_unit_test(a_boot_image_that_is_cut_off_is_said_to_be),
		cmocka_unit_test(a_table_may_be_in_a_section_of_a_section),
		cmocka_unit_test(what_follows_a_phoenix_table_is_no_entry),
		cmocka_unit_test(bytes_between_elements_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
