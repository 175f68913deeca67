import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
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
    const owner = Number(await readFile(lockFile, "utf8").catch(() => ""));
    if (owner > 0 && !isAlive(owner)) await rm(lockFile, { force: true });
    else await sleep(lookAgainMs);
  }
  try {
    return await task();
  } finally {
    await rm(lockFile, { force: true });
  }
}

async function take(lockFile: string): Promise<boolean> {
  try {
    await writeFile(lockFile, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one that runs, too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
