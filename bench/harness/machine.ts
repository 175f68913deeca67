import { open, rm } from "node:fs/promises";
import { cpus, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { figureText } from "./number-text.ts";
import { median } from "./statistics.ts";

const flushes = 200;

/** The machine in a line: processors, memory, system, Node, and the time of a disk flush. */
export async function describeMachine(): Promise<string> {
  const processors = cpus();
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  const parts = [
    `${processors.length} × ${processors[0]?.model.trim() ?? "unknown processor"}`,
    `${gibibytes} GiB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
    `a flush of 8 KiB takes ${figureText(await flushMicroseconds())} µs`,
  ];
  return parts.join(", ");
}

/**
 * The median of a write and its flush. A figure far below 50 µs means that the disk does not flush.
 */
async function flushMicroseconds(): Promise<number> {
  const path = join(tmpdir(), `treasury-flush-${process.pid}`);
  const file = await open(path, "w");
  try {
    const page = new Uint8Array(8_192);
    const taken: number[] = [];
    for (let flush = 0; flush < flushes; flush += 1) {
      const start = performance.now();
      await file.write(page, 0, page.length, 0);
      await file.datasync();
      taken.push((performance.now() - start) * 1_000);
    }
    return median(taken);
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
