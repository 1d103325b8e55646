/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/gop.h"
#include "biosbelt/pe.h"

static struct blob finished(struct buf *b)
{
	struct blob out;
	struct err err;

	if (buf_finish(b, &out, &err) != ERR_OK)
		abort();
	return out;
}

static void add_block(struct buf *b, uint8_t id, const struct buf *data)
{
	buf_add_u8(b, id);
	buf_add_u16le(b, (uint16_t)data->len);
	buf_add(b, data->ptr, data->len);
}

/* A block of len bytes of one value; patches follow. */
static struct buf plain(size_t len, uint8_t value)
{
	struct buf b;

	buf_init(&b, 0);
	buf_fill(&b, value, len);
	return b;
}

static void add_plain(struct buf *b, uint8_t id, struct buf data)
{
	add_block(b, id, &data);
	buf_free(&data);
}

static void add_wanted(struct buf *b, const struct sample_vbt *o, uint8_t id, struct buf data)
{
	if (o->only == 0 || (o->only >> id & 1) != 0)
		add_block(b, id, &data);
	buf_free(&data);
}

static struct buf general_block(void)
{
	struct buf b = plain(5, 0);

	b.ptr[0] = 0x03; /* panel fitting: text and graphics */
	b.ptr[3] = 1;
	return b;
}

static struct buf device_block(uint8_t size)
{
	struct buf b = plain(5 + (size_t)size * 3, 0);

	b.ptr[0] = 2;
	b.ptr[4] = size;
	/* slot 0: eDP on DP-C; slot 1 empty; slot 2: HDMI on HDMI-B */
	put_u16le(b.ptr + 5, 0x0008);
	put_u16le(b.ptr + 7, 0x78C6);
	b.ptr[5 + 16] = 8;
	if (size > 25)
		b.ptr[5 + 25] = 0x20; /* AUX-C */
	put_u16le(b.ptr + 5 + 2 * size, 0x0004);
	put_u16le(b.ptr + 5 + 2 * size + 2, 0x60D2);
	b.ptr[5 + 2 * size + 16] = 1;
	b.ptr[5 + 2 * size + 19] = 5;
	return b;
}

static struct buf lfp_block(void)
{
	struct buf b = plain(24, 0);

	b.ptr[0] = 2; /* panel in use */
	b.ptr[2] = 0x63;
	put_u32le(b.ptr + 20, 0xAAAAAAAA); /* LED */
	return b;
}

#define FP_LEN 38u
#define STRIDE (FP_LEN + 18u + 10u)

static struct buf pointer_block(size_t data_off)
{
	struct buf b = plain(148, 0);
	unsigned i;

	b.ptr[0] = 3;
	for (i = 0; i < 16; i++) {
		uint8_t *p = b.ptr + 1 + 9 * i;
		size_t at = data_off + i * STRIDE;

		put_u16le(p, (uint16_t)at);
		p[2] = 32; /* the terminator is left out, as in genuine ones */
		put_u16le(p + 3, (uint16_t)(at + FP_LEN));
		p[5] = 18;
		put_u16le(p + 6, (uint16_t)(at + FP_LEN + 18));
		p[8] = 10;
	}
	put_u16le(b.ptr + 145, (uint16_t)(data_off + 16 * STRIDE));
	b.ptr[147] = 13;
	return b;
}

/* 1366x768, 72.3 MHz */
static const uint8_t dtd[18] = {0x3E, 0x1C, 0x56, 0xA0, 0x50, 0x00, 0x19, 0x30, 0x30, 0x20, 0x35,
	0x00, 0x00, 0x90, 0x10, 0x00, 0x00, 0x18};

static struct buf panel_block(const char *name)
{
	struct buf b = plain(16 * (STRIDE + 13), 0);
	unsigned i;

	for (i = 0; i < 16; i++) {
		uint8_t *p = b.ptr + i * STRIDE;

		put_u16le(p, 1366);
		put_u16le(p + 2, 768);
		put_u16le(p + 36, 0xFFFF);
		memcpy(p + FP_LEN, dtd, sizeof dtd);
		put_u16le(p + FP_LEN + 18, 0x7F36);      /* "MS_" */
		put_u16le(p + FP_LEN + 20, (uint16_t)i); /* product */
		p[FP_LEN + 27] = 12;                     /* 2002 */
		memset(b.ptr + 16 * STRIDE + 13 * i, ' ', 13);
	}
	memcpy(b.ptr + 16 * STRIDE + 13 * 2, name, strlen(name) < 13 ? strlen(name) : 13);
	return b;
}

