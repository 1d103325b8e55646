#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""windows-manifests.py FOLDER URL: manifests for scoop and winget, of the .zip in FOLDER that will
be found at URL/NAME.zip. Writes FOLDER/scoop/biosbelt.json and FOLDER/winget/*.yaml.

Forms: https://github.com/ScoopInstaller/Scoop/wiki/App-Manifests and
https://learn.microsoft.com/windows/package-manager/package/manifest (schema 1.6.0).
"""
import hashlib
import json
import pathlib
import re
import sys
import zipfile

SUMMARY = "tools for people who write, debug and ship BIOS and UEFI firmware"


def yaml(kind, fields):
    lines = [f"# yaml-language-server: $schema=https://aka.ms/winget-manifest.{kind}.1.6.0.schema.json"]
    for key, value in fields:
        if isinstance(value, list):
            lines.append(f"{key}:")
            for item in value:
                first = "- "
                for name, text in item:
                    lines.append(f"{first}{name}: {text}")
                    first = "  "
        else:
            lines.append(f"{key}: {value}")
    return "\n".join(lines + [f"ManifestType: {kind}", "ManifestVersion: 1.6.0", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder, url = pathlib.Path(sys.argv[1]), sys.argv[2].rstrip("/")
    archive, = folder.glob("biosbelt-*-windows-x64.zip")
    version = re.match(r"biosbelt-(.*)-windows-x64", archive.name)[1]
    sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()
    programs = sorted(name for name in zipfile.ZipFile(archive).namelist() if name.endswith(".exe"))
    if not programs:
        sys.exit(f"{archive}: no programs in it")
    top = {name.split("/")[0] for name in programs if "/" in name}
    scoop = {
        "version": version,
        "description": SUMMARY,
        "homepage": url,
        "license": "MIT",
        "architecture": {"64bit": {"url": f"{url}/{archive.name}", "hash": sha256}},
        "bin": [name.partition("/")[2] if top else name for name in programs],
    }
    if top:
        scoop["extract_dir"] = top.pop()
    (folder / "scoop").mkdir(exist_ok=True)
    (folder / "scoop/biosbelt.json").write_text(json.dumps(scoop, indent=4) + "\n", encoding="utf-8")
    head = [("PackageIdentifier", "biosbelt.biosbelt"), ("PackageVersion", version)]
    nested = [
        [("RelativeFilePath", name.replace("/", "\\")), ("PortableCommandAlias", name.rpartition("/")[2][:-4])]
        for name in programs
    ]
    manifests = {
        "biosbelt.biosbelt.yaml": yaml("version", head + [("DefaultLocale", "en-US")]),
        "biosbelt.biosbelt.locale.en-US.yaml": yaml("defaultLocale", head + [
            ("PackageLocale", "en-US"), ("Publisher", "biosbelt"), ("PackageName", "biosbelt"),
            ("License", "MIT"), ("ShortDescription", SUMMARY), ("PackageUrl", url),
        ]),
        "biosbelt.biosbelt.installer.yaml": yaml("installer", head + [
            ("InstallerType", "zip"), ("NestedInstallerType", "portable"), ("NestedInstallerFiles", nested),
            ("Installers", [[("Architecture", "x64"), ("InstallerUrl", f"{url}/{archive.name}"),
                             ("InstallerSha256", sha256.upper())]]),
        ]),
    }
    (folder / "winget").mkdir(exist_ok=True)
    for name, text in manifests.items():
        (folder / "winget" / name).write_text(text, encoding="utf-8")
    print(f"{folder}: scoop and winget manifests of {len(programs)} programs")


if __name__ == "__main__":
    main()
