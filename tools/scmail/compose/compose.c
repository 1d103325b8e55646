/* SPDX-License-Identifier: MIT */
#include "compose/compose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "compose/glob.h"
#include "message/mimetype.h"

#define SURE_PERMILLE 900 /* a guess believed in less draws a warning */

static const char *own(struct composed *c, const char *text, size_t len)
{
	char **bigger = realloc(c->owned, (c->owned_count + 1) * sizeof *bigger);
	char *copy = malloc(len + 1);

	if (bigger != NULL)
		c->owned = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return NULL;
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	c->owned[c->owned_count++] = copy;
	return copy;
}

/* text with the values of the row in it; itself when nothing is merged. */
static enum err_code fill(const struct options *o, struct composed *c, const char *text,
	const char *what, const char **out, struct err *err)
{
	struct buf b;
	enum err_code rc;

	*out = text;
	if (o->merging == NULL || text == NULL)
		return ERR_OK;
	buf_init(&b, HEADER_TEXT_MAX);
	rc = merge_expand(&o->merging->table, o->merging->row, span_of(text, strlen(text)),
		MERGE_STRICT, &b, err);
	if (rc == ERR_OK) {
		*out = own(c, b.ptr != NULL ? (const char *)b.ptr : "", b.len);
		if (*out == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	buf_free(&b);
	return rc != ERR_OK ? err_prefix(err, "%s", what) : ERR_OK;
}

static enum err_code parse_all(const struct options *o, struct composed *c, struct addr_list *list,
	const struct word_list *words, const char *what, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < words->count && rc == ERR_OK; i++) {
		const char *text;

		rc = fill(o, c, words->words[i], what, &text, err);
		if (rc == ERR_OK)
			rc = addr_parse(list, text, what, err);
	}
	return rc;
}

static enum err_code addresses(const struct options *o, struct composed *c, struct err *err)
{
	struct mail *m = &c->mail;
	enum err_code rc = addr_parse(&m->from, o->from, "--from", err);

	if (rc == ERR_OK && m->from.count != 1)
		rc = err_set(err, ERR_USAGE, "--from: exactly one address, please");
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->to, &o->to, "--to", err);
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->cc, &o->cc, "--cc", err);
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->bcc, &o->bcc, "--bcc", err);
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->reply_to, &o->reply_to, "--reply-to", err);
	if (rc == ERR_OK && m->to.count + m->cc.count + m->bcc.count == 0)
		rc = err_set(err, ERR_USAGE, "no recipient given: quote your arguments");
	return rc;
}

static void add_envelope(struct composed *c, const struct addr_list *list)
{
	size_t i;
	size_t k;

	for (i = 0; i < list->count; i++) {
		if (list->items[i].spec == NULL)
			continue;
		for (k = 0; k < c->to_count; k++)
			/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): filled below */
			if (strcmp(c->to[k], list->items[i].spec) == 0)
				break;
		if (k == c->to_count)
			c->to[c->to_count++] = list->items[i].spec;
	}
}

static enum err_code envelope(struct composed *c, struct err *err)
{
	size_t count = c->mail.to.count + c->mail.cc.count + c->mail.bcc.count;

	c->to = calloc(count + 1, sizeof *c->to);
	if (c->to == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	add_envelope(c, &c->mail.to);
	add_envelope(c, &c->mail.cc);
	add_envelope(c, &c->mail.bcc);
	return ERR_OK;
}

enum zero_verdict { ZEROS_NONE, ZEROS_IN_UTF8, ZEROS_DOUBTFUL };

/*
 * UTF-8 with a zero byte here and there looks like UTF-16 without a mark. A line end decides: in
 * UTF-16 it is a pair with a zero. Without one nobody can know.
 */
static enum zero_verdict judge_zeros(struct span in)
{
	size_t zeros = 0;
	size_t ends = 0;
	size_t i;

