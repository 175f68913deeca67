import { expect, it } from "vitest";
import { replaceSection } from "./document-section.ts";

const document = `Before.

<!-- bench one -->

old

<!-- end one -->

Between.

<!-- bench two -->
<!-- end two -->

After.`;

it("replaces only the text between the markers of that name", () => {
  const written = replaceSection(replaceSection(document, "two", "second"), "one", "first");
  expect(written).toBe(`Before.

<!-- bench one -->

first

<!-- end one -->

Between.

<!-- bench two -->

second

<!-- end two -->

After.`);
});

it("is idempotent", () => {
  const once = replaceSection(document, "one", "first");
  expect(replaceSection(once, "one", "first")).toBe(once);
});

it("rejects a document without the markers", () => {
  expect(() => replaceSection(document, "three", "text")).toThrow("<!-- bench three -->");
});
