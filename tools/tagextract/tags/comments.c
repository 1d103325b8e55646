/* SPDX-License-Identifier: MIT */
#include "tags/comments.h"

#include <string.h>

#include "tags/bytefind.h"
#include "tags/word.h"

#define SYNC_BACK  ((size_t)1 << 17) /* bytes */
#define SYNC_PIECE ((size_t)1 << 11)

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name);
	size_t e = strlen(end);
	size_t i;

	if (n < e)
		return false;
	for (i = 0; i < e; i++)
		if (tag_lower((uint8_t)name[n - e + i]) != (uint8_t)end[i])
			return false;
	return true;
}

enum comment_style comment_style_of(const char *name)
{
	static const struct {
		const char *end;
		enum comment_style style; /* .inc: assembler or .dsc files */
	} table[] = {{".dsc.inc", COMMENT_HASH}, {".fdf.inc", COMMENT_HASH}, {".s", COMMENT_GAS},
		{".c", COMMENT_C}, {".h", COMMENT_C}, {".cpp", COMMENT_C}, {".hpp", COMMENT_C},
		{".asl", COMMENT_C}, {".dsl", COMMENT_C}, {".asi", COMMENT_C}, {".aslc", COMMENT_C},
		{".vfr", COMMENT_C}, {".vfi", COMMENT_C}, {".dts", COMMENT_C}, {".dtsi", COMMENT_C},
		{".dtso", COMMENT_C}, {".cc", COMMENT_C}, {".cxx", COMMENT_C}, {".hh", COMMENT_C},
		{".hxx", COMMENT_C}, {".inl", COMMENT_C}, {".java", COMMENT_C}, {".js", COMMENT_C},
		{".rs", COMMENT_C}, {".lds", COMMENT_C}, {".ld", COMMENT_C}, {".y", COMMENT_C},
		{".l", COMMENT_C}, {".v", COMMENT_C}, {".sv", COMMENT_C}, {".its", COMMENT_C},
		{".fmd", COMMENT_HASH}, {"kconfig", COMMENT_HASH}, {"kbuild", COMMENT_HASH},
		{".mk", COMMENT_HASH}, {"defconfig", COMMENT_HASH}, {".cmake", COMMENT_HASH},
		{"cmakelists.txt", COMMENT_HASH}, {".ps1", COMMENT_HASH}, {".toml", COMMENT_HASH},
		{".pl", COMMENT_HASH}, {".pm", COMMENT_HASH}, {".awk", COMMENT_HASH},
		{".tcl", COMMENT_HASH}, {".conf", COMMENT_HASH}, {".cb", COMMENT_HASH},
		{".htm", COMMENT_XML}, {".html", COMMENT_XML}, {".xsd", COMMENT_XML},
		{".xsl", COMMENT_XML}, {".hfr", COMMENT_C}, {".uni", COMMENT_C}, {".sd", COMMENT_C},
		{".inf", COMMENT_HASH}, {".dsc", COMMENT_HASH}, {".fdf", COMMENT_HASH},
		{".dec", COMMENT_HASH}, {".py", COMMENT_HASH}, {".sh", COMMENT_HASH},
		{".yaml", COMMENT_HASH}, {".yml", COMMENT_HASH}, {".mak", COMMENT_HASH},
		{"makefile", COMMENT_HASH}, {".sdl", COMMENT_HASH}, {".cif", COMMENT_HASH},
		{".cfg", COMMENT_HASH}, {".nasm", COMMENT_SEMI}, {".asm", COMMENT_SEMI},
		{".inc", COMMENT_GAS}, {".bat", COMMENT_BAT}, {".cmd", COMMENT_BAT},
		{".xml", COMMENT_XML}, {".json", COMMENT_NONE}};
	size_t i;

	for (i = 0; i < sizeof table / sizeof table[0]; i++)
		if (ends_with(name, table[i].end))
			return table[i].style;
	return COMMENT_ALL;
}

static bool at(struct span line, size_t i, const char *text)
{
	for (; *text != '\0'; text++, i++)
		if (i >= line.len || line.ptr[i] != (uint8_t)*text)
			return false;
	return true;
}

