/* SPDX-License-Identifier: MIT */
#include "tags/mark_words.h"

#include <stdio.h>
#include <string.h>

#include "tags/word.h"

/* Words that begin and end a change, in lower case. Only the first three of each side may be glued
 * to a tag, as may the letters s and e. */
static const struct mark_word_row {
	const char *text;
	enum hit_kind kind;
	bool glued;
} words[] = {{"start", HIT_BEGIN, true}, {"begin", HIT_BEGIN, true}, {"end", HIT_END, true},
	{"stop", HIT_END, true}, {"finish", HIT_END, true}, {"s", HIT_BEGIN, true},
	{"e", HIT_END, true}, {"starts", HIT_BEGIN, false}, {"begins", HIT_BEGIN, false},
	{"started", HIT_BEGIN, false}, {"beginning", HIT_BEGIN, false}, {"ends", HIT_END, false},
	{"beg", HIT_BEGIN, false}, {"ended", HIT_END, false}, {"finished", HIT_END, false},
	{"endif", HIT_END, false}, {"anfang", HIT_BEGIN, false}, {"beginn", HIT_BEGIN, false},
	{"ende", HIT_END, false}, {"debut", HIT_BEGIN, false}, {"fin", HIT_END, false},
	{"inicio", HIT_BEGIN, false}, {"inizio", HIT_BEGIN, false}, {"boc", HIT_BEGIN, false},
	{"eoc", HIT_END, false}, {"sot", HIT_BEGIN, false}, {"eot", HIT_END, false}};

/* Words in scripts without blanks (Chinese, Japanese, Korean), and in other alphabets. */
static const struct {
	const char *text;
	enum hit_kind kind;
} scripts[] = {{"开始", HIT_BEGIN}, {"開始", HIT_BEGIN}, {"起始", HIT_BEGIN}, {"结束", HIT_END},
	{"結束", HIT_END}, {"完毕", HIT_END}, {"完畢", HIT_END}, {"终止", HIT_END},
	{"終了", HIT_END}, {"终了", HIT_END}, {"ここから", HIT_BEGIN}, {"ここより", HIT_BEGIN},
	{"ここまで", HIT_END}, {"시작", HIT_BEGIN}, {"종료", HIT_END}, {"끝", HIT_END},
	{"начало", HIT_BEGIN}, {"Начало", HIT_BEGIN}, {"конец", HIT_END}, {"Конец", HIT_END},
	{"début", HIT_BEGIN}, {"Début", HIT_BEGIN}, {"↓↓", HIT_BEGIN}, {"↑↑", HIT_END},
	{"▼", HIT_BEGIN}, {"▲", HIT_END}};

/* Words at the end of a comment that need a counterpart: head and tail, from and till, done. */
static const struct {
	const char *text;
	enum hit_kind kind;
} last_scripts[] = {{"头", HIT_BEGIN}, {"頭", HIT_BEGIN}, {"首", HIT_BEGIN}, {"起", HIT_BEGIN},
	{"始", HIT_BEGIN}, {"尾", HIT_END}, {"末", HIT_END}, {"止", HIT_END}, {"终", HIT_END},
	{"終", HIT_END}, {"完", HIT_END}, {"完成", HIT_END}, {"起头", HIT_BEGIN},
	{"头部", HIT_BEGIN}, {"尾部", HIT_END}, {"から", HIT_BEGIN}, {"まで", HIT_END},
	{"부터", HIT_BEGIN}, {"까지", HIT_END}};

/* The same anywhere in a comment: below and above, arrows. */
static const struct {
	const char *text;
	enum hit_kind kind;
} doubtful_scripts[] = {{"以下", HIT_BEGIN}, {"以上", HIT_END}, {"↓", HIT_BEGIN}, {"↑", HIT_END},
	{"→", HIT_BEGIN}, {"←", HIT_END}, {"到这里", HIT_END}, {"到這裡", HIT_END},
	{"到此", HIT_END}, {"至此", HIT_END}, {"为止", HIT_END}, {"為止", HIT_END},
	{"从这里", HIT_BEGIN}, {"從這裡", HIT_BEGIN}, {"从此处", HIT_BEGIN}, {"到此处", HIT_END}};

/* Words that are marks at the end of a comment if they have a counterpart. */
static const struct mark_last_row {
	const char *text;
	enum hit_kind kind;
} last_words[] = {{"over", HIT_END}, {"done", HIT_END}, {"complete", HIT_END},
	{"completed", HIT_END}, {"below", HIT_BEGIN}, {"above", HIT_END}};