static struct buf backlight_block(uint16_t pwm_hz)
{
	struct buf b = plain(129, 0);
	unsigned i;

	b.ptr[0] = 6;
	for (i = 0; i < 16; i++) {
		b.ptr[1 + 6 * i] = 2;
		put_u16le(b.ptr + 2 + 6 * i, i == 2 ? pwm_hz : 100);
		b.ptr[97 + i] = 255;
	}
	return b;
}

static struct buf edp_block(void)
{
	struct buf b = plain(280, 0);
	unsigned i;

	for (i = 0; i < 16; i++) {
		put_u16le(b.ptr + 10 * i, 2000);
		b.ptr[164 + 2 * i] = 0x31; /* 2.7 Gbps, 4 lanes */
	}
	put_u32le(b.ptr + 160, 1u << 4); /* panel 2: 24 bpp */
	return b;
}

static struct buf dsc_block(void)
{
	struct buf b = plain(2 + 16 * 13, 0);

	put_u16le(b.ptr, 13);
	b.ptr[2] = 0x21; /* 1.2 */
	return b;
}

static struct buf mipi_block(void)
{
	struct buf b = plain(822, 0);

	b.ptr[2] = 0x80;                   /* non-burst with sync events */
	b.ptr[3] = 4 << 2;                 /* RGB888 */
	b.ptr[6] = 3 << 2;                 /* four lanes */
	put_u32le(b.ptr + 26, 0x003FFFFF); /* HS TX timeout */
	return b;
}

/* Version 3: one panel, one sequence (assert reset): GPIO, delay, packet of one byte. */
static void add_sequences(struct buf *b, unsigned panels)
{
	static const uint8_t steps[] = {
		3, 3, 0, 7, 1,             /* GPIO: index 0, number 7, on */
		2, 4, 0xE8, 0x03, 0, 0,    /* delay of 1000 us */
		1, 5, 0, 0x05, 1, 0, 0x11, /* packet, type 5, one byte */
		0,                         /* end */
	};
	uint32_t panel = 1 + 4 + sizeof steps + 1;
	uint32_t body = panels * (1 + 4 + panel); /* what follows it */

	buf_add_u8(b, 53);
	buf_add_u16le(b, (uint16_t)(5 + body));
	buf_add_u8(b, 3); /* version */
	buf_add_u32le(b, body);
	for (; panels > 0; panels--) {
		buf_add_u8(b, 2); /* panel */
		buf_add_u32le(b, panel);
		buf_add_u8(b, 5); /* assert reset */
		buf_add_u32le(b, sizeof steps);
		buf_add(b, steps, sizeof steps);
		buf_add_u8(b, 0); /* end of the sequences */
	}
}

static void add_blocks(struct buf *b, const struct sample_vbt *o)
{
	static const char build[] = "\0d\1\1\31\14"
				    "1001Intel(R) sample SVGA BIOS\r\nBuild Number: 1\r\n";
	struct buf text;

	buf_init(&text, 0);
	buf_add(&text, build, sizeof build - 1);
	add_plain(b, 254, text);
	add_wanted(b, o, 1, general_block());
	add_wanted(b, o, 2, device_block(o->child_size != 0 ? o->child_size : 39));
	add_wanted(b, o, 9, plain(96, 0));
	add_wanted(b, o, 12, plain(19, 0));
	add_wanted(b, o, 27, edp_block());
	add_wanted(b, o, 40, lfp_block());
	if (o->with_pointers)
		add_wanted(b, o, 41, pointer_block(b->len - 48 + 3 + 148 + 3));
	add_wanted(b, o, 42, panel_block(o->panel != NULL ? o->panel : "SAMPLE"));
	add_wanted(b, o, 43, backlight_block(o->pwm_hz != 0 ? o->pwm_hz : 200));
	if (o->with_sequences) {
		add_wanted(b, o, 52, mipi_block());
		if (o->only == 0 || (o->only >> 53 & 1) != 0)
			add_sequences(b, o->same_panel ? 2 : 1);
	}
	add_wanted(b, o, 56, dsc_block());
}

struct blob sample_vbt(const struct sample_vbt *o)
{
	const char *platform = o->platform != NULL ? o->platform : "VALLEYVIEW";
	struct buf b;
	unsigned sum = 0;
	size_t i, size;

