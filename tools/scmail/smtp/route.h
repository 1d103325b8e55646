/* SPDX-License-Identifier: MIT */
/* The ports to try, with their kind of TLS. */
#ifndef SCMAIL_ROUTE_H
#define SCMAIL_ROUTE_H

#include "options.h"

struct route {
	const char *host;
	unsigned port;
	enum smtp_tls tls;
	unsigned tried; /* port tried before this one; 0: none */
	bool next;      /* another port can be tried after this one */
};

#define ROUTES_MAX 2

/*
 * Fills routes in the order of trying; returns their number. 0 with ERR_USAGE in *err: a
 * password would be sent in clear text.
 */
size_t route_plan(const struct options *o, struct route routes[ROUTES_MAX], struct err *err);

/* Name of the server from the options; NULL: none. */
const char *route_host(const struct options *o);

#endif
