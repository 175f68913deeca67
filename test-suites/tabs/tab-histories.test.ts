import { expect, it } from "vitest";
import { TabHistory } from "./tab-history.fixture.ts";

const histories = process.env["TEST_LONG"] === "1" ? 1_000 : 20;

it(`does in ${histories} random histories what a naive model does`, async () => {
  for (let seed = 1; seed <= histories; seed += 1) {
    const history = new TabHistory(seed);
    await history.run();
    expect(history.flaws, `of seed ${seed}`).toEqual([]);
  }
}, 1_800_000);
