# SPDX-License-Identifier: MIT
"""A private Postfix of Debian's unpacked package: its own folder, configuration and ports on loopback.
It runs as a child of this process, logs into its folder and knows nothing of the machine's own."""
import os
import pwd
import random
import signal
import socket
import subprocess
import time

QUEUE = """active bounce corrupt defer deferred flush hold incoming maildrop pid private public saved
trace""".split()
SERVICES = """pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
LOGIN = "-o smtpd_sasl_auth_enable=yes"
# One port for each manner of speaking: name, options of its smtpd.
PORTS = [
    ("plain", ""),
    ("login", f"{LOGIN} -o smtpd_tls_security_level=encrypt -o smtpd_tls_auth_only=yes "
              "-o smtpd_client_restrictions=permit_sasl_authenticated,reject"),
    ("smtps", f"{LOGIN} -o smtpd_tls_wrappermode=yes"),
    ("clear", f"{LOGIN} -o smtpd_tls_security_level=none"),
    ("small", "-o message_size_limit=20000"),
    ("wrong", "-o smtpd_tls_cert_file={d}/wrong.crt -o smtpd_tls_key_file={d}/wrong.key"),
    ("expired", "-o smtpd_tls_cert_file={d}/expired.crt -o smtpd_tls_key_file={d}/expired.key"),
    ("self", "-o smtpd_tls_cert_file={d}/self.crt -o smtpd_tls_key_file={d}/self.key"),
    ("wrong_smtps", f"{LOGIN} -o smtpd_tls_wrappermode=yes -o smtpd_tls_cert_file={{d}}/wrong.crt "
                    "-o smtpd_tls_key_file={d}/wrong.key"),
    ("old", "-o smtpd_tls_security_level=none -o smtpd_discard_ehlo_keywords="
            "pipelining,chunking,8bitmime,smtputf8,dsn,starttls,enhancedstatuscodes"),
    ("grey", "-o smtpd_recipient_restrictions=check_policy_service,inet:127.0.0.1:{grey}"),
    ("ccert", "-o smtpd_tls_security_level=encrypt -o smtpd_tls_req_ccert=yes -o smtpd_tls_CAfile={d}/ca.crt "
              "-o smtpd_client_restrictions=permit_tls_all_clientcerts,reject"),
    ("v6", ""),
]


locks = []


def free_port(host="127.0.0.1"):
    """A port that nobody else gets before it is listened on: below those that the system gives out,
    and an abstract socket with its number keeps other tests away while this process lives."""
    for _ in range(100):
        port = random.randrange(10000, 32768)
        lock = socket.socket(socket.AF_UNIX)
        try:
            lock.bind(f"\0biosbelt-port-{port}")
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as s:
                s.bind((host, port))
        except OSError:
            lock.close()
            continue
        locks.append(lock)
        return port
    raise OSError(f"no free port of {host}")


class Postfix:
    def __init__(self, root, folder, grey_port):
        self.root, self.d, self.grey = root, folder, grey_port
        self.ports, self.master = {}, None
        self.mail = os.path.join(folder, "mail", "box", "new")

    def environment(self):
        plugins = [os.path.join(r, "usr/lib/x86_64-linux-gnu/sasl2") for r in (self.root, "/")]
        libs = [os.path.join(self.root, p)
                for p in ("usr/lib/postfix", "usr/lib/x86_64-linux-gnu", "lib/x86_64-linux-gnu")]
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LD_LIBRARY_PATH": ":".join(libs),
                "SASL_PATH": ":".join(plugins), "MAIL_CONFIG": os.path.join(self.d, "etc")}

    def users(self):
        """Any account that is not root and shares no rights: Postfix asks for two kinds of them."""
        owner = next(u.pw_name for u in pwd.getpwall() if u.pw_name in ("postfix", "daemon", "bin"))
        return owner, "games"

    def main_cf(self):
        owner, group = self.users()
        sbin = os.path.join(self.root, "usr/lib/postfix/sbin")
        keep = " ".join(f"{k}={v}" for k, v in self.environment().items() if k != "MAIL_CONFIG")
        return f"""
