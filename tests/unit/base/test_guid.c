/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "biosbelt/guid.h"

/* EFI_FIRMWARE_FILE_SYSTEM2_GUID as it lies in an image */
static const uint8_t ffs2[] = {0x78, 0xE5, 0x8C, 0x8C, 0x3D, 0x8A, 0x1C, 0x4F, 0x99, 0x35, 0x89,
	0x61, 0x85, 0xC3, 0x2D, 0xD3};

static void text_and_memory_agree(void **state)
{
	static const struct guid built = GUID_INIT(
		0x8C8CE578u, 0x8A3Du, 0x4F1Cu, 0x99, 0x35, 0x89, 0x61, 0x85, 0xC3, 0x2D, 0xD3);
	struct guid g;
	char text[GUID_TEXT_LEN];

	(void)state;
	assert_true(guid_at(span_of(ffs2, sizeof ffs2), 0, &g));
	guid_text(&g, text);
	assert_string_equal(text, "8C8CE578-8A3D-4F1C-9935-896185C32DD3");
	assert_true(guid_equal(&g, &built));
	assert_true(guid_is(span_of(ffs2, sizeof ffs2), 0, &built));
	assert_false(guid_is(span_of(ffs2, sizeof ffs2), 1, &built));
}

static void parse_is_strict(void **state)
{
	static const char *const bad[] = {"", "{", "8C8CE578-8A3D-4F1C-9935-896185C32DD",
		"8C8CE578-8A3D-4F1C-9935-896185C32DD3x", "{8C8CE578-8A3D-4F1C-9935-896185C32DD3",
		"8C8CE578+8A3D-4F1C-9935-896185C32DD3", "8C8CE5788A3D4F1C9935896185C32DD3",
		"GC8CE578-8A3D-4F1C-9935-896185C32DD3"};
	struct guid g;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(guid_parse(bad[i], &g));
	assert_true(guid_parse("{8c8ce578-8a3d-4f1c-9935-896185c32dd3}", &g));
	assert_memory_equal(g.b, ffs2, sizeof ffs2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_and_memory_agree),
		cmocka_unit_test(parse_is_strict),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
