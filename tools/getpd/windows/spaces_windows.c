/* SPDX-License-Identifier: MIT */
/*
 * Sources: Microsoft's pages "Windows Storage Management API Classes" (MSFT_Disk, MSFT_VirtualDisk,
 * MSFT_PhysicalDisk: DeviceId, FriendlyName, SerialNumber, Size, BusType, HealthStatus),
 * "ASSOCIATORS OF Statement", and on IWbemLocator and IWbemServices. The identifiers of the two
 * interfaces are from wbemcli.h.
 */
#define COBJMACROS
#include "windows/spaces_windows.h"

#include <windows.h>

#include <wbemcli.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAIT_MS     10000 /* for one answer of the service */
#define QUERY_MAX   4096  /* characters */
#define HEALTH_GOOD 0     /* HealthStatus; 1 is a warning, 2 unhealthy, 5 unknown */
#define HEALTH_LEFT 5

static const CLSID locator_class = {
	0x4590f811, 0x1d3a, 0x11d0, {0x89, 0x1f, 0x00, 0xaa, 0x00, 0x4b, 0x2e, 0x24}};
static const IID locator_id = {
	0xdc12a687, 0x737f, 0x11cf, {0x88, 0x4d, 0x00, 0xaa, 0x00, 0x4b, 0x2e, 0x24}};

struct spaces {
	IWbemServices *services;
	struct win_member *out;
	size_t cap;
	size_t count;
	bool failed;
};

static HRESULT connect_to(IWbemServices **out)
{
	BSTR name = SysAllocString(L"ROOT\\Microsoft\\Windows\\Storage");
	IWbemLocator *locator = NULL;
	HRESULT rc = name != NULL ? CoCreateInstance(&locator_class, NULL, CLSCTX_INPROC_SERVER,
					    &locator_id, (void **)&locator)
				  : E_OUTOFMEMORY;

	if (SUCCEEDED(rc)) {
		rc = IWbemLocator_ConnectServer(
			locator, name, NULL, NULL, NULL, 0, NULL, NULL, out);
		IWbemLocator_Release(locator);
	}
	SysFreeString(name);
	if (FAILED(rc))
		return rc;
	rc = CoSetProxyBlanket((IUnknown *)*out, RPC_C_AUTHN_WINNT, RPC_C_AUTHZ_NONE, NULL,
		RPC_C_AUTHN_LEVEL_CALL, RPC_C_IMP_LEVEL_IMPERSONATE, NULL, EOAC_NONE);
	if (FAILED(rc))
		IWbemServices_Release(*out);
	return rc;
}

/* Reads a property as UTF-8 text; 64-bit numbers are texts there, too. */
static bool text_of(IWbemClassObject *object, const wchar_t *name, char *out, size_t cap)
{
	VARIANT v;
	bool good = false;

	out[0] = '\0';
	VariantInit(&v);
	if (FAILED(IWbemClassObject_Get(object, name, 0, &v, NULL, NULL)))
		return false;
	if (v.vt == VT_BSTR && v.bstrVal != NULL)
		good = WideCharToMultiByte(CP_UTF8, 0, v.bstrVal, -1, out, (int)cap, NULL, NULL) >
		       0;
	VariantClear(&v);
	if (!good)
		out[0] = '\0';
	return good;
}

static bool number_of(IWbemClassObject *object, const wchar_t *name, unsigned *out)
{
	VARIANT v;
	bool good = false;

	VariantInit(&v);
	if (FAILED(IWbemClassObject_Get(object, name, 0, &v, NULL, NULL)))
		return false;
	if (v.vt == VT_I4 && v.lVal >= 0) { /* also used for 16-bit numbers */
		*out = (unsigned)v.lVal;
		good = true;
	}
	VariantClear(&v);
	return good;
}

