/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include "biosbelt/os.h"

/* Simplified characters: China and Singapore. */
bool os_speaks_chinese(void)
{
	LANGID id = GetUserDefaultUILanguage();

	return PRIMARYLANGID(id) == LANG_CHINESE &&
	       (SUBLANGID(id) == SUBLANG_CHINESE_SIMPLIFIED ||
		       SUBLANGID(id) == SUBLANG_CHINESE_SINGAPORE);
}

unsigned os_code_page(void)
{
	UINT page = GetConsoleOutputCP();

	return page != 0 ? page : GetOEMCP();
}

bool os_ansi_has_chinese(void)
{
	UINT page = GetACP();

	return page == 936 || page == 54936 || page == CP_UTF8;
}