compatibility_level = 3.6
mail_owner = {owner}
setgid_group = {group}
queue_directory = {self.d}/spool
data_directory = {self.d}/data
command_directory = {self.root}/usr/sbin
daemon_directory = {sbin}
meta_directory = {self.root}/etc/postfix
shlib_directory = {self.root}/usr/lib/postfix
import_environment = MAIL_CONFIG {keep}
export_environment = {keep}
maillog_file_prefixes = {self.d}
maillog_file = {self.d}/log
mynetworks =
myhostname = lab.test
mydestination =
inet_interfaces = loopback-only
inet_protocols = {"all" if "v6" in self.ports else "ipv4"}
alias_maps =
alias_database =
default_transport = error:no outside mail
relay_transport = error:no outside mail
virtual_mailbox_domains = lab.test, xn--fiq228c.test, 中文.test
virtual_mailbox_base = {self.d}/mail
virtual_mailbox_maps = regexp:{self.d}/etc/vmaps
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
virtual_mailbox_limit = 0
message_size_limit = 210000000
smtpd_tls_cert_file = {self.d}/good.crt
smtpd_tls_key_file = {self.d}/good.key
smtpd_tls_security_level = may
smtpd_sasl_path = smtpd
cyrus_sasl_config_path = {self.d}/etc/sasl
smtpd_sasl_security_options = noanonymous
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access regexp:{self.d}/etc/rcpt
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
smtpd_error_sleep_time = 0
smtpd_soft_error_limit = 1000
smtpd_hard_error_limit = 1000
smtpd_timeout = 60s
queue_minfree = 0
"""

    def write_config(self):
        etc = os.path.join(self.d, "etc")
        os.makedirs(os.path.join(etc, "sasl"))

        def put(name, text):
            with open(os.path.join(etc, name), "w", encoding="utf-8") as f:
                f.write(text)

        for name, _ in PORTS:
            try:
                self.ports[name] = free_port("::1" if name == "v6" else "127.0.0.1")
            except OSError:
                if name != "v6":  # a machine without IPv6
                    raise
        put("main.cf", self.main_cf())
        put("master.cf", SERVICES + "".join(
            f"{'[::1]' if name == 'v6' else '127.0.0.1'}:{self.ports[name]} inet n - n - - smtpd "
            f"{how.format(d=self.d, grey=self.grey)} -o syslog_name=port-{name}\n"
            for name, how in PORTS if name in self.ports))
        put("vmaps", "!/^nouser@/ box/\n")
        put("rcpt", "/^reject550@/ 550 5.1.1 no such user here\n/^later451@/ 451 4.7.1 come back later\n"
                    "/^full552@/ 552 5.2.2 mailbox full\n")
        put("sasl/smtpd.conf", "pwcheck_method: auxprop\nauxprop_plugin: sasldb\n"
            f"sasldb_path: {self.d}/etc/sasldb2\nmech_list: PLAIN LOGIN CRAM-MD5 DIGEST-MD5 SCRAM-SHA-256\n")
        base = os.path.join(self.d, "etc/sasldb2")
        saslpasswd2 = os.path.join(self.root, "usr/sbin/saslpasswd2")
        subprocess.run([saslpasswd2, "-p", "-c", "-f", base, "-u", "lab.test", "bob"],
                       input=b"secret pw", env=self.environment(), check=True)
        return base

    def start(self):
        base = self.write_config()
        owner = pwd.getpwnam(self.users()[0])
        for name in ["spool", "data", "mail"] + ["spool/" + q for q in QUEUE]:
            os.makedirs(os.path.join(self.d, name))
            if name not in ("spool", "spool/pid"):
                os.chown(os.path.join(self.d, name), owner.pw_uid, owner.pw_gid)
        os.chown(os.path.join(self.d, "mail"), 65534, 65534)
        for name in ("public", "maildrop"):
            os.chmod(os.path.join(self.d, "spool", name), 0o730)
        os.chown(base, owner.pw_uid, owner.pw_gid)
        # a process group of its own: master ends its children by the group
        self.master = subprocess.Popen([os.path.join(self.root, "usr/lib/postfix/sbin/master"), "-d"],
                                       env=self.environment(), start_new_session=True,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.wait_ready()

    def wait_ready(self):
        for _ in range(200):
            try:
                with socket.create_connection(("127.0.0.1", self.ports["plain"]), 5) as s:
                    if s.recv(100).startswith(b"220"):
                        return
            except OSError:
                pass
            if self.master.poll() is not None:
                break
            time.sleep(0.05)
        raise RuntimeError("postfix does not start: " + self.log())

    def log(self):
        try:
            with open(os.path.join(self.d, "log"), encoding="utf-8", errors="replace") as f:
                return f.read()[-4000:]
        except OSError:
            return "(no log)"

    def stop(self):
        """master and all its children, which are of its process group."""
        if self.master is None:
            return
        for sig in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.master.pid, sig)
                self.master.wait(10)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
        for _ in range(100):
            try:
                os.killpg(self.master.pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.05)
        raise RuntimeError("processes of Postfix are left")
