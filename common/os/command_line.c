/* SPDX-License-Identifier: MIT */
/*
 * When the Windows shell completes the name of a folder, it puts a backslash before the closing
 * quote: "my dumps\". CommandLineToArgvW reads \" as a literal quote, so the rest of the line
 * becomes part of the name. Pure, except for the question whether a folder exists.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

#include "command_line.h"

/* Length of the run of backslashes at text. */
static size_t backslashes(const char *text)
{
	return strspn(text, "\\");
}

/* The start of the name within a quoted text: after /name[ or --name=, if it has one. */
static const char *name_in(const char *from, const char *to)
{
	const char *p;

	if (*from != '-' && *from != '/')
		return from;
	for (p = from; p < to; p++)
		if (*p == '=' || *p == '[')
			return p + 1;
	return from;
}

static bool is_folder(const char *from, const char *to, bool (*exists)(const char *path))
{
	size_t len = (size_t)(to - from);
	char *path = alloc_text_len(from, len);
	bool yes;

	if (path == NULL)
		return false;
	yes = len > 0 && exists(path);
	free(path);
	return yes;
}

/* The quote at p follows an odd number of backslashes. At the end of the line it must close the
 * word; elsewhere it closes the word if the text before it names an existing folder. */
static bool closes(const char *from, const char *p, bool (*exists)(const char *path))
{
	if (p[1] != '\0' && p[1] != ' ' && p[1] != '\t')
		return false;
	return p[1] == '\0' || is_folder(name_in(from, p), p - 1, exists);
}

char *command_line_repair(const char *line, bool (*exists)(const char *path))
{
	char *out = malloc(2 * strlen(line) + 1);
	const char *from = NULL; /* after the quote that is open */
	char *to = out;

	while (out != NULL && *line != '\0') {
		size_t slashes = backslashes(line);

		memcpy(to, line, slashes);
		to += slashes;
		line += slashes;
		if (*line == '"' && slashes % 2 == 1 && from != NULL &&
			closes(from, line, exists)) {
			*to++ = '\\'; /* double the backslash: it is literal, and the quote closes
				       */
			from = NULL;
		} else if (*line == '"' && slashes % 2 == 0) {
			from = from == NULL ? line + 1 : NULL;
		}
		if (*line != '\0')
			*to++ = *line++;
	}
	if (out != NULL)
		*to = '\0';
	return out;
}
