/* SPDX-License-Identifier: MIT */
/*
 * Reports changes of ports on Windows: by CM_Register_Notification for the interface of serial
 * ports, and by changes of the key SERIALCOMM. Every version has the latter; the former, since
 * Windows 8, is looked up at run time. Both set one event. Polling finds ports of drivers that do
 * neither.
 */
#include <windows.h>

#include <cfgmgr32.h>

#include <stdlib.h>

#include "biosbelt/library.h"
#include "biosbelt/os.h"
#include "biosbelt/ports.h"

#define POLL_MS     200  /* without notifications */
#define BACKSTOP_MS 1000 /* with them, for drivers that cause none */

/* CM_NOTIFY_FILTER of cfgmgr32.h (Windows 8), which mingw's headers lack by default. */
struct filter {
	DWORD size;
	DWORD flags;
	DWORD type; /* 0: CM_NOTIFY_FILTER_TYPE_DEVICEINTERFACE */
	DWORD reserved;
	union {
		GUID class;
		WCHAR instance[200]; /* MAX_DEVICE_ID_LEN */
	} u;
};
typedef DWORD(CALLBACK *callback_fn)(void *, void *, int, void *, DWORD);
typedef CONFIGRET(WINAPI *register_fn)(struct filter *, void *, callback_fn, void **);
typedef CONFIGRET(WINAPI *unregister_fn)(void *);

struct port_watch {
	HANDLE event;
	HKEY key;
	bool armed; /* a change of the key will set the event */
	struct notices {
		register_fn ask;
		unregister_fn end;
	} calls;
	void *notification; /* NULL: not registered */
	bool asked;
};

static DWORD CALLBACK on_change(void *handle, void *user, int action, void *data, DWORD size)
{
	(void)handle;
	(void)action;
	(void)data;
	(void)size;
	SetEvent((HANDLE)user);
	return ERROR_SUCCESS;
}

static void ask_for_interfaces(struct port_watch *w)
{
	/* GUID_DEVINTERFACE_COMPORT of ntddser.h */
	struct filter filter = {.size = sizeof filter,
		.u.class = {0x86E0D1E0, 0x8089, 0x11D0,
			{0x9C, 0xE4, 0x08, 0x00, 0x3E, 0x30, 0x1F, 0x73}}};
	static const char *const names[] = {
		"CM_Register_Notification", "CM_Unregister_Notification"};
	struct err absent;

	if (library_load("cfgmgr32.dll", names, &w->calls, 2, &absent) == ERR_OK &&
		w->calls.ask(&filter, w->event, on_change, &w->notification) != CR_SUCCESS)
		w->notification = NULL;
}

static void arm_key(struct port_watch *w)
{
	if (w->key != NULL)
		w->armed = RegNotifyChangeKeyValue(w->key, FALSE, REG_NOTIFY_CHANGE_LAST_SET,
				   w->event, TRUE) == ERROR_SUCCESS;
}

enum err_code port_watch_open(const char *root, struct port_watch **out, struct err *err)
{
	struct port_watch *w = calloc(1, sizeof *w);

	(void)root;
	if (w != NULL)
		w->event = CreateEventW(NULL, FALSE, FALSE, NULL);
	if (w == NULL || w->event == NULL) {
		free(w);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, L"HARDWARE\\DEVICEMAP\\SERIALCOMM", 0, KEY_NOTIFY,
		    &w->key) != ERROR_SUCCESS)
		w->key = NULL;
	arm_key(w);
	ask_for_interfaces(w);
	*out = w;
	return ERR_OK;
}

intptr_t port_watch_handle(const struct port_watch *w)
{
	return (intptr_t)w->event;
}

unsigned port_watch_interval_ms(const struct port_watch *w)
{
	return w->armed || w->notification != NULL ? BACKSTOP_MS : POLL_MS;
}

/* Every second call reports a possible change: which port changed is unknown, so all are listed. */
bool port_watch_next(struct port_watch *w, struct port_news *out)
{
	w->asked = !w->asked;
	*out = (struct port_news){0};
	if (w->asked)
		arm_key(w);
	return w->asked;
}

void port_watch_wait(struct port_watch *w, unsigned timeout_ms)
{
	unsigned interval = port_watch_interval_ms(w);

	WaitForSingleObject(w->event, timeout_ms < interval ? timeout_ms : interval);
}

void port_watch_close(struct port_watch *w)
{
	if (w == NULL)
		return;
	if (w->notification != NULL)
		w->calls.end(w->notification);
	if (w->key != NULL)
		RegCloseKey(w->key);
	CloseHandle(w->event);
	free(w);
}
