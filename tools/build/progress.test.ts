import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Advance, type ProgressOutput, showProgress } from "./progress.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Shown {
  readonly written: string[];
  readonly advance: Advance;
  readonly task: PromiseWithResolvers<string>;
  readonly done: Promise<string>;
}

async function show(options: Pick<ProgressOutput, "isTTY"> = {}): Promise<Shown> {
  const written: string[] = [];
  const task = Promise.withResolvers<string>();
  const given = Promise.withResolvers<Advance>();
  const done = showProgress(
    "Building:",
    (advance) => {
      given.resolve(advance);
      return task.promise;
    },
    { ...options, write: (text) => written.push(text) },
  );
  return { written, advance: await given.promise, task, done };
}

it("prints a line for each ten percent and every ten seconds without a terminal", async () => {
  const { written, advance, task, done } = await show();
  for (let step = 1; step <= 40; step += 1) {
    advance(step / 80);
    await vi.advanceTimersByTimeAsync(500);
  }
  await vi.advanceTimersByTimeAsync(20_000);
  advance(1);
  task.resolve("result");
  expect(await done).toBe("result");
  expect(written.join("")).toBe(`  Building:
  Building: about 10 %, 4 s
  Building: about 20 %, 8 s
  Building: about 30 %, 12 s
  Building: about 40 %, 16 s
  Building: about 50 %, 20 s
  Building: about 50 %, 30 s
  Building: about 50 %, 40 s
  ✓ Building: done in 40 s
`);
});

it("updates one line on a terminal", async () => {
  const { written, advance, task, done } = await show({ isTTY: true });
  advance(0.25);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(written.length).toBeGreaterThan(10);
  for (const text of written) {
    expect(text.startsWith("\r\u001B[K  ")).toBe(true);
    expect(text).toMatch(/\S Building: about 25 %, \d s$/u);
  }
  task.resolve("");
  await done;
  expect(written.at(-1)).toBe("\r\u001B[K  ✓ Building: done in 2 s\n");
});

it("moves slowly through a step that reports nothing, and never to the end of it", async () => {
  const { written, advance, task, done } = await show();
  for (let seconds = 0; seconds < 3_600; seconds += 1) {
    advance(0.2, 0.8);
    await vi.advanceTimersByTimeAsync(1_000);
  }
  const percents = written.flatMap((text) => /(\d+) %/.exec(text)?.slice(1).map(Number) ?? []);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(percents.slice(0, 3)).toEqual([21, 31, 41]);
  expect(percents.at(-1)).toBe(79);
  task.resolve("");
  await done;
});

it("keeps the message of a failure on a line of its own", async () => {
  const { written, task, done } = await show({ isTTY: true });
  task.reject(new Error("disk full"));
  await expect(done).rejects.toThrow("disk full");
  expect(written.at(-1)).toBe("\r\u001B[K  ✗ Building: failed after 0 s\n");
});
