import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const lookAgainMs = 250;

/**
 * Runs a task while no other process runs one under the same lock. The lock of a process that ended
 * without taking it away is taken over.
 */
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

/** The lock is there with its owner in it from the first moment on: an empty one is nobody's. */
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
  // To the system zero is a group of processes.
  if (!(processId > 0)) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one that runs, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
