import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { underLock } from "./under-lock.ts";

let directory: string;
let lockFile: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-lock-"));
  lockFile = join(directory, "below", "lock");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it("runs one task at a time, also after one that failed", async () => {
  let running = 0;
  const alone = async (): Promise<number> => {
    running += 1;
    const seen = running;
    await sleep(20);
    running -= 1;
    return seen;
  };
  const failing = underLock(lockFile, () => Promise.reject(new Error("no disk left")));
  const others = [1, 2, 3].map(() => underLock(lockFile, alone));
  await expect(failing).rejects.toThrow("no disk left");
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
});

it("takes over the lock of a killed process", async () => {
  const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await underLock(lockFile, async () => {});
  await writeFile(lockFile, String(other.pid));
  const taken = underLock(lockFile, () => readFile(lockFile, "utf8"));
  other.kill("SIGKILL");
  await once(other, "close");
  expect(await taken).toBe(String(process.pid));
});

it("takes over the lock of a process that was killed before it wrote its id", async () => {
  await underLock(lockFile, async () => {});
  await writeFile(lockFile, "");
  const taken = underLock(lockFile, () => readFile(lockFile, "utf8"));
  expect(await taken).toBe(String(process.pid));
});