	for (i = 0; i < in.len; i++) {
		zeros += in.ptr[i] == 0;
		if (in.ptr[i] != '\n')
			continue;
		ends++;
		if ((i ^ 1) >= in.len || in.ptr[i ^ 1] != 0)
			ends = SIZE_MAX / 2; /* no line end of UTF-16 */
	}
	if (zeros == 0 || zeros * 10 > in.len * 3 || utf8_valid_len(in) != in.len)
		return ZEROS_NONE;
	return in.len % 2 != 0 || ends >= SIZE_MAX / 2 ? ZEROS_IN_UTF8 : ZEROS_DOUBTFUL;
}

/* Which encoding a text is read in; a doubt is noted for a warning. */
static enum err_code choose_encoding(struct span in, const char *path, const struct options *o,
	struct composed *c, enum text_enc *enc, struct err *err)
{
	struct text_hints hints = {0};
	struct text_guess guess;
	enum zero_verdict zeros = ZEROS_NONE;
	size_t bom = 0;
	enum err_code rc;

	if (o->charset != NULL) {
		*enc = text_enc_find(o->charset, strlen(o->charset)); /* known: looked up before */
		return ERR_OK;
	}
	if (text_find_bom(in, &bom) == TEXT_NONE)
		zeros = judge_zeros(in);
	if (zeros == ZEROS_DOUBTFUL)
		return err_set(err, ERR_FORMAT,
			"%s: zero bytes: UTF-16 without a mark, or not? --charset decides", path);
	if (zeros == ZEROS_IN_UTF8) {
		snprintf(c->doubt, sizeof c->doubt, "%.120s: zero bytes in the text", path);
		*enc = TEXT_UTF8;
		return ERR_OK;
	}
	hints.declared = text_find_declared(in);
	rc = text_detect(in, &hints, &guess, err);
	if (rc != ERR_OK)
		return rc;
	/* Control characters look binary, but the caller named it as text, and it is valid UTF-8.
	 */
	if (guess.verdict == TEXT_BINARY && utf8_valid_len(in) == in.len) {
		snprintf(c->doubt, sizeof c->doubt, "%.120s: looks binary, sent as UTF-8 text",
			path);
		*enc = TEXT_UTF8;
		return ERR_OK;
	}
	if (guess.verdict == TEXT_BINARY)
		return err_set(err, ERR_FORMAT,
			"%s: this is no text (attach it, or name its encoding with --charset)",
			path);
	*enc = guess.enc;
	if ((guess.verdict == TEXT_AMBIGUOUS || guess.verdict == TEXT_MIXED) && guess.count > 1)
		snprintf(c->doubt, sizeof c->doubt,
			"%.120s: read as %s, but it could be %s; --charset decides", path,
			text_enc_name(guess.cand[0].enc), text_enc_name(guess.cand[1].enc));
	else if (guess.verdict == TEXT_LIKELY && guess.cand[0].permille < SURE_PERMILLE)
		snprintf(c->doubt, sizeof c->doubt, "%.120s: read as %s (%u %%); --charset decides",
			path, text_enc_name(guess.enc), guess.cand[0].permille / 10);
	return ERR_OK;
}

static enum err_code decode(struct span in, const char *path, const struct options *o,
	struct composed *c, struct blob *out, struct err *err)
{
	enum text_enc enc = TEXT_UTF8;
	uint64_t bad = 0;
	struct buf text;
	enum err_code rc = ERR_OK;

	buf_init(&text, MESSAGE_TEXT_MAX * 3);
	if (in.len > 0)
		rc = choose_encoding(in, path, o, c, &enc, err);
	if (rc == ERR_OK)
		rc = text_to_utf8(enc, in, &text, &bad, err);
	if (rc == ERR_OK && bad > 0)
		rc = err_set(err, ERR_FORMAT, "%s: %llu places are not %s (--charset)", path,
			(unsigned long long)bad, text_enc_name(enc));
	if (rc == ERR_OK)
		return buf_finish(&text, out, err);
	buf_free(&text);
	return rc;
}

/* A FIFO would be waited for without end; what lies in /dev, such as bash's <(...), was meant. */
static enum err_code may_wait(const char *path, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc == ERR_OK && info.type == FILE_OTHER && strncmp(path, "/dev/", 5) != 0)
		rc = err_set(err, ERR_UNSUPPORTED, "no ordinary file (- is standard input)");
	return rc;
}

