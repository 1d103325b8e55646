/* SPDX-License-Identifier: MIT */
#include "tags/regex.h"

#include <stdlib.h>
#include <string.h>

#include "lib/lib_pcre2.h"

/* Steps a match may take from one start: PCRE2 counts them anew for each. */
#define MATCH_LIMIT 1000000u
#define LINE_LIMIT  10000000u /* from all starts of a line that need more than a few */
#define FEW_STEPS   256u
#define LONG_LINE   10000  /* from this length on, characters passed in one step count, too */
#define HEAP_LIMIT  16384u /* KiB */

/* Used by one thread at a time. */
struct spare {
	pcre2_match_data *data;
	pcre2_match_context *context;
};

struct regex_set {
	const struct lib_pcre2 *lib;
	pcre2_code **codes;
	bool *once; /* by code: it may match at the start of the search or nowhere */
	size_t count;
	struct spare *spare; /* NULL while a thread matches with it */
};

static enum err_code compile_one(const struct lib_pcre2 *lib, const struct tag_set *set, size_t i,
	pcre2_code **out, struct err *err)
{
	/* \C would match parts of characters, and the search would continue inside one. */
	uint32_t flags = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_NEVER_BACKSLASH_C |
			 PCRE2_USE_OFFSET_LIMIT | (set->fold ? PCRE2_CASELESS : 0);
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

/* "^Tag", and ".*Tag", which PCRE2 tries only there. */
static bool has_one_start(const char *pattern)
{
	const char *first = pattern + strspn(pattern, "(?:");

	return *first == '^' || strncmp(first, ".*", 2) == 0 || strncmp(first, "\\A", 2) == 0 ||
	       strstr(pattern, "\\G") != NULL;
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
	r->once = calloc(set->count, sizeof *r->once);
	if (r->codes == NULL || r->once == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < set->count && rc == ERR_OK; i++) {
		rc = compile_one(r->lib, set, i, &r->codes[i], err);
		r->count = i + 1;
		r->once[i] = has_one_start(set->tags[i].text);
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
	for (i = 0; i < r->count && r->codes != NULL; i++)
		r->lib->pcre2_code_free(r->codes[i]);
	spare_free(r->lib, r->spare);
	free(r->codes);
	free(r->once);
	free(r);
}

/* Matches from the starts in [from, to], each with at most limit steps. end: of what a match may
 * look at; PCRE2_ERROR_PARTIAL: the line goes on, and the match would, too. */
static int match_from(const struct regex_set *r, const struct spare *s, size_t tag,
	struct span line, size_t from, size_t to, size_t end, uint32_t limit)
{
	uint32_t flags = PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY;

	if (end < line.len)
		flags |= PCRE2_PARTIAL_HARD;
	r->lib->pcre2_set_match_limit(s->context, limit);
	r->lib->pcre2_set_offset_limit(s->context, to);
	return r->lib->pcre2_match(r->codes[tag], line.len != 0 ? line.ptr : (PCRE2_SPTR) "", end,
		from, flags, s->data, s->context);
}

/* The first place at or after at, or the end, where a character begins. */
static size_t char_start(struct span line, size_t at)
{
	while (at < line.len && (line.ptr[at] & 0xC0) == 0x80)
		at++;
	return at < line.len ? at : line.len;
}

/* Few steps are enough for most starts. The others, found in groups of starts, get more, which
 * count for the whole line. */
static int match_in_groups(const struct regex_set *r, const struct spare *s, size_t tag,
	struct span line, size_t from, uint32_t few, uint32_t *effort)
{
	bool cut = line.len >= LONG_LINE;
	uint32_t limit = few;
	size_t group = cut ? few : 1;

	while (from <= line.len) {
		size_t end = cut && limit < MATCH_LIMIT ? char_start(line, from + group + limit)
							: line.len;
		int rc = match_from(r, s, tag, line, from, from + group - 1, end, limit);

		if (rc == PCRE2_ERROR_NOMATCH) {
			from += group;
			from = from < line.len ? char_start(line, from) : from;
			group *= cut && group >= few ? 1 : 2;
			limit = few;
		} else if (rc != PCRE2_ERROR_MATCHLIMIT && rc != PCRE2_ERROR_PARTIAL) {
			return rc;
		} else if (group > 1) {
			group = 1;
		} else {
			*effort += limit;
			if (limit == MATCH_LIMIT || *effort >= LINE_LIMIT)
				return PCRE2_ERROR_MATCHLIMIT;
			limit = limit < MATCH_LIMIT / 8 ? limit * 8 : MATCH_LIMIT;
		}
	}
	return PCRE2_ERROR_NOMATCH;
}

static int match_line(const struct regex_set *r, const struct spare *s, size_t tag,
	struct span line, size_t from, uint32_t *effort)
{
	uint32_t few = MATCH_LIMIT;
	int rc = PCRE2_ERROR_MATCHLIMIT;

	if (!r->once[tag] && line.len > LINE_LIMIT / MATCH_LIMIT)
		few = line.len < LINE_LIMIT / FEW_STEPS ? (uint32_t)(LINE_LIMIT / line.len)
							: FEW_STEPS;
	if (few == MATCH_LIMIT || line.len < LONG_LINE)
		rc = match_from(r, s, tag, line, from, line.len, line.len, few);
	return rc != PCRE2_ERROR_MATCHLIMIT || few == MATCH_LIMIT
		       ? rc
		       : match_in_groups(r, s, tag, line, from, few, effort);
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
