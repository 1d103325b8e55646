/* SPDX-License-Identifier: MIT */
/* A server's certificate, which has the fingerprint that is asked for: the pin of its key is one.
 */
#include <stdlib.h>
#include <string.h>

#include <nettle/base64.h>

#include "biosbelt/digest.h"
#include "tls/pin.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char head[] = "-----BEGIN CERTIFICATE-----\n";
	static const char tail[] = "\n-----END CERTIFICATE-----\n";
	size_t len = BASE64_ENCODE_RAW_LENGTH(size);
	char fingerprint[SHA256_HEX_LEN];
	char pin[PIN_TEXT];
	struct buf pem;
	char *text = malloc(len + 1);

	if (text == NULL)
		return 0;
	base64_encode_raw(text, size, data);
	sha256_hex(span_of(data, size), fingerprint);
	buf_init(&pem, 0);
	buf_str(&pem, head);
	buf_add(&pem, text, len);
	buf_str(&pem, tail);
	if (pin_of_certificate(fingerprint, span_of(pem.ptr, pem.len), pin) && !pin_ok(pin))
		abort();
	/* the bytes as the file itself */
	if (pin_of_certificate(fingerprint, span_of(data, size), pin))
		abort();
	buf_free(&pem);
	free(text);
	return 0;
}
