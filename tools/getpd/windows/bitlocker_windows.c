/* SPDX-License-Identifier: MIT */
#define COBJMACROS
#include "windows/bitlocker_windows.h"

#include <windows.h>

#include <propsys.h>
#include <shobjidl.h>

/* shobjidl.h only declares it; the value is that of Microsoft's header. */
static const IID shell_item2 = {
	0x7e9fb0d3, 0x919f, 0x4307, {0xab, 0x2e, 0x9b, 0x18, 0x60, 0x31, 0x0c, 0x93}};

typedef HRESULT(WINAPI *key_by_name)(PCWSTR, PROPERTYKEY *);

long bitlocker_state(const wchar_t *root, int *out)
{
	HMODULE library = LoadLibraryExW(L"propsys.dll", NULL, LOAD_LIBRARY_SEARCH_SYSTEM32);
	FARPROC address =
		library != NULL ? GetProcAddress(library, "PSGetPropertyKeyFromName") : NULL;
	HRESULT begun = CoInitializeEx(NULL, COINIT_APARTMENTTHREADED);
	IShellItem2 *item = NULL;
	PROPERTYKEY key;
	key_by_name find;
	INT value = 0;
	HRESULT rc = E_NOTIMPL;

	if (address != NULL) {
		memcpy(&find, &address, sizeof find);
		rc = find(L"System.Volume.BitLockerProtection", &key);
	}
	if (SUCCEEDED(rc))
		rc = SHCreateItemFromParsingName(root, NULL, &shell_item2, (void **)&item);
	if (SUCCEEDED(rc)) {
		rc = IShellItem2_GetInt32(item, &key, &value);
		IShellItem2_Release(item);
	}
	if (SUCCEEDED(begun))
		CoUninitialize();
	if (FAILED(rc))
		return (long)rc;
	*out = value;
	return 0;
}
