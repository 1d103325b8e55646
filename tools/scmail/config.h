/* SPDX-License-Identifier: MIT */
/*
 * scmail.conf: options that need not be typed each time, "name = value" with the long names. Above
 * the first heading they hold always, below "[name]" with --profile=name. What the command line
 * says wins over a profile, a profile over what stands above it.
 *
 * A server and the log-in for it belong together: when another server was chosen before, none of a
 * section's server options is taken, so that no password goes to a server it was not meant for.
 */
#ifndef SCMAIL_CONFIG_H
#define SCMAIL_CONFIG_H

#include "options.h"

/* Reads the file (o->config, $SCMAIL_CONFIG, else the usual place, where it may be absent) and
 * fills what the command line left open. Texts stay in o->settings. */
enum err_code config_apply(struct options *o, struct err *err);

#endif
