/* SPDX-License-Identifier: MIT */
/* Shared by main.c and the commands: the options, and a function for each command. */
#ifndef LZENC_CMD_H
#define LZENC_CMD_H

#include "biosbelt/cli.h"
#include "biosbelt/json.h"
#include "biosbelt/nameenc.h"
#include "lzenc.h"

enum cmd_verb { CMD_PACK, CMD_DECODE, CMD_TEST, CMD_LIST, CMD_REPACK };

#define CMD_MEMLIMIT ((uint64_t)512 << 20)
#define CMD_MAX_SIZE ((uint64_t)4 << 30)

/* lzenc's own exit statuses. */
#define STATUS_DAMAGED     5
#define STATUS_UNSUPPORTED 6
#define STATUS_LIMIT       7

struct cmd {
	enum cmd_verb verb;
	struct lz_settings set;
	bool f86;   /* by an option: the stream is x86-filtered */
	bool plain; /* by --guid: it is not */
	bool force, json;
	bool dry_run, ignore_signature; /* --repack */
	struct name_rule names;         /* for names that are not UTF-8 */
	const char *name;               /* of stdin in an archive */
	uint64_t memlimit;              /* of decoders, bytes */
	uint64_t max_size;              /* of the output, bytes */
	const char **operands;
	size_t count;
	const char *out; /* --output: the target of -d and --repack; operands after the first are
			    members */
	const char *password_file, *password_env; /* or NULL */
	const char **excludes;                    /* patterns of members to leave out */
	size_t exclude_count;
};

extern const struct cli_spec cmd_spec;

/* Reads the command line; false: end with *status. cmd_free either way. */
bool cmd_read(struct cmd *cmd, struct cli *cli, int *status);
void cmd_free(struct cmd *cmd);

/* Each returns the exit status. */
int cmd_pack(struct cmd *cmd);
int cmd_unpack(struct cmd *cmd);
int cmd_list(struct cmd *cmd);
int cmd_repack(struct cmd *cmd);
/* Lists the streams of a firmware image; into j with --json. */
int cmd_list_image(const struct cmd *cmd, const char *name, struct span image, struct json *j);

/* Reports why an input cannot be listed, also in j with --json, and returns the exit status. */
int cmd_list_failed(const struct cmd *cmd, const char *name, const struct err *err, struct json *j);

/* Exit status of an error, lzenc's own included. */
int cmd_status(const struct err *err);

/* Reports the error and returns its status. */
int cmd_failed(const char *place, const struct err *err);

/* True when name ends in .suffix, without regard to case. */
bool cmd_has_suffix(const char *name, const char *suffix);

/* The whole of an input operand ("-": stdin). */
enum err_code cmd_read_input(const char *name, uint64_t max, struct blob *out, struct err *err);

/* For sz_secret.ask; user is the struct cmd. File, environment, else the person at the terminal. */
enum err_code cmd_ask_password(const void *user, struct blob *out, struct err *err);

/* Identifies an input, with the user's options about F86; ERR_FORMAT: unknown. */
enum err_code cmd_identify(const struct cmd *cmd, const char *name, struct span in,
	struct lz_kind *kind, struct err *err);

#endif
