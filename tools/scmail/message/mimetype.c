/* SPDX-License-Identifier: MIT */
/* Types as IANA's registry has them, for what people at a lab bench send. Text files are sent as
 * octets: their encoding is nobody's business on the way. */
#include "message/mimetype.h"

#include <stddef.h>
#include <string.h>

#include "biosbelt/file.h"

#define UNKNOWN "application/octet-stream"

static int same(const char *a, const char *lower)
{
	for (; *a != '\0' && *lower != '\0'; a++, lower++)
		if ((*a >= 'A' && *a <= 'Z' ? *a | 0x20 : *a) != *lower)
			return 0;
	return *a == *lower;
}

/* What files of a kind begin with, and the types by name that go with it. */
struct magic {
	size_t off;
	const char *bytes;
	size_t len;
	const char *type;
	const char *as; /* begin of the types that are of this kind too; NULL: none */
};

#define OOXML "application/vnd.openxmlformats-"

static const struct magic magics[] = {
	{0, "%PDF-", 5, "application/pdf", NULL},                          /* ISO 32000-1, 7.5.2 */
	{0, "PK\3\4", 4, "application/zip", OOXML},                        /* APPNOTE.TXT, 4.3.7 */
	{0, "7z\xBC\xAF\x27\x1C", 6, "application/x-7z-compressed", NULL}, /* 7zFormat.txt */
	{0, "\x1F\x8B\x08", 3, "application/gzip", "image/svg"},           /* RFC 1952, 2.3.1 */
	{0, "\xFD\x37\x7A\x58\x5A\0", 6, "application/x-xz",
		NULL},                                  /* xz-file-format.txt, 2.1.1.1 */
	{0, "\x89PNG\r\n\x1A\n", 8, "image/png", NULL}, /* PNG, 5.2 */
	{0, "\xFF\xD8\xFF", 3, "image/jpeg", NULL},     /* ITU-T T.81, B.1.1.3 */
	{0, "GIF87a", 6, "image/gif", NULL}, {0, "GIF89a", 6, "image/gif", NULL},
	{8, "WEBP", 4, "image/webp", NULL}, /* RFC 9649, 2.4, behind RIFF and a length */
	{8, "WAVE", 4, "audio/x-wav", NULL},
	{4, "ftyp", 4, "video/mp4", NULL}, /* ISO/IEC 14496-12, 4.3 */
	{0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8, "application/x-ole-storage",
		"application/"}, /* MS-CFB, 2.2: older .doc and .xls, any .docx with a password */
};

static const struct magic *magic_of(struct span head)
{
	size_t i;

	for (i = 0; i < sizeof magics / sizeof magics[0]; i++) {
		const struct magic *m = &magics[i];
		struct span part;

		if (span_slice(head, m->off, m->len, &part) &&
			memcmp(part.ptr, m->bytes, m->len) == 0 &&
			(m->off != 8 || span_starts(head, "RIFF", 4)))
			return m;
	}
	return NULL;
}

static const char *by_name(const char *path)
{
	static const struct {
		const char *end;
		const char *type;
	} table[] = {{"pdf", "application/pdf"}, {"zip", "application/zip"},
		{"7z", "application/x-7z-compressed"}, {"gz", "application/gzip"},
		{"xz", "application/x-xz"}, {"png", "image/png"}, {"jpg", "image/jpeg"},
		{"jpeg", "image/jpeg"}, {"gif", "image/gif"}, {"bmp", "image/bmp"},
		{"svg", "image/svg+xml"}, {"webp", "image/webp"}, {"json", "application/json"},
		{"doc", "application/msword"},
		{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"xls", "application/vnd.ms-excel"},
		{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"ppt", "application/vnd.ms-powerpoint"},
		{"pptx", "application/"
			 "vnd.openxmlformats-officedocument.presentationml.presentation"},
		{"mp4", "video/mp4"}, {"mp3", "audio/mpeg"}, {"wav", "audio/x-wav"},
		{"eml", UNKNOWN}};
	const char *dot = strrchr(path_base(path), '.');
	size_t i;

	for (i = 0; dot != NULL && i < sizeof table / sizeof table[0]; i++)
		if (same(dot + 1, table[i].end))
			return table[i].type;
	return NULL;
}

const char *mimetype_of(const char *path, struct span head)
{
	const struct magic *m = magic_of(head);
	const char *named = by_name(path);

	if (m == NULL)
		return named != NULL ? named : UNKNOWN;
	if (named != NULL && m->as != NULL && strncmp(named, m->as, strlen(m->as)) == 0)
		return named;
	return m->type;
}
