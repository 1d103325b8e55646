/* SPDX-License-Identifier: MIT */
#include "smtp/route.h"

#include "smtp/provider.h"

static enum smtp_tls tls_for(const struct options *o, unsigned port, bool login)
{
	switch (o->tls) {
	case TLS_STARTTLS:
		return SMTP_STARTTLS;
	case TLS_WRAPPED:
		return SMTP_WRAPPED;
	case TLS_NONE:
		return SMTP_PLAIN;
	default:
		break;
	}
	if (port == 465)
		return SMTP_WRAPPED;
	/* data that is safe only in TLS is not sent without it unless asked */
	if ((login && !o->insecure_plaintext) || o->pin != NULL || o->client_cert != NULL)
		return SMTP_STARTTLS;
	return port == 587 && !o->insecure_plaintext ? SMTP_STARTTLS : SMTP_TRY;
}

static const struct provider *find_provider(const struct options *o)
{
	if (o->provider != NULL)
		return provider_by_name(o->provider);
	return o->server != NULL ? provider_by_host(o->server) : NULL;
}

const char *route_host(const struct options *o)
{
	const struct provider *p = find_provider(o);

	return p != NULL ? p->host : o->server;
}

size_t route_plan(const struct options *o, struct route routes[ROUTES_MAX], struct err *err)
{
	const struct provider *p = find_provider(o);
	const char *host = route_host(o);
	bool login = o->user != NULL;

	if (login && o->tls == TLS_NONE && !o->insecure_plaintext) {
		err_set(err, ERR_USAGE,
			"--tls=none would show the password to everybody on the way "
			"(--insecure-plaintext does it)");
		return 0;
	}
	if ((o->pin != NULL || o->client_cert != NULL) && o->tls == TLS_NONE) {
		err_set(err, ERR_USAGE, "--tls=none does not go with --pin and --client-cert");
		return 0;
	}
	if (o->port != 0) {
		routes[0] = (struct route){
			.host = host, .port = o->port, .tls = tls_for(o, o->port, login)};
		return 1;
	}
	if (p != NULL && o->tls == TLS_AUTO) {
		routes[0] = (struct route){.host = host,
			.port = p->port,
			.tls = p->wrapped ? SMTP_WRAPPED : SMTP_STARTTLS};
		return 1;
	}
	if (o->tls == TLS_WRAPPED) {
		routes[0] = (struct route){.host = host, .port = 465, .tls = SMTP_WRAPPED};
		return 1;
	}
	if (!login || o->tls == TLS_NONE || o->insecure_plaintext) {
		routes[0] = (struct route){.host = host, .port = 25, .tls = tls_for(o, 25, login)};
		return 1;
	}
	if (o->tls == TLS_STARTTLS) {
		routes[0] = (struct route){.host = host, .port = 587, .tls = SMTP_STARTTLS};
		return 1;
	}
	routes[0] = (struct route){.host = host, .port = 465, .tls = SMTP_WRAPPED, .next = true};
	routes[1] = (struct route){.host = host, .port = 587, .tls = SMTP_STARTTLS, .tried = 465};
	return 2;
}