	buf_init(&b, 0);
	buf_str(&b, "$VBT ");
	buf_str(&b, platform);
	buf_fill(&b, ' ', 20 - b.len);
	buf_add_u16le(&b, 100);
	buf_add_u16le(&b, 48);
	buf_fill(&b, 0, 4);
	buf_add_u32le(&b, 48);
	buf_fill(&b, 0, 16);
	buf_str(&b, "BIOS_DATA_BLOCK ");
	buf_add_u16le(&b, o->bdb_version != 0 ? o->bdb_version : 191);
	buf_add_u16le(&b, 22);
	buf_add_u16le(&b, 0);
	add_blocks(&b, o);
	size = b.len;
	put_u16le(b.ptr + 24, (uint16_t)size);
	put_u16le(b.ptr + 68, (uint16_t)(size - 48 - o->one_byte_off));
	for (i = 0; i < size; i++)
		sum += b.ptr[i];
	if (!o->unset_sum)
		b.ptr[26] = (uint8_t)(0x100 - sum + (o->bad_sum ? 1 : 0));
	else if ((sum & 0xFF) == 0) /* unset needs a sum that is not 0 by chance */
		b.ptr[32] = 1;
	buf_fill(&b, 0, o->padding);
	return finished(&b);
}

/* The driver's literals; the number of each gives its place. */
enum literal { OPEN, MAJOR, DOT, MINOR, BUILD, CLOSE, NAME, LITERALS };

struct image {
	struct buf code;
	uint32_t at[LITERALS]; /* RVA */
	uint32_t fixups[16];   /* RVAs of absolute operands */
	unsigned fixup_count;
};

#define HEADERS      0x200u
#define CODE_RVA     HEADERS
#define TEXT_OFF     0x100u /* literals begin here in the code section */
#define IMAGE_BASE32 0x10000000u

static void add_wide(struct buf *b, const char *text)
{
	for (; *text != '\0'; text++) {
		buf_add_u8(b, (uint8_t)*text);
		buf_add_u8(b, 0);
	}
	buf_add_u16le(b, 0);
}

/* lea reg, [rip + literal], then call: E8 0 */
static void add_lea(struct image *im, unsigned reg, enum literal which)
{
	uint32_t next = CODE_RVA + (uint32_t)im->code.len + 7;

	buf_add_u8(&im->code, reg >= 8 ? 0x4C : 0x48);
	buf_add_u8(&im->code, 0x8D);
	buf_add_u8(&im->code, (uint8_t)(0x05 | (reg & 7) << 3));
	buf_add_u32le(&im->code, im->at[which] - next);
}

static void add_call(struct image *im)
{
	buf_add_u8(&im->code, 0xE8);
	buf_add_u32le(&im->code, 0);
}

static void add_push(struct image *im, enum literal which)
{
	buf_add_u8(&im->code, 0x68);
	im->fixups[im->fixup_count++] = CODE_RVA + (uint32_t)im->code.len;
	buf_add_u32le(&im->code, IMAGE_BASE32 + im->at[which]);
}

static void add_use(struct image *im, const struct sample_gop *o, enum literal which)
{
	if (o->machine == PE_MACHINE_IA32)
		add_push(im, which);
	else
		add_lea(im, 2, which);
	add_call(im);
}

static void add_program(struct image *im, const struct sample_gop *o)
{
	if (!o->no_brackets)
		add_use(im, o, OPEN);
	if (o->pooled) { /* rbx keeps the literal: mov rdx, rbx before each call */
		add_lea(im, 3, MAJOR);
		buf_add(&im->code, "\x48\x8B\xD3", 3);
		add_call(im);
		add_use(im, o, DOT);
		buf_add(&im->code, "\x48\x8B\xD3", 3);
		add_call(im);
	} else {
		add_use(im, o, MAJOR);
		add_use(im, o, DOT);
		add_use(im, o, MINOR);
	}
	add_use(im, o, BUILD);
	add_use(im, o, CLOSE);
	buf_add_u8(&im->code, 0xC3);
}

static void add_literals(struct image *im, const struct sample_gop *o, bool place)
{
	const char *text[LITERALS] = {" [", o->major != NULL ? o->major : "7", ".",
		o->minor != NULL ? o->minor : "2", o->build != NULL ? o->build : "1011", "]",
		o->no_name ? "Somebody's GOP Driver" : "Intel(R) GOP Driver"};
	/* pooled and out of order, as a linker leaves them */
	static const enum literal order[LITERALS] = {NAME, BUILD, CLOSE, MINOR, OPEN, DOT, MAJOR};
	struct buf b;
	size_t i;

	buf_init(&b, 0);
	for (i = 0; i < LITERALS; i++) {
		im->at[order[i]] = CODE_RVA + TEXT_OFF + (uint32_t)b.len;
		add_wide(&b, text[order[i]]);
	}
	if (place) {
		buf_fill(&im->code, 0xCC, TEXT_OFF - im->code.len);
		buf_add(&im->code, b.ptr, b.len);
		buf_align(&im->code, 32, 0);
	}
	buf_free(&b);
}

