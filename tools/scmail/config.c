/* SPDX-License-Identifier: MIT */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"

enum kind {
	KIND_PLAIN,  /* for any server */
	KIND_SERVER, /* belongs to the section's server */
	KIND_SECRET  /* the same, and a source of the server's password */
};

static const struct {
	const char *key;
	enum kind kind;
} keys[] = {{"from", KIND_PLAIN}, {"reply-to", KIND_PLAIN}, {"charset", KIND_PLAIN},
	{"header", KIND_PLAIN}, {"proxy", KIND_PLAIN}, {"helo", KIND_PLAIN}, {"queue", KIND_PLAIN},
	{"log", KIND_PLAIN}, {"dkim-key", KIND_PLAIN}, {"dkim-selector", KIND_PLAIN},
	{"dkim-domain", KIND_PLAIN}, {"mail-domain", KIND_PLAIN}, {"aliases", KIND_PLAIN},
	{"connect-timeout", KIND_PLAIN}, {"timeout", KIND_PLAIN}, {"retry", KIND_PLAIN},
	{"server", KIND_SERVER}, {"provider", KIND_SERVER}, {"port", KIND_SERVER},
	{"tls", KIND_SERVER}, {"ca", KIND_SERVER}, {"pin", KIND_SERVER}, {"save-sent", KIND_SERVER},
	{"settle", KIND_SERVER}, {"settle-wait", KIND_SERVER}, {"client-cert", KIND_SERVER},
	{"client-key", KIND_SERVER}, {"insecure", KIND_SERVER}, {"insecure-plaintext", KIND_SERVER},
	{"user", KIND_SERVER}, {"auth", KIND_SERVER}, {"password", KIND_SECRET},
	{"password-file", KIND_SECRET}, {"password-env", KIND_SECRET},
	{"password-command", KIND_SECRET}, {"token", KIND_SECRET}, {"token-file", KIND_SECRET},
	{"token-command", KIND_SECRET}, {"netrc", KIND_SECRET}, {"password-keyring", KIND_SECRET},
	{"oauth", KIND_SECRET}};

static bool find_kind(const char *key, enum kind *out)
{
	size_t i;

	for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		if (strcmp(keys[i].key, key) == 0) {
			*out = keys[i].kind;
			return true;
		}
	}
	return false;
}

/* A section's value of a key, or NULL. */
static const char *value_in(const struct settings *s, const char *section, const char *key)
{
	const char *found = NULL;
	size_t i;

	for (i = 0; i < s->count; i++)
		if (strcmp(s->items[i].section, section) == 0 && strcmp(s->items[i].key, key) == 0)
			found = s->items[i].value;
	return found;
}

static bool differs(const char *chosen, const char *here)
{
	return here != NULL && (chosen == NULL || strcmp(chosen, here) != 0);
}

/* Whether another server was chosen than that of the section. */
static bool is_other_server(const struct options *o, const char *section)
{
	const char *server = value_in(&o->settings, section, "server");
	const char *provider = value_in(&o->settings, section, "provider");

	if (o->server == NULL && o->provider == NULL)
		return false;
	return differs(o->server, server) || differs(o->provider, provider);
}

static bool has_secret(const struct options *o)
{
	return o->password != NULL || o->password_file != NULL || o->password_env != NULL ||
	       o->password_command != NULL || o->token != NULL || o->token_file != NULL ||
	       o->token_command != NULL || o->netrc != NULL || o->password_keyring ||
	       o->oauth != NULL;
}

static enum err_code apply_section(struct options *o, const char *section, struct err *err)
{
	bool other = is_other_server(o, section);
	bool secret = has_secret(o) || os_getenv("SCMAIL_PASSWORD") != NULL;
	struct cli_given given = o->given;
	size_t i;

