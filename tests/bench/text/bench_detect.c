/* SPDX-License-Identifier: MIT */
/*
 * bench_detect CORPUS [SET...]: how often the detector names an encoding that gives exactly the
 * true text, on the files of CORPUS/MANIFEST.tsv, whole and in pieces of 1 KB and 100 bytes, and
 * what CPU time it takes; uchardet on the same bytes in the same run when it was there to link.
 * The set "lines" is wrapped in ASCII code: it holds only the lines that are not ASCII. With
 * BENCH_LIST=1 in the environment every miss is listed; with BENCH_RUNS=N each of the two goes N
 * times over all texts of a set, in turn, and the ratio of the quickest runs is printed too.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef HAVE_UCHARDET
#include <uchardet/uchardet.h>
#endif

#include "../../decode_plainly.h"
#include "biosbelt/file.h"
#include "biosbelt/text.h"

enum form { WHOLE, PIECE_1K, PIECE_100, FORMS };
static const char *const form_names[FORMS] = {"whole", "1 KB", "100 B"};

struct tally {
	struct blob *texts; /* kept for BENCH_RUNS */
	unsigned n;
	unsigned ours;
	unsigned sure_wrong;
	unsigned sure;
	unsigned ambiguous;
	unsigned peer;
	double our_cpu;
	double peer_cpu;
};

static bool list_misses;
static unsigned runs;

static double cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const char code_before[] =
	"/* Reads one register of the bridge and keeps the lower half. */\n"
	"static unsigned read_half(const struct bridge *b, unsigned index)\n"
	"{\n\tunsigned value = bridge_in(b, index * 4 + 0x10);\n\n\treturn value & 0xFFFF;\n}\n\n";
static const char code_between[] = "\tif (count > 0 && table[count - 1].key == key)\n"
				   "\t\treturn table[count - 1].value;\n";

/* The text in UTF-8, mark dropped. */
static void decode_all(enum text_enc enc, struct span in, struct buf *out)
{
	size_t bom_len;
	size_t skip = text_find_bom(in, &bom_len) == enc ? bom_len : 0;

	decode_plainly(enc, span_of(in.ptr + skip, in.len - skip), out);
}

static bool same_text(enum text_enc a, enum text_enc b, struct span in)
{
	struct buf x;
	struct buf y;
	bool same;

	if (a == b)
		return true;
	if (a == TEXT_NONE || b == TEXT_NONE)
		return false;
	buf_init(&x, 0);
	buf_init(&y, 0);
	decode_all(a, in, &x);
	decode_all(b, in, &y);
	same = span_equal(span_of(x.ptr, x.len), span_of(y.ptr, y.len));
	buf_free(&x);
	buf_free(&y);
	return same;
}

#ifdef HAVE_UCHARDET
static enum text_enc ask_peer(struct span in)
{
	uchardet_t u = uchardet_new();
	const char *name;
	enum text_enc enc;

	uchardet_handle_data(u, (const char *)in.ptr, in.len);
	uchardet_data_end(u);
	name = uchardet_get_charset(u);
	enc = text_enc_find(name, strlen(name));
	if (strcmp(name, "MAC-CYRILLIC") == 0)
		enc = TEXT_MAC_CYRILLIC;
	uchardet_delete(u);
	return enc;
}
#else
static enum text_enc ask_peer(struct span in)
{
	(void)in;
	return TEXT_NONE;
}
#endif

static void keep_text(struct tally *t, struct span in)
{
	struct blob copy = {malloc(in.len + 1), in.len};
	struct blob *more = realloc(t->texts, (t->n + 1) * sizeof(*more));

	if (copy.ptr == NULL || more == NULL) {
		perror("bench_detect");
		exit(1);
	}
	memcpy(copy.ptr, in.ptr, in.len);
	t->texts = more;
	t->texts[t->n] = copy;
}

static double quicker(double best, double start)
{
	double took = cpu_now() - start;

	return best == 0 || took < best ? took : best;
}

/* The quickest run of each over all texts, as a ratio. */
static double run_all(const struct tally *t)
{
	double ours = 0;
	double peer = 0;

	for (unsigned r = 0; r < runs; r++) {
		double start = cpu_now();

		for (unsigned i = 0; i < t->n; i++) {
			struct text_guess guess;
			struct err err;

			(void)text_detect(blob_span(t->texts[i]), NULL, &guess, &err);
		}
		ours = quicker(ours, start);
		start = cpu_now();
		for (unsigned i = 0; i < t->n; i++)
			(void)ask_peer(blob_span(t->texts[i]));
		peer = quicker(peer, start);
	}
	return peer > 0 ? ours / peer : 0;
}

static void measure(
	const char *name, enum form form, enum text_enc truth, struct span in, struct tally *t)
{
	struct text_guess guess;
	struct err err;
	enum text_enc peer;
	double start = cpu_now();
	bool right;

	if (text_detect(in, NULL, &guess, &err) != ERR_OK)
		return;
	t->our_cpu += cpu_now() - start;
	start = cpu_now();
	peer = ask_peer(in);
	t->peer_cpu += cpu_now() - start;
	if (runs != 0)
		keep_text(t, in);
	t->n++;
	right = same_text(guess.enc, truth, in);
	t->ours += right;
	t->ambiguous += guess.verdict == TEXT_AMBIGUOUS;
	t->sure += guess.verdict == TEXT_CERTAIN;
	t->sure_wrong += !right && guess.verdict == TEXT_CERTAIN;
	t->peer += same_text(peer, truth, in);
	if (!right && list_misses) {
		printf("MISS %s %s: %s, verdict %d:", name, form_names[form], text_enc_name(truth),
			guess.verdict);
		for (unsigned i = 0; i < guess.count; i++)
			printf(" %s/%s=%u", text_enc_name(guess.cand[i].enc),
				guess.cand[i].language != NULL ? guess.cand[i].language : "-",
				guess.cand[i].permille);
		printf(" peer %s\n", text_enc_name(peer));
	}
}

