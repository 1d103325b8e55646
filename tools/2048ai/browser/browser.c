/* SPDX-License-Identifier: MIT */
#include "browser/browser.h"

#include <string.h>

#include "biosbelt/os.h"
#include "browser/profile.h"

enum err_code remote_press(struct remote *r, const struct page_key *key, struct err *err)
{
	return r->kind == REMOTE_FIREFOX ? marionette_press(r, key, err)
					 : devtools_press(r, key, err);
}

/* Its pipes are closed shortly before its end is detected. */
static bool has_ended(struct talk *c)
{
	for (unsigned i = 0; i < 20 && talk_is_alive(c); i++)
		os_sleep_ms(10);
	return !talk_is_alive(c);
}

enum err_code remote_open(const struct remote_opts *o, struct remote *r, struct err *err)
{
	memset(r, 0, sizeof(*r));
	r->kind = o->kind;
	wire_open(&r->wire, o->kind == REMOTE_FIREFOX                         ? WIRE_COUNTED
			    : o->attach != NULL || !talk_can(TALK_THREE_FOUR) ? WIRE_SOCKET
									      : WIRE_NUL);
	if (o->attach == NULL && profile_make(&r->profile, err) != ERR_OK) {
		remote_close(r);
		return err->code;
	}
	if ((o->kind == REMOTE_FIREFOX ? marionette_open : devtools_open)(r, o, err) == ERR_OK)
		return ERR_OK;
	if (r->child != NULL && has_ended(r->child))
		err_set(err, ERR_IO, "the browser ended as soon as it was started");
	remote_close(r);
	return err->code;
}

enum err_code remote_eval(struct remote *r, const char *script, struct blob *text, struct err *err)
{
	return r->kind == REMOTE_FIREFOX ? marionette_eval(r, script, text, err)
					 : devtools_eval(r, script, text, err);
}

void remote_close(struct remote *r)
{
	struct err ignored;
	cJSON *result = NULL, *params;

	if (r->link != NULL && (r->kind == REMOTE_CHROMIUM ? r->child != NULL : true) &&
		(r->child == NULL || talk_is_alive(r->child))) {
		params = cJSON_CreateObject();
		r->session[0] = '\0';
		if (r->kind == REMOTE_CHROMIUM) {
			(void)devtools_call(r, "Browser.close", params, &result, &ignored);
		} else if (r->child != NULL) {
			cJSON_AddItemToArray(cJSON_AddArrayToObject(params, "flags"),
				cJSON_CreateString("eForceQuit"));
			(void)marionette_call(r, "Marionette:Quit", params, &result, &ignored);
		} else {
			(void)marionette_call(
				r, "WebDriver:DeleteSession", params, &result, &ignored);
		}
		cJSON_Delete(result);
	}
	link_close(r->link);
	talk_end(r->child, 5000);
	if (r->profile.ptr != NULL)
		profile_remove((const char *)r->profile.ptr);
	blob_free(&r->profile);
	wire_close(&r->wire);
	memset(r, 0, sizeof(*r));
}