/*
 * Index after the string that opens at i; a backslash escapes the next character. A quote without
 * an end on the line, such as for inches, must not hide a comment. Then *lone is set for all later
 * quotes of the line, because searching for their ends would read the same characters again.
 */
static size_t skip_string(struct span line, size_t i, bool *lone)
{
	size_t end = i + 1;

	while (!*lone && end < line.len && line.ptr[end] != '"')
		end += line.ptr[end] == '\\' ? 2 : 1;
	*lone = *lone || end >= line.len;
	return *lone ? i + 1 : end + 1;
}

/* Only 'x' and '\x': a lone apostrophe in prose must not hide the rest of the line. */
static size_t char_constant_len(struct span line, size_t i)
{
	size_t len = i + 1 < line.len && line.ptr[i + 1] == '\\' ? 4 : 3;

	return line.len - i >= len && line.ptr[i + len - 1] == '\'' ? len : 1;
}

/* The index after a string or character constant at i, or after the single character. */
static size_t skip_quoted(struct span line, size_t i, bool *lone)
{
	if (line.ptr[i] == '"')
		return skip_string(line, i, lone);
	return i + (line.ptr[i] == '\'' ? char_constant_len(line, i) : 1);
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t';
}

/* The last byte before i that is not a blank; 0: none. */
static uint8_t before(struct span line, size_t i)
{
	while (i > 0 && is_blank(line.ptr[i - 1]))
		i--;
	return i > 0 ? line.ptr[i - 1] : 0;
}

/* A C preprocessor directive in a .S file; with a blank after the # it is more likely a
 * sentence. */
static bool is_directive(struct span line, size_t i)
{
	static const char *const words[] = {"#define", "#undef", "#include", "#if", "#ifdef",
		"#ifndef", "#elif", "#else", "#endif", "#error", "#pragma"};
	size_t k;

	for (k = 0; k < sizeof words / sizeof words[0]; k++) {
		size_t end = i + strlen(words[k]);

		if (at(line, i, words[k]) && (end == line.len || !tag_is_word_char(line.ptr[end])))
			return true;
	}
	return false;
}

/* On Arm, @ begins comments and # constants, and "@function" is a type everywhere. */
static bool has_gas_comment(struct span line, size_t i)
{
	uint8_t c = line.ptr[i];
	uint8_t last = c == '#' || c == '@' ? before(line, i) : 0;

	switch (c) {
	case ';':
		return true;
	case '#':
		return last == 0 ? !is_directive(line, i) : last != ',' && last != '[';
	case '@':
		return last != ',' && (i == 0 || is_blank(line.ptr[i - 1]));
	default:
		return false;
	}
}

static bool has_line_comment(enum comment_style style, struct span line, size_t i)
{
	switch (style) {
	case COMMENT_HASH:
		return line.ptr[i] == '#' || (line.ptr[i] == ';' && before(line, i) == 0);
	case COMMENT_SEMI:
		return line.ptr[i] == ';';
	case COMMENT_GAS:
		return has_gas_comment(line, i);
	default:
		return false;
	}
}

/* Whether a REM command of a batch file begins at i. */
static bool is_rem(struct span line, size_t i)
{
	while (i < line.len && (is_blank(line.ptr[i]) || line.ptr[i] == '@' || line.ptr[i] == '('))
		i++;
	if (at(line, i, "::"))
		return true;
	return line.len - i >= 3 && tag_lower(line.ptr[i]) == 'r' &&
	       tag_lower(line.ptr[i + 1]) == 'e' && tag_lower(line.ptr[i + 2]) == 'm' &&
	       (line.len - i == 3 || is_blank(line.ptr[i + 3]));
}

static void fill(bool *mask, size_t from, size_t to)
{
	for (; from < to; from++)
		mask[from] = true;
}

/* The next command in a batch file, after an '&' that is not quoted or after '^'. */
static size_t next_command(struct span line, size_t i)
{
	bool quoted = false;

	for (; i < line.len; i++) {
		if (line.ptr[i] == '"')
			quoted = !quoted;
		else if (!quoted && line.ptr[i] == '&')
			return i + 1;
		else if (!quoted && line.ptr[i] == '^')
			i++;
	}
	return line.len;
}

static void mask_batch(struct span line, bool *mask)
{
	size_t i = 0;

	while (i < line.len && !is_rem(line, i))
		i = next_command(line, i);
	fill(mask, i, line.len);
}

