import { describe, expect, it } from "vitest";
import { calls, says, testModel } from "../../agent/test-model.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import type { FailureReport } from "../failure-log.ts";
import {
  base,
  collect,
  get,
  heldModel,
  itemsOf,
  next,
  post,
  stream,
  treasuryOf,
} from "./turn-streams.fixture.ts";

const message = "Go.";

function askedUnderKey(): Request {
  return post("/agent", { message }, { ...stream, "idempotency-key": "k" });
}

describe("a turn that is asked for as a stream", () => {
  it("tells what happens while it happens", async () => {
    const model = heldModel();
    const { handler } = treasuryOf({ model });
    const response = await handler(post("/agent", { message }, stream));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const items = itemsOf(response);
    expect(await next(items)).toMatchObject({ kind: "turn" });
    model.say("The first, ");
    expect(await next(items)).toEqual({ kind: "text", offset: 0, text: "The first, " });
    model.say("the second.");
    expect(await next(items)).toEqual({ kind: "text", offset: 11, text: "the second." });
    model.end();
    expect(await next(items)).toMatchObject({
      kind: "result",
      result: { assistant: "The first, the second.", awaitingApproval: false },
    });
    expect((await items.next()).done).toBe(true);
  });

  it("is refused as any turn is, with a status", async () => {
    const { handler } = treasuryOf({});
    const response = await handler(post("/agent", { message }, stream));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "model_not_connected" });
    const empty = await handler(post("/agent", {}, stream));
    expect(empty.status).toBe(400);
  });

  it("runs on when nobody listens any more", async () => {
    const model = heldModel();
    const { handler } = treasuryOf({ model });
    const items = itemsOf(await handler(post("/agent", { message }, stream)));
    const { turnId } = (await next(items)) as { turnId: string };
    await items.return(undefined);
    model.say("Done.");
    model.end();
    const events = get(`/agent/turns/${turnId}/events`, stream);
    const followed = await collect(await handler(events));
    expect(followed.at(-1)).toMatchObject({
      kind: "result",
      result: { turnId, assistant: "Done." },
    });
  });

  it("is joined by whoever sends it again under its key", async () => {
    const model = heldModel();
    const { handler } = treasuryOf({ model });
    const first = itemsOf(await handler(askedUnderKey()));
    const begun = await next(first);
    model.say("Hello, ");
    await next(first);
    const second = itemsOf(await handler(askedUnderKey()));
    expect(await next(second)).toEqual(begun);
    expect(await next(second)).toEqual({ kind: "text", offset: 0, text: "Hello, " });
    model.say("all.");
    model.end();
    for (const items of [first, second]) {
      expect(await next(items)).toEqual({ kind: "text", offset: 7, text: "all." });
      expect(await next(items)).toMatchObject({ kind: "result" });
    }
  });

  // A bound for a stream that holds back what it has: its reader would wait for good.
  it("shows what a step did before the next one is let go", { timeout: 10_000 }, async () => {
    const model = heldModel();
    const { handler } = treasuryOf({ model });
    const items = itemsOf(await handler(post("/agent", { message }, stream)));
    await next(items);
    for (let step = 0; step < 3; step += 1) {
      model.say('<tool_call>{"name":"check_treasury","arguments":{}}</tool_call>');
      model.end();
      expect(await next(items)).toMatchObject({ kind: "tool_call" });
      expect(await next(items)).toMatchObject({ kind: "tool_result" });
    }
    model.say("Done.");
    model.end();
    expect(await next(items)).toMatchObject({ kind: "text" });
    expect(await next(items)).toMatchObject({ kind: "result" });
  });

  it("is told to the deployment when it fails, once, by the request that asked", async () => {
    const model = testModel([{ kind: "text", text: "Hm" }]);
    const reports: FailureReport[] = [];
    const { handler } = treasuryOf({ model, onFailure: (report) => reports.push(report) });
    const headers = { ...stream, "x-request-id": "mine" };
    await collect(await handler(post("/agent", { message }, headers)));
    const left = await handler(post("/agent", { message }, { ...headers, "x-request-id": "left" }));
    await left.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 40));
    const error: unknown = expect.objectContaining({ code: "model_failed" });
    expect(reports).toEqual([
      { requestId: "mine", action: "runTurn", error },
      { requestId: "left", action: "runTurn", error },
    ]);
  });

  it("says what it failed with, by the request that asked", async () => {
    const model = testModel([{ kind: "text", text: "Hm" }]);
    const { handler } = treasuryOf({ model });
    const headers = { ...stream, "x-request-id": "mine" };
    const items = await collect(await handler(post("/agent", { message }, headers)));
    expect(items.at(-1)).toMatchObject({
      kind: "failure",
      failure: { code: "model_failed", requestId: "mine" },
    });
  });

  it("lets pages of allowed origins read it, and refuses the others", async () => {
    const model = testModel(says("Done."));
    const { handler } = treasuryOf({ model, allowedOrigins: ["https://app.example"] });
    const origin = "https://app.example";
    const allowed = await handler(post("/agent", { message }, { ...stream, origin }));
    expect(allowed.headers.get("access-control-allow-origin")).toBe(origin);
    await collect(allowed);
    const foreign = { ...stream, origin: "https://evil.example" };
    const refused = await handler(post("/agent", { message }, foreign));
    expect(refused.status).toBe(403);
    expect(model.requests.length).toBe(1);
    const preflight = new Request(`${base}/agent`, { method: "OPTIONS", headers: { origin } });
    const headers = (await handler(preflight)).headers.get("access-control-allow-headers");
    expect(headers).toContain("last-event-id");
  });
});

