#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mutants.py FOLDER TESTS [COUNT [SEED [TARGET...]]]: how much do the tests notice? Changes one comparison, constant or
bound of the .c files below FOLDER, but for tables made by a program, at a time (a seeded sample of COUNT places),
builds, and runs the tests whose names fit the regular expression TESTS: those that run the changed line, or function
where the compiler does not count the line, quick ones first, up to the first failure. A mutant is killed when a test
fails or does not end; one that does not compile does not count, nor does one whose object code is the original's (-O2
or -Os: nothing changed). What survives is built again in the end with the address and undefined behaviour sanitizers,
where a read past the end of a text is a failing test. Survivors are printed with their place. Works on copies of the
last commit, one for each of $MUTANTS_JOBS (as many as processors), in $MUTANTS_WORK or mutants below $TMPDIR, which the
next run uses again, as it does what the tests of the same sources run. TARGETs are what tests other than unit tests
need (all, by default).

    tests/bench/mutants.py tools/tagextract '(unit|e2e).tagextract' 300 1 tagextract lzenc
"""
import hashlib
import json
import multiprocessing
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
    (?<!\w)(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[fFlL]? | (?<!\w)[0-9]+[eE][+-]?[0-9]+[fFlL]? |
    (?P<op><<=?|>>=?|->|<=|>=|==|!=|&&|\|\||<|>) | (?P<number>\b(?:0[xX][0-9A-Fa-f]+|[0-9]+)[uUlL]*\b)""",
                   re.X | re.S | re.M)
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
PLAIN = "-O2"
COVERED = "-O0 --coverage -fprofile-filter-files=.*/{}/.*\\.c"
SANITIZED = "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all"