/* Marks the block comment from i, including an opening sign at i. */
static size_t take_block(struct comment_state *s, struct span line, size_t i, bool *mask)
{
	const char *close = s->style == COMMENT_XML ? "-->" : "*/";
	size_t end = span_find(line, i, close, strlen(close));

	s->in_block = end == SIZE_MAX;
	end = s->in_block ? line.len : end + strlen(close);
	fill(mask, i, end);
	return end;
}

static bool ends_in_backslash(struct span line)
{
	return line.len > 0 && line.ptr[line.len - 1] == '\\';
}

void comment_mask(struct comment_state *s, struct span line, bool *mask)
{
	bool blocks = s->style == COMMENT_C || s->style == COMMENT_GAS || s->style == COMMENT_XML;
	const char *open = s->style == COMMENT_XML ? "<!--" : "/*";
	bool slashes = s->style == COMMENT_C || s->style == COMMENT_GAS;
	bool whole = s->style == COMMENT_ALL || s->goes_on;
	bool lone = false;
	size_t i = 0;

	memset(mask, whole ? 1 : 0, line.len * sizeof *mask);
	s->goes_on = s->goes_on && ends_in_backslash(line);
	if (s->style == COMMENT_BAT)
		mask_batch(line, mask);
	if (whole)
		return;
	while (i < line.len) {
		if (!s->in_block && (tag_is_word_char(line.ptr[i]) || is_blank(line.ptr[i]))) {
			i++; /* quick test: most characters mean nothing in any style */
		} else if (s->in_block) {
			i = take_block(s, line, i, mask);
		} else if (blocks && at(line, i, open)) {
			fill(mask, i, i + strlen(open));
			s->in_block = true;
			i += strlen(open);
		} else if (slashes && at(line, i, "//")) {
			s->goes_on = ends_in_backslash(line);
			fill(mask, i, line.len);
			return;
		} else if (has_line_comment(s->style, line, i)) {
			fill(mask, i, line.len);
			return;
		} else {
			i = s->style == COMMENT_XML ? i + 1 : skip_quoted(line, i, &lone);
		}
	}
}

/* Whether the sign before ptr[i] certainly ends a block comment, wherever ptr[0] is. Not if one of
 * its characters may begin the next comment. */
static bool ends_block(bool xml, struct span in, size_t i)
{
	const uint8_t *ptr = in.ptr;

	if (!xml)
		return i > 2 && ptr[i - 3] != '/' && (i == in.len || ptr[i] != '*');
	return i > 4 && ptr[i - 4] != '!' && !(ptr[i - 4] == '-' && ptr[i - 5] == '!');
}

static bool has_blocks(const struct comment_state *s)
{
	return s->style == COMMENT_C || s->style == COMMENT_GAS || s->style == COMMENT_XML;
}

static size_t find_text(struct span in, const char *text)
{
	struct bytefind what = {span_of(text, strlen(text)), false};
	bool zero;

	return bytefind(in, &what, &zero);
}

static size_t line_start(struct span text, size_t i)
{
	while (i > 0 && text.ptr[i - 1] != '\n' && text.ptr[i - 1] != '\r')
		i--;
	return i;
}

/* Whether the line before i ends in a backslash. */
static bool goes_on_at(struct span text, size_t i)
{
	i -= i > 1 && text.ptr[i - 1] == '\n' && text.ptr[i - 2] == '\r';
	return i > 1 && text.ptr[i - 2] == '\\';
}

size_t comment_next(struct comment_state *s, struct span text)
{
	bool xml = s->style == COMMENT_XML;
	const char *sign = s->in_block ? (xml ? "-->" : "*/") : (xml ? "<!--" : "/*");
	size_t at;

	if (s->goes_on || !has_blocks(s) || text.len > s->rest)
		return 0;
	at = find_text(text, sign);
	at = at == SIZE_MAX ? text.len : line_start(text, at);
	s->rest = text.len - at;
	/* A continued // comment may hide the sign, or continue after the text. */
	while (!xml && !s->in_block && goes_on_at(text, at))
		at = line_start(text, at - 2); /* of the backslash, or the CR behind it */
	return at;
}