	for (i = 0; i < o->settings.count; i++) {
		const struct setting *item = &o->settings.items[i];
		enum kind kind;
		enum err_code rc;

		if (strcmp(item->section, section) != 0)
			continue;
		if (!find_kind(item->key, &kind))
			return err_set(err, ERR_FORMAT, "line %u: no setting is called %.60s",
				item->line, item->key);
		if ((kind != KIND_PLAIN && other) || (kind == KIND_SECRET && secret) ||
			(o->dry_run && strcmp(item->key, "queue") == 0))
			continue;
		rc = options_default(o, &given, item->key, item->value, err);
		if (rc != ERR_OK)
			return err_prefix(err, "line %u", item->line);
	}
	if (other && section[0] != '\0')
		diag_note(
			"the server and log-in of [%s] are for another server: not used", section);
	else if (other)
		diag_note("the configured server and log-in are not for this server: not used");
	return ERR_OK;
}

static bool has_section(const struct settings *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		if (strcmp(s->items[i].section, name) == 0)
			return true;
	return false;
}

/* Warns when other users could read a password in it (POSIX). */
static void warn_of_readers(const struct settings *s, const char *path)
{
	struct file_info info;
	struct err err;
	size_t i;

	if (file_info(path, false, &info, &err) != ERR_OK || (info.mode & 077) == 0)
		return;
	for (i = 0; i < s->count; i++) {
		if (strcmp(s->items[i].key, "password") == 0 ||
			strcmp(s->items[i].key, "token") == 0) {
			diag_warn("%s: others can read the %s in it (chmod 600)", path,
				s->items[i].key);
			return;
		}
	}
}

static enum err_code path_in(
	enum err_code (*folder_of)(struct blob *, struct err *), struct blob *out, struct err *err)
{
	struct blob folder;
	enum err_code rc = folder_of(&folder, err);

	if (rc != ERR_OK)
		return rc;
	rc = path_join((const char *)folder.ptr, "scmail.conf", out, err);
	blob_free(&folder);
	return rc;
}

/* The user's own file, else the one for all users. */
static enum err_code usual_path(struct blob *out, struct err *err)
{
	struct blob own;
	struct file_info info;
	enum err_code rc = path_in(os_settings_folder, &own, err);

	if (rc == ERR_OK && file_info((const char *)own.ptr, false, &info, err) == ERR_OK &&
		info.type == FILE_NONE && path_in(os_system_settings_folder, out, err) == ERR_OK) {
		blob_free(&own);
		return ERR_OK;
	}
	if (rc != ERR_OK)
		return path_in(os_system_settings_folder, out, err);
	*out = own;
	return ERR_OK;
}

static enum err_code read_named(struct options *o, const char *path, struct err *err)
{
	enum err_code rc = settings_read_named(path, &o->settings, err);

	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

/* The words of a command may have quotation marks of their own. */
static bool is_command(const char *key)
{
	return strcmp(key, "password-command") == 0 || strcmp(key, "token-command") == 0;
}

static enum err_code apply(struct options *o, const char *path, struct err *err)
{
	const char *profile = o->profile != NULL ? o->profile : os_getenv("SCMAIL_PROFILE");
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < o->settings.count; i++)
		if (!is_command(o->settings.items[i].key))
			settings_unquote(&o->settings.items[i]);
	if (profile != NULL && profile[0] != '\0') {
		if (!has_section(&o->settings, profile))
			return err_set(
				err, ERR_USAGE, "%s: no profile [%.60s] in it", path, profile);
		rc = apply_section(o, profile, err);
	}
	if (rc == ERR_OK)
		rc = apply_section(o, "", err);
	if (rc == ERR_OK)
		warn_of_readers(&o->settings, path);
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

enum err_code config_apply(struct options *o, struct err *err)
{
	const char *named = o->config != NULL ? o->config : os_getenv("SCMAIL_CONFIG");
	struct blob path;
	enum err_code rc;

	if (named != NULL && named[0] != '\0') {
		rc = read_named(o, named, err);
		return rc == ERR_OK ? apply(o, named, err) : rc;
	}
	if (usual_path(&path, err) != ERR_OK) {
		if (o->profile == NULL)
			return ERR_OK; /* the system has no such folder */
		return err_prefix(err, "--profile");
	}
	rc = settings_read((const char *)path.ptr, &o->settings, err);
	if (rc != ERR_OK)
		err_prefix(err, "%s", (const char *)path.ptr);
	else
		rc = apply(o, (const char *)path.ptr, err);
	blob_free(&path);
	return rc;
}
