import { expect, it } from "vitest";
import { UnderWay } from "./under-way.ts";

it("ends when the last operation has settled", async () => {
  const underWay = new UnderWay();
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const followed = [underWay.follow(first.promise), underWay.follow(second.promise)];
  let ended = false;
  const waiting = underWay.ended().then(() => (ended = true));
  first.reject(new Error("gone"));
  await expect(followed[0]).rejects.toThrow("gone");
  expect(ended).toBe(false);
  second.resolve("done");
  expect(await followed[1]).toBe("done");
  await waiting;
});

it("closes by stopping what is in flight, and waiting for it", async () => {
  const underWay = new UnderWay();
  const stopped = new Promise<void>((resolve) =>
    underWay.signal.addEventListener("abort", () => resolve()),
  );
  let ended = false;
  const followed = underWay.follow(stopped.then(() => (ended = true)));
  expect(underWay.signal.aborted).toBe(false);
  await underWay.close();
  expect(ended).toBe(true);
  await followed;
});

it("has ended if nothing began", async () => {
  await expect(new UnderWay().ended()).resolves.toBeUndefined();
});
