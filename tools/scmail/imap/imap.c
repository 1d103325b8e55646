/* SPDX-License-Identifier: MIT */
#include "imap/imap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "imap/folder_name.h"
#include "tls/ca.h"
#include "tls/pin.h"

#define ANSWER_MAX ((size_t)1 << 20) /* bytes of an answer; that of SEARCH is numbers */
#define STALL_S    60L               /* given up after so long with less than a byte per second */

struct imap {
	CURL *curl;
	char error[CURL_ERROR_SIZE];
	const char *pin; /* still to be set; NULL: none */
	struct message *message;
	struct err failure; /* of reading the message */
	struct buf answer;
};

static enum err_code out_of_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

static size_t take_answer(char *ptr, size_t size, size_t count, void *user)
{
	struct imap *i = user;

	buf_add(&i->answer, ptr, size * count);
	return i->answer.failed == ERR_OK ? size * count : 0;
}

static size_t give_message(char *ptr, size_t size, size_t count, void *user)
{
	struct imap *i = user;
	size_t got = 0;

	if (message_read(i->message, ptr, size * count, &got, &i->failure) != ERR_OK)
		return CURL_READFUNC_ABORT;
	return got;
}

/* Encodes the path for IMAP, in a URL. */
static enum err_code encode_path(CURL *curl, CURLU *u, const char *url, struct err *err)
{
	char *path = NULL;
	char *safe = NULL;
	struct buf name;
	bool good;

	if (curl_url_get(u, CURLUPART_PATH, &path, CURLU_URLDECODE) != CURLUE_OK ||
		path[1] == '\0') {
		curl_free(path);
		return err_set(err, ERR_USAGE, "%.100s: no folder in it", url);
	}
	buf_init(&name, 0);
	good = folder_name(span_of(path + 1, strlen(path + 1)), &name);
	if (good && name.failed == ERR_OK)
		safe = curl_easy_escape(curl, (const char *)name.ptr, (int)name.len);
	buf_free(&name);
	curl_free(path);
	if (!good)
		return err_set(err, ERR_USAGE, "%.100s: the folder's name is not UTF-8", url);
	if (safe == NULL || curl_url_set(u, CURLUPART_PATH, safe, 0) != CURLUE_OK) {
		curl_free(safe);
		return out_of_memory(err);
	}
	curl_free(safe);
	return ERR_OK;
}

/* *host: to be freed by curl_free. */
static enum err_code set_url(struct imap *i, const char *url, char **host, struct err *err)
{
	CURLU *u = curl_url();
	char *scheme = NULL;
	char *whole = NULL;
	enum err_code rc = ERR_OK;

	if (u == NULL)
		return out_of_memory(err);
	if (curl_url_set(u, CURLUPART_URL, url, 0) != CURLUE_OK ||
		curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) != CURLUE_OK ||
		(strcmp(scheme, "imap") != 0 && strcmp(scheme, "imaps") != 0))
		rc = err_set(err, ERR_USAGE, "%.100s: not imap://HOST/FOLDER or imaps://...", url);
	if (rc == ERR_OK)
		rc = encode_path(i->curl, u, url, err);
	if (rc == ERR_OK && (curl_url_get(u, CURLUPART_URL, &whole, 0) != CURLUE_OK ||
				    curl_url_get(u, CURLUPART_HOST, host, 0) != CURLUE_OK))
		rc = out_of_memory(err);
	if (rc == ERR_OK)
		curl_easy_setopt(i->curl, CURLOPT_URL, whole);
	curl_free(whole);
	curl_free(scheme);
	curl_url_cleanup(u);
	return rc;
}

/* The pin is that of the mail server, and does not apply to another host; nor does --insecure, when
 * it was meant for the pinned server. */
static void set_options(struct imap *i, const struct smtp_opts *o, const char *host)
{
	bool same = o->host != NULL && curl_strequal(host, o->host);
	bool insecure = o->insecure && (o->pin == NULL || same);
	static const long ip[] = {CURL_IPRESOLVE_WHATEVER, CURL_IPRESOLVE_V4, CURL_IPRESOLVE_V6};
	CURL *c = i->curl;

	i->pin = same ? o->pin : NULL;
	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, i->error);
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)o->connect_s);
	curl_easy_setopt(c, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)o->reply_s);
	curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, STALL_S);
	curl_easy_setopt(c, CURLOPT_USE_SSL,
		(long)(o->tls == SMTP_PLAIN ? CURLUSESSL_NONE : CURLUSESSL_ALL));
	curl_easy_setopt(c, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, insecure ? 0L : 1L);
	curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, insecure ? 0L : 2L);
	curl_easy_setopt(c, CURLOPT_IPRESOLVE,
		ip[o->ip_version == 4        ? 1
			: o->ip_version == 6 ? 2
					     : 0]);
	curl_easy_setopt(c, CURLOPT_PROXY, o->proxy != NULL ? o->proxy : "");
	curl_easy_setopt(c, CURLOPT_USERNAME, o->user);
	if (o->token != NULL) {
		curl_easy_setopt(c, CURLOPT_XOAUTH2_BEARER, o->token);
		curl_easy_setopt(c, CURLOPT_LOGIN_OPTIONS, "AUTH=OAUTHBEARER;AUTH=XOAUTH2");
	} else {
		curl_easy_setopt(c, CURLOPT_PASSWORD, o->password != NULL ? o->password : "");
	}
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, take_answer);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, i);
	curl_easy_setopt(c, CURLOPT_READFUNCTION, give_message);
	curl_easy_setopt(c, CURLOPT_READDATA, i);
}

