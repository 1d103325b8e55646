/* SPDX-License-Identifier: MIT */
/*
 * The socket of a connection that nothing encrypts, without libcurl between: a mail of a thousand
 * has four replies, and for each of them a look-up of the connection and a poll would be waste.
 */
#ifndef SCMAIL_BARE_H
#define SCMAIL_BARE_H

#include <stdbool.h>
#include <stddef.h>

#include <curl/curl.h>

enum bare_result { BARE_DONE, BARE_NOT_NOW, BARE_ENDED };

void bare_prepare(curl_socket_t s);
/* Some bytes; with wait it may wait up to a second for them. */
enum bare_result bare_recv(curl_socket_t s, void *ptr, size_t cap, bool wait, size_t *got);
/* As many as there is room for; may wait up to a second for that. */
enum bare_result bare_send(curl_socket_t s, const void *ptr, size_t len, size_t *sent);

#endif
