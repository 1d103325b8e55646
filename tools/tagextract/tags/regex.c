/* SPDX-License-Identifier: MIT */
#include "tags/regex.h"

#include <stdlib.h>
#include <string.h>

#include "lib/lib_pcre2.h"

#define FEW_STEPS  1000u     /* from one start of a short line: enough for most */
#define SHORT_LINE 256       /* bytes */
#define LINE_LIMIT 10000000u /* bytes that are passed in one line, by all matches and attempts */
#define HEAP_LIMIT 16384u    /* KiB */

/* Used by one thread at a time. */
struct spare {
	pcre2_match_data *data;
	pcre2_match_context *context;
};

struct pattern {
	pcre2_code *plain;
	pcre2_code *counting; /* slower: counts the bytes that it passes */
};

struct regex_set {
	const struct lib_pcre2 *lib;
	struct pattern *patterns;
	size_t count;
	struct spare *spare; /* NULL while a thread matches with it */
};

static enum err_code compile_one(const struct lib_pcre2 *lib, const struct tag_set *set, size_t i,
	uint32_t more, pcre2_code **out, struct err *err)
{
	/* \C would match parts of characters, and the search would continue inside one. */
	uint32_t flags = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C |
			 (set->fold ? PCRE2_CASELESS : 0) | more;
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
	r->patterns = calloc(set->count, sizeof *r->patterns);
	if (r->patterns == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < set->count && rc == ERR_OK; i++) {
		r->count = i + 1;
		rc = compile_one(r->lib, set, i, 0, &r->patterns[i].plain, err);
		if (rc == ERR_OK)
			rc = compile_one(
				r->lib, set, i, PCRE2_AUTO_CALLOUT, &r->patterns[i].counting, err);
	}
	if (rc != ERR_OK) {
		regex_close(r);
		return rc;
	}
	*out = r;
	return ERR_OK;
}

static void spare_free(const struct lib_pcre2 *lib, struct spare *s)
{
	if (s == NULL)
		return;
	lib->pcre2_match_data_free(s->data);
	lib->pcre2_match_context_free(s->context);
	free(s);
}

static struct spare *spare_new(const struct lib_pcre2 *lib)
{
	struct spare *s = calloc(1, sizeof *s);

	if (s == NULL)
		return NULL;
	s->data = lib->pcre2_match_data_create(1, NULL);
	s->context = lib->pcre2_match_context_create(NULL);
	if (s->data == NULL || s->context == NULL) {
		spare_free(lib, s);
		return NULL;
	}
	lib->pcre2_set_heap_limit(s->context, HEAP_LIMIT);
	return s;
}

void regex_close(struct regex_set *r)
{
	size_t i;

	if (r == NULL)
		return;
	for (i = 0; i < r->count && r->patterns != NULL; i++) {
		r->lib->pcre2_code_free(r->patterns[i].plain);
		r->lib->pcre2_code_free(r->patterns[i].counting);
	}
	spare_free(r->lib, r->spare);
	free(r->patterns);
	free(r);
}

struct passed {
	uint32_t *sum;
	size_t at;
};

/* Called before each item of a pattern. The way to the next start is not counted. */
static int count_passed(pcre2_callout_block *b, void *user)
{
	struct passed *p = user;
	size_t at = b->current_position;
	size_t way = at > p->at ? at - p->at : p->at - at;

	p->at = at;
	*p->sum += 1;
	if (b->pattern_position != 0)
		*p->sum += way < LINE_LIMIT ? (uint32_t)way : LINE_LIMIT;
	return *p->sum < LINE_LIMIT ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

static int match_line(const struct regex_set *r, const struct spare *s, size_t tag,
	struct span line, size_t from, uint32_t *effort)
{
	const uint32_t flags = PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY;
	PCRE2_SPTR text = line.len != 0 ? line.ptr : (PCRE2_SPTR) "";
	struct passed passed = {effort, from};
	int rc = PCRE2_ERROR_MATCHLIMIT;

	if (line.len <= SHORT_LINE) {
		r->lib->pcre2_set_callout(s->context, NULL, NULL);
		r->lib->pcre2_set_match_limit(s->context, FEW_STEPS);
		rc = r->lib->pcre2_match(
			r->patterns[tag].plain, text, line.len, from, flags, s->data, s->context);
	}
	if (rc != PCRE2_ERROR_MATCHLIMIT)
		return rc;
	r->lib->pcre2_set_callout(s->context, count_passed, &passed);
	r->lib->pcre2_set_match_limit(s->context, LINE_LIMIT);
	return r->lib->pcre2_match(
		r->patterns[tag].counting, text, line.len, from, flags, s->data, s->context);
}

static size_t next_match(
	void *user, size_t tag, struct span line, size_t from, size_t *len, uint32_t *effort)
{
	struct regex_set *r = user;
	struct spare *spare;
	size_t found = SIZE_MAX;
	int rc;

	if (from > line.len)
		return SIZE_MAX;
	spare = __atomic_exchange_n(&r->spare, NULL, __ATOMIC_ACQUIRE);
	if (spare == NULL)
		spare = spare_new(r->lib);
	if (spare == NULL)
		return SCAN_NO_MEMORY;
	rc = match_line(r, spare, tag, line, from, effort);
	if (rc >= 0) {
		const PCRE2_SIZE *place = r->lib->pcre2_get_ovector_pointer(spare->data);

		found = place[0];
		*len = place[1] > place[0] ? place[1] - place[0] : 0;
	} else if (rc != PCRE2_ERROR_NOMATCH) {
		found = rc == PCRE2_ERROR_NOMEMORY ? SCAN_NO_MEMORY : SCAN_GIVEN_UP;
	}
	/* Creating it costs more than most matches. */
	spare = __atomic_exchange_n(&r->spare, spare, __ATOMIC_ACQ_REL);
	spare_free(r->lib, spare);
	return found;
}

struct scan_matcher regex_matcher(struct regex_set *r)
{
	return (struct scan_matcher){next_match, r};
}
