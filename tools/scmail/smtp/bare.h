/* SPDX-License-Identifier: MIT */
/*
 * Direct access to the socket of an unencrypted connection, without libcurl: with many mails, its
 * look-up of the connection and its poll for each reply cost much.
 */
#ifndef SCMAIL_BARE_H
#define SCMAIL_BARE_H

#include <stdbool.h>
#include <stddef.h>

#include <curl/curl.h>

enum bare_result { BARE_DONE, BARE_NOT_NOW, BARE_ENDED };

void bare_prepare(curl_socket_t s);
/* Receives some bytes; wait: waits up to a second. */
enum bare_result bare_recv(curl_socket_t s, void *ptr, size_t cap, bool wait, size_t *got);
/* Sends as many bytes as possible; waits up to a second. */
enum bare_result bare_send(curl_socket_t s, const void *ptr, size_t len, size_t *sent);

#endif
