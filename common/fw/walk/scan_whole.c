/* SPDX-License-Identifier: MIT */
/* Inputs that are a single part of firmware, as tools extract them: a file of a volume (.ffs),
 * sections (.sec), or an image compressed for distribution (.xz, .gz, .zst, .lz4, .cab), also in a
 * packed .tar or a Dell ThinOS package. */
#include "walk/fw_private.h"

#include <string.h>

/* POSIX.1-2017, pax, "ustar Interchange Format". */
#define TAR_UNIT      512u
#define TAR_SIZE      124u
#define TAR_SIZE_LEN  12u
#define TAR_MAGIC_OFF 257u

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

/* Opens a file of len bytes that is packed with the codec. A damaged one too: its magic bytes are
 * at the very beginning. */
static void open_file(struct ctx *c, enum fw_codec codec, size_t off, size_t len)
{
	struct span file;

	if (codec == FW_CODEC_CAB && span_slice(c->bytes, off, len, &file) &&
		!fw_cab_is_readable(file))
		fw_note(c, FW_NONE, off,
			"cabinet packed in a way that is not unpacked (Quantum or LZX): unpack it "
			"first");
	/* .lzma is handled with all other LZMA streams */
	else if (codec != FW_CODEC_NONE && codec != FW_CODEC_LZMA)
		(void)take_stream(c, off, codec);
}

static void open_packed(struct ctx *c)
{
	size_t off;
	enum fw_codec codec = fw_codec_around(c->bytes, &off);
	const char *archive = archive_name(c->bytes);

	if (archive != NULL)
		fw_note(c, FW_NONE, 0, "%s archive, not opened: unpack it first", archive);
	open_file(c, codec, off, c->bytes.len - off);
}

static size_t tar_size(struct span head)
{
	size_t size = 0, i;

	for (i = TAR_SIZE; i < TAR_SIZE + TAR_SIZE_LEN; i++)
		if (head.ptr[i] >= '0' && head.ptr[i] <= '7')
			size = size * 8 + (head.ptr[i] - '0');
	return size;
}

void scan_tar(struct ctx *c)
{
	size_t at = 0, len, packed;
	struct span head, magic, file;
	enum fw_codec codec;

	while (span_slice(c->bytes, at, TAR_UNIT, &head) &&
		span_from(head, TAR_MAGIC_OFF, &magic) && span_starts(magic, "ustar", 5)) {
		at += TAR_UNIT;
		len = tar_size(head);
		if (!span_slice(c->bytes, at, len, &file))
			return;
		codec = fw_codec_around(file, &packed);
		open_file(c, codec, at + packed, len - packed);
		at += (len + TAR_UNIT - 1) / TAR_UNIT * TAR_UNIT;
	}
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
