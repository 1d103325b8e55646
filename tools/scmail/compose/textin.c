/* SPDX-License-Identifier: MIT */
#include "compose/textin.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"

#define SURE_PERMILLE 900 /* a less certain guess is reported */

enum zero_verdict { ZEROS_NONE, ZEROS_IN_UTF8, ZEROS_DOUBTFUL };

/*
 * UTF-8 with some zero bytes looks like UTF-16 without a mark. A line end decides: in UTF-16 it is
 * a pair with a zero byte. Without a line end it is undecidable.
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
			ends = SIZE_MAX / 2; /* not a line end of UTF-16 */
	}
	if (zeros == 0 || zeros * 10 > in.len * 3 || utf8_valid_len(in) != in.len)
		return ZEROS_NONE;
	return in.len % 2 != 0 || ends >= SIZE_MAX / 2 ? ZEROS_IN_UTF8 : ZEROS_DOUBTFUL;
}

/* A zip (APPNOTE.TXT, 4.3.7), such as .xlsx and .docx, or an older .xls or .doc (MS-CFB, 2.2). */
static bool is_office(struct span in)
{
	return span_starts(in, "PK\3\4", 4) || span_starts(in, "\xD0\xCF\x11\xE0", 4);
}

/* In a close decision: a name of two Chinese characters looks like any of five others. *other: the
 * encoding it would be without; TEXT_NONE: the same. */
static enum err_code prefer_chinese(struct span in, const struct text_hints *hints,
	struct text_guess *guess, enum text_enc *other, struct err *err)
{
	struct text_hints chinese = *hints;
	struct text_guess again;
	enum err_code rc = ERR_OK;

	if (guess->verdict == TEXT_BINARY)
		return ERR_OK;
	chinese.sibling = TEXT_GB18030;
	rc = text_detect(in, &chinese, &again, err);
	if (rc == ERR_OK && again.verdict != TEXT_BINARY && again.enc != guess->enc) {
		*other = guess->enc;
		*guess = again;
	}
	return rc;
}

/* The encoding of the user's locale, such as GB18030 in zh_CN.GB18030@pinyin. */
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

/* Decodes into b; false unless all of it is text in that encoding. */
static bool reads_as(enum text_enc enc, struct span in, struct buf *b)
{
	struct err ignored;
	uint64_t bad = 0;

	buf_init(b, TEXTIN_MAX);
	if (enc != TEXT_NONE && text_enc_ascii(enc) &&
		text_to_utf8(enc, in, b, &bad, &ignored) == ERR_OK && bad == 0)
		return true;
	buf_free(b);
	return false;
}

/* In which programs of the system write texts that are not UTF-8; TEXT_NONE: unknown. */
static enum text_enc system_encoding(void)
{
	unsigned page = os_code_page();
	char name[16];
	int len = snprintf(name, sizeof name, "cp%u", page);
	enum text_enc enc = page != 0 ? text_enc_find(name, (size_t)len) : locale_encoding();

	return enc == TEXT_UTF8 || enc == TEXT_ASCII ? TEXT_NONE : enc;
}

/* Letters of the scripts that code pages have; not the lines, signs and controls beside them. */
static bool is_letter(uint32_t c)
{
	return (c >= 0xC0 && c < 0x530 && c != 0xD7 && c != 0xF7) || (c >= 0x590 && c < 0xE80) ||
	       (c >= 0x1E00 && c < 0x2000) || (c >= 0x3040 && c < 0xA000) ||
	       (c >= 0xAC00 && c < 0xD7A4);
}

/* True for bytes that are ASCII text and letters in that encoding. */
static bool has_words(enum text_enc enc, struct span in)
{
	struct buf b;
	size_t at = 0;
	bool good = reads_as(enc, in, &b);
	bool read = good;

	while (good && at < b.len) {
		uint32_t c = utf8_next(span_of(b.ptr, b.len), &at);

		good = c < 0x7F ? c >= ' ' || (c != 0 && strchr("\t\n\f\r", (int)c) != NULL)
				: is_letter(c);
	}
	if (read)
		buf_free(&b);
	return good;
}

/* The system's encoding decides where the text leaves it open: "f\x81r" of cmd in Germany. Texts
 * that look Chinese stay Chinese. */
static void prefer_system(
	struct span in, enum text_enc system, struct text_guess *guess, enum text_enc *other)
{
	bool open = *other == system;
	size_t i;

