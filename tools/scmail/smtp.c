/* SPDX-License-Identifier: MIT */
#include "smtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "dialogue.h"

/* Renamed in 8.2; the old name has three L. */
#if LIBCURL_VERSION_NUM < 0x080200
#define OPT_RCPT_ALLOWFAILS CURLOPT_MAIL_RCPT_ALLLOWFAILS
#else
#define OPT_RCPT_ALLOWFAILS CURLOPT_MAIL_RCPT_ALLOWFAILS
#endif

#define STALL_S 120 /* seconds without a byte moved before a transfer is given up */

struct smtp {
	struct smtp_opts opts;
	CURL *curl;
	char error[CURL_ERROR_SIZE];
	/* of the message under way */
	struct message *message;
	struct dialogue dialogue;
	struct err read_error;
	uint64_t sent;
	bool needs_utf8; /* an address has a local part that is not ASCII */
};

static const char *const outcome_words[] = {"delivered", "partly refused", "temporary failure",
	"refused", "unconfirmed", "log-in refused", "no secure connection", "failed"};

const char *smtp_outcome_word(enum smtp_outcome o)
{
	return outcome_words[o];
}

static void show_lines(struct smtp *s, char direction, struct span bytes)
{
	size_t start = 0;
	size_t i;

	for (i = 0; s->opts.on_line != NULL && i < bytes.len; i++) {
		struct span line;

		if (bytes.ptr[i] != '\n' && i + 1 < bytes.len)
			continue;
		span_slice(bytes, start, i + 1 - start, &line);
		while (line.len > 0 &&
			(line.ptr[line.len - 1] == '\n' || line.ptr[line.len - 1] == '\r'))
			line.len--;
		s->opts.on_line(s->opts.watch, direction, line);
		start = i + 1;
	}
}

/* "AUTH PLAIN AHVzZXI..." shows as "AUTH PLAIN ***"; what follows an AUTH is secret altogether. */
static void show_sent(struct smtp *s, struct span line)
{
	static const char hidden[] = "***";
	char text[64];
	struct span rest;
	size_t word;

	if (s->dialogue.step != STEP_AUTH) {
		show_lines(s, '>', line);
		return;
	}
	if (!span_starts(line, "AUTH ", 5)) {
		show_lines(s, '>', span_of(hidden, 3));
		return;
	}
	span_from(line, 5, &rest);
	word = span_find(rest, 0, " ", 1);
	if (word == SIZE_MAX || word > 40) {
		show_lines(s, '>', line);
		return;
	}
	snprintf(text, sizeof text, "AUTH %.*s %s", (int)word, (const char *)rest.ptr, hidden);
	show_lines(s, '>', span_of(text, strlen(text)));
}

static int on_debug(CURL *curl, curl_infotype kind, char *data, size_t len, void *user)
{
	struct smtp *s = user;
	struct span bytes = span_of(data, len);

	(void)curl;
	if (kind == CURLINFO_HEADER_OUT) {
		dialogue_sent(&s->dialogue, bytes);
		show_sent(s, bytes);
	} else if (kind == CURLINFO_HEADER_IN) {
		show_lines(s, '<', bytes);
		dialogue_received(&s->dialogue, bytes);
	} else if (kind == CURLINFO_TEXT) {
		show_lines(s, '*', bytes);
	}
	return 0;
}

static size_t on_read(char *ptr, size_t size, size_t count, void *user)
{
	struct smtp *s = user;
	size_t got = 0;

	if (s->needs_utf8 && !s->dialogue.utf8) {
		err_set(&s->read_error, ERR_UNSUPPORTED,
			"an address is not ASCII and the server does not offer SMTPUTF8");
		return CURL_READFUNC_ABORT;
	}
	if (message_read(s->message, ptr, size * count, &got, &s->read_error) != ERR_OK)
		return CURL_READFUNC_ABORT; /* cuts the connection: no wrong mail ends in a dot */
	if (got > 0 && s->sent + got == message_len(s->message) && s->opts.before_end != NULL &&
		s->opts.before_end(s->opts.watch, &s->read_error) != ERR_OK)
		return CURL_READFUNC_ABORT;
	s->sent += got;
	if (s->sent == message_len(s->message))
		s->dialogue.all_given = true;
	if (s->opts.on_progress != NULL)
		s->opts.on_progress(s->opts.watch, s->sent);
	return got;
}

