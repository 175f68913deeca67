import { expect, it } from "vitest";
import { lookalikeFile, lookalikeTable } from "./lookalike-table.ts";

it("the table of look-alikes is generated from the data of Unicode", async () => {
  const file = lookalikeFile(lookalikeTable());
  await expect(file).toMatchFileSnapshot("../../packages/provider/src/names/lookalikes.ts");
});