	if (system == TEXT_NONE || guess->enc == system)
		return;
	if (guess->verdict == TEXT_BINARY) {
		if (has_words(system, in))
			*guess = (struct text_guess){.enc = system, .verdict = TEXT_LIKELY};
		return;
	}
	for (i = 0; i < guess->count && guess->verdict == TEXT_AMBIGUOUS; i++)
		open = open || guess->cand[i].enc == system;
	/* nor what Windows' editors write */
	if (!open || guess->enc == TEXT_GB18030 ||
		strncmp(text_enc_name(guess->enc), "windows-", 8) == 0)
		return;
	*other = guess->enc;
	guess->enc = system;
}

static void note_doubt(
	const struct text_guess *guess, enum text_enc other, const char *path, char *warning)
{
	if (other == TEXT_NONE && guess->count > 1 &&
		(guess->verdict == TEXT_AMBIGUOUS || guess->verdict == TEXT_MIXED))
		other = guess->cand[1].enc;
	if (other != TEXT_NONE)
		snprintf(warning, TEXTIN_WARNING,
			tr("%.120s: read as %s, but it could be %s; --charset decides"), path,
			text_enc_name(guess->enc), text_enc_name(other));
	else if (guess->count == 0 && guess->verdict == TEXT_LIKELY)
		snprintf(warning, TEXTIN_WARNING,
			tr("%.120s: read as %s, as the system writes; --charset decides"), path,
			text_enc_name(guess->enc));
	else if (guess->verdict == TEXT_LIKELY && guess->cand[0].permille < SURE_PERMILLE)
		snprintf(warning, TEXTIN_WARNING,
			tr("%.120s: read as %s (%u %%); --charset decides"), path,
			text_enc_name(guess->enc), guess->cand[0].permille / 10);
}

/* Chooses the encoding of a text; notes a warning when it is uncertain. */
static enum err_code choose_encoding(struct span in, const char *path, const struct textin *t,
	enum text_enc *enc, struct err *err)
{
	struct text_hints hints = {0};
	struct text_guess guess;
	enum text_enc other = TEXT_NONE;
	enum zero_verdict zeros = ZEROS_NONE;
	size_t bom = 0;
	enum err_code rc;

	if (t->charset != NULL) {
		*enc = text_enc_find(
			t->charset, strlen(t->charset)); /* valid: checked with the options */
		return ERR_OK;
	}
	if (is_office(in))
		return err_set(err, ERR_FORMAT,
			"%s: a workbook, a document or an archive, not text (attach it, or save it "
			"as text or CSV)",
			path);
	if (text_find_bom(in, &bom) == TEXT_NONE)
		zeros = judge_zeros(in);
	if (zeros == ZEROS_DOUBTFUL)
		return err_set(err, ERR_FORMAT,
			"%s: zero bytes: UTF-16 without a mark, or not? --charset decides", path);
	if (zeros == ZEROS_IN_UTF8) {
		snprintf(t->warning, TEXTIN_WARNING, tr("%.120s: zero bytes in the text"), path);
		*enc = TEXT_UTF8;
		return ERR_OK;
	}
	hints.declared = text_find_declared(in);
	hints.system = system_encoding();
	rc = text_detect(in, &hints, &guess, err);
	if (rc == ERR_OK && utf8_valid_len(in) != in.len)
		rc = prefer_chinese(in, &hints, &guess, &other, err);
	if (rc != ERR_OK)
		return rc;
	if (utf8_valid_len(in) != in.len)
		prefer_system(in, hints.system, &guess, &other);
	/* Control characters look binary, but the user gave it as text, and it is valid UTF-8. */
	if (guess.verdict == TEXT_BINARY && utf8_valid_len(in) == in.len) {
		snprintf(t->warning, TEXTIN_WARNING, tr("%.120s: looks binary, sent as UTF-8 text"),
			path);
		*enc = TEXT_UTF8;
		return ERR_OK;
	}
	if (guess.verdict == TEXT_BINARY)
		return err_set(err, ERR_FORMAT,
			"%s: this is not text (attach it, or name its encoding with --charset)",
			path);
	*enc = guess.enc;
	note_doubt(&guess, other, path, t->warning);
	return ERR_OK;
}

