/* SPDX-License-Identifier: MIT */
/* Endgame tables in files: each class is guessed from the fillings with one tile a rank less. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "endgame/endgame.h"
#include "net/rans.h"

#define MAGIC      "BB2048EG"
#define VERSION    1u
#define CONTEXTS   64u
#define FREQ_BYTES (2 * (size_t)CONTEXTS * ENDGAME_CLASSES)

/* Walks through the fillings in order. */
struct walk {
	unsigned cells;
	unsigned target;
	unsigned digit[16];
	uint32_t weight[16];
};

static void walk_init(struct walk *w, const struct endgame_rules *r)
{
	memset(w, 0, sizeof(*w));
	w->target = r->spec.target;
	for (unsigned cell = 0; cell < 16; cell++)
		if (r->weight[cell] != 0)
			w->weight[w->cells++] = r->weight[cell];
}

static void walk_next(struct walk *w)
{
	for (unsigned i = 0; i < w->cells; i++) {
		if (++w->digit[i] < w->target)
			return;
		w->digit[i] = 0;
	}
}

/* The mean of the neighbours' classes, and a context of their size and disagreement. */
static inline unsigned guess(
	const struct walk *w, const uint8_t *class, uint32_t number, unsigned *context)
{
	unsigned sum = 0, count = 0, min = ENDGAME_CLASSES - 1, max = 0, spread, log;

	for (unsigned i = 0; i < w->cells; i++) {
		unsigned c;

		if (w->digit[i] == 0)
			continue;
		c = class[number - w->weight[i]];
		sum += c;
		count++;
		min = c < min ? c : min;
		max = c > max ? c : max;
	}
	sum = count > 0 ? sum / count : ENDGAME_CLASSES - 1;
	spread = max > min ? max - min : 0;
	log = 31u - (unsigned)__builtin_clz(spread + 1);
	*context = 8 * log + sum / 8; /* log is 5 at most for a spread below 63, 6 for 63 */
	return sum;
}

static enum err_code encode(
	const struct endgame_table *t, struct buf *head, struct buf *body, struct err *err)
{
	static const unsigned mask = ENDGAME_CLASSES - 1;
	uint32_t states = t->rules->states;
	struct rans_table *tables = calloc(CONTEXTS, sizeof(*tables));
	uint8_t *context = malloc(states), *symbol = malloc(states);
	uint16_t *words = malloc(((size_t)states + 2) * sizeof(*words));
	uint32_t seen[CONTEXTS][ENDGAME_CLASSES] = {{0}};
	struct rans_writer writer;
	struct walk w;
	enum err_code rc = ERR_OK;
	size_t at = body->len;

	if (tables == NULL || context == NULL || symbol == NULL || words == NULL) {
		rc = err_set(err, ERR_NOMEM, "out of memory");
		goto out;
	}
	walk_init(&w, t->rules);
	for (uint32_t i = 0; i < states; i++, walk_next(&w)) {
		unsigned c, p = guess(&w, t->class, i, &c);

		context[i] = (uint8_t)c;
		symbol[i] = (uint8_t)((t->class[i] - p) & mask);
		seen[c][symbol[i]]++;
	}
	for (unsigned c = 0; c < CONTEXTS; c++) {
		uint16_t freq[ENDGAME_CLASSES];

		rans_scale(seen[c], ENDGAME_CLASSES, freq);
		(void)rans_table_init(&tables[c], freq, ENDGAME_CLASSES);
		for (unsigned s = 0; s < ENDGAME_CLASSES; s++)
			buf_add_u16le(body, freq[s]);
	}
	rans_begin(&writer, words);
	for (uint32_t i = states; i > 0; i--)
		rans_put(&writer, &tables[context[i - 1]], symbol[i - 1]);
	rans_end(&writer);
	for (size_t i = 0; i < writer.words; i++)
		buf_add_u16le(body, writer.word[i]);
	if (body->failed != ERR_OK)
		rc = err_set(err, body->failed, "out of memory");
	else
		at = body->len - at;
	buf_add_u64le(head, t->rules->spec.free);
	buf_add_u32le(head, t->rules->spec.target);
	buf_add_u32le(head, t->rules->spec.solid);
	buf_add_u32le(head, (uint32_t)at);
out:
	free(words);
	free(symbol);
	free(context);
	free(tables);
	return rc;
}

enum err_code endgame_pack(const struct endgame_set *set, struct blob *out, struct err *err)
{
	struct buf file, body;
	enum err_code rc = ERR_OK;

	buf_init(&file, 0);
	buf_init(&body, UINT32_MAX);
	buf_str(&file, MAGIC);
	buf_add_u32le(&file, VERSION);
	buf_add_u32le(&file, set->count);
	for (unsigned i = 0; i < set->count && rc == ERR_OK; i++)
		rc = encode(&set->table[i], &file, &body, err);
	if (rc == ERR_OK) {
		buf_add_u32le(&file, crc32_update(0, span_of(body.ptr, body.len)));
		buf_add_u32le(&file, crc32_update(0, span_of(file.ptr, file.len)));
		buf_add(&file, body.ptr, body.len);
	}
	buf_free(&body);
	if (rc == ERR_OK)
		return buf_finish(&file, out, err);
	buf_free(&file);
	return rc;
}

struct part {
	struct endgame_table *table;
	struct span bytes;
	enum err_code rc;
	struct err err;
};

