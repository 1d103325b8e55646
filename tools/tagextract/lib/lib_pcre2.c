/* SPDX-License-Identifier: MIT */
#include "lib/lib_pcre2.h"

#ifdef LIB_PCRE2_FILE

enum err_code lib_pcre2(const struct lib_pcre2 **out, struct err *err)
{
	static const char *const names[] = {LIB_PCRE2(LIB_NAME)};
	static struct lib_pcre2 table;

	*out = &table;
	return library_load(LIB_PCRE2_FILE, names, &table, sizeof names / sizeof names[0], err);
}

#else

enum err_code lib_pcre2(const struct lib_pcre2 **out, struct err *err)
{
	static const struct lib_pcre2 table = {LIB_PCRE2(LIB_ADDRESS)};

	(void)err;
	*out = &table;
	return ERR_OK;
}

#endif
