/* SPDX-License-Identifier: MIT */
/* Chromium: the DevTools protocol, https://chromedevtools.github.io/devtools-protocol/ */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "browser/browser.h"
#include "browser/profile.h"

#define START_MS  60000u /* wait for a page: the first start on a slow disk */
#define ANSWER_MS 15000u
#define HTTP_MAX  65536u

enum err_code devtools_call(
	struct remote *r, const char *method, cJSON *params, cJSON **result, struct err *err)
{
	cJSON *message = cJSON_CreateObject(), *answer = NULL;
	uint64_t until = os_time_ms() + ANSWER_MS;
	int id = ++r->last_id;

	cJSON_AddNumberToObject(message, "id", id);
	cJSON_AddStringToObject(message, "method", method);
	cJSON_AddItemToObject(message, "params", params != NULL ? params : cJSON_CreateObject());
	if (r->session[0] != '\0')
		cJSON_AddStringToObject(message, "sessionId", r->session);
	if (remote_send(r, message, err) != ERR_OK)
		return err->code;
	do { /* messages with other numbers are events */
		cJSON_Delete(answer);
		answer = NULL;
		if (remote_receive(r, until, &answer, err) != ERR_OK)
			return err->code;
	} while (cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(answer, "id")) != id);
	*result = cJSON_DetachItemFromObjectCaseSensitive(answer, "result");
	if (*result == NULL) {
		const char *why =
			remote_text(cJSON_GetObjectItemCaseSensitive(answer, "error"), "message");

		err_set(err, ERR_IO, "%s: %.150s", method, why != NULL ? why : tr("no result"));
	}
	cJSON_Delete(answer);
	return *result != NULL ? ERR_OK : err->code;
}

enum err_code devtools_eval(
	struct remote *r, const char *script, struct blob *text, struct err *err)
{
	cJSON *params = cJSON_CreateObject(), *result = NULL;
	enum err_code rc;

	if (params == NULL || cJSON_AddStringToObject(params, "expression", script) == NULL ||
		cJSON_AddTrueToObject(params, "returnByValue") == NULL) {
		cJSON_Delete(params);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	rc = devtools_call(r, "Runtime.evaluate", params, &result, err);
	if (rc != ERR_OK)
		return rc;
	return remote_take_text(
		result, cJSON_GetObjectItemCaseSensitive(result, "result"), text, err);
}

static enum err_code call_simple(
	struct remote *r, const char *method, const char *name, const char *value, struct err *err)
{
	cJSON *params = cJSON_CreateObject(), *result = NULL;

	if (name != NULL)
		cJSON_AddStringToObject(params, name, value);
	if (devtools_call(r, method, params, &result, err) != ERR_OK)
		return err->code;
	cJSON_Delete(result);
	return ERR_OK;
}

static enum err_code attach(struct remote *r, const char *target, struct err *err)
{
	cJSON *params = cJSON_CreateObject(), *result = NULL;
	const char *session;
	enum err_code rc = ERR_OK;

	r->session[0] = '\0';
	cJSON_AddStringToObject(params, "targetId", target);
	cJSON_AddTrueToObject(params, "flatten");
	if (devtools_call(r, "Target.attachToTarget", params, &result, err) != ERR_OK)
		return err->code;
	session = remote_text(result, "sessionId");
	if (session == NULL || strlen(session) >= sizeof(r->session))
		rc = err_set(err, ERR_FORMAT, "the browser gives no session");
	else
		memcpy(r->session, session, strlen(session) + 1);
	cJSON_Delete(result);
	return rc;
}

/* Whether this is the page, by its address or by the game on it; attaches to it. */
static bool is_page(struct remote *r, const cJSON *target, const struct remote_opts *o)
{
	const char *type = remote_text(target, "type"), *id = remote_text(target, "targetId");
	const char *url = remote_text(target, "url");
	struct page_state state;
	struct blob text;
	struct err ignored;
	bool good;

	if (type == NULL || strcmp(type, "page") != 0 || id == NULL || url == NULL)
		return false;
	if (o->attach == NULL) /* a browser started by us has one page */
		return attach(r, id, &ignored) == ERR_OK;
	if (o->url != NULL && strncmp(url, o->url, strlen(o->url)) != 0)
		return false;
	if (attach(r, id, &ignored) != ERR_OK)
		return false;
	if (o->url != NULL)
		return true;
	if (devtools_eval(r, page_read_script, &text, &ignored) != ERR_OK)
		return false;
	good = page_parse(blob_span(text), &state, &ignored) == ERR_OK;
	blob_free(&text);
	return good;
}

static enum err_code find_page(
	struct remote *r, const struct remote_opts *o, bool *found, struct err *err)
{
	cJSON *result = NULL, *list, *target;

