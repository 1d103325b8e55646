/* SPDX-License-Identifier: MIT */
#include "browser/profile.h"

#include <windows.h>

#include <shellapi.h>
#include <stdint.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"

bool profile_of_root(void)
{
	return false; /* the sandbox works for administrators */
}

enum err_code profile_make(struct blob *path, struct err *err)
{
	struct blob base; /* ends with a backslash */
	uint64_t number;
	struct buf b;

	if (os_random(&number, sizeof(number), err) != ERR_OK ||
		os_temp_folder(&base, err) != ERR_OK)
		return err->code;
	buf_init(&b, 0);
	buf_printf(
		&b, "%sbiosbelt-browser-%llx", (const char *)base.ptr, (unsigned long long)number);
	buf_add_u8(&b, 0);
	blob_free(&base);
	if (buf_finish(&b, path, err) != ERR_OK)
		return err->code;
	if (file_mkdirs((const char *)path->ptr, err) == ERR_OK)
		return ERR_OK;
	blob_free(path);
	return err->code;
}

void profile_remove(const char *path)
{
	wchar_t wide[MAX_PATH + 2]; /* the shell's list ends with two zeros */
	SHFILEOPSTRUCTW job = {.wFunc = FO_DELETE,
		.pFrom = wide,
		.fFlags = FOF_NOCONFIRMATION | FOF_NOERRORUI | FOF_SILENT};
	int units;

	memset(wide, 0, sizeof(wide));
	units = MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, MAX_PATH);
	if (units <= 0)
		return;
	for (unsigned i = 0; i < 20 && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES; i++) {
		if (i > 0)
			os_sleep_ms(50);
		(void)SHFileOperationW(&job);
	}
}
