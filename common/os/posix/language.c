/* SPDX-License-Identifier: MIT */
/* The language of the user, by the variables that gettext reads; the locale need not be installed.
 */
#include <string.h>
#include <strings.h>

#include "biosbelt/os.h"

static const char *value(const char *name)
{
	const char *text = os_getenv(name);

	return text != NULL ? text : "";
}

/* POSIX, chapter 8.2: LC_ALL, then the category, then LANG. */
static const char *locale_of(const char *category)
{
	if (value("LC_ALL")[0] != '\0')
		return value("LC_ALL");
	return value(category)[0] != '\0' ? value(category) : value("LANG");
}

/* The program writes UTF-8: a locale with any other encoding gets English. */
static bool is_utf8(const char *locale)
{
	const char *set = strchr(locale, '.');

	return set != NULL &&
	       (strncasecmp(set, ".UTF-8", 6) == 0 || strncasecmp(set, ".utf8", 5) == 0);
}

/* Simplified characters; readers of traditional ones (zh_TW, zh_HK) get English. */
static bool is_chinese(const char *language)
{
	static const char *const names[] = {"zh", "zh_CN", "zh_SG", "zh_Hans"};
	size_t len = strcspn(language, ".@:"), i;

	for (i = 0; i < sizeof names / sizeof names[0]; i++)
		if (strlen(names[i]) == len && strncmp(language, names[i], len) == 0)
			return true;
	return false;
}

bool os_speaks_chinese(void)
{
	const char *messages = locale_of("LC_MESSAGES"), *list = value("LANGUAGE");

	if (!is_utf8(locale_of("LC_CTYPE")) || strncmp(messages, "C.", 2) == 0 ||
		strcmp(messages, "C") == 0 || strcmp(messages, "POSIX") == 0)
		return false;
	if (strcmp(value("TERM"), "linux") == 0) /* the kernel's console has no such characters */
		return false;
	/* POSIX: LANGUAGE comes before the locale, unless that is C; the first known entry
	 * counts */
	for (; list[0] != '\0'; list += strcspn(list, ":"), list += list[0] == ':') {
		if (is_chinese(list))
			return true;
		if (strncmp(list, "en", 2) == 0)
			return false;
	}
	return is_chinese(messages);
}

unsigned os_code_page(void)
{
	return 0;
}

bool os_ansi_has_chinese(void)
{
	return true; /* all output is UTF-8 */
}
