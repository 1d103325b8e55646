/* SPDX-License-Identifier: MIT */
/* Finds an encoding that a converted text still declares: in XML, HTML, .po, .rc and the like. */
#include "parts.h"

#define PART ((size_t)8192) /* bytes of its start that are searched */

/* Equal, or one contains the other. */
static bool is_kin(enum text_enc a, enum text_enc b)
{
	static const enum text_enc kin[][2] = {{TEXT_GBK, TEXT_GB18030}, {TEXT_CP950, TEXT_BIG5},
		{TEXT_ISO_8859_1, TEXT_WINDOWS_1252}, {TEXT_ISO_8859_9, TEXT_WINDOWS_1254},
		{TEXT_ISO_8859_11, TEXT_WINDOWS_874}};

	if (a == b || (text_enc_unit(a) > 1 && text_enc_unit(a) == text_enc_unit(b)))
		return true;
	for (size_t i = 0; i < sizeof(kin) / sizeof(kin[0]); i++) {
		if ((a == kin[i][0] && b == kin[i][1]) || (a == kin[i][1] && b == kin[i][0]))
			return true;
	}
	return false;
}

/* ASCII alone is the same in all encodings that have it. */
static bool is_plain(struct span in, const struct txt_result *r, enum text_enc claim)
{
	return text_enc_ascii(r->from) && text_enc_ascii(r->to) && text_enc_ascii(claim) &&
	       text_ascii_len(in) == in.len;
}

enum err_code note_claim(struct span in, struct txt_result *r, struct err *err)
{
	enum text_enc claim;
	enum err_code rc = ERR_OK;
	struct buf head;
	uint64_t bad;

	if (text_enc_ascii(r->from)) {
		claim = text_find_declared(in);
	} else {
		buf_init(&head, 0);
		rc = text_to_utf8(
			r->from, span_of(in.ptr, in.len < PART ? in.len : PART), &head, &bad, err);
		claim = text_find_declared(span_of(head.ptr, head.len));
		buf_free(&head);
	}
	if (rc == ERR_OK && claim != TEXT_NONE && !is_kin(claim, r->to) && !is_plain(in, r, claim))
		r->claim = claim;
	return rc;
}
