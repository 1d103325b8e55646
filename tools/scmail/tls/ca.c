/* SPDX-License-Identifier: MIT */
#include "tls/ca.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"

#define CA_MAX (4u << 20) /* the complete list of a system has 200 KB */

/* Debian, Arch, Alpine; Fedora and relatives; openSUSE; others, and BSD. */
static const char *const system_lists[] = {"/etc/ssl/certs/ca-certificates.crt",
	"/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"};

/* Reads the file here: on Windows libcurl takes names in the system's code page. */
static enum err_code set_file(CURL *curl, const char *name, struct err *err)
{
	struct blob text = {0};
	struct curl_blob blob = {.flags = CURL_BLOB_COPY};
	enum err_code rc = file_read_soon(name, CA_MAX, FILE_SOON_MS, &text, err);

	if (rc != ERR_OK)
		return rc;
	blob.data = text.ptr;
	blob.len = text.len;
	if (curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &blob) != CURLE_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	blob_free(&text);
	return rc;
}

static void set_system(CURL *curl)
{
	const curl_version_info_data *v = curl_version_info(CURLVERSION_NOW);
	const char *name = os_getenv("SSL_CERT_FILE");
	struct err ignored;

	if (v->cainfo != NULL || v->capath != NULL || v->ssl_version == NULL ||
		strstr(v->ssl_version, "Schannel") != NULL)
		return;
	if (name != NULL && set_file(curl, name, &ignored) == ERR_OK)
		return;
	for (size_t i = 0; i < sizeof system_lists / sizeof *system_lists; i++) {
		if (set_file(curl, system_lists[i], &ignored) == ERR_OK)
			return;
	}
	diag_note("this system keeps no list of certificates where others do; --ca names one");
}

enum err_code ca_set(CURL *curl, const char *name, struct err *err)
{
	if (name == NULL) {
		set_system(curl);
		return ERR_OK;
	}
	return set_file(curl, name, err) == ERR_OK ? ERR_OK : err_prefix(err, "--ca: %s", name);
}
