/* SPDX-License-Identifier: MIT */
/*
 * Stands in for a browser where no real one runs (Wine): opens a debugging port, writes it down in
 * its profile as Chromium does, and shows one page with a game of 2048 that arrow keys move. So
 * the program's start, port, WebSocket, keys and end run as on Windows.
 *
 * --die-after=N: ends without a word at the Nth key.
 */
#include <winsock2.h>

#include <windows.h>

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/game2048.h"

#define MESSAGE_MAX 65536u

static struct g2048_tables tables;
static struct g2048_game game;
static unsigned long keys, die_after;

static bool take(SOCKET s, void *ptr, size_t len)
{
	char *at = ptr;

	while (len > 0) {
		int n = recv(s, at, (int)len, 0);

		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

/* A request up to its empty line. */
static bool read_request(SOCKET s, char *text, size_t cap)
{
	size_t len = 0;

	while (len + 1 < cap && take(s, text + len, 1)) {
		text[++len] = '\0';
		if (len >= 4 && strcmp(text + len - 4, "\r\n\r\n") == 0)
			return true;
	}
	return false;
}

/* RFC 6455 section 5.2: frames of the client are masked, ours are not. */
static bool read_frame(SOCKET s, char *text, unsigned *opcode)
{
	unsigned char head[2], more[8], mask[4];
	size_t len;

	if (!take(s, head, 2))
		return false;
	*opcode = head[0] & 15u;
	len = head[1] & 127u;
	if (len == 126) {
		if (!take(s, more, 2))
			return false;
		len = (size_t)more[0] << 8 | more[1];
	}
	if (len >= MESSAGE_MAX || !take(s, mask, 4) || !take(s, text, len))
		return false;
	for (size_t i = 0; i < len; i++)
		text[i] = (char)(text[i] ^ mask[i % 4]);
	text[len] = '\0';
	return true;
}

static void send_frame(SOCKET s, const char *text)
{
	unsigned char head[4] = {0x81, 126, 0, 0};
	size_t len = strlen(text);

	head[2] = (unsigned char)(len >> 8);
	head[3] = (unsigned char)len;
	send(s, (const char *)head, 4, 0);
	send(s, text, (int)len, 0);
}

/* The line that the program's script makes of the page. */
static void state_line(char *out, size_t cap)
{
	size_t len;

	len = (size_t)snprintf(out, cap, "2048 %d 0 %u", g2048_game_legal(&tables, &game) == 0,
		(unsigned)game.score);
	for (unsigned i = 0; i < 16; i++) {
		unsigned rank = g2048_game_rank(&game, i);

		len += (size_t)snprintf(out + len, cap - len, " %u", rank > 0 ? 1u << rank : 0);
	}
}

static void press(const cJSON *params)
{
	static const enum g2048_dir dirs[4] = {G2048_LEFT, G2048_UP, G2048_RIGHT, G2048_DOWN};
	const char *type = cJSON_GetStringValue(cJSON_GetObjectItem(params, "type"));
	int code = (int)cJSON_GetNumberValue(cJSON_GetObjectItem(params, "windowsVirtualKeyCode"));

	if (type == NULL || strcmp(type, "rawKeyDown") != 0 || code < 37 || code > 40)
		return;
	if (++keys == die_after)
		ExitProcess(3);
	(void)g2048_game_step(&tables, &game, dirs[code - 37]);
}

/* The result of a call. */
static cJSON *answer_to(const char *method, const cJSON *params)
{
	cJSON *result = cJSON_CreateObject(), *item = cJSON_CreateObject();
	char line[300];

	if (strcmp(method, "Target.getTargets") == 0) {
		cJSON_AddStringToObject(item, "type", "page");
		cJSON_AddStringToObject(item, "targetId", "T1");
		cJSON_AddStringToObject(item, "url", "http://127.0.0.1/");
		cJSON_AddItemToArray(cJSON_AddArrayToObject(result, "targetInfos"), item);
		return result;
	}
	if (strcmp(method, "Target.attachToTarget") == 0)
		cJSON_AddStringToObject(result, "sessionId", "S1");
	if (strcmp(method, "Input.dispatchKeyEvent") == 0)
		press(params);
	if (strcmp(method, "Runtime.evaluate") == 0) {
		state_line(line, sizeof(line));
		cJSON_AddStringToObject(item, "value", line);
		cJSON_AddItemToObject(result, "result", item);
		return result;
	}
	cJSON_Delete(item);
	return result;
}

/* Answers one message; false after the one that ends the browser. */
static bool answer(SOCKET s, const char *text)
{
	cJSON *message = cJSON_Parse(text), *reply = cJSON_CreateObject();
	const char *method = cJSON_GetStringValue(cJSON_GetObjectItem(message, "method"));
	bool go_on = method != NULL && strcmp(method, "Browser.close") != 0;
	char *line;

	cJSON_AddNumberToObject(
		reply, "id", cJSON_GetNumberValue(cJSON_GetObjectItem(message, "id")));
	cJSON_AddItemToObject(reply, "result",
		answer_to(method != NULL ? method : "", cJSON_GetObjectItem(message, "params")));
	line = cJSON_PrintUnformatted(reply);
	send_frame(s, line);
	cJSON_free(line);
	cJSON_Delete(reply);
	cJSON_Delete(message);
	return go_on;
}

/* One connection; false: the browser shall end. */
static bool serve(SOCKET s, unsigned port)
{
	static char text[MESSAGE_MAX + 1];
	char body[200], head[200];
	unsigned opcode;

	if (!read_request(s, text, sizeof(text)))
		return true;
	if (strncmp(text, "GET /json/version ", 18) == 0) {
		snprintf(body, sizeof(body),
			"{\"webSocketDebuggerUrl\":\"ws://127.0.0.1:%u/devtools/browser/1\"}",
			port);
		snprintf(head, sizeof(head), "HTTP/1.1 200 OK\r\nContent-Length:%u\r\n\r\n",
			(unsigned)strlen(body));
		send(s, head, (int)strlen(head), 0);
		send(s, body, (int)strlen(body), 0);
		return true;
	}
	snprintf(head, sizeof(head), "HTTP/1.1 101 Switching Protocols\r\n\r\n");
	send(s, head, (int)strlen(head), 0);
	while (read_frame(s, text, &opcode))
		if (opcode == 1 && !answer(s, text))
			return false;
	return true;
}

static void write_port(const char *profile, unsigned port)
{
	char path[1000];
	FILE *f;

	snprintf(path, sizeof(path), "%s\\DevToolsActivePort", profile);
	f = fopen(path, "wb");
	if (f == NULL)
		exit(1);
	fprintf(f, "%u\n/devtools/browser/1\n", port);
	fclose(f);
}

int main(int argc, char **argv)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	int len = sizeof(at);
	const char *profile = NULL;
	SOCKET listener;
	WSADATA data;
	bool go_on = true;

	for (int i = 1; i < argc; i++) {
		if (strncmp(argv[i], "--user-data-dir=", 16) == 0)
			profile = argv[i] + 16;
		if (strncmp(argv[i], "--die-after=", 12) == 0)
			die_after = strtoul(argv[i] + 12, NULL, 10);
	}
	if (profile == NULL || WSAStartup(MAKEWORD(2, 2), &data) != 0)
		return 2;
	g2048_tables_init(&tables);
	g2048_game_new(&game, 7, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listener = socket(AF_INET, SOCK_STREAM, 0);
	if (bind(listener, (struct sockaddr *)&at, len) != 0 || listen(listener, 4) != 0 ||
		getsockname(listener, (struct sockaddr *)&at, &len) != 0)
		return 1;
	write_port(profile, ntohs(at.sin_port));
	while (go_on) {
		SOCKET s = accept(listener, NULL, NULL);

		if (s == INVALID_SOCKET)
			return 1;
		go_on = serve(s, ntohs(at.sin_port));
		closesocket(s);
	}
	return 0;
}