static enum err_code read_input(const char *path, size_t max, struct blob *out, struct err *err)
{
	enum err_code rc;

	if (strcmp(path, "-") == 0)
		return file_read_stdin(max, out, err);
	rc = may_wait(path, err);
	return rc == ERR_OK ? file_read(path, max, out, err) : rc;
}

static enum err_code read_text(const char *path, const struct options *o, struct composed *c,
	struct blob *out, struct err *err)
{
	struct blob raw;
	enum err_code rc = read_input(path, MESSAGE_TEXT_MAX, &raw, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", path);
	rc = decode(blob_span(raw), path, o, c, out, err);
	blob_free(&raw);
	return rc;
}

/* How much of a text a warning shows: whole characters. */
static int shown_len(struct span text)
{
	size_t len = text.len < 120 ? text.len : 120;

	while (len < text.len && (text.ptr[len] & 0xC0) == 0x80)
		len--;
	return (int)len;
}

/* The encoding that the user's locale names, such as GB18030 of zh_CN.GB18030@pinyin. */
static enum text_enc locale_encoding(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"}; /* POSIX, 8.2 */
	const char *value = NULL;
	const char *dot;
	size_t i;

	for (i = 0; i < sizeof names / sizeof names[0] && (value == NULL || *value == '\0'); i++)
		value = os_getenv(names[i]);
	dot = value != NULL ? strchr(value, '.') : NULL;
	return dot != NULL ? text_enc_find(dot + 1, strcspn(dot + 1, "@")) : TEXT_NONE;
}

/* Into b, when every byte of it is text in that encoding. */
static bool reads_as(enum text_enc enc, struct span in, struct buf *b)
{
	struct err ignored;
	uint64_t bad = 0;

	buf_init(b, MESSAGE_TEXT_MAX);
	if (enc != TEXT_NONE && text_enc_ascii(enc) &&
		text_to_utf8(enc, in, b, &bad, &ignored) == ERR_OK && bad == 0)
		return true;
	buf_free(b);
	return false;
}

/*
 * What is no UTF-8 is taken for what --charset or the locale names, else for what the bytes look
 * like, else for Chinese, for a character or two look like nothing; with a warning. ERR_FORMAT:
 * nobody knows.
 */
static enum err_code read_as_it_looks(const struct options *o, struct composed *c, struct span in,
	const char *what, bool warn, struct blob *out, struct err *err)
{
	struct text_guess guess;
	enum text_enc encs[4] = {TEXT_NONE, locale_encoding(), TEXT_NONE, TEXT_GB18030};
	size_t i = 0;
	struct buf b;
	enum err_code rc = text_detect(in, NULL, &guess, err);

	if (rc != ERR_OK)
		return rc;
	if (o->charset != NULL)
		encs[0] = text_enc_find(o->charset, strlen(o->charset));
	if (encs[1] == TEXT_ASCII || encs[1] == TEXT_UTF8)
		encs[1] = TEXT_NONE;
	if (guess.verdict != TEXT_BINARY)
		encs[2] = guess.enc;
	while (i < 4 && !reads_as(encs[i], in, &b))
		i++;
	if (i == 4)
		return err_set(err, ERR_FORMAT, "no UTF-8, and of no encoding known here");
	if (i > 0 && warn && c->doubt[0] == '\0')
		snprintf(c->doubt, sizeof c->doubt, "%s is no UTF-8; read as %s it is %.*s", what,
			text_enc_name(encs[i]), shown_len(span_of(b.ptr, b.len)),
			(const char *)b.ptr);
	return buf_finish(&b, out, err);
}

/*
 * A text of the command line in UTF-8; a terminal of another locale gives another encoding. Not on
 * Windows, whose command line is Unicode: what is wrong there is no text of another encoding.
 */
static enum err_code word(const struct options *o, struct composed *c, const char *text,
	const char *what, struct blob *out, struct err *err)
{
	struct span in = span_of(text, strlen(text));
	bool first = o->merging == NULL || o->merging->row == 0;
	enum err_code rc = ERR_FORMAT;

	if (utf8_valid_len(in) == in.len)
		return blob_copy(in, out, err);
	if (!path_is_sep('\\'))
		rc = read_as_it_looks(o, c, in, what, first, out, err);
	if (rc == ERR_FORMAT)
		rc = err_set(err, ERR_USAGE, "%s: no UTF-8, and of no encoding known here", what);
	return rc;
}

static enum err_code read_texts(const struct options *o, struct composed *c, struct err *err)
{
	struct mail *m = &c->mail;
	enum err_code rc = ERR_OK;

