/* SPDX-License-Identifier: MIT */
/* Media types of IANA's registry. All files are sent as base64: no byte changes on the way. */
#include "message/mimetype.h"

#include <stddef.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/utf.h"

#define UNKNOWN "application/octet-stream"

static int same(const char *a, const char *lower)
{
	for (; *a != '\0' && *lower != '\0'; a++, lower++)
		if ((*a >= 'A' && *a <= 'Z' ? *a | 0x20 : *a) != *lower)
			return 0;
	return *a == *lower;
}

/* First bytes of a kind of file, and the types by name that agree with it. */
struct magic {
	size_t off;
	const char *bytes;
	size_t len;
	const char *type;
	const char *as; /* prefix of other types that agree with it; NULL: none */
};

static const struct magic magics[] = {
	{0, "%PDF-", 5, "application/pdf", NULL},                          /* ISO 32000-1, 7.5.2 */
	{0, "PK\3\4", 4, "application/zip", "application/"},               /* APPNOTE.TXT, 4.3.7 */
	{0, "7z\xBC\xAF\x27\x1C", 6, "application/x-7z-compressed", NULL}, /* 7zFormat.txt */
	{0, "\x1F\x8B\x08", 3, "application/gzip", "image/svg"},           /* RFC 1952, 2.3.1 */
	{0, "\xFD\x37\x7A\x58\x5A\0", 6, "application/x-xz",
		NULL},                                  /* xz-file-format.txt, 2.1.1.1 */
	{0, "\x89PNG\r\n\x1A\n", 8, "image/png", NULL}, /* PNG, 5.2 */
	{0, "\xFF\xD8\xFF", 3, "image/jpeg", NULL},     /* ITU-T T.81, B.1.1.3 */
	{0, "GIF87a", 6, "image/gif", NULL}, {0, "GIF89a", 6, "image/gif", NULL},
	{8, "WEBP", 4, "image/webp", NULL}, /* RFC 9649, 2.4, after RIFF and a length */
	{8, "WAVE", 4, "audio/x-wav", NULL}, {0, "BZh", 3, "application/x-bzip2", NULL},
	{0, "\x28\xB5\x2F\xFD", 4, "application/zstd", NULL}, /* RFC 8878, 3.1.1 */
	{0, "OggS", 4, "audio/ogg", "video/"},                /* RFC 3533, 6 */
	{0, "fLaC", 4, "audio/flac", NULL},                   /* RFC 9639, 6 */
	{0, "II*\0", 4, "image/tiff", NULL}, {0, "MM\0*", 4, "image/tiff", NULL},
	{0, "SQLite format 3\0", 16, "application/vnd.sqlite3", NULL},
	{0, "%!PS", 4, "application/postscript", NULL},
	{4, "ftyp", 4, "video/mp4", "audio/mp4"}, /* ISO/IEC 14496-12, 4.3 */
	{0, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8, "application/x-ole-storage",
		"application/"}, /* MS-CFB, 2.2: older .doc and .xls, and .docx with a password */
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
	/* from Debian's /etc/mime.types and IANA's registry, or names in common use */
	static const struct {
		const char *end;
		const char *type;
	} table[] = {{"pdf", "application/pdf"}, {"zip", "application/zip"},
		{"7z", "application/x-7z-compressed"}, {"gz", "application/gzip"},
		{"tgz", "application/gzip"}, {"xz", "application/x-xz"},
		{"txz", "application/x-xz"}, {"bz2", "application/x-bzip2"},
		{"zst", "application/zstd"}, {"tar", "application/x-tar"},
		{"rar", "application/vnd.rar"}, {"jar", "application/java-archive"},
		{"iso", "application/x-iso9660-image"},
		{"cab", "application/vnd.ms-cab-compressed"},
		{"deb", "application/vnd.debian.binary-package"}, {"rpm", "application/x-rpm"},
		{"png", "image/png"}, {"jpg", "image/jpeg"}, {"jpeg", "image/jpeg"},
		{"gif", "image/gif"}, {"bmp", "image/bmp"}, {"svg", "image/svg+xml"},
		{"webp", "image/webp"}, {"tif", "image/tiff"}, {"tiff", "image/tiff"},
		{"ico", "image/vnd.microsoft.icon"}, {"avif", "image/avif"}, {"heic", "image/heic"},
		{"json", "application/json"}, {"xml", "application/xml"},
		{"sql", "application/sql"}, {"rtf", "application/rtf"},
		{"ps", "application/postscript"}, {"wasm", "application/wasm"},
		{"sqlite", "application/vnd.sqlite3"}, {"pcap", "application/vnd.tcpdump.pcap"},
		{"doc", "application/msword"},
		{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"xls", "application/vnd.ms-excel"},
		{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"ppt", "application/vnd.ms-powerpoint"},
		{"pptx", "application/"
			 "vnd.openxmlformats-officedocument.presentationml.presentation"},
		{"odt", "application/vnd.oasis.opendocument.text"},
		{"ods", "application/vnd.oasis.opendocument.spreadsheet"},
		{"odp", "application/vnd.oasis.opendocument.presentation"},
		{"epub", "application/epub+zip"}, {"mp4", "video/mp4"}, {"m4v", "video/mp4"},
		{"webm", "video/webm"}, {"mkv", "video/x-matroska"}, {"avi", "video/x-msvideo"},
		{"mov", "video/quicktime"}, {"mpg", "video/mpeg"}, {"mpeg", "video/mpeg"},
		{"mp3", "audio/mpeg"}, {"m4a", "audio/mp4"}, {"ogg", "audio/ogg"},
		{"oga", "audio/ogg"}, {"opus", "audio/ogg"}, {"flac", "audio/flac"},
		{"wav", "audio/x-wav"}, {"woff", "font/woff"}, {"woff2", "font/woff2"},
		{"ttf", "font/ttf"}, {"otf", "font/otf"}, {"p7s", "application/pkcs7-signature"},
		{"p12", "application/x-pkcs12"}, {"pfx", "application/x-pkcs12"},
		{"sig", "application/pgp-signature"}, {"msi", "application/x-msi"},
		{"exe", "application/vnd.microsoft.portable-executable"}, {"eml", UNKNOWN},
		{"efi", UNKNOWN}, {"bin", UNKNOWN}, {"rom", UNKNOWN}, {"txt", "text/plain"},
		{"log", "text/plain"}, {"text", "text/plain"}, {"conf", "text/plain"},
		{"cfg", "text/plain"}, {"ini", "text/plain"}, {"c", "text/x-csrc"},
		{"h", "text/x-chdr"}, {"py", "text/x-python"}, {"sh", "text/x-sh"},
		{"diff", "text/x-diff"}, {"patch", "text/x-diff"}, {"csv", "text/csv"},
		{"tsv", "text/tab-separated-values"}, {"md", "text/markdown"},
		{"html", "text/html"}, {"htm", "text/html"}, {"css", "text/css"},
		{"ics", "text/calendar"}, {"vcf", "text/vcard"}, {"yaml", "application/yaml"},
		{"yml", "application/yaml"}, {"js", "text/javascript"}};
	const char *dot = strrchr(path_base(path), '.');
	size_t i;

	for (i = 0; dot != NULL && i < sizeof table / sizeof table[0]; i++)
		if (same(dot + 1, table[i].end))
			return table[i].type;
	return NULL;
}

