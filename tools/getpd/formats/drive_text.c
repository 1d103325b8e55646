/* SPDX-License-Identifier: MIT */
/* Sources: mtools.conf(5), mtools 4.0, "Drive description"; our own getpd(1), FILES. */
#include "formats/drive_text.h"

#include <string.h>

#include "biosbelt/blank.h"
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

/* Reads the next word of a line that ends at end; blanks inside quotation marks belong to it. */
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

/* Without a pair of quotation marks around it, as in the other settings. */
static struct span unquote(struct span in)
{
	bool quoted = in.len >= 2 && (in.ptr[0] == '"' || in.ptr[0] == '\'') &&
		      span_find(in, 1, (const char *)in.ptr, 1) == in.len - 1;

	return quoted ? span_of(in.ptr + 1, in.len - 2) : in;
}

/* Parses "c = target" or "c: = target"; false when the line is neither this, nor empty, nor a
 * comment. Sets an empty target for the latter two. */
static bool map_line(struct span line, char *letter, struct span *target)
{
	size_t equals;
	struct span name;

	line = trim(line);
	*target = span_of(NULL, 0);
	if (line.len == 0 || line.ptr[0] == '#' || line.ptr[0] == ';')
		return true;
	equals = span_find(line, 0, "=", 1);
	if (equals == SIZE_MAX || memchr(line.ptr, '\0', line.len) != NULL)
		return false;
	name = trim(span_of(line.ptr, equals));
	if (name.len == 2 && name.ptr[1] == ':')
		name.len = 1;
	*target = unquote(trim(span_of(line.ptr + equals + 1, line.len - equals - 1)));
	if (name.len != 1 || target->len == 0 || target->len >= DRIVE_TARGET_MAX)
		return false;
	*letter = lower((char)name.ptr[0]);
	return *letter >= 'a' && *letter <= 'z';
}

bool drive_in_map(struct span text, char letter, char *out, size_t cap, unsigned *wrong)
{
	size_t at = 0;
	unsigned number = 0;
	bool found = false;

	*wrong = 0;
	if (span_starts(text, "\xEF\xBB\xBF", 3))
		at = 3;
	while (at < text.len) {
		size_t end = span_find(text, at, "\n", 1);
		struct span target;
		char of = '\0';

		if (end == SIZE_MAX)
			end = text.len;
		number++;
		if (!map_line(span_of(text.ptr + at, end - at), &of, &target)) {
			*wrong = *wrong == 0 ? number : *wrong;
		} else if (target.len > 0 && of == letter && target.len < cap) {
			memcpy(out, target.ptr, target.len);
			out[target.len] = '\0';
			found = true;
		}
		at = end + 1;
	}
	return found;
}
