import { describe, expect, it } from "vitest";
import { linkSignals, unlessAborted, untilAborted } from "../../kernel/abort-signals.ts";

const never = new Promise<never>(() => {});

async function* oneAndTwo(): AsyncGenerator<number> {
  yield 1;
  yield 2;
}

async function* oneAndSilence(): AsyncGenerator<number> {
  yield 1;
  await never;
}

describe("unlessAborted", () => {
  it("settles with the promise's result or error", async () => {
    const { signal } = new AbortController();
    const failure = new Error("no");
    expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
    await expect(unlessAborted(Promise.reject(failure), signal)).rejects.toBe(failure);
  });

  it("rejects with the signal's reason if the signal aborts first or was aborted before", async () => {
    const controller = new AbortController();
    const reason = new Error("over");
    const left = unlessAborted(never, controller.signal);
    controller.abort(reason);
    await expect(left).rejects.toBe(reason);
    await expect(unlessAborted(never, controller.signal)).rejects.toBe(reason);
  });

  it("ignores a later rejection of the promise", async () => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const left = unlessAborted(promise, controller.signal);
    controller.abort(new Error("over"));
    await expect(left).rejects.toThrow("over");
    // An unhandled rejection would fail the run.
    reject(new Error("too late"));
  });
});

describe("untilAborted", () => {
  it("yields the source's items and ends with the source", async () => {
    const items: number[] = [];
    for await (const item of untilAborted(oneAndTwo(), new AbortController().signal))
      items.push(item);
    expect(items).toEqual([1, 2]);
  });

  it("closes the source when the consumer stops", async () => {
    let ended = false;
    const source = async function* () {
      try {
        for (;;) yield 1;
      } finally {
        ended = true;
      }
    };
    for await (const item of untilAborted(source(), new AbortController().signal)) {
      expect(item).toBe(1);
      break;
    }
    await Promise.resolve();
    expect(ended).toBe(true);
  });

  it("does not wait for a source that hangs", async () => {
    const controller = new AbortController();
    const items = untilAborted(oneAndSilence(), controller.signal);
    expect(await items.next()).toEqual({ done: false, value: 1 });
    const next = items.next();
    controller.abort(new Error("over"));
    await expect(next).rejects.toThrow("over");
  });
});

describe("linkSignals", () => {
  it("aborts with the reason of the first source that aborts", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals(first.signal, second.signal);
    expect(signal.aborted).toBe(false);
    second.abort("second");
    first.abort("first");
    expect(signal.reason).toBe("second");
  });

  it("is aborted at once if a source is already aborted", () => {
    const gone = AbortSignal.abort("gone");
    expect(linkSignals(new AbortController().signal, gone).signal.reason).toBe("gone");
  });

  it("ignores its sources once unlinked", () => {
    const source = new AbortController();
    const { signal, unlink } = linkSignals(source.signal);
    unlink();
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});