	r->session[0] = '\0';
	if (devtools_call(r, "Target.getTargets", NULL, &result, err) != ERR_OK)
		return err->code;
	list = cJSON_GetObjectItemCaseSensitive(result, "targetInfos");
	*found = false;
	cJSON_ArrayForEach(target, list)
	{
		*found = *found || is_page(r, target, o);
	}
	cJSON_Delete(result);
	return ERR_OK;
}

static enum err_code open_page(struct remote *r, const struct remote_opts *o, struct err *err)
{
	uint64_t until = os_time_ms() + START_MS;
	bool found = false, asked = false;

	for (;;) {
		if (find_page(r, o, &found, err) != ERR_OK)
			return err->code;
		if (found)
			break;
		if (o->attach != NULL && o->url == NULL)
			return err_set(err, ERR_NOTFOUND, "no page of that browser shows the game");
		r->session[0] = '\0';
		if (o->attach != NULL && !asked &&
			call_simple(r, "Target.createTarget", "url", o->url, err) != ERR_OK)
			return err->code;
		asked = true;
		if (os_time_ms() > until)
			return err_set(err, ERR_BUSY, "the browser opens no page");
		os_sleep_ms(50);
	}
	/* keys reach a page only if it has the focus, which a background window lacks */
	if (call_simple(r, "Page.bringToFront", NULL, NULL, err) != ERR_OK)
		return err->code;
	return ERR_OK;
}

enum err_code devtools_press(struct remote *r, const struct page_key *key, struct err *err)
{
	static const char *const types[] = {"rawKeyDown", "keyUp"};

	for (unsigned i = 0; i < 2; i++) {
		cJSON *params = cJSON_CreateObject(), *result = NULL;

		cJSON_AddStringToObject(params, "type", types[i]);
		cJSON_AddStringToObject(params, "key", key->name);
		cJSON_AddStringToObject(params, "code", key->name);
		cJSON_AddNumberToObject(params, "windowsVirtualKeyCode", key->code);
		if (devtools_call(r, "Input.dispatchKeyEvent", params, &result, err) != ERR_OK)
			return err->code;
		cJSON_Delete(result);
	}
	return ERR_OK;
}

/* Reads one answer of the debugging port: headers, and a body of Content-Length bytes. */
static enum err_code read_http(struct remote *r, bool body, struct buf *out, struct err *err)
{
	uint64_t until = os_time_ms() + ANSWER_MS;
	char chunk[4096];
	size_t got = 1, head = SIZE_MAX, want = 0;

	while (out->failed == ERR_OK && got > 0) {
		/* the header byte by byte: the bytes after it belong to the WebSocket */
		size_t cap = head == SIZE_MAX ? 1 : sizeof(chunk);

		if (head != SIZE_MAX && out->len >= head + want)
			return ERR_OK;
		if (head != SIZE_MAX && cap > head + want - out->len)
			cap = head + want - out->len;
		if (link_read(r->link, chunk, cap, until, &got, err) != ERR_OK)
			return err->code;
		buf_add(out, chunk, got);
		if (head == SIZE_MAX && out->len >= 4 &&
			memcmp(out->ptr + out->len - 4, "\r\n\r\n", 4) == 0) {
			size_t at =
				span_find(span_of(out->ptr, out->len), 0, "Content-Length:", 15);

			head = out->len;
			for (at = body && at != SIZE_MAX ? at + 15 : head; at < head; at++) {
				if (out->ptr[at] >= '0' && out->ptr[at] <= '9')
					want = want * 10 + (size_t)(out->ptr[at] - '0');
				else if (out->ptr[at] != ' ')
					break;
				if (want > HTTP_MAX)
					break;
			}
		}
	}
	return err_set(err, ERR_FORMAT, "this is not a debugging port of Chromium");
}

static enum err_code ask_http(struct remote *r, const char *host, unsigned port, const char *path,
	const char *more, struct buf *answer, struct err *err)
{
	struct buf b;
	struct blob bytes;
	enum err_code rc;

	buf_init(&b, 0);
	buf_printf(&b,
		strchr(host, ':') != NULL ? "GET %s HTTP/1.1\r\nHost: [%s]:%u\r\n%s\r\n"
					  : "GET %s HTTP/1.1\r\nHost: %s:%u\r\n%s\r\n",
		path, host, port, more);
	if (buf_finish(&b, &bytes, err) != ERR_OK)
		return err->code;
	rc = link_write(r->link, blob_span(bytes), err);
	blob_free(&bytes);
	return rc == ERR_OK ? read_http(r, more[0] == '\0', answer, err) : rc;
}

/* The path of the browser's own WebSocket, from /json/version. */
static enum err_code socket_path(
	struct remote *r, const char *host, unsigned port, char *path, size_t cap, struct err *err)
{
	struct buf answer;
	cJSON *json = NULL;
	const char *url, *at;
	size_t body;
	enum err_code rc;