static enum err_code decode(struct part *p, struct rans_table *tables)
{
	struct cursor c = {.in = p->bytes};
	struct endgame_table *t = p->table;
	struct span words;
	struct rans_reader reader;
	struct walk w;

	for (unsigned i = 0; i < CONTEXTS; i++) {
		uint16_t freq[ENDGAME_CLASSES];

		for (unsigned s = 0; s < ENDGAME_CLASSES; s++)
			freq[s] = cursor_u16le(&c);
		if (!rans_table_init(&tables[i], freq, ENDGAME_CLASSES))
			return err_set(&p->err, ERR_FORMAT, "impossible frequencies");
	}
	if (c.bad || !span_from(p->bytes, c.pos, &words))
		return err_set(&p->err, ERR_FORMAT, "cut short");
	rans_open(&reader, words.ptr, words.len);
	walk_init(&w, t->rules);
	for (uint32_t i = 0; i < t->rules->states && !reader.bad; i++, walk_next(&w)) {
		unsigned context, g = guess(&w, t->class, i, &context);

		if (!tables[context].usable)
			return err_set(&p->err, ERR_FORMAT, "damaged table");
		t->class[i] = (uint8_t)((g + rans_get(&reader, &tables[context])) &
					(ENDGAME_CLASSES - 1));
	}
	if (!rans_is_done(&reader))
		return err_set(&p->err, ERR_FORMAT, "damaged table");
	return ERR_OK;
}

static void read_part(void *user, size_t i)
{
	struct part *p = &((struct part *)user)[i];
	struct rans_table *tables = calloc(CONTEXTS, sizeof(*tables));

	if (tables == NULL)
		p->rc = err_set(&p->err, ERR_NOMEM, "out of memory");
	else
		p->rc = decode(p, tables);
	free(tables);
}

/* One table's line of the head; its memory. */
static enum err_code read_spec(
	struct cursor *c, struct endgame_set *set, uint32_t *len, struct err *err)
{
	struct endgame_table *t = &set->table[set->count];
	struct endgame_spec spec;
	uint32_t solid;

	spec.free = cursor_u64le(c);
	spec.target = cursor_u32le(c);
	solid = cursor_u32le(c);
	*len = cursor_u32le(c);
	if (c->bad || solid > 1)
		return err_set(err, ERR_FORMAT, "damaged head");
	spec.solid = solid != 0;
	t->rules = malloc(sizeof(*t->rules));
	if (t->rules == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	set->count++;
	if (endgame_rules_init(t->rules, &spec, err) != ERR_OK)
		return err->code;
	t->class = calloc(t->rules->states, 1);
	return t->class != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code read_head(
	struct span file, uint32_t *count, struct span *body, struct err *err)
{
	struct cursor c = {.in = file};
	struct span magic = cursor_take(&c, 8), head;
	uint32_t version = cursor_u32le(&c), crc, own;

	*count = cursor_u32le(&c);
	if (c.bad || !span_starts(magic, MAGIC, 8))
		return err_set(err, ERR_FORMAT, "not endgame tables of 2048ai");
	if (version != VERSION)
		return err_set(err, ERR_UNSUPPORTED, "endgame tables of version %u are not known",
			version);
	if (*count > ENDGAME_MAX)
		return err_set(err, ERR_FORMAT, "damaged head");
	cursor_skip(&c, *count * (size_t)20);
	crc = cursor_u32le(&c);
	if (c.bad || !span_slice(file, 0, c.pos, &head))
		return err_set(err, ERR_FORMAT, "damaged head");
	own = cursor_u32le(&c);
	if (c.bad || own != crc32_update(0, head) || !span_from(file, c.pos, body) ||
		crc != crc32_update(0, *body))
		return err_set(err, ERR_FORMAT, "damaged endgame tables");
	return ERR_OK;
}

static enum err_code read_tables(struct span file, uint32_t count, struct span body,
	struct endgame_set *set, struct part *parts, struct err *err)
{
	struct cursor c = {.in = file}, b = {.in = body};

	cursor_skip(&c, 16);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t len;

		if (read_spec(&c, set, &len, err) != ERR_OK)
			return err->code;
		parts[i].table = &set->table[i];
		parts[i].bytes = cursor_take(&b, len);
	}
	if (b.bad || cursor_left(&b) != 0)
		return err_set(err, ERR_FORMAT, "damaged endgame tables");
	return ERR_OK;
}

enum err_code endgame_read(struct span file, search_parallel *parallel, unsigned threads,
	struct endgame_set *out, struct err *err)
{
	struct part parts[ENDGAME_MAX];
	struct endgame_set set;
	struct span body;
	uint32_t count;
	enum err_code rc;

	memset(&set, 0, sizeof(set));
	memset(parts, 0, sizeof(parts));
	if (read_head(file, &count, &body, err) != ERR_OK)
		return err->code;
	rc = read_tables(file, count, body, &set, parts, err);
	if (rc == ERR_OK && parallel != NULL)
		parallel(count, threads, read_part, parts);
	else
		for (uint32_t i = 0; i < count && rc == ERR_OK; i++)
			read_part(parts, i);
	for (uint32_t i = 0; i < count && rc == ERR_OK; i++) {
		rc = parts[i].rc;
		if (rc != ERR_OK)
			*err = parts[i].err;
	}
	if (rc != ERR_OK) {
		endgame_free(&set);
		return rc;
	}
	*out = set;
	return ERR_OK;
}
