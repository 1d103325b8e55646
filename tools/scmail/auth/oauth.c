/* SPDX-License-Identifier: MIT */
#include "auth/oauth.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <curl/curl.h>

#include "biosbelt/alloc.h"
#include "biosbelt/digest.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "tls/ca.h"

#define FILE_MAX     ((size_t)64 << 10)
#define ANSWER_MAX   ((size_t)256 << 10)
#define TIMEOUT_S    30L
#define EARLY_S      60   /* a token that expires sooner is not used */
#define LIFE_S       3600 /* default when the provider does not give it */
#define LOCK_STEP_MS 100
#define LOCK_TRIES   350 /* waits longer than another run waits for the provider */

/* An account and its cached tokens. */
struct account {
	cJSON *file;
	cJSON *cache; /* NULL: none yet */
	struct blob cache_path;
};

static int64_t now_s(void)
{
	return os_wall_time_ns() / 1000000000;
}

static const char *word_of(const cJSON *object, const char *name)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);

	return cJSON_IsString(item) && item->valuestring[0] != '\0' ? item->valuestring : NULL;
}

static cJSON *read_json(const char *path, struct err *err)
{
	struct blob text;
	cJSON *json;

	if (file_read_soon(path, FILE_MAX, FILE_SOON_MS, &text, err) != ERR_OK)
		return NULL;
	json = cJSON_ParseWithLength((const char *)text.ptr, text.len);
	alloc_wipe(text.ptr, text.len);
	blob_free(&text);
	if (json == NULL || !cJSON_IsObject(json)) {
		cJSON_Delete(json);
		err_set(err, ERR_FORMAT, "no JSON object in it");
		return NULL;
	}
	return json;
}

/* One cache file per account; its name is a hash, and reveals nothing. */
static enum err_code find_cache(struct account *a, struct err *err)
{
	static const char *const parts[] = {"token_uri", "client_id", "refresh_token"};
	char name[SHA256_HEX_LEN + 32];
	char hex[SHA256_HEX_LEN];
	uint8_t digest[SHA256_LEN];
	struct digest sha;
	struct blob folder;
	enum err_code rc;
	size_t i;

	digest_init(&sha, DIGEST_SHA256);
	for (i = 0; i < 3; i++) {
		const char *text = word_of(a->file, parts[i]);

		digest_update(&sha, span_of(text, strlen(text) + 1));
	}
	(void)digest_final(&sha, digest);
	sha256_to_hex(digest, hex);
	snprintf(name, sizeof name, "scmail-oauth-%.32s", hex);
	rc = os_cache_folder(&folder, err);
	if (rc == ERR_OK) {
		rc = file_mkdirs((const char *)folder.ptr, err);
		if (rc == ERR_OK)
			rc = path_join((const char *)folder.ptr, name, &a->cache_path, err);
		blob_free(&folder);
	}
	return rc;
}

/* Unencrypted only to this machine, for tests and for local proxies of the provider. */
static bool is_safe_url(const char *url)
{
	CURLU *u = curl_url();
	char *scheme = NULL;
	char *host = NULL;
	bool safe = false;

	if (u != NULL && curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK &&
		curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		curl_url_get(u, CURLUPART_HOST, &host, 0) == CURLUE_OK)
		safe = strcmp(scheme, "https") == 0 ||
		       (strcmp(scheme, "http") == 0 &&
			       (strcmp(host, "127.0.0.1") == 0 || strcmp(host, "localhost") == 0 ||
				       strcmp(host, "[::1]") == 0));
	curl_free(scheme);
	curl_free(host);
	curl_url_cleanup(u);
	return safe;
}

static enum err_code file_ok(const struct account *a, struct err *err)
{
	static const char *const needed[] = {"client_id", "refresh_token", "token_uri"};
	size_t i;

	for (i = 0; i < sizeof needed / sizeof needed[0]; i++)
		if (word_of(a->file, needed[i]) == NULL)
			return err_set(err, ERR_FORMAT, "\"%s\" is missing in it", needed[i]);
	return is_safe_url(word_of(a->file, "token_uri"))
		       ? ERR_OK
		       : err_set(err, ERR_FORMAT, "\"token_uri\" is not an https address");
}