/* Whether a line ends after i, and nothing before its end opens or continues a comment. Returns the
 * start of the next line; 0: no. */
static size_t clean_end(bool xml, struct span in, size_t i)
{
	uint8_t opens = xml ? '<' : '/';

	while (i < in.len && in.ptr[i] != '\n' && in.ptr[i] != '\r' && in.ptr[i] != opens)
		i++;
	if (i == in.len || in.ptr[i] == opens || in.ptr[i - 1] == '\\')
		return 0;
	return i + 1 + (in.ptr[i] == '\r' && i + 1 < in.len && in.ptr[i + 1] == '\n');
}

/* The last end of a block comment that begins in [from, to); SIZE_MAX: none. */
static size_t last_close(bool xml, struct span in, size_t from, size_t to)
{
	const char *close = xml ? "-->" : "*/";
	size_t last = SIZE_MAX;
	struct span piece;
	size_t at;

	to += strlen(close) - 1;
	to = to < in.len ? to : in.len;
	while (span_slice(in, from, to - from, &piece) &&
		(at = find_text(piece, close)) != SIZE_MAX) {
		last = from + at;
		from = last + 1;
	}
	return last;
}

size_t comment_sync(struct comment_state *s, struct span passed)
{
	bool xml = s->style == COMMENT_XML;
	size_t to = passed.len;

	s->rest = SIZE_MAX;
	if (!has_blocks(s))
		return passed.len;
	/* Limited: where block comments are rarer, comment_next is faster. */
	while (to > 0 && passed.len - to < SYNC_BACK) {
		size_t from = to > SYNC_PIECE ? to - SYNC_PIECE : 0;
		size_t close = last_close(xml, passed, from, to);
		size_t end = close != SIZE_MAX ? close + (xml ? 3 : 2) : 0;
		size_t next =
			end != 0 && ends_block(xml, passed, end) ? clean_end(xml, passed, end) : 0;

		if (next != 0) {
			s->in_block = false;
			s->goes_on = false;
			return next;
		}
		to = from;
	}
	return 0;
}

bool comment_is_makefile(const char *name)
{
	return ends_with(name, "makefile") || ends_with(name, ".mak") || ends_with(name, ".mk") ||
	       ends_with(name, "kbuild");
}

/* text: in lower case */
static bool is_word(struct span line, size_t i, const char *text)
{
	for (; *text != '\0'; text++, i++)
		if (i >= line.len || tag_lower(line.ptr[i]) != (uint8_t)*text)
			return false;
	return i >= line.len || !tag_is_word_char(line.ptr[i]);
}

/* Skips the first word of "#pragma region". */
static size_t region_word(struct span line, size_t i)
{
	if (!is_word(line, i, "pragma"))
		return i;
	i += strlen("pragma");
	while (i < line.len && is_blank(line.ptr[i]))
		i++;
	return i;
}

enum comment_cond comment_cond(enum comment_style style, bool makefile, struct span line)
{
	static const char *const begins[] = {"if", "ifdef", "ifndef", "ifeq", "ifneq", "ifidn",
		"ifidni", "ifnidn", "ife", "ifb", "ifnb", "ifdif", "ifdifi"};
	uint8_t mark = style == COMMENT_SEMI ? '%' : style == COMMENT_HASH ? '!' : '#';
	size_t i = 0;
	size_t k;

	if (style == COMMENT_XML || style == COMMENT_BAT || style == COMMENT_NONE)
		return COND_NONE;
	while (i < line.len && is_blank(line.ptr[i]))
		i++;
	if (!makefile) {
		if (i < line.len && line.ptr[i] == mark)
			i++;
		else if (style != COMMENT_SEMI) /* MASM has none */
			return COND_NONE;
		while (i < line.len && is_blank(line.ptr[i]))
			i++;
	}
	if (is_word(line, i, "endif"))
		return COND_END;
	if (mark == '#' && !makefile)
		i = region_word(line, i);
	if (is_word(line, i, "endregion"))
		return COND_END;
	if (mark == '#' && !makefile && is_word(line, i, "region"))
		return COND_IF;
	for (k = makefile ? 1 : 0; k < sizeof begins / sizeof begins[0]; k++)
		if (is_word(line, i, begins[k]))
			return COND_IF;
	return COND_NONE;
}
