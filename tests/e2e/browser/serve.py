# SPDX-License-Identifier: MIT
"""serve.py FILE: this folder on a free loopback port, which is written to FILE."""
import functools
import http.server
import os
import sys


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


here = os.path.dirname(os.path.abspath(__file__))
server = http.server.ThreadingHTTPServer(
    ("127.0.0.1", 0), functools.partial(Quiet, directory=here))
with open(sys.argv[1] + ".new", "w", encoding="ascii") as file:
    file.write(str(server.server_port))
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
