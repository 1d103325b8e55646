/* SPDX-License-Identifier: MIT */
#include "tags/regex.h"

#include <stdlib.h>
#include <string.h>

#include "lib/lib_pcre2.h"

#define FEW_STEPS  1000u  /* from one start of a short line: enough for most */
#define LAST_STEPS 20u    /* from one start of the longest line */
#define SHORT_LINE 256    /* bytes */
#define HEAP_LIMIT 16384u /* KiB */

/* Bytes that are passed in one line, by all matches and attempts: some for each of its bytes. */
#define LIMIT_LEAST 10000000u
#define LIMIT_BYTE  200u
#define LIMIT_MOST  200000000u

/* What an item costs before the next one is reached: how often it has to repeat, and whether it
 * compares with a group. */
#define COST_GROUP 0x80000000u

/* Used by one thread at a time. */
struct spare {
	pcre2_match_data *data;
	pcre2_match_context *context;
};

struct pattern {
	pcre2_code *plain;
	pcre2_code *counting; /* slower: counts the bytes that it passes; NULL: too large */
	const char *text;
	uint32_t *costs; /* of the items, by their places in text */
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

/* Of "[ab]{60,}" 60; 0: none. */
static uint32_t least_repeats(const char *item, size_t len)
{
	uint32_t least = 0;
	size_t i, k;

	for (i = 1; i < len; i++) {
		uint32_t n = 0;

		if (item[i] != '{' || (i > 1 && item[i - 2] == '\\' && strchr("xo", item[i - 1])))
			continue;
		k = i + 1 + strspn(item + i + 1, " ");
		for (; k < len && item[k] >= '0' && item[k] <= '9' && n < 100000; k++)
			n = n * 10 + (uint32_t)(item[k] - '0');
		if (n > least)
			least = n;
	}
	return least;
}

static uint32_t item_cost(const char *item, size_t len)
{
	uint32_t least = item[0] != ')' ? least_repeats(item, len) : 0;

	if (len > 1 && item[0] == '\\' && strchr("123456789gk", item[1]))
		return COST_GROUP | least;
	return len > 4 && memcmp(item, "(?P=", 4) == 0 ? COST_GROUP | least : least;
}

static int note_cost(pcre2_callout_enumerate_block *b, void *user)
{
	const struct pattern *p = user;

	p->costs[b->pattern_position] =
		item_cost(p->text + b->pattern_position, b->next_item_length);
	return 0;
}

static enum err_code open_one(const struct lib_pcre2 *lib, const struct tag_set *set, size_t i,
	struct pattern *p, struct err *err)
{
	enum err_code rc = compile_one(lib, set, i, 0, &p->plain, err);

	if (rc != ERR_OK)
		return rc;
	p->text = set->tags[i].text;
	p->costs = calloc(set->tags[i].len + 1, sizeof *p->costs);
	if (p->costs == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = compile_one(lib, set, i, PCRE2_AUTO_CALLOUT, &p->counting, err);
	if (rc == ERR_OK)
		lib->pcre2_callout_enumerate(p->counting, note_cost, p);
	return rc == ERR_USAGE ? ERR_OK : rc;
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
		rc = open_one(r->lib, set, i, &r->patterns[i], err);
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
		free(r->patterns[i].costs);
	}
	spare_free(r->lib, r->spare);
	free(r->patterns);
	free(r);
}

struct passed {
	const uint32_t *costs;
	uint32_t *sum;
	uint32_t limit;
	size_t at;
};

static size_t longest_group(const pcre2_callout_block *b)
{
	size_t longest = 0;
	uint32_t i;

	for (i = 1; i < b->capture_top; i++) {
		size_t from = b->offset_vector[2 * i], to = b->offset_vector[2 * i + 1];

		if (from < to && to - from > longest)
			longest = to - from;
	}
	return longest;
}

/* What the next item passes, at most, before it fails. */
static size_t cost_ahead(const pcre2_callout_block *b, uint32_t cost)
{
	size_t rest = b->subject_length - b->current_position;
	size_t times = cost & ~COST_GROUP;
	size_t one = 1;

	if ((cost & COST_GROUP) != 0) {
		one = longest_group(b);
		times += times == 0;
	}
	return one == 0 || times < rest / one ? times * one : rest;
}

/* Called before each item of a pattern. The way to the next start is not counted. */
static int count_passed(pcre2_callout_block *b, void *user)
{
	struct passed *p = user;
	size_t at = b->current_position;
	size_t way = at > p->at ? at - p->at : p->at - at;

	p->at = at;
	if (b->pattern_position == 0)
		way = 0;
	way += 1 + cost_ahead(b, p->costs[b->pattern_position]);
	*p->sum += way < p->limit ? (uint32_t)way : p->limit;
	return *p->sum < p->limit ? 0 : PCRE2_ERROR_MATCHLIMIT;
}

static uint32_t line_limit(size_t len)
{
	return len < (LIMIT_MOST - LIMIT_LEAST) / LIMIT_BYTE
		       ? LIMIT_LEAST + LIMIT_BYTE * (uint32_t)len
		       : LIMIT_MOST;
}

static int match_line(const struct regex_set *r, const struct spare *s, size_t tag,
	struct span line, size_t from, uint32_t *effort)
{
	const uint32_t flags = PCRE2_NO_UTF_CHECK | PCRE2_NOTEMPTY;
	const struct pattern *p = &r->patterns[tag];
	PCRE2_SPTR text = line.len != 0 ? line.ptr : (PCRE2_SPTR) "";
	struct passed passed = {p->costs, effort, line_limit(line.len), from};
	int rc = PCRE2_ERROR_MATCHLIMIT;

	if (line.len <= SHORT_LINE || p->counting == NULL) {
		r->lib->pcre2_set_callout(s->context, NULL, NULL);
		/* PCRE2 counts the steps from each start anew. */
		r->lib->pcre2_set_match_limit(s->context,
			p->counting != NULL
				? FEW_STEPS
				: (uint32_t)(passed.limit / (line.len + 1)) + LAST_STEPS);
		rc = r->lib->pcre2_match(
			p->plain, text, line.len, from, flags, s->data, s->context);
	}
	if (rc != PCRE2_ERROR_MATCHLIMIT || p->counting == NULL)
		return rc;
	r->lib->pcre2_set_callout(s->context, count_passed, &passed);
	r->lib->pcre2_set_match_limit(s->context, passed.limit);
	return r->lib->pcre2_match(p->counting, text, line.len, from, flags, s->data, s->context);
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
