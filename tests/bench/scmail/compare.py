#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py SCMAIL SMTP-SOURCE [ROUNDS [PROGRAM...]]: scmail and other mailers against Postfix's smtp-source, in turn,
into a server that reads blocks (sink.c): one mail with a file of 100 MB, and 1,000 small mails. Ratios
are medians of rounds; memory is the peak by GNU time. Mailers that are not installed are left out, and
those that are not named when any is. BENCH_PIPELINING=1: the server offers PIPELINING."""
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SIZE = int(os.environ.get("BENCH_MB", "100")) * 1000 * 1000
MANY = int(os.environ.get("BENCH_MANY", "1000"))


def run(args, stdin=None, times=1):
    """Wall and CPU seconds, peak MiB of a command that must succeed, run so many times."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    peak = 0
    for _ in range(times):
        with open(stdin or os.devnull, "rb") as f:
            subprocess.run(["/usr/bin/time", "-o", "peak", "-f", "%M", *args], stdin=f, stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, check=True, timeout=300,
                           env={**os.environ, "HOME": os.getcwd(), "TERM": "dumb"})
        with open("peak", encoding="ascii") as f:
            peak = max(peak, int(f.read().split()[-1]) / 1024)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)  # to the microsecond, where os.times() has hundredths
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - begin, cpu, peak


def large(scmail, source, port):
    ends = ["-f", "a@lab.test", "-t", "b@lab.test"]
    mutt = ["mutt", "-n", "-F", "/dev/null", "-e", f"set smtp_url=smtp://127.0.0.1:{port} ssl_force_tls=no ssl_starttls=no copy=no "
            "from=a@lab.test hostname=lab.test"]
    nail = ["s-nail", "-:/", "-S", "v15-compat=yes", "-S", f"mta=smtp://127.0.0.1:{port}", "-S", "smtp-auth=none",
            "-S", "smtp-config=-all", "-r", "a@lab.test"]
    wire = str(os.path.getsize("ready.eml"))
    return [
        ("smtp-source", [source, *ends, "-l", wire, f"127.0.0.1:{port}"], None),
        ("scmail", [scmail, *ends, "--server=127.0.0.1", f"--port={port}", "--tls=none", "--text=x", "--atta=big.bin"], None),
        *[(f"scmail with DKIM {kind}", [scmail, *ends, "--server=127.0.0.1", f"--port={port}", "--tls=none", "--text=x",
                                        "--atta=big.bin", f"--dkim-key={kind}.pem", "--dkim-selector=s"], None)
          for kind in ("rsa", "ed25519")],
        ("curl -T, ready message", ["curl", "-s", "--mail-from", "a@lab.test", "--mail-rcpt", "b@lab.test", "-T",
                                    "ready.eml", f"smtp://127.0.0.1:{port}/x"], None),
        ("curl -F", ["curl", "-s", "--mail-from", "a@lab.test", "--mail-rcpt", "b@lab.test", "-F", "=x;type=text/plain",
                     "-F", "f=@big.bin;encoder=base64", f"smtp://127.0.0.1:{port}/x"], None),
        ("msmtp, ready message", ["msmtp", "-C", "/dev/null", "--host=127.0.0.1", f"--port={port}", "--from=a@lab.test",
                                  "b@lab.test"], "ready.eml"),
        ("s-nail", [*nail, "-s", "x", "-a", "big.bin", "b@lab.test"], None),
        ("mutt", [*mutt, "-s", "x", "-a", "big.bin", "--", "b@lab.test"], None),
        ("swaks", ["swaks", "--silent", "3", "--server", "127.0.0.1", "--port", str(port), *ends, "--attach", "@big.bin"], None),
    ]


