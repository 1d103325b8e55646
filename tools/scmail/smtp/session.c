/* SPDX-License-Identifier: MIT */
#include "smtp/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <curl/curl.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "smtp/dsn.h"
#include "smtp/login.h"
#include "smtp/reason.h"
#include "smtp/transaction.h"
#include "smtp/verdict.h"
#include "tls/ca.h"
#include "tls/pin.h"

#define QUIT_S      5    /* for the reply to QUIT, which does not matter any more */
#define STRANGE_MAX 80   /* bytes shown of a reply that is not SMTP */
#define STRANGE_MS  3000 /* wait for an SMTP reply after it */

struct smtp {
	struct smtp_opts opts;
	CURL *curl;
	char error[CURL_ERROR_SIZE];
	bool connected;
	bool clean; /* another command can follow */
	bool begun; /* an incomplete mail: RSET comes first */
	struct wire wire;
	uint8_t *memory; /* for talk_send */
	struct dialogue dialogue;
	char strange[STRANGE_MAX]; /* first input, if it was not SMTP */
	uint64_t strange_ms;       /* when */
	bool at_proxy;             /* input comes from an HTTP proxy */
	bool through;              /* the proxy has connected us */
};

static const char *const outcome_words[] = {N_("delivered"), N_("partly refused"),
	N_("temporary failure"), N_("refused"), N_("unconfirmed"), N_("log-in refused"),
	N_("no secure connection"), N_("failed"), N_("partly waiting")};

const char *smtp_outcome_word(enum smtp_outcome o)
{
	return outcome_words[o];
}

/* Logs CONNECT and its fields; "Proxy-Authorization: ..." is a secret. */
static void show_to_proxy(struct smtp *s, struct span lines)
{
	static const char secret[] = "Proxy-Authorization:";
	static const char hidden[] = "Proxy-Authorization: ***";
	struct span line;
	size_t pos;
	size_t end;

	for (pos = 0; pos < lines.len; pos = end + 2) {
		end = span_find(lines, pos, "\r\n", 2);
		end = end == SIZE_MAX ? lines.len : end;
		span_slice(lines, pos, end - pos, &line);
		if (span_starts(line, secret, sizeof secret - 1))
			line = span_of(hidden, sizeof hidden - 1);
		talk_show(&s->opts, '>', line);
	}
}

/* Logs "AUTH PLAIN AHVzZXI..." as "AUTH PLAIN ***"; lines after an AUTH are entirely secret. */
static void show_sent(struct smtp *s, struct span line)
{
	static const char hidden[] = "***";
	char text[64];
	struct span rest;
	size_t word;

	if (s->at_proxy) {
		show_to_proxy(s, line);
		return;
	}
	if (s->dialogue.step != STEP_AUTH) {
		talk_show(&s->opts, '>', line);
		return;
	}
	if (!span_starts(line, "AUTH ", 5)) {
		talk_show(&s->opts, '>', span_of(hidden, 3));
		return;
	}
	span_from(line, 5, &rest);
	word = span_find(rest, 0, " ", 1);
	if (word == SIZE_MAX || word > 40) {
		talk_show(&s->opts, '>', line);
		return;
	}
	snprintf(text, sizeof text, "AUTH %.*s %s", (int)word, (const char *)rest.ptr, hidden);
	talk_show(&s->opts, '>', span_of(text, strlen(text)));
}

/* Another server's greeting, such as that of HTTP or SSH. */
static void note_strange(struct smtp *s, struct span line)
{
	size_t len = 0;

	if (s->dialogue.replies > 0 || s->strange[0] != '\0')
		return;
	while (len < line.len && len < 3 && line.ptr[len] >= '0' && line.ptr[len] <= '9')
		len++;
	if (len == 3) /* RFC 5321, section 4.2 */
		return;
	for (len = 0; len < line.len && len < STRANGE_MAX - 1; len++)
		if (line.ptr[len] == '\0' || line.ptr[len] == '\r' || line.ptr[len] == '\n')
			break;
	memcpy(s->strange, line.ptr, len);
	s->strange[len] = '\0';
	s->strange_ms = os_time_ms();
}

