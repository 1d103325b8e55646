/* SPDX-License-Identifier: MIT */
/* Sources: mtools.conf(5), mtools 4.0, "Drive description"; our own getpd(1), FILES. */
#include "drive_text.h"

#include <string.h>

#include "biosbelt/num.h"

#define PARTITION_MAX 1000000

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

bool drive_is(const char *what)
{
	char c = lower(what[0]);

	return c >= 'a' && c <= 'z' && what[1] == ':' &&
	       (what[2] == '\0' || what[2] == '/' || what[2] == '\\');
}

/* The next word of a line that ends at end; quotation marks keep blanks. */
static bool next_word(const char **p, const char *end, char *out, size_t cap)
{
	size_t n = 0;
	bool quoted = false;

	while (*p < end && strchr(" \t\r\n", **p) != NULL)
		(*p)++;
	if (*p >= end || **p == '#')
		return false;
	for (; *p < end && (quoted || strchr(" \t\r\n", **p) == NULL); (*p)++) {
		if (**p == '"')
			quoted = !quoted;
		else if (n < cap - 1)
			out[n++] = **p;
	}
	out[n] = '\0';
	return true;
}

bool drive_in_mtools(struct span text, char letter, char *out, size_t cap, unsigned *partition)
{
	const char *p = (const char *)text.ptr;
	const char *end = p + text.len;
	char word[DRIVE_TARGET_MAX] = {0};
	bool ours = false;
	bool found = false;
	uint64_t number;

	*partition = 0;
	while (p < end) {
		if (!next_word(&p, end, word, sizeof word)) { /* a comment, or the end */
			while (p < end && *p != '\n')
				p++;
			continue;
		}
		if (strcmp(word, "drive") == 0) {
			ours = next_word(&p, end, word, sizeof word) && lower(word[0]) == letter &&
			       word[1] == ':';
			*partition = ours ? 0 : *partition;
		} else if (ours && strncmp(word, "file=", 5) == 0 && strlen(word + 5) < cap) {
			strcpy(out, word + 5);
			found = out[0] != '\0';
		} else if (ours && strncmp(word, "partition=", 10) == 0 &&
			   num_parse_u64(word + 10, &number) && number <= PARTITION_MAX) {
			*partition = (unsigned)number;
		}
	}
	return found;
}

bool drive_in_map(struct span text, char letter, char *out, size_t cap)
{
	size_t at = 0;
	bool found = false;

	if (span_starts(text, "\xEF\xBB\xBF", 3))
		at = 3;
	while (at < text.len) {
		size_t end = span_find(text, at, "\n", 1);
		const char *p = (const char *)text.ptr + at;
		size_t len;

		if (end == SIZE_MAX)
			end = text.len;
		len = end - at;
		while (len > 0 && strchr(" \t\r", p[len - 1]) != NULL)
			len--;
		while (len > 0 && (*p == ' ' || *p == '\t')) {
			p++;
			len--;
		}
		at = end + 1;
		if (len < 2 || lower(p[0]) != letter)
			continue;
		p++;
		len--;
		while (len > 0 && (*p == ' ' || *p == '\t' || *p == ':')) {
			p++;
			len--;
		}
		if (len < 2 || *p != '=')
			continue;
		p++;
		len--;
		while (len > 0 && (*p == ' ' || *p == '\t')) {
			p++;
			len--;
		}
		if (len == 0 || len >= cap || memchr(p, '\0', len) != NULL)
			continue;
		memcpy(out, p, len);
		out[len] = '\0';
		found = true;
	}
	return found;
}
