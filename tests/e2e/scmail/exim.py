# SPDX-License-Identifier: MIT
"""A private exim of Debian's unpacked package. The account it insists on exists only for it, by
libnss-wrapper; it runs as a child of this process and listens on loopback."""
import os
import pwd
import signal
import socket
import subprocess
import time

from postfix import free_port

CONFIG = """
primary_hostname = exim.test
spool_directory = {d}/spool
log_file_path = {d}/spool/%slog
daemon_smtp_ports = {exim} : {exim_smtps}
tls_on_connect_ports = {exim_smtps}
local_interfaces = 127.0.0.1
tls_advertise_hosts = *
tls_certificate = {d}/good.crt
tls_privatekey = {d}/good.key
auth_advertise_hosts = *
smtputf8_advertise_hosts = *
message_size_limit = 1M
exim_path = {program}
keep_environment = LD_PRELOAD : NSS_WRAPPER_PASSWD : NSS_WRAPPER_GROUP : LD_LIBRARY_PATH
deliver_drop_privilege = true
acl_smtp_rcpt = acl_rcpt
acl_smtp_data = acl_data
begin acl
acl_rcpt:
  deny local_parts = reject550
       message = no such user here
  defer local_parts = later451
       message = come back later
  deny local_parts = member
       !authenticated = *
       message = log in first
  accept
acl_data:
  deny condition = ${{if match{{$h_subject:}}{{forbidden}}}}
       message = we do not want this
  accept
begin routers
all:
  driver = accept
  transport = box
begin transports
box:
  driver = appendfile
  directory = {d}/box
  maildir_format = true
begin authenticators
cram:
  driver = cram_md5
  public_name = CRAM-MD5
  server_secret = ${{if eq{{$auth1}}{{bob}}{{secret pw}}fail}}
  server_set_id = $auth1
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = ${{if and{{{{eq{{$auth2}}{{bob}}}}{{eq{{$auth3}}{{secret pw}}}}}}}}
  server_set_id = $auth2
login:
  driver = plaintext
  public_name = LOGIN
  server_prompts = Username:: : Password::
  server_condition = ${{if and{{{{eq{{$auth1}}{{bob}}}}{{eq{{$auth2}}{{secret pw}}}}}}}}
  server_set_id = $auth1
"""


class Exim:
    def __init__(self, root, folder):
        self.root, self.certificates, self.d = root, folder, os.path.join(folder, "exim")
        self.ports = {"exim": free_port(), "exim_smtps": free_port()}
        self.mail, self.daemon = os.path.join(self.d, "box", "new"), None

    def start(self):
        owner = pwd.getpwnam("daemon")
        for name in ("", "spool", "box"):
            os.mkdir(os.path.join(self.d, name))
            os.chown(os.path.join(self.d, name), owner.pw_uid, owner.pw_gid)
        for name in ("good.crt", "good.key"):
            with open(f"{self.certificates}/{name}", "rb") as f, open(f"{self.d}/{name}", "wb") as out:
                out.write(f.read())
            os.chmod(f"{self.d}/{name}", 0o644)
        for name, line in (("passwd", f"Debian-exim:x:{owner.pw_uid}:{owner.pw_gid}::/:/bin/false\n"),
                           ("group", f"Debian-exim:x:{owner.pw_gid}:\n")):
            with open("/etc/" + name, encoding="utf-8") as f, open(f"{self.d}/{name}", "w", encoding="utf-8") as out:
                out.write(line + f.read())
        program = os.path.join(self.root, "usr/sbin/exim4")
        with open(self.d + "/conf", "w", encoding="utf-8") as f:
            f.write(CONFIG.format(d=self.d, program=program, **self.ports))
        self.daemon = subprocess.Popen(
            [program, "-C", self.d + "/conf", "-bdf", "-oP", self.d + "/spool/pid"], start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LD_PRELOAD": "libnss_wrapper.so",
                 "NSS_WRAPPER_PASSWD": self.d + "/passwd", "NSS_WRAPPER_GROUP": self.d + "/group",
                 "LD_LIBRARY_PATH": f"{self.root}/usr/lib/x86_64-linux-gnu:{self.root}/lib/x86_64-linux-gnu"})
        self.wait_ready()

    def wait_ready(self):
        for _ in range(200):
            try:
                with socket.create_connection(("127.0.0.1", self.ports["exim"]), 5) as s:
                    if s.recv(100).startswith(b"220"):
                        return
            except OSError:
                pass
            time.sleep(0.05)
        raise RuntimeError("exim does not start")

    def stop(self):
        if self.daemon is None:
            return
        for sig in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.daemon.pid, sig)
                self.daemon.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                pass
