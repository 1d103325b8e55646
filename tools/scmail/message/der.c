/* SPDX-License-Identifier: MIT */
#include "message/der.h"

#include <stdio.h>
#include <string.h>

#include <nettle/base64.h>

bool der_take(struct span *in, uint8_t tag, struct span *value)
{
	size_t len;
	size_t head = 2;

	if (in->len < 2 || in->ptr[0] != tag)
		return false;
	len = in->ptr[1];
	if (len == 0x81 && in->len > 2) {
		len = in->ptr[2];
		head = 3;
	} else if (len == 0x82 && in->len > 3) {
		len = (size_t)in->ptr[2] << 8 | in->ptr[3];
		head = 4;
	} else if (len > 0x7F) {
		return false;
	}
	return span_slice(*in, head, len, value) && span_from(*in, head + len, in);
}

bool pem_part(struct span file, const char *label, struct span *out)
{
	char begin[64];
	size_t at;
	size_t end;
	int n = snprintf(begin, sizeof begin, "-----BEGIN %s-----", label);

	at = span_find(file, 0, begin, (size_t)n);
	if (at == SIZE_MAX)
		return false;
	at += (size_t)n;
	end = span_find(file, at, "-----END", 8);
	return end != SIZE_MAX && span_slice(file, at, end - at, out);
}

enum err_code pem_decode(struct span text, struct blob *out, struct err *err)
{
	struct base64_decode_ctx ctx;
	size_t len = BASE64_DECODE_LENGTH(text.len);
	enum err_code rc = blob_alloc(len + 1, out, err);

	if (rc != ERR_OK)
		return rc;
	base64_decode_init(&ctx);
	if (base64_decode_update(&ctx, &len, out->ptr, text.len, (const char *)text.ptr) &&
		base64_decode_final(&ctx)) {
		out->len = len;
		return ERR_OK;
	}
	blob_free(out);
	return err_set(err, ERR_FORMAT, "no base64");
}
