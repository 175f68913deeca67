import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTypes } from "../../specification/make-types.ts";

it("the types match the published specification", async () => {
  const committed = await readFile(new URL("schema.ts", import.meta.url), "utf8");
  expect(await makeTypes()).toBe(committed);
});
