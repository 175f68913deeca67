import type { TurnStreamItem } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../features/agent/manual-clock.fixture.ts";
import { encodeItem, heartbeatMs, ItemStream } from "./item-stream.ts";

const text = (offset: number, piece = "a"): TurnStreamItem => ({
  kind: "text",
  offset,
  text: piece,
});

/** A source that the test controls. */
function source() {
  const waiting: ((result: IteratorResult<TurnStreamItem>) => void)[] = [];
  const fed: TurnStreamItem[] = [];
  let asked = 0;
  let returned = 0;
  const items: AsyncIterator<TurnStreamItem> = {
    next: () => {
      asked += 1;
      const item = fed.shift();
      if (item !== undefined) return Promise.resolve({ done: false, value: item });
      return new Promise((resolve) => waiting.push(resolve));
    },
    return: () => {
      returned += 1;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    items,
    feed: (item: TurnStreamItem) => {
      const next = waiting.shift();
      if (next === undefined) fed.push(item);
      else next({ done: false, value: item });
    },
    /** Ends like a source that was asked to leave. */
    end: () => waiting.shift()?.({ done: true, value: undefined }),
    asked: () => asked,
    returned: () => returned,
  };
}

function open(first: TurnStreamItem | null = null) {
  const clock = manualClock();
  const fed = source();
  const failures: unknown[] = [];
  let left = 0;
  const stream = new ItemStream({
    items: fed.items,
    first,
    requestId: "req_1",
    clock,
    leave: () => {
      left += 1;
      fed.end();
    },
    report: (error) => failures.push(error),
  });
  return { clock, ...fed, stream, failures, left: () => left };
}

const decoder = new TextDecoder();
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe("a stream of items", () => {
  it("begins with an item that was already read", async () => {
    const { stream } = open({ kind: "turn", turnId: "turn_1" });
    const { value } = await stream.body.getReader().read();
    expect(decoder.decode(value)).toBe('event: turn\ndata: {"kind":"turn","turnId":"turn_1"}\n\n');
  });

  it("reads no item without room for it, however slow its reader is", async () => {
    const { stream, feed, asked, clock } = open();
    for (let offset = 0; offset < 1_000; offset += 1) feed(text(offset));
    await settled();
    for (let times = 0; times < 5; times += 1) {
      clock.advance(heartbeatMs);
      await settled();
    }
    // One item is buffered, and no more.
    expect(asked()).toBe(1);
    const reader = stream.body.getReader();
    for (let offset = 0; offset < 3; offset += 1) {
      expect((await reader.read()).value).toEqual(encodeItem(text(offset), "req_1"));
    }
    await settled();
    expect(asked()).toBe(4);
  });

  it("sends a heartbeat after each 15 s without items, and only then", async () => {
    const { stream, feed, clock } = open();
    const reader = stream.body.getReader();
    const read: string[] = [];
    void (async () => {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        read.push(decoder.decode(value));
      }
    })();
    await settled();
    clock.advance(heartbeatMs - 1);
    await settled();
    feed(text(0));
    await settled();
    clock.advance(heartbeatMs - 1);
    await settled();
    expect(read).toEqual([decoder.decode(encodeItem(text(0), "req_1"))]);
    clock.advance(1);
    await settled();
    clock.advance(heartbeatMs);
    await settled();
    expect(read.slice(1)).toEqual([": still here\n\n", ": still here\n\n"]);
  });

  it("ends its source when the reader disconnects, even while the source is idle", async () => {
    const { stream, left, returned, clock } = open();
    const reader = stream.body.getReader();
    const reading = reader.read();
    await settled();
    await reader.cancel();
    expect((await reading).done).toBe(true);
    await stream.ended;
    expect([left(), returned()]).toEqual([1, 1]);
    expect(clock.sleepers).toBe(0);
  });

  it("ends its source when a reader disconnects without reading", async () => {
    const { stream, feed, left, returned } = open();
    feed(text(0));
    feed(text(1));
    await settled();
    await stream.body.cancel();
    await stream.ended;
    expect([left(), returned()]).toEqual([1, 1]);
  });

  it("can be ended by the server after the current item", async () => {
    const { stream, left, returned } = open({ kind: "turn", turnId: "turn_1" });
    stream.end();
    stream.end();
    const reader = stream.body.getReader();
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(true);
    await stream.ended;
    expect([left(), returned()]).toEqual([1, 1]);
  });

  it("closes after the last item of its source", async () => {
    const { stream, feed, end, failures, clock } = open();
    feed(text(0));
    const reader = stream.body.getReader();
    await reader.read();
    await settled();
    end();
    expect((await reader.read()).done).toBe(true);
    await stream.ended;
    expect(failures).toEqual([]);
    expect(clock.sleepers).toBe(0);
  });

  it("is cut off when its source fails, and reports the cause", async () => {
    const clock = manualClock();
    const problem = new Error("The database is gone.");
    const failures: unknown[] = [];
    const stream = new ItemStream({
      items: { next: () => Promise.reject(problem) },
      first: { kind: "turn", turnId: "turn_1" },
      requestId: "req_1",
      clock,
      leave: () => {},
      report: (error) => failures.push(error),
    });
    const reader = stream.body.getReader();
    expect((await reader.read()).done).toBe(false);
    expect((await reader.read()).done).toBe(true);
    await stream.ended;
    expect(failures).toEqual([problem]);
  });
});
