import { describe, expect, it } from "vitest";
import { answers } from "./answers.fixture.ts";
import { isTreasuryApiError, isTreasuryConnectionError } from "./errors.ts";
import { clientOf, collect, refusal } from "./stream-client.fixture.ts";
import { recordedTurn, streamOf, written } from "./stream-script.fixture.ts";

const message = "Buy a domain.";
const whole = written(recordedTurn);
const complete = () => streamOf(whole, "closed");

describe("a stream of a turn", () => {
  it("is requested as a stream with a key, and yields every item in order", async () => {
    const { client, requests } = clientOf(complete, { headers: { Accept: "text/plain" } });
    expect(await collect(client.agent.stream({ message }))).toEqual(recordedTurn);
    const [request] = requests;
    expect(request?.method).toBe("POST");
    expect(request?.url).toBe("http://treasury.test/api/service/agent");
    expect(request?.headers.get("accept")).toBe("text/event-stream");
    expect(request?.headers.get("idempotency-key")).toMatch(/^\d+-\d+-\d+-\d+$/);
    expect(request?.headers.get("last-event-id")).toBe(null);
    expect(await request?.json()).toEqual({ message, workspaceId: "acme" });
    expect(requests.length).toBe(1);
  });

  it("sends the request when the first item is requested", async () => {
    const { client, requests } = clientOf(complete);
    const stream = client.agent.stream({ message });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests.length).toBe(0);
    await stream.next();
    expect(requests.length).toBe(1);
  });

  it("can resume a turn from an event", async () => {
    const { client, requests } = clientOf(complete);
    await collect(client.agent.streamResume({ turnId: "turn_1", after: "6" }));
    const [request] = requests;
    expect(request?.url).toBe("http://treasury.test/api/service/agent/resume");
    expect(request?.headers.get("last-event-id")).toBe("6");
    expect(await request?.json()).toEqual({ turnId: "turn_1", workspaceId: "acme" });
  });

  it("can follow a turn started by another client", async () => {
    const { client, requests } = clientOf(complete);
    await collect(client.agent.watch({ turnId: "turn_1", after: "4", workspaceId: "other" }));
    const [request] = requests;
    expect([request?.method, request?.headers.get("last-event-id")]).toEqual(["GET", "4"]);
    expect(request?.url).toBe(
      "http://treasury.test/api/service/agent/turns/turn_1/events?workspaceId=other",
    );
  });

  it.each([1, 2, 3, 7, 16, 1_000])("can be read in chunks of %i bytes", async (size) => {
    const pieces: Uint8Array[] = [];
    for (let start = 0; start < whole.length; start += size) {
      pieces.push(whole.slice(start, start + size));
    }
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
    });
    const headers = { "content-type": "text/event-stream" };
    const { client } = clientOf(() => new Response(body, { headers }));
    expect(await collect(client.agent.stream({ message }))).toEqual(recordedTurn);
  });

  it("can be read with other line endings", async () => {
    const text = new TextDecoder().decode(whole).replaceAll("\n", "\r\n");
    const { client } = clientOf(() => streamOf(new TextEncoder().encode(text), "closed"));
    expect(await collect(client.agent.stream({ message }))).toEqual(recordedTurn);
  });
});

describe("a stream that fails to begin", () => {
  it.each([
    [409, "turn_in_progress"],
    [500, "model_not_connected"],
    [403, "forbidden"],
  ])("rejects like any call for %i %s", async (status, code) => {
    const { client, requests } = clientOf(() => refusal(status, code));
    const error = await client.agent
      .stream({ message })
      .next()
      .catch((failure: unknown) => failure);
    expect(isTreasuryApiError(error)).toBe(true);
    expect(error).toMatchObject({ status, code, message: "No." });
    expect(requests.length).toBe(1);
  });

  it("rejects an unexpected response", async () => {
    for (const answer of [
      () => new Response("<p>Sign in.</p>", { headers: { "content-type": "text/html" } }),
      () => Response.json(answers.runTurn),
    ]) {
      const { client } = clientOf(answer);
      await expect(client.agent.stream({ message }).next()).rejects.toMatchObject({
        status: 200,
        code: "unexpected_answer",
      });
    }
  });

  it("rejects after the maximum of retries without a connection", async () => {
    const { client, requests } = clientOf(() => Promise.reject(new TypeError("fetch failed")), {
      maximumRetries: 1,
    });
    const error = await client.agent
      .stream({ message })
      .next()
      .catch((failure: unknown) => failure);
    expect(isTreasuryConnectionError(error)).toBe(true);
    expect(requests.length).toBe(2);
  });
});
