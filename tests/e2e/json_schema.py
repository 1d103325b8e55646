#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""json_schema.py SCHEMA DOCUMENT...: checks documents against a schema of docs/schema. A file that is not
one document has one on each line.

Understood of JSON Schema 2020-12: $ref within the file, anyOf, enum, type, minimum, properties, required,
additionalProperties, items. A schema with other words of validation is refused.
"""
import json
import sys

KNOWN = {"$schema", "$defs", "$ref", "title", "description", "anyOf", "enum", "type", "minimum", "properties",
         "required", "additionalProperties", "items"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_type(value, name):
    if name in ("integer", "number"):
        numbers = int if name == "integer" else (int, float)
        return isinstance(value, numbers) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def faults(value, schema, root, where="$"):
    """What is wrong with the value, as a list of texts."""
    if schema is True or schema is False:
        return [] if schema else [f"{where}: not allowed"]
    unknown = set(schema) - KNOWN
    if unknown:
        raise ValueError(f"the schema has {unknown}, which this program does not know")
    out = []
    if "$ref" in schema:
        target = root
        for key in schema["$ref"].removeprefix("#/").split("/"):
            target = target[key]
        out += faults(value, target, root, where)
    if "anyOf" in schema:
        tries = [faults(value, s, root, where) for s in schema["anyOf"]]
        if all(tries):
            out.append(f"{where}: none of {len(tries)} forms fits: {min(tries, key=len)[0]}")
    if "enum" in schema and value not in schema["enum"]:
        out.append(f"{where}: {value!r} is none of {schema['enum']}")
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_type(value, n) for n in names):
        return out + [f"{where}: {value!r} is no {' or '.join(names)}"]
    if "minimum" in schema and is_type(value, "number") and value < schema["minimum"]:
        out.append(f"{where}: {value} is below {schema['minimum']}")
    if isinstance(value, dict):
        members = schema.get("properties", {})
        out += [f"{where}: {k} is missing" for k in schema.get("required", []) if k not in value]
        for key, member in value.items():
            rest = schema.get("additionalProperties", True)
            out += faults(member, members.get(key, rest), root, f"{where}.{key}")
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            out += faults(item, schema["items"], root, f"{where}[{i}]")
    return out


def documents(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    try:
        return [json.loads(text)]
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        schema = json.load(f)
    found = []
    for path in sys.argv[2:]:
        try:
            for document in documents(path):
                found += faults(document, schema, schema)
        except ValueError as e:
            found.append(f"{path}: {e}")
    print("\n".join(found[:20]))
    sys.exit(1 if found else 0)


main()
