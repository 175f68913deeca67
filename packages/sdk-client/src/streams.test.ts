import type { TurnStreamItem } from "@agent-treasury/contract/wire";
import { describe, expect, it } from "vitest";
import { answers } from "./answers.fixture.ts";
import { createTreasuryClient } from "./create-treasury-client.ts";
import { isTreasuryApiError, isTreasuryConnectionError } from "./errors.ts";
import type { TreasuryClientOptions } from "./options.ts";
import { joined, recordedTurn, resumed, streamOf, written } from "./stream-script.fixture.ts";

const message = "Buy a domain.";
const whole = written(recordedTurn);

/** A client of a service that answers each request as `answer` says. */
function clientOf(
  answer: (request: Request, index: number) => Response | Promise<Response>,
  options: Partial<TreasuryClientOptions> = {},
) {
  const requests: Request[] = [];
  const client = createTreasuryClient({
    baseUrl: "http://treasury.test",
    workspaceId: "acme",
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return answer(request, requests.length - 1);
    },
  });
  return { client, requests };
}

async function collect(stream: AsyncIterable<TurnStreamItem>): Promise<TurnStreamItem[]> {
  const items: TurnStreamItem[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** How many items there are whole before a byte of the recorded stream. */
function whatCame(position: number): number {
  const text = new TextDecoder().decode(whole.slice(0, position));
  return text
    .split("\n")
    .filter((line, index, lines) => line.startsWith("data:") && index < lines.length - 1).length;
}

const complete = () => streamOf(whole, "closed");

function refusal(status: number, code: string): Response {
  return Response.json({ error: "No.", code, requestId: "req_1" }, { status });
}

describe("a stream of a turn", () => {
  it("is asked for as a stream, under a key, and gives every item in its order", async () => {
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

  it("sends nothing before the first item is asked for", async () => {
    const { client, requests } = clientOf(complete);
    const stream = client.agent.stream({ message });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests.length).toBe(0);
    await stream.next();
    expect(requests.length).toBe(1);
  });

  it("may be of a turn that goes on, from an event on", async () => {
    const { client, requests } = clientOf(complete);
    await collect(client.agent.streamResume({ turnId: "turn_1", after: "6" }));
    const [request] = requests;
    expect(request?.url).toBe("http://treasury.test/api/service/agent/resume");
    expect(request?.headers.get("last-event-id")).toBe("6");
    expect(await request?.json()).toEqual({ turnId: "turn_1", workspaceId: "acme" });
  });

  it("may be of a turn that somebody else began", async () => {
    const { client, requests } = clientOf(complete);
    await collect(client.agent.watch({ turnId: "turn_1", after: "4", workspaceId: "other" }));
    const [request] = requests;
    expect([request?.method, request?.headers.get("last-event-id")]).toEqual(["GET", "4"]);
    expect(request?.url).toBe(
      "http://treasury.test/api/service/agent/turns/turn_1/events?workspaceId=other",
    );
  });

  it.each([1, 2, 3, 7, 16, 1_000])("is read in pieces of %i bytes", async (size) => {
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

  it("is read as well where a proxy ended its lines in another way", async () => {
    const text = new TextDecoder().decode(whole).replaceAll("\n", "\r\n");
    const { client } = clientOf(() => streamOf(new TextEncoder().encode(text), "closed"));
    expect(await collect(client.agent.stream({ message }))).toEqual(recordedTurn);
  });
});

describe("a stream that is cut", () => {
  it("at any byte, closed or broken there, joins on to the same turn", async () => {
    const expected = joined(recordedTurn);
    const cuts = Array.from({ length: whole.length }, (_, position) => position);
    await Promise.all(
      cuts.map(async (position) => {
        const keys = new Set<string | null>();
        const { client } = clientOf((request, index) => {
          if (request.method === "POST") keys.add(request.headers.get("idempotency-key"));
          const end = position % 2 === 0 ? "closed" : "broken";
          if (index === 0) return streamOf(whole.slice(0, position), end);
          // It goes on while nobody listens: some of what comes back is of the past.
          const happened = Math.min(recordedTurn.length - 1, whatCame(position) + (position % 3));
          const after = request.headers.get("last-event-id");
          return streamOf(written(resumed(after, happened)), "closed");
        });
        const items = await collect(client.agent.stream({ message }));
        expect([position, joined(items)]).toEqual([position, expected]);
        expect(keys.size).toBe(1);
      }),
    );
  });

  it("before it said which turn it is of is asked for again by the same key", async () => {
    const { client, requests } = clientOf((_request, index) =>
      index === 0 ? streamOf(new Uint8Array(), "broken") : complete(),
    );
    expect(await collect(client.agent.stream({ message }))).toEqual(recordedTurn);
    const [first, second] = requests;
    expect([first?.method, second?.method]).toEqual(["POST", "POST"]);
    const key = first?.headers.get("idempotency-key");
    expect(second?.headers.get("idempotency-key")).toBe(key);
    expect(await second?.json()).toEqual({ message, workspaceId: "acme" });
  });

  it("many times is taken up as often as each time brings something", async () => {
    const { client, requests } = clientOf(
      (request) => {
        const after = request.headers.get("last-event-id");
        const known = recordedTurn.findIndex((item) => "id" in item && item.id === after);
        const next = recordedTurn.findIndex((item, index) => index > known && "id" in item);
        const until = next < 0 ? recordedTurn.length : next + 1;
        return streamOf(
          written([
            recordedTurn[0]!,
            ...recordedTurn.slice(known + 1, until).filter((item) => item.kind !== "turn"),
          ]),
          "closed",
        );
      },
      { maximumReconnects: 1 },
    );
    const items = await collect(client.agent.stream({ message }));
    expect(joined(items)).toEqual(joined(recordedTurn));
    expect(requests.length).toBe(4);
  });

  it("and brings nothing new is given up after so many times in a row", async () => {
    const { client, requests } = clientOf(
      () => streamOf(written(recordedTurn.slice(0, 1)), "broken"),
      { maximumReconnects: 2 },
    );
    const stream = client.agent.stream({ message });
    expect(await stream.next()).toMatchObject({ value: { kind: "turn" } });
    const error = await stream.next().catch((failure: unknown) => failure);
    expect(isTreasuryConnectionError(error)).toBe(true);
    expect(requests.length).toBe(3);
  });

  it("waits for a service that starts again, and is refused by one that knows no such turn", async () => {
    const script = [
      () => streamOf(written(recordedTurn.slice(0, 4)), "closed"),
      () => refusal(503, "shutting_down"),
      () => Promise.reject(new TypeError("fetch failed")),
      () => refusal(404, "turn_not_found"),
    ];
    const { client, requests } = clientOf((_request, index) => script[index]!());
    const items: TurnStreamItem[] = [];
    const following = (async () => {
      for await (const item of client.agent.stream({ message })) items.push(item);
    })();
    const error = await following.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ code: "turn_not_found", status: 404 });
    expect(items).toEqual(recordedTurn.slice(0, 4));
    expect(requests.map(({ method }) => method)).toEqual(["POST", "GET", "GET", "GET"]);
  });
});

describe("a stream that does not begin", () => {
  it.each([
    [409, "turn_in_progress"],
    [500, "model_not_connected"],
    [403, "forbidden"],
  ])("because the service refuses (%i %s) fails as any call does", async (status, code) => {
    const { client, requests } = clientOf(() => refusal(status, code));
    const error = await client.agent
      .stream({ message })
      .next()
      .catch((failure: unknown) => failure);
    expect(isTreasuryApiError(error)).toBe(true);
    expect(error).toMatchObject({ status, code, message: "No." });
    expect(requests.length).toBe(1);
  });

  it("because something else answers says so", async () => {
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

  it("because nothing is there says so, after it tried as often as it may", async () => {
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

function openStream() {
  let cancelled = false;
  const answer = () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(written(recordedTurn.slice(0, 4))),
      cancel: () => {
        cancelled = true;
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  };
  return { answer, cancelled: () => cancelled };
}

describe("whoever has heard enough", () => {
  it("leaves the loop, and the connection is closed", async () => {
    const { answer, cancelled } = openStream();
    const { client, requests } = clientOf(answer);
    for await (const item of client.agent.stream({ message })) if (item.kind === "thought") break;
    expect(cancelled()).toBe(true);
    expect(requests.length).toBe(1);
  });

  it("aborts the signal, in the middle of the stream, and hears its reason", async () => {
    const abort = new AbortController();
    const { client, requests } = clientOf((request) => {
      const { answer } = openStream();
      const response = answer();
      // What a platform's fetch does to a body that is under way.
      const reader = response.body!.getReader();
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          request.signal.addEventListener("abort", () => controller.error(request.signal.reason));
        },
        pull: async (controller) => {
          const { value } = await reader.read();
          if (value !== undefined) controller.enqueue(value);
        },
      });
      return new Response(body, { headers: response.headers });
    });
    const items: TurnStreamItem[] = [];
    const reason = new Error("Enough.");
    const following = (async () => {
      for await (const item of client.agent.stream({ message }, { signal: abort.signal })) {
        items.push(item);
        if (item.kind === "thought") setTimeout(() => abort.abort(reason), 1);
      }
    })();
    await expect(following).rejects.toBe(reason);
    expect(items.length).toBe(4);
    expect(requests.length).toBe(1);
  });

  it("aborts the signal while the stream is to be taken up again", async () => {
    const abort = new AbortController();
    const reason = new Error("Enough.");
    const { client, requests } = clientOf(() => {
      setTimeout(() => abort.abort(reason), 1);
      return streamOf(written(recordedTurn.slice(0, 4)), "closed");
    });
    await expect(collect(client.agent.stream({ message }, { signal: abort.signal }))).rejects.toBe(
      reason,
    );
    expect(requests.length).toBe(1);
  });
});
