#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py FOLDER TESTS [COUNT [SEED [TARGET...]]]: how much do the tests notice? Changes one comparison,
constant or bound of the .c files below FOLDER at a time (a seeded sample of COUNT places), builds, and runs the
tests whose names fit the regular expression TESTS: those that run the changed function, those that run the changed
line first, unit tests before others, up to the first failure. A mutant is killed when a test fails or does not end; one
that does not compile does not count, nor does one whose object code is the original's (-O2 or -Os: nothing changed).
What survives is built again in the end with the address and undefined behaviour sanitizers, where a read past the end
of a text is a failing test. Survivors are printed with their place. Works on a copy of the last commit, in $MUTANTS_WORK or
mutants below $TMPDIR, which the next run uses again. TARGETs are what tests other than unit tests need (all, by
default).

    tests/bench/mutants.py tools/tagextract '(unit|e2e).tagextract' 300 1 tagextract lzenc
"""
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

TOKEN = re.compile(r"""
    /\*.*?\*/ | //[^\n]* | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' | ^[ \t]*\#(?:\\\n|[^\n])* |
    (?P<op><<=?|>>=?|->|<=|>=|==|!=|&&|\|\||<|>) | (?P<number>\b(?:0[xX][0-9A-Fa-f]+|[0-9]+)[uUlL]*\b)""",
                   re.X | re.S | re.M)
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
PLAIN = "-O2"
COVERED = "-O0 --coverage"
SANITIZED = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"


def places(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for m in TOKEN.finditer(text):
        if m["op"] in OTHER:
            yield path, m.start(), m["op"], OTHER[m["op"]]
        elif m["number"]:
            digits = m["number"].rstrip("uUlL")
            value = int(digits, 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 else 10)
            yield path, m.start(), m["number"], str(value + 1) + m["number"][len(digits):]


def bounded(cpu):
    """A mutant that runs or writes without end fails before it is a burden. (Sanitizers reserve terabytes.)"""
    def before():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 33, 1 << 33))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return before


def used():
    """Seconds of processor time of all children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, seconds=900, cpu=900, **more):
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          preexec_fn=bounded(cpu), **more) as child:
        try:
            return child.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return -1


