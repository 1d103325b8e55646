/* SPDX-License-Identifier: MIT */
/*
 * The firmware corpus, when it is there: every find of expected.json by its hash, nothing else,
 * and damage reported for every dmg- image. Folder: $BIOSBELT_CORPUS, else a default beside the
 * tree.
 */
#include "test.h"

#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "bytgvs.h"

#define WANT_MAX  16
#define IMAGE_MAX ((size_t)64 << 20)

struct want {
	char kind[8];
	char version[32];
	char sha256[SHA256_HEX_LEN];
	char stored[SHA256_HEX_LEN];
	bool duplicate;
};

static char folder[1024];
static unsigned images;
static unsigned finds;

/* The value of "key": "value" or "key": value on a line; false when it is another key. */
static bool value_of(const char *line, const char *key, char *out, size_t cap)
{
	char quoted[40];
	const char *at;
	size_t n = 0;

	(void)snprintf(quoted, sizeof quoted, "\"%s\":", key);
	at = strstr(line, quoted);
	if (at == NULL)
		return false;
	for (at += strlen(quoted); *at == ' ' || *at == '"'; at++)
		continue;
	while (n + 1 < cap && *at != '\0' && strchr("\",\n\r", *at) == NULL)
		out[n++] = *at++;
	out[n] = '\0';
	return true;
}

static void read_line(const char *line, struct want *w)
{
	char text[8];

	(void)value_of(line, "kind", w->kind, sizeof w->kind);
	(void)value_of(line, "version", w->version, sizeof w->version);
	(void)value_of(line, "sha256", w->sha256, sizeof w->sha256);
	(void)value_of(line, "container_sha256", w->stored, sizeof w->stored);
	if (value_of(line, "duplicate", text, sizeof text))
		w->duplicate = true;
}

static struct blob unxz(struct blob packed)
{
	struct blob out;
	struct err err;
	uint64_t memlimit = UINT64_MAX;
	size_t in = 0;
	size_t pos = 0;

	assert_int_equal(blob_alloc(IMAGE_MAX, &out, &err), ERR_OK);
	assert_int_equal(lzma_stream_buffer_decode(&memlimit, 0, NULL, packed.ptr, &in, packed.len,
				 out.ptr, &pos, out.len),
		LZMA_OK);
	out.len = pos;
	blob_free(&packed);
	return out;
}

static struct blob load(const char *name)
{
	char path[1200];
	struct file_info info;
	struct blob b;
	struct err err;

	(void)snprintf(path, sizeof path, "%s/%s.xz", folder, name);
	assert_int_equal(file_info(path, false, &info, &err), ERR_OK);
	if (info.type == FILE_REGULAR) {
		assert_int_equal(file_read(path, IMAGE_MAX, &b, &err), ERR_OK);
		return unxz(b);
	}
	(void)snprintf(path, sizeof path, "%s/%s", folder, name);
	assert_int_equal(file_read(path, IMAGE_MAX, &b, &err), ERR_OK);
	return b;
}

static bool matches(const struct find *f, const struct want *w)
{
	return strcmp(find_kind_name(f->kind), w->kind) == 0 && strcmp(f->sha256, w->sha256) == 0 &&
	       (w->stored[0] == '\0' || strcmp(f->stored_sha256, w->stored) == 0) &&
	       (f->kind != FIND_GOP || strcmp(f->gop.version, w->version) == 0) &&
	       (f->same_as != FIND_NONE) == w->duplicate;
}

static unsigned check(const char *name, const struct want *want, unsigned count)
{
	struct blob image = load(name);
	bool used[WANT_MAX] = {false};
	unsigned whole = 0;
	unsigned hits = 0;
	struct report r;
	struct err err;
	uint32_t i;
	unsigned k;

	assert_int_equal(bytgvs_scan(blob_span(image), 0, &r, &err), ERR_OK);
	for (i = 0; i < r.count; i++) {
		if (!r.finds[i].whole)
			continue;
		whole++;
		for (k = 0; k < count; k++)
			if (!used[k] && matches(&r.finds[i], &want[k])) {
				used[k] = true;
				hits++;
				break;
			}
	}
	images++;
	finds += hits;
	k = hits != count || whole != count ||
	    (strncmp(name, "dmg-", 4) == 0 && !report_damaged(&r));
	if (k != 0)
		print_error("%s: %u of %u finds, %u in all, damage %u\n", name, hits, count, whole,
			r.tree.damage_count);
	report_free(&r);
	blob_free(&image);
	return k;
}

/* expected.json is one key a line: "name": [ begins an image, { a find, ] or [] ends it. */
static unsigned check_all(char *text)
{
	struct want want[WANT_MAX] = {0};
	char name[128] = "";
	unsigned count = 0;
	unsigned bad = 0;
	char *line = strtok(text, "\n");

	for (; line != NULL; line = strtok(NULL, "\n")) {
		const char *open = strstr(line, "\": [");

		if (open != NULL && line[0] == ' ' && line[1] == '"') {
			(void)snprintf(name, sizeof name, "%.*s", (int)(open - line - 2), line + 2);
			count = 0;
			memset(want, 0, sizeof want);
		}
		if (strchr(line, '{') != NULL && name[0] != '\0') {
			assert_true(count < WANT_MAX);
			count++;
		}
		if (count > 0)
			read_line(line, &want[count - 1]);
		if (strchr(line, ']') != NULL && name[0] != '\0') {
			bad += check(name, want, count);
			name[0] = '\0';
		}
	}
	return bad;
}

static void every_image_gives_what_is_expected(void **state)
{
	const char *root = os_getenv("BIOSBELT_CORPUS");
	char path[1200];
	struct blob json;
	struct err err;

	(void)state;
	if (root == NULL || root[0] == '\0')
		root = os_getenv("BIOSBELT_CORPUS_DEFAULT");
	(void)snprintf(folder, sizeof folder, "%s/firmware", root != NULL ? root : ".");
	(void)snprintf(path, sizeof path, "%s/expected.json", folder);
	if (file_read(path, 1u << 20, &json, &err) != ERR_OK) {
		print_message("no corpus: 0 images\n");
		skip();
	}
	json.ptr[json.len - 1] = '\0'; /* the closing brace */
	assert_int_equal(check_all((char *)json.ptr), 0);
	print_message("%u images, %u finds\n", images, finds);
	assert_true(images >= 30);
	blob_free(&json);
}

int os_main(const struct os_args *args)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_image_gives_what_is_expected),
	};

	(void)args;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
