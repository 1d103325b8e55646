/* SPDX-License-Identifier: MIT */
#include "browser/child.h"

#include <winsock2.h>
#include <ws2tcpip.h>

#include <windows.h>

#include <shellapi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "biosbelt/tr.h"

struct child {
	HANDLE process;
	HANDLE job; /* closing it ends everything that it started */
};

struct link {
	SOCKET socket;
};

bool child_has_pipes(void)
{
	return false; /* a port of its own, written down in its profile, serves here */
}

bool link_is_root(void)
{
	return false; /* its sandbox works for administrators */
}

static enum err_code fail(struct err *err, long code, const char *what)
{
	return err_set_os(err, ERR_IO, code, "%s", tr(what));
}

static enum err_code start_process(wchar_t *line, struct child *c, struct err *err)
{
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits;
	STARTUPINFOW start = {.cb = sizeof(start)};
	PROCESS_INFORMATION made;

	memset(&limits, 0, sizeof(limits));
	limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
	c->job = CreateJobObjectW(NULL, NULL);
	if (c->job != NULL)
		SetInformationJobObject(
			c->job, JobObjectExtendedLimitInformation, &limits, sizeof(limits));
	if (!CreateProcessW(NULL, line, NULL, NULL, FALSE,
		    CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW, NULL, NULL,
		    &start, &made)) {
		long code = (long)GetLastError();

		if (c->job != NULL)
			CloseHandle(c->job);
		return fail(err, code, N_("cannot start the browser"));
	}
	/* Windows 7 has no jobs within jobs: then only the browser itself is ended */
	if (c->job != NULL)
		(void)AssignProcessToJobObject(c->job, made.hProcess);
	ResumeThread(made.hThread);
	CloseHandle(made.hThread);
	c->process = made.hProcess;
	return ERR_OK;
}

enum err_code child_start(char *const *argv, const char *home, bool pipes, struct child **out,
	struct link **out_link, struct err *err)
{
	struct child *c = calloc(1, sizeof(*c));
	struct blob line = {NULL, 0};
	wchar_t *wide = NULL;
	int units;
	enum err_code rc;

	(void)home, (void)pipes; /* browsers keep to their profile here */
	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = process_quote(argv, &line, err);
	if (rc == ERR_OK) {
		units = MultiByteToWideChar(CP_UTF8, 0, (const char *)line.ptr, -1, NULL, 0);
		wide = calloc((size_t)units + 1, sizeof(*wide));
		if (wide == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
		else
			MultiByteToWideChar(CP_UTF8, 0, (const char *)line.ptr, -1, wide, units);
	}
	if (rc == ERR_OK)
		rc = start_process(wide, c, err);
	free(wide);
	blob_free(&line);
	if (rc != ERR_OK) {
		free(c);
		return rc;
	}
	*out = c;
	*out_link = NULL;
	return ERR_OK;
}

bool child_alive(struct child *c)
{
	return WaitForSingleObject(c->process, 0) == WAIT_TIMEOUT;
}

void child_end(struct child *c, unsigned grace_ms)
{
	if (c == NULL)
		return;
	if (WaitForSingleObject(c->process, grace_ms) == WAIT_TIMEOUT)
		TerminateProcess(c->process, 1);
	if (c->job != NULL) {
		TerminateJobObject(c->job, 1);
		CloseHandle(c->job);
	}
	WaitForSingleObject(c->process, 2000);
	CloseHandle(c->process);
	free(c);
}

enum err_code link_connect(const char *host, unsigned port, struct link **out, struct err *err)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_family = AF_UNSPEC}, *list, *a;
	char service[16];
	SOCKET s = INVALID_SOCKET;
	WSADATA data;
	int rc = WSAStartup(MAKEWORD(2, 2), &data);

	if (rc != 0)
		return fail(err, rc, N_("no network"));
	snprintf(service, sizeof(service), "%u", port);
	rc = getaddrinfo(host, service, &hints, &list);
	if (rc != 0) {
		err_set_os(err, ERR_IO, rc, "%.100s", host);
		WSACleanup();
		return err->code;
	}
	for (a = list; a != NULL && s == INVALID_SOCKET; a = a->ai_next) {
		s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
		if (s != INVALID_SOCKET && connect(s, a->ai_addr, (int)a->ai_addrlen) != 0) {
			rc = WSAGetLastError();
			closesocket(s);
			s = INVALID_SOCKET;
		}
	}
	freeaddrinfo(list);
	*out = s != INVALID_SOCKET ? malloc(sizeof(**out)) : NULL;
	if (*out != NULL) {
		(*out)->socket = s;
		return ERR_OK;
	}
	if (s == INVALID_SOCKET)
		err_set_os(err, ERR_IO, rc, "no browser answers at %.100s port %u", host, port);
	else
		err_set(err, ERR_NOMEM, "out of memory");
	if (s != INVALID_SOCKET)
		closesocket(s);
	WSACleanup();
	return err->code;
}

enum err_code link_write(struct link *l, struct span bytes, struct err *err)
{
	size_t done = 0;

	while (done < bytes.len) {
		size_t part = bytes.len - done < 65536 ? bytes.len - done : 65536;
		int n = send(l->socket, (const char *)bytes.ptr + done, (int)part, 0);

		if (n <= 0)
			return fail(
				err, WSAGetLastError(), N_("the browser does not listen any more"));
		done += (size_t)n;
	}
	return ERR_OK;
}

enum err_code link_read(
	struct link *l, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err)
{
	struct timeval wait = {(long)(timeout_ms / 1000), (long)(timeout_ms % 1000) * 1000};
	fd_set set;
	int n;

	FD_ZERO(&set);
	FD_SET(l->socket, &set);
	n = select(0, &set, NULL, NULL, &wait);
	if (n == 0)
		return err_set(err, ERR_BUSY, "the browser does not answer");
	if (n > 0)
		n = recv(l->socket, ptr, (int)(cap < 65536 ? cap : 65536), 0);
	if (n < 0 && WSAGetLastError() == WSAECONNRESET)
		n = 0;
	if (n < 0)
		return fail(err, WSAGetLastError(), N_("cannot read from the browser"));
	*got = (size_t)n;
	return ERR_OK;
}

void link_close(struct link *l)
{
	if (l == NULL)
		return;
	closesocket(l->socket);
	WSACleanup();
	free(l);
}

enum err_code profile_make(struct blob *path, struct err *err)
{
	const char *base = os_getenv("TEMP");
	uint64_t number;
	struct buf b;

	if (base == NULL)
		return err_set(err, ERR_NOTFOUND, "the variable TEMP is not set");
	if (os_random(&number, sizeof(number), err) != ERR_OK)
		return err->code;
	buf_init(&b, 0);
	buf_printf(&b, "%s\\biosbelt-browser-%llx", base, (unsigned long long)number);
	buf_add_u8(&b, 0);
	if (buf_finish(&b, path, err) != ERR_OK)
		return err->code;
	if (file_mkdirs((const char *)path->ptr, err) == ERR_OK)
		return ERR_OK;
	blob_free(path);
	return err->code;
}

void profile_remove(const char *path)
{
	wchar_t wide[MAX_PATH + 2]; /* the list that the shell takes ends with two zeros */
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
