/* SPDX-License-Identifier: MIT */
#include "terminal/script.h"

#include <string.h>

#define TIME_MAX_MS (1000ull * 3600 * 24 * 365)

bool script_time(const char *text, uint64_t *ms)
{
	static const struct {
		const char *unit;
		uint64_t ms;
	} units[] = {{"", 1000}, {"s", 1000}, {"ms", 1}, {"m", 60000}, {"h", 3600000}};
	size_t digits = strspn(text, "0123456789");
	uint64_t n = 0;
	size_t i;

	if (digits == 0 || digits > 12)
		return false;
	for (i = 0; i < digits; i++)
		n = n * 10 + (uint64_t)(text[i] - '0');
	for (i = 0; i < sizeof units / sizeof units[0]; i++)
		if (strcmp(text + digits, units[i].unit) == 0) {
			*ms = n * units[i].ms;
			return n > 0 && n < TIME_MAX_MS && *ms <= TIME_MAX_MS;
		}
	return false;
}

static struct script_step *add(struct script *s, struct err *err)
{
	if (s->count == SCRIPT_MAX) {
		err_set(err, ERR_USAGE, "more than %d steps of --expect, --send and the like",
			SCRIPT_MAX);
		return NULL;
	}
	return &s->steps[s->count++];
}

enum err_code script_expect(struct script *s, const char *pattern, struct err *err)
{
	struct match match;
	struct script_step *step;

	if (match_parse(pattern, &match, err) != ERR_OK)
		return err->code;
	step = add(s, err);
	if (step == NULL)
		return err->code;
	step->pattern = pattern;
	return ERR_OK;
}

enum err_code script_send(struct script *s, const char *text, struct err *err)
{
	struct script_step *step;
	struct buf bytes;
	enum err_code rc;

	buf_init(&bytes, 0);
	rc = match_unescape(text, &bytes, err);
	buf_free(&bytes);
	if (rc != ERR_OK)
		return rc;
	step = add(s, err);
	if (step == NULL)
		return err->code;
	step->send = text;
	return ERR_OK;
}

enum err_code script_file(struct script *s, const char *path, struct err *err)
{
	struct script_step *step = add(s, err);

	if (step == NULL)
		return err->code;
	step->file = path;
	return ERR_OK;
}

enum err_code script_within(struct script *s, const char *time, struct err *err)
{
	uint64_t ms;

	if (!script_time(time, &ms))
		return err_set(err, ERR_USAGE, "'%.40s' is not a time such as 60s or 500ms", time);
	if (s->count > 0 && s->steps[s->count - 1].pattern != NULL)
		s->steps[s->count - 1].within_ms = ms;
	else if (s->count == 0)
		s->within_ms = ms;
	else
		return err_set(err, ERR_USAGE, "goes before the first --expect or after one");
	return ERR_OK;
}

enum err_code script_receive(struct script *s, const char *path, struct err *err)
{
	struct script_step *step = add(s, err);

	if (step == NULL)
		return err->code;
	step->into = path;
	return ERR_OK;
}

/* Sends up to the next pattern to wait for. */
static enum script_state go_on(struct script *s, uint64_t now_ms, struct buf *out)
{
	struct err ignored; /* all texts were checked when read */

	while (s->at < s->count && s->steps[s->at].send != NULL)
		match_unescape(s->steps[s->at++].send, out, &ignored);
	s->deadline = 0;
	if (s->at == s->count)
		return SCRIPT_DONE;
	if (s->steps[s->at].file != NULL)
		return SCRIPT_FILE;
	if (s->steps[s->at].into != NULL)
		return SCRIPT_RECEIVE;
	match_parse(s->steps[s->at].pattern, &s->match, &ignored);
	if (s->steps[s->at].within_ms != 0)
		s->deadline = now_ms + s->steps[s->at].within_ms;
	else if (s->within_ms != 0)
		s->deadline = now_ms + s->within_ms;
	return SCRIPT_WAITS;
}

enum script_state script_begin(struct script *s, uint64_t now_ms, struct buf *out)
{
	s->at = 0;
	return go_on(s, now_ms, out);
}

enum script_state script_feed(struct script *s, struct span in, uint64_t now_ms, struct buf *out)
{
	size_t used;

	while (script_pattern(s) != NULL && in.len > 0) {
		if (match_feed(&s->match, in, &used)) {
			enum script_state state;

			s->at++;
			state = go_on(s, now_ms, out);
			if (state != SCRIPT_WAITS)
				return state;
		}
		in = span_of(in.ptr + used, in.len - used);
	}
	return s->at == s->count ? SCRIPT_DONE : SCRIPT_WAITS;
}

enum script_state script_carried(struct script *s, uint64_t now_ms, struct buf *out)
{
	if (script_path(s) != NULL)
		s->at++;
	return go_on(s, now_ms, out);
}

const char *script_path(const struct script *s)
{
	if (s->at == s->count)
		return NULL;
	return s->steps[s->at].file != NULL ? s->steps[s->at].file : s->steps[s->at].into;
}

enum script_state script_look(const struct script *s, uint64_t now_ms)
{
	if (s->at == s->count)
		return SCRIPT_DONE;
	return s->deadline != 0 && now_ms >= s->deadline ? SCRIPT_LATE : SCRIPT_WAITS;
}

const char *script_pattern(const struct script *s)
{
	return s->at < s->count ? s->steps[s->at].pattern : NULL;
}
