import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../memory.ts";
import type { FailureReport } from "../failure-log.ts";
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

const asksForStream = (): Request => post("/agent", { message: "Go." }, stream);

describe("a closing treasury", () => {
  it("ends its streams, so that clients reconnect, and finishes the turn", async () => {
    const model = heldModel();
    const treasury = treasuryOf({ model });
    const items = itemsOf(await treasury.handler(asksForStream()));
    expect(await next(items)).toMatchObject({ kind: "turn" });
    model.say("Hello");
    expect(await next(items)).toMatchObject({ kind: "text" });
    const closed = treasury.close();
    // A missing result shows the client that the stream was cut off.
    expect((await items.next()).done).toBe(true);
    const refused = await treasury.handler(asksForStream());
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "shutting_down" });
    model.end();
    await closed;
  });

  it("returns the turn id to a caller that connected just before", async () => {
    for (let ticks = 0; ticks < 40; ticks += 1) {
      const model = heldModel();
      const treasury = treasuryOf({ model });
      const asked = treasury.handler(asksForStream());
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      const closed = treasury.close();
      const response = await asked;
      model.say("Hello");
      model.end();
      expect(response.status).toBe(200);
      expect((await collect(response)).map(({ kind }) => kind)).toEqual(["turn"]);
      await closed;
    }
  });
});

describe("a stream whose turn can no longer be read", () => {
  it("is cut off, and the cause is reported", async () => {
    const reports: FailureReport[] = [];
    const storage = memoryStorage();
    const model = heldModel();
    const runs = treasuryOf({ storage, model });
    const items = itemsOf(await runs.handler(asksForStream()));
    const { turnId } = (await next(items)) as { turnId: string };
    let isDown = false;
    const failing = {
      ...storage,
      turnLog: {
        ...storage.turnLog,
        read: async (...asked: Parameters<NonNullable<typeof storage.turnLog>["read"]>) => {
          if (isDown) throw new Error("The database is gone.");
          return storage.turnLog.read(...asked);
        },
      },
    };
    const watches = treasuryOf({ storage: failing, onFailure: (report) => reports.push(report) });
    const events = get(`/agent/turns/${turnId}/events`, stream);
    const watched = itemsOf(await watches.handler(events));
    expect(await next(watched)).toMatchObject({ kind: "turn" });
    isDown = true;
    expect((await watched.next()).done).toBe(true);
    expect(reports).toMatchObject([{ action: "readTurnEvents" }]);
    model.say("Hello");
    model.end();
    await runs.close();
  });
});
