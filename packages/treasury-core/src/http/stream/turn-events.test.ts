import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../../features/agent/test-model.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { collect, get, post, stream, treasuryOf } from "./turn-streams.fixture.ts";

async function threeCalls() {
  const call = calls("check_treasury");
  const treasury = treasuryOf({ model: testModel(call, call, call, says("Done.")) });
  const { turnId, events } = await treasury.runTurn({ message: "Go." });
  const path = `/agent/turns/${turnId}/events`;
  return { ...treasury, turnId, events, path };
}

describe("the events of a turn", () => {
  it("are returned as JSON, from any event on", async () => {
    const { handler, turnId, events, path } = await threeCalls();
    const whole = (await (await handler(get(path))).json()) as { events: { id: string }[] };
    expect(whole).toMatchObject({ turnId, status: "done" });
    expect(whole.events.map(({ id: _id, ...event }) => event)).toEqual(events);
    for (const [index, { id }] of whole.events.entries()) {
      const rest = await (await handler(get(`${path}?after=${id}`))).json();
      expect(rest).toMatchObject({ events: whole.events.slice(index + 1) });
    }
  });

  it("are streamed from any event on, even if header and query differ", async () => {
    const { handler, path } = await threeCalls();
    const [, ...whole] = await collect(await handler(get(path, stream)));
    expect(whole.length).toBe(7);
    for (const [index, item] of whole.entries()) {
      if (!("id" in item)) continue;
      const wanted = whole.slice(index + 1);
      const byQuery = await collect(await handler(get(`${path}?after=${item.id}`, stream)));
      expect(byQuery.slice(1)).toEqual(wanted);
      // A browser that reconnects sends the URL of its first request.
      const headers = { ...stream, "last-event-id": item.id };
      const byHeader = await collect(await handler(get(`${path}?after=1`, headers)));
      expect(byHeader.slice(1)).toEqual(wanted);
    }
  });

  it.each(["x", "-1", "1.5", "1 ", "9999999999999999"])(
    "are not read after the invalid id %j",
    async (id) => {
      const { handler, path } = await threeCalls();
      const after = encodeURIComponent(id);
      for (const request of [
        get(`${path}?after=${after}`),
        get(`${path}?after=${after}`, stream),
        get(path, { ...stream, "last-event-id": id.replace(" ", "_") }),
      ]) {
        const response = await handler(request);
        expect(response.status).toBe(400);
        expect(await response.json()).toMatchObject({ code: "invalid_request" });
      }
    },
  );

  it("do not exist for an unknown turn or in another workspace", async () => {
    const { handler, path } = await threeCalls();
    for (const missing of ["/agent/turns/turn_0/events", `${path}?workspaceId=other`]) {
      for (const headers of [{}, stream]) {
        const response = await handler(get(missing, headers));
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ code: "turn_not_found" });
      }
    }
    const resumed = await handler(post("/agent/resume", { turnId: "turn_0" }, stream));
    expect(resumed.status).toBe(404);
  });

  it("require permission, without which nothing is read or resumed", async () => {
    const { handler } = treasuryOf({
      model: testModel(says("Done.")),
      storage: {
        ...memoryStorage(),
        load: () => Promise.reject(new Error("The storage was read.")),
        view: () => Promise.reject(new Error("The storage was read.")),
      },
      authenticate: () => ({ name: "Ada" }),
      authorize: ({ turnId }) => turnId !== "turn_1",
    });
    for (const request of [
      get("/agent/turns/turn_1/events"),
      get("/agent/turns/turn_1/events", stream),
      post("/agent/resume", { turnId: "turn_1" }),
      post("/agent/resume", { turnId: "turn_1" }, stream),
    ]) {
      const response = await handler(request);
      expect(response.status).toBe(403);
    }
  });
});
