import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Document, pageOf } from "./page-of.ts";

const file = new URL("../../packages/contract/openapi.json", import.meta.url);
const document = JSON.parse(readFileSync(file, "utf8")) as Document;
const page = pageOf(document);

/** Everything that would make a browser load something. */
const loading =
  /<(script|link|img|iframe|object|embed|video|audio|source)\b|<[^>]*\bsrc=|@import|url\(/i;

it("loads nothing, and says so to the browser", () => {
  expect(page).not.toMatch(loading);
  expect(page).toContain("default-src 'none'");
  expect("<script src=x>").toMatch(loading);
});

it("links only within itself, to what is there", () => {
  const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
  expect(links.length).toBeGreaterThan(Object.keys(document.paths).length);
  const dangling = links.filter((link) => !page.includes(`id="${link.slice(1)}"`));
  expect(dangling).toEqual([]);
});

it("has every operation, schema and error", () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const wanted = [
    ...operations.map(({ operationId }) => `<article id="${operationId}">`),
    ...Object.keys(document.components.schemas).map((name) => `<article id="${name}">`),
    ...Object.keys(document.components.schemas["ErrorBody"]?.["x-errors"] ?? {}),
  ];
  expect(wanted.filter((text) => !page.includes(text))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(80);
});

it("says of each operation with which codes it fails", () => {
  const [, decide = ""] = page.split('<article id="decideProposal">');
  expect(decide.split("</article>", 1)[0]).toMatch(/<li>409: .*<code>already_decided<\/code>/);
});

it("is small, and takes no markup from the document", () => {
  expect(page.length).toBeLessThan(100_000);
  const info = { title: "<img src=x>", description: "`</code><script>`" };
  expect(pageOf({ ...document, info })).not.toMatch(loading);
});
