/* SPDX-License-Identifier: MIT */
#include "biosbelt/out.h"
#include "cmd_send.h"
#include "cmd_sendmail.h"
#include "options.h"
#include "smtp/route.h"

int os_main(const struct os_args *args)
{
	struct options o;
	struct cli cli;
	bool prints = false; /* standard output is the product */
	int status = EXIT_FAILED;
	int ended;
	int own;

	if (sendmail_is_called(args, &own))
		return sendmail_main(args, own);
	cli_open(&cli, &scmail_spec, args);
	if (options_read(&o, &cli, &status)) {
		prints = o.dry_run || o.status || (options_to_stdout(&o) && route_host(&o) == NULL);
		status = scmail_run(&o);
	} else {
		prints = true;
	}
	options_free(&o);
	cli_close(&cli);
	ended = out_finish(status);
	/* A script whose mail was sent must not send it again because standard output is full or
	 * closed: the status is that of the mail. */
	return prints ? ended : status;
}