/* RFC 9110, section 9.3.6: a status line, fields, an empty line. After 2xx the server follows; the
 * answer of a proxy that refuses is kept. */
static void hear_proxy(struct smtp *s, struct span line)
{
	size_t blank = span_find(line, 0, " ", 1);

	if (span_starts(line, "HTTP/", 5)) {
		s->strange[0] = '\0';
		s->through = blank < line.len - 1 && line.ptr[blank + 1] == '2';
		if (!s->through)
			note_strange(s, line);
	} else if (s->through && span_starts(line, "\r\n", 2)) {
		s->at_proxy = false;
	}
}

static bool has_proxy(const struct smtp *s)
{
	return s->opts.proxy != NULL && s->opts.proxy[0] != '\0';
}

static void greet_proxy(struct smtp *s)
{
	const char *proxy = s->opts.proxy;

	s->through = false;
	s->at_proxy =
		has_proxy(s) && (strncmp(proxy, "http", 4) == 0 || strstr(proxy, "://") == NULL);
}

/* The words of EHLO may be in small letters (RFC 5321, section 4.1.1.1). libcurl, which reads the
 * line after this callback, compares them as they are. */
static void make_upper(char *line, size_t len)
{
	size_t i;

	for (i = 4; i < len; i++)
		if (line[i] >= 'a' && line[i] <= 'z')
			line[i] = (char)(line[i] - 'a' + 'A');
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
		talk_show(&s->opts, '<', bytes);
		if (s->at_proxy) {
			hear_proxy(s, bytes);
			return 0;
		}
		dialogue_received(&s->dialogue, bytes);
		note_strange(s, bytes);
		if (s->dialogue.step == STEP_EHLO)
			make_upper(data, len);
	} else if (kind == CURLINFO_TEXT && !span_starts(bytes, "reached ", 8)) {
		/* the rest is debugging output of libcurl */
		talk_show(&s->opts, '*', bytes);
	}
	return 0;
}

/* Lets libcurl read a reply to its end, or until the timeout. */
static int on_progress(
	void *user, curl_off_t in_all, curl_off_t in, curl_off_t out_all, curl_off_t out)
{
	const struct smtp *s = user;
	bool strange = s->strange[0] != '\0' && s->dialogue.replies == 0 && !s->at_proxy;

	(void)in_all, (void)in, (void)out_all, (void)out;
	return dialogue_is_endless(&s->dialogue) ||
	       (strange && os_time_ms() - s->strange_ms > STRANGE_MS);
}

static void set_login(struct smtp *s)
{
	char options[80];

	if (s->opts.user == NULL || login_is_own(&s->opts))
		return;
	/* libcurl would try CRAM-MD5 with an empty password */
	if (s->opts.token != NULL && s->opts.auth == NULL)
		curl_easy_setopt(s->curl, CURLOPT_LOGIN_OPTIONS, "AUTH=OAUTHBEARER;AUTH=XOAUTH2");
	curl_easy_setopt(s->curl, CURLOPT_USERNAME, s->opts.user);
	if (s->opts.token != NULL)
		curl_easy_setopt(s->curl, CURLOPT_XOAUTH2_BEARER, s->opts.token);
	else
		curl_easy_setopt(s->curl, CURLOPT_PASSWORD,
			s->opts.password != NULL ? s->opts.password : "");
	if (s->opts.auth != NULL) {
		snprintf(options, sizeof options, "AUTH=%s", s->opts.auth);
		curl_easy_setopt(s->curl, CURLOPT_LOGIN_OPTIONS, options);
	}
}

/* libcurl opens it, and a FIFO could block forever. */
static enum err_code client_file_ok(const char *path, const char *option, struct err *err)
{
	struct file_info info;