/* Start of the line with the first byte over 7F. */
static size_t first_line(struct span in)
{
	size_t pos = text_ascii_len(in);

	while (pos > 0 && in.ptr[pos - 1] != '\n')
		pos--;
	return pos;
}

/* At most max bytes, cut where a character ends; from the start when what stands there is needed
 * to read the rest. */
static struct span piece(enum text_enc enc, struct span in, size_t max)
{
	struct text_decoder d;
	uint8_t out[8192];
	size_t start = text_enc_ascii(enc) ? first_line(in) : 0;
	size_t left = in.len - start;
	size_t used;
	size_t made;

	text_decoder_init(&d, enc);
	left = left < max ? left : max;
	text_decode(&d, span_of(in.ptr + start, left), false, out, sizeof(out), &used, &made);
	return span_of(in.ptr + start, used == 0 ? left : used);
}

static void wrap(struct span in, struct buf *out)
{
	size_t pos = 0;

	buf_str(out, code_before);
	while (pos < in.len) {
		const uint8_t *nl = memchr(in.ptr + pos, '\n', in.len - pos);
		size_t end = nl == NULL ? in.len : (size_t)(nl - in.ptr) + 1;

		buf_add(out, in.ptr + pos, end - pos);
		if (nl != NULL)
			buf_str(out, code_between);
		pos = end;
	}
}

static enum text_enc truth_of(char *label)
{
	char *cut = strchr(label, '(');
	enum text_enc enc;

	if (cut != NULL)
		*cut = '\0';
	cut = strchr(label, '/');
	label = cut != NULL ? cut + 1 : label;
	enc = text_enc_find(label, strlen(label));
	return enc;
}

static void one_file(
	const char *corpus, const char *name, char *label, bool lines, struct tally tallies[FORMS])
{
	char path[4096];
	struct blob data;
	struct buf whole;
	struct err err;
	bool unicode = strncmp(label, "UTF-16", 6) == 0;
	enum text_enc truth = truth_of(label);
	size_t bom_len;
	enum text_enc bom;

	snprintf(path, sizeof(path), "%s/%s", corpus, name);
	if (file_read(path, SIZE_MAX, &data, &err) != ERR_OK) {
		fprintf(stderr, "bench_detect: %s: %s\n", path, err.text);
		return;
	}
	bom = text_find_bom(blob_span(data), &bom_len);
	if (bom != TEXT_NONE)
		truth = bom;
	buf_init(&whole, 0);
	if (lines && !unicode)
		wrap(blob_span(data), &whole);
	else
		buf_add(&whole, data.ptr, data.len);
	measure(name, WHOLE, truth, span_of(whole.ptr, whole.len), &tallies[WHOLE]);
	measure(name, PIECE_1K, truth, piece(truth, blob_span(data), 1024), &tallies[PIECE_1K]);
	measure(name, PIECE_100, truth, piece(truth, blob_span(data), 100), &tallies[PIECE_100]);
	buf_free(&whole);
	blob_free(&data);
}

static void run_set(const char *corpus, const char *set)
{
	struct tally tallies[FORMS] = {{.n = 0}};
	char path[4096];
	char line[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/MANIFEST.tsv", corpus);
	f = fopen(path, "r");
	if (f == NULL) {
		perror(path);
		exit(1);
	}
	while (fgets(line, sizeof(line), f) != NULL) {
		char *name = strtok(line, "\t");
		char *label = strtok(NULL, "\t");

		if (label != NULL && strncmp(name, set, strlen(set)) == 0 &&
			name[strlen(set)] == '/')
			one_file(corpus, name, label, strcmp(set, "lines") == 0, tallies);
	}
	fclose(f);
	for (int i = 0; i < FORMS; i++) {
		struct tally *t = &tallies[i];
		double n = t->n != 0 ? t->n : 1;

		printf("%-9s %-6s n %4u  ours %6.2f  certain %6.2f  and wrong %5.2f  ambiguous "
		       "%5.2f  "
		       "uchardet %6.2f  CPU ratio %.3f",
			set, form_names[i], t->n, 100 * t->ours / n, 100 * t->sure / n,
			100 * t->sure_wrong / n, 100 * t->ambiguous / n, 100 * t->peer / n,
			t->peer_cpu > 0 ? t->our_cpu / t->peer_cpu : 0);
		if (runs != 0)
			printf("  in whole runs %.3f", run_all(t));
		putchar('\n');
		for (unsigned k = 0; t->texts != NULL && k < t->n; k++)
			blob_free(&t->texts[k]);
		free(t->texts);
	}
}

int main(int argc, char **argv)
{
	static const char *const sets[] = {"lines", "web", "wiki", "lang4000", "lang300", "lang60"};

	if (argc < 2) {
		fprintf(stderr, "Usage: bench_detect CORPUS [SET...]\n");
		return 2;
	}
	list_misses = getenv("BENCH_LIST") != NULL;
	runs = getenv("BENCH_RUNS") != NULL ? (unsigned)atoi(getenv("BENCH_RUNS")) : 0;
	if (argc > 2) {
		for (int i = 2; i < argc; i++)
			run_set(argv[1], argv[i]);
		return 0;
	}
	for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++)
		run_set(argv[1], sets[i]);
	return 0;
}