static size_t ignore_body(char *ptr, size_t size, size_t count, void *user)
{
	(void)ptr;
	(void)user;
	return size * count;
}

static void set_login(struct smtp *s)
{
	char options[80];

	if (s->opts.user == NULL)
		return;
	curl_easy_setopt(s->curl, CURLOPT_USERNAME, s->opts.user);
	if (s->opts.token != NULL)
		curl_easy_setopt(s->curl, CURLOPT_XOAUTH2_BEARER, s->opts.token);
	else
		curl_easy_setopt(s->curl, CURLOPT_PASSWORD, s->opts.password);
	if (s->opts.auth != NULL) {
		snprintf(options, sizeof options, "AUTH=%s", s->opts.auth);
		curl_easy_setopt(s->curl, CURLOPT_LOGIN_OPTIONS, options);
	}
}

static void set_tls(struct smtp *s)
{
	static const long use[] = {CURLUSESSL_NONE, CURLUSESSL_TRY, CURLUSESSL_ALL, CURLUSESSL_ALL};

	curl_easy_setopt(s->curl, CURLOPT_USE_SSL, use[s->opts.tls]);
	curl_easy_setopt(s->curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (s->opts.ca != NULL)
		curl_easy_setopt(s->curl, CURLOPT_CAINFO, s->opts.ca);
	curl_easy_setopt(s->curl, CURLOPT_SSL_VERIFYPEER, s->opts.insecure ? 0L : 1L);
	curl_easy_setopt(s->curl, CURLOPT_SSL_VERIFYHOST, s->opts.insecure ? 0L : 2L);
}

static void set_common(struct smtp *s)
{
	static const long ip[] = {CURL_IPRESOLVE_WHATEVER, CURL_IPRESOLVE_V4, CURL_IPRESOLVE_V6};
	CURL *c = s->curl;

	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, s->error);
	curl_easy_setopt(c, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(c, CURLOPT_UPLOAD_BUFFERSIZE, 524288L);
	curl_easy_setopt(c, CURLOPT_READFUNCTION, on_read);
	curl_easy_setopt(c, CURLOPT_READDATA, s);
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, ignore_body);
	curl_easy_setopt(c, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(c, CURLOPT_DEBUGFUNCTION, on_debug);
	curl_easy_setopt(c, CURLOPT_DEBUGDATA, s);
	curl_easy_setopt(c, OPT_RCPT_ALLOWFAILS, 1L);
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)s->opts.connect_s);
	/* bounds the wait after the final dot and for QUIT too, which CURLOPT_TIMEOUT does not */
	curl_easy_setopt(c, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)s->opts.reply_s);
	curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, 1L);
	curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME, (long)STALL_S);
	curl_easy_setopt(c, CURLOPT_IPRESOLVE,
		ip[s->opts.ip_version == 4        ? 1
			: s->opts.ip_version == 6 ? 2
						  : 0]);
	/* the proxy is the user's word alone, not that of http_proxy in the environment */
	curl_easy_setopt(c, CURLOPT_PROXY, s->opts.proxy != NULL ? s->opts.proxy : "");
	if (s->opts.proxy != NULL)
		curl_easy_setopt(c, CURLOPT_HTTPPROXYTUNNEL, 1L);
}

static enum err_code set_url(struct smtp *s, struct err *err)
{
	bool literal = strchr(s->opts.host, ':') != NULL; /* IPv6 */
	char *helo = s->opts.helo != NULL ? curl_easy_escape(s->curl, s->opts.helo, 0) : NULL;
	char url[1024];
	int n = snprintf(url, sizeof url, "%s://%s%s%s:%u/%s",
		s->opts.tls == SMTP_WRAPPED ? "smtps" : "smtp", literal ? "[" : "", s->opts.host,
		literal ? "]" : "", s->opts.port, helo != NULL ? helo : "");

	curl_free(helo);
	if (n < 0 || (size_t)n >= sizeof url)
		return err_set(err, ERR_USAGE, "the server's name is too long");
	if (strpbrk(s->opts.host, "/@?#\\ []\r\n\t") != NULL || s->opts.host[0] == '\0')
		return err_set(err, ERR_USAGE, "no server name: %s", s->opts.host);
	curl_easy_setopt(s->curl, CURLOPT_URL, url);
	return ERR_OK;
}

enum err_code smtp_open(const struct smtp_opts *opts, struct smtp **out, struct err *err)
{
	struct smtp *s = calloc(1, sizeof *s);
	enum err_code rc;