	if (path == NULL || file_info(path, false, &info, err) != ERR_OK ||
		info.type != FILE_OTHER || strncmp(path, "/dev/", 5) == 0 ||
		strncmp(path, "/proc/", 6) == 0)
		return ERR_OK;
	return err_set(err, ERR_UNSUPPORTED, "%s: %s: not a regular file", option, path);
}

static enum err_code set_tls(struct smtp *s, struct err *err)
{
	static const long use[] = {CURLUSESSL_NONE, CURLUSESSL_TRY, CURLUSESSL_ALL, CURLUSESSL_ALL};
	enum err_code rc = client_file_ok(s->opts.client_cert, "--client-cert", err);

	if (rc == ERR_OK)
		rc = client_file_ok(s->opts.client_key, "--client-key", err);
	if (rc != ERR_OK)
		return rc;
	curl_easy_setopt(s->curl, CURLOPT_USE_SSL, use[s->opts.tls]);
	curl_easy_setopt(s->curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	if (s->opts.client_cert != NULL) {
		curl_easy_setopt(s->curl, CURLOPT_SSLCERT, s->opts.client_cert);
		curl_easy_setopt(s->curl, CURLOPT_SSLKEY,
			s->opts.client_key != NULL ? s->opts.client_key : s->opts.client_cert);
		curl_easy_setopt(s->curl, CURLOPT_KEYPASSWD, ""); /* do not prompt */
	}
	/* Schannel fails when the revocation list of a company's own authority is unreachable */
	curl_easy_setopt(s->curl, CURLOPT_SSL_OPTIONS, (long)CURLSSLOPT_REVOKE_BEST_EFFORT);
	curl_easy_setopt(s->curl, CURLOPT_SSL_VERIFYPEER, s->opts.insecure ? 0L : 1L);
	curl_easy_setopt(s->curl, CURLOPT_SSL_VERIFYHOST, s->opts.insecure ? 0L : 2L);
	return ca_set(s->curl, s->opts.ca, err);
}

static void set_common(struct smtp *s)
{
	static const long ip[] = {CURL_IPRESOLVE_WHATEVER, CURL_IPRESOLVE_V4, CURL_IPRESOLVE_V6};
	CURL *c = s->curl;

	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, s->error);
	curl_easy_setopt(c, CURLOPT_CONNECT_ONLY, 1L);
	curl_easy_setopt(c, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(c, CURLOPT_DEBUGFUNCTION, on_debug);
	curl_easy_setopt(c, CURLOPT_DEBUGDATA, s);
	curl_easy_setopt(c, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(c, CURLOPT_XFERINFOFUNCTION, on_progress);
	curl_easy_setopt(c, CURLOPT_XFERINFODATA, s);
	/* covers the time until TLS is established; --timeout applies to every wait */
	curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT,
		(long)(s->opts.connect_s < s->opts.reply_s ? s->opts.connect_s : s->opts.reply_s));
	curl_easy_setopt(c, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)s->opts.reply_s);
	curl_easy_setopt(c, CURLOPT_IPRESOLVE,
		ip[s->opts.ip_version == 4        ? 1
			: s->opts.ip_version == 6 ? 2
						  : 0]);
	/* only --proxy counts, not http_proxy in the environment */
	curl_easy_setopt(c, CURLOPT_PROXY, s->opts.proxy != NULL ? s->opts.proxy : "");
	if (s->opts.proxy != NULL)
		curl_easy_setopt(c, CURLOPT_HTTPPROXYTUNNEL, 1L);
}

