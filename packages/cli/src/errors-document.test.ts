import { fileURLToPath } from "node:url";
import { errorCatalogue } from "@agent-treasury/contract";
import { expect, it } from "vitest";
import { errorsDocument } from "./errors-document.fixture.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

it("has the errors as the contract has them; `vitest run -u` on this file writes docs/errors.md anew", async () => {
  await expect(errorsDocument(root)).toMatchFileSnapshot("../../../docs/errors.md");
});

it("says of each code when it is answered, and what to do", () => {
  const rows = errorsDocument(root).split("\n");
  for (const [code, { remedy }] of Object.entries(errorCatalogue)) {
    const [row = ""] = rows.filter((line) => line.startsWith(`| \`${code}\` `));
    const [, , when = "", what = ""] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    expect(when).not.toBe("");
    expect(what.replaceAll("\\|", "|")).toBe(remedy);
  }
});
