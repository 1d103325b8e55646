/* SPDX-License-Identifier: MIT */
/*
 * Firefox: Marionette, protocol 3. A message is [0, id, command, parameters], its answer
 * [1, id, error, result] (remote/marionette/message.sys.mjs of the Firefox sources).
 */
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "browser/browser.h"

#define ANSWER_MS 30000u

/* No start page, no telemetry, and a free port, which it writes to a file. */
static const char settings[] =
	"user_pref(\"marionette.port\", 0);\n"
	"user_pref(\"browser.shell.checkDefaultBrowser\", false);\n"
	"user_pref(\"browser.startup.homepage_override.mstone\", \"ignore\");\n"
	"user_pref(\"browser.aboutwelcome.enabled\", false);\n"
	"user_pref(\"datareporting.policy.dataSubmissionEnabled\", false);\n"
	"user_pref(\"toolkit.telemetry.enabled\", false);\n"
	"user_pref(\"toolkit.telemetry.server\", \"\");\n"
	"user_pref(\"app.normandy.enabled\", false);\n"
	"user_pref(\"app.update.enabled\", false);\n"
	"user_pref(\"extensions.update.enabled\", false);\n"
	"user_pref(\"extensions.systemAddon.update.enabled\", false);\n"
	"user_pref(\"browser.safebrowsing.malware.enabled\", false);\n"
	"user_pref(\"browser.safebrowsing.phishing.enabled\", false);\n"
	"user_pref(\"network.captive-portal-service.enabled\", false);\n"
	"user_pref(\"network.connectivity-service.enabled\", false);\n"
	"user_pref(\"services.settings.server\", \"http://127.0.0.1:9/\");\n"
	"user_pref(\"browser.sessionstore.resume_from_crash\", false);\n";

enum err_code marionette_call(
	struct remote *r, const char *method, cJSON *params, cJSON **result, struct err *err)
{
	cJSON *message = cJSON_CreateArray(), *answer = NULL, *why;
	uint64_t until = os_time_ms() + ANSWER_MS;
	int id = ++r->last_id;
	enum err_code rc = ERR_OK;

	cJSON_AddItemToArray(message, cJSON_CreateNumber(0));
	cJSON_AddItemToArray(message, cJSON_CreateNumber(id));
	cJSON_AddItemToArray(message, cJSON_CreateString(method));
	cJSON_AddItemToArray(message, params != NULL ? params : cJSON_CreateObject());
	if (remote_send(r, message, err) != ERR_OK)
		return err->code;
	do {
		cJSON_Delete(answer);
		answer = NULL;
		if (remote_receive(r, until, &answer, err) != ERR_OK)
			return err->code;
	} while (cJSON_GetNumberValue(cJSON_GetArrayItem(answer, 1)) != id);
	why = cJSON_GetArrayItem(answer, 2);
	if (cJSON_IsObject(why)) {
		const char *text = remote_text(why, "message");

		rc = err_set(
			err, ERR_IO, "%s: %.150s", method, text != NULL ? text : tr("refused"));
	} else {
		*result = cJSON_DetachItemFromArray(answer, 3);
	}
	cJSON_Delete(answer);
	return rc;
}

enum err_code marionette_eval(
	struct remote *r, const char *script, struct blob *text, struct err *err)
{
	cJSON *params = cJSON_CreateObject(), *result = NULL;
	struct buf b;
	enum err_code rc;
	bool made;

	buf_init(&b, 0);
	buf_printf(&b, "return %s", script);
	buf_add_u8(&b, 0);
	made = b.failed == ERR_OK && params != NULL &&
	       cJSON_AddStringToObject(params, "script", (const char *)b.ptr) != NULL &&
	       cJSON_AddArrayToObject(params, "args") != NULL;
	buf_free(&b);
	if (!made) {
		cJSON_Delete(params);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	rc = marionette_call(r, "WebDriver:ExecuteScript", params, &result, err);
	if (rc != ERR_OK)
		return rc;
	return remote_take_text(result, result, text, err);
}

static enum err_code call_simple(
	struct remote *r, const char *method, const char *name, const char *value, struct err *err)
{
	cJSON *params = cJSON_CreateObject(), *result = NULL;

