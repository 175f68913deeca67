import { describe, expect, it } from "vitest";
import { dollars } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { CursorWalk } from "./cursor-walk.ts";
import { testConsumer, testProcess } from "./delivery-world.fixture.ts";

describe("a walk over all workspaces", () => {
  it("finds the events of other consumers if the targets of one cannot be read", async () => {
    const { treasury } = testProcess(testConsumer(), { isKilled: true });
    await treasury.credit(dollars(200));
    const consumers = new Map(["broken", "working"].map((id) => [id, testConsumer({ id })]));
    const delivered: string[] = [];
    const walk = new CursorWalk(treasury.engine, {
      consumers,
      targetsOf: async ({ id }) => {
        if (id === "broken") throw new Error("No targets.");
        return [{ id: "", kinds: null, since: 0 }];
      },
      deliver: (id) => void delivered.push(id),
    });
    await expect(walk.next()).rejects.toThrow("No targets.");
    expect(delivered).toEqual(["working"]);
  });
});
