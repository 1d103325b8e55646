/* SPDX-License-Identifier: MIT */
/*
 * A page in a browser that is driven from outside: Firefox by Marionette, Chromium by its DevTools
 * protocol. That runs over a pipe when we start it, over a WebSocket when it is already running.
 */
#ifndef BIOSBELT_2048AI_REMOTE_H
#define BIOSBELT_2048AI_REMOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"
#include "biosbelt/tcp.h"
#include "browser/frames.h"
#include "browser/link.h"
#include "browser/page.h"

enum remote_kind { REMOTE_CHROMIUM, REMOTE_FIREFOX };

struct remote_opts {
	enum remote_kind kind;
	const char *program; /* NULL: looked for by the usual names */
	const char *attach;  /* [HOST:]PORT of a running browser; NULL: start one */
	const char *url;     /* NULL with attach: the page that shows a game */
	bool headless;
	const char *const *words; /* more arguments of the browser */
	size_t word_count;
};

struct remote {
	enum remote_kind kind;
	struct link *link;
	struct wire wire;
	struct talk *child;  /* that we started */
	struct blob profile; /* its */
	char session[128];   /* DevTools: the page's */
	int last_id;
};

enum err_code remote_open(const struct remote_opts *o, struct remote *r, struct err *err);
/* The value of an expression, which must be text. */
enum err_code remote_eval(struct remote *r, const char *script, struct blob *text, struct err *err);
enum err_code remote_press(struct remote *r, const struct page_key *key, struct err *err);
/* Ends a browser that we started; disconnects from any other. r may be zeroed. */
void remote_close(struct remote *r);

/* --- between the files of this module --- */

/* Takes params over. *result belongs to the caller (cJSON_Delete). */
enum err_code devtools_call(
	struct remote *r, const char *method, cJSON *params, cJSON **result, struct err *err);
enum err_code marionette_call(
	struct remote *r, const char *method, cJSON *params, cJSON **result, struct err *err);
enum err_code devtools_press(struct remote *r, const struct page_key *key, struct err *err);
enum err_code marionette_press(struct remote *r, const struct page_key *key, struct err *err);
enum err_code devtools_open(struct remote *r, const struct remote_opts *o, struct err *err);
enum err_code marionette_open(struct remote *r, const struct remote_opts *o, struct err *err);
enum err_code remote_send(struct remote *r, cJSON *message, struct err *err); /* takes it over */
enum err_code remote_receive(struct remote *r, uint64_t until, cJSON **out, struct err *err);
/* Starts names[] or o->program with argv (argv[0] is put in) and the page; makes the profile. */
enum err_code remote_start(struct remote *r, const struct remote_opts *o, const char *const *names,
	const char *const *argv, size_t argc, bool pipes, struct err *err);
/* The port that a browser of ours writes into its profile: digits, then anything. */
enum err_code remote_own_port(struct remote *r, const char *file, unsigned *port, struct err *err);
/* HOST and PORT of o->attach. */
enum err_code remote_connect(struct remote *r, const struct remote_opts *o, struct err *err);
enum err_code remote_address(
	const char *attach, char host[TCP_ADDRESS_MAX], unsigned *port, struct err *err);
/* The text member called name, or NULL. */
const char *remote_text(const cJSON *object, const char *name);
/* The text that holder, a part of result, has as its value; deletes result. */
enum err_code remote_take_text(
	cJSON *result, const cJSON *holder, struct blob *text, struct err *err);
/* As remote_eval. */
enum err_code devtools_eval(
	struct remote *r, const char *script, struct blob *text, struct err *err);
enum err_code marionette_eval(
	struct remote *r, const char *script, struct blob *text, struct err *err);

#endif
