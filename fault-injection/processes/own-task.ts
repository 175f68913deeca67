import { once } from "node:events";
import { writeSync } from "node:fs";

export function ownTask(): unknown {
  return JSON.parse(process.argv[2] ?? "null");
}

/**
 * Reports that this process is ready, and resolves when it may begin. After a stop or its parent's
 * exit it has two minutes for in-flight work, because a failed database would otherwise block it
 * forever.
 */
export async function readyToGo(): Promise<void> {
  process.stdin.once("end", () => setTimeout(giveUp, patienceMs()).unref());
  print("ready");
  await once(process.stdin, "data");
}

/** Overrides the two minutes, in milliseconds. */
export const patienceVariable = "FAULT_PATIENCE_MS";

function patienceMs(): number {
  return Number(process.env[patienceVariable] ?? 120_000);
}

function giveUp(): void {
  process.stderr.write("In-flight work did not complete in time and was abandoned.\n");
  process.exit(1);
}

/** Resolves when this process is stopped or its parent exits. */
export async function toldToStop(): Promise<void> {
  await Promise.race([once(process.stdin, "data"), once(process.stdin, "end")]);
}

/** Releases standard input, so that it does not keep this process running. */
export function leave(): void {
  process.stdin.destroy();
}

/** Writes straight to the pipe, because a kill would lose a buffer. */
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
