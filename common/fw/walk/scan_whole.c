/* SPDX-License-Identifier: MIT */
/* Inputs that are a single part of firmware, as tools extract them: a file of a volume (.ffs) or
 * sections (.sec). Also an image compressed for distribution (.xz, .gz, .zst, .lz4, .cab), alone,
 * in a packed .tar or in a Dell ThinOS package. */
#include "walk/fw_private.h"

#include <string.h>

#include "biosbelt/pe.h"
#include "biosbelt/zip.h"

#define ZIP_FILE   0x04034B50u
#define ZIP_METHOD 8u
#define ZIP_SIZE   18u

/* POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar's manual, "Basic Tar Format". */
#define TAR_UNIT       512u
#define TAR_MEMBERS    1024u /* that are told apart */
#define TAR_SIZE       124u
#define TAR_SIZE_LEN   12u
#define TAR_SUM        148u
#define TAR_SUM_LEN    8u
#define TAR_TYPE       156u
#define TAR_MORE       482u /* of a sparse file: a block of the header follows */
#define TAR_MORE_AGAIN 504u /* in that block: another one follows */
#define TAR_MAGIC      257u
#define TAR_TYPE_LINK  '1' /* up to '6': links, devices, folders and pipes */
#define TAR_TYPE_PIPE  '6'
#define TAR_BASE256    0x80u
#define TAR_BASE256_ON 0x7Fu

static bool is_file(struct ctx *c, size_t off, size_t end, uint8_t *erase)
{
	struct ffs_head h;

	for (*erase = 0xFF; !file_is_sound(c, off, end, *erase, &h) ||
			    end - off - (size_t)h.claimed >= FFS_ALIGN;
		*erase = 0)
		if (*erase == 0)
			return false;
	return true;
}

const char *fw_archive_name(struct span in)
{
	static const struct {
		const char *magic, *name;
	} kinds[] = {{"PK\3\4", "zip"}, {"7z\xBC\xAF\x27\x1C", "7z"}, {"Rar!\x1A\x07", "rar"},
		{"BZh", "bzip2"},
		/* LZ4 frame format 1.6, "Legacy frame": what lz4 -l writes */
		{"\x02\x21\x4C\x18", "lz4 (legacy)"}};
	size_t i;

	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (span_starts(in, kinds[i].magic, strlen(kinds[i].magic)))
			return kinds[i].name;
	return NULL;
}

/* Whether damage of a file in an archive is that of an image. */
static bool is_image(struct ctx *c, size_t off, size_t end)
{
	struct span file = {c->bytes.ptr + off, end - off};
	size_t packed;
	uint8_t erase;

	return fw_codec_around(file, &packed) == FW_CODEC_NONE && fw_archive_name(file) == NULL &&
	       pe_extent(file) == 0 && !is_file(c, off, end, &erase) && !sections_fill(c, off, end);
}

static void note_file(struct ctx *c, size_t off, size_t len)
{
	if (is_image(c, off, off + len) && !cover_add(&c->w->plain, off, off + len))
		c->w->rc = err_set(c->w->err, ERR_NOMEM, "out of memory");
}

/* Without a directory, the archive is cut short: PKWARE's APPNOTE.TXT, 4.3.7. */
static void note_rest(struct ctx *c)
{
	uint32_t mark = 0;
	size_t at = 0, len;

	while (c->w->rc == ERR_OK && span_u32le(c->bytes, at, &mark) && mark == ZIP_FILE) {
		struct cursor in = {.in = c->bytes, .pos = at + ZIP_METHOD};
		uint16_t method = cursor_u16le(&in);

		cursor_skip(&in, ZIP_SIZE - ZIP_METHOD - 2);
		len = cursor_u32le(&in);
		cursor_skip(&in, 4);
		at = cursor_u16le(&in);
		at += cursor_u16le(&in);
		if (in.bad || at > c->bytes.len - in.pos)
			return;
		at += in.pos;
		if (len > c->bytes.len - at)
			len = c->bytes.len - at;
		if (method == 0)
			note_file(c, at, len);
		at += len;
	}
}

/* The files that a .zip stores unpacked. */
static void note_stored(struct ctx *c)
{
	struct zip_file f;
	struct zip z = {.end = 0};
	size_t left = c->bytes.len; /* none overlaps another */

	while (zip_find(c->bytes, z.end, &z)) {
		if (z.base != 0)
			continue; /* an archive in it */
		while (c->w->rc == ERR_OK && zip_next(c->bytes, &z, &f))
			if (f.stored && f.len <= left) {
				note_file(c, f.off, f.len);
				left -= f.len;
			}
		return;
	}
	note_rest(c);
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
		(void)take_stream(c, off, len, codec);
}

static void open_packed(struct ctx *c)
{
	size_t off;
	enum fw_codec codec = fw_codec_around(c->bytes, &off);
	const char *archive = fw_archive_name(c->bytes);

	if (archive != NULL)
		fw_note(c, FW_NONE, 0, "%s archive, not opened: unpack it first", archive);
	if (archive != NULL)
		note_stored(c);
	/* the damage that is noted from here on is that of stored files, and of whole volumes */
	c->w->tree->archive = archive != NULL;
	open_file(c, codec, off, c->bytes.len - off);
}

