import { describe, expect, it } from "vitest";
import { whenFree } from "./when-free.ts";

const busy = (): Error => Object.assign(new Error("database is locked"), { errcode: 5 });

describe("whenFree", () => {
  it("retries while another process writes, without blocking the process", async () => {
    let attempts = 0;
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 1);
    const result = await whenFree(() => {
      attempts += 1;
      if (attempts < 6) throw busy();
      return "done";
    });
    clearInterval(ticking);
    expect([result, attempts]).toEqual(["done", 6]);
    expect(ticks).toBeGreaterThan(0);
  });

  it("fails after its maximum time with SQLite's error", async () => {
    let attempts = 0;
    const waiting = whenFree(() => {
      attempts += 1;
      throw busy();
    }, 30);
    await expect(waiting).rejects.toThrow("database is locked");
    expect(attempts).toBeGreaterThan(1);
  });

  it("passes other errors on at once", async () => {
    let attempts = 0;
    const failing = whenFree(() => {
      attempts += 1;
      throw Object.assign(new Error("disk full"), { errcode: 13 });
    });
    await expect(failing).rejects.toThrow("disk full");
    expect(attempts).toBe(1);
  });
});
