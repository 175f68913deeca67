import type { TurnStreamItem } from "@agent-treasury/contract/wire";
import { describe, expect, it } from "vitest";
import { isTreasuryConnectionError } from "./errors.ts";
import { clientOf, collect, refusal } from "./stream-client.fixture.ts";
import { joined, recordedTurn, resumed, streamOf, written } from "./stream-script.fixture.ts";

const message = "Buy a domain.";
const whole = written(recordedTurn);

function textItem(offset: number, text: string): TurnStreamItem {
  return { kind: "text", offset, text };
}

/** The number of complete items before a byte position of the recorded stream. */
function completeItems(position: number): number {
  const text = new TextDecoder().decode(whole.slice(0, position));
  return text
    .split("\n")
    .filter((line, index, lines) => line.startsWith("data:") && index < lines.length - 1).length;
}

/** No multiple of 2 or 3, on which the stream's end and its past events depend. Every byte with `TEST_LONG`. */
const stride = process.env["TEST_LONG"] === undefined ? 7 : 1;

describe("a disconnected stream", () => {
  it("reconnects to the same turn, cut at any byte, closed or broken", async () => {
    const expected = joined(recordedTurn);
    const count = Math.ceil(whole.length / stride);
    const cuts = Array.from({ length: count }, (_, index) => index * stride);
    const reconnects = async (position: number): Promise<void> => {
      const keys = new Set<string | null>();
      const { client } = clientOf((request, index) => {
        if (request.method === "POST") keys.add(request.headers.get("idempotency-key"));
        const end = position % 2 === 0 ? "closed" : "broken";
        if (index === 0) return streamOf(whole.slice(0, position), end);
        // The turn continues while disconnected, so the response may contain past events.
        const happened = Math.min(
          recordedTurn.length - 1,
          completeItems(position) + (position % 3),
        );
        const after = request.headers.get("last-event-id");
        return streamOf(written(resumed(after, happened)), "closed");
      });
      const items = await collect(client.agent.stream({ message }));
      expect([position, joined(items)]).toEqual([position, expected]);
      expect(keys.size).toBe(1);
    };
    // All at once would exceed the timeout of silence on a slow machine.
    for (let from = 0; from < cuts.length; from += 100) {
      await Promise.all(cuts.slice(from, from + 100).map(reconnects));
    }
  });

  it("sends the same key again if it disconnects before the turn id arrives", async () => {
    const { client, requests } = clientOf((_request, index) =>
      index === 0 ? streamOf(new Uint8Array(), "broken") : streamOf(whole, "closed"),
    );
    expect(await collect(client.agent.stream({ message }))).toEqual(recordedTurn);
    const [first, second] = requests;
    expect([first?.method, second?.method]).toEqual(["POST", "POST"]);
    const key = first?.headers.get("idempotency-key");
    expect(second?.headers.get("idempotency-key")).toBe(key);
    expect(await second?.json()).toEqual({ message, workspaceId: "acme" });
  });

  it("reconnects again and again as long as new items arrive", async () => {
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

  it("fails after the maximum of consecutive reconnects without new items", async () => {
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

  it("fails like one without new items if it only repeats text", async () => {
    const pieces = [recordedTurn[0]!, textItem(0, "Buying "), textItem(7, "it.")];
    const { client, requests } = clientOf(
      (_request, index) => streamOf(index < 10 ? written(pieces) : whole, "closed"),
      { maximumReconnects: 2 },
    );
    const error = await collect(client.agent.stream({ message })).catch((failure) => failure);
    expect(isTreasuryConnectionError(error)).toBe(true);
    expect(requests.length).toBe(3);
  });

  it("retries while the service restarts, and fails if the turn is unknown", async () => {
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