bool smtp_proxy_ok(const char *proxy)
{
	/* supported by CURLOPT_PROXY(3) */
	static const char *const schemes[] = {
		"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
	CURLU *url = curl_url();
	char *scheme = NULL;
	char *host = NULL;
	bool good = false;
	size_t i;

	if (url != NULL &&
		curl_url_set(url, CURLUPART_URL, proxy,
			CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME) == CURLUE_OK &&
		curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
		curl_url_get(url, CURLUPART_HOST, &host, 0) == CURLUE_OK && host[0] != '\0')
		for (i = 0; i < sizeof schemes / sizeof schemes[0]; i++)
			good = good || strcmp(scheme, schemes[i]) == 0;
	curl_free(scheme);
	curl_free(host);
	curl_url_cleanup(url);
	return good;
}

bool smtp_host_ok(const char *host)
{
	bool literal = strchr(host, ':') != NULL; /* IPv6 */
	char address[512];
	int n = snprintf(address, sizeof address, "smtp://%s%s%s", literal ? "[" : "", host,
		literal ? "]" : "");
	CURLU *url = NULL;
	bool good = false;

	if (n > 0 && (size_t)n < sizeof address && host[0] != '\0' &&
		strpbrk(host, "/@?#\\ []\r\n\t") == NULL) {
		url = curl_url();
		good = url == NULL || /* out of memory: the connection reports it */
		       curl_url_set(url, CURLUPART_URL, address, 0) == CURLUE_OK;
	}
	curl_url_cleanup(url);
	return good;
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
	if (!smtp_host_ok(s->opts.host))
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
	s->memory = malloc(TALK_ROOM);
	if (s->curl == NULL || s->memory == NULL) {
		smtp_close(s);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	set_common(s);
	set_login(s);
	rc = set_url(s, err);
	if (rc == ERR_OK)
		rc = set_tls(s, err);
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
	if (s->connected && s->clean)
		talk_quit(&(struct talk){.wire = &s->wire, .d = &s->dialogue, .opts = &s->opts},
			s->opts.reply_s < QUIT_S ? s->opts.reply_s : QUIT_S);
	wire_close(&s->wire);
	curl_easy_cleanup(s->curl);
	curl_global_cleanup();
	free(s->memory);
	free(s);
}

void smtp_result_free(struct smtp_result *r)
{
	free(r->rcpt);
	r->rcpt = NULL;
	r->rcpt_count = 0;
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
	case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
		return true;
	case CURLE_WEIRD_SERVER_REPLY:
		/* replies injected after that to STARTTLS (CVE-2021-22947) */
		return s->dialogue.last_step == STEP_STARTTLS;
	default:
		return false;
	}
}

static bool has(const char *text, const char *part)
{
	return strstr(text, part) != NULL;
}

/* The connection ended in the handshake, in the words of OpenSSL, GnuTLS and mbed TLS; of Schannel,
 * an answer in clear may end the same way. */
static bool is_cut_handshake(const struct smtp *s, CURLcode rc)
{
	return rc == CURLE_SSL_CONNECT_ERROR &&
	       (has(s->error, "SSL_ERROR_SYSCALL") || has(s->error, "Connection reset") ||
		       has(s->error, "non-properly terminated") || has(s->error, "(-0x7280)"));
}

/* The outcome of a failure in libcurl before the final reply. */
static enum smtp_outcome of_curl(const struct smtp *s, CURLcode rc)
{
	const struct dialogue *d = &s->dialogue;

	if (dialogue_is_endless(d))
		return SMTP_TEMPORARY;
	if (is_tls_failure(s, rc)) /* RFC 3207, section 4: 454 is temporary */
		return is_cut_handshake(s, rc) ||
				       (rc == CURLE_USE_SSL_FAILED && d->last.code / 100 == 4)
			       ? SMTP_TEMPORARY
			       : SMTP_NO_TLS;
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
	case CURLE_NOT_BUILT_IN:
	case CURLE_UNKNOWN_OPTION:
	case CURLE_BAD_FUNCTION_ARGUMENT:
	case CURLE_FAILED_INIT:
		return SMTP_FAILED;
	default:
		return d->last.code >= 400 ? verdict_of_code(&s->opts, d->last.code)
					   : SMTP_TEMPORARY;
	}
}

