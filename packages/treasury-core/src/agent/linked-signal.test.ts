import { describe, expect, it } from "vitest";
import { linkSignals } from "./linked-signal.ts";

describe("a signal that follows others", () => {
  it("aborts with the reason of the first", () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const { signal } = linkSignals(first.signal, second.signal);
    expect(signal.aborted).toBe(false);
    second.abort("second");
    first.abort("first");
    expect(signal.reason).toBe("second");
  });

  it("is aborted from the beginning when one of them is", () => {
    const gone = AbortSignal.abort("gone");
    expect(linkSignals(new AbortController().signal, gone).signal.reason).toBe("gone");
  });

  it("follows nobody once it is let go", () => {
    const source = new AbortController();
    const { signal, unlink } = linkSignals(source.signal);
    unlink();
    source.abort();
    expect(signal.aborted).toBe(false);
  });
});