async function threeCalls() {
  const call = calls("check_treasury");
  const treasury = treasuryOf({ model: testModel(call, call, call, says("Done.")) });
  const { turnId, events } = await treasury.runTurn({ message });
  const path = `/agent/turns/${turnId}/events`;
  return { ...treasury, turnId, events, path };
}

describe("what happened in a turn", () => {
  it("is read as JSON, from any event on", async () => {
    const { handler, turnId, events, path } = await threeCalls();
    const whole = (await (await handler(get(path))).json()) as { events: { id: string }[] };
    expect(whole).toMatchObject({ turnId, status: "done" });
    expect(whole.events.map(({ id: _id, ...event }) => event)).toEqual(events);
    for (const [index, { id }] of whole.events.entries()) {
      const rest = await (await handler(get(`${path}?after=${id}`))).json();
      expect(rest).toMatchObject({ events: whole.events.slice(index + 1) });
    }
  });

  it("is followed from any event on, also where header and query name different ones", async () => {
    const { handler, path } = await threeCalls();
    const [, ...whole] = await collect(await handler(get(path, stream)));
    expect(whole.length).toBe(7);
    for (const [index, item] of whole.entries()) {
      if (!("id" in item)) continue;
      const wanted = whole.slice(index + 1);
      const byQuery = await collect(await handler(get(`${path}?after=${item.id}`, stream)));
      expect(byQuery.slice(1)).toEqual(wanted);
      // A browser that reconnects sends the address of its first request.
      const headers = { ...stream, "last-event-id": item.id };
      const byHeader = await collect(await handler(get(`${path}?after=1`, headers)));
      expect(byHeader.slice(1)).toEqual(wanted);
    }
  });

  it.each(["x", "-1", "1.5", "1 ", "9999999999999999"])("is not read after %j", async (id) => {
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
  });

  it("is nothing where there is no such turn, nor in another workspace", async () => {
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

  it("is for whoever may know, and nothing is read or resumed for others", async () => {
    const { handler } = treasuryOf({
      model: testModel(says("Done.")),
      storage: {
        ...memoryStorage(),
        load: () => Promise.reject(new Error("Somebody looked.")),
        view: () => Promise.reject(new Error("Somebody looked.")),
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

describe("a treasury that closes", () => {
  it("ends its streams, so that callers come back, and finishes the turn", async () => {
    const model = heldModel();
    const treasury = treasuryOf({ model });
    const items = itemsOf(await treasury.handler(post("/agent", { message }, stream)));
    expect(await next(items)).toMatchObject({ kind: "turn" });
    model.say("Hello");
    expect(await next(items)).toMatchObject({ kind: "text" });
    const closed = treasury.close();
    // Without a result: that is how a caller knows that there is more.
    expect((await items.next()).done).toBe(true);
    const refused = await treasury.handler(post("/agent", { message }, stream));
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "shutting_down" });
    model.end();
    await closed;
  });

  it("says which turn it is also to whoever came just before", async () => {
    const model = heldModel();
    const treasury = treasuryOf({ model });
    const asked = treasury.handler(post("/agent", { message }, stream));
    const closed = treasury.close();
    const response = await asked;
    model.end();
    if (response.status === 200) {
      const [first, ...rest] = await collect(response);
      expect(first).toMatchObject({ kind: "turn" });
      expect(rest).toEqual([]);
    } else {
      expect(await response.json()).toMatchObject({ code: "shutting_down" });
    }
    await closed;
  });
});

describe("a stream whose turn cannot be read any more", () => {
  it("is cut, and the deployment is told why", async () => {
    const reports: FailureReport[] = [];
    const storage = memoryStorage();
    const model = heldModel();
    const runs = treasuryOf({ storage, model });
    const items = itemsOf(await runs.handler(post("/agent", { message }, stream)));
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
    model.end();
    await runs.close();
  });
});