bool mark_equals(struct span word, const char *text)
{
	size_t i;

	for (i = 0; i < word.len; i++)
		if (tag_lower(word.ptr[i]) != (uint8_t)text[i]) /* also at the end of text */
			return false;
	return text[i] == '\0';
}

enum hit_kind mark_word_kind(struct span word, bool glued)
{
	size_t i;

	if (word.len == 0 || !tag_is_one_of(tag_lower(word.ptr[0]), "sbefadiv"))
		return HIT_MARK;
	for (i = 0; i < sizeof words / sizeof words[0]; i++)
		if ((words[i].glued || !glued) && mark_equals(word, words[i].text))
			return words[i].kind;
	for (i = 0; i < word.len && tag_lower(word.ptr[i]) == 'v'; i++)
		; /* vvvvvv: arrows down */
	return i > 2 && i == word.len && !glued ? HIT_BEGIN : HIT_MARK;
}

bool mark_is_verb(struct span word)
{
	static const char *const verbs[] = {"add", "added", "adding", "new", "del", "delete",
		"deleted", "remove", "removed", "mod", "modify", "modified", "modification",
		"change", "changed", "changes", "fix", "fixed", "bugfix", "feature", "update",
		"updated", "patch", "edit", "insert", "replace", "merge", "custom", "customize",
		"optimize"};
	size_t i;

	for (i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
		if (mark_equals(word, verbs[i]))
			return true;
	return false;
}

/* Tag_OPEN, Tag_CLOSE: identifiers of programs end so, too. Only in capitals, and only with a
 * counterpart. */
enum hit_kind mark_glued_opposite(struct span word)
{
	if (span_equal(word, span_of("OPEN", 4)))
		return HIT_BEGIN;
	return span_equal(word, span_of("CLOSE", 5)) || span_equal(word, span_of("OVER", 4))
		       ? HIT_END
		       : HIT_MARK;
}

enum hit_kind mark_last_word(struct span word)
{
	size_t i;

	for (i = 0; i < sizeof last_words / sizeof last_words[0]; i++)
		if (mark_equals(word, last_words[i].text))
			return last_words[i].kind;
	return HIT_MARK;
}

static bool ends_with(struct span c, const char *text)
{
	size_t len = strlen(text);

	while (c.len > 0 && tag_is_one_of(c.ptr[c.len - 1], " \t.:;,!-=*)]>"))
		c.len--;
	return c.len >= len && memcmp(c.ptr + c.len - len, text, len) == 0;
}

static bool has_script(struct span c, const char *text)
{
	return span_find(c, 0, text, strlen(text)) != SIZE_MAX;
}

/* "【始】", "(起)": alone in brackets. */
static bool is_in_brackets(struct span c, const char *text)
{
	static const struct {
		const char *open;
		const char *close;
	} brackets[] = {
		{"【", "】"}, {"（", "）"}, {"「", "」"}, {"[", "]"}, {"(", ")"}, {"<", ">"}};
	char whole[16];
	size_t i;

	for (i = 0; i < sizeof brackets / sizeof brackets[0]; i++) {
		snprintf(whole, sizeof whole, "%s%s%s", brackets[i].open, text, brackets[i].close);
		if (has_script(c, whole))
			return true;
	}
	return false;
}

/* Contradicting words do not count. */
static enum hit_kind one_of(bool begin, bool end)
{
	if (begin == end)
		return HIT_MARK;
	return begin ? HIT_BEGIN : HIT_END;
}

enum hit_kind mark_script(struct span c, bool doubtful)
{
	bool said[3] = {false, false, false}; /* by kind */
	size_t i;

	for (i = 0; i < c.len && c.ptr[i] < 0x80; i++)
		;
	if (i == c.len)
		return HIT_MARK;
	for (i = 0; !doubtful && i < sizeof scripts / sizeof scripts[0]; i++)
		said[scripts[i].kind] = said[scripts[i].kind] || has_script(c, scripts[i].text);
	for (i = 0; doubtful && i < sizeof last_scripts / sizeof last_scripts[0]; i++)
		said[last_scripts[i].kind] = said[last_scripts[i].kind] ||
					     ends_with(c, last_scripts[i].text) ||
					     is_in_brackets(c, last_scripts[i].text);
	for (i = 0; doubtful && i < sizeof doubtful_scripts / sizeof doubtful_scripts[0]; i++)
		said[doubtful_scripts[i].kind] =
			said[doubtful_scripts[i].kind] || has_script(c, doubtful_scripts[i].text);
	return one_of(said[HIT_BEGIN], said[HIT_END]);
}
