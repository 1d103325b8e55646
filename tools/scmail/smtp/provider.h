/* SPDX-License-Identifier: MIT */
/* Submission servers of well-known providers. */
#ifndef SCMAIL_PROVIDER_H
#define SCMAIL_PROVIDER_H

#include <stdbool.h>

struct provider {
	const char *name;
	const char *host;
	unsigned port;
	bool wrapped; /* TLS from the first byte; else STARTTLS */
};

/* By the provider's name, or by its server's; NULL: unknown. */
const struct provider *provider_by_name(const char *name);
const struct provider *provider_by_host(const char *host);

#endif
