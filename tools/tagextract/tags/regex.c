/* SPDX-License-Identifier: MIT */
#include "tags/regex.h"

#include <stdlib.h>
#include <string.h>

#include "lib/lib_pcre2.h"

/* Steps a match may take on one line: about a tenth of a second. */
#define MATCH_LIMIT 1000000u
#define HEAP_LIMIT  16384u /* KiB */

struct regex_set {
	const struct lib_pcre2 *lib;
	pcre2_code **codes;
	size_t count;
	pcre2_match_context *context;
	pcre2_match_data *spare; /* NULL while a thread matches with it */
};

static enum err_code compile_one(const struct lib_pcre2 *lib, const struct tag_set *set, size_t i,
	pcre2_code **out, struct err *err)
{
	/* \C would match parts of characters, and the search would continue inside one. */
	uint32_t flags = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C |
			 (set->fold ? PCRE2_CASELESS : 0);
	PCRE2_SIZE at = 0;
	int number = 0;
	PCRE2_UCHAR words[128];

	*out = lib->pcre2_compile(
		(PCRE2_SPTR)set->tags[i].text, set->tags[i].len, flags, &number, &at, NULL);
	if (*out != NULL)
		return ERR_OK;
	lib->pcre2_get_error_message(number, words, sizeof words);
	if (number == PCRE2_ERROR_HEAP_FAILED)
		return err_set(err, ERR_NOMEM, "out of memory");
	return err_set(err, ERR_USAGE, "pattern '%s': %s at character %zu", set->tags[i].text,
		(const char *)words, (size_t)at);
}

enum err_code regex_open(const struct tag_set *set, struct regex_set **out, struct err *err)
{
	struct regex_set *r = calloc(1, sizeof *r);
	enum err_code rc;
	size_t i;

	if (r == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = lib_pcre2(&r->lib, err);
	if (rc != ERR_OK) {
		free(r);
		return rc;
	}
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
	r->codes = calloc(set->count, sizeof *r->codes);
	r->context = r->lib->pcre2_match_context_create(NULL);
	if (r->codes == NULL || r->context == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK) {
		r->lib->pcre2_set_match_limit(r->context, MATCH_LIMIT);
		r->lib->pcre2_set_heap_limit(r->context, HEAP_LIMIT);
	}
	for (i = 0; i < set->count && rc == ERR_OK; i++) {
		rc = compile_one(r->lib, set, i, &r->codes[i], err);
		r->count = i + 1;
	}
	if (rc != ERR_OK) {
		regex_close(r);
		return rc;
	}
	*out = r;
	return ERR_OK;
}

void regex_close(struct regex_set *r)
{
	size_t i;

	if (r == NULL)
		return;
	for (i = 0; i < r->count && r->codes != NULL; i++)
		r->lib->pcre2_code_free(r->codes[i]);
	r->lib->pcre2_match_data_free(r->spare);
	r->lib->pcre2_match_context_free(r->context);
	free(r->codes);
	free(r);
}

static size_t next_match(void *user, size_t tag, struct span line, size_t from, size_t *len)
{
	struct regex_set *r = user;
	pcre2_match_data *data;
	size_t found = SIZE_MAX;
	int rc;

	if (from > line.len)
		return SIZE_MAX;
	data = __atomic_exchange_n(&r->spare, NULL, __ATOMIC_ACQUIRE);
	if (data == NULL)
		data = r->lib->pcre2_match_data_create(1, NULL);
	if (data == NULL)
		return SCAN_NO_MEMORY;
	rc = r->lib->pcre2_match(r->codes[tag], line.len != 0 ? line.ptr : (PCRE2_SPTR) "",
		line.len, from, PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY, data, r->context);
	if (rc >= 0) {
		const PCRE2_SIZE *place = r->lib->pcre2_get_ovector_pointer(data);

		found = place[0];
		*len = place[1] > place[0] ? place[1] - place[0] : 0;
	} else if (rc != PCRE2_ERROR_NOMATCH) {
		found = rc == PCRE2_ERROR_NOMEMORY ? SCAN_NO_MEMORY : SCAN_GIVEN_UP;
	}
	/* Creating it costs more than most matches. */
	data = __atomic_exchange_n(&r->spare, data, __ATOMIC_ACQ_REL);
	r->lib->pcre2_match_data_free(data);
	return found;
}

struct scan_matcher regex_matcher(struct regex_set *r)
{
	return (struct scan_matcher){next_match, r};
}
