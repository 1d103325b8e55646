/* SPDX-License-Identifier: MIT */
/* From the providers' own help pages (2026). */
#include "smtp/provider.h"

#include <stddef.h>
#include <string.h>

static const struct provider table[] = {
	{"qq", "smtp.qq.com", 465, true},
	{"exmail", "smtp.exmail.qq.com", 465, true},
	{"163", "smtp.163.com", 465, true},
	{"126", "smtp.126.com", 465, true},
	{"sina", "smtp.sina.com", 465, true},
	{"gmail", "smtp.gmail.com", 465, true},
	{"outlook", "smtp-mail.outlook.com", 587, false},
	{"office365", "smtp.office365.com", 587, false},
	{"yahoo", "smtp.mail.yahoo.com", 465, true},
	{"icloud", "smtp.mail.me.com", 587, false},
	{"aliyun", "smtp.aliyun.com", 465, true},
};

const struct provider *provider_by_name(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof table / sizeof table[0]; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

const struct provider *provider_by_host(const char *host)
{
	size_t i;

	for (i = 0; i < sizeof table / sizeof table[0]; i++)
		if (strcmp(table[i].host, host) == 0)
			return &table[i];
	return NULL;
}
