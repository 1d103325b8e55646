/* SPDX-License-Identifier: MIT */
#include "report/tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/num.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "report/csv.h"
#include "report/report.h"
#include "tags/discover.h"

/* Rows found by hash of the tag's text. */
struct maker {
	const struct job *job;
	struct tag_table *t;
	size_t cap;
	size_t *slots; /* number of a row plus 1; 0: free */
	size_t mask;
};

static uint64_t hash_of(const char *text)
{
	uint64_t h = 14695981039346656037u;

	for (; *text != '\0'; text++)
		h = (h ^ (uint8_t)*text) * 1099511628211u;
	return h ^ h >> 32;
}

static bool grow(struct maker *m)
{
	size_t cap = m->cap == 0 ? 64 : m->cap * 2;
	struct tag_stats *rows = realloc(m->t->rows, cap * sizeof *rows);
	size_t *slots = calloc(cap * 4, sizeof *slots);
	size_t i;

	if (rows != NULL)
		m->t->rows = rows;
	if (rows == NULL || slots == NULL) {
		free(slots);
		return false;
	}
	m->cap = cap;
	m->mask = cap * 4 - 1;
	for (i = 0; i < m->t->count; i++) {
		size_t k = (size_t)hash_of(rows[i].tag);

		while (slots[k & m->mask] != 0)
			k++;
		slots[k & m->mask] = i + 1;
	}
	free(m->slots);
	m->slots = slots;
	return true;
}

/* NULL: out of memory. */
static struct tag_stats *row_of(struct maker *m, const char *tag)
{
	size_t k;

	if ((m->slots == NULL || m->t->count == m->cap) && !grow(m))
		return NULL;
	for (k = (size_t)hash_of(tag); m->slots[k & m->mask] != 0; k++) {
		struct tag_stats *row = &m->t->rows[m->slots[k & m->mask] - 1];

		if (strcmp(row->tag, tag) == 0)
			return row;
	}
	m->t->rows[m->t->count] = (struct tag_stats){.tag = tag};
	m->slots[k & m->mask] = ++m->t->count;
	return &m->t->rows[m->t->count - 1];
}

static const char *text_of(const struct job *job, const struct hit *h)
{
	const struct tag_set *set = job->scan.set;

	return h->text != NULL ? h->text : set->tags[set->tags[h->tag].pair].text;
}

static bool count_hit(struct maker *m, const struct scan_result *r, size_t i)
{
	const struct hit *h = &r->hits[i];
	const char *text = text_of(m->job, h);
	struct tag_stats *row = row_of(m, text);

	if (row == NULL)
		return false;
	row->files += row->last != r;
	row->last = r;
	row->places++;
	row->described += h->described;
	row->amid += h->amid;
	if (h->kind != HIT_MARK) {
		row->unpaired += !h->paired;
		row->styles[h->family < MARK_OWN ? h->family : MARK_OWN]++;
	}
	if (h->date != 0 && (row->since == 0 || h->date < row->since))
		row->since = h->date;
	return true;
}

#define WIDE_LEAST 16 /* files */
#define WIDE_PART  4  /* ... and a quarter of the files of the most frequent tag */

static bool is_amid(const struct tag_stats *row)
{
	return row->amid * 2 > row->places;
}

/* A tag used all over the tree is a team's tag, whatever its name; but not a word of prose, many of
 * whose marks have no counterpart. */
static void find_wide(struct tag_table *t)
{
	uint64_t most = 0;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (!is_amid(&t->rows[i]) && t->rows[i].files > most)
			most = t->rows[i].files;
	for (i = 0; i < t->count; i++)
		t->rows[i].wide = t->rows[i].files >= WIDE_LEAST &&
				  t->rows[i].files * WIDE_PART >= most &&
				  t->rows[i].unpaired * 4 <= t->rows[i].places;
}

/* How much the tag looks like a team's; only the results of a search for any tag are ranked. */
static unsigned rank_of(const struct tag_stats *row)
{
	unsigned rank = 1;

	if (is_amid(row))
		return 0;
	if (row->wide)
		rank += 5;
	if (discover_looks_like_ticket(span_of(row->tag, strlen(row->tag))))
		rank += 2;
	if (row->described * 2 >= row->places || row->styles[MARK_BRACKET] > 0)
		rank += 2;
	return rank;
}

static int by_blocks(const void *a, const void *b)
{
	const struct tag_stats *x = a;
	const struct tag_stats *y = b;
	unsigned x_rank = rank_of(x);
	unsigned y_rank = rank_of(y);

	if (x_rank != y_rank)
		return num_order(y_rank, x_rank);
	if (x->blocks != y->blocks)
		return num_order(y->blocks, x->blocks);
	if (x->places != y->places)
		return num_order(y->places, x->places);
	return strcmp(x->tag, y->tag);
}

/* Words next to a sign that never has a counterpart are not tags. */
static void drop_words(struct tag_table *t)
{
	size_t kept = 0;
	size_t i;

	for (i = 0; i < t->count; i++)
		if (t->rows[i].blocks > 0 || t->rows[i].styles[MARK_BRACKET] > 0)
			t->rows[kept++] = t->rows[i];
	t->dropped = t->count - kept;
	t->count = kept;
}

