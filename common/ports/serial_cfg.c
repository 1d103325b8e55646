/* SPDX-License-Identifier: MIT */
#include "biosbelt/serial.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/num.h"

#define WORD_MAX 24 /* bytes of one word between commas */

static const char *const parity_names[] = {"none", "odd", "even", "mark", "space"};
static const char parity_letters[] = "noems";

enum err_code serial_cfg_baud(const char *text, struct serial_cfg *cfg, struct err *err)
{
	uint64_t v;

	if (text[0] < '0' || text[0] > '9' || text[strspn(text, "0123456789")] != '\0' ||
		!num_parse_u64(text, &v) || v < 1 || v > UINT32_MAX)
		return err_set(err, ERR_USAGE,
			"baud rate '%.40s' is not a number from 1 to 4294967295", text);
	cfg->baud = (uint32_t)v;
	return ERR_OK;
}

enum err_code serial_cfg_data(const char *text, struct serial_cfg *cfg, struct err *err)
{
	if (text[0] < '5' || text[0] > '9' || text[1] != '\0')
		return err_set(err, ERR_USAGE, "data bits '%.40s': 5 to 9", text);
	cfg->data = (unsigned)(text[0] - '0');
	return ERR_OK;
}

enum err_code serial_cfg_parity(const char *text, struct serial_cfg *cfg, struct err *err)
{
	size_t i;

	for (i = 0; i < 5; i++) {
		char letter[2] = {parity_letters[i], '\0'};
		char upper[2] = {(char)(parity_letters[i] - 32), '\0'};

		if (strcmp(text, parity_names[i]) == 0 || strcmp(text, letter) == 0 ||
			strcmp(text, upper) == 0) {
			cfg->parity = parity_letters[i];
			return ERR_OK;
		}
	}
	return err_set(err, ERR_USAGE, "parity '%.40s': none, odd, even, mark or space", text);
}

enum err_code serial_cfg_stop(const char *text, struct serial_cfg *cfg, struct err *err)
{
	if (strcmp(text, "1") == 0)
		cfg->stop_2 = 2;
	else if (strcmp(text, "1.5") == 0)
		cfg->stop_2 = 3;
	else if (strcmp(text, "2") == 0)
		cfg->stop_2 = 4;
	else
		return err_set(err, ERR_USAGE, "stop bits '%.40s': 1, 1.5 or 2", text);
	return ERR_OK;
}

enum err_code serial_cfg_flow(const char *text, struct serial_cfg *cfg, struct err *err)
{
	static const struct {
		const char *name;
		char letter;
	} flows[] = {{"none", 'N'}, {"n", 'N'}, {"N", 'N'}, {"xon", 'X'}, {"soft", 'X'}, {"x", 'X'},
		{"X", 'X'}, {"rts", 'R'}, {"hard", 'R'}, {"r", 'R'}, {"R", 'R'}, {"dtr", 'D'},
		{"d", 'D'}, {"D", 'D'}};
	size_t i;

	for (i = 0; i < sizeof flows / sizeof flows[0]; i++) {
		if (strcmp(text, flows[i].name) == 0) {
			cfg->flow = flows[i].letter;
			return ERR_OK;
		}
	}
	return err_set(err, ERR_USAGE, "flow control '%.40s': none, xon, rts or dtr", text);
}

/* "8n1" */
static bool is_frame(const char *word)
{
	return word[0] >= '5' && word[0] <= '9' && word[1] != '\0' &&
	       strchr("noemsNOEMS", word[1]) != NULL && word[2] != '\0';
}

static enum err_code parse_frame(const char *word, struct serial_cfg *cfg, struct err *err)
{
	char data[2] = {word[0], '\0'};
	char parity[2] = {word[1], '\0'};
	enum err_code rc = serial_cfg_data(data, cfg, err);

	if (rc == ERR_OK)
		rc = serial_cfg_parity(parity, cfg, err);
	return rc == ERR_OK ? serial_cfg_stop(word + 2, cfg, err) : rc;
}

/* numbers: how many numeric words came before. */
static enum err_code parse_word(
	const char *word, int *numbers, struct serial_cfg *cfg, struct err *err)
{
	if (is_frame(word))
		return parse_frame(word, cfg, err);
	if (strchr("0123456789-+", word[0]) !=
		NULL) { /* signs are included for the right error message */
		(*numbers)++;
		if (*numbers == 1)
			return serial_cfg_baud(word, cfg, err);
		return *numbers == 2 ? serial_cfg_data(word, cfg, err)
				     : serial_cfg_stop(word, cfg, err);
	}
	/* PuTTY distinguishes 'n' (no parity) and 'N' (no flow control) by case. */
	if (strlen(word) == 1 && strchr("noems", word[0]) != NULL)
		return serial_cfg_parity(word, cfg, err);
	if ((strlen(word) > 1 && serial_cfg_parity(word, cfg, err) == ERR_OK) ||
		serial_cfg_flow(word, cfg, err) == ERR_OK)
		return ERR_OK;
	return err_set(err, ERR_USAGE,
		"'%.40s' is neither a number nor a parity nor a flow control", word);
}

enum err_code serial_cfg_parse(const char *text, struct serial_cfg *cfg, struct err *err)
{
	struct serial_cfg made = *cfg;
	int numbers = 0;
	const char *p = text;

	for (;;) {
		char word[WORD_MAX];
		size_t len = strcspn(p, ",");
		enum err_code rc;

		if (len == 0 || len >= sizeof word)
			return err_set(err, ERR_USAGE, "'%.60s' is not a line setting", text);
		memcpy(word, p, len);
		word[len] = '\0';
		rc = parse_word(word, &numbers, &made, err);
		if (rc != ERR_OK)
			return rc;
		if (p[len] == '\0')
			break;
		p += len + 1;
	}
	*cfg = made;
	return ERR_OK;
}

const char *serial_cfg_stop_text(const struct serial_cfg *cfg)
{
	return cfg->stop_2 == 3 ? "1.5" : cfg->stop_2 == 4 ? "2" : "1";
}

const char *serial_cfg_parity_name(const struct serial_cfg *cfg)
{
	return parity_names[strchr(parity_letters, cfg->parity) - parity_letters];
}

void serial_cfg_write(const struct serial_cfg *cfg, char out[SERIAL_CFG_MAX])
{
	snprintf(out, SERIAL_CFG_MAX, "%u,%u,%c,%s,%c", (unsigned)cfg->baud, cfg->data, cfg->parity,
		serial_cfg_stop_text(cfg), cfg->flow);
}
