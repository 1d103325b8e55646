// SPDX-License-Identifier: MIT
// node parsers.mjs NODE_MODULES <LIST: what npm's mailparser and postal-mime read in each message file, as one line of
// JSON a file, in the form of parsers.py.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";

const load = createRequire(join(resolve(process.argv[2]), "x.js"));
const { simpleParser } = load("mailparser");
const PostalMime = load("postal-mime").default ?? load("postal-mime");
const hash = (data) => createHash("sha256").update(data).digest("hex");
const fold = (text) => text.replace(/\r?\n(?=[ \t])/g, "");

// Both decode the fields that they know and leave the others as they are, so notes are not looked at.
function raw(lines, name) {
	const line = lines.find((l) => l.key === name)?.line ?? "";
	return fold(line.slice(line.indexOf(":") + 1)).trim();
}

const people = (list) => (list ?? []).flatMap((p) => [[p.name ?? "", p.address ?? ""]]);

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
	const bytes = readFileSync(path);
	const a = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true });
	const mailparser = { subject: a.subject ?? "", texts: {}, files: [], fields: {}, people: {} };
	if (a.text) mailparser.texts["text/plain"] = a.text;
	if (a.html) mailparser.texts["text/html"] = a.html;
	for (const f of a.attachments)
		if (f.contentType === "text/calendar" && !f.filename) continue;
		else if (!f.related) mailparser.files.push([f.filename, hash(f.content)]);
	for (const name of ["in-reply-to", "references", "list-unsubscribe"]) mailparser.fields[name] = raw(a.headerLines, name);
	for (const [name, field] of [["from", a.from], ["to", a.to], ["cc", a.cc], ["reply-to", a.replyTo]])
		if (field) mailparser.people[name] = people(field.value);

	const b = await PostalMime.parse(bytes, { attachmentEncoding: "arraybuffer" });
	const postal = { subject: b.subject ?? "", texts: {}, files: [], fields: {}, people: {} };
	if (b.text) postal.texts["text/plain"] = b.text;
	if (b.html) postal.texts["text/html"] = b.html;
	for (const f of b.attachments)
		if (f.mimeType === "text/calendar") continue;
		else if (!f.related) postal.files.push([f.filename, hash(Buffer.from(f.content))]);
	for (const h of b.headers)
		if (["in-reply-to", "references", "list-unsubscribe"].includes(h.key)) postal.fields[h.key] = h.value;
	for (const [name, field] of [["from", [b.from]], ["to", b.to], ["cc", b.cc], ["reply-to", b.replyTo]])
		if (field) postal.people[name] = people(field.filter(Boolean));
	console.log(JSON.stringify({ mailparser, postal }));
}
