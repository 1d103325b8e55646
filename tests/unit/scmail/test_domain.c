/* SPDX-License-Identifier: MIT */
/* One table for every system: the same bytes from the Linux and the Windows build. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "message/domain.h"

static const struct {
	const char *domain;
	const char *ascii; /* NULL: none */
} table[] = {
	{"example.com", "example.com"},
	{"EXAMPLE.Com", "example.com"},
	{"M\xC3\x9CNCHEN.de", "xn--mnchen-3ya.de"},
	{"m\xC3\xBCnchen.de", "xn--mnchen-3ya.de"},
	{"mu\xCC\x88nchen.de", "xn--mnchen-3ya.de"}, /* decomposed */
	{"MU\xCC\x88NCHEN.DE", "xn--mnchen-3ya.de"}, /* the same in capitals */
	{"stra\xC3\x9F"
	 "e.de",
		"xn--strae-oqa.de"}, /* sharp s is a letter of its own */
	{"STRA\xE1\xBA\x9E"
	 "E.de",
		"strasse.de"}, /* capital sharp s, as mapped up to Unicode 15.0 */
	{"\xCE\xB2\xCF\x8C\xCE\xBB\xCE\xBF\xCF\x82.gr", "xn--nxasmm1c.gr"}, /* final sigma */
	{"\xCE\xB2\xCF\x8C\xCE\xBB\xCE\xBF\xCF\x83.gr", "xn--nxasmq6b.gr"},
	/* Sinhala with ZERO WIDTH JOINER after a virama (RFC 5892, appendix A.2) */
	{"\xE0\xB7\x81\xE0\xB7\x8A\xE2\x80\x8D\xE0\xB6\xBB\xE0\xB7\x93.lk", "xn--10cl1a0b660p.lk"},
	{"a\xE2\x80\x8D"
	 "b.com",
		NULL},                              /* and where it joins nothing */
	{"\xEF\xBD\x81\xEF\xBC\xA2.com", "ab.com"}, /* full-width letters */
	{"\xE4\xB8\xAD\xE6\x96\x87\xE3\x80\x82test",
		"xn--fiq228c.test"}, /* ideographic full stop */
	{"\xE4\xB8\xAD\xE6\x96\x87\xEF\xBC\x8Etest", "xn--fiq228c.test"}, /* full-width full stop */
	{"xn--mnchen-3ya.de", "xn--mnchen-3ya.de"},
	{"xn--mnchen-psa.de", NULL}, /* of a capital letter: no label of IDNA 2008 */
	{"a_b.com", "a_b.com"},
	{"-a.com", NULL},
	{"a..b", NULL},
	{"", NULL},
	{"a b.com", NULL},
	{"a/b.com", NULL},
	{"\xF0\x9F\x98\x80\xE2\x80\xAE.com", NULL}, /* a bidi control */
	{"\xFF.com", NULL},
};

static void every_system_agrees(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct buf b;
		struct err err;
		enum err_code rc;

		buf_init(&b, 0);
		rc = domain_ascii(table[i].domain, &b, &err);
		buf_add_u8(&b, 0);
		if (table[i].ascii == NULL && rc == ERR_OK)
			fail_msg("%s: taken, as %s", table[i].domain, (char *)b.ptr);
		if (table[i].ascii != NULL && rc != ERR_OK)
			fail_msg("%s: %s", table[i].domain, err.text);
		if (table[i].ascii != NULL)
			assert_string_equal((char *)b.ptr, table[i].ascii);
		buf_free(&b);
	}
}

/* The name in ASCII, or "" when it is none. */
static void ascii_of(const char *domain, char out[300])
{
	struct buf b;
	struct err err;

	buf_init(&b, 0);
	if (domain_ascii(domain, &b, &err) == ERR_OK)
		buf_add_u8(&b, 0);
	snprintf(out, 300, "%s", b.len > 0 ? (char *)b.ptr : "");
	buf_free(&b);
}

/* Plain names take a short way; with a label in front that libidn2 has to read they cannot. */
static void short_way_agrees_with_libidn2(void **state)
{
	static const char signs[] = "abzAZ09xn---_...";
	static const char front[] = "xn--fiq228c.";
	uint32_t random = 1;
	size_t good = 0;
	unsigned round;

	(void)state;
	for (round = 0; round < 20000; round++) {
		char name[128] = "";
		char longer[160];
		char one[300];
		char two[300];
		size_t len = round % 12 + (round % 50 == 0 ? 60 : 0);
		size_t i;

		for (i = 0; i < len; i++) {
			random = random * 1664525U + 1013904223U;
			name[i] = signs[(random >> 16) % (sizeof signs - 1)];
		}
		snprintf(longer, sizeof longer, "%s%s", front, name);
		ascii_of(name, one);
		ascii_of(longer, two);
		if (strcmp(one, two[0] != '\0' ? two + strlen(front) : "") != 0)
			fail_msg("%s: '%s', libidn2 has '%s'", name, one, two);
		good += one[0] != '\0';
	}
	assert_true(good > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(every_system_agrees),
		cmocka_unit_test(short_way_agrees_with_libidn2)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
