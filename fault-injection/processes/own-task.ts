import { once } from "node:events";
import { writeSync } from "node:fs";

/** The task that this process was given. */
export function ownTask(): unknown {
  return JSON.parse(process.argv[2] ?? "null");
}

/**
 * Says that this process is ready, and resolves when it may begin. Once whoever started it has told it
 * to stop, or is gone, it has two minutes for what is under way: its database may be gone as well, and
 * nobody is left to end it.
 */
export async function readyToGo(): Promise<void> {
  process.stdin.once("end", () => setTimeout(giveUp, patienceMs()).unref());
  print("ready");
  await once(process.stdin, "data");
}

/** Another patience than two minutes, in milliseconds. */
export const patienceVariable = "BATTERY_PATIENCE_MS";

function patienceMs(): number {
  return Number(process.env[patienceVariable] ?? 120_000);
}

function giveUp(): void {
  process.stderr.write("What was under way did not come to an end, so it was given up.\n");
  process.exit(1);
}

/** Resolves when this process was told to stop, or whoever started it is gone. */
export async function toldToStop(): Promise<void> {
  await Promise.race([once(process.stdin, "data"), once(process.stdin, "end")]);
}

/** Nothing that is still to come from whoever started it keeps this process. */
export function leave(): void {
  process.stdin.destroy();
}

/** Straight to the pipe: what a buffer holds when a process is killed was never said. */
export function print(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let written = 0; written < bytes.length;) {
    written += writeWhenThereIsRoom(bytes.subarray(written));
  }
}

function writeWhenThereIsRoom(bytes: Uint8Array): number {
  try {
    return writeSync(1, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return 0;
    throw error;
  }
}