static HRESULT each(struct spaces *s, const wchar_t *query,
	HRESULT (*take)(struct spaces *s, IWbemClassObject *object))
{
	BSTR language = SysAllocString(L"WQL");
	BSTR text = SysAllocString(query);
	IEnumWbemClassObject *list = NULL;
	IWbemClassObject *object = NULL;
	ULONG got = 0;
	HRESULT rc = E_OUTOFMEMORY;

	if (language != NULL && text != NULL)
		rc = IWbemServices_ExecQuery(s->services, language, text,
			WBEM_FLAG_FORWARD_ONLY | WBEM_FLAG_RETURN_IMMEDIATELY, NULL, &list);
	SysFreeString(language);
	SysFreeString(text);
	if (FAILED(rc))
		return rc;
	while (SUCCEEDED(rc)) {
		rc = IEnumWbemClassObject_Next(list, WAIT_MS, 1, &object, &got);
		if (rc == (HRESULT)WBEM_S_TIMEDOUT)
			rc = (HRESULT)WBEM_E_TRANSPORT_FAILURE;
		if (rc != S_OK || got == 0)
			break;
		rc = take(s, object);
		IWbemClassObject_Release(object);
	}
	IEnumWbemClassObject_Release(list);
	return FAILED(rc) ? rc : S_OK;
}

/* Calls take for the objects of one class that are associated with an object. */
static HRESULT each_behind(struct spaces *s, IWbemClassObject *object, const wchar_t *class,
	HRESULT (*take)(struct spaces *s, IWbemClassObject *object))
{
	wchar_t *query = malloc(QUERY_MAX * sizeof *query);
	VARIANT v;
	HRESULT rc = query != NULL ? S_OK : E_OUTOFMEMORY;

	VariantInit(&v);
	if (SUCCEEDED(rc))
		rc = IWbemClassObject_Get(object, L"__RELPATH", 0, &v, NULL, NULL);
	if (SUCCEEDED(rc) && (v.vt != VT_BSTR || wcslen(v.bstrVal) + 100 > QUERY_MAX))
		rc = E_INVALIDARG;
	if (SUCCEEDED(rc)) {
		wcscpy(query, L"ASSOCIATORS OF {");
		wcscat(query, v.bstrVal);
		wcscat(query, L"} WHERE ResultClass = ");
		wcscat(query, class);
		rc = each(s, query, take);
	}
	VariantClear(&v);
	free(query);
	return rc;
}

static HRESULT take_disk(struct spaces *s, IWbemClassObject *object)
{
	struct win_member *m;
	char id[32];
	char size[32];
	unsigned health = HEALTH_LEFT;

	if (s->count++ >= s->cap)
		return S_OK;
	m = &s->out[s->count - 1];
	if (!text_of(object, L"DeviceId", id, sizeof id))
		return E_INVALIDARG;
	snprintf(m->name, sizeof m->name, "PhysicalDrive%s", id);
	text_of(object, L"FriendlyName", m->disk.model, sizeof m->disk.model);
	text_of(object, L"SerialNumber", m->disk.serial, sizeof m->disk.serial);
	if (text_of(object, L"Size", size, sizeof size))
		m->disk.size = strtoull(size, NULL, 10);
	number_of(object, L"BusType", &m->disk.bus);
	number_of(object, L"HealthStatus", &health);
	m->failed = health == HEALTH_GOOD + 2;
	return S_OK;
}

static HRESULT take_space(struct spaces *s, IWbemClassObject *object)
{
	unsigned health = HEALTH_LEFT;

	number_of(object, L"HealthStatus", &health);
	s->failed = s->failed || (health != HEALTH_GOOD && health != HEALTH_LEFT);
	return each_behind(s, object, L"MSFT_PhysicalDisk", take_disk);
}

static HRESULT take_number(struct spaces *s, IWbemClassObject *object)
{
	return each_behind(s, object, L"MSFT_VirtualDisk", take_space);
}

long spaces_disks(unsigned number, struct win_member *out, size_t cap, size_t *count, bool *failed)
{
	struct spaces s = {.out = out, .cap = cap};
	wchar_t query[64];
	HRESULT begun = CoInitializeEx(NULL, COINIT_MULTITHREADED);
	HRESULT rc = connect_to(&s.services);

	if (SUCCEEDED(rc)) {
		swprintf(query, sizeof query / sizeof query[0],
			L"SELECT * FROM MSFT_Disk WHERE Number = %u", number);
		rc = each(&s, query, take_number);
		IWbemServices_Release(s.services);
	}
	if (SUCCEEDED(begun))
		CoUninitialize();
	if (FAILED(rc))
		return (long)rc;
	*count = s.count;
	*failed = s.failed;
	return 0;
}
