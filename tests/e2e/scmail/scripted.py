# SPDX-License-Identifier: MIT
"""aiosmtpd with log-ins by OAuth 2 token (XOAUTH2 and OAUTHBEARER, RFC 7628), as Gmail and Outlook ask."""
import base64
import os
import re
import ssl

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult

from postfix import free_port

TOKEN = b"ya29." + b"x" * 1500 + b"-_~+/="  # longer than a line of RFC 4954 needs to be: real ones are


class Store:
    def __init__(self, folder):
        self.folder, self.count = folder, 0

    async def handle_DATA(self, server, session, envelope):
        self.count += 1
        path = os.path.join(self.folder, str(self.count))
        with open(path + ".part", "wb") as f:
            f.write(envelope.original_content)
        os.rename(path + ".part", path + ".eml")
        return "250 2.0.0 kept"


async def answer(server, said):
    """The token of an initial response; a wrong one gets the error challenge of RFC 7628, section 3.2.2."""
    if len(said) < 2:
        said = [b"", await server.challenge_auth("")]
    else:
        said = [b"", base64.b64decode(said[1])]
    ok = re.search(rb"\x01auth=Bearer ([^\x01]*)\x01", said[1])
    if ok and ok.group(1) == TOKEN and b"bob@lab.test" in said[1]:
        return AuthResult(success=True, auth_data=b"bob")
    await server.challenge_auth('{"status":"401","schemes":"bearer"}')
    return AuthResult(success=False, handled=False)


class Xoauth2(SMTP):
    line_length_limit = 12288  # RFC 4954, section 4

    async def auth_XOAUTH2(self, _, args):
        return await answer(self, args)


class Oauthbearer(SMTP):
    line_length_limit = 12288

    async def auth_OAUTHBEARER(self, _, args):
        return await answer(self, args)


class Served(Controller):
    def __init__(self, kind, *args, **kwargs):
        self.kind = kind
        super().__init__(*args, **kwargs)

    def factory(self):
        # neither log-in shows the password to the server's own mechanisms
        return self.kind(self.handler, require_starttls=True, auth_required=True,
                         auth_exclude_mechanism=["PLAIN", "LOGIN"], tls_context=self.context,
                         enable_SMTPUTF8=True, hostname="lab.test", data_size_limit=200000000)


class Scripted:
    def __init__(self, folder):
        self.mail = os.path.join(folder, "scripted")
        self.folder, self.ports, self.running = folder, {}, []

    def start(self):
        os.mkdir(self.mail)
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(self.folder + "/good.crt", self.folder + "/good.key")
        store = Store(self.mail)
        Served.context = context
        for name, kind in (("xoauth2", Xoauth2), ("oauthbearer", Oauthbearer)):
            server = Served(kind, store, hostname="127.0.0.1", port=free_port())
            server.start()
            self.running.append(server)
            self.ports[name] = server.server.sockets[0].getsockname()[1]

    def stop(self):
        for server in self.running:
            server.stop()
