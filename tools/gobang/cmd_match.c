/* SPDX-License-Identifier: MIT */
/* A match between two programs. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/out.h"
#include "cmd.h"
#include "match/report.h"

#define OPENINGS_FILE_MAX (16u << 20)
#define OWN_SIDE          15 /* of the built-in openings */

static enum err_code load_openings(struct match *m, const struct options *o, struct err *err)
{
	struct blob text;
	enum err_code rc;

	if (o->openings == NULL && o->size != OWN_SIDE)
		return err_set(err, ERR_USAGE,
			"openings for this size of board are not built in: "
			"--openings names a file");
	if (o->openings == NULL)
		return openings_read(span_of(openings_own, strlen(openings_own)), m->board_side,
			m->rule, &m->openings, err);
	rc = file_read(o->openings, OPENINGS_FILE_MAX, &text, err);
	if (rc == ERR_OK) {
		rc = openings_read(blob_span(text), m->board_side, m->rule, &m->openings, err);
		blob_free(&text);
	}
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "%s", o->openings);
}

static enum err_code prepare(struct match *m, const struct options *o, struct err *err)
{
	enum err_code rc;

	m->board_side = o->size;
	m->rule = (enum gobang_rule)o->rule;
	m->limits = (struct match_limits){.ms = o->ms,
		.nodes = o->nodes,
		.kill_ms = o->kill_ms != 0 ? o->kill_ms : 10 * o->ms + 10000};
	rc = load_openings(m, o, err);
	if (rc == ERR_OK && o->sprt != NULL) {
		m->has_sprt = true;
		rc = sprt_parse(o->sprt, &m->sprt, err);
	}
	if (rc == ERR_OK && o->sgf != NULL)
		rc = file_mkdirs(o->sgf, err);
	if (rc == ERR_OK)
		rc = contestant_open(&m->side[0], o->a, err);
	if (rc == ERR_OK)
		rc = contestant_open(&m->side[1], o->b, err);
	m->max = 2 * m->openings.count; /* a third round would often repeat games */
	if (o->games != 0 && o->games < m->max)
		m->max = o->games;
	if (rc != ERR_OK)
		return rc;
	m->games = calloc(m->max, sizeof(*m->games));
	return m->games != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* Plays until there are enough games, the test is decided, or a stop is requested. */
static enum err_code play(struct match *m, const struct options *o, struct err *err)
{
	while (m->count < m->max && !os_stop_requested() && !out_failed()) {
		enum err_code rc = referee_play(m, err);

		if (rc == ERR_CANCELLED)
			break;
		if (rc == ERR_OK && o->sgf != NULL)
			rc = report_sgf(m, o->sgf, err);
		if (rc != ERR_OK)
			return rc;
		if (!o->json)
			report_game(m);
		if (m->has_sprt && m->count % 2 == 0 &&
			sprt_verdict(&m->sprt, &m->score) != SPRT_OPEN)
			break;
	}
	return ERR_OK;
}

int cmd_match(const struct options *o)
{
	struct match *m = calloc(1, sizeof(*m));
	int status = EXIT_DONE;
	struct err err;
	enum err_code rc;

	if (m == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	os_stop_watch();
	rc = prepare(m, o, &err);
	if (rc == ERR_OK)
		rc = play(m, o, &err);
	if (rc != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	} else if (os_stop_requested()) {
		status = EXIT_FAILED; /* not all games were played */
	}
	if (m->count > 0 && o->json)
		report_json(m);
	else if (m->count > 0)
		report_score(m);
	contestant_close(&m->side[0]);
	contestant_close(&m->side[1]);
	openings_free(&m->openings);
	free(m->games);
	free(m);
	return status;
}
