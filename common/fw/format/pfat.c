/* SPDX-License-Identifier: MIT */
#include "biosbelt/pfat.h"

#define VERSION_LEN 4u /* of a block's mark */
#define MARK_ERRORS 2u /* bytes of a mark that may be damaged */

bool pfat_is_at(struct span in, size_t off)
{
	struct span at, tag, title;

	return span_from(in, off, &at) && span_from(at, PFAT_TAG_OFF, &tag) &&
	       span_starts(tag, PFAT_TAG, PFAT_TAG_LEN) && span_from(at, PFAT_TEXT_OFF, &title) &&
	       span_starts(title, PFAT_TITLE, PFAT_TITLE_LEN);
}

static bool is_line_end(uint8_t b)
{
	return b == '\r' || b == '\n' || b == 0;
}

static bool is_blank(uint8_t b)
{
	return b == ' ' || b == '\t';
}

/* The next line from *pos that is not blank, without its end; false: none. */
static bool next_line(const struct pfat *p, size_t *pos, struct span *line)
{
	const uint8_t *t = p->in.ptr;
	size_t start = *pos, end;

	while (start < p->text_end && (is_line_end(t[start]) || is_blank(t[start])))
		start++;
	for (end = start; end < p->text_end && !is_line_end(t[end]);)
		end++;
	*pos = end;
	return span_slice(p->in, start, end - start, line) && line->len != 0;
}

/* Reads a word of the line; *pos moves past it and the blanks after it. */
static struct span word(struct span line, size_t *pos)
{
	size_t start = *pos, end = start;
	struct span out = {line.ptr, 0};

	while (end < line.len && !is_blank(line.ptr[end]) && line.ptr[end] != ';')
		end++;
	(void)span_slice(line, start, end - start, &out);
	while (end < line.len && is_blank(line.ptr[end]))
		end++;
	*pos = end;
	return out;
}

static bool read_count(struct span digits, uint32_t *out)
{
	uint64_t v = 0;
	size_t i;

	for (i = 0; i < digits.len; i++) {
		if (digits.ptr[i] < '0' || digits.ptr[i] > '9')
			return false;
		v = v * 10 + (digits.ptr[i] - (unsigned)'0');
		if (v > UINT32_MAX)
			return false;
	}
	*out = (uint32_t)v;
	return digits.len != 0;
}

static bool read_line(struct span line, uint32_t *blocks, struct span *name)
{
	size_t pos = 0, end;

	(void)word(line, &pos); /* flags */
	(void)word(line, &pos); /* option of the update program */
	if (!read_count(word(line, &pos), blocks) || pos >= line.len || line.ptr[pos] != ';')
		return false;
	for (end = ++pos; end < line.len && line.ptr[end] != ';';)
		end++;
	return span_slice(line, pos, end - pos, name);
}

/* Whether len bytes at off equal the first block's mark. */
static bool is_marked(const struct pfat *p, size_t off, size_t len)
{
	struct span at;

	return span_from(p->in, off, &at) && span_starts(at, p->in.ptr + p->first, len);
}

bool pfat_open(struct span in, struct pfat *out)
{
	struct pfat p = {.in = in, .line = PFAT_TEXT_OFF}, probe;
	struct guard_block block;
	uint32_t size = 0, version = 0, blocks;
	struct span line, name;
	size_t pos;

	if (!pfat_is_at(in, 0) || !span_u32le(in, 0, &size) || size > PFAT_TEXT_MAX ||
		size > in.len || size < PFAT_TEXT_OFF + PFAT_TITLE_LEN)
		return false;
	p.text_end = size;
	p.first = p.pos = size;
	(void)next_line(&p, &p.line, &line);
	pos = p.line;
	do {
		if (!next_line(&p, &pos, &line))
			return false;
	} while (!read_line(line, &blocks, &name));
	if (!span_u32le(in, p.first, &version) || version == 0)
		return false;
	probe = p;
	probe.left = 1;
	if (pfat_next_block(&probe, &block) == PFAT_DAMAGED)
		return false;
	*out = p;
	return true;
}

bool pfat_next_component(struct pfat *p, struct span *name)
{
	struct span line;

	while (next_line(p, &p->line, &line)) {
		if (read_line(line, &p->left, name))
			return true;
		p->bad_line = true;
	}
	if (p->unlisted || !is_marked(p, p->pos, GUARD_MARK_LEN))
		return false;
	p->unlisted = true;
	p->left = UINT32_MAX;
	*name = (struct span){NULL, 0};
	return true;
}

/* Length of the signature at off. */
static size_t signature_len(struct pfat *p, size_t off)
{
	size_t len = guard_signature_len(p->in, off), next;
	struct span near;

	if (len != 0 || p->signature != 0)
		return len != 0 ? len : p->signature;
	if (!span_from(p->in, off, &near))
		return 0;
	if (near.len > GUARD_SIGNATURE_3K + GUARD_MARK_LEN)
		near.len = GUARD_SIGNATURE_3K + GUARD_MARK_LEN;
	next = span_find(near, 0, p->in.ptr + p->first, GUARD_MARK_LEN);
	if (next != SIZE_MAX)
		p->signature = next;
	return next != SIZE_MAX ? next : GUARD_SIGNATURE_3K;
}

/* The block at pos is incomplete: is it the last of a truncated file? */
static enum pfat_step cut_block(struct pfat *p, struct guard_block *out)
{
	size_t end = p->in.len, len = end - p->pos;
	bool ours = is_marked(p, p->pos, len < GUARD_MARK_LEN ? len : GUARD_MARK_LEN);
	struct guard_block b = {.data = end};
	uint32_t script = 0;

