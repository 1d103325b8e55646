/* SPDX-License-Identifier: MIT */
/* The whole sample firmware, laid out as Bay Trail reference firmware is. */
#include <string.h>

#include "biosbelt/pe.h"
#include "image.h"
#include "sample.h"

#define VBT_STORED 4096u

static const struct guid gop_guid =
	GUID_INIT(0xFF0C8745, 0x3270, 0x4439, 0xB7, 0x4F, 0x3E, 0x45, 0xF8, 0xC7, 0x70, 0x64);
static const struct guid vbt_guid =
	GUID_INIT(0x878AC2CC, 0x5343, 0x46F2, 0xB5, 0x63, 0x51, 0xF8, 0x9D, 0xAF, 0x56, 0xBA);
static const struct guid main_guid =
	GUID_INIT(0x9E21FD93, 0x9C72, 0x4C15, 0x8C, 0x4B, 0xE7, 0x7F, 0x1D, 0xB2, 0xD7, 0x92);
static const struct guid other_guid =
	GUID_INIT(0xB10B0001, 0x0000, 0x4000, 0x80, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00);

struct blob image_sample_gop(const struct image_sample *o)
{
	return sample_gop(&(struct sample_gop){
		.machine = o->ia32 ? PE_MACHINE_IA32 : PE_MACHINE_X64, .te = o->te});
}

struct blob image_sample_vbt(const struct image_sample *o)
{
	struct blob vbt = sample_vbt(&(struct sample_vbt){.panel = o->panel});

	return image_join(vbt, image_fill(VBT_STORED - vbt.len, 0), 1, 0);
}

static struct guid numbered(unsigned n)
{
	struct guid g = other_guid;

	g.b[15] = (uint8_t)n;
	return g;
}

static struct blob code_file(const struct image_sample *o, unsigned n, size_t len)
{
	struct image_file f = {.guid = numbered(n), .type = FFS_DRIVER, .checksum = o->checksums};
	struct blob row = image_section(SECTION_DXE_DEPEX, image_fill(18, 6), false);

	row = image_add_section(row, image_section(SECTION_PIC, image_code(len, n), false));
	return image_file(&f, image_add_section(row, image_ui("Sample")));
}

static struct blob gop_file(const struct image_sample *o)
{
	struct image_file f = {.guid = o->no_names ? numbered(200) : gop_guid,
		.type = FFS_DRIVER,
		.checksum = o->checksums};
	struct blob row =
		image_section(o->te ? SECTION_TE : SECTION_PE32, image_sample_gop(o), false);

	if (!o->no_names)
		row = image_add_section(row, image_ui("IntelGopDriver"));
	return image_file(&f, row);
}

static struct blob vbt_file(const struct image_sample *o)
{
	struct image_file f = {.guid = o->no_names ? numbered(201) : vbt_guid,
		.type = o->raw_vbt ? FFS_RAW : FFS_FREEFORM,
		.large = o->ffs3,
		.checksum = o->checksums};
	struct blob body = image_sample_vbt(o);

	if (!o->raw_vbt)
		body = image_section(SECTION_RAW, body, o->ffs3);
	if (!o->raw_vbt && !o->no_names)
		body = image_add_section(body, image_ui("IntelGopVbt"));
	return image_file(&f, body);
}

static struct blob driver_volume(const struct image_sample *o)
{
	size_t noise = o->noise != 0 ? o->noise : 40000;
	struct image_volume v = {.ffs3 = o->ffs3};
	struct blob files = code_file(o, 1, noise / 4);

	files = image_join(files, gop_file(o), FFS_ALIGN, 0xFF);
	files = image_join(files, code_file(o, 2, noise / 4), FFS_ALIGN, 0xFF);
	files = image_join(files, vbt_file(o), FFS_ALIGN, 0xFF);
	files = image_join(files, code_file(o, 3, noise / 2), FFS_ALIGN, 0xFF);
	return image_volume(&v, files);
}

/* The volume as a section, packed, in a volume-image file. */
static struct blob packed_file(const struct image_sample *o, struct blob volume)
{
	struct image_file f = {.guid = main_guid, .type = FFS_FV_IMAGE, .checksum = o->checksums};
	struct blob row = image_section(SECTION_FV_IMAGE, volume, false);

	row = image_packed_section(o->codec, row);
	if (o->crc32)
		row = image_crc32_section(row);
	return image_file(&f, row);
}

static struct blob plain_volume(const struct image_sample *o)
{
	struct image_volume v = {.ext_header = true};
	struct blob files = code_file(o, 10, 3000);

	return image_volume(&v, image_join(files, code_file(o, 11, 2000), FFS_ALIGN, 0xFF));
}

static struct blob with_descriptor(struct blob bios)
{
	size_t half = 0x10000;
	struct image_region r[3];
	struct blob out;

	while (half < bios.len)
		half *= 2;
	r[0] = (struct image_region){0, 0x1000};
	r[1] = (struct image_region){half, half};
	r[2] = (struct image_region){0x1000, half - 0x1000};
	out = image_join(image_descriptor(r, 3), image_noise(half / 4, 77), 1, 0);
	out = image_join(out, image_fill(half - out.len, 0xFF), 1, 0);
	bios = image_join(image_fill(half - bios.len, 0xFF), bios, 1, 0);
	return image_join(out, bios, 1, 0);
}

struct blob image_sample(const struct image_sample *o)
{
	struct image_volume v = {0};
	struct blob file = packed_file(o, driver_volume(o));
	struct blob bios;
	unsigned i;

	for (i = 0; i < o->nesting; i++)
		file = packed_file(o, image_volume(&v, file));
	bios = image_volume(&v, file);
	bios = image_join(bios, plain_volume(o), 4096, 0xFF);
	return o->descriptor ? with_descriptor(bios) : bios;
}
