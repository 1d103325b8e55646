/* SPDX-License-Identifier: MIT */
/*
 * bench_sizes CODE NOTES [ROUNDS [ENCODING]]: CPU time of the detector against uchardet's by size
 * and encoding of a text, as a table in Markdown. The text is the lines of CODE, which are ASCII,
 * after each third of which comes a line of NOTES (UTF-8, those that are not ASCII) as a comment,
 * again and again: in ASCII without these, in UTF-8 and in ENCODING (GBK), which has to have all
 * of its characters.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uchardet/uchardet.h>

#include "biosbelt/file.h"
#include "biosbelt/text.h"

#define LARGEST ((size_t)1 << 20)
#define LEAST   ((size_t)1 << 18) /* bytes that a timed run reads at least */

static void fail(const char *what)
{
	fprintf(stderr, "bench_sizes: %s\n", what);
	exit(1);
}

static double cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The next line of a text, with its end, that is or is not ASCII. */
static struct span next_line(struct span in, size_t *pos, bool ascii)
{
	for (unsigned turns = 0; turns < 2;) {
		const uint8_t *at = in.ptr + *pos;
		const uint8_t *nl = memchr(at, '\n', in.len - *pos);
		struct span line;

		if (nl == NULL) {
			*pos = 0;
			turns++;
			continue;
		}
		line = span_of(at, (size_t)(nl - at) + 1);
		*pos += line.len;
		if ((text_ascii_len(line) == line.len) == ascii)
			return line;
	}
	fail("a text has no such line");
	return span_of(NULL, 0);
}

static void make_text(struct span code, struct span notes, struct buf *out)
{
	size_t code_at = 0;
	size_t notes_at = 0;

	for (unsigned n = 0; out->len < 2 * LARGEST; n++) {
		struct span line;

		if (n % 4 != 3 || notes.len == 0) {
			line = next_line(code, &code_at, true);
		} else {
			line = next_line(notes, &notes_at, false);
			buf_str(out, "\t// ");
		}
		buf_add(out, line.ptr, line.len);
	}
}

static void encode(struct span in, enum text_enc enc, struct buf *out)
{
	struct text_encoder e;
	struct err err;
	uint8_t chunk[4096];

	if (text_encoder_open(&e, enc, &err) != ERR_OK)
		fail(err.text);
	for (size_t pos = 0; pos < in.len;) {
		size_t used;
		size_t made;
		enum text_stop stop = text_encode(&e, span_of(in.ptr + pos, in.len - pos), true,
			chunk, sizeof(chunk), &used, &made);

		buf_add(out, chunk, made);
		pos += used;
		if (stop == TEXT_STOP_BAD)
			fail("a character that the encoding does not have");
	}
	text_encoder_close(&e);
}

static double time_ours(struct span in, unsigned times)
{
	double start = cpu_now();

	for (unsigned i = 0; i < times; i++) {
		struct text_guess guess;
		struct err err;

		if (text_detect(in, NULL, &guess, &err) != ERR_OK)
			fail(err.text);
	}
	return (cpu_now() - start) / times;
}

static double time_peer(struct span in, unsigned times)
{
	double start = cpu_now();

	for (unsigned i = 0; i < times; i++) {
		uchardet_t u = uchardet_new();

		uchardet_handle_data(u, (const char *)in.ptr, in.len);
		uchardet_data_end(u);
		uchardet_delete(u);
	}
	return (cpu_now() - start) / times;
}

/* Up to so many bytes, to the end of a line. */
static struct span head(struct span in, size_t len)
{
	while (len < in.len && in.ptr[len - 1] != '\n')
		len++;
	return span_of(in.ptr, len);
}

static void row(const char *name, struct span in, unsigned rounds)
{
	printf("| %s |", name);
	for (size_t size = 1024; size <= LARGEST; size *= 4) {
		struct span text = head(in, size);
		unsigned times = (unsigned)(LEAST / size) + 1;
		double ours = 1e9;
		double peer = 1e9;

		for (unsigned r = 0; r < rounds; r++) {
			double took = time_ours(text, times);

			ours = took < ours ? took : ours;
			took = time_peer(text, times);
			peer = took < peer ? took : peer;
		}
		printf(" %.2f (%.0f µs) |", ours / peer, ours * 1e6);
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : 9;
	const char *name = argc > 4 ? argv[4] : "GBK";
	enum text_enc enc = text_enc_find(name, strlen(name));
	struct blob code;
	struct blob notes;
	struct buf ascii;
	struct buf utf8;
	struct buf old;
	struct err err;

	if (argc < 3 || enc == TEXT_NONE) {
		fprintf(stderr, "Usage: bench_sizes CODE NOTES [ROUNDS [ENCODING]]\n");
		return 2;
	}
	if (file_read(argv[1], SIZE_MAX, &code, &err) != ERR_OK ||
		file_read(argv[2], SIZE_MAX, &notes, &err) != ERR_OK)
		fail(err.text);
	buf_init(&ascii, 0);
	buf_init(&utf8, 0);
	buf_init(&old, 0);
	make_text(blob_span(code), span_of(NULL, 0), &ascii);
	make_text(blob_span(code), blob_span(notes), &utf8);
	encode(span_of(utf8.ptr, utf8.len), enc, &old);
	puts("| of uchardet | 1 KB | 4 KB | 16 KB | 64 KB | 256 KB | 1 MB |\n"
	     "|---|---|---|---|---|---|---|");
	row("ASCII", span_of(ascii.ptr, ascii.len), rounds);
	row("UTF-8, with comments", span_of(utf8.ptr, utf8.len), rounds);
	row(name, span_of(old.ptr, old.len), rounds);
	return 0;
}