	if (name != NULL)
		cJSON_AddStringToObject(params, name, value);
	if (marionette_call(r, method, params, &result, err) != ERR_OK)
		return err->code;
	cJSON_Delete(result);
	return ERR_OK;
}

static void add_action(cJSON *list, const char *type, unsigned point)
{
	/* UTF-8 of a code point of the private area */
	const char text[4] = {(char)(0xE0 | point >> 12), (char)(0x80 | ((point >> 6) & 63)),
		(char)(0x80 | (point & 63)), '\0'};
	cJSON *action = cJSON_CreateObject();

	cJSON_AddStringToObject(action, "type", type);
	cJSON_AddStringToObject(action, "value", text);
	cJSON_AddItemToArray(list, action);
}

enum err_code marionette_press(struct remote *r, const struct page_key *key, struct err *err)
{
	cJSON *params = cJSON_CreateObject(), *result = NULL, *source = cJSON_CreateObject(), *list;

	cJSON_AddItemToArray(cJSON_AddArrayToObject(params, "actions"), source);
	cJSON_AddStringToObject(source, "type", "key");
	cJSON_AddStringToObject(source, "id", "keyboard");
	list = cJSON_AddArrayToObject(source, "actions");
	add_action(list, "keyDown", key->point);
	add_action(list, "keyUp", key->point);
	if (marionette_call(r, "WebDriver:PerformActions", params, &result, err) != ERR_OK)
		return err->code;
	cJSON_Delete(result);
	return ERR_OK;
}

static enum err_code start(struct remote *r, const struct remote_opts *o, struct err *err)
{
	static const char *const names[] = {"firefox-esr", "firefox", NULL};
	const char *argv[8];
	struct blob path;
	unsigned port;
	size_t n = 0;
	enum err_code rc;

	if (path_join((const char *)r->profile.ptr, "user.js", &path, err) != ERR_OK)
		return err->code;
	rc = file_write((const char *)path.ptr, span_of(settings, strlen(settings)), true, err);
	blob_free(&path);
	if (rc != ERR_OK)
		return rc;
	argv[n++] = "--marionette";
	argv[n++] = "--new-instance";
	argv[n++] = "--profile";
	argv[n++] = (const char *)r->profile.ptr;
	if (o->headless)
		argv[n++] = "--headless";
	rc = remote_start(r, o, names, argv, n, false, err);
	if (rc == ERR_OK)
		rc = remote_own_port(r, "MarionetteActivePort", &port, err);
	return rc == ERR_OK ? link_connect("127.0.0.1", port, &r->link, err) : rc;
}

/* Finds the window of a running Firefox that shows a game. */
static enum err_code find_window(struct remote *r, struct err *err)
{
	cJSON *handles = NULL, *handle;
	struct page_state state;
	struct blob text;
	bool found = false;

	if (marionette_call(r, "WebDriver:GetWindowHandles", NULL, &handles, err) != ERR_OK)
		return err->code;
	cJSON_ArrayForEach(handle, handles)
	{
		if (found || !cJSON_IsString(handle) ||
			call_simple(r, "WebDriver:SwitchToWindow", "handle", handle->valuestring,
				err) != ERR_OK)
			continue;
		if (marionette_eval(r, page_read_script, &text, err) == ERR_OK) {
			found = page_parse(blob_span(text), &state, err) == ERR_OK;
			blob_free(&text);
		}
	}
	cJSON_Delete(handles);
	return found ? ERR_OK
		     : err_set(err, ERR_NOTFOUND, "no page of that browser shows the game");
}

static enum err_code go_to(struct remote *r, const char *url, struct err *err)
{
	if (call_simple(r, "WebDriver:Navigate", "url", url, err) == ERR_OK)
		return ERR_OK;
	if (strstr(err->text, "error page") != NULL) /* about:neterror with a long query */
		return err_set(err, ERR_DENIED, "the browser cannot load the page");
	return err->code;
}

enum err_code marionette_open(struct remote *r, const struct remote_opts *o, struct err *err)
{
	cJSON *hello = NULL;

	if ((o->attach == NULL ? start(r, o, err) : remote_connect(r, o, err)) != ERR_OK)
		return err->code;
	if (remote_receive(r, os_time_ms() + ANSWER_MS, &hello, err) != ERR_OK)
		return err->code;
	if (cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(hello, "marionetteProtocol")) !=
		3) {
		cJSON_Delete(hello);
		return err_set(
			err, ERR_UNSUPPORTED, "what answers there does not speak Marionette 3");
	}
	cJSON_Delete(hello);
	if (call_simple(r, "WebDriver:NewSession", NULL, NULL, err) != ERR_OK)
		return err->code;
	return o->url != NULL ? go_to(r, o->url, err) : find_window(r, err);
}
