/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <string.h>

#include "message/mimetype.h"

static const struct {
	const char *name;
	const char *head;
	bool whole;
	const char *type;
	const char *charset; /* NULL: none is stated */
} table[] = {
	{"a.log", "line\n", true, "text/plain", "us-ascii"},
	{"a.log", "\xE4\xBD\xA0\xE5\xA5\xBD\n", true, "text/plain", "utf-8"},
	/* what comes after the first bytes may be GBK */
	{"a.log", "line\n", false, "text/plain", NULL},
	{"a.log", "\xE4\xBD\xA0\xE5\xA5\xBD\n", false, "text/plain", NULL},
	{"a.csv", "a,b\n\xE4\xBD", false, "text/csv", NULL}, /* a character cut in two */
	{"a.csv", "a,b\n\xE4\xBD", true, "application/octet-stream", NULL},
	{"a.txt", "\xC4\xE3\xBA\xC3\n", true, "application/octet-stream", NULL}, /* GBK */
	{"a.txt", "a\x01", true, "application/octet-stream", NULL},
	{"a.txt", "", true, "application/octet-stream", NULL},
	{"README", "words\n", true, "text/plain", "us-ascii"},
	{"key.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----\n", true, "text/plain", "us-ascii"},
	{"a.txt", "%PDF-1.7", true, "application/pdf", NULL},
	{"a.zip", "PK\3\4", true, "application/zip", NULL},
	{"a.docx", "PK\3\4", true,
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document", NULL},
	{"a.bin", "PK\3\4", true, "application/zip", NULL},
	{"bios.rom", "text", true, "application/octet-stream", NULL},
};

static void bytes_and_name_decide(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof table / sizeof table[0]; i++) {
		const char *charset = "unset";
		const char *type = mimetype_of(table[i].name,
			span_of(table[i].head, strlen(table[i].head)), table[i].whole, &charset);

		assert_string_equal(type, table[i].type);
		if (table[i].charset == NULL)
			assert_null(charset);
		else
			assert_string_equal(charset, table[i].charset);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_and_name_decide)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