static size_t take_answer(char *ptr, size_t size, size_t count, void *user)
{
	struct buf *b = user;

	buf_add(b, ptr, size * count);
	return b->failed == ERR_OK ? size * count : 0;
}

static void add_field(CURL *curl, struct buf *form, const char *name, const char *value)
{
	char *text = value != NULL ? curl_easy_escape(curl, value, 0) : NULL;

	if (text != NULL)
		buf_printf(form, "%s%s=%s", form->len > 0 ? "&" : "", name, text);
	curl_free(text);
}

static enum err_code request(CURL *curl, const struct account *a, struct buf *form, struct err *err)
{
	const char *newer = a->cache != NULL ? word_of(a->cache, "refresh_token") : NULL;

	add_field(curl, form, "grant_type", "refresh_token");
	add_field(curl, form, "client_id", word_of(a->file, "client_id"));
	add_field(curl, form, "client_secret", word_of(a->file, "client_secret"));
	add_field(curl, form, "refresh_token",
		newer != NULL ? newer : word_of(a->file, "refresh_token"));
	add_field(curl, form, "scope", word_of(a->file, "scope"));
	buf_add_u8(form, 0);
	return form->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* Parses the provider's JSON; NULL: error in err. */
static cJSON *take_json(const struct buf *answer, long status, struct err *err)
{
	cJSON *json = cJSON_ParseWithLength((const char *)answer->ptr, answer->len);
	const char *why;

	if (json != NULL && status == 200 && word_of(json, "access_token") != NULL)
		return json;
	why = json != NULL ? word_of(json, "error_description") : NULL;
	if (why == NULL && json != NULL)
		why = word_of(json, "error");
	if (status >= 500 || status == 429)
		err_set(err, ERR_BUSY, "the provider answers %ld", status);
	else
		err_set(err, ERR_DENIED, "the provider refuses (%ld): %.120s", status,
			why != NULL ? why : tr("it gives no reason"));
	cJSON_Delete(json);
	return NULL;
}

static cJSON *ask_with(CURL *curl, const struct account *a, struct err *err)
{
	struct buf form;
	struct buf answer;
	cJSON *json = NULL;
	long status = 0;
	CURLcode rc;

	buf_init(&form, FILE_MAX * 4);
	buf_init(&answer, ANSWER_MAX);
	if (request(curl, a, &form, err) == ERR_OK && ca_set(curl, NULL, err) == ERR_OK) {
		curl_easy_setopt(curl, CURLOPT_URL, word_of(a->file, "token_uri"));
		curl_easy_setopt(curl, CURLOPT_POSTFIELDS, (const char *)form.ptr);
		curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_answer);
		curl_easy_setopt(curl, CURLOPT_WRITEDATA, &answer);
		curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
		curl_easy_setopt(curl, CURLOPT_TIMEOUT, TIMEOUT_S);
		curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
		rc = curl_easy_perform(curl);
		curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
		if (rc != CURLE_OK)
			err_set(err, ERR_BUSY, "%s: %s", word_of(a->file, "token_uri"),
				curl_easy_strerror(rc));
		else
			json = take_json(&answer, status, err);
	}
	alloc_wipe(form.ptr, form.len);
	alloc_wipe(answer.ptr, answer.len);
	buf_free(&form);
	buf_free(&answer);
	return json;
}

static cJSON *ask(const struct account *a, struct err *err)
{
	CURL *curl;
	cJSON *json = NULL;

	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		err_set(err, ERR_NOMEM, "out of memory");
		return NULL;
	}
	curl = curl_easy_init();
	if (curl == NULL)
		err_set(err, ERR_NOMEM, "out of memory");
	else
		json = ask_with(curl, a, err);
	curl_easy_cleanup(curl);
	curl_global_cleanup();
	return json;
}

/* Saves the tokens for the next run. */
static enum err_code keep(struct account *a, const cJSON *answer, struct err *err)
{
	const cJSON *life = cJSON_GetObjectItemCaseSensitive(answer, "expires_in");
	double life_s = cJSON_IsNumber(life) ? life->valuedouble : LIFE_S;
	const char *refresh = word_of(answer, "refresh_token");
	struct file_out_opts opts = {.force = true, .set_mode = true, .mode = 0600};
	struct file_out *f;
	cJSON *json = cJSON_CreateObject();
	char *text;
	enum err_code rc;

