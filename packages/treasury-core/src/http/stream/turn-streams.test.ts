import { describe, expect, it } from "vitest";
import { says, testModel } from "../../features/agent/test-model.fixture.ts";
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

describe("a turn requested as a stream", () => {
  it("returns events while they happen", async () => {
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

  it("is rejected like any turn, with a status", async () => {
    const { handler } = treasuryOf({});
    const response = await handler(post("/agent", { message }, stream));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: "model_not_connected" });
    const empty = await handler(post("/agent", {}, stream));
    expect(empty.status).toBe(400);
  });

  it("continues when no client is connected", async () => {
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

  it("is shared with a repeated request under its key", async () => {
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

  // Fails the test if the stream buffers its items.
  it("shows the events of a step before the next step starts", async () => {
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

  it("reports its failure once, with the id of its request", async () => {
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

  it("returns its failure with the id of its request", async () => {
    const model = testModel([{ kind: "text", text: "Hm" }]);
    const { handler } = treasuryOf({ model });
    const headers = { ...stream, "x-request-id": "mine" };
    const items = await collect(await handler(post("/agent", { message }, headers)));
    expect(items.at(-1)).toMatchObject({
      kind: "failure",
      failure: { code: "model_failed", requestId: "mine" },
    });
  });

  it("is readable for pages of allowed origins only", async () => {
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
