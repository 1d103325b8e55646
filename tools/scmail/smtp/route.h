/* SPDX-License-Identifier: MIT */
/* Which ports are tried, with which kind of TLS. */
#ifndef SCMAIL_ROUTE_H
#define SCMAIL_ROUTE_H

#include "options.h"

struct route {
	const char *host;
	unsigned port;
	enum smtp_tls tls;
	unsigned tried; /* port that was tried before this one; 0: none */
	bool next;      /* another port can be tried after this one */
};

#define ROUTES_MAX 2

/*
 * Fills routes in the order of trying; returns their number. ERR_USAGE as *err (and 0): a
 * password would go over the wire in clear.
 */
size_t route_plan(const struct options *o, struct route routes[ROUTES_MAX], struct err *err);

/* Name of the server that the options mean; NULL: none. */
const char *route_host(const struct options *o);

#endif
