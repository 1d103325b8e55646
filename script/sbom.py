# SPDX-License-Identifier: MIT
"""sbom.py VERSION TIME LIBRARIES OUTPUT: the list of what is inside, in SPDX 2.3 as JSON.

LIBRARIES has lines "package version" of Debian source packages that the programs for Windows and for
any Linux carry.
The format: https://spdx.github.io/spdx-spec/v2.3/
"""
import datetime
import hashlib
import json
import re
import sys
import urllib.parse

version, time, libraries, output = sys.argv[1:]
created = datetime.datetime.fromtimestamp(int(time), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def identifier(name, version):
    """Unique: programs for two systems may carry two revisions of a library."""
    return "SPDXRef-" + re.sub("[^A-Za-z0-9.-]", lambda other: f"-{ord(other[0]):02X}-", f"{name}-{version}")


def debian_source(name, version):
    """The package URL: all but letters, digits, .-_~ and the colon is percent-encoded."""
    name, version = (urllib.parse.quote(part, safe=":") for part in (name, version))
    return f"pkg:deb/debian/{name}@{version}?arch=source"


def package(spdx_id, name, version, licence, purl):
    return {
        "SPDXID": spdx_id,
        "name": name,
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "licenseConcluded": licence,
        "licenseDeclared": licence,
        "copyrightText": "NOASSERTION",
        "externalRefs": [
            {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
        ],
    }


packages = [package("SPDXRef-biosbelt", "biosbelt", version, "MIT", f"pkg:generic/biosbelt@{version}")]
relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-biosbelt")]
for line in open(libraries, encoding="utf-8"):
    name, library_version = line.split()
    spdx_id = identifier(name, library_version)
    packages.append(
        package(spdx_id, name, library_version, "NOASSERTION", debian_source(name, library_version))
    )
    relations.append(("SPDXRef-biosbelt", "CONTAINS", spdx_id))
content = json.dumps(packages).encode()
document = {
    "spdxVersion": "SPDX-2.3",
    "dataLicense": "CC0-1.0",
    "SPDXID": "SPDXRef-DOCUMENT",
    "name": f"biosbelt-{version}",
    "documentNamespace": f"https://biosbelt.example/spdx/{version}/{hashlib.sha256(content).hexdigest()[:16]}",
    "creationInfo": {"created": created, "creators": ["Organization: biosbelt project"]},
    "packages": packages,
    "relationships": [
        {"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in relations
    ],
}
with open(output, "w", encoding="utf-8") as f:
    json.dump(document, f, indent=1)
    f.write("\n")