/* Whether it looks like text. *charset: its encoding, or NULL when uncertain, because the rest of
 * the file may be in any encoding. */
static bool is_text(struct span head, bool whole, const char **charset)
{
	size_t valid = utf8_valid_len(head);
	bool ascii = true;
	size_t i;

	/* the last character may be cut */
	if (head.len == 0 || (valid < head.len && (whole || head.len - valid > 3)))
		return false;
	for (i = 0; i < valid; i++) {
		uint8_t c = head.ptr[i];

		if (c == 0 || c == 0x7F || (c < ' ' && strchr("\t\n\r\f\x1B", c) == NULL))
			return false;
		ascii = ascii && c < 0x80;
	}
	if (whole)
		*charset = ascii ? "us-ascii" : "utf-8";
	return true;
}

const char *mimetype_of(const char *path, struct span head, bool whole, const char **charset)
{
	const struct magic *m = magic_of(head);
	const char *named = by_name(path);

	*charset = NULL;
	if (m != NULL)
		return named != NULL && strcmp(named, UNKNOWN) != 0 && m->as != NULL &&
				       strncmp(named, m->as, strlen(m->as)) == 0
			       ? named
			       : m->type;
	if (named != NULL && strncmp(named, "text/", 5) != 0)
		return named;
	if (!is_text(head, whole, charset))
		return UNKNOWN;
	return named != NULL ? named : "text/plain";
}