/* True for a timeout in the middle of a reply. */
static bool is_cut_reply(const struct smtp *s, CURLcode rc)
{
	return rc == CURLE_OPERATION_TIMEDOUT && s->dialogue.open_lines > 0;
}

#define TOO_LARGE 100 /* CURLE_TOO_LARGE, from curl 8.6 on */

/* Common failures. */
static const char *connecting(const struct smtp *s, CURLcode rc)
{
	if (rc == CURLE_COULDNT_RESOLVE_PROXY)
		return N_("no proxy of this name is found");
	if (has_proxy(s) && (rc == CURLE_COULDNT_CONNECT || rc == CURLE_OPERATION_TIMEDOUT))
		return N_("the proxy makes no connection");
	if (has_proxy(s))
		return NULL;
	if (rc == CURLE_COULDNT_RESOLVE_HOST)
		return N_("no server of this name is found");
	if (rc == CURLE_COULDNT_CONNECT)
		return N_("nothing answers there: another port, or a firewall between?");
	if (rc == CURLE_OPERATION_TIMEDOUT)
		return N_("no connection in the time: another port, or a firewall between?");
	return NULL;
}

/* Replaces libcurl's messages about HTTP or OpenSSL's source for common mistakes. */
static const char *hint(const struct smtp *s, CURLcode rc)
{
	double connected_s = 0;

	curl_easy_getinfo(s->curl, CURLINFO_CONNECT_TIME, &connected_s);
	if (has(s->error, "response headers") || (int)rc == TOO_LARGE ||
		dialogue_is_endless(&s->dialogue) || is_cut_reply(s, rc))
		return N_("the server's answer has no end");
	if (has(s->error, "response reading failed") || /* with an unrelated errno */
		has(s->error, "getpeername() failed") || is_cut_handshake(s, rc))
		return s->dialogue.step == STEP_STARTTLS
			       ? N_("the server ended the connection during STARTTLS")
			       : N_("the server ended the connection");
	if (rc == CURLE_SSL_CONNECT_ERROR &&
		(has(s->error, "wrong version number") || has(s->error, "SEC_E_INVALID_TOKEN") ||
			has(s->error, "packet length too long") ||
			has(s->error, "invalid SSL record")))
		return s->opts.tls == SMTP_WRAPPED
			       ? N_("the server does not speak TLS on this port; --tls=starttls?")
			       : N_("the server's answer to STARTTLS is not TLS");
	if (rc == CURLE_WEIRD_SERVER_REPLY && is_tls_failure(s, rc))
		return N_("more replies came with the one to STARTTLS, as an attacker would add "
			  "them");
	if (has(s->error, "STARTTLS not supported"))
		return N_("the server does not offer STARTTLS");
	if (connected_s <= 0)
		return connecting(s, rc);
	if (rc != CURLE_OPERATION_TIMEDOUT)
		return NULL;
	if (s->dialogue.replies > 0)
		return N_("the server did not answer in time");
	return s->opts.tls == SMTP_WRAPPED
		       ? NULL
		       : N_("connected, but the server sends nothing; --tls=smtps?");
}

/* Advice for a refused certificate, by the messages of OpenSSL, GnuTLS, mbed TLS
 * (MBEDTLS_X509_CRT_ERROR_INFO_LIST of its x509.h) and Schannel
 * (https://curl.se/docs/sslcerts.html; winerror.h). */
static const char *advice(const struct smtp *s)
{
	static const struct {
		const char *words;
		const char *advice;
	} all[] = {
		{"has expired", N_("; or this machine's clock is wrong")},
		{"CERT_EXPIRED", N_("; or this machine's clock is wrong")},
		{"not yet valid", N_("; or this machine's clock is wrong")},
		{"starts in the future", N_("; or this machine's clock is wrong")},
		{"match", N_("; --server must be a name that the certificate has")},
		{"WRONG_PRINCIPAL", N_("; --server must be a name that the certificate has")},
		{"local issuer", N_("; --ca=FILE names a certificate to trust")},
		{"self-signed", N_("; --ca=FILE names a certificate to trust")},
		{"self signed", N_("; --ca=FILE names a certificate to trust")},
		{"signed by the trusted CA", N_("; --ca=FILE names a certificate to trust")},
		{"UNTRUSTED_ROOT", N_("; --ca=FILE names a certificate to trust")},
	};
	size_t i;

	for (i = 0; i < sizeof all / sizeof all[0]; i++)
		if (has(s->error, all[i].words))
			return all[i].advice;
	return "";
}