static void add_section(
	struct buf *b, const char *name, uint32_t rva, uint32_t len, uint32_t off, uint32_t flags)
{
	buf_add(b, name, 8);
	buf_add_u32le(b, len);
	buf_add_u32le(b, rva);
	buf_add_u32le(b, len);
	buf_add_u32le(b, off);
	buf_fill(b, 0, 12);
	buf_add_u32le(b, flags);
}

static struct buf relocations(const struct image *im)
{
	struct buf b;
	unsigned i;

	buf_init(&b, 0);
	buf_add_u32le(&b, 0);
	buf_add_u32le(&b, 8 + 2 * im->fixup_count);
	for (i = 0; i < im->fixup_count; i++)
		buf_add_u16le(&b, (uint16_t)(0x3000 | im->fixups[i]));
	buf_align(&b, 32, 0);
	return b;
}

static struct blob as_pe(const struct sample_gop *o, struct image *im, struct buf *reloc)
{
	bool wide = o->machine != PE_MACHINE_IA32;
	uint32_t reloc_rva = CODE_RVA + (uint32_t)im->code.len;
	size_t optional = wide ? 112u + 128u : 96u + 128u;
	struct buf b;

	buf_init(&b, 0);
	buf_str(&b, "MZ");
	buf_fill(&b, 0, 58);
	buf_add_u32le(&b, 64);
	buf_add(&b, "PE\0\0", 4);
	buf_add_u16le(&b, wide ? PE_MACHINE_X64 : PE_MACHINE_IA32);
	buf_add_u16le(&b, reloc->len != 0 ? 2 : 1);
	buf_fill(&b, 0, 12);
	buf_add_u16le(&b, (uint16_t)optional);
	buf_add_u16le(&b, 0x2022);
	buf_fill(&b, 0, optional);
	put_u16le(b.ptr + 88, wide ? 0x20B : 0x10B);
	put_u32le(b.ptr + 88 + 16, CODE_RVA);
	if (!wide)
		put_u32le(b.ptr + 88 + 28, IMAGE_BASE32);
	put_u32le(b.ptr + 88 + 60, HEADERS);
	put_u16le(b.ptr + 88 + 68, 11);
	put_u32le(b.ptr + 88 + (wide ? 108 : 92), 16);
	if (reloc->len != 0) {
		put_u32le(b.ptr + 88 + (wide ? 112 : 96) + 40, reloc_rva);
		put_u32le(b.ptr + 88 + (wide ? 112 : 96) + 44, (uint32_t)reloc->len);
	}
	add_section(&b, ".text\0\0", CODE_RVA, (uint32_t)im->code.len, HEADERS, 0x68000020);
	if (reloc->len != 0)
		add_section(&b, ".reloc\0", reloc_rva, (uint32_t)reloc->len, reloc_rva, 0x42000040);
	buf_fill(&b, 0, HEADERS - b.len);
	buf_add(&b, im->code.ptr, im->code.len);
	buf_add(&b, reloc->ptr, reloc->len);
	return finished(&b);
}

static struct blob as_te(const struct sample_gop *o, struct image *im, struct buf *reloc)
{
	uint32_t reloc_rva = CODE_RVA + (uint32_t)im->code.len;
	unsigned sections = reloc->len != 0 ? 2 : 1;
	uint32_t head = 40 + 40 * sections;
	struct buf b;

	buf_init(&b, 0);
	buf_str(&b, "VZ");
	buf_add_u16le(&b, o->machine == PE_MACHINE_IA32 ? PE_MACHINE_IA32 : PE_MACHINE_X64);
	buf_add_u8(&b, (uint8_t)sections);
	buf_add_u8(&b, 11);
	buf_add_u16le(&b, (uint16_t)(HEADERS - head + 40)); /* StrippedSize */
	buf_add_u32le(&b, CODE_RVA);
	buf_add_u32le(&b, CODE_RVA);
	buf_add_u64le(&b, o->machine == PE_MACHINE_IA32 ? IMAGE_BASE32 : 0);
	buf_add_u32le(&b, reloc->len != 0 ? reloc_rva : 0);
	buf_add_u32le(&b, (uint32_t)reloc->len);
	buf_fill(&b, 0, 8);
	add_section(&b, ".text\0\0", CODE_RVA, (uint32_t)im->code.len, HEADERS, 0x68000020);
	if (reloc->len != 0)
		add_section(&b, ".reloc\0", reloc_rva, (uint32_t)reloc->len, reloc_rva, 0x42000040);
	buf_add(&b, im->code.ptr, im->code.len);
	buf_add(&b, reloc->ptr, reloc->len);
	return finished(&b);
}

