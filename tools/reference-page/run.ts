// Writes the reference of the service's interface into the documents' site.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Document, pageOf } from "./page-of.ts";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("packages/contract/openapi.json", root), "utf8");
mkdirSync(new URL("site/", root), { recursive: true });
const page = new URL("site/service.html", root);
writeFileSync(page, pageOf(JSON.parse(text) as Document));
console.log(`The service's reference is in ${fileURLToPath(page)}.`);
