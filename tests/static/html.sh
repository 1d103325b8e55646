# SPDX-License-Identifier: MIT
# The HTML manual: a page a tool, none of its links dead, every option of a page found by the search.
. "$SRC/tests/static/lib/check.sh"
want mandoc mandoc
want python3 python3
(cd "$BUILD" && python3 "$SRC/script/manual-html.py" --help | grep -q FOLDER && [ ! -e ./--help ]) || {
	echo 'script/manual-html.py --help prints no usage, or makes a folder'
	exit 1
}
python3 script/manual-html.py "$BUILD/manual-html-check"
python3 - "$BUILD/manual-html-check" <<'X'
import html, json, pathlib, re, sys
folder = pathlib.Path(sys.argv[1])
bad = 0
pages = {page.name: page.read_text(encoding="utf-8") for page in folder.glob("*.html")}
ids = {name: set(re.findall(r'id="([^"]*)"', text)) for name, text in pages.items()}
links = 0
for name, text in pages.items():
    for link in map(html.unescape, re.findall(r'<a[^>]* href="([^"]*)"', text)):
        links += 1
        page, _, part = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        page = page or name
        if page not in pages or part and part not in ids[page]:
            print(f"{name}: dead link {link}")
            bad += 1
parts = json.loads(re.search(r"const parts = (.*);\n", pages["index.html"])[1])
for name in pages.keys() - {"index.html"}:
    found = " ".join(part[3] for part in parts if part[0] == name[:-5])
    for option in set(re.findall(r"<b>(--[a-z][a-z-]*)</b>", pages[name])):
        if option not in found:
            print(f"{name}: {option} is not found by the search")
            bad += 1
    for page, part in {(part[0], part[1]) for part in parts}:
        if part not in ids[f"{page}.html"]:
            print(f"the search leads to {page}#{part}, which is not there")
            bad += 1
sys.exit(bad > 0 or links < 50 or len(parts) < 50)
X
