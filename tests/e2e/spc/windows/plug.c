/* SPDX-License-Identifier: MIT */
/*
 * Plugs and pulls ports in the registry, as a system does: reads lines of UTF-8 and answers each
 * with "ok". "+", a tab, the instance, a tab, the port's name, a tab, its words: a device of class
 * Ports, and its row in SERIALCOMM. "-" with instance and name: both are gone.
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>

#define LINE_MAX 1024

static void text(HKEY key, const wchar_t *name, const wchar_t *value)
{
	RegSetValueExW(key, name, 0, REG_SZ, (const BYTE *)value,
		(DWORD)((wcslen(value) + 1) * sizeof *value));
}

static HKEY make(HKEY above, const wchar_t *name, DWORD options)
{
	HKEY key = NULL;

	RegCreateKeyExW(above, name, 0, NULL, options, KEY_ALL_ACCESS, NULL, &key, NULL);
	return key;
}

static void plug(const wchar_t *instance, const wchar_t *port, const wchar_t *words)
{
	HKEY bus = make(HKEY_LOCAL_MACHINE, L"System\\CurrentControlSet\\Enum", 0);
	HKEY device = make(bus, instance, 0);
	HKEY parameters = make(device, L"Device Parameters", 0);
	HKEY map = make(HKEY_LOCAL_MACHINE, L"HARDWARE\\DEVICEMAP\\SERIALCOMM", 0);
	wchar_t name[LINE_MAX];

	text(parameters, L"PortName", port);
	text(device, L"FriendlyName", words);
	text(device, L"Class", L"Ports");
	text(device, L"ClassGUID", L"{4D36E978-E325-11CE-BFC1-08002BE10318}");
	_snwprintf(name, LINE_MAX - 1, L"\\Device\\Bench%ls", port);
	name[LINE_MAX - 1] = L'\0';
	text(map, name, port);
	RegCloseKey(map);
	RegCloseKey(parameters);
	RegCloseKey(device);
	RegCloseKey(bus);
}

static void pull(const wchar_t *instance, const wchar_t *port)
{
	HKEY bus = make(HKEY_LOCAL_MACHINE, L"System\\CurrentControlSet\\Enum", 0);
	HKEY map = make(HKEY_LOCAL_MACHINE, L"HARDWARE\\DEVICEMAP\\SERIALCOMM", 0);
	wchar_t name[LINE_MAX];
	wchar_t data[64];
	DWORD i = 0;

	RegDeleteTreeW(bus, instance);
	RegCloseKey(bus);
	for (;;) { /* also the row that Wine itself made for it */
		DWORD name_len = LINE_MAX;
		DWORD size = sizeof data;

		if (RegEnumValueW(map, i, name, &name_len, NULL, NULL, (BYTE *)data, &size) !=
			ERROR_SUCCESS)
			break;
		if (wcscmp(data, port) == 0 && RegDeleteValueW(map, name) == ERROR_SUCCESS)
			i = 0;
		else
			i++;
	}
	RegCloseKey(map);
}

int wmain(void);

int wmain(void)
{
	char line[LINE_MAX];
	wchar_t wide[LINE_MAX];

	while (fgets(line, sizeof line, stdin) != NULL) {
		const wchar_t *parts[4] = {wide, L"", L"", L""};
		wchar_t *at = wide;
		int count = 1;

		line[strcspn(line, "\r\n")] = '\0';
		if (MultiByteToWideChar(CP_UTF8, 0, line, -1, wide, LINE_MAX) == 0)
			return 1;
		while (count < 4 && (at = wcschr(at, L'\t')) != NULL) {
			*at++ = L'\0';
			parts[count++] = at;
		}
		if (wide[0] == L'+')
			plug(parts[1], parts[2], parts[3]);
		else
			pull(parts[1], parts[2]);
		puts("ok");
		fflush(stdout);
	}
	return 0;
}