	p->left = 0;
	p->line = p->text_end;
	p->unlisted = true;
	if (!ours || (len > GUARD_MARK_LEN && span_find(p->in, p->pos + 1, p->in.ptr + p->first,
						      GUARD_MARK_LEN) != SIZE_MAX))
		return PFAT_DAMAGED;
	if (guard_script_len(p->in, p->pos, &script)) {
		b.script = p->pos + GUARD_HEAD;
		b.script_len = script;
		b.data = b.script + script;
		b.data_len = end - b.data;
	}
	p->pos = end;
	*out = b;
	return PFAT_CUT;
}

/* Whether a block begins at off, possibly with a damaged mark. */
static bool begins_block(const struct pfat *p, size_t off)
{
	unsigned i, errors = 0;
	struct span at;

	if (is_marked(p, off, VERSION_LEN))
		return true;
	if (!span_slice(p->in, off, GUARD_MARK_LEN, &at))
		return false;
	for (i = 0; i < GUARD_MARK_LEN; i++)
		errors += at.ptr[i] != p->in.ptr[p->first + i];
	return errors <= MARK_ERRORS;
}

/* The start of the next block, or of another container, at from or later; SIZE_MAX: none. */
static size_t next_start(const struct pfat *p, size_t from)
{
	size_t mark, tag;
	struct span first, before;

	if (from > p->in.len || !span_slice(p->in, p->first, GUARD_MARK_LEN, &first))
		return SIZE_MAX;
	mark = span_find(p->in, from, first.ptr, first.len);
	before = span_of(p->in.ptr + from, (mark != SIZE_MAX ? mark : p->in.len) - from);
	tag = span_find(before, 0, PFAT_TAG, PFAT_TAG_LEN);
	return tag != SIZE_MAX && tag >= PFAT_TAG_OFF ? from + tag - PFAT_TAG_OFF : mark;
}

/* Whether the component's count or the lines after it imply another block after this one. */
static bool expects_more(const struct pfat *p)
{
	size_t line = p->line;
	struct span text, name;
	uint32_t blocks;

	if (p->unlisted || p->left > 1)
		return !p->unlisted;
	while (next_line(p, &line, &text))
		if (read_line(text, &blocks, &name) && blocks != 0)
			return true;
	return false;
}

/* The end of the block whose header is at pos, including its signature. */
static size_t end_of(struct pfat *p, const struct guard_block *b)
{
	size_t end = b->data + b->data_len;
	struct span rest;

	if (b->is_signed && span_from(p->in, end, &rest)) {
		size_t len = signature_len(p, end);

		end += len < rest.len ? len : rest.len;
	}
	return end;
}

/* How much of room bytes, script and data, is the script: one of the two sizes may be right. */
static size_t script_of(const struct pfat *p, size_t room)
{
	uint32_t script = 0, data = 0;

	if (span_u32le(p->in, p->pos + GUARD_DATA_SIZE, &data) && data <= room &&
		room - data == p->last.script)
		return p->last.script;
	if (span_u32le(p->in, p->pos + GUARD_SCRIPT_SIZE, &script) && script != 0 && script <= room)
		return script;
	return p->last.script <= room ? p->last.script : 0;
}

/* Describes the damaged block from pos to next. */
static void repair(struct pfat *p, size_t next, struct guard_block *out)
{
	size_t fixed = GUARD_HEAD + p->last.signature, gap = next - p->pos;
	struct guard_block b = {.script = next, .data = next};

	if (gap >= fixed) {
		b.script = p->pos + GUARD_HEAD;
		b.script_len = script_of(p, gap - fixed);
		b.data = b.script + b.script_len;
		b.data_len = gap - fixed - b.script_len;
		b.is_signed = p->last.signature != 0;
	}
	if (gap >= GUARD_HEAD) /* fewer bytes belong to the end of the previous block */
		p->left--;
	p->pos = next;
	*out = b;
}

/* The block's sizes are wrong if they pass over the next start, or if a block as long as the last
 * one ends there; then *next is set. Without a next start they cannot be checked. */
static bool sizes_are_wrong(const struct pfat *p, size_t end, size_t *next)
{
	if (end == p->in.len || begins_block(p, end) || !expects_more(p))
		return false;
	*next = next_start(p, p->pos + GUARD_HEAD);
	return *next != SIZE_MAX && (*next < end || *next - p->pos == p->last.whole);
}

enum pfat_step pfat_next_block(struct pfat *p, struct guard_block *out)
{
	bool sound = is_marked(p, p->pos, VERSION_LEN), begins = begins_block(p, p->pos);
	size_t end, next;

	if (p->left == 0 || (p->unlisted && !is_marked(p, p->pos, GUARD_MARK_LEN)))
		return PFAT_DONE;
	if (!begins || !guard_block_parse(p->in, p->pos, out)) {
		next = next_start(p, p->pos + (begins ? GUARD_HEAD : 0));
		if (next == SIZE_MAX || next == p->pos)
			return cut_block(p, out);
		repair(p, next, out);
		return PFAT_REPAIRED;
	}
	end = end_of(p, out);
	if (sizes_are_wrong(p, end, &next)) {
		repair(p, next, out);
		return PFAT_REPAIRED;
	}
	p->left--;
	if (sound) {
		p->last.script = out->script_len;
		p->last.signature = end - out->data - out->data_len;
		p->last.whole = end - p->pos;
	}
	p->pos = end;
	return sound ? PFAT_BLOCK : PFAT_REPAIRED;
}
