/* SPDX-License-Identifier: MIT */
#include "biosbelt/pe.h"

#include <string.h>

#include "biosbelt/num.h"

/* Microsoft PE/COFF specification, "MS-DOS Stub", "COFF File Header", "Optional Header". */
#define DOS_LFANEW_OFF      0x3Cu
#define COFF_LEN            24u /* with the signature */
#define OPT_MAGIC_PE32      0x10Bu
#define OPT_MAGIC_PE32PLUS  0x20Bu
#define OPT_ENTRY_OFF       16u
#define OPT_BASE_OFF_32     28u
#define OPT_BASE_OFF_64     24u
#define OPT_HEADERS_OFF     60u
#define OPT_SUBSYSTEM_OFF   68u
#define OPT_DIR_COUNT_32    92u
#define OPT_DIR_COUNT_64    108u
#define DIR_LEN             8u
#define DIR_CERTIFICATE     4u
#define CERTIFICATE_LEAST   8u /* of WIN_CERTIFICATE */
#define DIR_BASE_RELOCATION 5u
#define SECTION_LEN         40u
#define SCN_CODE            0x20000020u /* IMAGE_SCN_CNT_CODE | IMAGE_SCN_MEM_EXECUTE */

/* PI 1.7, volume 1, 15.1 "TE Header": 40 bytes. */
#define TE_LEN           40u
#define TE_SUBSYSTEM_MAX 16u

#define IMAGE_MAX 0x10000000u /* 256 MiB: larger only with a damaged header */

static bool machine_known(uint16_t machine)
{
	return strcmp(pe_machine_name(machine), "unknown") != 0;
}

static bool read_section(struct cursor *c, size_t bias, struct pe_section *out)
{
	struct span name = cursor_take(c, 8);
	uint32_t off, flags;

	memset(out, 0, sizeof *out);
	if (name.len == 8)
		memcpy(out->name, name.ptr, 8);
	out->virtual_size = cursor_u32le(c);
	out->rva = cursor_u32le(c);
	out->len = cursor_u32le(c);
	off = cursor_u32le(c);
	cursor_skip(c, 12); /* relocations and line numbers of object files */
	flags = cursor_u32le(c);
	out->code = (flags & SCN_CODE) != 0;
	if (c->bad || out->len > IMAGE_MAX || off > IMAGE_MAX)
		return false;
	if (out->len == 0)
		return true;
	if (off < bias)
		return false;
	out->off = off - bias;
	return true;
}

static bool read_sections(struct cursor *c, unsigned count, struct pe_info *pe)
{
	unsigned i;

	if (count == 0 || count > PE_SECTION_MAX)
		return false;
	for (i = 0; i < count; i++) {
		struct pe_section *s = &pe->sections[i];

		if (!read_section(c, pe->te_bias, s))
			return false;
		if (s->len != 0 && s->off + s->len > pe->extent)
			pe->extent = s->off + s->len;
	}
	pe->section_count = count;
	return true;
}

/* Reads two directories; those beyond the stored count are absent. */
static void read_directories(struct span opt, size_t count_off, struct pe_info *pe)
{
	uint32_t count = 0, cert = 0, cert_len = 0;
	size_t dirs = count_off + 4;

	span_u32le(opt, count_off, &count);
	if (count > DIR_BASE_RELOCATION) {
		span_u32le(opt, dirs + DIR_BASE_RELOCATION * DIR_LEN, &pe->reloc_rva);
		span_u32le(opt, dirs + DIR_BASE_RELOCATION * DIR_LEN + 4, &pe->reloc_size);
	}
	if (count > DIR_CERTIFICATE) {
		/* The only directory whose address is a file offset. */
		span_u32le(opt, dirs + DIR_CERTIFICATE * DIR_LEN, &cert);
		span_u32le(opt, dirs + DIR_CERTIFICATE * DIR_LEN + 4, &cert_len);
		if (cert >= pe->extent && cert <= IMAGE_MAX && cert_len <= IMAGE_MAX) {
			pe->extent = (size_t)cert + cert_len;
			pe->is_signed = cert_len >= CERTIFICATE_LEAST;
		}
	}
}

static bool read_optional(struct span opt, struct pe_info *pe)
{
	uint16_t magic = 0;
	uint32_t base32 = 0, headers = 0;
	bool ok = span_u16le(opt, 0, &magic) && span_u32le(opt, OPT_ENTRY_OFF, &pe->entry_rva) &&
		  span_u32le(opt, OPT_HEADERS_OFF, &headers) &&
		  span_u16le(opt, OPT_SUBSYSTEM_OFF, &pe->subsystem);

	if (!ok || headers > IMAGE_MAX)
		return false;
	pe->header_size = headers;
	pe->extent = headers;
	if (magic == OPT_MAGIC_PE32) {
		pe->format = PE_FORMAT_PE32;
		ok = span_u32le(opt, OPT_BASE_OFF_32, &base32);
		pe->image_base = base32;
	} else if (magic == OPT_MAGIC_PE32PLUS) {
		pe->format = PE_FORMAT_PE32PLUS;
		ok = span_u64le(opt, OPT_BASE_OFF_64, &pe->image_base);
	} else {
		ok = false;
	}
	return ok;
}

