/* SPDX-License-Identifier: MIT */
/* Types as IANA's registry has them, for what people at a lab bench send. Text files are sent as
 * octets: their encoding is nobody's business on the way. */
#include "mimetype.h"

#include <stddef.h>
#include <string.h>

#include "biosbelt/file.h"

static int same(const char *a, const char *lower)
{
	for (; *a != '\0' && *lower != '\0'; a++, lower++)
		if ((*a >= 'A' && *a <= 'Z' ? *a | 0x20 : *a) != *lower)
			return 0;
	return *a == *lower;
}

const char *mimetype_of(const char *path)
{
	static const struct {
		const char *end;
		const char *type;
	} table[] = {{"pdf", "application/pdf"}, {"zip", "application/zip"},
		{"7z", "application/x-7z-compressed"}, {"gz", "application/gzip"},
		{"png", "image/png"}, {"jpg", "image/jpeg"}, {"jpeg", "image/jpeg"},
		{"gif", "image/gif"}, {"bmp", "image/bmp"}, {"svg", "image/svg+xml"},
		{"webp", "image/webp"}, {"json", "application/json"}, {"doc", "application/msword"},
		{"docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"xls", "application/vnd.ms-excel"},
		{"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		{"ppt", "application/vnd.ms-powerpoint"},
		{"pptx", "application/"
			 "vnd.openxmlformats-officedocument.presentationml.presentation"},
		{"mp4", "video/mp4"}, {"mp3", "audio/mpeg"}, {"wav", "audio/x-wav"},
		{"eml", "application/octet-stream"}};
	const char *dot = strrchr(path_base(path), '.');
	size_t i;

	for (i = 0; dot != NULL && i < sizeof table / sizeof table[0]; i++)
		if (same(dot + 1, table[i].end))
			return table[i].type;
	return "application/octet-stream";
}