enum err_code tag_table_make(
	const struct job *job, bool any, struct tag_table *out, struct err *err)
{
	struct maker m = {.job = job, .t = out};
	bool fine = true;
	size_t i;
	size_t k;

	*out = (struct tag_table){.rows = NULL};
	for (i = 0; i < job->count && fine; i++) {
		const struct scan_result *r = job->files[i].result;

		for (k = 0; r != NULL && k < r->hit_count && fine; k++)
			fine = count_hit(&m, r, k);
		for (k = 0; r != NULL && k < r->block_count && fine; k++) {
			const struct block *b = &r->blocks[k];
			struct tag_stats *row = row_of(
				&m, b->text != NULL ? b->text : job->scan.set->tags[b->tag].text);

			fine = row != NULL;
			if (fine)
				row->blocks++;
		}
	}
	free(m.slots);
	if (!fine) {
		tag_table_free(out);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	if (any)
		drop_words(out);
	find_wide(out);
	num_sort(out->rows, out->count, sizeof out->rows[0], by_blocks);
	return ERR_OK;
}

void tag_table_free(struct tag_table *t)
{
	free(t->rows);
	*t = (struct tag_table){.rows = NULL};
}

static const char *style_of(const struct tag_stats *row)
{
	unsigned best = 0;
	unsigned i;

	for (i = 1; i < sizeof row->styles / sizeof row->styles[0]; i++)
		if (row->styles[i] > row->styles[best])
			best = i;
	return mark_family_name(best);
}

static void since_text(const struct tag_stats *row, char out[16])
{
	struct buf b;

	buf_init(&b, 15);
	if (row->since != 0)
		buf_printf(&b, "%04u-%02u-%02u", (unsigned)row->since / 10000,
			(unsigned)row->since / 100 % 100, (unsigned)row->since % 100);
	if (b.len > 0)
		memcpy(out, b.ptr, b.len);
	out[b.len] = '\0';
	buf_free(&b);
}

/* Number of blanks to fill a text to that width. */
static int blanks(const char *text, int width)
{
	return out_width(text) < width ? width - out_width(text) : 0;
}

#define HEADS 7

/* Prints column heads as wide as the rows: right-aligned for numbers, left-aligned for words. */
static void print_heads(void)
{
	static const int width[HEADS] = {8, 8, 8, 8, -10, -10, 0};
	const char *heads = tr("places\tblocks\tfiles\tunpaired\tstyle\tsince\ttag");

	for (size_t i = 0; i < HEADS; i++) {
		char head[64];
		size_t len = strcspn(heads, "\t");
		int wide = width[i] < 0 ? -width[i] : width[i];

		snprintf(head, sizeof head, "%.*s", (int)len, heads);
		if (width[i] > 0)
			out_printf("%*s%s ", blanks(head, wide), "", head);
		else
			out_printf(" %s%*s", head, blanks(head, wide), "");
		heads += len + (heads[len] != '\0');
	}
	out_str("\n");
}

static void print_text(const struct job *job, const struct tag_table *t)
{
	size_t i;

	if (t->count > 0)
		print_heads();
	for (i = 0; i < t->count; i++) {
		const struct tag_stats *row = &t->rows[i];
		char since[16];

		since_text(row, since);
		out_printf("%8llu %8llu %8llu %8llu  %-10s %-10s ", (unsigned long long)row->places,
			(unsigned long long)row->blocks, (unsigned long long)row->files,
			(unsigned long long)row->unpaired, style_of(row), since);
		out_escaped_str(row->tag);
		out_str("\n");
	}
	if (diag_quiet())
		return;
	out_printf(tr("%zu tag%s in %llu file%s"), t->count, tr_s(t->count),
		(unsigned long long)job->scanned, tr_s(job->scanned));
	if (t->dropped > 0)
		out_printf(tr("; not listed: %zu word%s with marks that nothing closes"),
			t->dropped, tr_s(t->dropped));
	out_str("\n");
	report_names(job);
}

static void print_csv(const struct tag_table *t)
{
	size_t i;

	csv_head("tag,places,blocks,files,unpaired,style,since");
	for (i = 0; i < t->count; i++) {
		const struct tag_stats *row = &t->rows[i];
		char since[16];

		since_text(row, since);
		csv_str(row->tag);
		out_printf(",%llu,%llu,%llu,%llu,%s,%s\r\n", (unsigned long long)row->places,
			(unsigned long long)row->blocks, (unsigned long long)row->files,
			(unsigned long long)row->unpaired, style_of(row), since);
	}
}

static enum err_code print_json(const struct job *job, const struct tag_table *t, struct err *err)
{
	struct buf b;
	struct json j;
	size_t i;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "source", job->source);
	report_json_counts(&j, job);
	json_key(&j, "tags");
	json_array(&j);
	for (i = 0; i < t->count; i++) {
		const struct tag_stats *row = &t->rows[i];
		char since[16];

		since_text(row, since);
		json_object(&j);
		json_kv_str(&j, "tag", row->tag);
		json_kv_u64(&j, "places", row->places);
		json_kv_u64(&j, "blocks", row->blocks);
		json_kv_u64(&j, "files", row->files);
		json_kv_u64(&j, "unpaired", row->unpaired);
		json_kv_str(&j, "style", style_of(row));
		if (row->since != 0)
			json_kv_str(&j, "since", since);
		json_object_end(&j);
	}
	json_array_end(&j);
	report_json_errors(&j, job);
	json_object_end(&j);
	if (b.failed == ERR_OK)
		out_text(span_of(b.ptr, b.len));
	buf_free(&b);
	return b.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code report_tags(
	const struct job *job, const struct tag_table *t, enum report_form form, struct err *err)
{
	if (form == REPORT_JSON)
		return print_json(job, t, err);
	if (form == REPORT_CSV)
		print_csv(t);
	else
		print_text(job, t);
	return ERR_OK;
}