struct blob sample_gop(const struct sample_gop *o)
{
	struct image im = {.fixup_count = 0};
	struct buf reloc;
	struct blob out;

	buf_init(&im.code, 0);
	add_literals(&im, o, false);
	add_program(&im, o);
	add_literals(&im, o, true);
	buf_init(&reloc, 0);
	if (o->machine == PE_MACHINE_IA32 && !o->no_relocations)
		reloc = relocations(&im);
	out = o->te ? as_te(o, &im, &reloc) : as_pe(o, &im, &reloc);
	buf_free(&reloc);
	buf_free(&im.code);
	return out;
}

static void put_pcir(uint8_t *p, size_t units, uint8_t code_type, bool last)
{
	memcpy(p, "PCIR", 4);
	put_u16le(p + 4, 0x8086);
	put_u16le(p + 6, 0x0F31);
	put_u16le(p + 10, 24);
	p[15] = 3; /* display, VGA */
	put_u16le(p + 16, (uint16_t)units);
	p[20] = code_type;
	p[21] = last ? 0x80 : 0;
}

struct blob sample_vbios(size_t len, struct span vbt, uint16_t vbt_at, bool last)
{
	struct blob rom;
	struct err err;
	unsigned sum = 0;
	size_t i;

	if (blob_alloc(len, &rom, &err) != ERR_OK)
		abort();
	put_u16le(rom.ptr, 0xAA55);
	rom.ptr[2] = (uint8_t)(len / 512);
	put_u16le(rom.ptr + 0x18, 0x40);
	put_u16le(rom.ptr + 0x1A, vbt_at);
	put_pcir(rom.ptr + 0x40, len / 512, 0, last);
	if (vbt.len != 0)
		memcpy(rom.ptr + vbt_at, vbt.ptr, vbt.len);
	for (i = 0; i < len; i++)
		sum += rom.ptr[i];
	rom.ptr[len - 1] = (uint8_t)(rom.ptr[len - 1] - sum);
	return rom;
}

struct blob sample_efi_rom(struct span payload, bool compressed, bool last)
{
	size_t len = (0x100 + payload.len + 511) / 512 * 512;
	struct blob rom;
	struct err err;

	if (blob_alloc(len, &rom, &err) != ERR_OK)
		abort();
	put_u16le(rom.ptr, 0xAA55);
	put_u16le(rom.ptr + 2, (uint16_t)(len / 512));
	put_u32le(rom.ptr + 4, 0x0EF1);
	put_u16le(rom.ptr + 8, 11);
	put_u16le(rom.ptr + 10, PE_MACHINE_X64);
	put_u16le(rom.ptr + 12, compressed ? 1 : 0);
	put_u16le(rom.ptr + 0x16, 0x100);
	put_u16le(rom.ptr + 0x18, 0x40);
	put_pcir(rom.ptr + 0x40, len / 512, 3, last);
	memcpy(rom.ptr + 0x100, payload.ptr, payload.len);
	return rom;
}

struct blob sample_join(struct blob a, struct blob b)
{
	struct buf out;

	buf_init(&out, 0);
	buf_add(&out, a.ptr, a.len);
	buf_add(&out, b.ptr, b.len);
	blob_free(&a);
	blob_free(&b);
	return finished(&out);
}

struct blob sample_gop_pei(const struct sample_gop *opts, uint32_t flags)
{
	struct sample_gop plain = *opts;
	struct pe_info pe;
	struct pe_section *s;
	struct blob b;
	uint8_t *at;
	size_t width;

	plain.no_name = true;
	b = sample_gop(&plain);
	if (!pe_parse(blob_span(b), &pe))
		abort();
	width = pe.machine == PE_MACHINE_X64 ? 8 : 4;
	s = &pe.sections[0];
	at = b.ptr + s->off + s->len - (GUID_LEN + 3 * width);
	memcpy(at, gop_pei_mark.b, GUID_LEN);
	memset(at + GUID_LEN, 0, 3 * width);
	put_u32le(at + GUID_LEN, flags);
	put_u32le(at + GUID_LEN + width,
		(uint32_t)pe.image_base + s->rva + (uint32_t)(s->len - GUID_LEN - 3 * width));
	put_u32le(at + GUID_LEN + 2 * width, (uint32_t)pe.image_base + s->rva);
	return b;
}
