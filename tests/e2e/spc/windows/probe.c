/* SPDX-License-Identifier: MIT */
/*
 * Stands in for puttytel.exe: writes the command line it got to the file "started" (as the system
 * has it, then as CommandLineToArgvW takes it apart), opens the port of -serial as PuTTY does, says
 * HELLO on it, and writes the line that comes to the file of -sessionlog and to "received".
 */
#include <windows.h>

#include <shellapi.h>

#include <stdio.h>
#include <string.h>

static void put(FILE *f, const wchar_t *text)
{
	char bytes[4 * 4096];

	if (WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, sizeof bytes, NULL, NULL) == 0)
		strcpy(bytes, "?");
	fprintf(f, "%s\n", bytes);
}

static const wchar_t *value(wchar_t **argv, int argc, const wchar_t *name)
{
	int i;

	for (i = 1; i + 1 < argc; i++)
		if (wcscmp(argv[i], name) == 0)
			return argv[i + 1];
	return NULL;
}

static HANDLE open_port(const wchar_t *name, unsigned baud)
{
	wchar_t path[64];
	COMMTIMEOUTS times = {.ReadIntervalTimeout = 100, .ReadTotalTimeoutConstant = 20000};
	DCB dcb = {.DCBlength = sizeof dcb};
	HANDLE port;

	_snwprintf(path, 64, L"\\\\.\\%ls", name);
	port = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
	if (port == INVALID_HANDLE_VALUE)
		return port;
	GetCommState(port, &dcb);
	dcb.BaudRate = baud;
	dcb.ByteSize = 8;
	dcb.Parity = NOPARITY;
	dcb.StopBits = ONESTOPBIT;
	if (SetCommState(port, &dcb) && SetCommTimeouts(port, &times))
		return port;
	CloseHandle(port);
	return INVALID_HANDLE_VALUE;
}

static void write_file(const wchar_t *path, const char *bytes, size_t len)
{
	FILE *f = _wfopen(path, L"wb");

	if (f != NULL) {
		fwrite(bytes, 1, len, f);
		fclose(f);
	}
}

static int talk(HANDLE port, const wchar_t *log)
{
	char line[1024];
	size_t len = 0;
	DWORD n = 0;

	if (!WriteFile(port, "HELLO\n", 6, &n, NULL))
		return 3;
	while (len < sizeof line && memchr(line, '\n', len) == NULL) {
		if (!ReadFile(port, line + len, 1, &n, NULL) || n == 0)
			return 4;
		len += n;
	}
	if (log != NULL)
		write_file(log, line, len);
	write_file(L"received", line, len);
	return 0;
}

int wmain(void);

int wmain(void)
{
	FILE *f = _wfopen(L"started.part", L"wb");
	int argc = 0;
	wchar_t **argv = CommandLineToArgvW(GetCommandLineW(), &argc);
	const wchar_t *cfg;
	const wchar_t *port;
	HANDLE handle;
	int i;

	if (f == NULL || argv == NULL)
		return 1;
	put(f, GetCommandLineW());
	for (i = 1; i < argc; i++)
		put(f, argv[i]);
	fclose(f);
	MoveFileExW(L"started.part", L"started", MOVEFILE_REPLACE_EXISTING);
	port = value(argv, argc, L"-serial");
	cfg = value(argv, argc, L"-sercfg");
	if (port == NULL || cfg == NULL)
		return 7;
	handle = open_port(port, (unsigned)wcstoul(cfg, NULL, 10));
	if (handle == INVALID_HANDLE_VALUE)
		return 2;
	i = talk(handle, value(argv, argc, L"-sessionlog"));
	CloseHandle(handle);
	return i;
}