	if (o->text != NULL) {
		rc = word(o, c, o->text, "--text", &c->text, err);
		m->has_text = true;
	} else if (o->body != NULL) {
		rc = read_text(o->body, o, c, &c->text, err);
		m->has_text = true;
	}
	if (rc == ERR_OK && o->html != NULL) {
		rc = read_text(o->html, o, c, &c->html, err);
		m->has_html = true;
	}
	m->text = blob_span(c->text);
	m->html = blob_span(c->html);
	return rc;
}

static enum err_code fill_text(const struct merging *m, struct blob in, enum merge_form form,
	struct blob *out, struct err *err)
{
	struct buf b;
	enum err_code rc;

	buf_init(&b, MESSAGE_TEXT_MAX);
	rc = merge_expand(&m->table, m->row, blob_span(in), form, &b, err);
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

/* The texts are read once for all rows: one of them may be standard input. */
static enum err_code texts(const struct options *o, struct composed *c, struct err *err)
{
	struct merging *m = o->merging;
	enum err_code rc = ERR_OK;

	if (m == NULL || !m->have_texts)
		rc = read_texts(o, c, err);
	if (m == NULL || rc != ERR_OK)
		return rc;
	if (!m->have_texts) {
		m->text = c->text;
		m->html = c->html;
		m->have_texts = true;
		c->text = c->html = (struct blob){NULL, 0};
	}
	c->mail.has_text = o->text != NULL || o->body != NULL;
	c->mail.has_html = o->html != NULL;
	rc = fill_text(m, m->text, MERGE_TEXT, &c->text, err);
	if (rc == ERR_OK)
		rc = fill_text(m, m->html, MERGE_HTML, &c->html, err);
	c->mail.text = blob_span(c->text);
	c->mail.html = blob_span(c->html);
	return rc;
}

/* The file's own name in UTF-8. */
static enum err_code shown_name(const struct options *o, struct composed *c, const char *path,
	const char **out, struct err *err)
{
	struct span name = span_of(path_base(path), strlen(path_base(path)));
	struct blob text;
	enum err_code rc;

	*out = path_base(path);
	if (utf8_valid_len(name) == name.len)
		return ERR_OK;
	rc = read_as_it_looks(o, c, name, "the name of an attachment", true, &text, err);
	if (rc == ERR_FORMAT)
		return err_set(err, ERR_FORMAT,
			"the name is no UTF-8 and of no encoding known here; "
			"--atta=- with --stdin-name gives it another");
	if (rc != ERR_OK)
		return rc;
	*out = own(c, (const char *)text.ptr, text.len);
	blob_free(&text);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* name: to show; NULL: the file's own. */
static enum err_code take_file(const struct options *o, struct composed *c, const char *path,
	const char *name, const char *cid, struct err *err)
{
	size_t count = c->mail.attach_count;
	struct mail_attach *bigger = realloc(c->attach, (count + 1) * sizeof *bigger);
	struct mail_attach *a;
	struct file_info info;
	struct file_in *in;
	uint8_t head[MIMETYPE_HEAD];
	size_t got = 0;
	enum err_code rc;

	if (bigger == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	c->mail.attach = c->attach = bigger;
	a = &bigger[count];
	rc = file_info(path, false, &info, err);

	if (rc == ERR_OK && info.type == FILE_NONE)
		rc = err_set(err, ERR_NOTFOUND, "no such file");
	else if (rc == ERR_OK && info.type == FILE_FOLDER)
		rc = err_set(err, ERR_UNSUPPORTED, "a folder cannot be attached");
	else if (rc == ERR_OK && info.type != FILE_REGULAR)
		rc = err_set(err, ERR_UNSUPPORTED, "no ordinary file");
	if (rc == ERR_OK)
		rc = file_in_open(path, &in, err); /* readable? told now, not in mid-mail */
	if (rc != ERR_OK)
		return err_prefix(err, "%s", path);
	rc = file_in_read(in, head, sizeof head, &got, err);
	file_in_close(in);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", path);
	if (name == NULL && shown_name(o, c, path, &name, err) != ERR_OK)
		return err_prefix(err, "%s", path);
	*a = (struct mail_attach){.path = path,
		.name = name,
		.type = mimetype_of(name, span_of(head, got)),
		.cid = cid,
		.size = info.size};
	c->mail.attach_count++;
	return ERR_OK;
}

static bool cid_ok(const char *cid, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!((cid[i] >= 'a' && cid[i] <= 'z') || (cid[i] >= 'A' && cid[i] <= 'Z') ||
			    (cid[i] >= '0' && cid[i] <= '9') || strchr("._-@", cid[i]) != NULL))
			return false;
	return len > 0 && len < 128;
}

static enum err_code take_matching(
	const struct options *o, struct composed *c, const char *pattern, struct err *err)
{
	struct glob_list list;
	size_t i;
	enum err_code rc = glob_find(pattern, &list, err);

	for (i = 0; i < list.count && rc == ERR_OK; i++) {
		const char *path = own(c, list.paths[i], strlen(list.paths[i]));

		rc = path != NULL ? take_file(o, c, path, NULL, NULL, err)
				  : err_set(err, ERR_NOMEM, "out of memory");
	}
	glob_free(&list);
	return rc;
}

/* A file, all that match a pattern, or what standard input held. */
static enum err_code take_attachment(
	const struct options *o, struct composed *c, const char *word, struct err *err)
{
	const char *path;
	enum err_code rc;

	if (strcmp(word, "-") == 0 && o->spool != NULL)
		return take_file(
			o, c, o->spool, o->stdin_name != NULL ? o->stdin_name : "stdin", NULL, err);
	rc = fill(o, c, word, "--atta", &path, err);
	if (rc != ERR_OK)
		return rc;
	return glob_is_pattern(path) ? take_matching(o, c, path, err)
				     : take_file(o, c, path, NULL, NULL, err);
}

static enum err_code files(const struct options *o, struct composed *c, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < o->attach.count && rc == ERR_OK; i++)
		rc = take_attachment(o, c, o->attach.words[i], err);
	for (i = 0; i < o->inlined.count && rc == ERR_OK; i++) {
		const char *word = o->inlined.words[i];
		size_t len = strcspn(word, "=");
		const char *cid = cid_ok(word, len) ? own(c, word, len) : NULL;

		if (cid == NULL || word[len] != '=')
			return err_set(err, ERR_USAGE,
				"--inline: CID=FILE, please, with a CID of ASCII letters and "
				"digits");
		rc = take_file(o, c, word + len + 1, NULL, cid, err);
	}
	if (rc == ERR_OK && o->inlined.count > 0 && o->html == NULL)
		rc = err_set(err, ERR_USAGE, "--inline needs --html");
	return rc;
}

static enum err_code own_headers(const struct options *o, struct composed *c, struct err *err)
{
	size_t i;