enum err_code imap_open(
	const char *url, const struct smtp_opts *o, struct imap **out, struct err *err)
{
	struct imap *i = calloc(1, sizeof *i);
	char *host = NULL;
	enum err_code rc;

	if (i == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		free(i);
		return out_of_memory(err);
	}
	buf_init(&i->answer, ANSWER_MAX);
	i->curl = curl_easy_init();
	rc = i->curl != NULL ? set_url(i, url, &host, err) : out_of_memory(err);
	if (rc == ERR_OK)
		set_options(i, o, host);
	if (rc == ERR_OK)
		rc = ca_set(i->curl, o->ca, err);
	curl_free(host);
	if (rc != ERR_OK) {
		imap_close(i);
		return rc;
	}
	*out = i;
	return ERR_OK;
}

void imap_close(struct imap *i)
{
	if (i == NULL)
		return;
	curl_easy_cleanup(i->curl);
	curl_global_cleanup();
	buf_free(&i->answer);
	free(i);
}

static enum err_code perform(struct imap *i, struct err *err)
{
	CURLcode rc;

	i->error[0] = '\0';
	i->failure.code = ERR_OK;
	i->answer.len = 0;
	rc = i->pin != NULL ? pin_set(i->curl, i->pin, i->error) : CURLE_OK;
	if (rc == CURLE_OK) {
		i->pin = NULL;
		rc = curl_easy_perform(i->curl);
	}
	if (rc == CURLE_OK)
		return ERR_OK;
	if (i->failure.code != ERR_OK) {
		*err = i->failure;
		return err->code;
	}
	if (rc == CURLE_LOGIN_DENIED) /* libcurl: "Access denied. %c" of a number */
		return err_set(err, ERR_IO, "the log-in was refused");
	return err_set(err, ERR_IO, "%s", i->error[0] != '\0' ? i->error : curl_easy_strerror(rc));
}

enum err_code imap_append(struct imap *i, struct message *m, struct err *err)
{
	enum err_code rc;

	(void)message_set_binary(m, false); /* a literal of APPEND is text */
	rc = message_rewind(m, err);
	if (rc != ERR_OK)
		return rc;
	i->message = m;
	curl_easy_setopt(i->curl, CURLOPT_CUSTOMREQUEST, NULL);
	curl_easy_setopt(i->curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(i->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)message_len(m));
	rc = perform(i, err);
	curl_easy_setopt(i->curl, CURLOPT_UPLOAD, 0L);
	i->message = NULL;
	return rc;
}

/* A number after "* SEARCH" (RFC 3501, section 7.2.5), of which there may be several lines. */
static bool has_hit(struct span answer)
{
	static const char word[] = "* SEARCH ";
	size_t len = sizeof word - 1;
	size_t at;

	for (at = 0; at < answer.len; at++) {
		size_t pos = at + len;

		if (answer.len - at > len &&
			curl_strnequal((const char *)answer.ptr + at, word, len)) {
			while (pos < answer.len && answer.ptr[pos] == ' ')
				pos++;
			if (pos < answer.len && answer.ptr[pos] >= '0' && answer.ptr[pos] <= '9')
				return true;
		}
		at = span_find(answer, at, "\n", 1);
		if (at == SIZE_MAX)
			break;
	}
	return false;
}

enum err_code imap_find(struct imap *i, const char *id, bool *found, struct err *err)
{
	char command[700];
	const char *p;
	enum err_code rc;

	for (p = id; *p > ' ' && *p < 0x7F && *p != '"' && *p != '\\'; p++)
		;
	if (*p != '\0' || p == id || p - id > 600)
		return err_set(
			err, ERR_UNSUPPORTED, "a Message-ID that no folder can be asked for");
	snprintf(command, sizeof command, "SEARCH HEADER Message-ID \"%s\"", id);
	curl_easy_setopt(i->curl, CURLOPT_CUSTOMREQUEST, command);
	rc = perform(i, err);
	if (rc == ERR_OK)
		*found = has_hit(span_of(i->answer.ptr, i->answer.len));
	return rc;
}