/* mbed TLS ends each of its reasons with a line feed. */
static void make_one_line(char *text)
{
	size_t len = strlen(text);

	while (len > 0 && text[len - 1] == '\n')
		text[--len] = '\0';
	for (; *text != '\0'; text++)
		*text = *text == '\n' ? ';' : *text;
}

/* Classifies a failed connection. */
static void judge_connection(struct smtp *s, CURLcode rc, struct smtp_result *out)
{
	const char *plain = hint(s, rc);
	bool own = plain != NULL;

	make_one_line(s->error);
	out->last = s->dialogue.last;
	out->outcome = of_curl(s, rc);
	if (s->strange[0] != '\0' && s->dialogue.replies == 0) {
		out->outcome = SMTP_TEMPORARY;
		if (s->at_proxy)
			reason_say(out, "the proxy refuses: %s", s->strange);
		else
			reason_say(out, "this is not a mail server: it sent '%s'", s->strange);
		return;
	}
	if (plain == NULL)
		plain = s->error[0] != '\0' ? s->error : curl_easy_strerror(rc);
	reason_add(out, plain);
	if (out->outcome != SMTP_NO_TLS || own)
		return;
	reason_add(out, advice(s));
	if (s->opts.tls == SMTP_TRY)
		reason_add(out,
			N_("; nothing is authenticated here: --insecure takes any certificate, "
			   "--tls=none sends in clear, --ca names one to trust"));
}

static bool is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x80)
			return false;
	return true;
}

/* Checks for the extensions that this mail needs. */
static bool offers_enough(const struct smtp *s, struct talk *t)
{
	const struct dialogue_offers *have = &s->dialogue.offers;
	size_t i;

	t->binary = message_set_binary(
		t->message, !s->opts.no_bdat && have->chunking && have->binary && have->eight_bit);
	t->utf8 = !is_ascii(t->from);
	for (i = 0; i < t->to_count; i++)
		t->utf8 = t->utf8 || !is_ascii(t->to[i]);
	t->utf8 = t->utf8 || message_needs_utf8(t->message);
	if (t->utf8 && !have->utf8)
		talk_fail(t, ERR_LIMIT,
			"an address is not ASCII and the server does not offer SMTPUTF8");
	else if (have->size_most > 0 && message_len(t->message) > have->size_most)
		talk_fail(t, ERR_LIMIT, "the message has %llu bytes and the server takes %llu",
			(unsigned long long)message_len(t->message),
			(unsigned long long)have->size_most);
	else if (s->opts.dsn != NULL && !have->dsn && !s->opts.dsn_optional)
		talk_fail(t, ERR_UNSUPPORTED,
			"--dsn: the server does not offer reports about the delivery");
	else
		return true;
	return false;
}

static void send_over(struct smtp *s, struct talk *t, struct smtp_result *out)
{
	char notify[DSN_WORDS_MAX] = "";
	struct err unused;

	if (s->opts.dsn != NULL && s->dialogue.offers.dsn)
		(void)dsn_words(s->opts.dsn, notify, &unused);
	t->wire = &s->wire;
	t->d = &s->dialogue;
	t->opts = &s->opts;
	t->notify = notify;
	if (offers_enough(s, t)) {
		t->reset = s->begun;
		talk_send(t, s->memory);
		s->clean = t->clean && s->wire.state == WIRE_OK;
		s->begun = t->mail.code / 100 == 2 && !s->dialogue.confirmed;
	}
	out->no_login = s->opts.user != NULL && !s->dialogue.offers.login;
	verdict_of_talk(t, out);
}

