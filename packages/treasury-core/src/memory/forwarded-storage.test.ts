import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../memory.ts";

describe("a storage that forwards every call", () => {
  it("has the turn log of the other storage, and does not bypass a replaced commit", () => {
    const storage = memoryStorage();
    expect(typeof storage.exclusive).toBe("function");
    const forwarded = forwardedStorage(storage);
    expect(forwarded.turnLog).toBe(storage.turnLog);
    expect("exclusive" in forwarded).toBe(false);
  });
});
