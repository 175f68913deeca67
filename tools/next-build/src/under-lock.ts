import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const lookAgainMs = 250;

/** Runs a task under an exclusive lock, and takes over the lock of an exited process. */
export async function underLock<T>(lockFile: string, task: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFile), { recursive: true });
  while (!(await take(lockFile))) {
    const owner = await readFile(lockFile, "utf8").catch(() => null);
    if (owner !== null && !isAlive(Number(owner))) await rm(lockFile, { force: true });
    else await sleep(lookAgainMs);
  }
  try {
    return await task();
  } finally {
    await rm(lockFile, { force: true });
  }
}

/** Creates the lock with its owner atomically. */
async function take(lockFile: string): Promise<boolean> {
  const own = `${lockFile}-${crypto.randomUUID()}`;
  await writeFile(own, String(process.pid));
  try {
    await link(own, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(own, { force: true });
  }
}

function isAlive(processId: number): boolean {
  // Zero is a process group.
  if (!(processId > 0)) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // A process of another user exists, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