/* A number of octal digits, or big-endian after a set bit; SIZE_MAX when it is larger. */
static size_t tar_number(struct span head, size_t off, size_t len)
{
	size_t v = 0, i = off, end = off + len;

	if ((head.ptr[i] & TAR_BASE256) != 0) {
		for (v = head.ptr[i++] & TAR_BASE256_ON; i < end; i++)
			v = v > SIZE_MAX >> 8 ? SIZE_MAX : v << 8 | head.ptr[i];
		return v;
	}
	while (i < end && head.ptr[i] == ' ')
		i++;
	for (; i < end && head.ptr[i] >= '0' && head.ptr[i] <= '7'; i++)
		v = v > SIZE_MAX >> 3 ? SIZE_MAX : v << 3 | (head.ptr[i] & 7u);
	return v;
}

/* Whether a header is at off: it has POSIX's word, or its sum is right, in which its own bytes
 * count as spaces. */
static bool tar_head(struct span in, size_t off, struct span *head)
{
	size_t sum = 0, i;

	if (!span_slice(in, off, TAR_UNIT, head))
		return false;
	for (i = 0; i < TAR_UNIT; i++)
		sum += i - TAR_SUM < TAR_SUM_LEN ? ' ' : head->ptr[i];
	return sum == tar_number(*head, TAR_SUM, TAR_SUM_LEN) ||
	       memcmp(head->ptr + TAR_MAGIC, "ustar", 5) == 0;
}

/* GNU's sparse files have more of their header after it. */
static size_t after_head(struct span in, struct span head, size_t at)
{
	bool more = head.ptr[TAR_TYPE] == 'S' && head.ptr[TAR_MORE] != 0;
	struct span unit;

	for (; more && span_slice(in, at, TAR_UNIT, &unit); at += TAR_UNIT)
		more = unit.ptr[TAR_MORE_AGAIN] != 0;
	return at;
}

/* What a header declares, but no more than there is: a file that is cut short is opened too. */
static size_t tar_content(struct ctx *c, struct span head, size_t at)
{
	uint8_t type = head.ptr[TAR_TYPE];
	size_t len = type >= TAR_TYPE_LINK && type <= TAR_TYPE_PIPE
			     ? 0
			     : tar_number(head, TAR_SIZE, TAR_SIZE_LEN);

	return len < c->bytes.len - at ? len : c->bytes.len - at;
}

/* Takes the file whose header is at *at; false: no header is there. */
static bool tar_next(struct ctx *c, size_t *at, struct fw_range *file)
{
	struct span head;
	size_t len;

	if (!tar_head(c->bytes, *at, &head))
		return false;
	file->off = after_head(c->bytes, head, *at + TAR_UNIT);
	len = tar_content(c, head, file->off);
	file->end = file->off + len;
	len += (TAR_UNIT - len % TAR_UNIT) % TAR_UNIT;
	*at = len < c->bytes.len - file->off ? file->off + len : c->bytes.len;
	return true;
}

static bool add_member(struct ctx *c, const struct fw_range *r)
{
	static const struct fw_ranges none = {NULL, 0, 0};
	struct fw_tree *t = c->w->tree;
	struct fw_layer file = {.owner = t->spaces[c->space].owner,
		.file = t->space_count,
		.image_off = t->spaces[c->space].image_off,
		.within = c->space,
		.from = r->off,
		.to = r->end};
	struct span bytes;
	unsigned k;

	if (r->off == r->end || !span_slice(c->bytes, r->off, r->end - r->off, &bytes))
		return true;
	updates_find(bytes, &none, &file);
	for (k = 0; k < FW_UPDATE_KINDS; k++)
		file.update_off[k] += r->off;
	if (tree_add_layer(c->w, &file) == FW_NONE)
		return false;
	t->spaces[c->space].updates |= file.updates; /* they are searched for together */
	return ++t->spaces[c->space].members < TAR_MEMBERS;
}

void note_tar(struct ctx *c)
{
	struct fw_range file;
	size_t at = 0;

	while (tar_next(c, &at, &file))
		if (!add_member(c, &file))
			break;
	if (at == 0 || c->w->rc != ERR_OK)
		return;
	file = (struct fw_range){at, c->bytes.len}; /* after a damaged header */
	(void)add_member(c, &file);
}

void scan_tar(struct ctx *c)
{
	size_t at = 0, packed;
	struct span head, bytes;
	struct fw_range file;
	enum fw_codec codec;

	while (tar_next(c, &at, &file)) {
		if (!span_slice(c->bytes, file.off, file.end - file.off, &bytes))
			return;
		codec = fw_codec_around(bytes, &packed);
		open_file(c, codec, file.off + packed, bytes.len - packed);
	}
	/* a block of zeros ends it */
	if (at != 0 && span_slice(c->bytes, at, TAR_UNIT, &head) && !span_is_filled(head, 0))
		fw_note(c, FW_NONE, at,
			"header of the .tar is damaged: packed files from here on are not opened");
}

void scan_whole(struct ctx *c)
{
	struct fw_files files = {.end = c->bytes.len, .sure = false};

	if (c->bytes.len == 0)
		return;
	if (is_file(c, 0, c->bytes.len, &files.erase))
		walk_files(c, FW_NONE, 0, 0, &files);
	else if (sections_fill(c, 0, c->bytes.len))
		(void)walk_sections(c, FW_NONE, 0, c->bytes.len, false);
	else
		open_packed(c);
}