	if (s == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
		free(s);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	s->opts = *opts;
	s->curl = curl_easy_init();
	if (s->curl == NULL) {
		smtp_close(s);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	set_common(s);
	set_tls(s);
	set_login(s);
	rc = set_url(s, err);
	if (rc != ERR_OK) {
		smtp_close(s);
		return rc;
	}
	*out = s;
	return ERR_OK;
}

void smtp_close(struct smtp *s)
{
	if (s == NULL)
		return;
	curl_easy_cleanup(s->curl);
	curl_global_cleanup();
	free(s);
}

void smtp_result_free(struct smtp_result *r)
{
	free(r->rcpt);
	*r = (struct smtp_result){0};
}

static size_t count_refused(const struct dialogue *d, bool *temporary)
{
	size_t n = 0;
	size_t i;

	*temporary = true;
	for (i = 0; i < d->rcpt_count; i++) {
		if (d->rcpt[i].code / 100 == 2)
			continue;
		n++;
		*temporary = *temporary && d->rcpt[i].code / 100 == 4;
	}
	return n;
}

/* RFC 4954, section 6: 530 asks for the log-in that could not be done, for none was offered. */
static enum smtp_outcome of_code(const struct smtp *s, int code)
{
	if (code == 530 && s->opts.user != NULL)
		return SMTP_NO_LOGIN;
	return code / 100 == 4 ? SMTP_TEMPORARY : SMTP_REFUSED;
}

static bool is_tls_failure(const struct smtp *s, CURLcode rc)
{
	switch (rc) {
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_ISSUER_ERROR:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_USE_SSL_FAILED:
	case CURLE_SSL_INVALIDCERTSTATUS:
		return true;
	case CURLE_WEIRD_SERVER_REPLY:
		/* replies slipped in behind the answer to STARTTLS (CVE-2021-22947) */
		return s->dialogue.last_step == STEP_STARTTLS;
	default:
		return false;
	}
}

/* What a failure of libcurl before the final reply means. */
static enum smtp_outcome of_curl(const struct smtp *s, CURLcode rc)
{
	const struct dialogue *d = &s->dialogue;

	if (is_tls_failure(s, rc))
		return SMTP_NO_TLS;
	switch (rc) {
	case CURLE_LOGIN_DENIED:
		return d->last_step == STEP_AUTH && d->last.code / 100 == 4 ? SMTP_TEMPORARY
									    : SMTP_NO_LOGIN;
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_COULDNT_CONNECT:
	case CURLE_OPERATION_TIMEDOUT:
	case CURLE_GOT_NOTHING:
	case CURLE_RECV_ERROR:
		return d->last.code / 100 == 5 ? SMTP_REFUSED : SMTP_TEMPORARY;
	case CURLE_ABORTED_BY_CALLBACK:
	case CURLE_OUT_OF_MEMORY:
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
		return SMTP_FAILED;
	default:
		return d->last.code >= 400 ? of_code(s, d->last.code) : SMTP_TEMPORARY;
	}
}

static void judge(struct smtp *s, CURLcode rc, struct smtp_result *out)
{
	const struct dialogue *d = &s->dialogue;
	bool temporary;
	size_t refused = count_refused(d, &temporary);

	out->last = d->last;
	out->no_login = s->opts.user != NULL && !d->login && d->rcpt_asked > 0;
	if (s->read_error.code != ERR_OK) {
		out->outcome = SMTP_FAILED;
		snprintf(out->reason, sizeof out->reason, "%s", s->read_error.text);
	} else if (d->confirmed && d->dot.code / 100 == 2) {
		out->last = d->dot; /* whatever became of QUIT */
		out->outcome = refused > 0 ? SMTP_PARTLY : SMTP_DELIVERED;
	} else if (d->confirmed) {
		out->last = d->dot;
		out->outcome = of_code(s, d->dot.code);
	} else if (d->all_given) {
		out->outcome = SMTP_UNCONFIRMED;
	} else if (d->rcpt_answered == d->rcpt_count && refused == d->rcpt_count) {
		out->outcome = temporary ? SMTP_TEMPORARY : of_code(s, d->last.code);
	} else {
		out->outcome = of_curl(s, rc);
	}
	if (out->reason[0] == '\0')
		snprintf(out->reason, sizeof out->reason, "%s",
			s->error[0] != '\0' ? s->error : curl_easy_strerror(rc));
}

#define DSN_TEXT_MAX     48
#define DSN_CURL_VERSION 0x081000u /* 8.16.0 takes parameters behind "<address>" */

/* "NOTIFY=SUCCESS,FAILURE" (RFC 3461, section 4.1) of "success,failure". */
static enum err_code dsn_text(const char *when, char out[DSN_TEXT_MAX], struct err *err)
{
	static const char *const words[] = {"never", "success", "failure", "delay"};
	const char *p = when;
	bool seen[4] = {false};
	size_t len = (size_t)snprintf(out, DSN_TEXT_MAX, "NOTIFY=");
	size_t i;

	for (;;) {
		size_t n = strcspn(p, ",");

		for (i = 0; i < 4; i++)
			if (strlen(words[i]) == n && memcmp(words[i], p, n) == 0)
				break;
		if (i == 4 || seen[i])
			return err_set(
				err, ERR_USAGE, "--dsn: never, or some of success, failure, delay");
		seen[i] = true;
		for (; n > 0; n--)
			out[len++] = (char)(*p++ - 'a' + 'A');
		if (*p == '\0')
			break;
		out[len++] = *p++;
	}
	out[len] = '\0';
	if (seen[0] && len > strlen("NOTIFY=NEVER"))
		return err_set(err, ERR_USAGE, "--dsn: never stands alone");
	return ERR_OK;
}

enum err_code smtp_dsn_ok(const char *when, struct err *err)
{
	const curl_version_info_data *v = curl_version_info(CURLVERSION_NOW);
	char text[DSN_TEXT_MAX];
	enum err_code rc = dsn_text(when, text, err);

	if (rc == ERR_OK && v->version_num < DSN_CURL_VERSION)
		rc = err_set(err, ERR_UNSUPPORTED,
			"--dsn: libcurl %s cannot ask for reports, 8.16.0 and later can",
			v->version);
	return rc;
}

/* dsn was accepted by smtp_dsn_ok, or is NULL. */
static struct curl_slist *recipients(const char *const *to, size_t count, const char *dsn)
{
	char notify[DSN_TEXT_MAX] = "";
	struct err unused;
	struct curl_slist *list = NULL;
	size_t i;

	if (dsn != NULL)
		(void)dsn_text(dsn, notify, &unused);
	for (i = 0; i < count; i++) {
		char spec[ADDR_SPEC_MAX + DSN_TEXT_MAX + 4];
		struct curl_slist *longer;

		snprintf(spec, sizeof spec, "<%s>%s%s", to[i], dsn != NULL ? " " : "", notify);
		longer = curl_slist_append(list, spec);
		if (longer == NULL) {
			curl_slist_free_all(list);
			return NULL;
		}
		list = longer;
	}
	return list;
}

static bool is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

enum err_code smtp_send(struct smtp *s, struct message *m, const char *from, const char *const *to,
	size_t to_count, struct smtp_result *out, struct err *err)
{
	struct curl_slist *list = recipients(to, to_count, s->opts.dsn);
	char sender[ADDR_SPEC_MAX + 3];
	enum err_code rc = message_rewind(m, err);
	bool utf8 = s->dialogue.utf8;
	bool login = s->dialogue.login;
	size_t i;

	memset(out, 0, sizeof *out);
	out->rcpt = calloc(to_count, sizeof *out->rcpt);
	out->rcpt_count = to_count;
	if (rc == ERR_OK && (list == NULL || out->rcpt == NULL))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc != ERR_OK) {
		curl_slist_free_all(list);
		smtp_result_free(out);
		return rc;
	}
	s->needs_utf8 = !is_ascii(from);
	for (i = 0; i < to_count; i++)
		s->needs_utf8 = s->needs_utf8 || !is_ascii(to[i]);
	s->message = m;
	s->sent = 0;
	s->error[0] = '\0';
	s->read_error.code = ERR_OK;
	dialogue_init(&s->dialogue, out->rcpt, to_count);
	s->dialogue.utf8 = utf8; /* a connection that is used again says no second EHLO or AUTH */
	s->dialogue.login = login;
	snprintf(sender, sizeof sender, "<%s>", from);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_FROM, sender);
	curl_easy_setopt(s->curl, CURLOPT_MAIL_RCPT, list);
	curl_easy_setopt(s->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)message_len(m));
	judge(s, curl_easy_perform(s->curl), out);
	curl_slist_free_all(list);
	return ERR_OK;
}