	if (refresh == NULL && a->cache != NULL)
		refresh = word_of(a->cache, "refresh_token");
	cJSON_AddStringToObject(json, "access_token", word_of(answer, "access_token"));
	cJSON_AddNumberToObject(json, "expires_at", (double)now_s() + life_s);
	cJSON_AddNumberToObject(json, "expires_in", life_s);
	if (refresh != NULL)
		cJSON_AddStringToObject(json, "refresh_token", refresh);
	text = cJSON_PrintUnformatted(json);
	cJSON_Delete(json);
	if (text == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = file_out_open((const char *)a->cache_path.ptr, &opts, &f, err);
	if (rc == ERR_OK) {
		rc = file_out_write(f, text, strlen(text), err);
		if (rc == ERR_OK)
			rc = file_out_commit(f, err);
		else
			file_out_abort(f);
	}
	alloc_wipe(text, strlen(text));
	cJSON_free(text);
	/* only losing a new refresh token is an error */
	if (rc != ERR_OK && word_of(answer, "refresh_token") == NULL)
		return ERR_OK;
	return rc != ERR_OK ? err_prefix(err, "%s", (const char *)a->cache_path.ptr) : ERR_OK;
}

static enum err_code copy_token(const cJSON *json, char **out, struct err *err)
{
	const char *token = word_of(json, "access_token");

	*out = alloc_text(token);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* A token with a longer remaining life than it was issued with was saved before the clock was set
 * back: when it expires is unknown. */
static bool is_fresh(const cJSON *cache)
{
	const cJSON *life =
		cache != NULL ? cJSON_GetObjectItemCaseSensitive(cache, "expires_in") : NULL;
	const cJSON *end =
		cache != NULL ? cJSON_GetObjectItemCaseSensitive(cache, "expires_at") : NULL;

	return end != NULL && cJSON_IsNumber(end) && word_of(cache, "access_token") != NULL &&
	       end->valuedouble > (double)now_s() + EARLY_S &&
	       (!cJSON_IsNumber(life) || end->valuedouble <= (double)now_s() + life->valuedouble);
}

/* Called with the account's lock. */
static enum err_code token_of(struct account *a, char **out, struct err *err)
{
	struct err unused;
	cJSON *answer;
	enum err_code rc;

	a->cache = read_json((const char *)a->cache_path.ptr, &unused);
	if (is_fresh(a->cache))
		return copy_token(a->cache, out, err);
	answer = ask(a, err);
	if (answer == NULL)
		return err->code;
	rc = keep(a, answer, err);
	if (rc == ERR_OK)
		rc = copy_token(answer, out, err);
	cJSON_Delete(answer);
	return rc;
}

/* Runs for one account ask the provider one after the other: a refresh token may be valid only
 * once. */
static enum err_code lock(const struct account *a, struct file_lock **out, struct err *err)
{
	struct buf path;
	unsigned tries;
	bool busy = true;
	enum err_code rc = ERR_OK;

	buf_init(&path, 0);
	buf_printf(&path, "%s.lock", (const char *)a->cache_path.ptr);
	buf_add_u8(&path, 0);
	if (path.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	for (tries = 0; rc == ERR_OK && busy && tries < LOCK_TRIES; tries++) {
		rc = file_lock_open((const char *)path.ptr, out, &busy, err);
		if (rc == ERR_OK && busy)
			os_sleep_ms(LOCK_STEP_MS);
	}
	buf_free(&path);
	if (rc == ERR_OK && busy)
		rc = err_set(err, ERR_BUSY, "another scmail asks for a token");
	return rc;
}

enum err_code oauth_token(const char *path, char **out, struct err *err)
{
	struct account a = {.file = read_json(path, err)};
	struct file_lock *held = NULL;
	enum err_code rc = a.file != NULL ? file_ok(&a, err) : err->code;

	if (rc == ERR_OK)
		rc = find_cache(&a, err);
	if (rc == ERR_OK)
		rc = lock(&a, &held, err);
	if (rc == ERR_OK)
		rc = token_of(&a, out, err);
	file_lock_close(held);
	cJSON_Delete(a.file);
	cJSON_Delete(a.cache);
	blob_free(&a.cache_path);
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "--oauth: %s", path);
}