/* Logs in without libcurl; false: out has the reason, and the connection is useless. */
static bool log_in(struct smtp *s, struct smtp_result *out)
{
	struct talk t = {.wire = &s->wire, .d = &s->dialogue, .opts = &s->opts};
	const char *why = N_("the log-in was refused");

	if (login_do(&t))
		return true;
	s->clean = false;
	out->last = s->dialogue.last;
	out->outcome = SMTP_NO_LOGIN;
	if (s->wire.state != WIRE_OK || s->wire.cut)
		why = N_("the connection was cut off during the log-in");
	if (t.failure.code == ERR_OK &&
		(s->wire.state != WIRE_OK || s->wire.cut || out->last.code / 100 == 4))
		out->outcome = SMTP_TEMPORARY;
	if (t.failure.code != ERR_OK) { /* the server's reply does not mention it */
		out->last = (struct smtp_reply){0};
		reason_of_talk(out, &t);
	} else {
		reason_add(out, why);
	}
	return false;
}

static CURLcode set_pin(struct smtp *s)
{
	CURLcode rc = s->opts.pin != NULL ? pin_set(s->curl, s->opts.pin, s->error) : CURLE_OK;

	if (rc == CURLE_OK) { /* the dialogue to read the certificate is over */
		s->dialogue.offers = (struct dialogue_offers){0};
		dialogue_init(&s->dialogue, s->dialogue.rcpt, s->dialogue.rcpt_count);
	}
	return rc;
}

/* True when the dialogue uses the bare connection, without TLS, a proxy's included. */
static bool is_plain(const struct smtp *s)
{
	return s->opts.tls != SMTP_WRAPPED && !s->dialogue.offers.secured && !has_proxy(s);
}

/* False: out has the reason. */
static bool connect_to(struct smtp *s, struct smtp_result *out)
{
	CURLcode rc;

	if (s->connected)
		return true;
	s->error[0] = '\0';
	s->strange[0] = '\0';
	greet_proxy(s);
	rc = set_pin(s);
	greet_proxy(s);
	if (rc == CURLE_OK)
		rc = curl_easy_perform(s->curl);
	/* transaction.c logs its own commands */
	curl_easy_setopt(s->curl, CURLOPT_VERBOSE, 0L);
	if (rc == CURLE_OK && !wire_open(&s->wire, s->curl, is_plain(s)))
		rc = CURLE_OUT_OF_MEMORY;
	s->connected = s->clean = rc == CURLE_OK;
	if (rc != CURLE_OK)
		judge_connection(s, rc, out);
	return s->connected && (!login_is_own(&s->opts) || log_in(s, out));
}

bool smtp_reusable(const struct smtp *s)
{
	return s->connected && s->clean && s->wire.state == WIRE_OK && !s->wire.cut &&
	       s->dialogue.last.code != 421;
}

enum err_code smtp_send(struct smtp *s, struct message *m, const char *from, const char *const *to,
	size_t to_count, struct smtp_result *out, struct err *err)
{
	struct talk t = {.message = m, .from = from, .to = to, .to_count = to_count};
	enum err_code rc = message_rewind(m, err);

	memset(out, 0, sizeof *out);
	out->rcpt = calloc(to_count, sizeof *out->rcpt);
	out->rcpt_count = to_count;
	if (rc == ERR_OK && out->rcpt == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc != ERR_OK) {
		smtp_result_free(out);
		return rc;
	}
	dialogue_init(&s->dialogue, out->rcpt, to_count);
	if (connect_to(s, out)) {
		out->secure = s->opts.tls == SMTP_WRAPPED || s->dialogue.offers.secured;
		send_over(s, &t, out);
	}
	s->dialogue.rcpt = NULL; /* they belong to the caller now */
	s->dialogue.rcpt_count = 0;
	return ERR_OK;
}
