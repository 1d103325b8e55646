/* SPDX-License-Identifier: MIT */
#include "test.h"

#include "smtp/route.h"

static void expect(struct options o, size_t count, unsigned port, enum smtp_tls tls)
{
	struct route routes[ROUTES_MAX];
	struct err err;

	assert_int_equal(route_plan(&o, routes, &err), count);
	if (count == 0)
		return;
	assert_int_equal(routes[0].port, port);
	assert_int_equal(routes[0].tls, tls);
}

static void a_password_never_goes_in_clear(void **state)
{
	struct options o = {.server = "x.test", .user = "u"};

	(void)state;
	expect(o, 2, 465, SMTP_WRAPPED);
	o.port = 25;
	expect(o, 1, 25, SMTP_STARTTLS);
	o.port = 2525;
	expect(o, 1, 2525, SMTP_STARTTLS);
	o.tls = TLS_NONE;
	expect(o, 0, 0, SMTP_PLAIN);
	o.insecure_plaintext = true;
	expect(o, 1, 2525, SMTP_PLAIN);
}

static void without_a_login(void **state)
{
	struct options o = {.server = "x.test"};

	(void)state;
	expect(o, 1, 25, SMTP_TRY);
	o.port = 465;
	expect(o, 1, 465, SMTP_WRAPPED);
	o.port = 587;
	expect(o, 1, 587, SMTP_STARTTLS);
	o.port = 0;
	o.tls = TLS_WRAPPED;
	expect(o, 1, 465, SMTP_WRAPPED);
}

/* Without TLS neither a key is seen nor a certificate shown, whatever the server offers. */
static void pins_and_certificates_mean_tls(void **state)
{
	struct options o = {.server = "x.test", .pin = "sha256//x"};

	(void)state;
	expect(o, 1, 25, SMTP_STARTTLS);
	o.pin = NULL;
	o.client_cert = "client.pem";
	expect(o, 1, 25, SMTP_STARTTLS);
	o.tls = TLS_NONE;
	expect(o, 0, 0, SMTP_PLAIN);
}

static void known_hosts_bring_their_port(void **state)
{
	struct options o = {.server = "smtp.office365.com", .user = "u"};

	(void)state;
	expect(o, 1, 587, SMTP_STARTTLS);
	o = (struct options){.provider = "qq", .user = "u"};
	expect(o, 1, 465, SMTP_WRAPPED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_password_never_goes_in_clear),
		cmocka_unit_test(without_a_login),
		cmocka_unit_test(pins_and_certificates_mean_tls),
		cmocka_unit_test(known_hosts_bring_their_port),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
