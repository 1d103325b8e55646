/* SPDX-License-Identifier: MIT */
/*
 * scmail.conf: default options, "name = value" with their long names. Those before the first
 * heading always apply, those after "[name]" with --profile=name. The command line overrides a
 * profile, a profile the options before all headings.
 *
 * A server and its log-in belong together: when the server is already set, all server options of a
 * section are ignored, so that no password is sent to another server.
 */
#ifndef SCMAIL_CONFIG_H
#define SCMAIL_CONFIG_H

#include "options.h"

/* Reads the file (o->config, $SCMAIL_CONFIG, else the default place, where it may be absent) and
 * sets the options that the command line did not. o->settings owns the texts. */
enum err_code config_apply(struct options *o, struct err *err);

#endif
