# SPDX-License-Identifier: MIT
"""spdx_valid.py FILE: an SPDX 2.3 document keeps the rules for what script/sbom.py writes.

The rules: https://spdx.github.io/spdx-spec/v2.3/ (clauses 6, 7, 11), and the specification of package
URLs, https://github.com/package-url/purl-spec (docs/standard/specification.md).
"""
import json
import re
import sys

ID = r"SPDXRef-[A-Za-z0-9.-]+"
# A percent sign begins an upper-case triplet, which never stands for a character that needs none.
CODED = r"(?:[A-Za-z0-9._~:-]|%(?!3A|2D|2E|5F|7E|3\d|[46][1-9A-F]|[57][0-9A])[0-9A-F]{2})+"
PURL = rf"pkg:[a-z][a-z0-9.-]*(?:/{CODED})+@{CODED}(?:\?[a-z][a-z0-9._-]*={CODED}(?:&[a-z][a-z0-9._-]*={CODED})*)?"
LICENCE = r"NOASSERTION|NONE|[A-Za-z0-9.+-]+(?: (?:AND|OR|WITH) [A-Za-z0-9.+-]+)*"
DOCUMENT = {
    "spdxVersion": r"SPDX-2\.3",
    "dataLicense": r"CC0-1\.0",
    "SPDXID": r"SPDXRef-DOCUMENT",
    "name": r".+",
    "documentNamespace": r"[a-z][a-z0-9+.-]*://[^\s#]+",
}
CREATED = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"
CREATOR = r"(?:Person|Organization|Tool): .+"
PACKAGE = {
    "SPDXID": ID,
    "name": r".+",
    "versionInfo": r".+",
    "downloadLocation": r"NOASSERTION|NONE|[a-z][a-z0-9+.-]*:\S+",
    "licenseConcluded": LICENCE,
    "licenseDeclared": LICENCE,
    "copyrightText": r"NOASSERTION|NONE|(?s:.*©.*|.*Copyright.*)",
}
REFERENCE = {"referenceCategory": r"PACKAGE-MANAGER", "referenceType": r"purl", "referenceLocator": PURL}

faults = []


def fields(where, found, patterns, others):
    """found has the fields of patterns, as they are there, and of others, and no more."""
    for name, pattern in patterns.items():
        if not isinstance(found.get(name), str) or re.fullmatch(pattern, found[name]) is None:
            faults.append(f"{where}: {name} is {found.get(name)!r}")
    if set(found) != set(patterns) | set(others):
        faults.append(f"{where}: fields {sorted(set(found) ^ (set(patterns) | set(others)))}")


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        document = json.load(f)
    fields("document", document, DOCUMENT, ["creationInfo", "packages", "relationships"])
    creation = document["creationInfo"]
    fields("creationInfo", creation, {"created": CREATED}, ["creators"])
    faults.extend(f"creator {c!r}" for c in creation["creators"] if re.fullmatch(CREATOR, c) is None)
    for package in document["packages"]:
        where = package.get("SPDXID")
        fields(where, package, PACKAGE, ["filesAnalyzed", "externalRefs"])
        if package.get("filesAnalyzed") is not False:  # else a verification code and files are due
            faults.append(f"{where}: filesAnalyzed")
        for reference in package["externalRefs"]:
            fields(where, reference, REFERENCE, [])
    ids = [document["SPDXID"]] + [package["SPDXID"] for package in document["packages"]]
    if len(set(ids)) != len(ids):
        faults.append(f"one identifier for two: {sorted(ids)}")
    related = set()
    for relation in document["relationships"]:
        ends = (relation["spdxElementId"], relation["relatedSpdxElement"])
        if relation["relationshipType"] not in ("DESCRIBES", "CONTAINS") or not set(ends) <= set(ids):
            faults.append(f"relationship {relation}")
        related.add(ends[1])
    faults.extend(f"{name}: related to nothing" for name in ids[1:] if name not in related)
    for fault in faults:
        print(f"{sys.argv[1]}: {fault}")
    return bool(faults)


sys.exit(main())
