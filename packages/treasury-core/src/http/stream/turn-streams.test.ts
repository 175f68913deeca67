import { describe, expect, it } from "vitest";
import { says, testModel } from "../../agent/test-model.fixture.ts";
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
  it("shows what a step did before the next one is let go", { timeout: 20_000 }, async () => {
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
    const treasury = treasuryOf({ model, onFailure: (report) => reports.push(report) });
    const { handler } = treasury;
    const headers = { ...stream, "x-request-id": "mine" };
    await collect(await handler(post("/agent", { message }, headers)));
    const left = await handler(post("/agent", { message }, { ...headers, "x-request-id": "left" }));
    await left.body?.cancel();
    await treasury.close();
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
