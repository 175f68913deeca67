import { describe, expect, it } from "vitest";
import { maximumHistoryCharacters } from "./kept-history.ts";
import { says, testModel } from "./test-model.fixture.ts";
import { house } from "./two-processes.fixture.ts";

describe("the history of a turn", () => {
  it("is kept, and read by the model, up to a bound of characters, the newest messages first", async () => {
    const { open, storage } = house();
    const model = testModel(says("Done."));
    const history = Array.from({ length: 40 }, (_, index) => ({
      role: "user" as const,
      content: `${index} `.padEnd(16_000, "x"),
    }));
    const { turnId } = await open(model).runTurn({ message: "Go.", history });
    const [begun] = (await storage.turnLog?.read({ workspaceId: "demo", turnId }, 0, 1)) ?? [];
    expect(JSON.stringify(begun).length).toBeLessThan(maximumHistoryCharacters + 1_000);
    const told = model.requests[0]?.messages.slice(1, -1).map(({ content }) => content.slice(0, 3));
    expect(told).toEqual(["36 ", "37 ", "38 ", "39 "]);
  });
});
