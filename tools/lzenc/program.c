/* SPDX-License-Identifier: MIT */
#include "program.h"

#include <string.h>

#include "biosbelt/pe.h"
#include "cmd.h"

/* System V ABI, "ELF Header": class at 4, byte order at 5, e_machine at 18. */
#define ELF_LITTLE     1
#define ELF_MACHINE    18
#define ELF_386        3
#define ELF_X86_64     62
#define PE_MACHINE_386 0x014C /* PE format, "Machine Types" */

#define EXECUTABLE 0111u

/* "libx.so", "libx.so.1.2" */
static bool is_library(const char *name)
{
	const char *p;

	for (p = strstr(name, ".so"); p != NULL; p = strstr(p + 1, ".so"))
		if (p[3 + strspn(p + 3, ".0123456789")] == 0)
			return true;
	return false;
}

static bool has_name_of_program(const char *name)
{
	static const char *const suffixes[] = {"exe", "dll", "sys", "ocx", "sfx"};
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (cmd_has_suffix(name, suffixes[i]))
			return true;
	return is_library(name);
}

static bool is_x86_elf(struct span data)
{
	static const uint8_t magic[] = {0x7F, 'E', 'L', 'F'};
	uint16_t machine;
	uint8_t order;

	return span_starts(data, magic, sizeof(magic)) && span_u8(data, 5, &order) &&
	       order == ELF_LITTLE && span_u16le(data, ELF_MACHINE, &machine) &&
	       (machine == ELF_386 || machine == ELF_X86_64);
}

static bool is_x86_pe(struct span data)
{
	struct pe_info pe;

	return pe_parse(data, &pe) && pe.format != PE_FORMAT_TE &&
	       (pe.machine == PE_MACHINE_386 || pe.machine == PE_MACHINE_X64);
}

bool program_named(const struct sz_entry *e)
{
	return (e->has_mode && (e->mode & EXECUTABLE) != 0) || has_name_of_program(e->name);
}

bool program_is_x86(const struct sz_entry *e, struct span data)
{
	return program_named(e) && (is_x86_elf(data) || is_x86_pe(data));
}

bool sound_named(const struct sz_entry *e)
{
	return cmd_has_suffix(e->name, "wav");
}

/* Multimedia Programming Interface and Data Specifications 1.0, "WAVE": nBlockAlign. */
#define WAVE_FORMAT  8
#define WAVE_TAG     20
#define WAVE_FRAME   32
#define WAVE_PCM     1
#define WAVE_ANY_PCM 0xFFFE /* with more channels or bits */

unsigned sound_frame(const struct sz_entry *e, struct span data)
{
	struct span format;
	uint16_t tag, frame;

	if (!sound_named(e) || !span_starts(data, (const uint8_t *)"RIFF", 4) ||
		!span_from(data, WAVE_FORMAT, &format) ||
		!span_starts(format, (const uint8_t *)"WAVEfmt ", 8) ||
		!span_u16le(data, WAVE_TAG, &tag) || (tag != WAVE_PCM && tag != WAVE_ANY_PCM) ||
		!span_u16le(data, WAVE_FRAME, &frame))
		return 0;
	return frame <= 256 ? frame : 0;
}
