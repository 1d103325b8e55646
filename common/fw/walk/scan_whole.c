/* SPDX-License-Identifier: MIT */
/* Inputs that are a single part of firmware, as tools extract them: a file of a volume (.ffs),
 * sections (.sec), or an image compressed for distribution (.xz, .gz, .zst, .lz4, .cab). */
#include "walk/fw_private.h"

#include <string.h>

static bool is_file(struct ctx *c)
{
	static const uint8_t erase[] = {0xFF, 0x00};
	struct fw_files files = {.end = c->bytes.len, .sure = false};
	struct ffs_head h;
	size_t i;

	for (i = 0; i < sizeof erase; i++) {
		if (!file_is_sound(c, 0, c->bytes.len, erase[i], &h) ||
			c->bytes.len - (size_t)h.claimed >= FFS_ALIGN)
			continue;
		files.erase = erase[i];
		walk_files(c, FW_NONE, 0, 0, &files);
		return true;
	}
	return false;
}

/* Downloads often are archives: the user should learn why nothing was found in one. */
static const char *archive_name(struct span in)
{
	static const struct {
		const char *magic, *name;
	} kinds[] = {{"PK\3\4", "zip"}, {"7z\xBC\xAF\x27\x1C", "7z"}, {"Rar!\x1A\x07", "rar"},
		{"BZh", "bzip2"}};
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (span_starts(in, kinds[i].magic, strlen(kinds[i].magic)))
			return kinds[i].name;
	return NULL;
}

static void open_packed(struct ctx *c)
{
	enum fw_codec codec = fw_codec_around(c->bytes);
	const char *archive = archive_name(c->bytes);

	if (archive != NULL)
		fw_note(c, FW_NONE, 0, "%s archive, not opened: unpack it first", archive);
	if (codec == FW_CODEC_CAB && !fw_cab_is_readable(c->bytes))
		fw_note(c, FW_NONE, 0,
			"cabinet packed in a way that is not unpacked (Quantum or LZX): unpack it "
			"first");
	/* .lzma is handled with all other LZMA streams */
	else if (codec == FW_CODEC_CAB || (codec != FW_CODEC_NONE && codec != FW_CODEC_LZMA &&
						  stream_holds(c, codec, 0, c->bytes.len)))
		(void)take_stream(c, 0, codec);
}

void scan_whole(struct ctx *c)
{
	if (c->bytes.len == 0 || is_file(c))
		return;
	if (sections_fill(c, 0, c->bytes.len))
		(void)walk_sections(c, FW_NONE, 0, c->bytes.len, false);
	else
		open_packed(c);
}
