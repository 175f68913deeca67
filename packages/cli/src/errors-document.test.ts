import { errorCatalogue } from "@agent-treasury/contract";
import { expect, it } from "vitest";
import { errorsDocument, remedyOf } from "./errors-document.fixture.ts";

it("matches docs/errors.md; `vitest run -u` on this file writes it", async () => {
  await expect(errorsDocument()).toMatchFileSnapshot("../../../docs/errors.md");
});

it("lists each code with its cause and its remedy", () => {
  const rows = errorsDocument().split("\n");
  for (const [code, error] of Object.entries(errorCatalogue)) {
    expect(rows).toContain(`| \`${code}\` | ${error.when} | ${remedyOf(error)} |`);
  }
});
