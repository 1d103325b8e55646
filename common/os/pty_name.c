/* SPDX-License-Identifier: MIT */
#include "pty_name.h"

#include <stddef.h>
#include <string.h>

#define HEX   "0123456789abcdefABCDEF"
#define DIGIT "0123456789"

/* True, with *at moved on, if the text at *at starts with word. */
static bool take(const char **at, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(*at, word, len) != 0)
		return false;
	*at += len;
	return true;
}

/* The same for one or more characters of the set. */
static bool take_any(const char **at, const char *set)
{
	size_t len = strspn(*at, set);

	*at += len;
	return len > 0;
}

bool pty_name_is(const char *name)
{
	const char *at = name;

	return take(&at, "\\") && (take(&at, "msys-") || take(&at, "cygwin-")) &&
	       take_any(&at, HEX) && take(&at, "-pty") && take_any(&at, DIGIT) &&
	       (take(&at, "-from-master") || take(&at, "-to-master")) &&
	       (*at == '\0' || *at == '-');
}