def text_of(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def places(tree, path):
    text = text_of(os.path.join(tree, path))
    if "\n/* Made by " in text[:200]:
        return
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
        # A test is listed with its command once its program is built; some have a program of another name.
        for name in re.findall(r": unit\.(\S+)", names):
            self.make("tests/test_" + name)
        self.make(*targets)
        listed = subprocess.run(["ctest", "--test-dir", self.dir, "-R", tests, "--show-only=json-v1"],
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
        self.tests = {}
        for test in json.loads(listed.stdout)["tests"]:
            if "command" not in test:
                sys.exit(f"{test['name']}: its program is not built; name it as a TARGET")
            more = {p["name"]: p["value"] for p in test["properties"]}
            env = dict(e.split("=", 1) for e in more.get("ENVIRONMENT", []))
            self.tests[test["name"]] = (test["command"], env, more["WORKING_DIRECTORY"])
        with open(os.path.join(self.dir, "compile_commands.json"), encoding="utf-8") as f:
            self.objects = {c["file"]: re.search(r" -o (\S+)", c["command"])[1] for c in json.load(f)}
        self.took = {}  # seconds, and those of the processor
        self.passed = set()  # tests that pass without a change
        self.kills = {}  # how many changes each test noticed

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

    def killer(self, names):
        """The first of the tests that fails twice, or does not build; None if all pass."""
        for name in names:  # the first one mostly kills: no other program is linked then
            if self.make(*self.needs(name)) != 0 or not self.passes(name) and not self.passes(name):
                return name
        return None


class Runs:
    """Which tests run which functions and lines: {file: {"first last": {line: [tests]}}}; lines that the compiler counts
    have a list even if it is empty, and line 0 those that run the function."""
    def __init__(self):
        self.files = {}

    def add(self, name, documents, tree):
        for document in documents:
            for part in document["files"]:
                path = os.path.normpath(part["file"])  # relative to the tree, by -ffile-prefix-map, or whole
                path = os.path.relpath(path, tree) if os.path.isabs(path) else path
                functions = self.files.setdefault(path, {})
                for function in part["functions"]:
                    own = functions.setdefault(f"{function['start_line']} {function['end_line']}", {})
                    own.setdefault("0", [])
                    if function["execution_count"]:
                        own["0"].append(name)
                for line in part["lines"]:
                    for place, own in functions.items():
                        first, last = map(int, place.split())
                        if first <= line["line_number"] <= last:
                            who = own.setdefault(str(line["line_number"]), [])
                            if line["count"] and name not in who:
                                who.append(name)

    def who(self, path, line, label, every):
        """The tests that can notice a change of a line. All of them outside functions; those of the function for a
        label, since others jump elsewhere when it is changed."""
        for place, own in self.files.get(path, {}).items():
            first, last = map(int, place.split())
            if first <= line <= last:
                return own["0"] if label else own.get(str(line), own["0"])
        return every


def covered_by(name):
    """In a process of its own: what one test runs, by gcov; the time that it takes."""
    build, files = Shared.builds[0], Shared.files
    where = build.dir + ".runs/" + name
    if not build.passes(name, GCOV_PREFIX=where):
        return name, None, None
    found = []
    for path in files:
        note = os.path.join(build.dir, os.path.splitext(build.objects[path])[0])
        if os.path.exists(where + note + ".gcda"):
            shutil.copy(note + ".gcno", where + note + ".gcno")
            found.append(where + note + ".gcda")
    text = subprocess.run(["gcov", "--json-format", "--stdout", *found], check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, cwd=build.dir).stdout if found else b""
    return name, [json.loads(line) for line in text.splitlines()], build.took[name]


class Shared:
    """What the processes have from their parent."""
    builds = []
    files = []
    mine = None  # the build of this process
    runs = None
    took = {}
    originals = {}  # digests of object code
    enough = None


def coverage(tree, folder, tests, targets, jobs, kept):
    """(Runs, {test: times}) of the tests, from the file kept if it is there."""
    runs = Runs()
    if os.path.exists(kept):
        with open(kept, encoding="utf-8") as f:
            runs.files, took = json.load(f)
        return runs, took
    build = Build(tree, "covered", COVERED.format(folder), tests, targets)
    shutil.rmtree(build.dir + ".runs", ignore_errors=True)
    Shared.builds, Shared.files, took = [build], files_of(build, folder), {}
    slow = ("out_of_memory", "bases", "port", "large", "early_end")  # begin with what takes long
    with multiprocessing.Pool(jobs) as pool:
        order = sorted(build.tests, key=lambda n: (not n.endswith(slow), n))
        for name, documents, times in pool.imap_unordered(covered_by, order):
            if documents is None:
                sys.exit(f"{name} fails already in {build.dir}")
            runs.add(name, documents, tree)
            took[name] = times
    with open(kept, "w", encoding="utf-8") as f:
        json.dump([runs.files, took], f)
    return runs, took


def files_of(build, folder):
    return sorted(path for path in build.objects if path.startswith(os.path.join(build.tree, folder) + os.sep))


class Mutated:
    """The source file with one change, inside a with statement; its line."""
    def __init__(self, path, at, old, new):
        self.path, self.at, self.old, self.new = path, at, old, new

    def __enter__(self):
        self.text = text_of(self.path)
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(self.text[:self.at] + self.new + self.text[self.at + len(self.old):])
        return self.text.count("\n", 0, self.at) + 1

    def __exit__(self, *_):
        with open(self.path, "w", encoding="utf-8") as f:
            f.write(self.text)


def order(build, path, line):
    """The tests that can notice a change, first quick ones and those that noticed many so far."""
    label = re.match(r"\s*case\b", text_of(path).splitlines()[line - 1])
    who = Shared.runs.who(os.path.relpath(path, build.tree), line, label, list(build.tests))
    return sorted(set(who) & set(build.tests), key=lambda n: (Shared.took[n][1] + 0.3) / (build.kills.get(n, 0) + 1))


def begin(queue):
    Shared.mine = Shared.builds[queue.get()]
    slower = 8 if Shared.mine.dir.endswith("-sanitized") else 1
    Shared.mine.took = {name: (seconds * slower, cpu * slower) for name, (seconds, cpu) in Shared.took.items()}


def attempt(mutant):
    """None: does not count; "same"; or what killed it, and "" for what survives."""
    build = Shared.mine
    if Shared.enough.is_set():
        return None
    path = os.path.join(build.tree, mutant[0])
    if path not in Shared.originals:
        Shared.originals[path] = build.object(path)
    while True:
        with Mutated(path, *mutant[1:]) as line:
            digest = build.object(path)
            if digest == Shared.originals[path]:
                return "same"
            if digest is None:
                return None
            killer = build.killer(order(build, path, line))
        build.kills[killer] = build.kills.get(killer, 0) + 1
        if killer is None or killer in build.passed:
            return killer or ""
        if build.killer([killer]):  # without a change, too, as where sanitizers are in the way
            print(f"{killer} fails already in {build.dir}", flush=True)
            del build.tests[killer]
        build.passed.add(killer)


def attempts(builds, mutants):
    """(mutant, result of attempt) of each, in their order, from as many processes as there are builds."""
    Shared.builds, Shared.originals, Shared.enough = builds, {}, multiprocessing.Event()
    queue = multiprocessing.SimpleQueue()
    for i in range(len(builds)):
        queue.put(i)
    with multiprocessing.Pool(len(builds), begin, [queue]) as pool:
        try:
            for mutant, result in zip(mutants, pool.imap(attempt, mutants)):
                if result is not None:
                    yield mutant, result
        finally:
            Shared.enough.set()
            pool.close()
            pool.join()


class Score:
    def __init__(self, tree, files):
        self.texts = {path: text_of(os.path.join(tree, path)) for path in files}
        self.folders = {}  # [killed, all]

    def total(self, i=1):
        return sum(part[i] for part in self.folders.values())

    def note(self, mutant, killer, again):
        path, at, old, new = mutant
        text = self.texts[path]
        line = text.count("\n", 0, at) + 1
        print(f"{'killed by ' + killer if killer else 'survived'}: {path}:{line}: "
              f"{old} -> {new}: {text.splitlines()[line - 1].strip()}", flush=True)
        part = self.folders.setdefault(os.path.dirname(path), [0, 0])
        part[0] += bool(killer)
        part[1] += not again


def copies_of(work, jobs):
    trees = [os.path.join(work, "tree" + (str(i) if i else "")) for i in range(jobs)]
    for tree in trees:
        if not os.path.exists(tree):
            subprocess.run(["git", "clone", "-q", ".", tree], check=True)
        subprocess.run(["git", "-C", tree, "fetch", "-q", os.getcwd(), "HEAD"], check=True)
        subprocess.run(["git", "-C", tree, "reset", "-q", "--hard", "FETCH_HEAD"], check=True)
    return trees


def main():
    folder, tests = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 300
    rng = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    targets = sys.argv[5:] or ["all"]
    work = os.environ.get("MUTANTS_WORK", os.path.join(tempfile.gettempdir(), "mutants"))
    jobs = int(os.environ.get("MUTANTS_JOBS", len(os.sched_getaffinity(0))))
    trees = copies_of(work, jobs)
    sources = subprocess.run(["git", "ls-tree", "-r", "HEAD", "CMakeLists.txt", "cmake", "common", "include", "tools",
                              "tests/unit", "tests/e2e"], stdout=subprocess.PIPE, text=True, check=True).stdout
    kept = hashlib.sha256(repr((sources, sys.argv[1:3], targets)).encode()).hexdigest()[:16]
    Shared.runs, Shared.took = coverage(trees[0], folder, tests, targets, jobs, os.path.join(work, kept + ".json"))
    plain = [Build(tree, "plain", PLAIN, tests, targets) for tree in trees]
    files = [os.path.relpath(path, trees[0]) for path in files_of(plain[0], folder)]
    every = [p for path in files for p in places(trees[0], path)]
    rng.shuffle(every)
    score, same, survivors = Score(trees[0], files), 0, []
    for mutant, result in attempts(plain, every):
        if result == "same":
            same += 1
            continue
        score.note(mutant, result, False)
        if result == "":
            survivors.append(mutant)
        if score.total() == count:
            break
    if survivors:
        print("with sanitizers:", flush=True)
        for mutant, result in attempts([Build(tree, "sanitized", SANITIZED, tests, targets) for tree in trees],
                                       survivors):
            score.note(mutant, "" if result == "same" else result, True)
    for part, (dead, all_of_it) in sorted(score.folders.items()):
        print(f"{part}: {dead} of {all_of_it}")
    print(f"{folder}: {score.total(0)} of {score.total()} killed ({100 * score.total(0) / max(score.total(), 1):.1f} %), "
          f"{same} more with the same object code, {len(every)} places")


if __name__ == "__main__":
    main()
