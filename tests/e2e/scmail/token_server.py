#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""token_server.py FOLDER: an OAuth 2 provider on loopback. It writes its port to FOLDER/port and each form that
it gets to FOLDER/form.N. FOLDER/answer is what it answers: a status, a blank and the body. Ends with its
standard input."""
import http.server
import os
import sys
import threading

folder = sys.argv[1]


class Provider(http.server.BaseHTTPRequestHandler):
    count = 0

    def do_POST(self):
        Provider.count += 1
        form = self.rfile.read(int(self.headers["Content-Length"]))
        with open(f"{folder}/form.{Provider.count}", "wb") as f:
            f.write(form)
        with open(folder + "/answer", encoding="utf-8") as f:
            status, _, body = f.read().partition(" ")
        self.send_response(int(status))
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Provider)
threading.Thread(target=server.serve_forever, daemon=True).start()
with open(folder + "/port.new", "w", encoding="ascii") as f:
    f.write(str(server.server_address[1]))
os.rename(folder + "/port.new", folder + "/port")
sys.stdin.read()
