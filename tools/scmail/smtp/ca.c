/* SPDX-License-Identifier: MIT */
#include "smtp/ca.h"

#include "biosbelt/file.h"

#define CA_MAX (4u << 20) /* the whole list of a system has 200 KB */

/* Through our own reading of files: libcurl takes names in the system's code page on Windows. */
enum err_code ca_set(CURL *curl, const char *name, struct err *err)
{
	struct blob text = {0};
	struct curl_blob blob = {.flags = CURL_BLOB_COPY};
	enum err_code rc = file_read(name, CA_MAX, &text, err);

	if (rc != ERR_OK)
		return err_prefix(err, "--ca: %s", name);
	blob.data = text.ptr;
	blob.len = text.len;
	if (curl_easy_setopt(curl, CURLOPT_CAINFO_BLOB, &blob) != CURLE_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	blob_free(&text);
	return rc;
}
