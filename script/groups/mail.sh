# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='mail against faulty and real servers on loopback'
packages='python3 python3-aiosmtpd openssl libmime-tools-perl libnss-wrapper python3-dkim dovecot-imapd git git-email mutt s-nail bsd-mailx smartmontools dbus gnome-keyring libsecret-tools'
label=mail

prepare() {
	# Postfix is unpacked, not installed: the machine's own mail server is not touched.
	"$top/script/lib/mail-servers" "$top/build/mail-servers"
}
