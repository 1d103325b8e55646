/* SPDX-License-Identifier: MIT */
/* Starts a browser of any kind, and exchanges messages with it. */
#include "browser/browser.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "biosbelt/tr.h"

#define READ_BYTES 65536u

#define ARGS_MAX 64u

#define START_MS 90000u /* the first start on a slow disk */

const char *remote_text(const cJSON *object, const char *name)
{
	return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

static enum err_code send_wire(struct remote *r, struct buf *b, struct err *err)
{
	struct blob bytes;
	enum err_code rc;

	if (buf_finish(b, &bytes, err) != ERR_OK)
		return err->code;
	rc = link_write(r->link, blob_span(bytes), err);
	blob_free(&bytes);
	return rc;
}

static enum err_code random_mask(uint32_t *mask, struct err *err)
{
	return os_random(mask, sizeof(*mask), err);
}

enum err_code remote_send(struct remote *r, cJSON *message, struct err *err)
{
	char *text = message != NULL ? cJSON_PrintUnformatted(message) : NULL;
	uint32_t mask = 0;
	struct buf b;
	enum err_code rc;

	cJSON_Delete(message);
	if (text == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = random_mask(&mask, err);
	if (rc == ERR_OK) {
		buf_init(&b, 0);
		wire_put(r->wire.kind, span_of(text, strlen(text)), mask, &b);
		rc = send_wire(r, &b, err);
	}
	cJSON_free(text);
	return rc;
}

static enum err_code send_pong(struct remote *r, struct span payload, struct err *err)
{
	uint32_t mask;
	struct buf b;

	if (random_mask(&mask, err) != ERR_OK)
		return err->code;
	buf_init(&b, 0);
	wire_put_pong(payload, mask, &b);
	return send_wire(r, &b, err);
}

static enum err_code gone(struct err *err)
{
	return err_set(err, ERR_IO, "the browser is gone");
}

/* Waits for bytes and feeds them. */
static enum err_code fill(struct remote *r, uint64_t until, struct err *err)
{
	uint8_t *bytes = malloc(READ_BYTES);
	size_t got = 0;
	enum err_code rc;

	if (bytes == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = link_read(r->link, bytes, READ_BYTES, until, &got, err);
	if (rc == ERR_OK)
		rc = got == 0 ? gone(err) : wire_feed(&r->wire, span_of(bytes, got), err);
	free(bytes);
	return rc;
}

enum err_code remote_receive(struct remote *r, uint64_t until, cJSON **out, struct err *err)
{
	enum wire_event event;
	struct span text;

	for (;;) {
		if (wire_next(&r->wire, &event, &text, err) != ERR_OK)
			return err->code;
		if (event == WIRE_CLOSED)
			return gone(err);
		if (event == WIRE_PING && send_pong(r, text, err) != ERR_OK)
			return err->code;
		if (event == WIRE_MESSAGE) {
			*out = cJSON_ParseWithLength((const char *)text.ptr, text.len);
			if (*out == NULL)
				return err_set(err, ERR_FORMAT, "the browser's answer is not JSON");
			return ERR_OK;
		}
		if (event == WIRE_NOTHING && fill(r, until, err) != ERR_OK)
			return err->code;
	}
}

enum err_code remote_address(
	const char *attach, char host[TCP_ADDRESS_MAX], unsigned *port, struct err *err)
{
	*port = 0;
	(void)snprintf(host, TCP_ADDRESS_MAX, "127.0.0.1");
	if (!tcp_address(attach, host, port) || *port == 0)
		return err_set(err, ERR_USAGE, "--attach takes PORT or HOST:PORT");
	return ERR_OK;
}

enum err_code remote_connect(struct remote *r, const struct remote_opts *o, struct err *err)
{
	char host[TCP_ADDRESS_MAX];
	unsigned port = 0;

	if (remote_address(o->attach, host, &port, err) != ERR_OK)
		return err->code;
	return link_connect(host, port, &r->link, err);
}

static enum err_code find_program(
	const struct remote_opts *o, const char *const *names, struct blob *out, struct err *err)
{
	if (o->program != NULL)
		return process_find(o->program, out, err);
	for (; *names != NULL; names++)
		if (process_find(*names, out, err) == ERR_OK)
			return ERR_OK;
	return err_set(err, ERR_NOTFOUND, "no %s is installed; --program=FILE names one",
		o->kind == REMOTE_FIREFOX ? "Firefox" : tr("Chromium or Chrome"));
}

enum err_code remote_start(struct remote *r, const struct remote_opts *o, const char *const *names,
	const char *const *argv, size_t argc, bool pipes, struct err *err)
{
	struct talk_opts opts = {.way = pipes ? TALK_THREE_FOUR : TALK_NOTHING,
		.home = (const char *)r->profile.ptr,
		.term_ms = 1000};
	const char *all[ARGS_MAX];
	struct blob program = {NULL, 0};
	size_t used = 1;
	enum err_code rc;

	if (argc + o->word_count + 3 > ARGS_MAX)
		return err_set(err, ERR_USAGE, "too many arguments for the browser");
	rc = find_program(o, names, &program, err);
	if (rc != ERR_OK)
		return rc;
	all[0] = (const char *)program.ptr;
	for (size_t i = 0; i < argc; i++)
		all[used++] = argv[i];
	for (size_t i = 0; i < o->word_count; i++)
		all[used++] = o->words[i];
	all[used++] = o->url;
	all[used] = NULL;
	/* NOLINTNEXTLINE(performance-no-int-to-ptr): execve does not change them */
	rc = talk_start((char *const *)(uintptr_t)all, &opts, &r->child, err);
	if (rc == ERR_OK && pipes)
		rc = link_pipes(r->child, &r->link, err);
	blob_free(&program);
	return rc;
}

enum err_code remote_own_port(struct remote *r, const char *file, unsigned *port, struct err *err)
{
	uint64_t until = os_time_ms() + START_MS;
	struct blob path, text;
	unsigned v = 0;

	if (path_join((const char *)r->profile.ptr, file, &path, err) != ERR_OK)
		return err->code;
	while (v == 0 && os_time_ms() < until && talk_is_alive(r->child)) {
		os_sleep_ms(20);
		if (file_read((const char *)path.ptr, 4096, &text, err) != ERR_OK)
			continue;
		for (size_t i = 0;
			i < text.len && text.ptr[i] >= '0' && text.ptr[i] <= '9' && v <= 65535; i++)
			v = v * 10 + (unsigned)(text.ptr[i] - '0');
		blob_free(&text);
	}
	blob_free(&path);
	if (v == 0 || v > 65535)
		return err_set(err, ERR_BUSY, "the browser does not come up");
	*port = v;
	return ERR_OK;
}

enum err_code remote_take_text(
	cJSON *result, const cJSON *holder, struct blob *text, struct err *err)
{
	const char *value = remote_text(holder, "value");
	enum err_code rc;

	if (value == NULL)
		rc = err_set(err, ERR_FORMAT, "the page cannot be asked for its state");
	else
		rc = blob_copy(span_of(value, strlen(value)), text, err);
	cJSON_Delete(result);
	return rc;
}