enum err_code textin_decode(const struct textin *t, struct span in, const char *path,
	uint64_t *replaced, struct blob *out, struct err *err)
{
	enum text_enc enc = TEXT_UTF8;
	struct buf text;
	enum err_code rc = ERR_OK;

	*replaced = 0;
	buf_init(&text, TEXTIN_MAX * 3);
	if (in.len > 0)
		rc = choose_encoding(in, path, t, &enc, err);
	if (rc == ERR_OK)
		rc = text_to_utf8(enc, in, &text, replaced, err);
	if (rc == ERR_OK && *replaced > 0 && t->stop)
		rc = err_set(err, ERR_FORMAT,
			"%s: %llu %s not %s: --undecodable=replace or attach sends it all the "
			"same, "
			"--charset names another encoding",
			path, (unsigned long long)*replaced,
			*replaced == 1 ? tr("place is") : tr("places are"), text_enc_name(enc));
	if (rc == ERR_OK && *replaced > 0)
		snprintf(t->warning, TEXTIN_WARNING, tr("%.120s: %llu %s not %s"), path,
			(unsigned long long)*replaced,
			*replaced == 1 ? tr("place is") : tr("places are"), text_enc_name(enc));
	if (rc == ERR_OK)
		return buf_finish(&text, out, err);
	buf_free(&text);
	return rc;
}

/* Opening a FIFO could block forever; those in /dev or /proc, such as bash's and zsh's <(...), are
 * intended. */
static enum err_code may_wait(const char *path, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc == ERR_OK && info.type == FILE_OTHER && strncmp(path, "/dev/", 5) != 0 &&
		strncmp(path, "/proc/", 6) != 0)
		rc = err_set(err, ERR_UNSUPPORTED, "no ordinary file (- is standard input)");
	return rc;
}

enum err_code textin_read(const char *path, size_t max, struct blob *out, struct err *err)
{
	enum err_code rc;

	if (strcmp(path, "-") == 0)
		return file_read_stdin(max, out, err);
	rc = may_wait(path, err);
	return rc == ERR_OK ? file_read(path, max, out, err) : rc;
}

/* How much of a text a warning shows, in whole characters. */
static int shown_len(struct span text)
{
	size_t len = text.len < 120 ? text.len : 120;

	while (len < text.len && (text.ptr[len] & 0xC0) == 0x80)
		len--;
	return (int)len;
}

/*
 * Text that is not UTF-8 is decoded by --charset or the locale, else as detected, else as Chinese
 * (one or two characters give no evidence), with a warning. ERR_FORMAT: none of these fits.
 */
enum err_code textin_guess(
	const struct textin *t, struct span in, const char *what, struct blob *out, struct err *err)
{
	struct text_guess guess;
	enum text_enc encs[4] = {TEXT_NONE, locale_encoding(), TEXT_NONE, TEXT_GB18030};
	size_t i = 0;
	struct buf b;
	struct text_hints hints = {.sibling = TEXT_GB18030}; /* as in prefer_chinese */
	enum err_code rc = text_detect(in, &hints, &guess, err);

	if (rc != ERR_OK)
		return rc;
	if (t->charset != NULL)
		encs[0] = text_enc_find(t->charset, strlen(t->charset));
	if (encs[1] == TEXT_ASCII || encs[1] == TEXT_UTF8)
		encs[1] = TEXT_NONE;
	if (guess.verdict != TEXT_BINARY)
		encs[2] = guess.enc;
	while (i < 4 && !reads_as(encs[i], in, &b))
		i++;
	if (i == 4)
		return err_set(err, ERR_FORMAT, "no UTF-8, and of no encoding known here");
	if (i > 0 && t->warn && t->warning[0] == '\0')
		snprintf(t->warning, TEXTIN_WARNING, tr("%s is not UTF-8; read as %s it is %.*s"),
			what, text_enc_name(encs[i]), shown_len(span_of(b.ptr, b.len)),
			(const char *)b.ptr);
	return buf_finish(&b, out, err);
}

/*
 * Converts a text of the command line to UTF-8; a terminal with another locale gives another
 * encoding. Not on Windows, whose command line is Unicode: invalid characters there have no other
 * encoding.
 */
enum err_code textin_word(const struct textin *t, const char *text, const char *what,
	struct blob *out, struct err *err)
{
	struct span in = span_of(text, strlen(text));
	enum err_code rc = ERR_FORMAT;

	if (utf8_valid_len(in) == in.len)
		return blob_copy(in, out, err);
	if (!path_is_sep('\\'))
		rc = textin_guess(t, in, what, out, err);
	if (rc == ERR_FORMAT)
		rc = err_set(err, ERR_USAGE, "%s: no UTF-8, and of no encoding known here", what);
	return rc;
}
