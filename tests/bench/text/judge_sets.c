/* SPDX-License-Identifier: MIT */
/*
 * judge_sets SETS [SET...]: what `txtcopy --to utf-8 IN OUT` makes of every file of the sets of
 * make_sets.py and make_binaries.py, each alone. Prints for each set the shares of files that came
 * out right, were refused, came out wrong with a warning, and wrong without a word. LIST=1 in the
 * environment lists what is not right, LIST=all everything. The outputs go to TMPDIR, or /tmp.
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "txtcopy.h"

enum outcome { RIGHT, REFUSED, WARNED, SILENT, OUTCOMES };
static const char *const outcome_names[OUTCOMES] = {"right", "refused", "warned", "silent"};

static char out_path[4096];

/* Whether a converted file draws a warning; as the program's report has it. */
static bool is_warned(const struct txt_result *r)
{
	return r->guess.verdict == TEXT_MIXED || r->alike != 0 ||
	       ((r->guess.verdict == TEXT_LIKELY || r->guess.verdict == TEXT_AMBIGUOUS) &&
		       r->guess.certainty < TXT_SILENT);
}

static bool same_bytes(const char *a, const char *b)
{
	struct blob x = {.ptr = NULL};
	struct blob y = {.ptr = NULL};
	struct err err;
	bool same = file_read(a, SIZE_MAX, &x, &err) == ERR_OK &&
		    file_read(b, SIZE_MAX, &y, &err) == ERR_OK && x.len == y.len &&
		    memcmp(x.ptr, y.ptr, x.len) == 0;

	blob_free(&x);
	blob_free(&y);
	return same;
}

static enum outcome judge_one(const char *in, const char *truth, char *said, size_t size)
{
	struct txt_opts opts = {.to = TEXT_UTF8, .binary = TXT_BINARY_UNSET, .force = true};
	struct txt_result r = {.path = NULL};
	struct file_info info;
	struct err err;
	bool text = file_info(truth, false, &info, &err) == ERR_OK && info.type == FILE_REGULAR;
	enum err_code rc = txt_run(in, out_path, &opts, &r, &err);
	enum outcome outcome = is_warned(&r) ? WARNED : SILENT;
	int n = snprintf(said, size, "%s %u", txt_verdict_name(r.guess.verdict), r.guess.certainty);

	for (unsigned i = 0; i < r.guess.count && n > 0 && (size_t)n < size; i++)
		n += snprintf(
			said + n, size - (size_t)n, " %s", text_enc_name(r.guess.cand[i].enc));
	if (rc != ERR_OK)
		outcome = text ? REFUSED : RIGHT;
	else if (same_bytes(out_path, text ? truth : in))
		outcome = RIGHT;
	txt_result_free(&r);
	return outcome;
}

/* A set is 00000.in and so on, with 00000.out where there is a text. */
static void judge_set(const char *folder, const char *name)
{
	const char *list = getenv("LIST");
	unsigned tally[OUTCOMES] = {0};
	unsigned n = 0;
	char in[4096];
	char truth[4096];
	char said[512];

	for (;; n++) {
		enum outcome outcome;

		snprintf(in, sizeof(in), "%s/%s/%05u.in", folder, name, n);
		snprintf(truth, sizeof(truth), "%s/%s/%05u.out", folder, name, n);
		if (access(in, R_OK) != 0)
			break;
		outcome = judge_one(in, truth, said, sizeof(said));
		tally[outcome]++;
		if (list != NULL && (outcome != RIGHT || strcmp(list, "all") == 0))
			printf("  %s/%05u %s: %s\n", name, n, outcome_names[outcome], said);
	}
	printf("%-16s n %5u ", name, n);
	for (unsigned i = 0; i < OUTCOMES; i++)
		printf(" %s %6.2f", outcome_names[i], n != 0 ? 100.0 * tally[i] / n : 0);
	printf("\n");
	fflush(stdout);
}

static int is_set(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
	const char *tmp = getenv("TMPDIR");

	if (argc < 2) {
		fprintf(stderr, "usage: judge_sets SETS [SET...]\n");
		return 2;
	}
	snprintf(out_path, sizeof(out_path), "%s/judge_sets.%ld", tmp != NULL ? tmp : "/tmp",
		(long)getpid());
	if (argc > 2) {
		for (int i = 2; i < argc; i++)
			judge_set(argv[1], argv[i]);
	} else {
		struct dirent **list;
		int n = scandir(argv[1], &list, is_set, alphasort);

		for (int i = 0; i < n; i++) {
			judge_set(argv[1], list[i]->d_name);
			free(list[i]);
		}
		if (n >= 0)
			free(list);
	}
	(void)unlink(out_path);
	return 0;
}
