/* SPDX-License-Identifier: MIT */
#include "tls/pin.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/digest.h"
#include "biosbelt/tr.h"
#include "message/base64.h"
#include "message/der.h"

static const char key_mark[] = "sha256//";

static int hex_value(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c != '\0' ? strchr(digits, c >= 'A' && c <= 'F' ? c | 0x20 : c) : NULL;

	return at != NULL ? (int)(at - digits) : -1;
}

static bool read_fingerprint(const char *text, uint8_t out[SHA256_LEN])
{
	size_t i;

	for (i = 0; i < SHA256_LEN; i++) {
		int high;
		int low;

		text += i > 0 && *text == ':';
		high = hex_value(*text);
		low = high >= 0 ? hex_value(text[1]) : -1;
		if (low < 0)
			return false;
		out[i] = (uint8_t)(high << 4 | low);
		text += 2;
	}
	return *text == '\0';
}

static bool is_key(const char *pin)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t mark = sizeof key_mark - 1;

	return strncmp(pin, key_mark, mark) == 0 && strspn(pin + mark, digits) == 43 &&
	       strcmp(pin + mark + 43, "=") == 0;
}

bool pin_ok(const char *pin)
{
	uint8_t sum[SHA256_LEN];

	return is_key(pin) || read_fingerprint(pin, sum);
}

/* SubjectPublicKeyInfo of a certificate (RFC 5280, section 4.1), including its header. */
static bool public_key_of(struct span cert, struct span *key)
{
	/* serial number, algorithm, issuer, validity, subject */
	static const uint8_t before[] = {
		DER_INTEGER, DER_SEQUENCE, DER_SEQUENCE, DER_SEQUENCE, DER_SEQUENCE};
	struct span all;
	struct span body;
	struct span value;
	struct span start;
	size_t i;

	if (!der_take(&cert, DER_SEQUENCE, &all) || !der_take(&all, DER_SEQUENCE, &body))
		return false;
	(void)der_take(&body, DER_FIRST, &value); /* the version; absent in version 1 */
	for (i = 0; i < sizeof before; i++)
		if (!der_take(&body, before[i], &value))
			return false;
	start = body;
	return der_take(&body, DER_SEQUENCE, &value) &&
	       span_slice(start, 0, start.len - body.len, key);
}

bool pin_of_certificate(const char *fingerprint, struct span pem, char out[PIN_TEXT])
{
	uint8_t want[SHA256_LEN];
	uint8_t sum[SHA256_LEN + BASE64_SLACK] = {0};
	uint8_t text[PIN_TEXT];
	struct span part;
	struct span key;
	struct blob der = {NULL, 0};
	struct err ignored;
	bool good = read_fingerprint(fingerprint, want) && pem_part(pem, "CERTIFICATE", &part) &&
		    pem_decode(part, &der, &ignored) == ERR_OK;

	if (good) {
		sha256_of(blob_span(der), sum);
		good = memcmp(sum, want, SHA256_LEN) == 0 && public_key_of(blob_span(der), &key);
	}
	if (good) {
		sha256_of(key, sum);
		snprintf(out, PIN_TEXT, "%s%.*s", key_mark, (int)base64_word(sum, SHA256_LEN, text),
			(const char *)text);
	}
	blob_free(&der);
	return good;
}

/* The server's own certificate, of those that it sent. */
static struct span shown(CURL *curl)
{
	static const char name[] = "Cert:";
	struct curl_certinfo *info = NULL;
	struct curl_slist *line;

	if (curl_easy_getinfo(curl, CURLINFO_CERTINFO, &info) != CURLE_OK || info == NULL ||
		info->num_of_certs < 1)
		return (struct span){NULL, 0};
	for (line = info->certinfo[0]; line != NULL; line = line->next)
		if (strncmp(line->data, name, sizeof name - 1) == 0)
			return span_of(line->data + sizeof name - 1,
				strlen(line->data) - (sizeof name - 1));
	return (struct span){NULL, 0};
}

static CURLcode ask(CURL *curl, const char *fingerprint, char key[PIN_TEXT], char *error)
{
	CURL *probe = curl_easy_duphandle(curl);
	CURLcode rc;

	if (probe == NULL)
		return CURLE_OUT_OF_MEMORY;
	curl_easy_setopt(probe, CURLOPT_USERNAME, NULL);
	curl_easy_setopt(probe, CURLOPT_PASSWORD, NULL);
	curl_easy_setopt(probe, CURLOPT_XOAUTH2_BEARER, NULL);
	curl_easy_setopt(probe, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(probe, CURLOPT_CERTINFO, 1L);
	rc = curl_easy_perform(probe);
	if (rc == CURLE_OK && !pin_of_certificate(fingerprint, shown(probe), key)) {
		snprintf(error, CURL_ERROR_SIZE, "%s",
			N_("the server's certificate has another fingerprint"));
		rc = CURLE_SSL_PINNEDPUBKEYNOTMATCH;
	}
	curl_easy_cleanup(probe);
	return rc;
}

CURLcode pin_set(CURL *curl, const char *pin, char *error)
{
	char key[PIN_TEXT];
	CURLcode rc = CURLE_OK;

	if (is_key(pin))
		snprintf(key, sizeof key, "%s", pin);
	else
		rc = ask(curl, pin, key, error);
	return rc == CURLE_OK ? curl_easy_setopt(curl, CURLOPT_PINNEDPUBLICKEY, key) : rc;
}