	buf_init(&answer, HTTP_MAX);
	rc = ask_http(r, host, port, "/json/version", "", &answer, err);
	if (rc == ERR_OK) {
		body = span_find(span_of(answer.ptr, answer.len), 0, "\r\n\r\n", 4) + 4;
		json = cJSON_ParseWithLength((const char *)answer.ptr + body, answer.len - body);
		url = remote_text(json, "webSocketDebuggerUrl");
		at = url != NULL ? strstr(url, "/devtools/") : NULL;
		if (at == NULL || strlen(at) >= cap)
			rc = err_set(err, ERR_FORMAT, "this is not a debugging port of Chromium");
		else
			memcpy(path, at, strlen(at) + 1);
	}
	cJSON_Delete(json);
	buf_free(&answer);
	return rc;
}

static enum err_code connect_socket(
	struct remote *r, const char *host, unsigned port, struct err *err)
{
	/* RFC 6455 section 4.1. The key protects against intermediate caches; there are none at a
	 * debugging port, so it is fixed, and its echo is not checked. */
	static const char upgrade[] = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
				      "Sec-WebSocket-Key: MjA0OCBieSBiaW9zYmVsdA==\r\n"
				      "Sec-WebSocket-Version: 13\r\n";
	char path[256];
	struct buf answer;
	enum err_code rc = link_connect(host, port, &r->link, err);

	if (rc == ERR_OK)
		rc = socket_path(r, host, port, path, sizeof(path), err);
	if (rc != ERR_OK)
		return rc;
	link_close(r->link);
	r->link = NULL;
	rc = link_connect(host, port, &r->link, err);
	if (rc != ERR_OK)
		return rc;
	buf_init(&answer, HTTP_MAX);
	rc = ask_http(r, host, port, path, upgrade, &answer, err);
	if (rc == ERR_OK && !span_starts(span_of(answer.ptr, answer.len), "HTTP/1.1 101", 12))
		rc = err_set(err, ERR_DENIED, "the browser refuses the debugging connection");
	buf_free(&answer);
	return rc;
}

static enum err_code start(struct remote *r, const struct remote_opts *o, struct err *err)
{
	static const char *const names[] = {"chromium", "google-chrome", "google-chrome-stable",
		"chromium-browser", "chrome", "msedge", NULL};
	const char *argv[16];
	bool pipes = talk_can(TALK_THREE_FOUR);
	struct buf folder;
	unsigned port;
	size_t n = 0;
	enum err_code rc;

	buf_init(&folder, 0);
	buf_printf(&folder, "--user-data-dir=%s", (const char *)r->profile.ptr);
	buf_add_u8(&folder, 0);
	if (folder.failed != ERR_OK)
		return err_set(err, ERR_NOMEM, "out of memory");
	argv[n++] = (const char *)folder.ptr;
	argv[n++] = pipes ? "--remote-debugging-pipe" : "--remote-debugging-port=0";
	argv[n++] = "--no-first-run";
	argv[n++] = "--no-default-browser-check";
	argv[n++] = "--disable-background-networking";
	argv[n++] = "--disable-component-update";
	argv[n++] = "--disable-sync";
	argv[n++] = "--disable-dev-shm-usage"; /* small in containers */
	argv[n++] = "--password-store=basic";
	/* a hidden page must continue at full speed */
	argv[n++] = "--disable-backgrounding-occluded-windows";
	argv[n++] = "--disable-renderer-backgrounding";
	if (o->headless)
		argv[n++] = "--headless=new";
	if (profile_of_root())
		argv[n++] = "--no-sandbox";
	rc = remote_start(r, o, names, argv, n, pipes, err);
	buf_free(&folder);
	if (rc != ERR_OK || pipes)
		return rc;
	rc = remote_own_port(r, "DevToolsActivePort", &port, err);
	return rc == ERR_OK ? connect_socket(r, "127.0.0.1", port, err) : rc;
}

enum err_code devtools_open(struct remote *r, const struct remote_opts *o, struct err *err)
{
	char host[TCP_ADDRESS_MAX];
	unsigned port;

	if (o->attach == NULL) {
		if (start(r, o, err) != ERR_OK)
			return err->code;
	} else if (remote_address(o->attach, host, &port, err) != ERR_OK ||
		   connect_socket(r, host, port, err) != ERR_OK) {
		return err->code;
	}
	return open_page(r, o, err);
}
