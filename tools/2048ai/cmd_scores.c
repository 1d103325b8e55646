/* SPDX-License-Identifier: MIT */
/* 2048ai --scores: the finished games of --play, best first. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "term/game_files.h"
#include "term/scores.h"
#include "term/show.h"

#define SHOWN 20u

static void print_table(const struct scores *s, const char *folder)
{
	static const struct {
		const char *text;
		int width; /* negative: text on the left */
	} heads[] = {{N_("points"), 14}, {N_("tile"), 8}, {N_("moves"), 8}, {N_("time"), 10},
		{"", 2}, {N_("ended"), -21}};

	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		const char *head = tr(heads[i].text);
		int width = heads[i].width, pad = abs(width) - out_width(head);

		out_printf("%*s%s%*s", width > 0 ? pad : 0, "", head, width < 0 ? pad : 0, "");
	}
	out_printf("%s\n", tr("replay"));
	for (size_t i = 0; i < s->count && (i < SHOWN || diag_verbose()); i++) {
		const struct score *g = &s->items[i];

		out_printf("%3zu. %9llu %7lu %7lu %3llu:%02llu:%02llu  %-19s  %s%s%s\n", i + 1,
			(unsigned long long)g->points, 1ul << g->rank, (unsigned long)g->moves,
			(unsigned long long)(g->seconds / 3600),
			(unsigned long long)(g->seconds / 60 % 60),
			(unsigned long long)(g->seconds % 60), g->date, g->file,
			g->own ? "" : tr("  not alone"), g->over ? "" : tr("  stopped"));
	}
	if (s->count > SHOWN && !diag_verbose())
		out_printf(tr("and %zu more with -v\n"), s->count - SHOWN);
	out_printf(tr("\nThe replays are in %s.\n"), folder);
}

static void print_json(const struct scores *s, const char *folder)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "folder", folder);
	json_key(&j, "games");
	json_array(&j);
	for (size_t i = 0; i < s->count; i++) {
		const struct score *g = &s->items[i];

		json_object(&j);
		json_kv_u64(&j, "score", g->points);
		json_kv_u64(&j, "tile", 1ull << g->rank);
		json_kv_u64(&j, "moves", g->moves);
		json_kv_u64(&j, "seconds", g->seconds);
		json_kv_str(&j, "ended", g->date);
		json_kv_bool(&j, "own", g->own);
		json_kv_bool(&j, "over", g->over);
		json_kv_str(&j, "file", g->file);
		json_object_end(&j);
	}
	json_array_end(&j);
	json_object_end(&j);
	out_buf(&b);
}

int cmd_scores(const struct cmd *cmd)
{
	struct scores s = {NULL, 0, 0};
	struct blob folder;
	struct err err;
	int status;

	if (game_file_path(SCORES_FOLDER, false, &folder, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	if (scores_load(&s, &err) != ERR_OK) {
		diag_err("--scores", &err);
		blob_free(&folder);
		return diag_status(&err);
	}
	if (s.damaged > 0)
		diag_warn("%zu damaged lines of the table were left out", s.damaged);
	scores_sort(&s);
	if (cmd->json)
		print_json(&s, (const char *)folder.ptr);
	else if (s.count > 0)
		print_table(&s, (const char *)folder.ptr);
	else
		out_str(tr("No game was finished yet.\n"));
	status = s.count > 0 ? EXIT_DONE : EXIT_NOTHING;
	blob_free(&folder);
	scores_free(&s);
	return status;
}
