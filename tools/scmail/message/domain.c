/* SPDX-License-Identifier: MIT */
#include "message/domain.h"

#include <idn2.h>
#include <stdbool.h>
#include <string.h>

#define PLAIN_MAX 200 /* longest name handled without libidn2; far below its own limits */

/* Letters, digits and hyphens not at an end, 1 to 63 of them; '_' is common in host names. */
static bool label_ok(const char *label, size_t len)
{
	size_t i;

	if (len == 0 || len > DOMAIN_LABEL_MAX || label[0] == '-' || label[len - 1] == '-')
		return false;
	for (i = 0; i < len; i++) {
		char c = label[i];

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'))
			return false;
	}
	return true;
}

static bool labels_ok(const char *domain)
{
	size_t len;

	for (;; domain += len + 1) {
		len = strcspn(domain, ".");
		if (!label_ok(domain, len))
			return false;
		if (domain[len] == '\0')
			return true;
	}
}

/*
 * Writes a name of ASCII letters, digits, '_' and hyphens in lower case. False: libidn2 handles it,
 * such as labels with a prefix ("xn--") and invalid or long names.
 */
static bool plain_ascii(const char *domain, char out[PLAIN_MAX + 1])
{
	size_t label = 0;
	size_t i;

	for (i = 0; domain[i] != '\0'; i++) {
		char c = domain[i];

		if (i == PLAIN_MAX)
			return false;
		out[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
		if (c == '.')
			label = i + 1;
		else if (c == '-' && i == label + 3 && out[i - 1] == '-')
			return false;
	}
	out[i] = '\0';
	return labels_ok(out);
}

enum err_code domain_ascii(const char *domain, struct buf *out, struct err *err)
{
	char plain[PLAIN_MAX + 1];
	uint8_t *ascii = NULL;
	bool good;
	int rc;

	if (plain_ascii(domain, plain)) {
		buf_str(out, plain);
		return out->failed != ERR_OK ? err_set(err, out->failed, "out of memory") : ERR_OK;
	}
	rc = idn2_lookup_u8((const uint8_t *)domain, &ascii, IDN2_NONTRANSITIONAL);
	if (rc == IDN2_MALLOC)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (rc != IDN2_OK)
		return err_set(
			err, ERR_USAGE, "'%s' is not a domain: %s", domain, idn2_strerror(rc));
	good = strlen((const char *)ascii) <= DOMAIN_MAX && labels_ok((const char *)ascii);
	if (good)
		buf_str(out, (const char *)ascii);
	idn2_free(ascii);
	if (!good)
		return err_set(err, ERR_USAGE, "'%s' is not a domain", domain);
	return out->failed != ERR_OK ? err_set(err, out->failed, "out of memory") : ERR_OK;
}