class Build:
    def __init__(self, tree, name, flags, tests, targets):
        self.tree, self.dir, self.targets = tree, tree + "-" + name, targets
        subprocess.run(["cmake", "-G", "Ninja", "-S", tree, "-B", self.dir, "-DCMAKE_BUILD_TYPE=None",
                        "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", "-DCMAKE_C_FLAGS=" + flags],
                       stdout=subprocess.DEVNULL, check=True)
        names = subprocess.run(["ctest", "--test-dir", self.dir, "-R", tests, "-N"], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True, check=True).stdout
        # A test is listed with its command once its program is built.
        self.make(*("tests/test_" + name for name in re.findall(r": unit\.(\S+)", names)))
        listed = subprocess.run(["ctest", "--test-dir", self.dir, "-R", tests, "--show-only=json-v1"],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        self.tests = {}
        for test in json.loads(listed.stdout)["tests"]:
            if "command" not in test:
                continue
            more = {p["name"]: p["value"] for p in test["properties"]}
            env = dict(e.split("=", 1) for e in more.get("ENVIRONMENT", []))
            self.tests[test["name"]] = (test["command"], env, more["WORKING_DIRECTORY"])
        with open(os.path.join(self.dir, "compile_commands.json"), encoding="utf-8") as f:
            self.objects = {c["file"]: re.search(r" -o (\S+)", c["command"])[1] for c in json.load(f)}
        self.took = {}  # seconds, and those of the processor
        self.passed = set()  # tests that pass without a change

    def make(self, *what):
        return run(["ninja", "-C", self.dir, *what], 1800)

    def needs(self, name):
        """What a test needs built: its program, or what was named."""
        program = self.tests[name][0][0]
        return [os.path.relpath(program, self.dir)] if program.startswith(self.dir) else self.targets

    def object(self, path):
        """A digest of the object code of a source file, None where it does not compile."""
        if self.make(self.objects[path]) != 0:
            return None
        with open(os.path.join(self.dir, self.objects[path]), "rb") as f:
            return hashlib.sha256(f.read()).digest()

    def passes(self, name, **env):
        command, own, where = self.tests[name]
        start, before = time.monotonic(), used()
        took, cpu = self.took.get(name, (57, 197))
        code = run(command, 60 + 20 * took, 5 + int(2 * cpu), env={**os.environ, **own, **env}, cwd=where)
        self.took.setdefault(name, (time.monotonic() - start, used() - before))
        return code in (0, 77)

    def check(self, **env):
        for name in self.tests:
            if self.make(*self.needs(name)) != 0 or not self.passes(name, **{k: v + name for k, v in env.items()}):
                sys.exit(f"{name} fails already in {self.dir}")

    def killer(self, names):
        """The first of the tests that fails, or does not build; None if all pass."""
        for name in names:  # the first one mostly kills: no other program is linked then
            if self.make(*self.needs(name)) != 0 or not self.passes(name):
                return name
        return None


def coverage(build, files):
    """{file: [(first line, last line, {test}, {line: {test}})]} of its functions."""
    out = {}
    shutil.rmtree(build.dir + ".runs", ignore_errors=True)
    build.check(GCOV_PREFIX=build.dir + ".runs/")
    for name in build.tests:
        for path in files:
            note = os.path.join(build.dir, os.path.splitext(build.objects[path])[0])
            data = build.dir + ".runs/" + name + note
            if not os.path.exists(data + ".gcda"):
                continue
            shutil.copy(note + ".gcno", data + ".gcno")
            text = subprocess.run(["gcov", "--json-format", "--stdout", data + ".gcda"], check=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=build.dir).stdout
            for file in json.loads(text)["files"]:
                if os.path.join(build.dir, file["file"]) != path:
                    continue
                functions = out.setdefault(path, {})
                for function in file["functions"]:
                    entry = functions.setdefault((function["start_line"], function["end_line"]), (set(), {}))
                    if function["execution_count"]:
                        entry[0].add(name)
                for line in file["lines"]:
                    for (first, last), (_, lines) in functions.items():
                        if line["count"] and first <= line["line_number"] <= last:
                            lines.setdefault(line["line_number"], set()).add(name)
    return out


class Mutated:
    """The source file with one change, inside a with statement; its line."""
    def __init__(self, path, at, old, new):
        self.path, self.at, self.old, self.new = path, at, old, new

    def __enter__(self):
        with open(self.path, encoding="utf-8") as f:
            self.text = f.read()
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(self.text[:self.at] + self.new + self.text[self.at + len(self.old):])
        return self.text.count("\n", 0, self.at) + 1

    def __exit__(self, *_):
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(self.text)


def order(build, functions, line):
    """The tests that can notice a change of a line, likely and quick ones first. All of them outside functions."""
    who, hits = set(build.tests), set()
    for (first, last), (names, lines) in functions.items():
        if first <= line <= last:
            who, hits = names, lines.get(line, set())
    return sorted(who, key=lambda n: (not n.startswith("unit"), n not in hits, build.took[n][1]))


def main():
    folder, tests = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    work = os.environ.get("MUTANTS_WORK", os.path.join(tempfile.gettempdir(), "mutants"))
    tree = os.path.join(work, "tree")
    if not os.path.exists(tree):
        subprocess.run(["git", "clone", "-q", ".", tree], check=True)
    subprocess.run(["git", "-C", tree, "fetch", "-q", os.getcwd(), "HEAD"], check=True)
    subprocess.run(["git", "-C", tree, "reset", "-q", "--hard", "FETCH_HEAD"], check=True)
    plain, covered = (Build(tree, name, flags, tests, sys.argv[5:] or ["all"])
                      for name, flags in (("plain", PLAIN), ("covered", COVERED)))
    files = sorted(path for path in plain.objects if path.startswith(os.path.join(tree, folder) + os.sep))
    runs = coverage(covered, files)
    plain.took = covered.took
    every = [p for path in files for p in places(path)]
    rng.shuffle(every)
    survivors = []
    originals = {}  # digests of object code
    same = 0
    folders = {}  # of the files: [killed, all]

    def note(mutant, killer):
        path, at, old, new = mutant
        with open(path, encoding="utf-8") as f:
            text = f.read()
        line = text.count("\n", 0, at) + 1
        print(f"{'killed by ' + killer if killer else 'survived'}: {os.path.relpath(path, tree)}:{line}: "
              f"{old} -> {new}: {text.splitlines()[line - 1].strip()}", flush=True)
        folders.setdefault(os.path.relpath(os.path.dirname(path), tree), [0, 0])[0] += killer is not None

    for mutant in every:
        total = sum(part[1] for part in folders.values())
        if total == count:
            break
        if mutant[0] not in originals:
            originals[mutant[0]] = plain.object(mutant[0])
        original = originals[mutant[0]]
        with Mutated(*mutant) as line:
            digest = plain.object(mutant[0])
            same += digest == original
            if digest in (None, original):
                continue
            names = order(plain, runs.get(mutant[0], {}), line)
            killer = plain.killer(names)
        if killer and killer not in plain.passed:
            if plain.killer([killer]):
                sys.exit(f"{killer} fails already in {plain.dir}")
            plain.passed.add(killer)
        note(mutant, killer)
        folders[os.path.relpath(os.path.dirname(mutant[0]), tree)][1] += 1
        if killer is None:
            survivors.append((mutant, names))
    if survivors:
        print("with sanitizers:", flush=True)
        sanitized = Build(tree, "sanitized", SANITIZED, tests, sys.argv[5:] or ["all"])
        sanitized.check()
        for mutant, names in survivors:
            with Mutated(*mutant):
                killer = sanitized.killer(names)
            note(mutant, killer)
    for part, (dead, all_of_it) in sorted(folders.items()):
        print(f"{part}: {dead} of {all_of_it}")
    killed, total = (sum(part[i] for part in folders.values()) for i in (0, 1))
    print(f"{folder}: {killed} of {total} killed ({100 * killed / max(total, 1):.1f} %), "
          f"{same} more with the same object code, {len(every)} places")


if __name__ == "__main__":
    main()
