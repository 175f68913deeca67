import type { TurnStreamItem } from "@agent-treasury/contract/wire";
import { describe, expect, it } from "vitest";
import { clientOf, collect } from "./stream-client.fixture.ts";
import { recordedTurn, streamOf, written } from "./stream-script.fixture.ts";

const message = "Buy a domain.";

/** A response with part of the turn that then stalls. */
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

describe("leaving a stream", () => {
  it("by leaving the loop closes the connection", async () => {
    const { answer, cancelled } = openStream();
    const { client, requests } = clientOf(answer);
    for await (const item of client.agent.stream({ message })) if (item.kind === "thought") break;
    expect(cancelled()).toBe(true);
    expect(requests.length).toBe(1);
  });

  it("by aborting the signal rejects with its reason", async () => {
    const abort = new AbortController();
    const { client, requests } = clientOf((request) => {
      const { answer } = openStream();
      const response = answer();
      // A platform's fetch handles an unfinished body like this.
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

  it("by aborting the signal during a reconnect rejects", async () => {
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
