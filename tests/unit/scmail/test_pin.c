/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/digest.h"
#include "message/base64.h"
#include "tls/pin.h"

static void both_forms_and_nothing_else(void **state)
{
	char hex[65];
	char colons[97];
	size_t i;

	(void)state;
	memset(hex, 'a', 64);
	hex[64] = '\0';
	assert_true(pin_ok(hex));
	for (i = 0; i < 32; i++)
		snprintf(colons + 3 * i, 4, "%02zX%s", i, i < 31 ? ":" : "");
	assert_true(pin_ok(colons));
	assert_true(pin_ok("sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="));
	assert_false(pin_ok("sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="));
	assert_false(pin_ok("sha256//"));
	assert_false(pin_ok(""));
	hex[63] = '\0';
	assert_false(pin_ok(hex));
	hex[63] = 'g';
	assert_false(pin_ok(hex));
	strcat(colons, ":");
	assert_false(pin_ok(colons));
}

/* A certificate of the smallest parts (RFC 5280, section 4.1); with a version or, as the first
 * ones, without. */
static void key_of(bool versioned)
{
	static const uint8_t version[] = {0xA0, 3, 2, 1, 2};
	static const uint8_t rest[] = {2, 1, 9, 0x30, 0, 0x30, 0, 0x30, 1, 5, 0x30, 0};
	static const uint8_t key[] = {0x30, 4, 3, 2, 0, 7};
	uint8_t der[64 + BASE64_SLACK] = {0x30, 0, 0x30, 0};
	uint8_t sum[SHA256_LEN + BASE64_SLACK] = {0};
	uint8_t text[128];
	char fingerprint[SHA256_HEX_LEN];
	char pem[256];
	char want[PIN_TEXT];
	char got[PIN_TEXT];
	size_t len = 4;

	if (versioned) {
		memcpy(der + len, version, sizeof version);
		len += sizeof version;
	}
	memcpy(der + len, rest, sizeof rest);
	len += sizeof rest;
	memcpy(der + len, key, sizeof key);
	len += sizeof key;
	der[1] = (uint8_t)(len - 2);
	der[3] = (uint8_t)(len - 4);
	sha256_hex(span_of(der, len), fingerprint);
	snprintf(pem, sizeof pem, "-----BEGIN CERTIFICATE-----\n%.*s\n-----END CERTIFICATE-----\n",
		(int)base64_word(der, len, text), (const char *)text);
	sha256_of(span_of(key, sizeof key), sum);
	snprintf(want, sizeof want, "sha256//%.*s", (int)base64_word(sum, SHA256_LEN, text),
		(const char *)text);
	assert_true(pin_of_certificate(fingerprint, span_of(pem, strlen(pem)), got));
	assert_string_equal(got, want);
	fingerprint[5] ^= 1;
	assert_false(pin_of_certificate(fingerprint, span_of(pem, strlen(pem)), got));
	fingerprint[5] ^= 1;
	assert_false(pin_of_certificate(fingerprint, span_of(pem, 40), got));
	assert_false(pin_of_certificate(fingerprint, span_of(NULL, 0), got));
}

static void the_key_of_the_certificate_with_that_fingerprint(void **state)
{
	(void)state;
	key_of(true);
	key_of(false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_forms_and_nothing_else),
		cmocka_unit_test(the_key_of_the_certificate_with_that_fingerprint),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