	c->headers = calloc(o->headers.count + 1, sizeof *c->headers);
	if (c->headers == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < o->headers.count; i++) {
		const char *word = o->headers.words[i];
		size_t len = strcspn(word, ":");
		const char *value = word + len + (word[len] == ':');

		if (word[len] != ':')
			return err_set(err, ERR_USAGE, "--header: \"Name: text\", please");
		while (*value == ' ')
			value++;
		c->headers[i].name = own(c, word, len);
		c->headers[i].value = value;
		if (c->headers[i].name == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	c->mail.headers = c->headers;
	c->mail.header_count = o->headers.count;
	return ERR_OK;
}

/* Minutes that local time is ahead of UTC, from what the C library makes of both. */
static int zone_minutes(time_t now)
{
	struct tm *t = gmtime(&now);
	struct tm utc = t != NULL ? *t : (struct tm){0};
	struct tm local;
	int days;

	t = localtime(&now);
	local = t != NULL ? *t : utc;
	days = local.tm_yday - utc.tm_yday;
	if (days > 1 || days < -1) /* over the turn of the year */
		days = days > 0 ? -1 : 1;
	return days * 1440 + (local.tm_hour - utc.tm_hour) * 60 + local.tm_min - utc.tm_min;
}

static enum err_code subject(const struct options *o, struct composed *c, struct err *err)
{
	struct blob text;
	const char *kept;
	enum err_code rc = word(o, c, o->subject, "--subject", &text, err);

	if (rc != ERR_OK)
		return rc;
	kept = own(c, text.ptr != NULL ? (const char *)text.ptr : "", text.len);
	blob_free(&text);
	if (kept == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	return fill(o, c, kept, "--subject", &c->mail.subject, err);
}

static enum err_code from_parts(const struct options *o, struct composed *c, struct err *err)
{
	struct mail *m = &c->mail;
	enum err_code rc = texts(o, c, err);

	m->priority = o->priority;
	m->time_s = os_wall_time_ns() / 1000000000;
	m->zone_min = zone_minutes((time_t)m->time_s);
	if (rc == ERR_OK && o->subject != NULL)
		rc = subject(o, c, err);
	if (rc == ERR_OK)
		rc = files(o, c, err);
	if (rc == ERR_OK)
		rc = own_headers(o, c, err);
	if (rc == ERR_OK)
		rc = os_random(m->random, sizeof m->random, err);
	if (rc == ERR_OK)
		rc = message_open(m, &c->message, err);
	/* the message has its own form of them */
	blob_free(&c->text);
	blob_free(&c->html);
	m->text = m->html = (struct span){NULL, 0};
	return rc;
}

static enum err_code from_eml(const char *path, struct composed *c, struct err *err)
{
	struct blob raw;
	enum err_code rc = read_input(path, MESSAGE_TEXT_MAX * 16, &raw, err);

	if (rc == ERR_OK) {
		rc = message_from_eml(blob_span(raw), &c->message, err);
		blob_free(&raw);
	}
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

enum err_code compose(const struct options *o, struct composed *out, struct err *err)
{
	enum err_code rc;

	*out = (struct composed){0};
	rc = addresses(o, out, err);
	if (rc == ERR_OK)
		rc = envelope(out, err);
	if (rc != ERR_OK)
		return rc;
	return o->eml != NULL ? from_eml(o->eml, out, err) : from_parts(o, out, err);
}

enum err_code compose_table(const struct options *o, struct merging *m, struct err *err)
{
	struct composed c = {0};
	struct blob text = {NULL, 0};
	enum err_code rc;

	*m = (struct merging){0};
	if (o->body != NULL && strcmp(o->body, "-") == 0 && strcmp(o->merge, "-") == 0)
		return err_set(
			err, ERR_USAGE, "--body and --merge: only one can be standard input");
	rc = read_text(o->merge, o, &c, &text, err);
	if (rc == ERR_OK) {
		rc = merge_parse(blob_span(text), &m->table, err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", o->merge);
	}
	blob_free(&text);
	return rc;
}

void compose_free(struct composed *c)
{
	size_t i;

	message_close(c->message);
	addr_free(&c->mail.from);
	addr_free(&c->mail.to);
	addr_free(&c->mail.cc);
	addr_free(&c->mail.bcc);
	addr_free(&c->mail.reply_to);
	blob_free(&c->text);
	blob_free(&c->html);
	for (i = 0; i < c->owned_count; i++)
		free(c->owned[i]);
	free(c->owned);
	free(c->attach);
	free(c->headers);
	free(c->to);
}
