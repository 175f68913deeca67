import { fileURLToPath } from "node:url";
import { errorCatalogue } from "@agent-treasury/contract";
import { expect, it } from "vitest";
import { errorsDocument } from "./errors-document.fixture.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

it("equals docs/errors.md, which `vitest run -u` on this file updates", async () => {
  await expect(errorsDocument(root)).toMatchFileSnapshot("../../../docs/errors.md");
});

it("contains the meaning and the remedy of each code", () => {
  const rows = errorsDocument(root).split("\n");
  for (const [code, { remedy }] of Object.entries(errorCatalogue)) {
    const [row = ""] = rows.filter((line) => line.startsWith(`| \`${code}\` `));
    const [, , when = "", what = ""] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    expect(when).not.toBe("");
    expect(what.replaceAll("\\|", "|")).toBe(remedy);
  }
});
