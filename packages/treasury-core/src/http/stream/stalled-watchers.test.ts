import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../../features/agent/test-model.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import {
  collect,
  get,
  heldModel,
  itemsOf,
  next,
  post,
  stream,
  treasuryOf,
} from "./turn-streams.fixture.ts";

const look = '<tool_call>{"name":"check_treasury","arguments":{}}</tool_call>';

describe("a client that stops reading a turn's stream", () => {
  it.each([
    ["in the process that runs it", false],
    ["in another process", true],
  ])(
    "%s delays no other client, and receives every event once when it continues",
    async (_where, isOther) => {
      const storage = memoryStorage();
      const model = heldModel();
      const runs = treasuryOf({ storage, model });
      const watched = isOther ? treasuryOf({ storage }) : runs;
      const reading = itemsOf(await runs.handler(post("/agent", { message: "Go." }, stream)));
      const { turnId } = (await next(reading)) as { turnId: string };
      const path = `/agent/turns/${turnId}/events`;
      const stalled = itemsOf(await watched.handler(get(path, stream)));
      await next(stalled);
      for (const text of [look, look, look, "Done."]) {
        model.say(text);
        model.end();
      }
      const seen: string[] = [];
      for await (const item of reading) if ("id" in item) seen.push(item.id);
      expect(seen).toHaveLength(6);
      const caughtUp: string[] = [];
      let last = "";
      for await (const item of stalled) {
        if ("id" in item) caughtUp.push(item.id);
        last = item.kind;
      }
      expect(caughtUp).toEqual(seen);
      expect(last).toBe("result");
    },
  );
});

describe("a client that watches a finished turn", () => {
  it("receives the events after its position, and the result", async () => {
    const treasury = treasuryOf({ model: testModel(calls("check_treasury"), says("Done.")) });
    const { turnId } = await treasury.runTurn({ message: "Go." });
    const path = `/agent/turns/${turnId}/events`;
    const all = await collect(await treasury.handler(get(path, stream)));
    expect(all.map(({ kind }) => kind)).toEqual(["turn", "tool_call", "tool_result", "result"]);
    const [, call] = all;
    const after = call !== undefined && "id" in call ? call.id : "";
    const rest = await collect(await treasury.handler(get(`${path}?after=${after}`, stream)));
    expect(rest).toEqual([all[0], all[2], all[3]]);
  });
});