static bool parse_pe(struct span in, size_t head, struct pe_info *pe)
{
	uint16_t section_count = 0, opt_len = 0;
	struct span opt;
	struct cursor c = {.in = in};

	if (!span_u16le(in, head + 4, &pe->machine) || !span_u16le(in, head + 6, &section_count) ||
		!span_u16le(in, head + 20, &opt_len) || !machine_known(pe->machine))
		return false;
	if (!span_slice(in, head + COFF_LEN, opt_len, &opt) || !read_optional(opt, pe))
		return false;
	c.pos = head + COFF_LEN + opt_len;
	if (!read_sections(&c, section_count, pe))
		return false;
	/* Read after the sections, because certificates follow them. */
	read_directories(
		opt, pe->format == PE_FORMAT_PE32 ? OPT_DIR_COUNT_32 : OPT_DIR_COUNT_64, pe);
	return true;
}

static bool parse_te(struct span in, struct pe_info *pe)
{
	struct cursor c = {.in = in, .pos = 2};
	unsigned count;
	uint16_t stripped;

	pe->format = PE_FORMAT_TE;
	pe->machine = cursor_u16le(&c);
	count = cursor_u8(&c);
	pe->subsystem = cursor_u8(&c);
	stripped = cursor_u16le(&c);
	pe->entry_rva = cursor_u32le(&c);
	cursor_skip(&c, 4); /* BaseOfCode */
	pe->image_base = cursor_u64le(&c);
	pe->reloc_rva = cursor_u32le(&c);
	pe->reloc_size = cursor_u32le(&c);
	cursor_skip(&c, DIR_LEN); /* debug directory */
	if (c.bad || stripped < TE_LEN || !machine_known(pe->machine) ||
		pe->subsystem > TE_SUBSYSTEM_MAX)
		return false;
	pe->te_bias = stripped - TE_LEN;
	pe->header_size = TE_LEN + (size_t)count * SECTION_LEN;
	pe->extent = pe->header_size;
	return read_sections(&c, count, pe);
}

bool pe_parse(struct span in, struct pe_info *out)
{
	struct pe_info pe;
	uint32_t head = 0;
	struct span sign;
	bool ok = false;

	memset(&pe, 0, sizeof pe);
	pe.in = in;
	if (span_starts(in, "VZ", 2))
		ok = parse_te(in, &pe);
	else if (span_starts(in, "PE\0\0", 4)) /* built without the DOS stub */
		ok = parse_pe(in, 0, &pe);
	else if (span_starts(in, "MZ", 2) && span_u32le(in, DOS_LFANEW_OFF, &head) &&
		 head <= IMAGE_MAX && span_slice(in, head, 4, &sign) &&
		 span_starts(sign, "PE\0\0", 4))
		ok = parse_pe(in, head, &pe);
	if (!ok)
		return false;
	pe.whole = pe.extent <= in.len;
	*out = pe;
	return true;
}

size_t pe_extent(struct span in)
{
	struct pe_info pe;

	return pe_parse(in, &pe) ? pe.extent : 0;
}

bool pe_at_rva(const struct pe_info *pe, uint32_t rva, struct span *out)
{
	unsigned i;

	for (i = 0; i < pe->section_count; i++) {
		const struct pe_section *s = &pe->sections[i];
		struct span raw, rest;

		if (rva < s->rva || rva - s->rva >= s->len || !span_from(pe->in, s->off, &raw))
			continue;
		if (raw.len > s->len)
			raw.len = s->len;
		if (!span_from(raw, rva - s->rva, &rest) || rest.len == 0)
			continue;
		*out = rest;
		return true;
	}
	return false;
}

const char *pe_machine_name(uint16_t machine)
{
	switch (machine) {
	case PE_MACHINE_IA32:
		return "ia32";
	case PE_MACHINE_X64:
		return "x64";
	case PE_MACHINE_ARM:
		return "arm";
	case PE_MACHINE_ARM64:
		return "aa64";
	case PE_MACHINE_EBC:
		return "ebc";
	case PE_MACHINE_RISCV64:
		return "riscv64";
	default:
		return "unknown";
	}
}

const char *pe_format_name(enum pe_format format)
{
	switch (format) {
	case PE_FORMAT_PE32:
		return "pe32";
	case PE_FORMAT_PE32PLUS:
		return "pe32+";
	default:
		return "te";
	}
}