def small(scmail, source, port):
    """Name, command, standard input, how many processes make the thousand (scaled up)."""
    out = []
    with open("t.csv", "w", encoding="ascii") as f:
        f.write("mail\n" + "".join(f"b{n}@lab.test\n" for n in range(MANY)))
    with open("curl.cfg", "w", encoding="ascii") as f:
        f.write("next\n".join(f'url = "smtp://127.0.0.1:{port}/x"\nmail-from = "a@lab.test"\nmail-rcpt = "b{n}@lab.test"\n'
                              'upload-file = "small.eml"\nsilent\n' for n in range(MANY)))
    for name, args, stdin in large(scmail, source, port):
        args = ["small.eml" if a == "ready.eml" else a for a in args]
        stdin = "small.eml" if stdin else None
        times = 30
        if name == "smtp-source":
            args, times = [source, "-d", "-m", str(MANY), "-l", "1600", *args[1:5], f"127.0.0.1:{port}"], MANY
        elif name.startswith("scmail"):
            args = [scmail, "-f", "a@lab.test", "--to={mail}", "--merge=t.csv", "--server=127.0.0.1", f"--port={port}",
                    "--tls=none", "--body=small.txt", *[a for a in args if a.startswith("--dkim")]]
            times = MANY
        elif name == "curl -T, ready message":
            args, times = ["curl", "-K", "curl.cfg"], MANY
        elif name == "curl -F":
            continue
        else:
            args = [a for a in args if a not in ("-a", "--attach", "big.bin", "@big.bin")]
        out.append((name, args, stdin, MANY // times))
    return out


def shown(values):
    return f"{statistics.median(values):.2f}"


def figures_of(rows, rounds):
    """Medians of wall, CPU and peak by the name of the program."""
    seen = {row[0]: [] for row in rows}
    for _ in range(rounds):
        base = None
        for name, args, stdin, scale in rows:
            if not shutil.which(args[0]) or (sys.argv[4:] and name.split(",")[0] not in sys.argv[4:]):
                continue
            wall, cpu, peak = run(args, stdin, MANY // scale if scale > 1 else 1)
            wall, cpu = wall * max(scale, 1), cpu * max(scale, 1)
            base = base or (wall, cpu)
            seen[name].append((wall / base[0], cpu / base[1], peak))
    medians = {}
    for name, figures in seen.items():
        if figures:
            walls, cpus, peaks = zip(*figures)
            medians[name] = [shown(walls), shown(cpus), f"{statistics.median(peaks):.0f}"]
    return medians


def main():
    scmail, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    libraries = os.path.join(os.path.dirname(source), "../lib/postfix")
    if "/mail-servers/" in source:  # Debian's package unpacked by script/lib/mail-servers
        os.environ["LD_LIBRARY_PATH"] = libraries
    for program in (scmail, source, "/usr/bin/time", "openssl", "cc"):
        if not shutil.which(program):
            sys.exit(f"compare.py: {program} is not there")
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        subprocess.run(["cc", "-O2", "-D_DEFAULT_SOURCE", "-o", "sink", os.path.join(HERE, "sink.c")], check=True)
        for kind, options in (("rsa", ["-pkeyopt", "rsa_keygen_bits:2048"]), ("ed25519", [])):
            subprocess.run(["openssl", "genpkey", "-quiet", "-algorithm", kind, *options, "-out", kind + ".pem"],
                           check=True)
        with open("big.bin", "wb") as f:
            for _ in range(SIZE // 1000000):
                f.write(os.urandom(1000000))
        with open("small.txt", "w", encoding="ascii") as f:
            f.write("a line of a small mail, about as long as usual\n" * 28)
        for name, extra in (("ready.eml", ["--text=x", "--atta=big.bin"]), ("small.eml", ["--body=small.txt"])):
            subprocess.run([scmail, "-f", "a@lab.test", "-t", "b@lab.test", "--save=" + name, *extra], check=True)
        with subprocess.Popen(["./sink"] + ["pipelining"] * ("BENCH_PIPELINING" in os.environ), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sink:
            port = int(sink.stdout.readline())
            one = figures_of([(*row, 0) for row in large(scmail, source, port)], rounds)
            many = figures_of(small(scmail, source, port), rounds)
            sink.stdin.close()
        print(f"| program | {SIZE // 1000000} MB: wall | CPU | peak MiB | {MANY:,} mails: wall | CPU | peak MiB |")
        print("|---|---|---|---|---|---|---|")
        for name, figures in one.items():
            print("|", " | ".join([name, *figures, *many.get(name, [""] * 3)]), "|")
        os.chdir("/")


main()
